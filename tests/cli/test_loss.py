# SPDX-License-Identifier: Apache-2.0
"""A lock lost while the command runs: TERM, then KILL, exit code 70; or a warning."""
import time

from support import SAY_AND_WAIT, CliTest

TELL_OF_TERM = ["sh", "-c", 'trap "echo term; exit 3" TERM; echo up; while :; do sleep 0.02; done']
DEAF = ["sh", "-c", 'trap "" TERM; echo up; exec sleep 1000']


class Frozen(CliTest):
    def freeze_past_the_lease(self, *options, command):
        """A run frozen until another has got its lock; returns both."""
        frozen = self.start("run", "a", "--lease", "1s", *options, "--", *command)
        self.assertEqual(frozen.line().split()[0], "up")
        other = self.start("run", "a", "--", *SAY_AND_WAIT)
        self.await_waiters("a", 1)
        frozen.freeze()
        begin = time.monotonic()
        other.line()
        self.took = time.monotonic() - begin
        return frozen, other

    def test_another_gets_the_lock_within_the_lease_and_a_tenth(self):
        self.freeze_past_the_lease(command=SAY_AND_WAIT)
        # A quarter of a second on top for a busy machine that runs the tests.
        self.assertLess(self.took, 1.1 + 0.25)

    def test_thawed_tool_terminates_its_command_and_exits_70(self):
        frozen, _ = self.freeze_past_the_lease(command=TELL_OF_TERM)
        frozen.thaw()
        self.assertEqual(frozen.line(), "term")
        self.assertEqual(frozen.end(), 70)
        self.assertIn(b"'a' was lost", frozen.stderr.read())

    def test_command_that_ignores_term_is_killed_after_the_grace_period(self):
        frozen, _ = self.freeze_past_the_lease("--grace", "300ms", command=DEAF)
        frozen.thaw()
        begin = time.monotonic()
        self.assertEqual(frozen.end(), 70)
        self.assertGreaterEqual(time.monotonic() - begin, 0.25)

    def test_descendants_that_ignore_term_are_killed_too(self):
        script = 'sh -c \'trap "" TERM; echo up; exec sleep 1000\' & trap "exit 0" TERM; wait'
        frozen, _ = self.freeze_past_the_lease("--grace", "300ms", command=["sh", "-c", script])
        frozen.thaw()
        self.assertEqual(frozen.end(), 70)
        # Whoever is left would still have the other end of this pipe.
        self.assertEqual(frozen.stdout.read(), b"")

    def test_successor_is_not_disturbed(self):
        frozen, other = self.freeze_past_the_lease(command=TELL_OF_TERM)
        frozen.thaw()
        self.assertEqual(frozen.end(), 70)
        self.assertEqual(self.tool("try", "a", "--", "true").returncode, 75)
        other.stdin.write(b"\n")
        self.assertEqual(other.end(), 0)

    def test_command_that_ended_meanwhile_is_still_a_loss(self):
        frozen, _ = self.freeze_past_the_lease(command=SAY_AND_WAIT)
        frozen.stdin.write(b"\n")
        frozen.thaw()
        self.assertEqual(frozen.end(), 70)

    def test_warning_only_lets_the_command_finish_with_its_own_code(self):
        command = ["sh", "-c", "echo up; read line; exit 5"]
        frozen, _ = self.freeze_past_the_lease("--on-lost", "warn", command=command)
        frozen.thaw()
        self.assertIn(b"lost", frozen.stderr.readline())
        frozen.stdin.write(b"\n")
        self.assertEqual(frozen.end(), 5)


class OtherLosses(CliTest):
    def test_eviction_is_a_loss(self):
        holder = self.start("run", "a", "--", *TELL_OF_TERM)
        holder.line()
        self.assertEqual(self.tool("evict", "a").returncode, 0)
        self.assertEqual(holder.line(), "term")
        self.assertEqual(holder.end(), 70)

    def test_maximum_hold_time_is_a_loss(self):
        holder = self.start("run", "a", "--max-hold", "300ms", "--", *TELL_OF_TERM)
        holder.line()
        self.assertEqual(holder.line(), "term")
        self.assertEqual(holder.end(), 70)

    def test_a_run_longer_than_its_lease_keeps_the_lock_by_renewal(self):
        holder, _ = self.hold("a", "--lease", "300ms")
        waiting = self.tool("run", "a", "--wait", "1200ms", "--", "true")
        self.assertEqual(waiting.returncode, 75)
        holder.stdin.write(b"\n")
        self.assertEqual(holder.end(), 0)
