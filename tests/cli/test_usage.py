# SPDX-License-Identifier: Apache-2.0
"""Bad input: exit code 64 and a message that names the field; an engine out of reach: 69."""
import os
import subprocess

from support import DEADLINE, TOOL, CliTest


class BadInput(CliTest):
    def refused(self, *arguments, mention):
        done = self.tool(*arguments)
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertEqual(done.stdout, b"")
        for text in [mention] if isinstance(mention, str) else mention:
            self.assertIn(text, done.stderr.decode())

    def test_no_command_at_all(self):
        self.refused(mention="--help")

    def test_unknown_command_suggests_the_nearest(self):
        self.refused("stauts", mention=["'stauts'", "'status'"])

    def test_unknown_option_suggests_the_nearest(self):
        self.refused("run", "a", "--lese", "5s", "--", "true", mention=["--lese", "'--lease'"])

    def test_missing_pieces_are_named(self):
        self.refused("run", mention="NAME")
        self.refused("run", "a", mention="after --")
        self.refused("run", "a", "--", mention="after --")
        self.refused("evict", mention="NAME")
        self.refused("completion", mention="SHELL")
        self.refused("run", "a", "--wait", mention="--wait")

    def test_what_is_too_much_is_named(self):
        self.refused("status", "a", "b", mention="'b'")
        self.refused("version", "--", "x", mention="version")
        self.refused("status", "--json=yes", mention="--json")

    def test_several_names_are_checked_one_by_one(self):
        self.refused("run", "a", "b", mention="after --")
        self.refused("run", "a", "--lese", "5s", "b", "--", "true", mention=["--lese", "'--lease'"])
        self.refused("run", "a", "", "--", "true", mention="name")
        self.refused("run", "a", "b", "a", "--", "true", mention=["'a'", "twice"])
        self.refused("evict", "a", "b", mention="'b'")

    def test_numbers_of_permits_that_are_none(self):
        for text in ("x", "/", "1/", "/3", "1/x", "-1/3", "1/0", "0/0", "1/2/3", "1 /3", "9" * 12, "1/+3"):
            with self.subTest(text=text):
                self.refused("run", "a", f"--permits={text}", "--", "true", mention=["--permits", "1/3"])
        self.refused("run", "a", "--permits", "", "--", "true", mention=["--permits", "1/3"])

    def test_numbers_of_permits_out_of_range(self):
        self.refused("run", "a", "--permits", "3/2", "--", "true", mention=["--permits", "'3/2'", "2/2"])
        self.refused("run", "a", "--permits", "0/3", "--", "true", mention=["--permits", "'0/3'", "1/3"])
        self.refused("try", "a", "--permits", "0", "--", "true", mention=["--permits", "'0'", "at least one"])

    def test_permits_go_with_one_name_and_without_shared(self):
        permits = ["--permits", "1/3"]
        self.refused("run", "a", *permits, "--shared", "--", "true", mention=["--permits", "--shared"])
        self.refused("run", "a", "b", *permits, "--", "true", mention=["--permits", "one NAME, not 2"])

    def test_durations_that_are_none(self):
        wrong = ("x", "5", "-5s", "1.5s", "5 s", "s", "1s1m", "5s5s", "0x5s", "9" * 20 + "s", "1d", "")
        for option in ("wait", "lease", "grace", "min-hold", "max-hold"):
            for text in wrong:
                with self.subTest(option=option, text=text):
                    self.refused("run", "a", f"--{option}", text, "--", "true", mention=f"--{option}")

    def test_durations_out_of_range(self):
        self.refused("run", "a", "--lease", "25h", "--", "true", mention=["--lease", "24h"])
        self.refused("run", "a", "--wait", "9999999h", "--", "true", mention="--wait")
        self.refused("run", "a", "--lease", "0", "--", "true", mention="lease")
        self.refused("run", "a", "--lease", "1ms", "--", "true", mention="lease")
        self.refused("run", "a", "--lease", "1s", "--min-hold", "2s", "--", "true", mention="min_hold")

    def test_choices_that_do_not_exist(self):
        self.refused("run", "a", "--on-lost", "explode", "--", "true", mention=["--on-lost", "terminate"])
        self.refused("run", "a", "--order", "random", "--", "true", mention=["--order", "fair"])
        self.refused("completion", "powershell", mention=["SHELL", "bash"])

    def test_names_that_are_none(self):
        for name in ("", "x" * 513, "a\nb", "\x7f"):
            with self.subTest(name=name[:10]):
                self.refused("run", name, "--", "true", mention="name")

    def test_name_that_is_not_utf8(self):
        done = subprocess.run([TOOL.encode(), b"run", b"\xff\xfe", b"--", b"true"], env=self.environment,
                              capture_output=True, timeout=DEADLINE, check=False)
        self.assertEqual(done.returncode, 64)

    def test_labels_that_are_none(self):
        self.refused("run", "a", "--label", "x" * 129, "--", "true", mention="label")
        self.refused("run", "a", "--label", "a\tb", "--", "true", mention="label")

    def test_engines_that_do_not_exist(self):
        self.refused("run", "a", "--engine", "sqlte:x", "--", "true", mention="sqlite")
        self.refused("status", "--engine", "nonsense", mention="scheme")


class EngineOutOfReach(CliTest):
    def test_folder_that_does_not_exist(self):
        engine = f"sqlite:{self.path('no/such/folder')}/locks.db"
        for arguments in (["run", "a", "--", "true"], ["status"], ["evict", "a"]):
            done = self.tool(*arguments, INTERLOCK_ENGINE=engine)
            self.assertEqual(done.returncode, 69, done.stderr)
            self.assertIn(b"interlock: ", done.stderr)

    def test_file_that_is_no_database_is_left_alone(self):
        path = self.path("notes.txt")
        text = b"not a database, and dear to its owner\n" * 100
        with open(path, "wb") as file:
            file.write(text)
        self.assertEqual(self.tool("run", "a", "--engine", f"sqlite:{path}", "--", "true").returncode, 69)
        with open(path, "rb") as file:
            self.assertEqual(file.read(), text)


class Help(CliTest):
    def test_help_goes_to_standard_output(self):
        for arguments in (["--help"], ["-h"], ["help"], ["run", "--help"], ["status", "-h"]):
            done = self.tool(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertIn(b"Exit codes", done.stdout)

    def test_hidden_commands_are_not_shown(self):
        self.assertNotIn(b"demo-worker", self.tool("--help").stdout)

    def test_version_is_that_of_the_header(self):
        source = os.path.join(os.environ["INTERLOCK_TEST_SOURCE"], "include/interlock/version.hpp")
        with open(source, encoding="utf-8") as file:
            version = file.read().split('INTERLOCK_VERSION "')[1].split('"')[0]
        for arguments in (["version"], ["--version"]):
            self.assertEqual(self.tool(*arguments).stdout.decode(), f"interlock {version}\n")

    def test_full_disk_is_an_error(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([TOOL, "version"], stdout=full, stderr=subprocess.PIPE, timeout=DEADLINE,
                                  check=False)
        self.assertEqual(done.returncode, 71)
