# SPDX-License-Identifier: Apache-2.0
"""`interlock status`: tables for people, JSON for programs."""
import json
import signal

from support import SAY_AND_WAIT, CliTest


class Status(CliTest):
    def test_nothing_held_is_said_and_is_no_failure(self):
        done = self.tool("status")
        self.assertEqual((done.returncode, done.stdout), (0, b""))
        self.assertIn(b"nobody", done.stderr)
        done = self.tool("status", "a", "--json")
        self.assertEqual((done.returncode, json.loads(done.stdout)), (0, []))
        self.assertIn(b"'a'", done.stderr)

    def test_quiet_keeps_talk_back(self):
        self.assertEqual(self.tool("status", "--quiet").stderr, b"")

    def test_json_tells_holder_and_waiters_in_line(self):
        holder, fence = self.hold("a", "--label", 'quo"te', "--lease", "20s")
        waiting = []
        for count in (1, 2):
            waiting.append(self.start("run", "a", "--", *SAY_AND_WAIT))
            self.await_waiters("a", count)
        first, second, third = self.claims("a")
        self.assertEqual([first[key] for key in ("name", "state", "mode", "position")],
                         ["a", "holding", "exclusive", 0])
        self.assertEqual((first["pid"], first["note"], first["fence"]), (holder.pid, 'quo"te', fence))
        self.assertGreaterEqual(first["age_ms"], 0)
        self.assertTrue(0 < first["left_ms"] <= 20_000, first)
        for place, claim in enumerate((second, third), start=1):
            self.assertEqual([claim[key] for key in ("state", "position", "pid", "fence")],
                             ["waiting", place, waiting[place - 1].pid, 0])

    def test_only_the_lock_asked_for_is_shown(self):
        self.hold("a")
        self.hold("b")
        self.assertEqual([claim["name"] for claim in self.claims("a")], ["a"])
        self.assertEqual([claim["name"] for claim in self.claims()], ["a", "b"])

    def test_table_shows_who_and_fence(self):
        holder, fence = self.hold("größe", "--label", "night")
        heading, row = self.tool("status").stdout.decode().splitlines()
        self.assertEqual(heading.split(),
                         ["NAME", "STATE", "MODE", "POSITION", "WHO", "FENCE", "AGE", "LEFT"])
        self.assertIn(f"[{holder.pid}]@", row)
        self.assertIn("(night)", row)
        self.assertEqual(row.index("holding"), heading.index("STATE"))
        self.assertIn(str(fence), row)

    def test_without_a_label_the_command_is_named(self):
        self.hold("a")
        self.assertEqual(self.claims("a")[0]["note"], "sh")

    def test_watch_repeats_until_interrupted(self):
        self.hold("a")
        watching = self.start("status", "--watch", "--json")
        for _ in range(2):
            self.assertEqual(json.loads(watching.line())[0]["name"], "a")
        watching.send_signal(signal.SIGINT)
        self.assertEqual(watching.end(), 0)

    def test_no_escape_sequences_outside_a_terminal(self):
        self.hold("a")
        self.assertNotIn(b"\x1b", self.tool("status", TERM="xterm").stdout)
