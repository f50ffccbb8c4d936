# SPDX-License-Identifier: Apache-2.0
"""`interlock run` and `interlock try`: exit codes, environment, exclusion."""
import os
import time

from support import SAY_AND_WAIT, CliTest


class Run(CliTest):
    def test_exit_code_of_the_command_is_passed_through(self):
        for code in (0, 1, 7, 200):
            self.assertEqual(self.tool("run", "a", "--", "sh", "-c", f"exit {code}").returncode, code)

    def test_death_by_signal_is_told_as_the_shell_does(self):
        self.assertEqual(self.tool("run", "a", "--", "sh", "-c", "kill -KILL $$").returncode, 128 + 9)

    def test_command_sees_name_and_fence(self):
        done = self.tool("run", "orders/42", "--", "sh", "-c", 'echo "$INTERLOCK_NAME|$INTERLOCK_FENCE"')
        name, fence = done.stdout.decode().strip().split("|")
        self.assertEqual(name, "orders/42")
        self.assertGreater(int(fence), 0)

    def test_fences_grow_from_run_to_run(self):
        command = ["run", "a", "--", "sh", "-c", "echo $INTERLOCK_FENCE"]
        fences = [int(self.tool(*command).stdout) for _ in range(5)]
        self.assertEqual(fences, sorted(set(fences)))

    def test_words_after_the_mark_reach_the_command_untouched(self):
        words = ["--wait", "--", "-x", "[a,b]", "", "two words", "%%", "--help"]
        done = self.tool("run", "a", "--", "printf", "%s\n", *words)
        self.assertEqual(done.stdout.decode().split("\n")[:-1], words)

    def test_a_name_may_be_that_of_a_command(self):
        self.assertEqual(self.tool("run", "status", "--", "true").returncode, 0)

    def test_standard_streams_belong_to_the_command(self):
        process = self.start("run", "a", "--", "cat")
        process.stdin.write(b"through\n")
        self.assertEqual(process.line(), "through")
        process.stdin.close()
        self.assertEqual(process.end(), 0)

    def test_nothing_is_said_when_all_is_well(self):
        done = self.tool("run", "a", "--", "true")
        self.assertEqual((done.stdout, done.stderr), (b"", b""))

    def test_engine_is_taken_from_the_option_first(self):
        other = f"sqlite:{self.path('other.db')}"
        self.hold("a")
        self.assertEqual(self.tool("try", "a", "--engine", other, "--", "true").returncode, 0)
        self.assertEqual(self.tool("try", "a", "--", "true").returncode, 75)


class Exclusion(CliTest):
    def test_busy_lock_is_not_acquired_and_nothing_is_run(self):
        self.hold("a", "--label", "nightly")
        marker = self.path("marker")
        for arguments in (["try", "a"], ["run", "a", "--wait", "0"], ["run", "a", "--wait", "50ms"]):
            done = self.tool(*arguments, "--", "touch", marker)
            self.assertEqual(done.returncode, 75)
            self.assertIn(b"'a' is busy, held by", done.stderr)
            self.assertIn(b"nightly", done.stderr)
        self.assertFalse(os.path.exists(marker))

    def test_other_names_do_not_exclude(self):
        self.hold("a")
        self.assertEqual(self.tool("try", "b", "--", "true").returncode, 0)

    def test_a_waiting_run_starts_when_the_holder_ends(self):
        first, fence = self.hold("a")
        second = self.start("run", "a", "--", *SAY_AND_WAIT)
        self.await_waiters("a", 1)
        first.stdin.write(b"\n")
        self.assertEqual(first.end(), 0)
        self.assertGreater(int(second.line().split()[1]), fence)

    def test_waiters_are_served_in_the_order_of_asking(self):
        first, _ = self.hold("a")
        followers = []
        for count in range(1, 4):
            followers.append(self.start("run", "a", "--", "sh", "-c", "echo $INTERLOCK_FENCE"))
            self.await_waiters("a", count)
        first.stdin.write(b"\n")
        fences = [int(process.line()) for process in followers]
        self.assertEqual(fences, sorted(fences))

    def test_many_runs_never_lose_an_update_of_an_unprotected_file(self):
        counter = self.path("counter")
        with open(counter, "w", encoding="ascii") as file:
            file.write("0")
        add_one = f"n=$(cat {counter}); echo $((n + 1)) > {counter}"
        runs = [self.start("run", "a", "--", "sh", "-c", add_one) for _ in range(12)]
        self.assertEqual([process.end() for process in runs], [0] * 12)
        with open(counter, encoding="ascii") as file:
            self.assertEqual(int(file.read()), 12)

    def test_minimum_hold_time_keeps_a_second_run_out(self):
        self.assertEqual(self.tool("try", "a", "--min-hold", "20s", "--", "true").returncode, 0)
        self.assertEqual(self.tool("try", "a", "--", "true").returncode, 75)


class WhatCannotBeRun(CliTest):
    def test_missing_command_is_127_and_asks_for_no_lock(self):
        self.hold("a")
        for command in ("no-such-command", "/no/such/path"):
            begin = time.monotonic()
            done = self.tool("run", "a", "--", command)
            self.assertEqual(done.returncode, 127)
            self.assertIn(command.encode(), done.stderr)
            self.assertLess(time.monotonic() - begin, 10)

    def test_file_without_permission_or_a_folder_is_126(self):
        script = self.path("script")
        with open(script, "w", encoding="ascii") as file:
            file.write("#!/bin/sh\n")
        os.chmod(script, 0o644)
        for command in (script, self.folder):
            self.assertEqual(self.tool("run", "a", "--", command).returncode, 126)

    def test_script_with_a_missing_interpreter_is_127_and_releases_the_lock(self):
        script = self.path("script")
        with open(script, "w", encoding="ascii") as file:
            file.write("#!/no/such/interpreter\n")
        os.chmod(script, 0o755)
        self.assertEqual(self.tool("run", "a", "--", script).returncode, 127)
        self.assertEqual(self.claims("a"), [])
