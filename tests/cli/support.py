# SPDX-License-Identifier: Apache-2.0
"""What all tests of the command share: a private engine file, the tool as a process, bounded waiting."""
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

TOOL = os.environ["INTERLOCK_TEST_TOOL"]
SOURCE = os.environ["INTERLOCK_TEST_SOURCE"]
DEADLINE = 30.0

# A command that says its fence once it runs, and ends when a line (or the end) comes on its standard input.
SAY_AND_WAIT = ["sh", "-c", "echo up $INTERLOCK_FENCE; read line; exit 0"]


def needs(program):
    """Skips a test where a program is missing; in CI it is not skipped, and so fails."""
    missing = shutil.which(program) is None and os.environ.get("CI") != "true"
    return unittest.skipIf(missing, f"{program} is not installed")


class ToolProcess(subprocess.Popen):
    """The tool, or a program that runs it, under way with pipes to all its streams."""

    def __init__(self, arguments, environment, program=TOOL):
        super().__init__([program, *arguments], env=environment, bufsize=0, start_new_session=True,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self._pending = b""

    def line(self, deadline=DEADLINE):
        """The next line of standard output; fails when none comes in time."""
        end = time.monotonic() + deadline
        while b"\n" not in self._pending:
            ready, _, _ = select.select([self.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"no line within {deadline} s, only {self._pending!r}")
            more = os.read(self.stdout.fileno(), 4096)
            if not more:
                raise AssertionError(f"ended without a line; stderr: {self.stderr.read().decode()}")
            self._pending += more
        first, self._pending = self._pending.split(b"\n", 1)
        return first.decode()

    def end(self, deadline=DEADLINE):
        """Waits for the end; the exit code."""
        return self.wait(deadline)

    def freeze(self):
        """Stops the tool itself, not its command, and waits until it has stopped."""
        os.kill(self.pid, signal.SIGSTOP)
        os.waitpid(self.pid, os.WUNTRACED)

    def thaw(self):
        os.kill(self.pid, signal.SIGCONT)


class CliTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="interlock-cli-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.engine = f"sqlite:{self.folder}/locks.db"
        ours = "INTERLOCK_"
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
        self.environment["INTERLOCK_ENGINE"] = self.engine

    def tool(self, *arguments, **extra):
        """Runs the tool to its end."""
        return subprocess.run([TOOL, *arguments], env={**self.environment, **extra}, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=DEADLINE, check=False)

    def start(self, *arguments, **extra):
        process = ToolProcess(arguments, {**self.environment, **extra})
        self.addCleanup(self._end, process)
        return process

    def hold(self, name, *options):
        """Starts a run that holds `name` until a line is written to it; returns it with its fence."""
        process = self.start("run", name, *options, "--", *SAY_AND_WAIT)
        word, fence = process.line().split()
        self.assertEqual(word, "up")
        return process, int(fence)

    def claims(self, *arguments):
        return json.loads(self.tool("status", "--json", *arguments).stdout)

    def await_waiters(self, name, count):
        """Returns once `count` claims wait for `name`."""
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            waiting = [claim for claim in self.claims(name) if claim["state"] == "waiting"]
            if len(waiting) == count:
                return waiting
        raise AssertionError(f"no {count} waiters for {name} in time")

    def path(self, name):
        return os.path.join(self.folder, name)

    @staticmethod
    def _end(process):
        if process.poll() is None:
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()
