"""`Versions`: digests of everything that decides grades; what was graded with another digest has to be graded again.

A problem has one, which marks depend on; a source has a token of what decides how it is read.
"""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import Any, Final, Literal, get_args

from checker.engine.code_digest import code_digest
from checker.grading.course import Course, column_names

Dependence = Literal["questions", "headings", "documents", "course"]
"""The things that decide how a source is read; the marks of its answers depend on the versions of their problems.

`questions`: which questions there are.  `headings`: also what the columns of tables may be called.  `documents`: also
what the questions say, and all of the assignments that the documents may belong to, since they are marked where they
are read.  `course`: everything, because it has answers to no question.
"""

SEPARATOR: Final = ":"


class Versions:
    """The versions (digests) of the problems of a course, and of the course as a whole."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self.problems = {
            column.id: f"{code_digest()}{SEPARATOR}{_hash(column.problem.version if column.problem else column.error)}"
            for column in course.columns
        }
        """By problem, the version of checker's own code and of all that the author decides."""
        self._known: dict[tuple[Dependence, str | None], str] = {}

    def token(self, dependence: Dependence, hint: str | None = None) -> str:
        """Return what the store keeps with a source: the kind and the digest of all that decides how it is read."""
        if (dependence, hint) not in self._known:
            digest = self._digest(dependence, hint)
            digest = _hash([digest, self._students]) if self._students else digest
            self._known[dependence, hint] = f"{dependence}{SEPARATOR}{digest}"
        return self._known[dependence, hint]

    def _digest(self, dependence: Dependence, hint: str | None) -> str:
        """Return the digest of what the kind of dependence names."""
        if dependence == "headings":
            return self._headings
        if dependence == "documents":
            return self._documents(hint)
        return self._question_ids_digest if dependence == "questions" else self.course

    def is_valid(self, token: str, hint: str | None) -> bool:
        """Return whether a source that was kept with this token would be read in the same way today."""
        dependence = next((each for each in get_args(Dependence) if token.startswith(each)), None)
        return dependence is not None and token == self.token(dependence, hint if dependence == "documents" else None)

    @cached_property
    def course(self) -> str:
        """Return a hash of all problems that are graded, and of the code."""
        return _hash([self._headings, self._question_texts_digest, sorted(self.problems.items())])

    @cached_property
    def with_rules(self) -> str:
        """Return a hash of everything that is graded, with the titles, dates and rules of the assignments.

        It does not depend on the roster, from which a student may be removed.
        """
        settings = [[each.title, each.stored_name, repr(each.settings)] for each in self._course.assignments.values()]
        return _hash([self.course, settings])

    @cached_property
    def _question_ids_digest(self) -> str:
        """Return a digest of the ids of all questions, the folders, what is drawn, and the code that reads answers."""
        columns = [[each.assignment, each.id, each.part_id, each.part is None] for each in self._course.columns]
        return _hash([code_digest(), self._course.folder_names, columns, *([self._drawing] if self._drawing else [])])

    @cached_property
    def _drawing(self) -> list[tuple[str, str]]:
        """Return the problems that draw numbers, with their versions."""
        return sorted({each.id: self.problems[each.id] for each in self._course.columns if each.drawn}.items())

    @cached_property
    def _students(self) -> list[list[str]]:
        """Return the ids that the roster has of each student, where one of them decides which numbers they have."""
        roster = self._course.roster
        return [sorted(each.keys) for each in roster.students] if roster and self._drawing else []

    @cached_property
    def _headings(self) -> str:
        """Return the digest of what the columns of tables may be called."""
        return _hash([self._question_ids_digest, repr(column_names(self._course))])

    @cached_property
    def _question_texts_digest(self) -> str:
        """Return a digest of the titles, labels, prompts and kinds of answer of all questions."""
        asked = [
            [each.id, problem.label, problem.title, problem.prompt, [[part.kind, part.title] for part in problem.parts]]
            for each in self._course.columns
            if (problem := each.problem)
        ]
        return _hash([asked, [[name, each.title] for name, each in self._course.assignments.items()]])

    def _documents(self, hint: str | None) -> str:
        """Return the digest of what decides how documents in a folder are read and graded."""
        hint = hint if hint in self._course.folder_names else None  # the files may hold answers to any problem
        own = [[each.id, self.problems[each.id]] for one in self._course.of_folder(hint) for each in one.columns]
        return _hash([self._question_ids_digest, self._question_texts_digest, own])


def content_of(version: str) -> str:
    """Return the part of a problem's version that its author changes, without that of checker's code."""
    return version.partition(SEPARATOR)[2]


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]
