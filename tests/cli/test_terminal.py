# SPDX-License-Identifier: Apache-2.0
"""On a terminal: the command can use it, keys reach it, a waiting person is told what for."""
import os
import pty
import re
import select
import signal
import time

from support import DEADLINE, TOOL, CliTest


class Session:
    """The tool, or a shell line with it, as the leader of a session on a new terminal."""

    def __init__(self, words, environment):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execvpe(words[0], words, environment)
        self.text = ""

    def expect(self, pattern):
        """Reads until `pattern` has been shown."""
        end = time.monotonic() + DEADLINE
        while not (found := re.search(pattern, self.text)):
            ready, _, _ = select.select([self.terminal], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"{pattern!r} not shown in {self.text!r}")
            self.text += self._read(pattern)
        self.text = self.text[found.end():]
        return found

    def _read(self, pattern):
        try:
            return os.read(self.terminal, 4096).decode()
        except OSError:
            raise AssertionError(f"{pattern!r} not shown before the end: {self.text!r}") from None

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def end(self):
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class Terminal(CliTest):
    def open(self, *words, **extra):
        session = Session(words, {**self.environment, "TERM": "xterm", **extra})
        self.addCleanup(os.close, session.terminal)
        return session

    def test_command_reads_from_the_terminal(self):
        script = "echo ready; read line; echo got $line; exit 4"
        session = self.open(TOOL, "run", "a", "--", "sh", "-c", script)
        session.expect("ready")
        session.type("hello\n")
        session.expect("got hello")
        self.assertEqual(session.end(), 4)

    def test_command_in_a_pipeline_is_given_the_terminal_when_it_reads(self):
        script = f"set -m; {TOOL} run a -- sh -c 'echo ready; read line; echo got $line' | cat; echo end"
        session = self.open("bash", "--norc", "-c", script)
        session.expect("ready")
        session.type("hello\n")
        session.expect("got hello")
        session.expect("end")
        self.assertEqual(session.end(), 0)

    def test_shell_has_the_terminal_back_afterwards(self):
        script = f"set -m; {TOOL} run a -- true; read line; echo got $line"
        session = self.open("bash", "--norc", "-c", script)
        session.type("hello\n")
        session.expect("got hello")
        self.assertEqual(session.end(), 0)

    def test_interrupt_key_reaches_the_command(self):
        script = 'trap "echo caught; exit 6" INT; echo ready; while :; do sleep 0.02; done'
        session = self.open(TOOL, "run", "a", "--", "sh", "-c", script)
        session.expect("ready")
        session.type("\x03")
        session.expect("caught")
        self.assertEqual(session.end(), 6)

    def test_stop_key_stops_the_whole_job_and_fg_continues_it(self):
        session = self.open("bash", "--norc", "-i", PS1="prompt> ")
        session.expect("prompt> ")
        session.type(f"{TOOL} run a -- sh -c 'echo rea''dy; read line; echo got $line'\n")
        session.expect("ready\r\n")
        session.type("\x1a")
        session.expect("Stopped")
        session.expect("prompt> ")
        session.type("fg\n")
        session.expect("read line")
        session.type("hello\n")
        session.expect("got hello")
        session.type("exit\n")
        session.end()

    def test_waiting_person_is_told_who_holds(self):
        holder, _ = self.hold("a", "--label", "nightly")
        session = self.open(TOOL, "run", "a", "--", "true")
        session.expect(rf"waiting for 'a', held by \S+\[{holder.pid}\]@\S+ \(nightly\) since")
        session.type("\x03")
        self.assertEqual(session.end(), 128 + signal.SIGINT)

    def test_status_is_redrawn_on_a_terminal_but_not_with_no_color(self):
        self.hold("a")
        for variables, redrawn in (({}, True), ({"NO_COLOR": "1"}, False)):
            session = self.open(TOOL, "status", "--watch", **variables)
            found = session.expect(r"[\s\S]*holding")
            self.assertEqual("\x1b[2J" in found.group(), redrawn)
            session.type("\x03")
            self.assertEqual(session.end(), 0)
