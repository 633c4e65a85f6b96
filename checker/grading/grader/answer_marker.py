"""`AnswerMarker`: marks answers for the store, and remembers outcomes, so that equal texts cost little.

It also makes the JSON text of the feedback that pages show, and tells whether a text in a document would be right.
Where checker fails, it returns the mark of a fault, and raises nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from checker.engine.memory import Memory
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.graded_source import WrongAnswer
from checker.grading.grader.mark import REFUSED, TOO_COARSE, UNEXPLAINED, Mark, Reason, faulty, in_error, marked
from checker.marking.essay_matches import essay_working
from checker.marking.feedback import Feedback
from checker.marking.line_findings import LineFinding
from checker.marking.marker import MOST_SHARED, Marker, OutcomeMemory
from checker.marking.outcome import Outcome
from checker.marking.parts import PartOutcomes, PartsMarker
from checker.marking.worked import Naming, review
from checker.problems import Problem, QuestionKey
from checker.text.number import TypedNumber
from checker.working.equation import Equation

LEVEL: Final = "explain"
"""Level of feedback of pages, if none is given."""

DECIDED: Final = frozenset({"correct", "carried", "partial", "incorrect"})
READ: Final = DECIDED | {"unreadable"}


def is_judged(record: Mapping[str, Any]) -> bool:
    """Return whether an answer was graded automatically, as its record says, and does not wait for a person."""
    return record["status"] in DECIDED and "review" not in record


def key_of(level: str, problem: Problem, version: str | None, given: Mapping[str | None, str]) -> str:
    """Return the key under which the store keeps the feedback to these answers to a version of a problem."""
    content = [level, problem.id, version, problem.drawn, *given.items()]
    return f"feedback {hashlib.sha256(json.dumps(content).encode()).hexdigest()}"


def feedback_json(outcomes: PartOutcomes) -> str:
    """Return the status, feedback and reading of each answer as JSON, for the store."""
    return json.dumps([(part, each.status, each.feedback, each.shown_reading) for part, each in outcomes.items()])


WRONG: Final = ("incorrect", "partial")
EXPLAINED: Final = (*WRONG, "carried")

MOST_VARIANTS: Final = 64
"""Maximum number of variants whose markers are remembered."""


class AnswerMarker:
    """Marks answers to the columns of a course; it remembers outcomes, so equal texts cost little."""

    def __init__(self) -> None:
        self._markers: dict[tuple[str, str], PartsMarker] = {}
        self._of_variants: Memory[tuple[str, str, str], PartsMarker] = Memory(MOST_VARIANTS)
        self._outcomes: OutcomeMemory = Memory(MOST_SHARED)
        self._alone: dict[int, Marker] = {}
        """By column, the marker of a part that knows nothing of the other parts."""

    def marks(self, assignment: AssignmentColumns, answers: Mapping[QuestionKey, str]) -> list[Mark]:
        """Return the mark (status, points, record) of each of a submission's answers to an assignment.

        The parts of a problem are marked together where one of them is wrong.
        """
        marks = [self.mark(column, answers.get(key, "")) for key, column in assignment.keys.items()]
        for places in assignment.multipart:
            some = slice(places.start, places.stop)
            if any(mark.status in WRONG for mark in marks[some]):
                marks[some] = self._parts(assignment.columns[some], answers, marks[some])
        return marks

    def mark(self, column: GradeColumn, text: str, doubt: Reason | None = None) -> Mark:
        """Return one answer's mark (status, points, record); where there is a doubt, one that waits for a person."""
        if column.part is None or column.problem is None:
            return in_error(column, text)
        try:
            marker = self._marker(column).markers[column.part_id]
            if doubt:
                feedback = Feedback(doubt.sentence)
                if text and column.part.answer_kind.needs_person:  # with the sentences that touch the rubric
                    return marked(column, replace(marker.mark(text), feedback=feedback), doubt)
                outcome = Outcome(marker.marked_question, "needs_review", text, feedback, points=None)
                return marked(column, outcome, doubt)
            mark = marked(column, marker.mark(text))
            is_essay = text and column.part.answer_kind.needs_person
            return mark.with_working(essay_working(column.part, text)) if is_essay else mark
        except Exception as error:  # noqa: BLE001 - the one boundary: a fault of ours is reported, never a wrong answer
            return faulty(column, text, error)

    def page_feedback(self, column: GradeColumn, marks: Sequence[Mark], version: str) -> tuple[str, str] | None:
        """Return the key and the JSON text of the feedback that pages show to these answers.

        None if nothing is to explain, or if pages have to mark them again (a wrong line of working, a fault).
        """
        if column.problem is None or not any(mark.status in EXPLAINED for mark in marks):
            return None
        records = [mark.fields for mark in marks]
        if any(line["finding"] for each in records for line in each.get("working", ())):
            return None
        given = {each["part"]: each["given"] for each in records if each["status"] in READ}
        try:
            outcomes = self._marker(column, LEVEL).mark(given)
        except Exception:  # noqa: BLE001 - pages find the fault again, and report it
            return None
        return key_of(LEVEL, column.problem, version, given), feedback_json(outcomes)

    def explained_by_working(
        self,
        columns: Sequence[GradeColumn],
        given: Mapping[str | None, str],
        equations: Sequence[Equation],
        naming: Naming,
    ) -> tuple[dict[str | None, Mark], tuple[LineFinding, ...]]:
        """Return new marks, by part, for answers that the student's working explains, and a finding per equation.

        `columns` are those of one problem.  If this fails, there are no marks, and the findings are empty.
        """
        try:
            marker = self._marker(columns[0])
            known = {part: text for part, text in given.items() if part in marker.markers}
            worked = review(marker, equations, marker.mark(known), "full", naming)
        except Exception:  # noqa: BLE001 - the answers are graded all the same
            return {}, (LineFinding(),) * len(equations)
        by_part = {column.part_id: column for column in columns}
        told = {part: marked(by_part[part], outcome) for part, outcome in worked.outcomes.items()}
        return told, worked.findings

    def looked_into(self, column: GradeColumn, answer: WrongAnswer) -> WrongAnswer:
        """Return an answer that several students gave, with what could be found out about it."""
        try:
            if column.index not in self._alone:
                assert column.problem and column.part  # noqa: S101, PT018 - for mypy: no answer to a file in error is wrong
                self._alone[column.index] = Marker(column.problem, column.part)
            marker = self._alone[column.index]
            outcome = marker.mark(answer.given)
            if outcome.read_as != answer.read_as:
                outcome = marker.mark(TypedNumber(answer.given))
            return answer._replace(found=tuple(answer.find(marker, outcome)))
        except Exception as error:  # noqa: BLE001 - what is only a remark must not cost a run its grades
            return answer.failed(type(error).__name__)

    def is_right(self, column: GradeColumn, text: str) -> bool:
        """Return whether an answer is right; False also where marking it fails."""
        return self._holds(column, lambda marker: marker.is_right(text), unknown=False)

    def is_another_step(self, column: GradeColumn, text: str) -> bool:
        """Return whether an answer is the value of another step of the solution; False also where marking fails."""
        return self._holds(column, lambda marker: marker.is_another_step(text), unknown=False)

    def is_explained(self, column: GradeColumn, text: str) -> bool:
        """Return whether a known mistake explains a wrong answer."""
        mark = self.mark(column, text)
        return mark.status in WRONG and mark.label not in {"", UNEXPLAINED, TOO_COARSE, REFUSED}

    def has_the_form(self, column: GradeColumn, text: str) -> bool:
        """Return whether an answer has the right dimension and shape; True also where that cannot be found out."""
        return self._holds(column, lambda marker: marker.has_the_form(text), unknown=True)

    def _holds(self, column: GradeColumn, test: Callable[[Marker], bool], *, unknown: bool) -> bool:
        """Return whether something holds for the answers to a column; `unknown` if that cannot be found out."""
        if column.part is None:
            return unknown
        try:
            return test(self._marker(column).markers[column.part_id])
        except Exception:  # noqa: BLE001 - as in mark, which reports it
            return unknown

    def _parts(
        self, columns: Sequence[GradeColumn], answers: Mapping[QuestionKey, str], marks: Sequence[Mark]
    ) -> list[Mark]:
        """Return the marks of a problem's parts together; if checker fails, only wrong ones get the mark of a fault."""
        given = {
            column.part_id: answers.get((column.id, column.part_id), "")
            for column, mark in zip(columns, marks, strict=True)
            if mark.status != "error"
        }
        try:
            outcomes = self._marker(columns[0]).mark(given)
        except Exception as error:  # noqa: BLE001 - as in mark
            return [
                faulty(column, given[column.part_id], error) if mark.status in WRONG else mark
                for column, mark in zip(columns, marks, strict=True)
            ]
        return [
            marked(column, outcomes[column.part_id]) if column.part_id in outcomes else mark
            for column, mark in zip(columns, marks, strict=True)
        ]

    def _marker(self, column: GradeColumn, level: str = "full") -> PartsMarker:
        """Return the marker of a problem, or of a variant, at this level of feedback."""
        problem, is_graded = column.problem, level != "full"
        if problem and problem.variants:
            key = column.id, problem.drawn, level
            return self._of_variants.get(key, lambda: PartsMarker(problem, level, self._outcomes, is_graded=is_graded))
        if (column.id, level) not in self._markers:
            assert problem is not None  # noqa: S101 - for mypy: who comes here has a part
            self._markers[column.id, level] = PartsMarker(problem, level, self._outcomes, is_graded=is_graded)
        return self._markers[column.id, level]
