# SPDX-License-Identifier: Apache-2.0
"""Files and functions stay small. Old offenders stand in tools/tidy_ratchet.json: its numbers only shrink."""

import ast
import json
import subprocess

from . import cpp

RATCHET = "tools/tidy_ratchet.json"
FUNCTION_LIMIT = 60
FILE_LIMITS = (("examples/", 80), ("include/", 400), ("tests/", 400), ("", 300))
MEASURED = (".cpp", ".hpp", ".py", ".sh", ".cmake", "CMakeLists.txt")


def file_limit(path):
    return next(limit for folder, limit in FILE_LIMITS if path.startswith(folder))


def file_sizes(tree):
    for path in tree.paths:
        if path.endswith(MEASURED) or tree.is_script(path):
            yield path, len(tree.lines(path))


def function_sizes(tree):
    """(path, line, key, lines) of each function; the key is `path:name`."""
    for path in tree.named(".cpp", ".hpp"):
        for name, line, count in cpp.functions(tree.read(path)):
            yield path, line, f"{path}:{name}", count
    for path in tree.named(".py"):
        for node in ast.walk(ast.parse(tree.read(path))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield path, node.lineno, f"{path}:{node.name}", node.end_lineno - node.lineno + 1


def ratchet(tree):
    text = tree.read(RATCHET)
    found = json.loads(text) if text else {}
    return found.get("files", {}), found.get("functions", {})


def check_files(tree):
    known, _ = ratchet(tree)
    for path, count in file_sizes(tree):
        limit = known.get(path, file_limit(path))
        if count > limit:
            yield f"{path}:{count}: {count} lines, the limit is {limit}: split it by idea"


def check_functions(tree):
    _, known = ratchet(tree)
    for path, line, key, count in function_sizes(tree):
        limit = known.get(key, FUNCTION_LIMIT)
        if count > limit:
            yield f"{path}:{line}: {key.rsplit(':', 1)[1]} has {count} lines, the limit is {limit}: split it"


def check_ratchet(tree):
    """Every entry is still needed, says the very size, and is no bigger than in the last commit."""
    files, functions = ratchet(tree)
    actual = dict(file_sizes(tree))
    longest = {}
    for _, _, key, count in function_sizes(tree):
        longest[key] = max(count, longest.get(key, 0))
    yield from _stale(files, actual, file_limit)
    yield from _stale(functions, longest, lambda key: FUNCTION_LIMIT)
    yield from _grown(tree, {**files, **functions})


def _stale(known, actual, limit):
    for key, allowed in known.items():
        now = actual.get(key, 0)
        if now <= limit(key):
            yield f"{RATCHET}:1: {key} is within the limit now: take its entry out"
        elif now < allowed:
            yield f"{RATCHET}:1: {key} has shrunk to {now}: lower its entry"


def _grown(tree, known):
    shown = subprocess.run(["git", "-C", str(tree.root), "show", f"HEAD:./{RATCHET}"],
                           capture_output=True, check=False)
    if shown.returncode != 0:
        return
    before = json.loads(shown.stdout)
    before = {**before.get("files", {}), **before.get("functions", {})}
    for key, allowed in known.items():
        if allowed > before.get(key, 0):
            yield f"{RATCHET}:1: {key} may not grow from {before.get(key, 'the common limit')} to {allowed}"
