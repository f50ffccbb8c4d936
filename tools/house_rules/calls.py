# SPDX-License-Identifier: Apache-2.0
"""Clock, sleep and chance belong to src/runtime, so that tests can move them; the library prints nothing."""

import re

from . import cpp

# A name with nothing before it that would make it a member or part of a longer name.
FREE = r"(?<![\w.>])(?:(?:std)?::)?"
OUTSIDE_RUNTIME = {
    "reads a clock": r"\b\w*_clock::now\b|\bclock_gettime\b|\bgettimeofday\b"
                     rf"|{FREE}time\s*\(\s*(?:nullptr|NULL|0|&)",
    "sleeps": rf"\bsleep_(?:for|until)\b|\busleep\b|\bnanosleep\b|\bclock_nanosleep\b|{FREE}sleep\s*\(",
    "draws chance": rf"{FREE}s?rand\s*\(|\brandom_device\b|\bgetrandom\b|\bgetentropy\b|\bmt19937(?:_64)?\b",
}
ANYWHERE = {
    "prints": rf"\bstd::c(?:out|err|log)\b|{FREE}(?:f|v|vf)?printf\s*\(|{FREE}f?puts\s*\(",
}
REMEDY = "time and chance come from src/runtime through the port; people are told through events"


def check(tree):
    for path in tree.cpp("include", "src"):
        rules = dict(ANYWHERE)
        if not path.startswith("src/runtime/"):
            rules.update(OUTSIDE_RUNTIME)
        for number, line in enumerate(cpp.code_only(tree.read(path)).splitlines(), 1):
            for what, pattern in rules.items():
                found = re.search(pattern, line)
                if found:
                    yield f"{path}:{number}: {what}: {found.group(0)} ({REMEDY})"
