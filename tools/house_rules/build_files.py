# SPDX-License-Identifier: Apache-2.0
"""No source file is forgotten: each stands in a CMakeLists.txt, and each folder of those in another."""

import posixpath
import re

LOOP_WORD = re.compile(r"[\w./-]*\$\{\w+\}[\w./-]*\.cpp")
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
    """Whether a CMakeLists.txt has this path as a word of its own, comments apart, or makes it in a loop."""
    code = re.sub(r"#[^\n]*", "", tree.read(lists))
    return has_word(code, wanted) or any(makes(code, word, wanted) for word in LOOP_WORD.findall(code))


def has_word(code, word):
    return re.search(rf"(?<![\w./-]){re.escape(word)}(?![\w/-]|\.\w)", code) is not None


def makes(code, word, wanted):
    """Whether `${name}.cpp` or the like becomes the wanted path for a word of the same file."""
    pattern = r"([\w-]+)".join(re.escape(part) for part in re.split(r"\$\{\w+\}", word))
    found = re.fullmatch(pattern, wanted)
    return found is not None and all(has_word(code, item) for item in found.groups())


def is_named(tree, path, where, ending=""):
    for lists in where:
        if lists == path:
            continue
        relative = posixpath.relpath(path, posixpath.dirname(lists) or ".")
        for spelling in (relative, "${PROJECT_SOURCE_DIR}/" + path):
            if names(tree, lists, spelling.removesuffix(ending)):
                return True
    return False


def check(tree):
    all_lists = tree.named("CMakeLists.txt")
    for path in tree.named(".cpp", under=BUILT):
        if not is_named(tree, path, lists_above(tree, path)):
            yield f"{path}:1: is in no CMakeLists.txt"
    for path in tree.named("/CMakeLists.txt"):
        if is_project(tree, path) or is_engine(tree, path):
            continue
        if not is_named(tree, path, all_lists, "/CMakeLists.txt"):
            yield f"{path}:1: no other CMakeLists.txt adds this folder"


def is_project(tree, path):
    """A project of its own, such as a consumer that a test builds."""
    return re.search(r"^project\(", tree.read(path), re.MULTILINE) is not None


def is_engine(tree, path):
    """Engines are chosen by INTERLOCK_ENGINES, and listed where ./interlock looks for them."""
    found = re.fullmatch(r"src/engines/(\w+)/CMakeLists\.txt", path)
    rows = [line.split() for line in tree.lines("tools/engines.list") if not line.startswith("#")]
    return found is not None and any(len(row) > 1 and row[1] == found.group(1) for row in rows)
