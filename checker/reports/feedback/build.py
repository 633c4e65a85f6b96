"""From the grades in the store to the pages of the students."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from checker.answers.choice import lettered
from checker.engine.values.choice import SelectedOptions
from checker.grading import AssignmentColumns
from checker.grading.grader.remarks import RemarkedWriteUp
from checker.grading.store import Row, Standing, Store
from checker.grading.student_feedback import OTHER_QUESTION, GradedProblems, StudentFeedback
from checker.lms.students import key
from checker.notation.words import counted, enumerated
from checker.problems import Dates, Problem, Rule
from checker.reports.feedback.answers import GradedAnswer, shown_answer
from checker.reports.feedback.documents import shown_documents
from checker.reports.feedback.model import ShownAssignment, ShownChoice, ShownQuestion, StudentPage
from checker.reports.feedback.notes import notes

NOTHING: Final = "You handed nothing in."
UNREADABLE: Final = "A person has to look at your hand-in. Until then there is no grade."
MAY_BE_LOST: Final = "A file that may hold your answers could not be read. A person has to look at it first."


class PageBuilder:
    """The pages of a class."""

    def __init__(self, store: Store, found: GradedProblems, level: str) -> None:
        self._store = store
        self._problems = found.problems
        self._columns = found.assignments
        self._titles = {name: each["title"] or name for name, each in store.history.assignments().items()}
        self._choices: dict[str, tuple[ShownChoice, ...]] = {}
        """By problem, as far as they were needed."""
        self._feedback = StudentFeedback(found.problems, found.versions, level)

    @property
    def faults(self) -> list[str]:
        """Return the faults of checker; the pages have the verdicts of these answers."""
        return self._feedback.faults

    def page(self, standings: Sequence[Standing]) -> StudentPage:
        """Return the page of the student with these grades, one for each assignment."""
        number = 0
        found = []
        has_any = any(each.path for each in standings)
        for standing in standings:
            assignment = self._assignment(standing, number, is_lost=bool(standing.issues) and not has_any)
            number += len(assignment.answers)
            found.append(assignment)
        return StudentPage(standings[0].who, tuple(found))

    def _assignment(self, standing: Standing, before: int, *, is_lost: bool) -> ShownAssignment:
        """Return one assignment; `before`: the number of answers above it, `is_lost`: nothing could be read."""
        title = self._titles.get(standing.assignment, standing.assignment)
        if not standing.path:
            why = MAY_BE_LOST if standing.file else UNREADABLE if is_lost else NOTHING
            return ShownAssignment(title, "", (why,), (), (), ())
        fields = self._store.marks.fields(standing.marks)
        records = [fields[mark] for mark in standing.marks]
        width = len(standing.counted)
        columns = self._columns.get(standing.assignment)
        graded = list(self._graded(standing, records[:width], columns))
        questions = tuple(self._questions(graded, before))
        answers = [answer for question in questions for answer in question.answers]
        dates = columns.settings.dates if columns else Dates()
        write_up = self._write_up(standing, columns)
        return ShownAssignment(
            title,
            _score(standing),
            tuple(notes(standing, dates, answers)),
            questions,
            tuple(record["given"] for record in records[width:] if record["given"]),
            tuple(shown_documents(write_up, answers)) if write_up else (),
        )

    def _write_up(self, standing: Standing, columns: AssignmentColumns | None) -> RemarkedWriteUp | None:
        """Return the documents that were graded for this; None where there are none, or they may be somebody else's."""
        sources = self._store.sources
        found = [each for each in sources.handed_in(standing.path, standing.content) if is_of(standing, each)]
        found = [each for each in found if each.has_write_up and columns and each.assignment == columns.name]
        return sources.write_up(found[0].id) if len(found) == 1 else None

    def _graded(
        self, standing: Standing, records: Sequence[Mapping[str, Any]], columns: AssignmentColumns | None
    ) -> Iterator[GradedAnswer]:
        rules: Mapping[tuple[str, str | None], Rule] = columns.settings.rules if columns else {}
        how = self._feedback.graded(standing.marks[: len(records)], self._store)
        for record, points, found in zip(records, standing.counted, self._feedback(records, how), strict=True):
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
            if problem and id_ not in self._choices:
                self._choices[id_] = tuple(_choices(problem))
            prompt, choices = (problem.prompt, self._choices[id_]) if problem else ("", ())
            note = OTHER_QUESTION if any(each.found.is_other_question for _, each in some) else ""
            yield ShownQuestion(heading, prompt, choices, answers, note)


def is_of(standing: Standing, handed_in: Row) -> bool:
    """Return whether a submission is by the student with these grades, by any id that the roster has."""
    return key(handed_in.student) in standing.who.keys


def _choices(problem: Problem) -> Iterator[ShownChoice]:
    """Yield the options of each choice; parts with the same ones share them."""
    parts: dict[tuple[str, ...], list[str]] = {}
    for part in problem.parts:
        truth = part.variant.board[part.step].value
        if isinstance(truth, SelectedOptions):
            parts.setdefault(tuple(truth.options), []).append(part.id or "")
    for options, ids in parts.items():
        yield ShownChoice(enumerated(ids) if any(ids) else "", options, lettered(options).startswith("A ("))


def _score(standing: Standing) -> str:
    """Return the points of a student, so far where an answer waits."""
    return f"{standing.points:g} of {counted(standing.max_points, 'point')}{' so far' if standing.waiting else ''}"
