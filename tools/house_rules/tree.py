# SPDX-License-Identifier: Apache-2.0
"""A source tree to check: its files, read once."""

import pathlib

NOT_SOURCE = {".git", "build", ".cache", "__pycache__"}


class Tree:
    """Files by path relative to the root, with `/` between folders."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.paths = sorted(self._walk(self.root))
        self._texts = {}

    def _walk(self, folder):
        for entry in folder.iterdir():
            if entry.is_symlink() or entry.name in NOT_SOURCE:
                continue
            if entry.is_dir():
                yield from self._walk(entry)
            else:
                yield entry.relative_to(self.root).as_posix()

    def __contains__(self, path):
        return path in self.paths

    def read(self, path):
        """The text; empty for a file that is not text or not there."""
        if path not in self._texts:
            try:
                self._texts[path] = (self.root / path).read_text(encoding="utf-8")
            except (UnicodeDecodeError, FileNotFoundError):
                self._texts[path] = ""
        return self._texts[path]

    def lines(self, path):
        return self.read(path).splitlines()

    def named(self, *suffixes, under=("",)):
        """Paths that end so, in any of these folders."""
        return [p for p in self.paths if p.endswith(suffixes) and p.startswith(tuple(under))]

    def cpp(self, *folders):
        return self.named(".cpp", ".hpp", under=[folder + "/" for folder in folders])

    def is_script(self, path):
        return "." not in path.rsplit("/", 1)[-1] and self.read(path).startswith("#!")
