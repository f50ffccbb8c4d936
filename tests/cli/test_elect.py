# SPDX-License-Identifier: Apache-2.0
"""`interlock elect` and `interlock leader`: one command in the fleet, handed over, and who runs it."""
import json
import os
import signal
import subprocess

from support import DEADLINE, TOOL, CliTest

# Says its term, tells of TERM, runs until then.
LEAD = ["sh", "-c", 'trap "echo term; exit 3" TERM; echo up $INTERLOCK_TERM; while :; do sleep 0.02; done']


class ElectTest(CliTest):
    def lead(self, *options):
        """Starts a candidate and waits until it leads; returns it with its term."""
        process = self.start("elect", "e", *options, "--", *LEAD)
        return process, self.term(process)

    def term(self, process):
        word, number = process.line().split()
        self.assertEqual(word, "up")
        return int(number)

    def leader(self):
        return json.loads(self.tool("leader", "e", "--json", "--quiet").stdout)


class Elect(ElectTest):
    def test_exit_code_of_the_command_is_passed_through(self):
        self.assertEqual(self.tool("elect", "e", "--", "sh", "-c", "exit 7").returncode, 7)
        self.assertEqual(self.claims("e"), [])

    def test_command_sees_name_fence_and_term(self):
        script = 'echo "$INTERLOCK_NAME|$INTERLOCK_FENCE|$INTERLOCK_TERM"'
        done = self.tool("elect", "e", "--", "sh", "-c", script)
        name, fence, term = done.stdout.decode().strip().split("|")
        self.assertEqual(name, "e")
        self.assertGreater(int(fence), 0)
        self.assertEqual(fence, term)

    def test_term_of_an_election_is_not_told_by_a_lock_taken_inside(self):
        inner = [TOOL, "run", "a", "--", "sh", "-c", "echo ${INTERLOCK_TERM-none}"]
        self.assertEqual(self.tool("elect", "e", "--", *inner).stdout, b"none\n")

    def test_leader_that_is_killed_is_succeeded_with_a_higher_term(self):
        first, term = self.lead("--lease", "1h")
        second = self.start("elect", "e", "--", *LEAD)
        self.await_waiters("e", 1)
        first.kill()
        first.end()
        self.assertEqual(first.line(), "term")
        self.assertGreater(self.term(second), term)

    def test_deposed_leader_ends_its_command_and_campaigns_again(self):
        leading, term = self.lead()
        for _ in range(2):
            self.assertEqual(self.tool("evict", "e").returncode, 0)
            self.assertEqual(leading.line(), "term")
            again = self.term(leading)
            self.assertGreater(again, term)
            term = again
        self.assertEqual(self.leader()["term"], term)

    def test_deposed_leader_stands_in_line_behind_the_next(self):
        first, term = self.lead()
        second = self.start("elect", "e", "--", *LEAD)
        self.await_waiters("e", 1)
        self.tool("evict", "e")
        self.assertEqual(first.line(), "term")
        self.assertGreater(self.term(second), term)
        self.await_waiters("e", 1)
        second.terminate()
        self.assertEqual(second.end(), 3)
        self.assertGreater(self.term(first), term)

    def test_command_that_ignores_term_is_killed_after_the_grace_period(self):
        deaf = ["sh", "-c", 'trap "" TERM; echo up $$; exec sleep 1000']
        leading = self.start("elect", "e", "--grace", "100ms", "--", *deaf)
        old = self.term(leading)
        self.tool("evict", "e")
        new = self.term(leading)
        self.addCleanup(os.kill, new, signal.SIGKILL)
        self.assertNotEqual(new, old)
        self.assertFalse(os.path.exists(f"/proc/{old}"))

    def test_once_does_not_campaign_again(self):
        leading, _ = self.lead("--once")
        self.tool("evict", "e")
        self.assertEqual(leading.line(), "term")
        self.assertEqual(leading.end(), 70)
        self.assertEqual(self.claims("e"), [])

    def test_commands_never_run_at_the_same_time(self):
        # The folder is the record: it can be made only while no other command has it.
        alone = f"mkdir {self.path('alone')} && sleep 0.03 && rmdir {self.path('alone')}"
        candidates = [self.start("elect", "e", "--", "sh", "-c", alone) for _ in range(8)]
        self.assertEqual([process.end() for process in candidates], [0] * 8)


class Signals(ElectTest):
    def test_signals_reach_the_command_and_end_the_leadership(self):
        leading, _ = self.lead()
        leading.terminate()
        self.assertEqual(leading.line(), "term")
        self.assertEqual(leading.end(), 3)
        self.assertEqual(self.claims("e"), [])

    def test_command_of_a_later_term_gets_its_signals_too(self):
        leading, _ = self.lead()
        self.tool("evict", "e")
        leading.line()
        self.term(leading)
        leading.terminate()
        self.assertEqual(leading.line(), "term")
        self.assertEqual(leading.end(), 3)

    def test_command_of_a_later_term_can_be_ended_by_a_closed_pipe(self):
        script = f'if test -e {self.path("second")}; then echo again; exec yes; fi; echo up; exec sleep 1000'
        leading = self.start("elect", "e", "--", "sh", "-c", script)
        leading.line()
        with open(self.path("second"), "wb"):
            self.tool("evict", "e")
        self.assertEqual([leading.line(), leading.line()], ["again", "y"])
        leading.stdout.close()
        self.assertEqual(leading.end(), 128 + signal.SIGPIPE)

    def test_a_signal_ends_the_campaign_and_nothing_is_run(self):
        self.lead()
        marker = self.path("marker")
        waiting = self.start("elect", "e", "--", "touch", marker)
        self.await_waiters("e", 1)
        waiting.send_signal(signal.SIGINT)
        self.assertEqual(waiting.end(), 128 + signal.SIGINT)
        self.assertFalse(os.path.exists(marker))
        self.await_waiters("e", 0)

    def test_a_signal_after_a_loss_ends_it_for_good(self):
        slow = 'trap "echo term; read line; exit 0" TERM; echo up; while :; do sleep 0.02; done'
        leading = self.start("elect", "e", "--grace", "1h", "--", "sh", "-c", slow)
        leading.line()
        self.tool("evict", "e")
        self.assertEqual(leading.line(), "term")
        leading.send_signal(signal.SIGINT)
        self.assertEqual(leading.end(), 128 + signal.SIGINT)
        self.assertEqual(self.claims("e"), [])


class Leader(ElectTest):
    def test_nobody_leads_is_1(self):
        done = self.tool("leader", "e")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"nobody leads 'e'", done.stderr)
        done = self.tool("leader", "e", "--json", "--quiet")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, b"null\n", b""))

    def test_tells_label_value_and_term(self):
        process, term = self.lead("--value", "host:80", "--label", "blue")
        done = self.tool("leader", "e")
        self.assertEqual(done.returncode, 0)
        for part in (f"[{process.pid}]@", "(blue)", f"term {term}", "host:80"):
            self.assertIn(part, done.stdout.decode())
        told = self.leader()
        self.assertEqual((told["pid"], told["note"], told["value"], told["term"]),
                         (process.pid, "blue", "host:80", term))

    def test_watch_tells_of_each_leader_until_interrupted(self):
        watching = self.start("leader", "e", "--watch", "--json")
        first, term = self.lead("--value", "one")
        seen = json.loads(watching.line())
        self.assertEqual((seen["value"], seen["term"]), ("one", term))
        second = self.start("elect", "e", "--value", "two", "--", *LEAD)
        self.await_waiters("e", 1)
        first.terminate()
        term = self.term(second)
        seen = json.loads(watching.line())
        self.assertEqual((seen["value"], seen["term"]), ("two", term))
        watching.send_signal(signal.SIGINT)
        self.assertEqual(watching.end(), 0)

    def test_value_that_is_no_text_is_still_json(self):
        command = [TOOL.encode(), b"elect", b"e", b"--value", b"\xff\xc3\xa4\xe0\x80", b"--",
                   TOOL.encode(), b"leader", b"e", b"--json"]
        done = subprocess.run(command, env=self.environment, capture_output=True, timeout=DEADLINE,
                              check=False)
        self.assertEqual(json.loads(done.stdout)["value"], "\ufffdä\ufffd\ufffd")


class BadInput(CliTest):
    def test_is_refused_by_name(self):
        for arguments, mention in ((["elect", "e"], b"after --"), (["elect"], b"NAME"), (["leader"], b"NAME"),
                                   (["elect", "e", "--lease", "x", "--", "true"], b"--lease"),
                                   (["elect", "e", "--value", "x" * 61441, "--", "true"], b"value"),
                                   (["leader", "e", "--", "true"], b"leader"),
                                   (["leader", ""], b"name")):
            with self.subTest(arguments=arguments[:2]):
                done = self.tool(*arguments)
                self.assertEqual((done.returncode, done.stdout), (64, b""))
                self.assertIn(mention, done.stderr)

    def test_missing_command_is_127(self):
        self.assertEqual(self.tool("elect", "e", "--", "no-such-command").returncode, 127)
