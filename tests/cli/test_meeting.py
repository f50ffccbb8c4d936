# SPDX-License-Identifier: Apache-2.0
"""`interlock latch` and `interlock barrier`: several processes that wait for each other."""
import json
import signal
import time

from support import DEADLINE, CliTest


class Latch(CliTest):
    def latch(self, action, *options, count=3):
        return self.tool("latch", "l", action, "--count", str(count), *options)

    def left(self):
        return json.loads(self.latch("status", "--json").stdout)["pending"]

    def test_those_who_wait_go_on_when_all_has_been_counted(self):
        waiting = [self.start("latch", "l", "wait", "--count", "3") for _ in range(2)]
        self.assertEqual(self.latch("arrive").returncode, 0)
        self.assertEqual([process.poll() for process in waiting], [None, None])
        self.assertEqual(self.latch("arrive", "--by", "2").returncode, 0)
        self.assertEqual([process.end() for process in waiting], [0, 0])

    def test_an_open_latch_stays_open_until_it_is_reset(self):
        self.latch("arrive", "--by", "3")
        self.assertEqual(self.latch("wait", "--wait", "0").returncode, 0)
        self.assertEqual(self.latch("reset").returncode, 0)
        self.assertEqual(self.latch("wait", "--wait", "0").returncode, 75)

    def test_members_that_arrive_and_wait_go_on_together(self):
        members = [self.start("latch", "l", "arrive-and-wait", "--count", "3") for _ in range(2)]
        self.await_left(1)
        self.assertEqual([process.poll() for process in members], [None, None])
        self.assertEqual(self.latch("arrive-and-wait").returncode, 0)
        self.assertEqual([process.end() for process in members], [0, 0])

    def await_left(self, count):
        end = time.monotonic() + DEADLINE
        while self.left() != count:
            self.assertLess(time.monotonic(), end, f"never {count} left")

    def test_time_that_ends_is_75_and_what_was_counted_stays(self):
        done = self.latch("arrive-and-wait", "--wait", "50ms")
        self.assertEqual((done.returncode, done.stdout), (75, b""))
        self.assertIn(b"'l' was not counted down in time", done.stderr)
        self.assertEqual(self.left(), 2)

    def test_status_is_1_while_it_is_closed(self):
        done = self.latch("status")
        self.assertEqual((done.returncode, done.stdout), (1, b"closed, 3 of 3 left to count\n"))
        self.latch("arrive", "--by", "3")
        done = self.latch("status")
        self.assertEqual((done.returncode, done.stdout), (0, b"open, 0 of 3 left to count\n"))
        self.assertEqual(json.loads(self.latch("status", "--json").stdout),
                         {"open": True, "pending": 0, "count": 3})

    def test_a_signal_ends_the_wait(self):
        waiting = self.start("latch", "l", "arrive-and-wait", "--count", "3")
        self.await_left(2)
        waiting.send_signal(signal.SIGTERM)
        self.assertEqual(waiting.end(), 128 + signal.SIGTERM)

    def test_another_count_is_refused(self):
        self.latch("arrive")
        done = self.latch("arrive", count=4)
        self.assertEqual(done.returncode, 64)
        self.assertIn(b"'l' has a count of 3, not 4", done.stderr)

    def test_more_than_is_left_is_refused_and_nothing_is_counted(self):
        self.latch("arrive", "--by", "2")
        done = self.latch("arrive", "--by", "2")
        self.assertEqual(done.returncode, 64)
        self.assertIn(b"--by: latch 'l' has 1 left to count, not 2", done.stderr)
        self.assertEqual(self.left(), 1)


class Barrier(CliTest):
    def arrive(self, *options):
        return self.start("barrier", "b", "--parties", "3", *options)

    def generations(self, members):
        self.assertEqual([process.end() for process in members], [0] * len(members))
        return [process.line() for process in members]

    def test_all_go_on_together_generation_after_generation(self):
        for generation in ("0", "1"):
            self.assertEqual(self.generations([self.arrive() for _ in range(3)]), [generation] * 3)

    def test_one_of_them_is_the_last(self):
        told = [json.loads(line) for line in self.generations([self.arrive("--json") for _ in range(3)])]
        self.assertEqual(sorted(one["last"] for one in told), [False, False, True])
        self.assertEqual({one["generation"] for one in told}, {0})

    def test_time_that_ends_is_75_and_takes_the_arrival_back(self):
        done = self.tool("barrier", "b", "--parties", "3", "--wait", "50ms")
        self.assertEqual((done.returncode, done.stdout), (75, b""))
        self.assertIn(b"not all 3 came to barrier 'b' in time", done.stderr)
        members = [self.arrive() for _ in range(2)]
        self.assertEqual(self.tool("barrier", "b", "--parties", "3", "--wait", "20s").returncode, 0)
        self.generations(members)

    def test_one_that_is_killed_or_interrupted_is_not_counted(self):
        for number in (signal.SIGINT, signal.SIGKILL):
            with self.subTest(signal=number.name):
                gone = self.arrive()
                self.await_holders(1)
                gone.send_signal(number)
                gone.end()
                first = self.arrive()
                self.assertEqual(self.tool("barrier", "b", "--parties", "3", "--wait", "1s").returncode, 75)
                self.assertIsNone(first.poll())
                self.generations([first, self.arrive(), self.arrive()])

    def await_holders(self, count):
        """Returns once `count` members have arrived: each stands under a lease of its own."""
        end = time.monotonic() + DEADLINE
        while len([claim for claim in self.claims() if claim["state"] == "holding"]) < count:
            self.assertLess(time.monotonic(), end, f"never {count} members")

    def test_another_number_of_parties_is_refused(self):
        self.assertEqual(self.tool("barrier", "b", "--parties", "1").returncode, 0)
        done = self.tool("barrier", "b", "--parties", "2")
        self.assertEqual((done.returncode, done.stdout), (64, b""))
        self.assertIn(b"'b'", done.stderr)


class BadInput(CliTest):
    def test_is_refused_by_name(self):
        for arguments, mention in ((["latch", "l", "wait"], b"--count N is missing"),
                                   (["latch", "l", "--count", "3"], b"ACTION"),
                                   (["latch", "l", "wat", "--count", "3"], b"'wait'"),
                                   (["latch", "l", "wait", "--count", "0"], b"--count"),
                                   (["latch", "l", "wait", "--count", "4294967296"], b"--count"),
                                   (["latch", "l", "arrive", "--count", "3", "--by", "x"], b"--by"),
                                   (["latch", "l", "wait", "--count", "3", "--wait", "soon"], b"--wait"),
                                   (["barrier", "b"], b"--parties N is missing"),
                                   (["barrier", "--parties", "2"], b"NAME"),
                                   (["barrier", "b", "--parties", "1001"], b"--parties"),
                                   (["barrier", "b", "--parties", "two"], b"--parties 3"),
                                   (["barrier", "", "--parties", "2"], b"name")):
            with self.subTest(arguments=arguments):
                done = self.tool(*arguments)
                self.assertEqual((done.returncode, done.stdout), (64, b""))
                self.assertIn(mention, done.stderr)
