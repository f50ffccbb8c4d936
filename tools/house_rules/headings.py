# SPDX-License-Identifier: Apache-2.0
"""Every source file opens with its licence, then one sentence of purpose."""

COMMENT = {".cpp": "//", ".hpp": "//", ".sql": "--", ".lua": "--"}
HASHED = (".py", ".sh", ".cmake", "CMakeLists.txt")
LICENCE = "SPDX-License-Identifier: Apache-2.0"


def comment_of(tree, path):
    """The comment sign of a file that the rule is for, else None."""
    for ending, sign in COMMENT.items():
        if path.endswith(ending):
            return sign
    return "#" if path.endswith(HASHED) or tree.is_script(path) else None


def says_something(line, sign):
    text = line.strip().removeprefix(sign).strip("/ ") if line.startswith(sign) else line.strip().strip('"')
    is_comment = line.startswith((sign, '"""'))
    return is_comment and any(letter.isalpha() for letter in text) and text != "@file"


def check(tree):
    for path in tree.paths:
        sign = comment_of(tree, path)
        if sign is None:
            continue
        lines = tree.lines(path)
        start = 1 if lines and lines[0].startswith("#!") else 0
        lines = lines[start:] + ["", "", ""]
        if lines[0] != f"{sign} {LICENCE}":
            yield f"{path}:{start + 1}: does not open with '{sign} {LICENCE}'"
        purpose = lines[2] if lines[1].strip("/ ") == "@file" else lines[1]
        if not says_something(purpose, sign):
            yield f"{path}:{start + 2}: no sentence of purpose after the licence line"
