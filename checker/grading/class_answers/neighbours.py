"""Wrong answers that are right for the numbers of another student, where a problem draws them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from checker.answers import flatten
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.mark import PERHAPS, TOGETHER, UNEXPLAINED, Mark
from checker.grading.results.course_results import CourseResults
from checker.grading.store import Row, Store
from checker.marking.marker import Marker
from checker.notation.words import first_of, shortened
from checker.problems import Part, Problem, ProblemError

MOST_NAMED: Final = 3
"""Maximum number of students who are named."""

MOST_DRAWS: Final = 3
"""A value that is right for more different numbers than these says nothing."""

NEAR: Final = 0.01
"""Relative distance within which right answers are looked at more closely."""

MESSAGE: Final = "{} gave {}: right for the numbers of {}, and not for those of {}."


class NeighboursAnswer(NamedTuple):
    """A wrong answer of one student that is right for the drawn numbers of another."""

    column: GradeColumn
    student: str
    given: str
    others: tuple[str, ...]

    def record(self) -> dict[str, Any]:
        """Return the fields for scripts."""
        named = first_of([*map(shortened, self.others)], MOST_NAMED)
        who = shortened(self.student)
        return {
            "problem": self.column.id,
            "part": self.column.part_id,
            "student": self.student,
            "right_for": list(self.others),
            "message": MESSAGE.format(who, shortened(self.given), named, who),
        }


def neighbours_answers(results: CourseResults, store: Store) -> list[NeighboursAnswer]:
    """Return the wrong answers that are right for the drawn numbers of another student: perhaps copied."""
    return [
        found
        for assignment in results.course.assignments.values()
        if any(column.drawn for column in assignment.columns)
        for found in _in_assignment(assignment, list(results.of(assignment)), sorted(results.on_roster), store)
    ]


def _in_assignment(
    assignment: AssignmentColumns, rows: Iterable[Row], roster: Iterable[str], store: Store
) -> Iterator[NeighboursAnswer]:
    suspects = [
        (place, row.student, row.marks[place])
        for row in rows
        for place, cell in enumerate(row.cells)
        if assignment.columns[place].drawn and _is_unexplained(cell)
    ]
    fields = store.marks.fields({mark for *_, mark in suspects})
    students = dict.fromkeys([*(row.student for row in rows), *roster])
    known: dict[int, _Truths] = {}
    for place, student, mark in suspects:
        column = assignment.columns[place]
        if place not in known:
            known[place] = _Truths(column, students)
        given = str(fields[mark]["given"])
        if others := known[place].right_for(student, given, fields[mark]):
            yield NeighboursAnswer(column, student, given, others)


def _is_unexplained(cell: Mark) -> bool:
    """Return whether an answer is wrong, and no single mistake explains it surely."""
    is_sure = not cell.label.startswith((UNEXPLAINED, PERHAPS)) and TOGETHER not in cell.label
    return cell.status in {"incorrect", "partial"} and not is_sure


class _Truths:
    """The right answers to a question by student, in the order of their first numbers."""

    def __init__(self, column: GradeColumn, students: Iterable[str]) -> None:
        self._part = column.part_id
        self._drawn: dict[str, str] = {}
        self._by_draw: dict[str, list[str]] = {}
        self._problems: dict[str, Problem] = {}
        self._markers: dict[str, Marker] = {}
        for student in students:
            try:
                problem = column.problem.of_student(student) if column.problem else None
            except ProblemError:
                continue
            if problem:
                self._drawn[student] = problem.drawn
                self._by_draw.setdefault(problem.drawn, []).append(student)
                self._problems[problem.drawn] = problem
        self._sorted = sorted((_first(problem.part(self._part)), drawn) for drawn, problem in self._problems.items())

    def right_for(self, student: str, given: str, record: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the other students for whose numbers an answer is right; none if they are many, or it is too short."""
        read = record["read_as"]
        while isinstance(read, list) and read:
            read = read[0]
        own = self._problems.get(self._drawn.get(student, ""))
        if type(read) not in (int, float) or own is None or not own.part(self._part).answer_kind.is_telling(given):
            return ()
        near = sorted((read * (1 - NEAR), read * (1 + NEAR)))
        start = bisect_left(self._sorted, (near[0], ""))
        end = bisect_right(self._sorted, (near[1], "\U0010ffff"))
        fitting = [
            drawn for _, drawn in self._sorted[start:end] if drawn != own.drawn and self._marker(drawn).is_right(given)
        ]
        return tuple(other for drawn in fitting for other in self._by_draw[drawn]) if len(fitting) <= MOST_DRAWS else ()

    def _marker(self, drawn: str) -> Marker:
        if drawn not in self._markers:
            problem = self._problems[drawn]
            self._markers[drawn] = Marker(problem, problem.part(self._part))
        return self._markers[drawn]


def _first(part: Part) -> float:
    """Return the first number of a right answer; 0 where there is none."""
    numbers = flatten(part.variant.board[part.step].value)[1] if part.answer_kind.is_of_numbers else ()
    return float(numbers[0]) if numbers else 0.0
