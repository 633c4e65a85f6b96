"""Names and beginnings of the files that checker writes, by which they are recognised where students hand them in."""

from __future__ import annotations

import re
from typing import Final

PAGE_MARK: Final = "<!-- checker: the next run replaces this file -->"
"""The beginning of each page in Markdown."""
HTML_MARK: Final = f"<!DOCTYPE html>{PAGE_MARK}"
"""The beginning of each page in HTML."""
TO_REVIEW_FILE: Final = "needs-review.md"
TO_REVIEW: Final = "# To review\n"
"""The beginning of the list of what needs a person."""

PAGE_FOLDERS: Final = frozenset(("annotated", "feedback", "handouts"))
"""Folders of documents that were made for students, in lower case."""
VARIANTS: Final = "variants.csv"
"""The list of everybody's numbers, between the handouts."""

SUMMARY_FILE: Final = "summary.json"
SUMMARY: Final = re.compile(rb'\s*\{\s*"schema"\s*:\s*"checker\.grade/[0-9]+"')
"""The beginning of this file."""
LEAST: Final = frozenset((SUMMARY_FILE, "results.jsonl"))
"""Files that each folder of results has."""
RESULTS: Final = re.compile(
    r"grades\.csv|results\.jsonl|documents\.jsonl|review\.yaml|summary\.json|changes\.json|forgotten\.json"
    r"|needs-review\.md|report\.html|feedback-[a-z]+\.zip|(cache|checker)\.db(-journal)?"
)
"""The files that checker writes into one folder."""


def is_result(name: str, data: bytes) -> bool:
    """Return whether checker wrote a file, by how it begins; only pages and the list of what is to review."""
    marks = [PAGE_MARK, HTML_MARK] if name.endswith((".md", ".html")) else []
    marks += [TO_REVIEW] if name.endswith(TO_REVIEW_FILE) else []
    return data.startswith(tuple(map(str.encode, marks)))


def holds_results(summary: bytes) -> bool:
    """Return whether a folder is one of results, by how its summary.json begins."""
    return SUMMARY.match(summary) is not None
