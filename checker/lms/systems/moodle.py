"""Moodle: its downloads, worksheets, gradebooks and quizzes, and feedback pages in a zip.

A download: `Ana Lee_1042_assignsubmission_file/homework 3.md`, a folder for each student and kind of submission, with
the participant's number in this assignment.  Up to 4.0 an underscore ends the folder's name; without folders the file
is `Ana Lee_1042_assignsubmission_file_homework 3.md`.  A prefix such as `alee_` is left out, as a full name has no
underscore.  A default group has no number, and so no owner.

The grading worksheet, with headings and words in the language of who downloaded it; blind marking hides the names:

    Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade)
    Participant 1042,Ana Lee,lee@uni.edu,Submitted for grading,,10.00,Yes,-

Its upload needs its own headings and times, and a blank comment clears an older one, so only grades are changed.  It
skips without a word what is locked or above the maximum.

Grades > Import > CSV file: a blank grade erases one, a blank id gives a grade to the student of the row before, and one
bad row undoes the whole import.  So only students with a grade that Moodle takes get a row.

Feedback: `student_1042_assignsubmission_file_feedback.html` becomes a feedback file.  Moodle splits a name at its first
four underscores: the participant's number comes second, then two parts name a plugin.  Names without folders work in
all versions, and the same name in every upload replaces the page.  Where students hand in as groups the number is the
group's, which Moodle would take for a participant's; so the name in the download has to be the student's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import Final

from checker.document.nodes import quote
from checker.document.tables import NumberText, TableWriter, safe
from checker.lms.gradebooks import (
    Column,
    Exported,
    ExportError,
    ExportRequest,
    GradebookForm,
    GradebookTable,
    Notes,
    number,
    steps,
    written,
)
from checker.lms.headings import Layout, cell, letters, meaning, place, places, plain
from checker.lms.system import Entry, Owner, Parts, Quiz, StudentPage, System
from checker.text.words import in_line

NAME: Final = "moodle"
_PARTICIPANT: Final = re.compile(r"_(?P<id>[0-9]+)_assignsubmission_(?:file|onlinetext)(?=_|\Z)")
HIDDEN: Final = "Participant"  # in English; in other languages, too, all students then share one name


def owner_of(parts: Parts) -> Owner | None:
    """Return the owner of a file in a download."""
    found = next(((depth, match) for depth, part in enumerate(parts, 1) if (match := _PARTICIPANT.search(part))), None)
    if found is None:
        return None
    depth, match = found
    rest, name = match.string[match.end() :], match.string[: match.start()].rpartition("_")[2]
    fits = rest in {"", "_"} if depth < len(parts) else len(rest) > 1
    return Owner(match["id"], name, is_anonymous=name == HIDDEN) if fits else None


def names_no_student(parts: Parts) -> bool:
    """Return whether a file is that of Moodle's default group, which has no number."""
    group = re.compile(r".+_assignsubmission_(?:file|onlinetext)(?=_|\Z)")
    return any(map(group.match, parts)) and owner_of(parts) is None


_IDENTIFIER: Final = re.compile(r"(\D*\D)([0-9]+)")


def students(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of an offline grading worksheet, in any language; None if the list is none."""
    found = [_IDENTIFIER.fullmatch(cell(row, 0)) for row in rows]
    words = {match[1].strip() if match else "" for match in found}
    is_worded = len(words) == 1 and len(min(words)) >= len("Word")  # `s1042` is an id
    is_foreign = is_worded and any("(" in each or "\uff08" in each for each in header)  # Last modified (grade)
    if not header[4:] or not (plain(header[0]) == "identifier" or is_foreign):
        return None
    is_blind = meaning(header[1]) == "status"  # where the full name is else
    return Layout(
        ids=(0, *(each for each in places(header, "number") if each)),
        names=() if is_blind else (1,),
        email=place(header, "email"),
        id_of=_number_of,
    )


def _number_of(identifier: str) -> str:
    """Return the participant's number in a cell such as `Participant 1042`; the word differs by language.

    >>> _number_of("Participant 1042"), _number_of("Teilnehmer/in1042")
    ('1042', '1042')
    """
    match = _IDENTIFIER.fullmatch(identifier.strip())
    return match[2] if match else identifier.strip()


_YES: Final = frozenset(("yes", "ja", "oui", "sí", "si", "sì", "sim", "tak", "evet", "да", "是", "はい", "نعم"))
_NO: Final = frozenset(("no", "nein", "non", "não", "nee", "nej", "nei", "nie", "hayır", "нет", "否", "いいえ", "لا"))  # noqa: RUF001


def _export_worksheet(request: ExportRequest) -> Exported:
    """Return the downloaded worksheet with the grades; the maximum of each student is in the next column."""
    gradebook = GradebookTable(request, students, "a Moodle grading worksheet, which begins with the column Identifier")
    header, column = gradebook.header, place(gradebook.header, "grade")
    if request.column is not None:
        column = gradebook.chosen([Column(each, text, text) for each, text in enumerate(header)]).place
    if column is None:
        headings = ", ".join(map(quote, header))
        raise ExportError(f"which column holds the grades? Name it with --column; the columns are {headings}")
    if column in {0, *gradebook.layout.names}:
        raise ExportError(f"the column {quote(header[column])} says who the student is; choose the column of grades")
    most = column + 1
    if gradebook.rows and all(number(text) is None for text in gradebook.cells(most)):
        raise ExportError("this assignment is graded with a scale; set its grade type to Point in Moodle")
    answers = {each: {text.casefold() for text in gradebook.cells(each)} for each in range(most, len(header))}
    locks = next((each for each, texts in answers.items() if texts and texts <= _YES | _NO), None)
    if locks is None:
        gradebook.notes.add("No column with yes or no says which grades can be changed; Moodle skips those that cannot")
    return gradebook.export(
        "moodle-worksheet",
        column,
        lambda row: number(gradebook.table.text(row, most)),
        locked=lambda row: locks is not None and gradebook.table.text(row, locks).casefold() in _NO,
    )


_MOST: Final = 100
"""The highest grade that Moodle imports unless its administrator allows more."""

NO_CELL: Final = (
    "Left out, because Moodle or a spreadsheet would take the id for something else; enter the grade in Moodle"
)
"""A blank id gives the grade to the student of the row before; one that is no student's undoes the whole import."""


def _export_gradebook(request: ExportRequest) -> Exported:
    """Return a table of students and grades, which Moodle imports as CSV.

    Students have their email addresses if all have different ones, else their ids.  Rows that Moodle would refuse are
    left out.
    """
    notes, file, count = Notes(), StringIO(), 0
    grades = request.with_points(notes, "Left out, because {}")
    emails = [grade.student.email.strip() for grade in grades]
    has_emails = all(emails) and len(set(map(str.casefold, emails))) == len(emails)
    ids = emails if has_emails else [grade.student.id for grade in grades]
    heading = "Email address" if has_emails else "ID number"
    table, title = TableWriter(file), safe(request.title or "Grade")
    table.row([heading, title])
    for grade, id_ in zip(grades, ids, strict=True):
        points = grade.points or 0
        if not 0 <= points <= _MOST:
            reason = f"Left out, because Moodle refuses all grades if one is not from 0 to {_MOST}"
            notes.add(reason, grade.student.shown)
        elif id_ in {"", "0"} or id_ != id_.strip() or safe(id_) != id_:
            notes.add(NO_CELL, quote(grade.student.id))
        else:
            table.row([id_, NumberText(written(points))])
            count += 1
    kind = heading if has_emails else "ID number or Username, whichever your ids are"
    how = steps("moodle-gradebook", heading, kind, in_line(title))
    return Exported({"moodle-gradebook.csv": file.getvalue().encode()}, notes.listed(), how, count)


ANSWER: Final = re.compile(r"response (?P<number>\d+)")
QUIZ: Final = Quiz(
    lambda headings: any(map(ANSWER.fullmatch, headings)) and bool({"state", "status", "id number"} & set(headings)),
    ids=("id number", "email address", "username"),
    known=re.compile(
        r"surname|last name|first name|institution|department|state|status|started|started on|completed|finished|"
        r"time taken|duration|grade ?/.*|q\. ?\d+ ?/.*|question \d+|right answer \d+"
    ),
    blank="-",
    is_next_id_used=True,
    numbered=ANSWER,
)


def pack(page: StudentPage, owners: Sequence[Owner]) -> Entry | str:
    """Return the entry of a feedback page by which Moodle takes it back, or why it has none.

    It has none if the number in the download may be that of a group.
    """
    owner = owners[0]
    if not (owner.is_anonymous or _may_be_same(owner.name, page.student.name)):
        return "the download has another name with the student's number, which may be a group's"
    return Entry(f"student_{owner.id}_assignsubmission_file_feedback{page.suffix}", owner.id.lstrip("0"))


def _may_be_same(one: str, other: str) -> bool:
    """Return whether two spellings of a name have a word in common, which is no initial, or one of them is empty."""
    names = [[found for each in name.split() if (found := letters(each))] for name in (one, other)]
    return not all(names) or any(
        word in "".join(others)
        for words, others in (names, reversed(names))
        for word in words
        if len(word) > 1 or not word.isascii()  # a single sign of Chinese is no initial
    )


SYSTEM: Final = System(
    NAME,
    owner_of,
    names_no_student=names_no_student,
    students=students,
    quiz=QUIZ,
    gradebooks=(
        GradebookForm("moodle-worksheet", _export_worksheet),
        GradebookForm("moodle-gradebook", _export_gradebook, new="moodle-gradebook.csv"),
    ),
    feedback=pack,
)
