# SPDX-License-Identifier: Apache-2.0
"""C++ looks as .clang-format says, by the version of clang-format that Debian 12 has."""

import shutil
import subprocess

PROGRAM = "clang-format-14"


class Unavailable(Exception):
    """The check cannot be made on this machine."""


def check(tree):
    if shutil.which(PROGRAM) is None:
        raise Unavailable(f"{PROGRAM} is not installed (apt-get install {PROGRAM})")
    files = tree.named(".cpp", ".hpp")
    if not files:
        return
    ran = subprocess.run([PROGRAM, "--dry-run", "--Werror", "--ferror-limit=1", *files], cwd=tree.root,
                         capture_output=True, text=True, check=False)
    for line in ran.stderr.splitlines():
        if "error:" in line:
            yield f"{line.split(': error:')[0]}: not formatted: run {PROGRAM} -i on it"
