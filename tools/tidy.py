#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the house rules: `tools/tidy.py [--root FOLDER] [CHECK…]`; without a name all of them."""

import argparse
import pathlib
import sys

sys.dont_write_bytecode = True

import house_rules  # noqa: E402: after the setting above, so that the source tree stays clean
from house_rules.cpp_format import Unavailable  # noqa: E402
from house_rules.tree import Tree  # noqa: E402

SKIPPED = 77


def run(check, tree):
    """0 if the tree keeps the rule, 1 if not, SKIPPED if it cannot be told here."""
    try:
        complaints = list(house_rules.CHECKS[check](tree))
    except Unavailable as reason:
        print(f"{check}: skipped: {reason}")
        return SKIPPED
    for complaint in complaints:
        print(f"{complaint}  [{check}]")
    return 1 if complaints else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--list", action="store_true", help="show the names of the checks")
    parser.add_argument("checks", nargs="*", metavar="CHECK")
    wanted = parser.parse_args()
    if wanted.list:
        print("\n".join(house_rules.CHECKS))
        return 0
    unknown = [check for check in wanted.checks if check not in house_rules.CHECKS]
    if unknown:
        parser.error(f"no such check: {', '.join(unknown)}; --list shows them")
    tree = Tree(wanted.root)
    results = [run(check, tree) for check in wanted.checks or house_rules.CHECKS]
    return 1 if 1 in results else max(results)


if __name__ == "__main__":
    sys.exit(main())
