# SPDX-License-Identifier: Apache-2.0
"""`interlock evict`: takes a lock away and says from whom."""
from support import SAY_AND_WAIT, CliTest


class Evict(CliTest):
    def test_says_whom_it_evicted(self):
        holder, fence = self.hold("a", "--label", "stuck")
        done = self.tool("evict", "a")
        self.assertEqual(done.returncode, 0)
        text = done.stdout.decode()
        for part in (f"[{holder.pid}]@", "(stuck)", "'a'", f"fence {fence}"):
            self.assertIn(part, text)

    def test_nobody_to_evict_is_1(self):
        done = self.tool("evict", "a")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"nobody holds 'a'", done.stderr)

    def test_next_in_line_gets_the_lock_with_a_higher_fence(self):
        _, fence = self.hold("a")
        waiting = self.start("run", "a", "--", *SAY_AND_WAIT)
        self.await_waiters("a", 1)
        self.assertEqual(self.tool("evict", "a").returncode, 0)
        self.assertGreater(int(waiting.line().split()[1]), fence)
