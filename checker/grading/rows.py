"""Rows: a student's answers to one assignment in one hand-in, from what was read to records.

Places.place    answers        to Placed: their rows by assignment, and what fits no question
Row.tasks       a row          to what is to be marked, by problem
Places.fill     what is marked to records in their columns; what fits no question waits in a free one, or is an issue
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from checker.grading.course import AssignmentColumns, Course
from checker.grading.issues import MOST_DIFFERENT, Issue
from checker.grading.model import Answers, Record
from checker.grading.records import Reason, in_error, problem_in_error, waits, without_group
from checker.grading.unmatched import UnmatchedAnswer, UnmatchedAnswers
from checker.lms.students import Student
from checker.text.number import TypedNumber
from checker.text.words import in_one_line

ANSWER: Final = " (the answer: "
"""Text between an issue and the answer that has it."""
NO_PROBLEM: Final = "answers no problem of any assignment; check the ids of the problems"
NO_NUMBERS: Final = Reason(
    "whose_numbers",
    "This student is not on the roster, so it is not certain which numbers these answers are about. Correct the id,"
    " or add the student to the roster.",
)
UNMARKED: Final = frozenset({"not_answered", "error"})


class MarkTask(NamedTuple):
    """One student's answers to the parts of one problem, which are marked together."""

    problem: str
    drawn: str
    """The values drawn for the student, where the problem draws its numbers."""
    texts: tuple[tuple[str | None, str, bool], ...]
    """The part, exactly what was written, and whether it is a number of the file and no text."""

    @property
    def by_part(self) -> dict[str | None, str]:
        """Return by part what was written."""
        return {part: TypedNumber(text) if is_number else text for part, text, is_number in self.texts}


@dataclass
class Row:
    """One student in one assignment, with the records of all its questions."""

    assignment: AssignmentColumns
    """With the student's own numbers."""
    who: Student
    answers: Answers
    """Where they stand, and when they were handed in."""
    records: list[Record]
    """One for each column, once they are marked."""
    more: list[Record] = field(default_factory=list)
    """Answers of other hand-ins that differ, and those to problems in error that have no column."""
    documents: list[dict[str, Any]] = field(default_factory=list)
    """The documents with remarks."""

    @property
    def about(self) -> tuple[str, str]:
        """Return the name of the assignment and the student's id."""
        return self.assignment.name, self.who.id

    @property
    def place(self) -> str:
        """Return where the answers stand: `s1.yaml`, or `class.csv:3`."""
        return self.answers.file if self.answers.line is None else f"{self.answers.file}:{self.answers.line}"

    @cached_property
    def tasks(self) -> list[MarkTask]:
        """Return what is to be marked; nothing of documents, which are marked where they are read."""
        found: list[MarkTask] = []
        if self.records:
            return found
        texts = {(each.problem, each.part): each.text for each in self.answers.given}
        for places in self.assignment.by_problem:
            columns = self.assignment.columns[places.start : places.stop]
            given = [(each.part_id, texts.get((each.id, each.part_id), "")) for each in columns]
            some = tuple((part, str(text), isinstance(text, TypedNumber)) for part, text in given)
            found.append(MarkTask(columns[0].id, columns[0].drawn, some))
        return found


class Placed(NamedTuple):
    """The rows of the answers in one hand-in, and those that fit no question."""

    answers: Answers
    rows: list[Row]
    unmatched: list[UnmatchedAnswer]
    more: int
    """The number of others that fit none."""


class Places:
    """Finds the rows of answers in a course."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._unmatched = UnmatchedAnswers(course)

    def place(self, answers: Answers) -> Placed:
        """Return the rows of answers, not marked yet, and the answers that fit no question of theirs."""
        course, student = self._course, self._course.members.owner(answers.who.id, answers.delivery.other_ids)
        if answers.records:
            assignment = course.of_student(course.assignments[answers.assignment or ""], student)
            return Placed(answers, [self._row(answers, assignment, student)], [], 0)
        problems = dict.fromkeys(each.problem for each in answers.given)
        assignments = course.fitting(answers.hint, problems)
        keys = {(each.problem, each.part) for each in answers.given}
        unmatched, more = list[UnmatchedAnswer](), 0
        if not keys <= {key for assignment in assignments for key in assignment.keys}:
            unmatched, more = self._unmatched.of(answers.given, assignments)
        rows = [self._row(answers, course.of_student(each, student), student) for each in assignments]
        return Placed(answers, rows, unmatched, more)

    def _row(self, answers: Answers, assignment: AssignmentColumns, student: str) -> Row:
        records = list(answers.records)
        documents = [answers.document] if answers.document else []
        row = Row(assignment, answers.who, answers, records[: len(assignment.columns)], documents=documents)
        row.more = records[len(assignment.columns) :]
        if records and not self._course.members.is_known(student):
            row.records = hold(row)
        return row

    def fill(self, placed: Placed, marked: Mapping[MarkTask, Sequence[Record]]) -> Iterator[Issue]:
        """Set the records of rows, and yield an issue for each answer that no column is free for."""
        answers, rows, unmatched, more = placed
        known = self._course.members
        for row in rows:
            if not row.records:
                row.records = [dict(each) for task in row.tasks for each in marked[task]]
                unmatched = _put(unmatched, row)
                if not known.is_known(known.owner(answers.who.id, answers.delivery.other_ids)):
                    row.records = hold(row)
        student = answers.who.id
        if not rows and not unmatched:
            yield Issue(student, answers.file, None, NO_PROBLEM)
        for given, reason, _ in unmatched[:MOST_DIFFERENT]:
            shown = f"{ANSWER}{in_one_line(given.text)})"
            yield Issue(student, answers.file, given.line, reason.sentence, shown)
        if more := more + len(unmatched[MOST_DIFFERENT:]):
            yield Issue(student, answers.file, None, "", more=more)


def hold(row: Row) -> list[Record]:
    """Return records in which answers to drawn numbers wait: the roster lacks the student whose numbers they are."""
    return [
        without_group(doubtful(record, row, place, record["given"], NO_NUMBERS))
        if column.drawn and record["status"] not in UNMARKED
        else record
        for place, (column, record) in enumerate(zip(row.assignment.columns, row.records, strict=True))
    ]


def doubtful(record: Record, row: Row, place: int, text: str, reason: Reason) -> Record:
    """Return a record of an answer in the column at a place that waits for a person, whatever it would be worth."""
    kept = {name: each for name, each in record.items() if name not in {"label", "told", "steps", "consequence"}}
    kept |= {"status": "needs_review", "points": None, "given": text, "message": reason.sentence, "explanations": []}
    return waits(kept, row.assignment.columns[place], reason)


def _put(unmatched: Sequence[UnmatchedAnswer], row: Row) -> list[UnmatchedAnswer]:
    """Let unmatched answers wait in the free columns that they may be meant for; return those without one."""
    rest = []
    columns = row.assignment.columns
    first = columns[0].index if columns else 0
    for answer in unmatched:
        text, part = answer.given.text, answer.given.part
        places = [each.index - first for each in answer.candidates if each.assignment == row.assignment.name]
        free = [place for place in places if row.records[place]["status"] == "not_answered"]
        for place in free:
            if columns[place].part:
                row.records[place] = doubtful(row.records[place], row, place, text, answer.reason)
            else:
                row.records[place] = in_error(columns[place], text, problem_in_error(columns[place]), part)
        if places and not free and not answer.reason.sentence:  # one more part of a problem in error
            row.more.append(in_error(columns[places[0]], text, problem_in_error(columns[places[0]]), part))
        elif not free:
            rest.append(answer)
    return rest
