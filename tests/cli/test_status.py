# SPDX-License-Identifier: Apache-2.0
"""`interlock status`: tables for people, JSON for programs."""
import json
import os
import signal

from support import SAY_AND_WAIT, CliTest, ToolProcess


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


class Deadlocks(CliTest):
    def close_a_circle(self):
        """Two threads that wait for each other's lock, circle/a and circle/b."""
        process = ToolProcess([], self.environment, program=os.environ["INTERLOCK_TEST_CIRCLE"])
        self.addCleanup(self._end, process)
        self.await_waiters("circle/a", 1)
        self.await_waiters("circle/b", 1)
        return process

    def test_none_is_said_and_is_success(self):
        self.hold("a")
        waiting = self.start("run", "a", "--", "true")
        self.await_waiters("a", 1)
        done = self.tool("status", "--deadlocks")
        self.assertEqual((done.returncode, done.stdout), (0, b""))
        self.assertIn(b"no deadlock", done.stderr)
        done = self.tool("status", "--deadlocks", "--json", "--quiet")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"[]\n", b""))
        self.assertIsNone(waiting.poll())

    def test_a_circle_is_shown_and_exits_1(self):
        circle = self.close_a_circle()
        self.hold("bystander")
        done = self.tool("status", "--deadlocks")
        self.assertEqual(done.returncode, 1, done.stderr)
        title, heading, *rows = done.stdout.decode().splitlines()
        self.assertEqual(title, "cycle 1 of 1")
        self.assertEqual(heading.split()[:3], ["NAME", "STATE", "MODE"])
        self.assertEqual(sorted(row.split()[0] for row in rows), ["circle/a"] * 2 + ["circle/b"] * 2)
        for row in rows:
            self.assertIn(f"[{circle.pid}]@", row)

    def test_json_has_an_array_for_each_circle(self):
        self.close_a_circle()
        done = self.tool("status", "--deadlocks", "--json")
        self.assertEqual(done.returncode, 1)
        cycle, = json.loads(done.stdout)
        self.assertEqual(sorted({claim["name"] for claim in cycle}), ["circle/a", "circle/b"])
        ids = {claim["id"] for claim in cycle}
        for claim in cycle:
            if claim["state"] == "waiting":
                self.assertTrue(set(claim["meanwhile"]) <= ids, claim)
                self.assertTrue(claim["meanwhile"], claim)

    def test_only_circles_with_the_name_asked_for_are_shown(self):
        self.close_a_circle()
        self.hold("bystander")
        self.assertEqual(self.tool("status", "circle/b", "--deadlocks").returncode, 1)
        done = self.tool("status", "bystander", "--deadlocks")
        self.assertEqual((done.returncode, done.stdout), (0, b""))
        self.assertIn(b"'bystander'", done.stderr)

    def test_circle_that_is_broken_is_no_longer_shown(self):
        circle = self.close_a_circle()
        circle.stdin.close()
        self.assertEqual(circle.end(), 0)
        self.assertEqual(self.tool("status", "--deadlocks").returncode, 0)
