"""Reads students' documents for the commands `read` and `check`, and gives what was read as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from checker.cli import output
from checker.cli.options import load_assignments, read_roster_of, word_shown
from checker.engine.errors import UserError

if TYPE_CHECKING:
    from checker.lms.students import Roster
    from checker.problems import Folder
    from checker.writeups.document import Document
    from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion, WorkedLine, WriteUpReading


SCHEMA: Final = "checker.reading/1"

WHOSE: Final = (
    "Each student has other numbers in this assignment. These are those of {}, whom the document or its name gives. If "
    "the roster has this student under another id, give the roster with --roster, or that id with --student."
)


class UnreadableDocumentError(UserError):
    """Raised for a document that cannot be read; the message names the file."""

    code = "document"


class ReadDocuments(NamedTuple):
    """The documents of one student as they were read, with the assignment and the student."""

    student: str
    documents: tuple[Document, ...]
    folder: Folder | None
    """The assignment that they answer; None if it is not known."""
    reading: WriteUpReading

    @property
    def answers(self) -> list[BoundAnswer]:
        """Return the answers to all parts; those that were not found are empty."""
        return [answer for question in self.reading.questions for answer in question.answers]

    @property
    def needs_a_person(self) -> bool:
        """Return whether an answer is missing or in doubt, a piece is unread, or the assignment unknown or broken."""
        is_known = self.folder is not None and not self.folder.broken and not self.reading.trouble
        if not is_known or self.reading.notes or any(each.troubles or each.unread for each in self.documents):
            return True
        return any(answer.doubt or not answer.text for answer in self.answers)

    @property
    def notes(self) -> list[str]:
        """Return sentences on what could not be read, in the documents, their answer lines or the assignment."""
        broken = self.folder.broken if self.folder else ()
        return [
            *(f"{document.file}: {note}" for document in self.documents for note in document.notes),
            *(
                f"{each.file}{'' if line is None else f', line {line}'}: {text}"
                for each in self.documents
                for line, text in each.troubles
            ),
            *(f"{found.file}, {found.place}: {message}" for found, message in self.reading.notes),
            *self.reading.remarks,
            *(f"{each.path} has errors, so its question is not read; `checker lint` lists them" for each in broken),
        ]


def read_documents(
    files: Sequence[Path],
    problems: Path,
    assignment: str | None,
    student: str | None = None,
    roster: Path | None = None,
) -> ReadDocuments:
    """Return how the files of one student were read.

    Without `student` the documents name the student, or else the name of the first file does; with a roster that may be
    any id on it.  Raise UnreadableDocumentError, ProblemError, or UsageError for other faults of the user.
    """
    from checker.writeups.front_matter import front_text
    from checker.writeups.read import read_writeup
    from checker.writeups.sheets import sheet_of

    documents = tuple(map(_document, files))
    named = [front_text(document, "assignment") for document in documents]
    is_given = student is not None
    student = _student(documents, files) if student is None else student
    assignments = load_assignments(problems, assignment, named)
    if roster is not None:
        student, is_given = _known(student, read_roster_of(roster, assignments.values())[0]), True
    folders = {name: folder.of_student(student) for name, folder in assignments.items()}
    reading = read_writeup(documents, [sheet_of(folder) for folder in folders.values()])
    folder = None if reading.assignment is None else folders[reading.assignment]
    if not is_given and folder and any(each.variants for each in folder.problems):
        output.note(WHOSE.format(word_shown(student)))
    return ReadDocuments(student, documents, folder, reading)


def _known(student: str, roster: Roster) -> str:
    """Return the id that the roster has for a student.  Raise UsageError."""
    if found := roster.find(student):
        return found.id
    alike = roster.alike(student)
    hint = f"; did you mean {word_shown(alike.id)}?" if alike else "."
    raise click.UsageError(f"{word_shown(student)} is not on the roster{hint} Name the student with --student")


def _document(file: Path) -> Document:
    """Return the document in a file. Raise UnreadableDocumentError."""
    from checker.writeups.formats import DocumentUnreadable, read_document

    try:
        return read_document(str(file), str(file))
    except DocumentUnreadable as error:
        place = str(file) if error.line is None else f"{file}:{error.line}"
        raise UnreadableDocumentError(f"{place}  {error.message}") from None


def _student(documents: Sequence[Document], files: Sequence[Path]) -> str:
    """Return the student that documents name, else the first file's name. Raise UsageError if they name several."""
    from checker.writeups.front_matter import front_text

    named = {student: document.file for document in documents if (student := front_text(document, "student"))}
    if len(named) > 1:
        (one, file), (other, another), *_ = named.items()
        raise click.UsageError(
            f"{file} is by {word_shown(one)}, but {another} is by {word_shown(other)}; give the files of one student"
        )
    return next(iter(named), files[0].stem)


def reading_record(read: ReadDocuments) -> dict[str, Any]:
    """Return how a student's documents were read, for JSON, with an entry for each part of each question."""
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "student": read.student,
        "assignment": read.reading.assignment,
        "files": [document.file for document in read.documents],
        "questions": [
            _part(question, answer, is_last=answer is question.answers[-1])
            for question in read.reading.questions
            for answer in question.answers
        ],
    }
    optional = {"trouble": read.reading.trouble, "notes": read.notes}
    return record | {key: value for key, value in optional.items() if value}


def evidence_record(evidence: Evidence) -> dict[str, Any]:
    """Return a place in a student's file, and what is written there, for JSON."""
    return _place_record(evidence) | {"text": evidence.text}


def _place_record(evidence: Evidence) -> dict[str, Any]:
    """Return a file and a place in it: a `cell` only of a notebook, `where` only in files without numbered lines."""
    line, cell, shown = evidence.place
    where = {"line": line, "cell": cell, "where": shown or None}
    return {"file": evidence.file} | {key: value for key, value in where.items() if value is not None}


def _line(worked: WorkedLine) -> dict[str, Any]:
    """Return a line of working with what it should give."""
    from checker.marking.working import Line, told_line

    return told_line(Line(worked.equation), "full").record() | _place_record(worked.evidence)


def _part(question: FoundQuestion, answer: BoundAnswer, *, is_last: bool) -> dict[str, Any]:
    """Return the record of a part; that of the last part of a question has its working."""
    record: dict[str, Any] = {
        "problem": answer.problem,
        "part": answer.part,
        **(_place_record(answer.evidence[0]) if answer.evidence else {"file": None, "line": None}),
        "confidence": round(answer.confidence, 3),
        "reason": answer.reason,
        "answer": answer.text,
    }
    if answer.doubt:
        record["doubt"] = answer.doubt
    return record | {
        "candidates": [evidence_record(each) for each in answer.candidates],
        "section": {
            "confidence": round(question.confidence, 3),
            "reason": question.reason,
            "evidence": [evidence_record(each) for each in question.evidence],
        },
        "working": [_line(each) for each in question.working] if is_last else [],
    }
