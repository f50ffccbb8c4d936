#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The support table of the README, made from the results of a conformance run.

tools/support_table.py RESULTS.xml README.md           writes the table between its marks
tools/support_table.py --check RESULTS.xml README.md   fails if the README says something else
"""
import re
import sys
import xml.etree.ElementTree as xml

MARKS = re.compile(r"(<!-- support-table -->\n).*?(<!-- /support-table -->)", re.S)
# ctest's name of a conformance test: group, then engine/topic.sentence/layout.
NAME = re.compile(r"^conformance\.(?P<engine>\w+)/(?P<topic>\w+)\.\w+/(?P<layout>\w+)$")


def outcomes(results):
    """{topic: {engine: [whether it passed, or None if it was skipped]}}"""
    found = {}
    for case in xml.parse(results).iter("testcase"):
        name = NAME.match(case.get("name"))
        if not name:
            continue
        engine = name["engine"] if name["layout"] == "native" else f"{name['engine']} `{name['layout']}`"
        skipped = case.find("skipped") is not None
        passed = None if skipped else case.get("status") == "run" and case.find("failure") is None
        found.setdefault(name["topic"], {}).setdefault(engine, []).append(passed)
    return found


def cell(tests):
    """yes (with the number of tests), no, or – where the engine does not promise it."""
    if not tests or all(passed is None for passed in tests):
        return "–"
    if False in tests:
        return "**no**"
    return f"yes ({sum(1 for passed in tests if passed)})"


def table(found):
    engines = sorted({engine for topic in found.values() for engine in topic})
    head = " | ".join(f"`{engine}:`" for engine in engines)
    lines = [f"| | {head} |", "|---" * (len(engines) + 1) + "|"]
    for topic in sorted(found):
        cells = " | ".join(cell(found[topic].get(engine, [])) for engine in engines)
        lines.append(f"| {topic.replace('_', ' ')} | {cells} |")
    return "\n".join(lines) + "\n"


def main(arguments):
    check = arguments[:1] == ["--check"]
    results, readme = arguments[1:] if check else arguments
    found = outcomes(results)
    if not found:
        sys.exit(f"{results} has no conformance results")
    with open(readme, encoding="utf-8") as file:
        before = file.read()
    after = MARKS.sub(lambda marks: marks[1] + table(found) + marks[2], before)
    if check:
        if before != after:
            sys.exit(f"{readme} shows other results; run tools/support_table.py {results} {readme}")
        return
    with open(readme, "w", encoding="utf-8") as file:
        file.write(after)


main(sys.argv[1:])
