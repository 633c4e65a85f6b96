"""Reads the files of one hand-in (`WriteUpReader`): finds the answers in its documents, and whose they are.

It reports files that name another student than the download, or that seem to be of several students.  Faults of checker
are recorded and not raised.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from checker.document.errors import quote
from checker.grading.course import AssignmentColumns, Course, column_names
from checker.grading.grader.mark import Reason, fault, short_hash
from checker.grading.submissions.column_names import ColumnNames
from checker.grading.submissions.model import (
    Delivery,
    FoundFile,
    FoundSubmissions,
    HandIn,
    NotRead,
    Scanned,
    Submission,
    Trouble,
    Who,
    own_time,
    printable,
    who_in,
)
from checker.grading.submissions.read import read_file
from checker.text.words import first_of
from checker.writeups import formats
from checker.writeups.all_results import AllResults, why_misplaced
from checker.writeups.document import Document, UnreadPages
from checker.writeups.front_matter import node_at
from checker.writeups.read import read_writeup
from checker.writeups.reading import BoundAnswer, FoundQuestion, WriteUpReading
from checker.writeups.sheets import PartKey

STRUCTURED: Final = ("structured", "table")
NOT_READ: Final = Reason("file_not_read", "A file of this hand-in was not read; the answer may be in it.")
SCANNED: Final = Reason("scan", "A person must look at the pages of this hand-in that have no text.")


class Scan(NamedTuple):
    """Pages of a file without text, such as scans, which a person reads as pictures."""

    file: str
    pages: tuple[int, ...]
    digest: str
    """The hash of the file: what was decided about another picture does not hold for this one."""


@dataclass
class ReadHandIn:
    """A hand-in as it was read: whose it is, the answers found, and what could not be read."""

    who: Who
    path: Path
    delivery: Delivery = field(default_factory=Delivery)
    documents: list[Document] = field(default_factory=list)
    assignments: Sequence[AssignmentColumns] = ()
    """The assignments that it is graded against; none if that is not known."""
    questions: Sequence[FoundQuestion] = ()
    results: AllResults | None = None
    """Everything in the documents that could answer a part."""
    missing: Reason | None = None
    """Why an answer that was not found waits; None where it is simply not answered."""
    doubt: Reason | None = None
    """Why every answer needs a person; None where that is not so."""
    submissions: list[Submission] = field(default_factory=list)
    """The contents of its structured files."""
    troubles: list[Trouble] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Faults of checker, each with the file."""
    scans: list[Scan] = field(default_factory=list)
    """Pages that a person reads as pictures."""

    def add_documents(self, files: Iterable[FoundFile]) -> None:
        """Read the documents among these files; files of an unknown format are reported, once for each suffix."""
        unknown: dict[str, list[Trouble]] = {}
        for each in files:
            if each.sort == "document" and not each.error:
                self._add_document(each)
                continue
            for trouble in read_file(each) if each.sort not in STRUCTURED else ():
                if isinstance(trouble, Trouble):
                    key = each.key if each.error else trouble.path.suffix
                    unknown.setdefault(key, []).append(trouble)
        for first, *more in unknown.values():
            count = f" ({len(more) + 1} files)" if more else ""
            self._add_not_read(first._replace(message=f"{first.message}{count}"))

    def _add_document(self, file: FoundFile) -> None:
        """Read a document and add its text, its pages without text, and its troubles; report an unreadable one."""
        path = file.path
        place = Path(printable(path))
        try:
            if file.unread:
                raise formats.DocumentUnreadable(f"this file {file.unread}")  # noqa: TRY301 - as its format would
            document = formats.read_contents(file.data, path, file.key)
            if document.blocks or not document.pages:
                self.documents.append(document)
            if document.pages:
                digest = short_hash((file.digest or sha256(file.data).digest()).hex())
                self.scans.append(Scan(file.key, document.pages, digest))
            otherwise = Trouble if document.blocks else NotRead  # an empty file
            for each in document.troubles:
                sort = Scanned if isinstance(each, UnreadPages) else otherwise
                self.troubles.append(sort(place, each.line, None, each.message))
        except formats.DocumentUnreadable as error:
            self._add_not_read(Trouble(place, error.line, None, error.message))
        except Exception as error:  # noqa: BLE001 - a fault of ours is reported, and the other files are read
            self.add_fault(place, error)

    def _add_not_read(self, trouble: Trouble) -> None:
        """Report a file that was not read; from now on answers that were not found wait for a person."""
        self.troubles.append(NotRead(*trouble))
        self.missing = self.missing or NOT_READ

    def add_structured(self, files: Iterable[FoundFile], names: ColumnNames, *, is_certain: bool) -> None:
        """Read the structured files (YAML, JSON) among these.

        One that names no student belongs to the owner of the hand-in, and all do if that is certain.
        """
        for each in (each for each in files if each.sort in STRUCTURED):
            read = list(read_file(each, self.who.student, names))
            found: list[FoundSubmissions] = [one for one in read if isinstance(one, Trouble)]
            given = [one for one in read if isinstance(one, Submission)]
            found += owned(given, self.who) if is_certain else given
            submissions = [one for one in found if isinstance(one, Submission)]
            self.submissions += [one._replace(delivery=self.delivery.with_own(one.delivery)) for one in submissions]
            troubles = [one for one in found if isinstance(one, Trouble)]
            self.troubles += troubles if submissions else [NotRead(*one) for one in troubles]
            if not submissions:
                self.missing = self.missing or NOT_READ

    def add_fault(self, file: Path, error: Exception) -> None:
        """Report a fault of checker in reading a file, because of which answers wait."""
        self.missing = reason = fault(error)
        self.troubles.append(Trouble(file, None, None, reason.sentence))
        self.faults.append(f"{file}: {reason.sentence}")


CLAIM: Final = (
    "names the student {}, but the download says that {} handed it in; the download decides. Find out who wrote it"
)
OTHERS: Final = "has answers of {:,} other students, such as {}; they are not graded, since {} handed it in"
_NO_DIGITS: Final = re.compile(r"[^0-9]+")


def claims_another(claim: Who, owner: Who) -> bool:
    """Return whether a file certainly names another student than the owner of its folder.

    The owner's name, an id with the same digits, and a name where the folder has only a number pass for the owner.
    """
    if not claim.student or claim.student == owner.student:
        return False
    claimed, known = _plain(claim.student), {_plain(owner.student), _plain(owner.name or "")} - {""}
    if claimed in known:
        return False
    words = _words(claim.student)
    if words and not any(map(str.isdigit, claimed)) and any(sorted("".join(words)) == sorted(each) for each in known):
        return False  # `Ana Lee`, for Canvas's `leeana`
    if not owner.name and owner.student.isdigit() and not claimed.isdigit():
        return False  # Gradescope's number of a submission, which is no student's id
    number = _NO_DIGITS.sub("", claim.student)
    return not number or number != _NO_DIGITS.sub("", owner.student)


def claim(path: Path, line: int | None, claimed: Who, owner: Who) -> Trouble:
    """Return the trouble to report if a file in a student's folder names another student."""
    return Trouble(path, line, owner.student, CLAIM.format(quote(claimed.student), quote(owner.student)))


def owned(found: Sequence[Submission], owner: Who) -> Iterator[Submission | Trouble]:
    """Yield the submissions in a file of a hand-in as its owner's; of several, only those that name the owner."""
    others = [each for each in found if claims_another(Who(*each[:3]), owner)]
    if len(found) > 1 and others:
        message = OTHERS.format(len(others), quote(others[0].student), quote(owner.student))
        yield Trouble(others[0].path, None, owner.student, message)
    elif others:
        yield claim(others[0].path, None, Who(others[0].student), owner)
    for each in found:
        if len(found) == 1 or each not in others:
            yield each._replace(student=owner.student, name=owner.name or each.name, email=owner.email or each.email)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold())


def _plain(text: str) -> str:
    return "".join(_words(text))


SAME_QUESTION: Final = (
    "its files answer the same question, {}: {}. If they are of several students, give each a folder, or name the "
    "folder like a folder of problems; if they are of one, keep one of the files"
)
_SHARE: Final = 0.6
"""Share of the files that answer one question if they are of several students."""
_ENOUGH: Final = 3
"""Number of files with an answer to one question that are hardly one student's; two are, if their answers agree."""
_MOST_SHOWN: Final = 3


def several_students(documents: Sequence[Document], read: Callable[[Sequence[Document]], WriteUpReading]) -> str:
    """Return why the documents of a folder may be from several students, and what to do; else an empty text.

    `read`: reads some of the documents by themselves.  Files that differ only in suffix count as one document.
    """
    by_stem: dict[str, list[Document]] = {}
    for document in documents:
        by_stem.setdefault(str(PurePosixPath(document.file).with_suffix("")), []).append(document)
    if len(by_stem) == 1:
        return ""
    answers = {each[0].file: _answered(read(each)) for each in by_stem.values()}
    counts = Counter(key for found in answers.values() for key in found)
    for key, count in counts.items():
        if count < max(2, _SHARE * len(by_stem)):
            continue
        files = [file for file, found in answers.items() if key in found]
        if count >= _ENOUGH or _differ([found[key] for found in answers.values() if key in found]):
            return SAME_QUESTION.format(key, first_of(files, _MOST_SHOWN))
    return ""


def _answered(reading: WriteUpReading) -> dict[PartKey, BoundAnswer]:
    """Return the answers that were found, or may be."""
    answers = (answer for question in reading.questions for answer in question.answers)
    return {PartKey(each.problem, each.part): each for each in answers if each.text or each.candidates}


def _differ(answers: Sequence[BoundAnswer]) -> bool:
    """Return whether two answers that are sure differ."""
    sure = [" ".join(each.text.split()) for each in answers if each.text and not each.doubt]
    return any(one != other for one, other in combinations(sure, 2))


DIFFERENT_NAMES: Final = "its files name different students: {}; correct them, or give each student a folder"


class WriteUpReader:
    """Reads hand-ins, and compares them with what the assignments of a course ask."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._names = column_names(course)

    def read(self, hand_in: HandIn) -> ReadHandIn:
        """Return a hand-in as it was read.  Faults are recorded in it and never raised."""
        read = ReadHandIn(hand_in.owner, hand_in.path, hand_in.delivery)
        read.add_documents(hand_in.files)
        read.who, dispute = _who(hand_in, read.documents)
        read.add_structured(hand_in.files, self._names, is_certain=hand_in.is_certain)
        read.troubles += _claims(hand_in, read.documents)
        time, wrong_times = _time(hand_in, read.documents)
        read.troubles += wrong_times
        read.delivery = hand_in.delivery.with_own(Delivery(time))
        reading = WriteUpReading(None, ())
        student = self._course.owner(read.who.student, hand_in.delivery.other_ids)
        if read.documents:
            try:
                reading = self._reading(read.documents, hand_in, student)
            except Exception as error:  # noqa: BLE001 - a fault of ours is reported, never a wrong answer
                read.add_fault(hand_in.path, error)
            first, *others = read.documents
            read.documents = [first._replace(notes=(*first.notes, *reading.remarks)), *others]
        if trouble := dispute or reading.trouble:
            read.troubles.append(Trouble(hand_in.path, None, read.who.student, trouble))
            read.doubt = Reason("write_up", trouble)
        read.troubles += _answer_lines(hand_in, reading)
        if read.scans and not read.missing:
            read.missing = SCANNED._replace(candidates=", ".join(each.file for each in read.scans))
        if read.documents or read.missing:
            read.assignments = self._assignments(reading, hand_in.assignment_hint, read.submissions)
        read.questions = reading.questions
        read.results = self._results(read.documents, reading, student)
        read.troubles = [each._replace(student=each.student or read.who.student) for each in read.troubles]
        return read

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
        """Return all results in the documents that may answer a part; None if no question was found in them."""
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
        """Return the assignments that a student gets a row in.

        They are the one that the documents answer, else that of the folder, else those that the structured files fit.
        """
        if reading.assignment in self._course.assignments:
            return [self._course.assignments[reading.assignment]]
        hinted = self._course.of_folder(hint)
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
    """Return a hand-in whose documents could not be read, so that its answers wait for a person."""
    hinted = course.of_folder(hand_in.assignment_hint)
    who = hand_in.owner
    assignments = tuple(hinted) if len(hinted) == 1 else ()
    troubles = [] if assignments else [Trouble(hand_in.path, None, who.student, reason.sentence)]
    path, delivery = hand_in.path, hand_in.delivery
    return ReadHandIn(who, path, delivery, assignments=assignments, missing=reason, troubles=troubles)


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
