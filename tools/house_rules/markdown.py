# SPDX-License-Identifier: Apache-2.0
"""Documentation does not drift: titles, links, the changelog's version, snippets equal to the examples."""

import posixpath
import re

FENCE = re.compile(r"^\s*(?:```|~~~)")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)|!\[[^\]]*\]\(([^)\s]+)\)")
SNIPPET = re.compile(r"^<!-- example: (\S+) -->\n+```cpp\n(.*?)^```", re.DOTALL | re.MULTILINE)


def prose(tree, path):
    """(number, line) outside of code blocks."""
    inside = False
    for number, line in enumerate(tree.lines(path), 1):
        if FENCE.match(line):
            inside = not inside
        elif not inside:
            yield number, line


def check_version(tree):
    found = re.search(r'INTERLOCK_VERSION "([^"]+)"', tree.read("include/interlock/version.hpp"))
    version = found.group(1) if found else "(none)"
    newest = re.search(r"^## \[?(\d[^\]\s]*)", tree.read("CHANGELOG.md"), re.MULTILINE)
    told = newest.group(1) if newest else "(none)"
    if told != version:
        yield f"CHANGELOG.md:1: its newest version is {told}, but version.hpp says {version}"


def check_titles(tree):
    for path in tree.named(".md"):
        count = sum(1 for _, line in prose(tree, path) if line.startswith("# "))
        if count != 1:
            yield f"{path}:1: {count} titles (lines with one #); a page has exactly one"


def anchors(tree, path):
    """The fragments that the headings of a page can be reached by."""
    for _, line in prose(tree, path):
        if line.startswith("#"):
            heading = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            yield heading.replace(" ", "-")


def check_links(tree):
    for path in tree.named(".md"):
        for number, line in prose(tree, path):
            for match in LINK.finditer(re.sub(r"`[^`]*`", "", line)):
                target = match.group(1) or match.group(2)
                if not re.match(r"[a-z]+:", target) and not leads_somewhere(tree, path, target):
                    yield f"{path}:{number}: dead link {target}"


def leads_somewhere(tree, path, target):
    file, _, fragment = target.partition("#")
    found = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
    if not (tree.root / found).exists():
        return False
    return not fragment or not found.endswith(".md") or fragment in anchors(tree, found)


def example_text(tree, path):
    """What stands between `// [snippet]` and `// [/snippet]`, moved to the left margin; else all of it."""
    text = tree.read(path)
    found = re.search(r"^[ \t]*// \[snippet\]\n(.*?)^[ \t]*// \[/snippet\]", text, re.DOTALL | re.MULTILINE)
    if not found:
        return text
    lines = found.group(1).splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines)


def check_snippets(tree):
    for path in tree.named(".md"):
        text = tree.read(path)
        for match in SNIPPET.finditer(text):
            example, shown = match.groups()
            line = text.count("\n", 0, match.start()) + 1
            if example not in tree:
                yield f"{path}:{line}: there is no {example}"
            elif shown.strip() != example_text(tree, example).strip():
                yield f"{path}:{line}: the snippet is not what {example} says now"
        for match in re.finditer(r"^<!-- example:", text, re.MULTILINE):
            if not SNIPPET.match(text, match.start()):
                line = text.count("\n", 0, match.start()) + 1
                yield f"{path}:{line}: no ```cpp block follows this example mark"
