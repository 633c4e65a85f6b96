"""Names and beginnings of the files that checker writes, by which they are recognised where students hand them in."""

from __future__ import annotations

import re
from typing import Final

SCHEMA: Final = "checker.grade/2"
SUMMARY: Final = "summary.json"
CHANGES: Final = "changes.json"
GRADES: Final = "grades.csv"
RESULTS: Final = "results.jsonl"
DOCUMENTS: Final = "documents.jsonl"
NEEDS: Final = "needs-review.md"
REVIEW: Final = "review.yaml"
FILES: Final = (SUMMARY, CHANGES, GRADES, RESULTS, DOCUMENTS, NEEDS, REVIEW)
"""The files of a run as they are published: the summary first, which shows the next run that the others are ours."""
LEAST: Final = frozenset((SUMMARY, RESULTS))

CACHE: Final = "cache.db"
JOURNAL: Final = f"{CACHE}-journal"
FORGOTTEN: Final = "forgotten.json"
REPORT: Final = "report.html"
OWN: Final = re.compile(
    "|".join(map(re.escape, (*FILES, CACHE, JOURNAL, FORGOTTEN, REPORT, "checker.db", "checker.db-journal")))
    + r"|feedback-[a-z]+\.zip"
)

ANNOTATED: Final = "annotated"
FEEDBACK: Final = "feedback"
PAGE_FOLDERS: Final = frozenset((ANNOTATED, FEEDBACK))
"""Folders of pages about what students handed in."""
HANDOUTS: Final = "handouts"
VARIANTS: Final = "variants.csv"
"""The list of everybody's numbers, between the handouts."""

PAGE_MARK: Final = "<!-- checker: the next run replaces this file -->"
HTML_MARK: Final = f"<!DOCTYPE html>{PAGE_MARK}"
TO_REVIEW: Final = "# To review\n"


def is_result(name: str, data: bytes) -> bool:
    """Return whether checker wrote a file, by how it begins; only pages and the list of what is to review."""
    marks = [PAGE_MARK, HTML_MARK] if name.endswith((".md", ".html")) else []
    marks += [TO_REVIEW] if name.endswith(NEEDS) else []
    return data.startswith(tuple(map(str.encode, marks)))


def holds_results(summary: bytes) -> bool:
    """Return whether a folder is one of results, by how its summary.json begins."""
    return re.match(rb'\s*\{\s*"schema"\s*:\s*"checker\.grade/[0-9]+"', summary) is not None
