"""Hand-ins of documents: read, and matched with the questions of an assignment.

A file that cannot be read never makes an answer wrong or blank: what was not found then waits for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from checker.grading.column_names import column_names
from checker.grading.course import AssignmentColumns, Course
from checker.grading.grader.hand_in_files import HandInFiles, Scan, claim, claims_another, several_students
from checker.grading.grader.mark import Reason
from checker.grading.submissions import (
    Delivery,
    HandIn,
    Submission,
    Trouble,
    Who,
    own_time,
    who_in,
)
from checker.writeups.all_results import AllResults, why_misplaced
from checker.writeups.document import Document
from checker.writeups.front_matter import node_at
from checker.writeups.read import read_writeup
from checker.writeups.reading import FoundQuestion, WriteUpReading

DIFFERENT_NAMES: Final = "its files name different students: {}; correct them, or give each student a folder"


class ReadHandIn(NamedTuple):
    """A hand-in as it was understood."""

    who: Who
    path: Path
    documents: tuple[Document, ...] = ()
    assignments: tuple[AssignmentColumns, ...] = ()
    """The assignments that it is graded against; none if that is not known."""
    questions: tuple[FoundQuestion, ...] = ()
    results: AllResults | None = None
    """Everything in the documents that could answer a part."""
    missing: Reason | None = None
    """Why an answer that was not found waits; None where it is simply not answered."""
    doubt: Reason | None = None
    """Why every answer needs a person; None where that is not so."""
    submissions: tuple[Submission, ...] = ()
    """What its structured files hold."""
    troubles: tuple[Trouble, ...] = ()
    faults: tuple[str, ...] = ()
    """Faults of checker, each with the file."""
    delivery: Delivery = Delivery()
    scans: tuple[Scan, ...] = ()
    """Pages that a person reads as pictures."""


class WriteUpReader:
    """Reads hand-ins against the sheets of a course."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._names = column_names(course)

    def read(self, hand_in: HandIn) -> ReadHandIn:
        """Return a hand-in as it is understood.  It never raises."""
        files = HandInFiles(hand_in, self._names)
        files.read_documents()
        who, dispute = _who(hand_in, files.documents)
        files.read_structured(who, is_certain=hand_in.is_certain)
        files.troubles += _claims(hand_in, files.documents)
        time, wrong_times = _time(hand_in, files.documents)
        files.troubles += wrong_times
        reading = WriteUpReading(None, ())
        student = self._course.owner(who.student, hand_in.delivery.other_ids)
        if files.documents:
            try:
                reading = self._reading(files.documents, hand_in, student)
            except Exception as error:  # noqa: BLE001 - a fault of ours is reported, never a wrong answer
                files.add_fault(hand_in.path, error)
            first, *others = files.documents
            files.documents = [first._replace(notes=(*first.notes, *reading.remarks)), *others]
        trouble = dispute or reading.trouble
        if trouble:
            files.troubles.append(Trouble(hand_in.path, None, who.student, trouble))
        files.troubles += _answer_lines(hand_in, reading)
        assignments: Iterable[AssignmentColumns] = ()
        missing = files.missing
        if files.documents or missing:
            assignments = self._assignments(reading, hand_in.assignment_hint, files.submissions)
        return ReadHandIn(
            who,
            hand_in.path,
            tuple(files.documents),
            tuple(assignments),
            reading.questions,
            self._results(files.documents, reading, student),
            missing,
            Reason("write_up", trouble) if trouble else None,
            tuple(files.submissions),
            tuple(each._replace(student=each.student or who.student) for each in files.troubles),
            tuple(files.faults),
            hand_in.delivery.with_own(Delivery(time)),
            tuple(files.scans),
        )

    def _reading(self, documents: Sequence[Document], hand_in: HandIn, student: str) -> WriteUpReading:
        """Return what is understood of documents; with a trouble if they may be in the wrong place."""
        sheets = self._course.sheets(hand_in.assignment_hint, student)
        reading = read_writeup(documents, sheets)
        chosen = next((sheet for sheet in sheets if sheet.assignment == reading.assignment), None)
        if chosen is None or reading.trouble:
            return reading
        trouble = why_misplaced(documents, chosen, self._course.sheets(None)) if hand_in.assignment_hint else ""
        if not trouble and not hand_in.is_certain:
            trouble = several_students(documents, lambda some: read_writeup(some, [chosen]))
        return reading._replace(trouble=trouble)

    def _results(self, documents: Sequence[Document], reading: WriteUpReading, student: str) -> AllResults | None:
        sheets = (
            sheet
            for sheet in self._course.sheets(reading.assignment, student)
            if sheet.assignment == reading.assignment
        )
        sheet = next(sheets, None) if documents and reading.questions else None
        return AllResults(documents, sheet) if sheet else None

    def _assignments(
        self, reading: WriteUpReading, hint: str | None, submissions: Sequence[Submission]
    ) -> list[AssignmentColumns]:
        """Return the assignments that a student gets a row in: the one that was read, or that must be meant."""
        if reading.assignment in self._course.assignments:
            return [self._course.assignments[reading.assignment]]
        hinted = self._course.hinted(hint)
        if len(hinted) == 1:
            return hinted
        fitting = [each for submission in submissions for each in self._course.fitting(submission)]
        return list({each.name: each for each in fitting}.values())


def _answer_lines(hand_in: HandIn, reading: WriteUpReading) -> Iterator[Trouble]:
    """Yield a trouble for each answer line that names no question."""
    for (file, place, _), message in reading.notes:
        where, line = ("", place.line) if place.cell is None else (f"{place}: ", None)
        yield Trouble(hand_in.path_of(file), line, None, f"{where}{message}")


def not_read(hand_in: HandIn, course: Course, reason: Reason) -> ReadHandIn:
    """Return a hand-in whose documents could not be read, with the reason: its answers wait for a person."""
    hinted = course.hinted(hand_in.assignment_hint)
    who = hand_in.owner
    assignments = tuple(hinted) if len(hinted) == 1 else ()
    troubles = () if assignments else (Trouble(hand_in.path, None, who.student, reason.sentence),)
    delivery = hand_in.delivery
    return ReadHandIn(who, hand_in.path, assignments=assignments, missing=reason, troubles=troubles, delivery=delivery)


def _claims(hand_in: HandIn, documents: Sequence[Document]) -> Iterator[Trouble]:
    """Yield a trouble for each document that names another student than the download does."""
    owner = hand_in.owner
    for document in documents if hand_in.is_certain else ():
        node = node_at(document.front, "student")
        if node and claims_another(named := who_in(node), owner):
            yield claim(hand_in.path_of(document.file), node.line, named, owner)


def _time(hand_in: HandIn, documents: Sequence[Document]) -> tuple[str, list[Trouble]]:
    """Return the latest time that the front matter of a document names, and a trouble for each that is no time."""
    named = [(hand_in.path_of(document.file), own_time(document.front)) for document in documents]
    troubles = [Trouble(path, each.line, None, each.trouble) for path, each in named if each.trouble]
    return max((each.time for _, each in named), default=""), troubles


def _who(hand_in: HandIn, documents: Sequence[Document]) -> tuple[Who, str]:
    """Return the student, and what is disputed about that: the front matter counts more than a file's name."""
    owner = hand_in.owner
    named: dict[str, tuple[Who, str]] = {}
    for document in documents:
        who = who_in(node_at(document.front, "student"))
        if who.student:
            named.setdefault(who.student, (who, document.file))
    if len(named) > 1 and not hand_in.is_certain:
        claims = ", ".join(f"{student} ({file})" for student, (_, file) in named.items())
        return owner, DIFFERENT_NAMES.format(claims)
    for who, _ in named.values() if not hand_in.is_certain else ():
        return Who(who.student, who.name or owner.name, who.email or owner.email), ""
    return owner, ""
