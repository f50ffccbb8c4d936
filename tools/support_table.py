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
# Topics about objects, with what they prove; all others are about the operations of an engine.
OBJECTS = {
    "mutexes": "`mutex`, `recursive_mutex`",
    "shared_mutexes": "`shared_mutex`, `recursive_shared_mutex`",
    "semaphores": "`semaphore`",
    "multi_locks": "`multi_lock`",
    "elections": "`election`",
    "latches": "`latch`",
    "barriers": "`barrier`",
    "onces": "`once`",
    "conditions": "`condition`",
    "cell_objects": "`cell<T>`",
    "deadlocked_threads": "deadlock detection",
}
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
    """yes, no, or – where the engine does not promise it."""
    if not tests or all(passed is None for passed in tests):
        return "–"
    if False in tests:
        return "**no**"
    return "yes"


def table(found):
    engines = sorted({engine for topic in found.values() for engine in topic})
    head = " | ".join(f"`{engine}:`" for engine in engines)
    lines = [f"| | {head} |", "|---" * (len(engines) + 1) + "|"]
    operations = {topic: topic.replace("_", " ") for topic in sorted(found) if topic not in OBJECTS}
    for topic, shown in {**OBJECTS, **operations}.items():
        cells = " | ".join(cell(found.get(topic, {}).get(engine, [])) for engine in engines)
        lines.append(f"| {shown} | {cells} |")
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
