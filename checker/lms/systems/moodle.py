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

Feedback: `Ana Lee_1042_assignsubmission_file_feedback.html` becomes a feedback file.  Moodle splits a name at its first
four underscores: the participant's number comes second, then two parts name a plugin.  Names without folders work in
all versions, and the same name in every upload replaces the page.  Where students hand in as groups the number is the
group's, which Moodle would take for a participant's; so the name in the download has to be the student's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Final

from checker.document.errors import quote
from checker.lms.feedback_zips import OTHER_STUDENT, OTHER_WAY, PackedPage, StudentPage, readable
from checker.lms.filling import Column, Rules, Sheet
from checker.lms.gradebooks import (
    Exported,
    ExportError,
    ExportRequest,
    Gradebook,
    Notes,
    StudentGrade,
    has_decimal_commas,
    number,
    steps,
    written,
)
from checker.lms.headings import Layout, cell, emails, meaning, place, places, plain
from checker.lms.system import FileKind, Owner, Quiz, System
from checker.lms.tables import NumberText, TableWriter, safe
from checker.text.words import in_line

NAME: Final = "moodle"
PARTICIPANT: Final = re.compile(r"_(?P<id>[0-9]+)_assignsubmission_(?P<plugin>file|onlinetext)(?=_|\Z)")
GROUP: Final = re.compile(r".+_assignsubmission_(?:file|onlinetext)(?=_|\Z)")
HIDDEN: Final = "Participant"  # in English; in other languages, too, all students then share one name
PAGES: Final = (".html", ".htm")


def owner_of(parts: Sequence[str]) -> Owner | None:
    """Return the owner of a file in a download."""
    found = next(((depth, match) for depth, part in enumerate(parts, 1) if (match := PARTICIPANT.search(part))), None)
    if found is None:
        return None
    depth, match = found
    rest, file = match.string[match.end() :], "/".join(parts[depth:])
    if rest not in {"", "_"} if file else len(rest) <= 1:
        return None
    file = file or rest[1:]
    name = match.string[: match.start()].rpartition("_")[2]
    is_typed = match["plugin"] == "onlinetext" and file.lower().endswith(PAGES)  # pictures in the text are files
    kind: FileKind = "text" if is_typed else "file"
    return Owner(NAME, match["id"], name, file, kind, is_anonymous=name == HIDDEN)


def names_no_student(parts: Sequence[str]) -> bool:
    """Return whether a file is that of Moodle's default group, which has no number."""
    return any(map(GROUP.match, parts)) and owner_of(parts) is None


IDENTIFIER: Final = re.compile(r"(\D*\D)([0-9]+)")
FULL_NAME: Final = 1
MIN_WIDTH: Final = 5
MIN_WORD: Final = 4
"""Minimum number of letters of the word before a number; `s1042` is an id."""


def students(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of an offline grading worksheet, in any language; None if the list is none."""
    found = [IDENTIFIER.fullmatch(cell(row, 0)) for row in rows]
    words = {match[1].strip() if match else "" for match in found}
    is_worded = len(words) == 1 and len(min(words)) >= MIN_WORD
    is_foreign = is_worded and any("(" in each or "\uff08" in each for each in header)  # Last modified (grade)
    if len(header) < MIN_WIDTH or not (plain(header[0]) == "identifier" or is_foreign):
        return None
    is_blind = meaning(header[FULL_NAME]) == "status"
    return Layout(
        ids=(0, *(each for each in places(header, "number") if each)),
        names=() if is_blind else (FULL_NAME,),
        email=emails(header, rows, (0, FULL_NAME)),
        id_of=number_of,
    )


def number_of(identifier: str) -> str:
    """Return the participant's number in a cell such as `Participant 1042`; the word differs by language.

    >>> number_of("Participant 1042"), number_of("Teilnehmer/in1042")
    ('1042', '1042')
    """
    match = IDENTIFIER.fullmatch(identifier.strip())
    return match[2] if match else identifier.strip()


YES: Final = frozenset(("yes", "ja", "oui", "sí", "si", "sì", "sim", "tak", "evet", "да", "是", "はい", "نعم"))
NO: Final = frozenset(("no", "nein", "non", "não", "nee", "nej", "nei", "nie", "hayır", "нет", "否", "いいえ", "لا"))  # noqa: RUF001
LOCKED: Final = "Left as it was, because Moodle does not allow changing the grade"
EXPECTED: Final = "a Moodle grading worksheet, which begins with the column Identifier"


def export_worksheet(request: ExportRequest) -> Exported:
    """Return the downloaded worksheet with the grades."""
    sheet = Sheet(request, students, EXPECTED)
    column = _grade_column(sheet)
    maxima = [number(sheet.table.text(row, column + 1)) for row in range(len(sheet.table.rows))]
    if maxima and all(each is None for each in maxima):
        raise ExportError("this assignment is graded with a scale; set its grade type to Point in Moodle")
    comma = has_decimal_commas(sheet.cells(column, column + 1))
    locks = _locks(sheet, column)
    rules = Rules(column, maxima, comma=comma, locked=lambda row: LOCKED if row in locks else "")
    return sheet.export("moodle-worksheet", rules)


def _grade_column(sheet: Sheet) -> int:
    """Return the place of the column of grades; the maximum is in the next.  Raise ExportError if there is none."""
    header = sheet.header
    found = place(header, "grade")
    if sheet.request.column is not None:
        found = sheet.chosen([Column(each, text, text) for each, text in enumerate(header)]).place
    if found is None:
        headings = ", ".join(quote(each) for each in header)
        raise ExportError(f"which column holds the grades? Name it with --column; the columns are {headings}")
    if found in {0, *sheet.layout.names}:
        raise ExportError(f"the column {quote(header[found])} says who the student is; choose the column of grades")
    return found


def _locks(sheet: Sheet, column: int) -> set[int]:
    """Return the rows whose grade cannot be changed, by the column that has only yes and no; note if there is none."""
    for each in range(column + 1, len(sheet.header)):
        answers = [text.casefold() for text in sheet.cells(each)]
        if answers and set(answers) <= YES | NO:
            return {row for row, answer in zip(sheet.rows, answers, strict=True) if answer in NO}
    sheet.notes.add("No column with yes or no says which grades can be changed; Moodle skips those that cannot")
    return set()


MAXIMUM: Final = 100
"""The highest grade that Moodle imports unless its administrator allows more."""

TRIMMED: Final = " \t\n\r\0\x0b"
"""Space that Moodle removes around a cell."""

TAKEN_FOR_BLANK: Final = ("", "0")
"""Ids whose grade would go to the student of the row before."""

NO_CELL: Final = (
    "Left out, because a spreadsheet would take the id for a formula, or a terminal for a command;"
    " enter the grade in Moodle"
)
"""With a sign before it the id would be no student's, which undoes the whole import."""


def export_gradebook(request: ExportRequest) -> Exported:
    """Return a table of students and grades, which Moodle imports as CSV.

    Students have their email addresses if all have different ones, else their ids.  Rows that Moodle would refuse are
    left out.
    """
    notes = Notes()
    waiting, missing = "Left out, because an answer is still to review", "Left out, because {}"
    grades = request.with_points(notes, waiting, missing)
    heading, ids = _identified(grades)
    if request.scale:
        notes.add(f"Points are scaled to {MAXIMUM}, the maximum of a new grade item in Moodle")
    file, count = StringIO(), 0
    table = TableWriter(file)
    title = safe(request.title or "Grade")
    table.row([heading, title])
    for grade in grades:
        points, id_ = _points(grade, scale=request.scale), ids[grade.student.id]
        if not 0 <= points <= MAXIMUM:
            notes.add(
                f"Left out, because Moodle refuses all grades if one is not from 0 to {MAXIMUM}", grade.student.shown
            )
        elif id_ in TAKEN_FOR_BLANK:
            notes.add("Left out, because Moodle takes this id for a blank one", quote(grade.student.id))
        elif safe(id_) != id_:
            notes.add(NO_CELL, grade.student.shown)
        else:
            table.row([id_, NumberText(written(points))])
            count += 1
    kind = "Email address" if heading == "Email address" else "ID number or Username, whichever your ids are"
    return Exported(
        {"moodle-gradebook.csv": file.getvalue().encode()},
        notes.listed(),
        steps("moodle-gradebook", heading, kind, in_line(title)),
        count,
    )


def _points(grade: StudentGrade, *, scale: bool) -> float:
    """Return the points of a grade, out of 100 if they are to be scaled.  Raise ExportError if there is no maximum."""
    points = grade.points or 0
    if not scale:
        return points
    if not grade.max_points:
        raise ExportError("the assignment has no maximum to scale from; leave out --scale")
    return points * MAXIMUM / grade.max_points


def _identified(grades: Sequence[StudentGrade]) -> tuple[str, dict[str, str]]:
    """Return the heading of the column of students and {student id: text}: email addresses if all differ, else ids."""
    emails = {grade.student.id: grade.student.email.strip(TRIMMED) for grade in grades}
    if all(emails.values()) and len(set(map(str.casefold, emails.values()))) == len(emails):
        return "Email address", emails
    ids = {grade.student.id: grade.student.id.strip(TRIMMED) for grade in grades}
    if len(set(ids.values())) < len(ids):
        raise ExportError(
            "two ids in the results differ by space only, and Moodle takes them for one; correct the roster"
        )
    return "ID number", ids


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

OTHER_NAME: Final = (
    "No page in the zip, because the download has another name with the student's number, which may be a group's"
)


def pack(pages: Sequence[StudentPage]) -> Iterator[PackedPage]:
    """Yield each feedback page under the name by which Moodle takes it back, or why it cannot be in the zip.

    It is left out if the numbers or the name in the download may be those of another student or of a group.
    """
    found = [(page, [owner for file in page.files if (owner := owner_of(file.split("/")))]) for page in pages]
    names = {owner.name for _, theirs in found for owner in theirs}
    is_blind = len(names) == 1 < len({owner.id for _, theirs in found for owner in theirs})  # "Participant", translated
    for page, theirs in found:
        owner = next((each for each in theirs if each.id in page.ids), None)
        if owner is None:
            yield PackedPage(page, left_out=OTHER_STUDENT if theirs else OTHER_WAY.format("Moodle"))
        elif not (is_blind or owner.is_anonymous or _may_be_same(owner.name, page.student.name)):
            yield PackedPage(page, left_out=OTHER_NAME)
        else:
            name = f"{readable(owner.name)}_{owner.id}_assignsubmission_file_feedback{page.suffix}"
            yield PackedPage(page, name, str(int(owner.id)))


def _may_be_same(one: str, other: str) -> bool:
    """Return whether two spellings of a name have a word in common, or one of them is empty."""
    words, others = _words(one), _words(other)
    if not words or not others:
        return True
    joined, others_joined = "".join(words), "".join(others)
    return any(word in others_joined for word in words) or any(word in joined for word in others)


def _words(name: str) -> list[str]:
    """Return the words of a name without initials; a single sign of Chinese is no initial."""
    found = re.findall(r"\w+", unicodedata.normalize("NFKD", name.casefold()).replace("_", " "))
    return [word for word in found if len(word) > 1 or not word.isascii()] or found


SYSTEM: Final = System(
    NAME,
    owner_of,
    names_no_student=names_no_student,
    students=students,
    quiz=QUIZ,
    gradebooks=(
        Gradebook("moodle-worksheet", export_worksheet),
        Gradebook("moodle-gradebook", export_gradebook, new="moodle-gradebook.csv"),
    ),
    feedback=pack,
)
