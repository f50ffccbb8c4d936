# SPDX-License-Identifier: Apache-2.0
"""Man page and completions are made from the command table; the checked-in files must not drift from it."""
import os
import re
import subprocess
import unittest

from support import DEADLINE, SOURCE, CliTest, needs

FILES = {
    "man/interlock.1": ["man"],
    "completions/interlock.bash": ["completion", "bash"],
    "completions/_interlock": ["completion", "zsh"],
    "completions/interlock.fish": ["completion", "fish"],
}


def checked_in(name):
    return os.path.join(SOURCE, "cli", name)


def shell(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=DEADLINE, check=False)


class Drift(CliTest):
    def test_checked_in_files_are_what_the_tool_prints(self):
        for name, arguments in FILES.items():
            with self.subTest(file=name), open(checked_in(name), "rb") as file:
                remedy = f"interlock {' '.join(arguments)} > cli/{name}"
                self.assertEqual(file.read(), self.tool(*arguments).stdout, f"run: {remedy}")


class ManPage(CliTest):
    @needs("groff")
    def test_renders_without_warnings(self):
        done = shell("groff", "-ww", "-man", "-Tutf8", checked_in("man/interlock.1"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_tells_every_command_option_and_exit_code_of_the_help(self):
        page = self.tool("man").stdout.decode().replace("\\-", "-")
        for command in ("run", "try", "status", "evict", "elect", "leader", "once", "cell", "latch",
                        "barrier", "demo", "completion"):
            help_text = self.tool(command, "--help").stdout.decode()
            for option in re.findall(r"^  (--[a-z-]+)", help_text, re.MULTILINE):
                self.assertIn(option, page)
        for code in ("64", "69", "70", "71", "73", "75", "126", "127", "128+N"):
            self.assertIn(f".B {code}\n", page)


class Completions(CliTest):
    def complete(self, *words):
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _interlock; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        source = checked_in("completions/interlock.bash")
        done = shell("bash", "--norc", "-c", script, "bash", source, "interlock", *words)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_completes_commands_options_and_values(self):
        self.assertEqual(self.complete("st"), ["status"])
        self.assertEqual(self.complete("run", "--on"), ["--on-lost"])
        self.assertEqual(self.complete("run", "--on-lost", ""), ["terminate", "warn"])
        self.assertEqual(self.complete("completion", "f"), ["fish"])
        self.assertEqual(self.complete("cell", "w"), ["watch"])
        self.assertNotIn("demo-worker", self.complete("demo"))

    def test_bash_completes_the_command_to_run(self):
        self.assertIn("bash", self.complete("run", "a", "--", "bas"))

    @needs("zsh")
    def test_zsh_loads_the_script(self):
        source = checked_in("completions/_interlock")
        done = shell("zsh", "-f", "-c", f"autoload -U compinit; compinit -D; source {source}")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    @needs("fish")
    def test_fish_completes_commands(self):
        path = checked_in("completions/interlock.fish")
        done = shell("fish", "--no-config", "-c", f"source {path}; complete -C 'interlock st'")
        self.assertIn("status", done.stdout)
