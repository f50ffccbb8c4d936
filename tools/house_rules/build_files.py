# SPDX-License-Identifier: Apache-2.0
"""No source file is forgotten: each stands in a CMakeLists.txt, and each folder of those in another."""

import posixpath
import re

BUILT = ("src/", "cli/", "console/", "tests/", "bench/", "examples/")


def lists_above(tree, path):
    """The CMakeLists.txt files in the folders above a path, nearest first."""
    folder = posixpath.dirname(path)
    while True:
        candidate = posixpath.join(folder, "CMakeLists.txt")
        if candidate in tree:
            yield candidate
        if not folder:
            return
        folder = posixpath.dirname(folder)


def names(tree, lists, wanted):
    """Whether a CMakeLists.txt has this path as a word of its own, comments apart."""
    code = re.sub(r"#[^\n]*", "", tree.read(lists))
    return re.search(rf"(?<![\w./-]){re.escape(wanted)}(?![\w/-]|\.\w)", code) is not None


def is_named(tree, path, endings, where):
    for lists in where:
        if lists == path:
            continue
        relative = posixpath.relpath(path, posixpath.dirname(lists) or ".")
        for spelling in (relative, "${PROJECT_SOURCE_DIR}/" + path):
            if any(names(tree, lists, spelling.removesuffix(ending)) for ending in endings):
                return True
    return False


def check(tree):
    all_lists = tree.named("CMakeLists.txt")
    for path in tree.named(".cpp", under=BUILT):
        # A list of examples or benchmarks may leave the ending to a loop.
        if not is_named(tree, path, ("", ".cpp"), lists_above(tree, path)):
            yield f"{path}:1: is in no CMakeLists.txt"
    for path in tree.named("/CMakeLists.txt"):
        if is_project(tree, path) or is_engine(tree, path):
            continue
        if not is_named(tree, path, ("/CMakeLists.txt",), all_lists):
            yield f"{path}:1: no other CMakeLists.txt adds this folder"


def is_project(tree, path):
    """A project of its own, such as a consumer that a test builds."""
    return re.search(r"^project\(", tree.read(path), re.MULTILINE) is not None


def is_engine(tree, path):
    """Engines are chosen by INTERLOCK_ENGINES, and listed where ./interlock looks for them."""
    found = re.fullmatch(r"src/engines/(\w+)/CMakeLists\.txt", path)
    rows = [line.split() for line in tree.lines("tools/engines.list") if not line.startswith("#")]
    return found is not None and any(len(row) > 1 and row[1] == found.group(1) for row in rows)
