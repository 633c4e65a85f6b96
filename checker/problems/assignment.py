"""The assignment.yaml of a folder: the title, the order and labels of its problems, defaults for them, and dates."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from checker.document import DocumentError, DocumentNode, Mapping, Sequence, read_document
from checker.document.digest import content_digest
from checker.document.findings import Findings, ProblemError
from checker.document.validate import validated
from checker.problems.assignment_file import AssignmentFile
from checker.problems.assignment_settings import Dates
from checker.problems.dates import read_dates
from checker.problems.schema import ID

DEFAULTS: Final = ("conventions", "credit", "decimal", "imprecise_credit", "tolerance")
"""Keys that may change how an answer is graded."""


class Assignment:
    """An assignment.yaml without its invalid values; its conventions are checked with each problem."""

    def __init__(self, file: AssignmentFile, dates: Dates, findings: Findings) -> None:
        self.file = file
        self.dates = dates
        """The dates, without extensions."""
        self._findings = findings

    @property
    def id(self) -> str:
        """Return the id; empty if the folder's name is the id."""
        return self.file.id

    @property
    def title(self) -> str:
        """Return the title; empty if there is none."""
        return self.file.title

    @cached_property
    def version(self) -> str:
        """Return a hash of the defaults for its problems; empty if there are none."""
        root = self._findings.root
        has_any = isinstance(root, Mapping) and not root.entries.keys().isdisjoint(DEFAULTS)
        return content_digest(root, only=DEFAULTS) if has_any else ""

    @cached_property
    def labels(self) -> dict[str, str]:
        """Return the labels of the problems by id, in the order of the assignment."""
        return {listed.id: listed.label for listed in self.file.problems}

    @cached_property
    def listed(self) -> dict[int, str]:
        """Return the ids in the file by number of the entry, also those of entries with other errors."""
        return dict(_ids(self._findings.root))

    def findings(self) -> Findings:
        """Return a copy of the findings so far, to which others can be added."""
        return self._findings.copy()


def read_assignment(path: Path) -> Assignment:
    """Return the assignment in a file, with its findings.  Raises ProblemError if the file cannot be read."""
    try:
        root = read_document(path)
    except DocumentError as error:
        raise ProblemError.unreadable(error) from None
    findings = Findings(path, root)
    file = validated(AssignmentFile, findings)
    assignment = Assignment(file, read_dates(file, findings), findings)
    seen: set[str] = set()
    for number, listed in assignment.listed.items():
        if listed in seen:
            findings.report(("problems", number, "id"), f"{listed} is listed twice; remove one entry")
        seen.add(listed)
    return assignment


def _ids(root: DocumentNode) -> Iterator[tuple[int, str]]:
    problems = root.get("problems") if isinstance(root, Mapping) else None
    for number, each in enumerate(problems.items if isinstance(problems, Sequence) else ()):
        written = each.get("id") if isinstance(each, Mapping) else None
        if written and ID.fullmatch(written.text):
            yield number, written.text
