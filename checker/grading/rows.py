"""Rows: a student's answers to one assignment in one hand-in, from what was read to records.

An answer to a problem or part that does not exist is not marked.  The unanswered columns that it may be meant for are
left to a person, so none is lost.

Places.place    answers        to their rows, by assignment
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
from checker.grading.records import Reason, in_error, problem_in_error, waiting
from checker.kinds import is_blank
from checker.lms.students import Student
from checker.marking.mark import Status
from checker.text.number import TypedNumber
from checker.text.words import did_you_mean, in_one_line, is_near, nearest, shortened

NO_NUMBERS: Final = Reason(
    "whose_numbers",
    "This student is not on the roster, so it is not certain which numbers these answers are about. Correct the id,"
    " or add the student to the roster.",
)
_IN_ERROR: Final = Reason("problem_in_error", "")


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
        texts = {(each.problem, each.part): (each.text, each.is_number) for each in self.answers.given}
        for columns in self.assignment.problems:
            some = ((each.part_id, *texts.get((each.id, each.part_id), ("", False))) for each in columns)
            found.append(MarkTask(columns[0].id, columns[0].drawn, tuple(some)))
        return found


class Places:
    """Finds the rows of answers in a course."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._advice = lru_cache(4_096)(partial(_advice_on, course))  # a table repeats a name in every row

    def place(self, answers: Answers) -> list[Row]:
        """Return the rows of answers by assignment, not marked yet unless they were in documents."""
        course, student = self._course, self._course.members.owner(*answers.ids)
        found = course.fitting(answers.hint, dict.fromkeys(each.problem for each in answers.given))
        if answers.records:
            found = [course.assignments[answers.assignment or ""]]
        rows = []
        for each in found:
            assignment, records = course.of_student(each, student), list(answers.records)
            width, documents = len(assignment.columns), [answers.document] if answers.document else []
            rows.append(Row(assignment, answers.who, answers, records[:width], records[width:], documents))
        return rows

    def fill(
        self, answers: Answers, rows: Sequence[Row], marked: Mapping[MarkTask, Sequence[Record]]
    ) -> Iterator[Trouble]:
        """Set the records of the rows of answers, and yield a trouble for each answer that no column is free for."""
        members = self._course.members
        for row in rows:
            row.records = row.records or [dict(each) for task in row.tasks for each in marked[task]]
        others = [*self._fit(answers.given, rows)]
        for row in rows if not members.is_known(members.owner(*answers.ids)) else ():
            for place, (column, record) in enumerate(zip(row.assignment.columns, row.records, strict=True)):
                if column.drawn and record["status"] not in {Status.NOT_ANSWERED, Status.ERROR}:
                    row.records[place] = waiting(_without_verdict(record, record["given"]), NO_NUMBERS)
        if not rows and not others:
            message = "answers no problem of any assignment; check the ids of the problems"
            yield Trouble(answers.file, None, answers.who.id, message)
        for each, reason in others:
            shown = f" (the answer: {in_one_line(each.text)})"
            yield Trouble(answers.file, each.line, answers.who.id, reason.sentence, answer=shown)

    def _fit(self, given: Sequence[Given], rows: Sequence[Row]) -> Iterator[tuple[Given, Reason]]:
        """Let answers to no question wait in the unanswered columns that may be meant; yield those without one."""
        known = {key for row in rows for key in row.assignment.keys}
        others = [each for each in given if (each.problem, each.part) not in known and not is_blank(each.text)]
        if not others:
            return
        places = {column.index: (row, at) for row in rows for at, column in enumerate(row.assignment.columns)}
        free = {index for index, (row, at) in places.items() if row.records[at]["status"] == Status.NOT_ANSWERED}
        taken: set[int] = set()
        for each in others:
            reason, *choices = self._advice(each.problem, each.part, tuple(row.assignment.name for row in rows))
            is_in_error = reason is _IN_ERROR
            possible = ([one.index for one in some if one.index in free or is_in_error] for some in choices)
            meant = next(filter(None, possible), [])
            for index in (own := [one for one in meant if one in free - taken]):
                taken.add(index)
                row, at = places[index]
                column = row.assignment.columns[at]
                row.records[at] = (
                    waiting(_without_verdict(row.records[at], each.text), reason, column)
                    if column.part
                    else _of_broken(row, at, each)
                )
            if is_in_error and not own:  # one more part of its problem
                row, at = places[meant[0]]
                row.more.append(_of_broken(row, at, each))
            elif not own:
                yield each, reason


def _of_broken(row: Row, place: int, given: Given) -> Record:
    column = row.assignment.columns[place]
    return in_error(column, given.text, problem_in_error(column), given.part)


def _without_verdict(record: Record, text: str) -> Record:
    """Return the record of an answer without what is said of its worth."""
    kept = {name: each for name, each in record.items() if name not in {"label", "told", "steps", "consequence"}}
    return kept | {"given": text, "explanations": []}


_Advice = tuple[Reason, *tuple[Sequence[GradeColumn], ...]]
"""What to say about a name that no question has, and the columns that may be meant; the first with a free one count."""


def _advice_on(course: Course, problem: str, part: str | None, assignments: Iterable[str]) -> _Advice:
    columns = [column for name in assignments for column in course.assignments[name].columns]
    if of_problem := [column for column in columns if column.id == problem]:
        return _advice_on_part(problem, part, of_problem)
    if problem in course.home:
        home = course.home[problem]
        sentence = f"Problem {problem} belongs to another assignment{home and f', {home}'}"
        return (Reason("other_assignment", sentence),)
    ids = list(dict.fromkeys(column.id for column in columns)) or list(course.home)
    near = nearest(problem, tuple(ids))
    advice = did_you_mean(problem, near) if near else did_you_mean("", ids)
    meant = [column for column in columns if column.id in near]
    reason = Reason("unknown_problem", f"There is no problem {shortened(problem)}{advice}")
    return reason, [column for column in meant if column.part_id == part] or meant


def _advice_on_part(problem: str, part: str | None, columns: Sequence[GradeColumn]) -> _Advice:
    parts = [column.part_id for column in columns if column.part_id]
    if columns[0].error:
        return _IN_ERROR, columns
    if part is None:
        wanted = f"an answer for each of its parts ({', '.join(parts)}), but this is a single answer"
        return Reason("several_parts", f"Problem {problem} takes {wanted}"), columns
    if not parts:
        wanted = f"a single answer, but this one is for a part {shortened(part)}"
        return Reason("one_answer", f"Problem {problem} takes {wanted}"), columns
    near = [each for each in get_close_matches(part.lower(), parts, 1) if is_near(part, each)]
    reason = Reason("unknown_part", f"Problem {problem} has no part {shortened(part)}{did_you_mean(part, parts)}")
    return reason, [column for column in columns if [column.part_id] == near], columns
