# SPDX-License-Identifier: Apache-2.0
"""As much of C++ as the rules need: code without comments and literals, includes, and where functions are."""

import re

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/'                              # comments
    r'|R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"'   # raw strings
    r'|"(?:\\.|[^"\\\n])*"'                            # strings
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",           # characters, but not the ' in 1'000
    re.DOTALL,
)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
# What may stand between a parameter list and the body.
BODY_FOLLOWS = re.compile(
    r"\)\s*(?:(?:const|volatile|noexcept(?:\s*\([^{}]*\))?|override|final|mutable|try|&&?|requires\b[^{};]*"
    r"|->\s*[\w:<>,&*\s]+(?:\([^{}]*\))?)\s*)*$"
)
# A parameter list followed by member initializers, which may have braces of their own.
CONSTRUCTOR = re.compile(r"\)\s*(?:noexcept(?:\s*\([^{}]*\))?\s*)?:(?!:)")
NOT_A_FUNCTION = re.compile(r"^\s*(?:typedef\s+)?(?:namespace|class|struct|union|enum)\b")
NAME = re.compile(r"(operator\s*\S+?|~?[\w:]+)\s*(?:<[^<>()]*>)?\s*\(")
NOT_THE_NAME = re.compile(r"\[\[.*?\]\]|\btemplate\s*<[^{}]*?>\s*(?=[\w:])|\bnoexcept\s*\(.*?\)")


def blank(text):
    """As many blanks, on the same lines."""
    return re.sub(r"[^\n]", " ", text)


def code_only(text):
    """The text with comments and the insides of literals as blanks: same lines, same columns."""

    def emptied(match):
        found = match.group(0)
        return blank(found) if found.startswith("/") else found[0] + blank(found[1:-1]) + found[-1]

    return TOKEN.sub(emptied, text)


def includes(text):
    """(line, path) of each #include. Comments are taken out first; the paths in quotes are still needed."""
    code = TOKEN.sub(lambda m: blank(m.group(0)) if m.group(0).startswith("/") else m.group(0), text)
    for match in INCLUDE.finditer(code):
        yield code.count("\n", 0, match.start()) + 1, match.group(1)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def functions(text):
    """(name, first line, number of lines) of each function that is not inside another."""
    code = DIRECTIVE.sub(lambda m: blank(m.group(0)), code_only(text))
    depth, body, initializer, start = 0, None, None, 0  # body, initializer: the depth outside of them
    head = ("", 0)
    for match in re.finditer(r"[{};]", code):
        char, at = match.group(0), match.start()
        before = code[start:at]
        if char == "{":
            if body is None and initializer is None:
                if _opens_body(before):
                    body, head = depth, (before, start)
                elif CONSTRUCTOR.search(before):
                    initializer = depth
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == body:
                yield _describe(code, head, at)
                body = None
            elif depth == initializer:
                initializer = None
                continue
        if body is None and initializer is None and not (char == ";" and _inside_parentheses(before)):
            start = at + 1


def _inside_parentheses(head):
    return head.count("(") > head.count(")")


def _opens_body(head):
    head = head.rstrip()
    if NOT_A_FUNCTION.search(head) or "(" not in head:
        return False
    return bool(BODY_FOLLOWS.search(head) or (CONSTRUCTOR.search(head) and head.endswith("}")))


def _describe(code, head, end):
    text, start = head
    start += len(text) - len(text.lstrip())
    found = NAME.search(NOT_THE_NAME.sub(" ", text))
    first = line_of(code, start)
    return (found.group(1) if found else "(unnamed)"), first, line_of(code, end) - first + 1
