"""Problems and parts that an assignment.yaml refers to: in `columns`, and in the `grading` of its problems."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from checker.document.findings import Findings
from checker.document.issues import DataPath, Issue
from checker.notation.words import UnknownName, shortened
from checker.problems.assignment_file import AssignmentFile
from checker.problems.assignment_settings import ColumnContent, QuestionKey, Rule
from checker.problems.model import Broken, Problem

IGNORE: Final = "ignore"
ID: Final = "id"


@dataclass(frozen=True, slots=True)
class KnownQuestions:
    """The problems of a folder, and the ids of those whose files are in error: their parts are not known."""

    parts: dict[str, tuple[str, ...]]
    """The ids of the parts by problem; none for a problem without parts."""
    broken: tuple[str, ...]

    @classmethod
    def of(cls, loaded: Iterable[Problem | Broken]) -> KnownQuestions:
        """Return the questions of a folder; a broken file without a readable id is known by its name, as in grades."""
        several = list(loaded)
        parts = {
            each.id: tuple(part.id for part in each.parts if part.id) for each in several if isinstance(each, Problem)
        }
        broken = (each.id or each.path.stem for each in several if isinstance(each, Broken))
        return cls(parts, tuple(id_ for id_ in dict.fromkeys(broken) if id_ not in parts))

    def __contains__(self, problem: object) -> bool:
        """Return whether there is a problem with this id."""
        return problem in self.parts or problem in self.broken

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all problems, and of all parts as `problem.part`."""
        return (*self.parts, *self.broken, *(f"{id_}.{part}" for id_, parts in self.parts.items() for part in parts))

    def check_part(self, problem: str, part: str, findings: Findings, path: DataPath, instead: str) -> bool:
        """Return whether a problem has this part, and report it if not.

        What is at `path` is wrong then; `instead` is what to write there if the problem has no parts at all.
        """
        parts = self.parts.get(problem)
        if parts is None or part in parts:
            return True
        at_key = part == path[-1]
        if parts:
            unknown = UnknownName(part, parts)
            findings.add(Issue(path, f"{problem} has no part {shortened(part) or 'without an id'}", at_key, unknown))
        else:
            findings.report(path, f"{problem} has no parts; write {instead}", at_key=at_key)
        return False


def column_headings(file: AssignmentFile, known: KnownQuestions, findings: Findings) -> dict[str, ColumnContent]:
    """Return what each column holds; names of no problem or part are reported and left out.

    Several headings may mean the same question: one assignment.yaml serves the exports of several sections or quizzes,
    in which the same question has different headings.
    """
    headings: dict[str, ColumnContent] = {}
    for heading, name in file.columns.items():
        path, (problem, dot, part) = ("columns", heading), name.partition(".")
        if name == IGNORE:
            headings[heading] = None
        elif name == ID and ID not in known:
            headings[heading] = "id"
        elif problem not in known:
            unknown = UnknownName(name, (IGNORE, ID, *known.names))
            message = f"there is no problem {shortened(problem) or 'without an id'} in this folder"
            findings.add(Issue(path, message, unknown=unknown))
        elif not dot or known.check_part(problem, part, findings, path, problem):
            headings[heading] = problem, part or None
    return headings


def grading_rules(file: AssignmentFile, known: KnownQuestions, findings: Findings) -> dict[QuestionKey, Rule]:
    """Return the rules by problem and part; parts that do not exist are reported and left out."""
    rules: dict[QuestionKey, Rule] = {}
    for number, listed in enumerate(file.problems):
        if listed.id not in known:
            continue  # it is reported where the list of problems is checked
        if isinstance(listed.grading, str):
            rules |= {(listed.id, part): listed.grading for part in known.parts.get(listed.id) or (None,)}
            continue
        for part, rule in listed.grading.items():
            path = "problems", number, "grading", part
            if known.check_part(listed.id, part, findings, path, f"`grading: {rule}`"):
                rules[listed.id, part] = rule
    return rules
