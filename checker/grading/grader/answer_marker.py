"""`AnswerMarker`: marks answers for the store, and remembers outcomes, so that equal texts cost little.

It also makes the JSON text of the feedback that pages show, and tells whether a text in a document would be right.
Where checker fails, it returns the mark of a fault, and raises nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from checker.engine.memory import Memory
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.graded_source import WrongAnswer
from checker.grading.grader.mark import REFUSED, TOO_COARSE, UNEXPLAINED, Mark, Reason, faulty, in_error, marked
from checker.marking.essay_matches import essay_working
from checker.marking.feedback import Feedback
from checker.marking.mark import Outcome, mark
from checker.marking.parts import Outcomes, Questions
from checker.marking.question import Question
from checker.marking.result import WRONG
from checker.marking.told import told
from checker.marking.working import ToldLine, review, told_line
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


def feedback_json(outcomes: Outcomes, level: str) -> str:
    """Return the status, feedback and reading of each answer as JSON, for the store."""
    results = {part: told(each, level, is_graded=True) for part, each in outcomes.items()}
    return json.dumps([(part, each.status, each.feedback, each.shown_reading) for part, each in results.items()])


EXPLAINED: Final = (*WRONG, "carried")

MOST_VARIANTS: Final = 64
"""Maximum number of variants whose markers are remembered."""


class AnswerMarker:
    """Marks answers to the columns of a course; it remembers outcomes, so equal texts cost little."""

    def __init__(self) -> None:
        self._questions: dict[str, Questions] = {}
        self._of_variants: Memory[tuple[str, str], Questions] = Memory(MOST_VARIANTS)

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
            question = self._of(column)[column.part_id]
            if doubt:
                outcome = Outcome(question, text, fixed="needs_review", said=Feedback(doubt.sentence))
                return marked(column, told(outcome, "full"), doubt)
            found = marked(column, told(mark(text, question), "full"))
            is_essay = text and column.part.answer_kind.needs_person
            return found.with_working(essay_working(column.part, text)) if is_essay else found
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
            feedback = feedback_json(self._of(column).mark(given), LEVEL)
        except Exception:  # noqa: BLE001 - pages find the fault again, and report it
            return None
        return key_of(LEVEL, column.problem, version, given), feedback

    def credited_by_working(
        self, columns: Sequence[GradeColumn], given: Mapping[str | None, str], equations: Sequence[Equation]
    ) -> tuple[dict[str | None, Mark], Sequence[ToldLine]]:
        """Return new marks, by part, for answers that earn more by the working, and what is wrong with each line.

        `columns` are those of one problem.  If this fails, there are no marks, and nothing is said of the lines.
        """
        try:
            questions = self._of(columns[0])
            known = {part: text for part, text in given.items() if part in questions}
            credited, lines = review(equations, questions.mark(known))
            by_part = {column.part_id: column for column in columns}
            marks = {part: marked(by_part[part], told(outcome, "full")) for part, outcome in credited.items()}
            return marks, [told_line(line, "full") for line in lines]
        except Exception:  # noqa: BLE001 - the answers are graded all the same
            return {}, [ToldLine(each, each.value) for each in equations]

    def looked_into(self, column: GradeColumn, answer: WrongAnswer) -> WrongAnswer:
        """Return an answer that several students gave, with what could be found out about it."""
        try:
            question = self._of(column)[column.part_id]
            result = told(mark(answer.given, question), "full")
            if result.read_as != answer.read_as:
                result = told(mark(TypedNumber(answer.given), question), "full")
            return answer._replace(found=tuple(answer.find(result)))
        except Exception as error:  # noqa: BLE001 - what is only a remark must not cost a run its grades
            return answer.failed(type(error).__name__)

    def is_right(self, column: GradeColumn, text: str) -> bool:
        """Return whether an answer is right; False also where marking it fails."""
        return self._holds(column, lambda question: question.compared(text) == "correct", unknown=False)

    def is_another_step(self, column: GradeColumn, text: str) -> bool:
        """Return whether an answer is the value of another step of the solution; False also where marking fails."""
        return self._holds(column, lambda question: question.is_another_step(text), unknown=False)

    def is_explained(self, column: GradeColumn, text: str) -> bool:
        """Return whether a known mistake explains a wrong answer."""
        mark = self.mark(column, text)
        return mark.status in WRONG and mark.label not in {"", UNEXPLAINED, TOO_COARSE, REFUSED}

    def has_the_form(self, column: GradeColumn, text: str) -> bool:
        """Return whether an answer has the right dimension and shape; True also where that cannot be found out."""
        fails = {None, "refused", "shape"}
        return self._holds(column, lambda question: question.compared(text) not in fails, unknown=True)

    def _holds(self, column: GradeColumn, test: Callable[[Question], bool], *, unknown: bool) -> bool:
        """Return whether something holds for the answers to a column; `unknown` if that cannot be found out."""
        if column.part is None:
            return unknown
        try:
            return test(self._of(column)[column.part_id])
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
            outcomes = self._of(columns[0]).mark(given)
        except Exception as error:  # noqa: BLE001 - as in mark
            return [
                faulty(column, given[column.part_id], error) if mark.status in WRONG else mark
                for column, mark in zip(columns, marks, strict=True)
            ]
        return [
            marked(column, told(outcomes[column.part_id], "full")) if column.part_id in outcomes else mark
            for column, mark in zip(columns, marks, strict=True)
        ]

    def _of(self, column: GradeColumn) -> Questions:
        """Return the questions of a problem, or of a variant."""
        problem = column.problem
        assert problem is not None  # noqa: S101 - for mypy: who comes here has a part
        if problem.variants:
            return self._of_variants.get((column.id, problem.drawn), lambda: Questions(problem))
        if column.id not in self._questions:
            self._questions[column.id] = Questions(problem)
        return self._questions[column.id]
