# SPDX-License-Identifier: Apache-2.0
"""`interlock cell`: reads, writes, guarded and conditional writes, and looking on."""
import json
import signal
import subprocess

from support import DEADLINE, TOOL, CliTest


class CellTest(CliTest):
    def cell(self, *arguments, code=0, given=b""):
        """Runs `interlock cell` with `given` on its standard input; its standard output."""
        done = subprocess.run([TOOL, "cell", *arguments], env=self.environment, input=given,
                              capture_output=True, timeout=DEADLINE, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        self.said = done.stderr.decode()
        return done.stdout.decode()


class RoundTrips(CellTest):
    def test_cell_without_a_value_is_1(self):
        self.assertEqual(self.cell("get", "c", code=1), "")
        self.assertIn("cell 'c' has no value", self.said)
        told = json.loads(self.cell("get", "c", "--json", code=1))
        self.assertEqual(told, {"value": None, "version": 0, "fence": 0})

    def test_values_come_back_as_they_were_given(self):
        for version, value in enumerate(("x", "", "two words", "[1,2]", "-5", '"q"', "ä€", "a=b", "%%"), 1):
            with self.subTest(value=value):
                self.assertEqual(self.cell("set", "c", value), f"{version}\n")
                self.assertEqual(self.cell("get", "c"), f"{value}\n")
                told = json.loads(self.cell("get", "c", "--json"))
                self.assertEqual(told, {"value": value, "version": version, "fence": 0})

    def test_dash_is_standard_input(self):
        self.cell("set", "c", "-", given=b"one\ntwo\n")
        self.assertEqual(self.cell("get", "c"), "one\ntwo\n")
        self.assertEqual(json.loads(self.cell("get", "c", "--json"))["value"], "one\ntwo\n")
        self.cell("cas", "c", "1", "-", given=b"-x")
        self.assertEqual(self.cell("get", "c"), "-x\n")

    def test_largest_value_fits_and_one_byte_more_does_not(self):
        self.cell("set", "c", "-", given=b"x" * 65536)
        self.assertEqual(len(self.cell("get", "c")), 65537)
        self.cell("set", "c", "-", given=b"x" * 65537, code=64)
        self.assertIn("64 KiB", self.said)

    def test_deleted_value_is_gone_and_the_version_goes_on(self):
        self.cell("set", "c", "x")
        self.assertEqual(json.loads(self.cell("delete", "c", "--json")), {"version": 2})
        self.assertEqual(json.loads(self.cell("get", "c", "--json", code=1))["version"], 2)
        self.assertEqual(self.cell("set", "c", "y"), "3\n")

    def test_cells_do_not_meet_locks_of_the_same_name(self):
        self.hold("c")
        self.cell("set", "c", "x")
        self.assertEqual(self.cell("get", "c"), "x\n")


class Conditional(CellTest):
    def test_compare_and_set_writes_the_expected_version_only(self):
        self.assertEqual(self.cell("cas", "c", "0", "a"), "1\n")
        self.assertEqual(self.cell("cas", "c", "1", "b"), "2\n")
        self.assertEqual(self.cell("cas", "c", "1", "late", code=1), "")
        self.assertIn("cell 'c' is at version 2, not 1", self.said)
        self.assertEqual(self.cell("get", "c"), "b\n")

    def test_of_many_writers_of_one_version_one_wins(self):
        writers = [self.start("cell", "cas", "c", "0", str(number)) for number in range(8)]
        codes = [process.end() for process in writers]
        self.assertEqual(sorted(codes), [0] + [1] * 7)
        self.assertEqual(self.cell("get", "c"), f"{codes.index(0)}\n")

    def test_older_fence_is_refused_by_its_own_exit_code(self):
        self.cell("set", "c", "new", "--fence", "9")
        self.cell("set", "c", "same", "--fence", "9")
        for late in (["set", "c", "late"], ["cas", "c", "2", "late"], ["delete", "c"]):
            self.assertEqual(self.cell(*late, "--fence", "8", code=73), "")
            self.assertIn("cell 'c' has seen a newer fence than 8", self.said)
        told = json.loads(self.cell("get", "c", "--json"))
        self.assertEqual(told, {"value": "same", "version": 2, "fence": 9})

    def test_fence_of_a_run_guards_the_cell(self):
        write = f'{TOOL} cell set c $0 --fence $INTERLOCK_FENCE'
        _, old = self.hold("a")
        self.tool("evict", "a")
        self.assertEqual(self.tool("run", "a", "--", "sh", "-c", write, "successor").returncode, 0)
        self.cell("set", "c", "late", "--fence", str(old), code=73)
        self.assertEqual(self.cell("get", "c"), "successor\n")


class Watch(CellTest):
    def test_tells_of_each_change_until_interrupted(self):
        self.cell("set", "c", "first")
        watching = self.start("cell", "watch", "c")
        self.assertEqual(watching.line(), "1 first")
        self.cell("set", "c", "second")
        self.assertEqual(watching.line(), "2 second")
        self.cell("delete", "c")
        self.assertEqual(watching.line(), "3 (deleted)")
        watching.send_signal(signal.SIGINT)
        self.assertEqual(watching.end(), 0)

    def test_after_and_count_bound_it(self):
        self.cell("set", "c", "first")
        watching = self.start("cell", "watch", "c", "--after", "1", "--count", "1", "--json")
        self.cell("set", "c", "second")
        self.assertEqual(json.loads(watching.line()), {"value": "second", "version": 2, "fence": 0})
        self.assertEqual(watching.end(), 0)


class BadInput(CellTest):
    def test_is_refused_by_name(self):
        for arguments, mention in (([], "ACTION"), (["get"], "NAME"), (["gt", "c"], "'get'"),
                                   (["get", ""], "name"), (["get", "x" * 511], "name"),
                                   (["set", "c"], "interlock cell set NAME VALUE"),
                                   (["set", "c", "x", "y"], "interlock cell set NAME VALUE"),
                                   (["cas", "c", "1"], "interlock cell cas NAME VERSION VALUE"),
                                   (["cas", "c", "x", "y"], "VERSION"), (["cas", "c", "-1", "y"], "VERSION"),
                                   (["get", "c", "x"], "interlock cell get NAME"),
                                   (["set", "c", "-x"], "'-x'"),
                                   (["set", "c", "x", "--fence", "-1"], "--fence"),
                                   (["set", "c", "x", "--fence", "1.5"], "--fence"),
                                   (["get", "c", "--fence", "1"], "--fence"),
                                   (["set", "c", "x", "--after", "1"], "--after"),
                                   (["watch", "c", "--count", "0"], "--count"),
                                   (["watch", "c", "--after", "9" * 21], "--after")):
            with self.subTest(arguments=[word[:10] for word in arguments]):
                self.assertEqual(self.cell(*arguments, code=64), "")
                self.assertIn(mention, self.said)
