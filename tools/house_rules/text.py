# SPDX-License-Identifier: Apache-2.0
"""Plain text rules: no leftover markers, no overlong lines."""

import re

# Put together here, so that this file does not complain about itself.
MARKERS = re.compile(r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK")) + r")\b")
COLUMNS = 110
CODE = (".cpp", ".hpp", ".py", ".sh", ".cmake", "CMakeLists.txt", ".sql", ".lua")


def check_markers(tree):
    for path in tree.paths:
        for number, line in enumerate(tree.lines(path), 1):
            found = MARKERS.search(line)
            if found:
                yield f"{path}:{number}: leftover marker {found.group(0)}: finish it, or open an issue"


def check_columns(tree):
    for path in tree.paths:
        if not path.endswith(CODE) and not tree.is_script(path):
            continue
        for number, line in enumerate(tree.lines(path), 1):
            if len(line) > COLUMNS:
                yield f"{path}:{number}: {len(line)} columns, the limit is {COLUMNS}"
