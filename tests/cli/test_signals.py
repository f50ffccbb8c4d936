# SPDX-License-Identifier: Apache-2.0
"""Signals: forwarded to the command, ending a wait, and what happens when the tool itself is killed."""
import os
import signal

from support import SAY_AND_WAIT, CliTest

FORWARDED = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2]


class Forwarding(CliTest):
    def test_signals_reach_the_command(self):
        for number in FORWARDED:
            with self.subTest(signal=number.name):
                name = number.name[3:]
                script = f'trap "echo got {name}; exit 9" {name}; echo up; while :; do sleep 0.02; done'
                process = self.start("run", "a", "--", "sh", "-c", script)
                self.assertEqual(process.line(), "up")
                os.kill(process.pid, number)
                self.assertEqual(process.line(), f"got {name}")
                self.assertEqual(process.end(), 9)

    def test_signals_reach_the_whole_group_of_the_command(self):
        script = 'sh -c \'trap "echo inner; exit" TERM; echo up; while :; do sleep 0.02; done\'; echo outer'
        process = self.start("run", "a", "--", "sh", "-c", f'trap "" USR1; {script}')
        self.assertEqual(process.line(), "up")
        os.kill(process.pid, signal.SIGTERM)
        self.assertEqual(process.line(), "inner")

    def test_command_ended_by_a_forwarded_signal_is_told_as_the_shell_does(self):
        process = self.start("run", "a", "--", "sh", "-c", "echo up; exec sleep 1000")
        process.line()
        os.kill(process.pid, signal.SIGTERM)
        self.assertEqual(process.end(), 128 + signal.SIGTERM)
        self.assertEqual(self.tool("try", "a", "--", "true").returncode, 0)

    def test_signals_that_the_caller_ignores_stay_ignored(self):
        process = self.start("run", "a", "--", "sh", "-c", "echo $(trap); exec sleep 1000")
        process.line()
        process.terminate()
        process.end()
        script = f'trap "" HUP; exec "$0" run a -- sh -c "kill -HUP $PPID; kill -HUP \\$PPID; echo alive"'
        done = self.start("run", "b", "--", "sh", "-c", script, os.environ["INTERLOCK_TEST_TOOL"])
        self.assertEqual(done.line(), "alive")
        self.assertEqual(done.end(), 0)


class WhileWaiting(CliTest):
    def test_a_signal_ends_the_wait_and_nothing_is_run(self):
        self.hold("a")
        for number in FORWARDED:
            with self.subTest(signal=number.name):
                marker = self.path("marker")
                waiting = self.start("run", "a", "--", "touch", marker)
                self.await_waiters("a", 1)
                os.kill(waiting.pid, number)
                self.assertEqual(waiting.end(), 128 + number)
                self.assertFalse(os.path.exists(marker))
                self.await_waiters("a", 0)

    def test_a_waiter_that_is_killed_leaves_no_process_behind(self):
        first, _ = self.hold("a")
        waiting = self.start("run", "a", "--", *SAY_AND_WAIT)
        self.await_waiters("a", 1)
        waiting.kill()
        # The process at the gate has the other end of this pipe, which closes when that process is gone too.
        self.assertEqual(waiting.stdout.read(), b"")
        waiting.end()
        first.stdin.write(b"\n")
        self.assertEqual(first.end(), 0)
        self.assertEqual(self.tool("run", "a", "--wait", "20s", "--", "true").returncode, 0)


class KilledTool(CliTest):
    def test_command_does_not_go_on_unguarded(self):
        script = 'trap "echo told; exit" TERM; echo up; while :; do sleep 0.02; done'
        process = self.start("run", "a", "--", "sh", "-c", script)
        process.line()
        process.kill()
        process.end()
        self.assertEqual(process.line(), "told")

    def test_lock_is_free_long_before_the_lease_ends(self):
        process, _ = self.hold("a", "--lease", "1h")
        process.kill()
        process.end()
        self.assertEqual(self.tool("run", "a", "--wait", "20s", "--", "true").returncode, 0)
