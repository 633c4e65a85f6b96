"""Hand-ins of documents: read, and matched with the questions of an assignment.

A file that cannot be read never makes an answer wrong or blank: what was not found then waits for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from checker.grading.cell import fault
from checker.grading.course import AssignmentColumns, Course
from checker.grading.groups import Reason
from checker.grading.submissions import HandIn, HandInFile, Submission, Trouble, Who, printable, read_file, who_in
from checker.writeups import formats
from checker.writeups.document import Document
from checker.writeups.read import read_writeup
from checker.writeups.reading import FoundQuestion, WriteUpReading

NOT_READ: Final = Reason("file_not_read", "A file of this hand-in was not read; the answer may be in it.")
SEVERAL_STUDENTS: Final = "its files name different students: {}; correct them, or give each student a folder"


class ReadHandIn(NamedTuple):
    """A hand-in as it was understood."""

    who: Who
    path: Path
    documents: tuple[Document, ...] = ()
    assignments: tuple[AssignmentColumns, ...] = ()
    """The assignments that it is graded against; none if that is not known."""
    questions: tuple[FoundQuestion, ...] = ()
    missing: Reason | None = None
    """Why an answer that was not found waits; None where it is simply not answered."""
    doubt: Reason | None = None
    """Why every answer needs a person; None where that is not so."""
    submissions: tuple[Submission, ...] = ()
    """What its structured files hold."""
    troubles: tuple[Trouble, ...] = ()
    faults: tuple[str, ...] = ()
    """Faults of checker, each with the file."""


class WriteUpReader:
    """Reads hand-ins against the sheets of a course."""

    def __init__(self, course: Course) -> None:
        self._course = course

    def read(self, hand_in: HandIn) -> ReadHandIn:
        """Return a hand-in as it is understood.  It never raises."""
        files = _FileReader(hand_in)
        files.read_documents()
        who, dispute = _who(hand_in, files.documents)
        files.read_structured(who.student)
        reading = WriteUpReading(None, ())
        missing = files.missing
        if files.documents:
            try:
                reading = read_writeup(files.documents, self._course.sheets(hand_in.assignment_hint))
            except Exception as error:  # noqa: BLE001 - a fault of ours is reported, never a wrong answer
                missing = files.add_fault(hand_in.path, error)
            first, *others = files.documents
            files.documents = [first._replace(notes=(*first.notes, *reading.remarks)), *others]
        trouble = dispute or reading.trouble
        if trouble:
            files.troubles.append(Trouble(hand_in.path, None, who.student, trouble))
        files.troubles += _answer_lines(hand_in, reading)
        assignments: Iterable[AssignmentColumns] = ()
        if files.documents or missing:
            assignments = self._assignments(reading, hand_in.assignment_hint, files.submissions)
        return ReadHandIn(
            who,
            hand_in.path,
            tuple(files.documents),
            tuple(assignments),
            reading.questions,
            missing,
            Reason("write_up", trouble) if trouble else None,
            tuple(files.submissions),
            tuple(each._replace(student=each.student or who.student) for each in files.troubles),
            tuple(files.faults),
        )

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
    paths = {each.name: Path(printable(each.found[0])) for each in hand_in.files}
    for (file, place, _), message in reading.notes:
        where, line = ("", place.line) if place.cell is None else (f"{place}: ", None)
        yield Trouble(paths.get(file, hand_in.path), line, None, f"{where}{message}")


def not_read(hand_in: HandIn, course: Course, reason: Reason) -> ReadHandIn:
    """Return a hand-in of which nothing is read, for this reason."""
    hinted = course.hinted(hand_in.assignment_hint)
    who = Who(hand_in.student, hand_in.name, hand_in.email)
    assignments = tuple(hinted) if len(hinted) == 1 else ()
    troubles = () if assignments else (Trouble(hand_in.path, None, who.student, reason.sentence),)
    return ReadHandIn(who, hand_in.path, assignments=assignments, missing=reason, troubles=troubles)


class _FileReader:
    """Reads the files of a hand-in, one by one, and collects what is in them."""

    def __init__(self, hand_in: HandIn) -> None:
        self.documents: list[Document] = []
        self.submissions: list[Submission] = []
        self.troubles: list[Trouble] = []
        self.faults: list[str] = []
        self.missing: Reason | None = None
        self._structured = [each for each in hand_in.files if each.sort == "structured"]
        self._others = [each for each in hand_in.files if each.sort != "structured"]

    def read_documents(self) -> None:
        """Read all files that are not structured; those of an unknown format are reported once for each suffix."""
        unknown: dict[str, list[Trouble]] = {}
        for each in self._others:
            if each.sort == "document" and not each.found[2]:
                self._read_document(each)
                continue
            for trouble in read_file(each.found):
                if isinstance(trouble, Trouble):
                    key = each.name if each.found[2] else trouble.path.suffix
                    unknown.setdefault(key, []).append(trouble)
        for first, *more in unknown.values():
            count = f" ({len(more) + 1} files)" if more else ""
            self.troubles.append(first._replace(message=f"{first.message}{count}"))
            self.missing = self.missing or NOT_READ

    def _read_document(self, file: HandInFile) -> None:
        path = file.found[0]
        try:
            self.documents.append(formats.read_document(path, file.name))
        except formats.DocumentUnreadable as error:
            self.troubles.append(Trouble(Path(printable(path)), error.line, None, error.message))
            self.missing = self.missing or NOT_READ
        except Exception as error:  # noqa: BLE001 - a fault of ours is reported, and the other files are read
            self.missing = self.add_fault(Path(printable(path)), error)

    def read_structured(self, owner: str) -> None:
        """Read the structured files; one that names no student is the owner's."""
        for each in self._structured:
            found = list(read_file(each.found, owner))
            submissions = [one for one in found if isinstance(one, Submission)]
            self.submissions += submissions
            self.troubles += [one for one in found if isinstance(one, Trouble)]
            if not submissions:
                self.missing = self.missing or NOT_READ

    def add_fault(self, file: Path, error: Exception) -> Reason:
        """Report a fault of checker; return it as the reason why answers wait."""
        reason = fault(error)
        self.troubles.append(Trouble(file, None, None, reason.sentence))
        self.faults.append(f"{file}: {reason.sentence}")
        return reason


def _who(hand_in: HandIn, documents: Sequence[Document]) -> tuple[Who, str]:
    """Return the student, and what is disputed about that: the front matter counts more than a file's name."""
    owner = Who(hand_in.student, hand_in.name, hand_in.email)
    named: dict[str, tuple[Who, str]] = {}
    for document in documents:
        who = who_in(document.front.get("student")) if document.front else Who("")
        if who.student:
            named.setdefault(who.student, (who, document.file))
    if len(named) > 1 and not hand_in.is_certain:
        claims = ", ".join(f"{student} ({file})" for student, (_, file) in named.items())
        return owner, SEVERAL_STUDENTS.format(claims)
    for who, _ in named.values() if not hand_in.is_certain else ():
        return Who(who.student, who.name or owner.name, who.email or owner.email), ""
    return owner, ""
