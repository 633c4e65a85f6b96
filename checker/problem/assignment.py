"""The assignment.yaml beside problem files: its title, their order and labels, and defaults for them all."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import ClassVar

from checker.document import DocumentError, Node, read
from checker.problem.findings import Findings, ProblemError
from checker.problem.form import validated
from checker.problem.schema import Defaults, Id, Section


class Listed(Section):
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
    inner: ClassVar = {**Defaults.inner, "problems": Listed}

    title: str = ""
    problems: tuple[Listed, ...] = ()


class Assignment:
    """An assignment.yaml of the right form.  Whether a problem has its conventions is seen at each problem."""

    def __init__(self, path: Path, root: Node, file: AssignmentFile) -> None:
        self.path = path
        self.root = root
        self.file = file

    @property
    def title(self) -> str:
        """Empty where it has none."""
        return self.file.title

    @cached_property
    def labels(self) -> dict[str, str]:
        """What the problems are called, by their ids, in the assignment's order."""
        return {listed.id: listed.label for listed in self.file.problems}

    def findings(self) -> Findings:
        """A place to tell what is wrong with it."""
        return Findings(self.path, self.root)


def read_assignment(path: Path) -> Assignment:
    """The assignment of this file.  Raises ProblemError."""
    try:
        root = read(path)
    except DocumentError as error:
        raise ProblemError.unreadable(error) from None
    findings = Findings(path, root)
    file = validated(AssignmentFile, findings)
    seen: set[str] = set()
    for place, listed in enumerate(file.problems):
        if listed.id in seen:
            findings.tell(("problems", place, "id"), f"{listed.id} is listed twice")
        seen.add(listed.id)
    findings.check()
    return Assignment(path, root, file)
