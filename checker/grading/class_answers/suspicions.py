"""Finds what looks wrong in a class: keys, wrong answers that most students gave, and answers perhaps copied.

A key is reported if it differs from the solver's answer.  An answer is perhaps copied if it is wrong for the student's
drawn numbers and right for those of another student.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from operator import itemgetter
from typing import Any, Final, NamedTuple

from checker.grading.class_answers.shared import relation, safely
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.mark import PERHAPS, TOGETHER, TOO_COARSE, UNEXPLAINED, Mark
from checker.grading.results.course_results import CourseResults
from checker.grading.results.findings import KeptFindings
from checker.grading.store import Row, Store
from checker.kinds import flatten
from checker.marking.authors_key import differing_keys
from checker.marking.question import Question
from checker.marking.result import WRONG, Result
from checker.problems import Part, Problem, ProblemError
from checker.text.words import first_of, shortened

DIFFERS: Final = (
    "Your key, {}, is not the solver's answer, by which students are graded. {} Check which of the two is right."
)

SHARE: Final = 0.5
"""Share of those who answered from which on a wrong answer is that of most, however many give the right one."""

LOOK: Final = "Look at the problem file: does it ask what you meant?"

FEWEST: Final = 3
"""Minimum number of students who give it."""


def keys_that_differ(assignment: AssignmentColumns, known: KeptFindings) -> Iterator[dict[str, Any]]:
    """Yield a record for each author's key in an assignment that differs from the solver's answer."""
    for places in assignment.by_problem:
        columns = assignment.columns[places.start : places.stop]
        if problem := columns[0].problem:
            messages = cache(partial(_messages, problem))
            for column in (each for each in columns if each.part and each.part.key is not None):
                if message := known.of_key(column, partial(_message, column.part_id, messages)):
                    yield {"problem": column.id, "part": column.part_id, "message": message}


def _message(part: str | None, messages: Callable[[], dict[str | None, str]]) -> str:
    """Return the warning; an empty text if the key is the solver's answer."""
    return safely(lambda: messages().get(part, ""))


def _messages(problem: Problem) -> dict[str | None, str]:
    """Return the warnings by part: the keys of one problem are explained together."""
    return {each.part.id: DIFFERS.format(each.key, each.why) for each in differing_keys(problem)}


class Suspicion(NamedTuple):
    """A wrong answer that most students gave, or more than gave the right one: perhaps the key is wrong."""

    column: GradeColumn
    answer: str
    gave: int
    of: int
    right: int
    """Number of students who gave the right answer, also with too few digits."""
    why: str

    @property
    def is_of_most(self) -> bool:
        """Return whether at least half of those who answered gave this answer."""
        return self.gave >= SHARE * self.of

    @property
    def message(self) -> str:
        """Return the finding as a sentence for instructors: `31 of 40 gave 31,744: right for ...`."""
        others = "" if self.is_of_most else f", and {self.right or 'nobody'} the right answer"
        return f"{self.gave} of {self.of} gave {self.answer}{others}: {self.why}"

    def record(self) -> dict[str, Any]:
        """Return the finding as a mapping for JSON."""
        problem, part = self.column.id, self.column.part_id
        return {
            "problem": problem,
            "part": part,
            "answer": self.answer,
            "count": self.gave,
            "of": self.of,
            "right": self.right,
            "message": self.message,
        }


def suspicions(assignment: AssignmentColumns, counts: Mapping[Mark, int], findings: KeptFindings) -> list[Suspicion]:
    """Return the wrong answers that at least half of those who answered gave.

    Also return the commonest one to a question if more students gave it than the right one.  Answers of fewer than
    three students are left out, and those that only follow from an earlier wrong one.
    """
    answered: Counter[int] = Counter()
    right: Counter[int] = Counter()
    wrong: Counter[tuple[int, str]] = Counter()
    for cell, count in counts.items():
        if cell.status != "not_answered":
            answered[cell.column] += count
        if cell.status == "correct" or cell.label == TOO_COARSE:
            right[cell.column] += count
        if cell.status in WRONG and cell.answer and not cell.is_consequence:
            wrong[cell.column, cell.answer] += count
    most = {index: max(count, right[index] + 1) for (index, _), count in sorted(wrong.items(), key=itemgetter(1))}
    columns = {column.index: column for column in assignment.columns}
    return [
        Suspicion(
            columns[index],
            answer,
            count,
            answered[index],
            right[index],
            findings.get("suspicion", columns[index], answer, suggested)[0],
        )
        for (index, answer), count in sorted(wrong.items())
        if count >= FEWEST and count >= min(SHARE * answered[index], most[index])
    ]


def suggested(result: Result) -> list[str]:
    """Return, as a list of one text, what a wrong answer that many gave suggests about the key."""
    return [safely(lambda: _suggestion(result))]


def _suggestion(result: Result) -> str:
    """Return what a common wrong answer says about the problem, such as a convention to declare or a known mistake."""
    explanations = result.diagnosis.explanations if result.diagnosis else ()
    if result.reading and result.reading.refused:
        return f"{result.reading.refused} {LOOK}"
    if result.status == "partial" and result.diagnosis is None:
        return "right as far as its digits go. Does the problem say how many digits it wants?"
    if not (result.diagnosis and result.diagnosis.is_identified):
        known = relation(result)
        if explanations or (result.diagnosis and result.diagnosis.silenced):
            return f"{known or 'no known mistake fits it well enough'}. {LOOK}"
        return f"no known mistake gives it{f', but {known}' if known else ''}. {LOOK}"
    mistakes = explanations[0].mistakes
    variant = result.outcome.question.part.variant
    point = variant.menu.get(mistakes[0].point) if len(mistakes) == 1 and not explanations[0].slip else None
    if point and point.is_convention:
        return f"right for anyone who {variant.sentences[mistakes[0].id]}. Declare it, or accept both."
    return f"{' '.join(result.feedback.why)} Is this a common mistake, or does the problem file ask something else?"


MOST_NAMED: Final = 3
"""Maximum number of students who are named."""

MOST_DRAWS: Final = 3
"""A value that is right for more different numbers than these says nothing."""

NEAR: Final = 0.01
"""Relative distance within which right answers are looked at more closely."""

MESSAGE: Final = "{} gave {}: right for the numbers of {}, and not for those of {}."


def neighbours_answers(results: CourseResults, store: Store) -> list[dict[str, Any]]:
    """Return a record for each wrong answer that is right for another student's drawn numbers: perhaps copied."""
    return [
        found
        for assignment in results.course.assignments.values()
        if any(column.drawn for column in assignment.columns)
        for found in _neighbours_answers_in(assignment, list(results.of(assignment)), sorted(results.on_roster), store)
    ]


def _neighbours_answers_in(
    assignment: AssignmentColumns, rows: Iterable[Row], roster: Iterable[str], store: Store
) -> Iterator[dict[str, Any]]:
    """Yield a record for each such answer in one assignment, unless a mistake explains it surely."""
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
            who, named = shortened(student), first_of([*map(shortened, others)], MOST_NAMED)
            yield {
                "problem": column.id,
                "part": column.part_id,
                "student": student,
                "right_for": list(others),
                "message": MESSAGE.format(who, shortened(given), named, who),
            }


def _is_unexplained(cell: Mark) -> bool:
    """Return whether an answer is wrong or partly right, and no single mistake explains it surely."""
    is_sure = not cell.label.startswith((UNEXPLAINED, PERHAPS)) and TOGETHER not in cell.label
    return cell.status in WRONG and not is_sure


class _Truths:
    """The right answers to a question with drawn numbers, by student."""

    def __init__(self, column: GradeColumn, students: Iterable[str]) -> None:
        self._part = column.part_id
        self._drawn: dict[str, str] = {}
        self._by_draw: dict[str, list[str]] = {}
        self._problems: dict[str, Problem] = {}
        self._questions: dict[str, Question] = {}
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
        """Return the other students for whose numbers an answer is right.

        Return none if it is right for more than three other draws, or is too short to tell.
        """
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
            drawn
            for _, drawn in self._sorted[start:end]
            if drawn != own.drawn and self._question(drawn).compared(given) == "correct"
        ]
        return tuple(other for drawn in fitting for other in self._by_draw[drawn]) if len(fitting) <= MOST_DRAWS else ()

    def _question(self, drawn: str) -> Question:
        if drawn not in self._questions:
            problem = self._problems[drawn]
            self._questions[drawn] = Question.of(problem, problem.part(self._part))
        return self._questions[drawn]


def _first(part: Part) -> float:
    """Return the first number of a right answer; 0 where there is none."""
    numbers = flatten(part.truth)[1] if part.answer_kind.is_of_numbers else ()
    return float(numbers[0]) if numbers else 0.0
