"""Rows: a student's answers to one assignment in one hand-in, from what was read to records.

An answer to a problem or part that does not exist is not marked.  The unanswered columns that it may be meant for are
left to a person, so none is lost.

Places.place    answers        to Placed: their rows by assignment, and what fits no question
Row.tasks       a row          to what is to be marked, by problem
Places.fill     what is marked to records in their columns; what fits no question waits in a free one, or is a trouble
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property, lru_cache, partial
from typing import Any, Final, NamedTuple

from checker.grading.course import AssignmentColumns, Course, GradeColumn
from checker.grading.model import Answers, Given, Record, Trouble
from checker.grading.records import Reason, in_error, problem_in_error, waits, without_group
from checker.kinds import is_blank
from checker.lms.students import Student
from checker.text.number import TypedNumber
from checker.text.words import did_you_mean, in_one_line, is_near, nearest, shortened

ANSWER: Final = " (the answer: "
"""Text between an issue and the answer that has it."""
NO_PROBLEM: Final = "answers no problem of any assignment; check the ids of the problems"
NO_NUMBERS: Final = Reason(
    "whose_numbers",
    "This student is not on the roster, so it is not certain which numbers these answers are about. Correct the id,"
    " or add the student to the roster.",
)
IN_ERROR: Final = Reason("problem_in_error", "")
MOST_NAMES: Final = 4_096
"""Maximum number of names on which the advice is remembered."""
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


class UnmatchedAnswer(NamedTuple):
    """An answer whose problem or part does not exist, why, and the columns that it may be meant for."""

    given: Given
    reason: Reason
    candidates: Sequence[GradeColumn]
    """The unanswered columns that it may be meant for: a person decides on them, and they are not 0 points."""


class Placed(NamedTuple):
    """The rows of the answers in one hand-in, and those that fit no question."""

    answers: Answers
    rows: list[Row]
    unmatched: list[UnmatchedAnswer]


class Places:
    """Finds the rows of answers in a course."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._advice = lru_cache(MOST_NAMES)(partial(_advice_on, course))  # a table repeats a name in every row

    def place(self, answers: Answers) -> Placed:
        """Return the rows of answers, not marked yet, and the answers that fit no question of theirs."""
        course, student = self._course, self._course.members.owner(answers.who.id, answers.delivery.other_ids)
        if answers.records:
            assignment = course.of_student(course.assignments[answers.assignment or ""], student)
            return Placed(answers, [self._row(answers, assignment, student)], [])
        problems = dict.fromkeys(each.problem for each in answers.given)
        assignments = course.fitting(answers.hint, problems)
        keys = {(each.problem, each.part) for each in answers.given}
        is_all_known = keys <= {key for assignment in assignments for key in assignment.keys}
        unmatched = [] if is_all_known else self._unmatched(answers.given, assignments)
        rows = [self._row(answers, course.of_student(each, student), student) for each in assignments]
        return Placed(answers, rows, unmatched)

    def _unmatched(self, given: Sequence[Given], assignments: Sequence[AssignmentColumns]) -> list[UnmatchedAnswer]:
        """Return the answers that are not blank and have no column."""
        columns = {key: column for assignment in assignments for key, column in assignment.keys.items()}
        written = {(each.problem, each.part): each for each in given if not is_blank(each.text)}
        free = {column.index for key, column in columns.items() if key not in written}
        names = tuple(assignment.name for assignment in assignments)
        found = []
        for each in given:
            if (each.problem, each.part) not in columns and not is_blank(each.text):
                advice = self._advice(each.problem, each.part, names)
                candidates = [column for column in advice.near if column.index in free] or [
                    column for column in advice.others if column.index in free or advice.reason is IN_ERROR
                ]
                found.append(UnmatchedAnswer(each, advice.reason, candidates))
        return found

    def _row(self, answers: Answers, assignment: AssignmentColumns, student: str) -> Row:
        records = list(answers.records)
        documents = [answers.document] if answers.document else []
        row = Row(assignment, answers.who, answers, records[: len(assignment.columns)], documents=documents)
        row.more = records[len(assignment.columns) :]
        if records and not self._course.members.is_known(student):
            row.records = hold(row)
        return row

    def fill(self, placed: Placed, marked: Mapping[MarkTask, Sequence[Record]]) -> Iterator[Trouble]:
        """Set the records of rows, and yield a trouble for each answer that no column is free for."""
        answers, rows, unmatched = placed
        known = self._course.members
        for row in rows:
            if not row.records:
                row.records = [dict(each) for task in row.tasks for each in marked[task]]
                unmatched = _put(unmatched, row)
                if not known.is_known(known.owner(answers.who.id, answers.delivery.other_ids)):
                    row.records = hold(row)
        student = answers.who.id
        if not rows and not unmatched:
            yield Trouble(answers.file, None, student, NO_PROBLEM)
        for given, reason, _ in unmatched:
            answer = f"{ANSWER}{in_one_line(given.text)})"
            yield Trouble(answers.file, given.line, student, reason.sentence, answer=answer)


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


class NameAdvice(NamedTuple):
    """What to say about a name that no question has, and the questions that may be meant."""

    reason: Reason
    near: Sequence[GradeColumn] = ()
    """The columns that are meant, if they are unanswered."""
    others: Sequence[GradeColumn] = ()
    """The columns that are meant if none of those is unanswered."""


def _advice_on(course: Course, problem: str, part: str | None, assignments: Iterable[str]) -> NameAdvice:
    """Return the advice on a name, to a student whose answers belong to these assignments."""
    columns = [column for name in assignments for column in course.assignments[name].columns]
    if parts := [column for column in columns if column.id == problem]:
        return _advice_on_part(problem, part, parts)
    ids = list(dict.fromkeys(column.id for column in columns)) or list(course.home)
    if problem in course.home:
        home = course.home[problem]
        sentence = f"Problem {problem} belongs to another assignment{home and f', {home}'}"
        return NameAdvice(Reason("other_assignment", sentence))
    near = nearest(problem, tuple(ids))
    advice = did_you_mean(problem, near) if near else did_you_mean("", ids)
    reason = Reason("unknown_problem", f"There is no problem {shortened(problem)}{advice}")
    return NameAdvice(reason, [column for column in columns if column.id in near])


def _advice_on_part(problem: str, part: str | None, columns: Sequence[GradeColumn]) -> NameAdvice:
    """Return the advice on an answer to a problem that exists, but not to one of its parts."""
    if columns[0].error:
        return NameAdvice(IN_ERROR, (), columns)
    parts = [column.part_id for column in columns if column.part_id]
    if part is None:
        names = ", ".join(parts)
        sentence = f"Problem {problem} takes an answer for each of its parts ({names}), but this is a single answer"
        return NameAdvice(Reason("several_parts", sentence), (), columns)
    if not parts:
        name = shortened(part)
        sentence = f"Problem {problem} takes a single answer, but this one is for a part {name}"
        return NameAdvice(Reason("one_answer", sentence), (), columns)
    near = [each for each in get_close_matches(part.lower(), parts, 1) if is_near(part, each)]
    reason = Reason("unknown_part", f"Problem {problem} has no part {shortened(part)}{did_you_mean(part, parts)}")
    return NameAdvice(reason, [column for column in columns if [column.part_id] == near], columns)
