# SPDX-License-Identifier: Apache-2.0
"""Dependence points downwards only: which folder may include what. The picture is in ARCHITECTURE.md."""

import posixpath

from . import cpp

THIRD_PARTY = (
    "CLI/", "fmt/", "gtest/", "gmock/", "sqlite3.h", "hiredis/", "libpq", "mariadb/", "mysql/", "zookeeper/",
    "grpc", "google/", "openssl/",
)
# A plain fact about this process, which an engine cannot be told through the port: it changes under its feet.
FACTS = {"src/runtime/fork.hpp": "core"}
ROW_ENGINES = ("sqlite", "postgres", "mysql")
OUTSIDE = {"std", "os", "third party", "boost"}

# What each part may include besides itself.
ALLOWED = {
    "include": {"std", "public"},
    "include/interlock/asio.hpp": {"std", "public", "boost"},
    "include/interlock/asio": {"std", "public", "boost"},
    "core": {"std", "public"},
    "runtime": {"std", "os", "boost", "public", "core"},
    "sync": {"std", "public", "core", "runtime"},
    "engines/memory": {"std", "os", "public", "core"},
    "engines/rows": {"std", "public", "core"},
    "cli": OUTSIDE | {"public"},
    "console": OUTSIDE | {"public"},
    "examples": OUTSIDE | {"public"},
    "bench": OUTSIDE | {"public"},
}


def part_of(path):
    """The part of the source tree that a file belongs to; None where anything goes."""
    folders = path.split("/")
    if path in ALLOWED:
        return path
    if path.startswith("include/interlock/asio/"):
        return "include/interlock/asio"
    if folders[0] == "src":
        return "/".join(folders[1:3]) if folders[1] == "engines" else folders[1]
    return folders[0] if folders[0] in ALLOWED else None


def allowed_in(part):
    if part in ALLOWED:
        return ALLOWED[part]
    engine = part.split("/")[-1]
    return OUTSIDE | {"public", "core"} | ({"engines/rows"} if engine in ROW_ENGINES else set())


def kind_of(tree, path, included):
    """What an included file is: std, os, boost, third party, public, private, or the part it belongs to."""
    if included.startswith("interlock/"):
        return "private" if included.startswith("interlock/detail/") else "public"
    for base in (posixpath.dirname(path), "src", path.split("/")[0]):
        found = posixpath.normpath(posixpath.join(base, included))
        if found in tree:
            return FACTS.get(found) or part_of(found) or found.split("/")[0]
    if included.startswith("boost/"):
        return "boost"
    if included.startswith(THIRD_PARTY):
        return "third party"
    return "os" if included.endswith(".h") else "std"


def check(tree):
    for path in tree.cpp("include", "src", "cli", "console", "examples", "bench"):
        part = part_of(path)
        allowed = allowed_in(part) | {part}
        if path.startswith(("include/", "src/")):
            allowed = allowed | {"private"}
        for line, included in cpp.includes(tree.read(path)):
            kind = kind_of(tree, path, included)
            if kind not in allowed:
                yield f"{path}:{line}: {part} may not include {included} ({kind})"
