"""Reads a hand-in of documents: whose it is, the assignment, and the record of each answer, with remarks on the text.

It reports files that name another student than the download, and hand-ins that seem to be of several students.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Final

from checker.document.nodes import quote
from checker.grading.annotated import remarked
from checker.grading.course import AssignmentColumns, Course
from checker.grading.found_answers import SCANNED, Understood, records_of
from checker.grading.model import Answers, Contents, File, HandIn, Trouble, TroubleKind, Unread
from checker.grading.records import NOT_READ, Marker, Reason, short_hash
from checker.grading.structured import own_time, read_file, who_in
from checker.grading.tables import ColumnNames
from checker.grading.times import sortable
from checker.lms.students import Student
from checker.lms.system import Delivery
from checker.problems import QuestionKey
from checker.text.words import first_of
from checker.writeups.assignment import why_misplaced
from checker.writeups.document import Document, DocumentUnreadable, NotInstalled, TookTooLong, UnreadPages
from checker.writeups.formats import is_picture, read_contents
from checker.writeups.front_matter import value_at
from checker.writeups.read import read_writeup
from checker.writeups.records import BoundAnswer, WriteUpReading
from checker.writeups.section_answers import AllResults
from checker.writeups.sheets import Sheet

CLAIM: Final = (
    "names the student {}, but the download says that {} handed it in; the download decides. Find out who wrote it"
)
OTHERS: Final = "has answers of {:,} other students, such as {}; they are not graded, since {} handed it in"
DIFFERENT_NAMES: Final = "its files name different students: {}; correct them, or give each student a folder"
SAME_QUESTION: Final = (
    "its files answer the same question, {}: {}. If they are of several students, give each a folder, or name the "
    "folder like a folder of problems; if they are of one, keep one of the files"
)
_SHARE: Final = 0.6
"""Share of the files that answer one question if they are of several students."""
_ENOUGH: Final = 3
"""Number of files with an answer to one question that are hardly one student's; two are, if their answers agree."""


def read_documents(hand_in: HandIn, course: Course, names: ColumnNames, marker: Marker) -> Contents:
    """Return the answers in a hand-in, those in its documents marked.

    `names`: what the columns of a table among the files may be called.
    """
    return _Reader(hand_in, course, names).read(marker)


def all_wait(hand_in: HandIn, course: Course, marker: Marker, reason: Reason) -> Contents:
    """Return what is known of a hand-in that could not be read: all answers to its assignment wait for a person."""
    file, who, hint = hand_in.place, hand_in.who, hand_in.hint
    read = Contents(unread=[Unread(file, hint, (who.id,))])
    if len(assignments := course.of_folder(hint) or course.of_folder(None)) != 1:
        read.troubles.append(Trouble(file, None, who.id, reason.sentence, "not_read"))
        return read
    columns = course.of_student(assignments[0], course.members.owner(who.id, *hand_in.delivery.other_ids))
    records = records_of(Understood(who.id, missing=reason), columns, marker)
    read.answers.append(Answers(who, file, None, hand_in.delivery, hint, (), columns.name, records))
    return read


class _Reader:
    """Reads the files of one hand-in."""

    def __init__(self, hand_in: HandIn, course: Course, names: ColumnNames) -> None:
        self._hand_in, self._course, self._names = hand_in, course, names
        self._place = hand_in.place
        self._read = Contents()
        self._found = Understood(hand_in.who.id)

    def read(self, marker: Marker) -> Contents:
        """Return the answers of the hand-in, and what a person has to look at."""
        hand_in, read, found = self._hand_in, self._read, self._found
        structured = [each for each in hand_in.files if each.sort in {"structured", "table"}]
        self._read_files([each for each in hand_in.files if each not in structured])
        who, dispute = self._owner()
        for each in structured:
            self._read_structured(each, who)
        delivery = _dated(hand_in.delivery, self._time())
        student = self._course.members.owner(who.id, *hand_in.delivery.other_ids)
        reading = self._reading(student) if found.documents else WriteUpReading(None, ())
        if trouble := dispute or reading.trouble:
            self._tell(self._place, trouble)
            found.doubt = Reason("write_up", trouble)
        for (file, where, _), message in reading.notes:
            at, line = ("", where.line) if where.cell is None else (f"{where}: ", None)
            self._tell(file, f"{at}{message}", line)
        if found.scans and not found.missing:
            found.missing = SCANNED._replace(candidates=", ".join(found.scans))
        found.student, found.questions = who.id, reading.questions
        read.troubles = [each._replace(student=each.student or who.id) for each in read.troubles]
        if found.missing:
            read.unread.append(Unread(self._place, hand_in.hint, (who.id,)))
        for assignment in self._assignments(reading) if found.documents or found.missing else ():
            records = records_of(found, self._course.of_student(assignment, student), marker)
            answers = Answers(who, self._place, None, delivery, hand_in.hint, (), assignment.name, records)
            if found.documents:
                answers.document = remarked(found.documents, found.questions, records)
                names = {each.file: each.file for each in found.documents}
                names.setdefault(self._place, "")  # the hand-in as a whole
                answers.document["troubles"] = [
                    [names.get(each.file, PurePosixPath(each.file).name), each.message] for each in read.troubles
                ]
            read.answers.append(answers)
        if any(record["points"] is None for each in read.answers for record in each.records):
            read.troubles = [each for each in read.troubles if each.kind != "scanned"]
        return read

    def _tell(self, file: str, message: str, line: int | None = None, kind: TroubleKind = "") -> None:
        self._read.troubles.append(Trouble(file, line, "", message, kind))

    def _read_files(self, files: Sequence[File]) -> None:
        others: dict[str, list[File]] = {}
        for each in files:
            if each.error:
                others.setdefault(each.error, []).append(each)
            else:
                self._read_document(each)
        for message, some in others.items():
            self._leave_unread(some[0], f"{message} ({len(some)} files)" if len(some) > 1 else message)

    def _read_document(self, file: File) -> None:
        try:
            document = read_contents(file.data, file.name, file.name)
        except DocumentUnreadable as error:
            self._leave_unread(file, error.message, error.line)
            self._read.slow += [file.name] if isinstance(error, TookTooLong) else []
            self._read.is_final &= not isinstance(error, TookTooLong | NotInstalled)
            return
        if document.blocks or not document.pages:
            self._found.documents.append(document)
        digest = file.data if is_picture(file.name) else sha256(file.data).digest()
        self._found.digests.append(short_hash(digest.hex()))
        if document.pages:
            self._found.scans[file.name] = document.pages
        for each in document.troubles:
            kind: TroubleKind = "" if document.blocks else "not_read"
            self._tell(file.name, each.message, each.line, "scanned" if isinstance(each, UnreadPages) else kind)

    def _leave_unread(self, file: File, message: str, line: int | None = None) -> None:
        """Report a file that is not read; from now on answers that are not found wait for a person."""
        self._tell(file.name, message, line, "not_read")
        self._found.missing = NOT_READ

    def _read_structured(self, file: File, owner: Student) -> None:
        found = read_file(file, self._names, self._hand_in.hint, owner.id)
        if self._hand_in.is_certain:
            _leave_to_owner(found, owner)
        for each in found.answers:
            each.delivery = _dated(self._hand_in.delivery, each.delivery.time)
        if not found.answers:
            self._found.missing = NOT_READ
        kind: TroubleKind = "" if found.answers else "not_read"
        self._read.answers += found.answers
        self._read.troubles += (each._replace(kind=kind or each.kind) for each in found.troubles)

    def _owner(self) -> tuple[Student, str]:
        """Return the student, and what is disputed about that: the front matter counts more than a file's name.

        In a download the name counts, and each document that names another student is reported.
        """
        owner, is_certain = self._hand_in.who, self._hand_in.is_certain
        named: dict[str, tuple[Student, str]] = {}
        for document in self._found.documents:
            node = value_at(document.front, "student")
            who = who_in(node)
            if not is_certain and who.id:
                named.setdefault(who.id, (who, document.file))
            elif is_certain and node and _claims_another(who, owner):
                self._tell(document.file, CLAIM.format(quote(who.id), quote(owner.id)), node.line)
        if len(named) > 1:
            self._read.unread.append(Unread(self._place, self._hand_in.hint, tuple(named)))
            return owner, DIFFERENT_NAMES.format(", ".join(f"{id_} ({file})" for id_, (_, file) in named.items()))
        who = next((who for who, _ in named.values()), owner)
        return who._replace(name=who.name or owner.name, email=who.email or owner.email), ""

    def _time(self) -> str:
        latest = ""
        for document in self._found.documents:
            time, troubles = own_time(document.front, document.file)
            latest = max(latest, time, key=sortable)
            self._read.troubles += troubles
        return latest

    def _reading(self, student: str) -> WriteUpReading:
        """Return what is understood of the documents; with a trouble if they may be in the wrong place."""
        found, hint, course = self._found, self._hand_in.hint, self._course
        sheets = course.sheets(hint, student)
        reading = read_writeup(found.documents, sheets)
        found.documents[0] = found.documents[0]._replace(notes=(*found.documents[0].notes, *reading.remarks))
        sheet = next((each for each in sheets if each.assignment == reading.assignment), None)
        if sheet is None or reading.trouble:
            return reading
        found.results = AllResults(found.documents, sheet) if reading.questions else None
        trouble = why_misplaced(found.documents, sheet, course.sheets(None)) if hint else ""
        if not trouble and not self._hand_in.is_certain:
            trouble = _several_students(found.documents, sheet)
        return reading._replace(trouble=trouble)

    def _assignments(self, reading: WriteUpReading) -> list[AssignmentColumns]:
        """Return the assignments that a student gets records of.

        They are the one that the documents answer, else that of the folder, else those that the structured files fit.
        """
        if reading.assignment in self._course.assignments:
            return [self._course.assignments[reading.assignment]]
        hinted = self._course.of_folder(self._hand_in.hint)
        if len(hinted) == 1:
            return hinted
        some = (self._course.fitting(each.hint, [one.problem for one in each.given]) for each in self._read.answers)
        return list({each.name: each for fitting in some for each in fitting}.values())


def _leave_to_owner(found: Contents, owner: Student) -> None:
    """Make the answers in a file those of its owner; of several students, only those that name the owner."""
    if others := [each for each in found.answers if _claims_another(each.who, owner)]:
        names = quote(others[0].who.id), quote(owner.id)
        message = CLAIM.format(*names)
        if len(found.answers) > 1:
            message = OTHERS.format(len(others), *names)
            found.answers = [each for each in found.answers if each not in others]
        found.troubles.append(Trouble(others[0].file, None, owner.id, message))
    for each in found.answers:
        each.who = owner._replace(name=owner.name or each.who.name, email=owner.email or each.who.email)


def _dated(delivery: Delivery, own: str) -> Delivery:
    """Return a delivery with the time that the work itself states, if the system says nothing about it."""
    return delivery if delivery.time or delivery.is_late else delivery._replace(time=own)


def _claims_another(claim: Student, owner: Student) -> bool:
    """Return whether a file certainly names another student than the owner of its folder.

    The owner's name, an id with the same digits, and a name where the folder has only a number pass for the owner.
    """
    claimed, known = _letters(claim.id), {_letters(owner.id), _letters(owner.name)} - {""}
    if not claim.id or claim.id == owner.id or claimed in known:
        return False
    if claimed and not any(map(str.isdigit, claimed)) and any(sorted(claimed) == sorted(each) for each in known):
        return False  # `Ana Lee`, for Canvas's `leeana`
    if not owner.name and owner.id.isdigit() and not claimed.isdigit():
        return False  # Gradescope's number of a submission, which is no student's id
    number, own = (re.sub(r"[^0-9]", "", each.id) for each in (claim, owner))
    return not number or number != own


def _letters(text: str) -> str:
    return "".join(re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold()))


def _several_students(documents: Sequence[Document], sheet: Sheet) -> str:
    """Return why the documents of a folder may be from several students, and what to do; else an empty text.

    `sheet`: that of their assignment.  Files that differ only in suffix count as one document.
    """
    by_stem: dict[str, list[Document]] = {}
    for document in documents:
        by_stem.setdefault(str(PurePosixPath(document.file).with_suffix("")), []).append(document)
    answers: dict[QuestionKey, list[tuple[str, BoundAnswer]]] = {}
    for some in by_stem.values() if len(by_stem) > 1 else ():
        for each in (each for question in read_writeup(some, [sheet]).questions for each in question.answers):
            if each.text or each.candidates:
                answers.setdefault(each.key, []).append((some[0].file, each))
    for key, found in answers.items():
        sure = [each.text for _, each in found if each.text and not each.doubt]
        is_one_answer = not sure or sheet.parts[key].agree(sure)
        if len(found) >= max(2, _SHARE * len(by_stem)) and (len(found) >= _ENOUGH or not is_one_answer):
            return SAME_QUESTION.format(key, first_of([file for file, _ in found], 3))
    return ""
