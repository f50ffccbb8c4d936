# SPDX-License-Identifier: Apache-2.0
"""Feeds each house rule trees that break it, and one that keeps it: a check that cannot fail is a defect."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

import house_rules  # noqa: E402
from house_rules import cpp, cpp_format  # noqa: E402
from house_rules.tree import Tree  # noqa: E402
from house_rules_trees import BAD, GOOD, long_function, ratchet, whole  # noqa: E402


def complaints(check, changes):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {**GOOD, **changes}.items():
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(whole(path, text), encoding="utf-8")
        return list(house_rules.CHECKS[check](Tree(folder)))


class HouseRules(unittest.TestCase):
    def test_every_rule_has_trees_that_break_it(self):
        self.assertEqual(set(house_rules.CHECKS), set(BAD))

    def test_the_good_tree_keeps_every_rule(self):
        for check in house_rules.CHECKS:
            with self.subTest(check), self.unless_unavailable():
                self.assertEqual(complaints(check, {}), [])

    def test_each_bad_tree_is_complained_about(self):
        for check, trees in BAD.items():
            for changes, expected in trees:
                with self.subTest(check=check, expected=expected), self.unless_unavailable():
                    self.assertIn(expected, "\n".join(complaints(check, changes)))

    def test_the_ratchet_excuses_exactly_what_it_names(self):
        excused = ratchet("functions", "src/core/a.cpp:f", 70)
        self.assertEqual(complaints("function_size", {**excused, "src/core/a.cpp": long_function(70)}), [])
        self.assertEqual(complaints("size_ratchet", {**excused, "src/core/a.cpp": long_function(70)}), [])
        self.assertNotEqual(complaints("function_size", {**excused, "src/core/a.cpp": long_function(71)}), [])

    def test_the_ratchet_never_grows_between_commits(self):
        with tempfile.TemporaryDirectory() as folder:
            ratchet = pathlib.Path(folder, "tools/tidy_ratchet.json")
            ratchet.parent.mkdir()
            ratchet.write_text('{"files": {"a.cpp": 310}}', encoding="utf-8")
            git = ["git", "-C", folder, "-c", "user.name=t", "-c", "user.email=t@t"]
            for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "tools: start"]):
                subprocess.run(git + command, check=True)
            pathlib.Path(folder, "a.cpp").write_text("\n" * 320, encoding="utf-8")
            ratchet.write_text('{"files": {"a.cpp": 320}}', encoding="utf-8")
            found = list(house_rules.CHECKS["size_ratchet"](Tree(folder)))
            self.assertIn("may not grow from 310 to 320", "\n".join(found))

    def test_words_in_comments_and_literals_are_not_calls(self):
        harmless = '// rand() and sleep_for\nauto t = "std::cout"; /* time(0) */ auto n = 1\'000 + 2\'000;\n'
        self.assertEqual(complaints("banned_calls", {"src/core/a.cpp": harmless}), [])
        members = "void f() { time_.now(); x->time(0); Clock::now(); snprintf(b, 1, c); pause(2); }\n"
        self.assertEqual(complaints("banned_calls", {"src/core/a.cpp": members}), [])

    def test_functions_are_found_where_they_are(self):
        text = (
            "namespace n {\nstruct s : base<f()> {\n  int a{1};\n  s(int x) noexcept : a{x} {\n  }\n};\n"
            "const int t[] = {1, 2};\nvoid f(int i) {\n  for (;;) {\n  }\n}\n"
            "enum class e : int { one };\n}\n")
        self.assertEqual(list(cpp.functions(text)), [("s", 4, 2), ("f", 8, 4)])

    def unless_unavailable(self):
        return _SkipIfUnavailable(self)


class _SkipIfUnavailable:
    """clang-format may be missing on a developer's machine; ./test installs it."""

    def __init__(self, case):
        self.case = case

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None and issubclass(kind, cpp_format.Unavailable):
            print(f"not checked: {error}")
            return True
        return False


if __name__ == "__main__":
    unittest.main()
