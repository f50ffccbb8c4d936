# SPDX-License-Identifier: Apache-2.0
"""`interlock run` with --shared, with --permits, and under several names."""
import os

from support import DEADLINE, SAY_AND_WAIT, TOOL, CliTest, ToolProcess


class Modes(CliTest):
    def finish(self, *processes):
        """Ends holders made by `hold`."""
        for process in processes:
            process.stdin.write(b"\n")
            self.assertEqual(process.end(), 0)

    def start_script(self, script):
        """A shell script that finds the tool in $TOOL."""
        process = ToolProcess(["-c", script], {**self.environment, "TOOL": TOOL}, program="sh")
        self.addCleanup(self._end, process)
        return process


class Permits(Modes):
    def test_ten_contenders_never_use_more_than_there_are(self):
        log, limit, rounds = self.path("log"), 3, 3
        contenders = []
        for number in range(10):
            count = 1 + number % 2
            job = f"echo begin {count} >> {log}; cat {log} > /dev/null; echo end {count} >> {log}"
            contenders.append(self.start_script(
                f"for i in $(seq {rounds}); do "
                f"  $TOOL run s --permits {count}/{limit} -- sh -c '{job}' || exit 1; "
                "done"))
        self.assertEqual([process.end(3 * DEADLINE) for process in contenders], [0] * 10)
        with open(log, encoding="ascii") as file:
            records = [line.split() for line in file]
        self.assertEqual(len(records), 2 * 10 * rounds)
        in_use = 0
        for what, count in records:
            in_use += int(count) if what == "begin" else -int(count)
            self.assertLessEqual(in_use, limit)
        self.assertEqual(in_use, 0)

    def test_as_many_as_there_are_run_at_the_same_time(self):
        holders = [self.hold("s", "--permits", "1/3")[0] for _ in range(3)]
        self.assertEqual(self.tool("try", "s", "--permits", "1/3", "--", "true").returncode, 75)
        self.finish(holders.pop())
        self.assertEqual(self.tool("try", "s", "--permits", "2/3", "--", "true").returncode, 75)
        self.assertEqual(self.tool("try", "s", "--permits", "1/3", "--", "true").returncode, 0)
        self.finish(*holders)

    def test_another_limit_than_the_stored_one_is_refused(self):
        holder, _ = self.hold("s", "--permits", "1/3")
        done = self.tool("try", "s", "--permits", "1/2", "--", "true")
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn(b"'s'", done.stderr)
        self.finish(holder)

    def test_status_tells_how_many_of_how_many(self):
        self.hold("s", "--permits", "2/3")
        claim, = self.claims("s")
        self.assertEqual([claim[key] for key in ("mode", "permits", "limit")], ["permits", 2, 3])
        self.assertIn("permits 2/3", self.tool("status").stdout.decode())

    def test_without_a_limit_the_stored_one_counts(self):
        holder, _ = self.hold("s", "--permits", "2/3")
        self.assertEqual(self.tool("try", "s", "--permits", "2", "--", "true").returncode, 75)
        self.assertEqual(self.tool("try", "s", "--permits", "1", "--", "true").returncode, 0)
        done = self.tool("try", "s", "--permits", "4", "--", "true")
        self.assertEqual(done.returncode, 64, done.stderr)
        done = self.tool("try", "never-used", "--permits", "1", "--", "true")
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn(b"'never-used'", done.stderr)
        self.finish(holder)


class Shared(Modes):
    def test_readers_run_at_the_same_time(self):
        there, back = self.path("there"), self.path("back")
        os.mkfifo(there)
        os.mkfifo(back)
        # Each waits for a word of the other, so neither could end alone.
        one = self.start("run", "a", "--shared", "--", "sh", "-c", f"echo x > {there}; read word < {back}")
        two = self.start("run", "--shared", "a", "--", "sh", "-c", f"read word < {there}; echo y > {back}")
        self.assertEqual([one.end(), two.end()], [0, 0])

    def test_readers_keep_a_writer_out(self):
        holders = [self.hold("a", "--shared")[0] for _ in range(2)]
        for _ in range(2):
            self.assertEqual(self.tool("try", "a", "--", "true").returncode, 75)
            self.finish(holders.pop())
        self.assertEqual(self.tool("try", "a", "--", "true").returncode, 0)

    def test_a_writer_keeps_readers_out(self):
        holder, fence = self.hold("a")
        self.assertEqual(self.tool("try", "a", "--shared", "--", "true").returncode, 75)
        reader = self.start("run", "a", "--shared", "--", *SAY_AND_WAIT)
        waiting, = self.await_waiters("a", 1)
        self.assertEqual(waiting["mode"], "shared")
        self.finish(holder)
        self.assertGreater(int(reader.line().split()[1]), fence)
        self.finish(reader)

    def test_table_shows_the_mode(self):
        self.hold("a", "--shared")
        heading, row = self.tool("status").stdout.decode().splitlines()
        self.assertEqual(row.index("shared"), heading.index("MODE"))


class SeveralNames(Modes):
    def test_each_of_them_is_held(self):
        holder, _ = self.hold("a", "b", "c")
        for name in ("a", "b", "c"):
            self.assertEqual(self.tool("try", name, "--", "true").returncode, 75)
        self.assertEqual(self.tool("try", "d", "--", "true").returncode, 0)
        self.finish(holder)
        self.assertEqual(self.claims(), [])

    def test_one_that_is_busy_is_named_and_the_others_stay_free(self):
        self.hold("b", "--label", "nightly")
        done = self.tool("try", "a", "b", "--", "true")
        self.assertEqual(done.returncode, 75)
        self.assertIn(b"'a', 'b' are not all free, 'b' held by", done.stderr)
        self.assertIn(b"nightly", done.stderr)
        self.assertEqual(self.tool("try", "a", "--", "true").returncode, 0)

    def test_nothing_is_held_while_waiting_for_the_rest(self):
        holder, _ = self.hold("b")
        both = self.start("run", "a", "b", "--", "true")
        self.await_waiters("b", 1)
        self.assertEqual([claim["state"] for claim in self.claims("a")], ["waiting"])
        self.finish(holder)
        self.assertEqual(both.end(), 0)

    def test_opposite_orders_exclude_each_other_and_never_block(self):
        counter = self.path("counter")
        with open(counter, "w", encoding="ascii") as file:
            file.write("0")
        add_one = f"n=$(cat {counter}); echo $((n + 1)) > {counter}"
        orders = (["a", "b", "c"], ["c", "b", "a"], ["b", "a"])
        runs = [self.start("run", *orders[i % 3], "--", "sh", "-c", add_one) for i in range(12)]
        self.assertEqual([process.end() for process in runs], [0] * 12)
        with open(counter, encoding="ascii") as file:
            self.assertEqual(int(file.read()), 12)

    def test_readers_of_the_same_names_run_at_the_same_time(self):
        readers = [self.hold("a", "b", "--shared")[0] for _ in range(2)]
        self.assertEqual(self.tool("try", "b", "--", "true").returncode, 75)
        self.finish(*readers)

    def test_names_with_brackets_and_commas_stay_whole(self):
        done = self.tool("run", "[x,y]", "[p,q]", "--", "sh", "-c", 'printf %s "$INTERLOCK_FENCES"')
        names = [line.rsplit("=", 1)[0] for line in done.stdout.decode().splitlines()]
        self.assertEqual(names, ["[x,y]", "[p,q]"])

    def test_loss_of_one_of_them_ends_the_command(self):
        holder, _ = self.hold("a", "b")
        self.assertEqual(self.tool("evict", "b").returncode, 0)
        self.assertEqual(holder.end(), 70)
        self.assertIn(b"'a', 'b' was lost", holder.stderr.read())


class Environment(Modes):
    SHOW = ["sh", "-c", 'printf "%s|%s|%s" "$INTERLOCK_NAME" "$INTERLOCK_FENCE" "$INTERLOCK_FENCES"']

    def seen(self, *names):
        name, fence, fences = self.tool("run", *names, "--", *self.SHOW).stdout.decode().split("|")
        pairs = [line.rsplit("=", 1) for line in fences.splitlines()]
        return name, int(fence), [(key, int(value)) for key, value in pairs]

    def test_several_names_have_a_fence_each_in_the_order_given(self):
        name, fence, fences = self.seen("z", "a=b", "m")
        self.assertEqual(name, "z")
        self.assertEqual([key for key, _ in fences], ["z", "a=b", "m"])
        self.assertEqual(fences[0], ("z", fence))
        later = dict(self.seen("m", "z", "a=b")[2])
        for key, value in fences:
            self.assertGreater(value, 0)
            self.assertGreater(later[key], value)

    def test_one_name_has_no_list_not_even_that_of_an_outer_run(self):
        self.assertEqual(self.seen("a")[2], [])
        inner = self.tool("run", "a", "b", "--", TOOL, "run", "c", "--", *self.SHOW)
        self.assertTrue(inner.stdout.startswith(b"c|"), inner)
        self.assertTrue(inner.stdout.endswith(b"|"), inner)
