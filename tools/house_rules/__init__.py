# SPDX-License-Identifier: Apache-2.0
"""The house rules: each check takes a source tree and yields complaints, as `path:line: what to do`."""

from . import build_files, calls, cpp_format, headings, layering, markdown, sizes, text

CHECKS = {
    "layering": layering.check,
    "file_size": sizes.check_files,
    "function_size": sizes.check_functions,
    "size_ratchet": sizes.check_ratchet,
    "banned_calls": calls.check,
    "files_in_build": build_files.check,
    "opening_lines": headings.check,
    "leftover_markers": text.check_markers,
    "line_length": text.check_columns,
    "cpp_format": cpp_format.check,
    "changelog_version": markdown.check_version,
    "markdown_titles": markdown.check_titles,
    "markdown_links": markdown.check_links,
    "readme_snippets": markdown.check_snippets,
}
