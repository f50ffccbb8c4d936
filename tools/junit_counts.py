#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts ctest's JUnit file: prints `passed failed skipped` and, on stderr, the names of those not passed."""

import html
import re
import sys

# Not an XML parser: a test may print bytes that no XML file can hold, and ctest copies them.
CASE = re.compile(r'<testcase name="([^"]*)"[^>]* status="(\w+)">\s*(?:<skipped message="([^"]*)")?')
CHOSE_TO_SKIP = ("SKIP_REGULAR_EXPRESSION_MATCHED", "SKIP_RETURN_CODE=77")


def outcome(status, reason):
    """One of passed, failed, skipped. What could not be started at all has failed."""
    if status == "run":
        return "passed"
    return "skipped" if reason in CHOSE_TO_SKIP else "failed"


def main(path, preset):
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    with open(path, encoding="utf-8", errors="replace") as results:
        for name, status, reason in CASE.findall(results.read()):
            result = outcome(status, reason)
            counts[result] += 1
            if result != "passed":
                print(f"test: {result}: {html.unescape(name)} (preset {preset})", file=sys.stderr)
    print(*counts.values())


if __name__ == "__main__":
    main(*sys.argv[1:])
