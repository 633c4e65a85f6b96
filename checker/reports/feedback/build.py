"""From the grades in the store to the pages of the students."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from checker.answers.choice import lettered
from checker.engine.values.choice import SelectedOptions
from checker.grading import AssignmentColumns, Course
from checker.grading.results.earlier import student_of
from checker.grading.store import Standing, Store
from checker.grading.student_feedback import StudentFeedback
from checker.notation.words import counted, enumerated
from checker.problems import Dates, Problem, Rule
from checker.reports.feedback.answers import GradedAnswer, shown_answer
from checker.reports.feedback.documents import shown_documents
from checker.reports.feedback.model import ShownAssignment, ShownChoice, ShownQuestion, StudentPage
from checker.reports.feedback.notes import notes, shown_points

NOTHING: Final = "You handed nothing in."
UNREADABLE: Final = "A person has to look at your hand-in. Until then there is no grade."


class PageBuilder:
    """The pages of a class."""

    def __init__(self, store: Store, course: Course, problems: Mapping[str, Problem], level: str) -> None:
        self._store = store
        self._problems = problems
        self._columns = {each.stored_name: each for each in course.assignments.values()}
        self._titles = {name: each["title"] or name for name, each in store.history.assignments().items()}
        self._feedback = StudentFeedback(problems, level)

    def page(self, standings: Sequence[Standing]) -> StudentPage:
        """Return the page of the student with these grades, one for each assignment."""
        number = 0
        found = []
        for standing in standings:
            assignment = self._assignment(standing, number)
            number += len(assignment.answers)
            found.append(assignment)
        return StudentPage(student_of(standings[0]), tuple(found))

    def _assignment(self, standing: Standing, before: int) -> ShownAssignment:
        """Return one assignment; `before` is the number of answers above it."""
        title = self._titles.get(standing.assignment, standing.assignment)
        if not standing.path:
            return ShownAssignment(title, "", (UNREADABLE if standing.issues else NOTHING,), (), (), ())
        fields = self._store.marks.fields(standing.marks)
        records = [fields[mark] for mark in standing.marks]
        width = len(standing.counted)
        columns = self._columns.get(standing.assignment)
        graded = list(self._graded(standing, records[:width], columns))
        questions = tuple(self._questions(graded, before))
        answers = [answer for question in questions for answer in question.answers]
        dates = columns.settings.dates if columns else Dates()
        write_up = self._store.sources.write_up_of(standing.path, standing.content)
        return ShownAssignment(
            title,
            _score(standing, _coarse_points(graded)),
            tuple(notes(standing, dates, answers, _coarse_points(graded))),
            questions,
            tuple(record["given"] for record in records[width:] if record["given"]),
            tuple(shown_documents(write_up, answers)) if write_up else (),
        )

    def _graded(
        self, standing: Standing, records: Sequence[Mapping[str, Any]], columns: AssignmentColumns | None
    ) -> Iterator[GradedAnswer]:
        rules: Mapping[tuple[str, str | None], Rule] = columns.settings.rules if columns else {}
        for record, points, found in zip(records, standing.counted, self._feedback(records), strict=True):
            yield GradedAnswer(record, points, rules.get((record["problem"], record["part"])), found)

    def _questions(self, graded: Sequence[GradedAnswer], before: int) -> Iterator[ShownQuestion]:
        by_problem: dict[str, list[tuple[int, GradedAnswer]]] = {}
        for number, each in enumerate(graded, before + 1):
            by_problem.setdefault(each.record["problem"], []).append((number, each))
        for place, (id_, some) in enumerate(by_problem.items(), 1):
            problem = self._problems.get(id_)
            label = (problem.label if problem else "") or str(place)
            heading = f"{label}. {(problem.title if problem else '') or id_}"
            answers = tuple(shown_answer(each, problem, number, label) for number, each in some)
            prompt, choices = (problem.prompt, tuple(_choices(problem))) if problem else ("", ())
            yield ShownQuestion(heading, prompt, choices, answers)


def _choices(problem: Problem) -> Iterator[ShownChoice]:
    """Yield the options of each choice; parts with the same ones share them."""
    parts: dict[tuple[str, ...], list[str]] = {}
    for part in problem.parts:
        truth = part.variant.board[part.step].value
        if isinstance(truth, SelectedOptions):
            parts.setdefault(tuple(truth.options), []).append(part.id or "")
    for options, ids in parts.items():
        yield ShownChoice(enumerated(ids) if any(ids) else "", options, lettered(options).startswith("A ("))


def _coarse_points(graded: Iterable[GradedAnswer]) -> float | None:
    """Return the points of answers with too few digits, which are not shown; None where there is no such answer."""
    coarse = [each.points or 0.0 for each in graded if each.found.status == "too_coarse"]
    return sum(coarse) if coarse else None


def _score(standing: Standing, coarse: float | None) -> str:
    """Return the points of a student, so far where an answer waits, and without those that are not shown."""
    so_far = " so far" if standing.waiting else ""
    points = shown_points(standing, coarse).points
    without = "" if coarse is None else ", without answers with too few digits"
    return f"{points:g} of {counted(standing.max_points, 'point')}{so_far}{without}"
