# SPDX-License-Identifier: Apache-2.0
"""`interlock once`: one command for all, its result for everybody, and what if it does not end well."""
import json
import os
import signal
import time

from support import DEADLINE, CliTest


class OnceTest(CliTest):
    def setUp(self):
        super().setUp()
        self.record = self.path("record")

    def script(self, body):
        """A command that leaves its mark in the record before it goes on; its process is marked too."""
        return ["sh", "-c", f"echo $$ >> {self.record}; {body}"]

    def runs(self):
        """The processes of the commands that ran, in order."""
        if not os.path.exists(self.record):
            return []
        with open(self.record, encoding="ascii") as file:
            return file.read().split()

    def await_runs(self, count):
        end = time.monotonic() + DEADLINE
        while len(self.runs()) < count:
            self.assertLess(time.monotonic(), end, f"never {count} runs")

    def once(self, body):
        return self.tool("once", "w", "--", *self.script(body))

    def begin(self, body, *options):
        return self.start("once", "w", *options, "--", *self.script(body))

    def state(self):
        return json.loads(self.tool("once", "w", "--status", "--json").stdout)

    def read_result(self, process):
        self.assertEqual(process.end(), 0)
        return process.stdout.read()


class Once(OnceTest):
    def test_the_first_runs_its_command_and_later_ones_get_the_result(self):
        for body in ("printf 'one\\ntwo'", "echo other", "exit 3"):
            done = self.once(body)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"one\ntwo", b""))
        self.assertEqual(len(self.runs()), 1)

    def test_of_three_at_the_same_time_one_runs(self):
        # The command goes on when the file is there, so that all three have come before it ends.
        go = self.path("go")
        callers = [self.begin(f"while ! [ -e {go} ]; do sleep 0.02; done; echo $$") for _ in range(3)]
        self.await_runs(1)
        with open(go, "wb"):
            results = [self.read_result(process) for process in callers]
        runner, = self.runs()
        self.assertEqual(results, [f"{runner}\n".encode()] * 3)

    def test_result_is_there_where_the_command_is_not(self):
        self.once("echo result")
        self.assertEqual(self.tool("once", "w", "--", "no-such-command").stdout, b"result\n")

    def test_command_sees_name_and_fence(self):
        name, fence = self.once('echo "$INTERLOCK_NAME|$INTERLOCK_FENCE"').stdout.decode().split("|")
        self.assertEqual(name, "w")
        self.assertGreater(int(fence), 0)

    def test_a_result_may_be_empty(self):
        for _ in range(2):
            self.assertEqual(self.once("true").returncode, 0)
        self.assertEqual(len(self.runs()), 1)

    def test_what_the_command_left_running_does_not_hold_up_the_result(self):
        self.assertEqual(self.once("sleep 1000 & echo result; kill -KILL $!").stdout, b"result\n")
        self.tool("once", "w", "--reset")
        begin = self.start("once", "w", "--", "sh", "-c", "sleep 1000 & echo $!")
        left = int(self.read_result(begin))
        os.kill(left, signal.SIGKILL)

    def test_largest_result_fits_and_one_byte_more_fails(self):
        self.assertEqual(len(self.once("yes | head -c 65535").stdout), 65535)
        self.assertEqual(len(self.once("true").stdout), 65535)
        self.tool("once", "w", "--reset")
        done = self.once("yes | head -c 65536")
        self.assertEqual((done.returncode, done.stdout), (64, b""))
        self.assertIn(b"more than 65535 bytes", done.stderr)
        self.assertEqual(self.state()["state"], "failed")

    def test_time_that_ends_is_75_and_nothing_is_run(self):
        running = self.begin("read line; echo late")
        self.await_runs(1)
        done = self.tool("once", "w", "--wait", "50ms", "--", *self.script("true"))
        self.assertEqual((done.returncode, done.stdout), (75, b""))
        running.stdin.write(b"\n")
        self.assertEqual(self.read_result(running), b"late\n")
        self.assertEqual(len(self.runs()), 1)


class Failing(OnceTest):
    def test_exit_code_is_passed_through_and_the_next_one_tries_again(self):
        done = self.once("echo lost; exit 7")
        self.assertEqual((done.returncode, done.stdout), (7, b""))
        state = self.state()
        self.assertEqual(state["state"], "failed")
        self.assertIn("exit code 7", state["message"])
        self.assertEqual(self.once("echo kept").stdout, b"kept\n")
        self.assertEqual(len(self.runs()), 2)

    def test_one_that_waits_tries_after_the_failure(self):
        first = self.begin("read line; exit 7")
        self.await_runs(1)
        second = self.begin("echo second")
        self.await_line(2)
        first.stdin.write(b"\n")
        self.assertEqual(first.end(), 7)
        self.assertEqual(self.read_result(second), b"second\n")

    def await_line(self, count):
        """Returns once `count` claims are there: the one at work, and those who wait."""
        end = time.monotonic() + DEADLINE
        while len(self.claims()) < count:
            self.assertLess(time.monotonic(), end, f"never {count} claims")

    def test_runner_that_is_killed_is_succeeded(self):
        first = self.begin("read line; echo first", "--lease", "1h")
        self.await_runs(1)
        second = self.begin("echo second")
        self.await_line(2)
        first.kill()
        first.end()
        self.assertEqual(self.read_result(second), b"second\n")
        self.assertEqual(self.once("echo third").stdout, b"second\n")
        self.assertEqual(len(self.runs()), 2)

    def test_lost_turn_stops_the_command_and_its_result_is_not_kept(self):
        deaf_to_all_but_term = 'trap "echo told >&2; exit 0" TERM; while :; do sleep 0.02; done'
        frozen = self.begin(deaf_to_all_but_term, "--lease", "1s")
        self.await_runs(1)
        other = self.begin("echo other")
        self.await_line(2)
        frozen.freeze()
        self.assertEqual(self.read_result(other), b"other\n")
        frozen.thaw()
        self.assertEqual(frozen.end(), 70)
        self.assertEqual(frozen.stdout.read(), b"")
        said = frozen.stderr.read()
        for part in (b"the turn to do 'w' was lost", b"told"):
            self.assertIn(part, said)
        self.assertEqual(self.state()["value"], "other\n")

    def test_command_that_cannot_be_run_is_127_and_the_next_one_tries(self):
        self.assertEqual(self.tool("once", "w", "--", "no-such-command").returncode, 127)
        self.assertEqual(self.state()["state"], "failed")
        self.assertEqual(self.once("echo kept").stdout, b"kept\n")

    def test_a_signal_reaches_the_command_and_the_next_one_tries(self):
        running = self.begin("exec sleep 1000")
        self.await_runs(1)
        running.terminate()
        self.assertEqual(running.end(), 128 + signal.SIGTERM)
        self.assertEqual(self.once("echo kept").stdout, b"kept\n")

    def test_a_signal_ends_the_wait(self):
        self.begin("read line")
        self.await_runs(1)
        waiting = self.begin("echo second")
        self.await_line(2)
        waiting.send_signal(signal.SIGINT)
        self.assertEqual(waiting.end(), 128 + signal.SIGINT)
        self.assertEqual(len(self.runs()), 1)


class Status(OnceTest):
    def test_tells_how_far_it_is_and_is_0_only_when_done(self):
        def told():
            done = self.tool("once", "w", "--status")
            return done.returncode, done.stdout.decode()

        self.assertEqual(told(), (1, "idle\n"))
        running = self.begin("read line; echo result", "--label", "blue")
        self.await_runs(1)
        code, text = told()
        self.assertEqual(code, 1)
        for part in ("running by ", f"[{running.pid}]@", "(blue)"):
            self.assertIn(part, text)
        self.assertEqual(self.state()["runner"]["pid"], running.pid)
        running.stdin.write(b"\n")
        self.read_result(running)
        self.assertEqual(told(), (0, "done\n"))
        self.assertEqual(self.state(), {"state": "done", "value": "result\n", "message": "", "runner": None})

    def test_reset_forgets_the_result(self):
        self.once("echo one")
        self.assertEqual(self.tool("once", "w", "--reset").returncode, 0)
        self.assertEqual(self.state()["state"], "idle")
        self.assertEqual(self.once("echo two").stdout, b"two\n")


class BadInput(OnceTest):
    def test_is_refused_by_name(self):
        for arguments, mention in ((["w"], b"after --"), (["w", "--", ""], b"after --"), ([], b"NAME"),
                                   (["w", "--reset", "--status"], b"--status"),
                                   (["w", "--reset", "--", "true"], b"--reset"),
                                   (["w", "--status", "--", "true"], b"--status"),
                                   (["w", "--lease", "25h", "--", "true"], b"--lease"),
                                   (["", "--", "true"], b"name")):
            with self.subTest(arguments=arguments):
                done = self.tool("once", *arguments)
                self.assertEqual((done.returncode, done.stdout), (64, b""))
                self.assertIn(mention, done.stderr)
