# SPDX-License-Identifier: Apache-2.0
"""`interlock demo`: passes, is quick to start, and leaves nothing behind."""
import os
import signal
import time

from support import CliTest


def processes_mentioning(text):
    """Ids of processes with `text` in their command line."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if text.encode() in file.read():
                    found.append(int(pid))
        except OSError:
            continue  # It has ended meanwhile.
    return found


class Demo(CliTest):
    def assert_nothing_left(self):
        self.assertEqual(os.listdir(self.folder), [])
        self.assertEqual(processes_mentioning(self.folder), [])

    def test_proves_that_no_update_is_lost(self):
        begin = time.monotonic()
        demo = self.start("demo", TMPDIR=self.folder)
        demo.line(deadline=5)
        self.assertLess(time.monotonic() - begin, 1.0)
        text = demo.stdout.read().decode()
        self.assertEqual(demo.end(), 0, text)
        self.assertLess(time.monotonic() - begin, 30)
        self.assertIn("\nupdates lost: 0\n", text)
        self.assertIn("\noverlapping holds: 0\n", text)
        self.assertNotIn("stale writes rejected: 0", text)
        self.assertNotIn("losses signalled: 0", text)
        self.assertNotIn("\x1b", text)
        self.assert_nothing_left()

    def test_interrupt_cleans_up(self):
        demo = self.start("demo", TMPDIR=self.folder)
        demo.line()
        demo.line()
        demo.send_signal(signal.SIGINT)
        self.assertEqual(demo.end(), 128 + signal.SIGINT)
        self.assert_nothing_left()
