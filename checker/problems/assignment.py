"""The assignment.yaml beside problem files: its title, their order and labels, and defaults for them all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from checker.document import DocumentError, DocumentNode, Mapping, Sequence, read
from checker.document.findings import Findings, ProblemError
from checker.document.section import Section
from checker.document.validate import validated
from checker.problems.schema import ID, Defaults, Id


class ListedProblem(Section):
    """A problem, in the order of the assignment."""

    called = "an entry of problems"
    required = ("id",)
    as_text = ("id", "label")

    id: Id = ""
    label: str = ""


class AssignmentFile(Defaults):
    """What an assignment.yaml may say."""

    called = "an assignment"
    as_text = ("title",)
    inner: ClassVar = {**Defaults.inner, "problems": ListedProblem}

    title: str = ""
    problems: tuple[ListedProblem, ...] = ()


class Assignment:
    """An assignment.yaml without what is wrong in its form.  Whether a problem has its conventions is seen at each."""

    def __init__(self, file: AssignmentFile, form: Findings) -> None:
        self.file = file
        self._form = form

    @property
    def title(self) -> str:
        """Empty where it has none."""
        return self.file.title

    @cached_property
    def labels(self) -> dict[str, str]:
        """What the problems are called, by their ids, in the assignment's order."""
        return {listed.id: listed.label for listed in self.file.problems}

    @cached_property
    def listed(self) -> dict[int, str]:
        """The ids that stand in the file, by their places, whatever is wrong beside them."""
        return dict(_ids(self._form.root))

    def findings(self) -> Findings:
        """What is wrong with its form, and a place to tell what else is."""
        return self._form.copy()


def read_assignment(path: Path) -> Assignment:
    """The assignment of this file.  Raises ProblemError where it cannot be read; what else is wrong it knows itself."""
    try:
        root = read(path)
    except DocumentError as error:
        raise ProblemError.unreadable(error) from None
    findings = Findings(path, root)
    assignment = Assignment(validated(AssignmentFile, findings), findings)
    seen: set[str] = set()
    for place, listed in assignment.listed.items():
        if listed in seen:
            findings.tell(("problems", place, "id"), f"{listed} is listed twice")
        seen.add(listed)
    return assignment


def _ids(root: DocumentNode) -> Iterator[tuple[int, str]]:
    problems = root.get("problems") if isinstance(root, Mapping) else None
    for place, each in enumerate(problems.items if isinstance(problems, Sequence) else ()):
        written = each.get("id") if isinstance(each, Mapping) else None
        if written and ID.fullmatch(written.text):
            yield place, written.text
