"""Moodle: whose the files of its downloads are, its worksheets and gradebooks, and feedback pages in a zip.

A download: `Ana Lee_1042_assignsubmission_file/homework 3.md`, a folder for each student and kind of submission.

The number is the participant's in this assignment, which the offline grading worksheet repeats.  Moodle up to 4.0 ends
the folder's name with an underscore; without folders the file is called
`Ana Lee_1042_assignsubmission_file_homework 3.md`.  A full name has no underscore, so a prefix such as `alee_` is
recognised and left out.  A default group has no number, and so no owner.

The offline grading worksheet of an assignment:

    Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade)
    Participant 1042,Ana Lee,lee@uni.edu,Submitted for grading,,10.00,Yes,-

The headings and the word before the number are in the language of the person who downloaded it.

The gradebook, as Grades > Export > Plain text file gives it:

    First name,Last name,ID number,Institution,Department,Email address,Assignment: Homework 1 (Real),
        Course total (Real)

Uploading a worksheet: Moodle needs its own headings and the times in the worksheet, so everything but the grade and the
feedback comment stays as it was.  It skips without a word what is locked or above the maximum; a blank feedback comment
clears an older one.

Grades > Import > CSV file: a blank grade erases one, a blank id gives a grade to the student of the row before, and one
bad row undoes the whole import.  So only students with a grade that Moodle takes get a row, and each row has an id and
the same number of cells.

Feedback: `Ana Lee_1042_assignsubmission_file_feedback.html`, which becomes a feedback file of the student.

Moodle splits a name at its first four underscores.  The second part is the number of the participant, the next two name
a plugin, and the rest is the name that the student sees.  Folders work in some versions only, but a name without
folders works in all: up to 3.0 nothing else is read, up to 4.0 the folders are split together with the name.  A file of
the same name that the student already has is replaced, so each page has the same name in every upload.

Where students hand in as groups, the number in the download is the group's.  Moodle would take it for a participant's
and give the page to a stranger, so the name in the download has to be the student's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from io import StringIO
from typing import Final

from checker.document.errors import quote
from checker.lms import feedback_zips
from checker.lms.feedback_zips import FeedbackZip, LeftOutPage, PackedPage, StudentPage
from checker.lms.gradebooks import Exported, ExportError, ExportRequest, Gradebook, StudentGrade
from checker.lms.gradebooks.filling import Column, Filled, Rules, Sheet, chosen, file_name, fill, note_maximum, sheet_of
from checker.lms.gradebooks.tables import Notes, has_decimal_commas, number, numbered, with_points, written
from checker.lms.layouts import Layout, ListRule, cell, column_of_emails, columns, plain
from checker.lms.layouts import column as column_of
from checker.lms.names import FileKind, Naming, Owner
from checker.lms.spreadsheet import NumberText, Table, safe
from checker.text.words import in_line

_PARTICIPANT = re.compile(r"_(?P<id>[0-9]+)_assignsubmission_(?P<plugin>file|onlinetext)(?=_|\Z)")
_GROUP = re.compile(r".+_assignsubmission_(?:file|onlinetext)(?=_|\Z)")
_HIDDEN = "Participant"  # in English; in other languages, too, all students then share one name
_PAGES = (".html", ".htm")


def _owner_of(parts: Sequence[str]) -> Owner | None:
    for place, part in enumerate(parts, 1):
        if found := _PARTICIPANT.search(part):
            rest = part[found.end() :]
            if place < len(parts):
                return _owner(found, "/".join(parts[place:])) if rest in {"", "_"} else None
            return _owner(found, rest[1:]) if len(rest) > 1 else None
    return None


def _owner(found: re.Match[str], file: str) -> Owner:
    name = found.string[: found.start()].rpartition("_")[2]
    is_typed = found["plugin"] == "onlinetext" and file.lower().endswith(_PAGES)  # pictures in the text are files
    kind: FileKind = "text" if is_typed else "file"
    return Owner("moodle", found["id"], name, file, kind, is_anonymous=name == _HIDDEN)


def _names_no_student(parts: Sequence[str]) -> bool:
    """Return whether a file is that of Moodle's default group, which has no number."""
    return any(map(_GROUP.match, parts)) and _owner_of(parts) is None


NAMING = Naming("moodle", 0, _owner_of, names_no_student=_names_no_student)


IDENTIFIER: Final = re.compile(r"(\D*\D)([0-9]+)")
FULL_NAME: Final = 1
MIN_WIDTH: Final = 5
MIN_WORD: Final = 4
"""Minimum number of letters of the word before a number; `s1042` is an id."""

USER_IDS: Final = ("id number", "username", "id nummer", "anmeldename")


def recognise_worksheet(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of an offline grading worksheet of Moodle, in any language; None if the list is none."""
    found = [IDENTIFIER.fullmatch(cell(row, 0)) for row in rows]
    words = {match[1].strip() if match else "" for match in found}
    is_worded = len(words) == 1 and len(min(words)) >= MIN_WORD
    is_foreign = is_worded and any("(" in each or "\uff08" in each for each in header)  # Last modified (grade)
    if len(header) < MIN_WIDTH or not (plain(header[0]) == "identifier" or is_foreign):
        return None
    return Layout(
        ids=(0, *columns(header, USER_IDS)),
        names=(FULL_NAME,),
        email=column_of_emails(header, rows, FULL_NAME + 1),
        id_of=number_of,
        first_id_only=True,
    )


def number_of(identifier: str) -> str:
    """Return the participant's number in a cell such as `Participant 1042`; the word differs by language.

    >>> number_of("Participant 1042"), number_of("Teilnehmer/in1042")
    ('1042', '1042')
    """
    match = IDENTIFIER.fullmatch(identifier.strip())
    return match[2] if match else identifier.strip()


FIRST: Final = ("first name", "vorname", "prénom", "nombre", "voornaam")
LAST: Final = ("last name", "surname", "nachname", "nom", "apellido(s)", "achternaam")


def recognise_gradebook(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of a Moodle gradebook; None if the list is none."""
    first, last = column_of(header, FIRST), column_of(header, LAST)
    email = column_of_emails(header, rows)
    ids = columns(header, USER_IDS) or (() if email is None else (email,))
    if first is None or last is None or not ids:
        return None
    return Layout(ids, names=(first, last), email=email)


GRADE: Final = ("grade", "bewertung", "note", "calificación", "valutazione", "nota", "cijfer")
COMMENTS: Final = ("feedback comments", "feedback als kommentar")
YES: Final = frozenset(("yes", "ja", "oui", "sí", "si", "sì", "sim", "tak", "evet", "да", "是", "はい", "نعم"))
NO: Final = frozenset(("no", "nein", "non", "não", "nee", "nej", "nei", "nie", "hayır", "нет", "否", "いいえ", "لا"))  # noqa: RUF001
LOCKED: Final = "Left as it was, because Moodle does not allow changing the grade"
EXPECTED: Final = "a Moodle grading worksheet, which begins with the column Identifier"


def export_worksheet(request: ExportRequest) -> Exported:
    """Return the downloaded worksheet with the grades, and with comments if it has a column for them."""
    sheet = sheet_of(request, recognise_worksheet, EXPECTED)
    notes = Notes()
    column = _grade_column(sheet, request)
    maxima = [number(sheet.table.text(row, column + 1)) for row in range(len(sheet.table.rows))]
    if maxima and all(each is None for each in maxima):
        raise ExportError("this assignment is graded with a scale; set its grade type to Point in Moodle")
    comma = has_decimal_commas([*sheet.cells(column), *sheet.cells(column + 1)])
    locks = _locks(sheet, column, notes)
    rules = Rules(column, maxima.__getitem__, comma=comma, locked=lambda row: LOCKED if row in locks else "")
    note_maximum(request, maxima, notes)
    filled = fill(sheet, request, rules, notes)
    comments = _comments(sheet, filled, notes)
    steps = numbered(
        "In Moodle, open the assignment and then Submissions (View all submissions).",
        "Choose the action Upload grading worksheet, and then this file.",
        "If Moodle shows grades that changed after your download, allow updating records only if these should replace"
        " them.",
        "Check the list of changes and choose Confirm.",
    )
    data = sheet.table.replaced({**filled.cells, **comments})
    return Exported({file_name(request, "moodle-worksheet.csv"): data}, notes.listed(), steps, len(filled.cells))


def _grade_column(sheet: Sheet, request: ExportRequest) -> int:
    """Return the place of the column of grades; the maximum is in the next.  Raise ExportError if there is none."""
    header = sheet.table.header.texts
    if request.column is None:
        place = column_of(header, GRADE)
        if place is None:
            headings = ", ".join(quote(each) for each in header)
            raise ExportError(f"which column holds the grades? Name it with --column; the columns are {headings}")
    else:
        place = chosen([Column(place, text, text) for place, text in enumerate(header)], request).place
    if place in {0, FULL_NAME}:
        raise ExportError(f"the column {quote(header[place])} says who the student is; choose the column of grades")
    return place


def _locks(sheet: Sheet, column: int, notes: Notes) -> frozenset[int]:
    """Return the rows whose grade cannot be changed, by the column that has only yes and no; note if there is none."""
    for place in range(column + 1, len(sheet.table.header.cells)):
        answers = {row: sheet.table.text(row, place).casefold() for row in sheet.rows}
        if answers and set(answers.values()) <= YES | NO:
            return frozenset(row for row, answer in answers.items() if answer in NO)
    notes.add("No column with yes or no says which grades can be changed; Moodle skips those that cannot")
    return frozenset()


def _comments(sheet: Sheet, filled: Filled, notes: Notes) -> dict[tuple[int, int], str]:
    """Return the cells of feedback comments to change.  What somebody wrote there stays."""
    place = column_of(sheet.table.header.texts, COMMENTS)
    found = {}
    for row, grade in filled.rows.items():
        if not grade.comment.strip():
            continue
        if place is None:
            notes.add("The comments are not in the file: Moodle gave it no column Feedback comments")
            continue
        html, before = _html(grade.comment), sheet.table.text(row, place)
        if not before:
            found[row, place] = html
        elif before != html.strip():
            notes.add("Kept the feedback comment that was there", grade.student.shown)
    return found


def _html(comment: str) -> str:
    """Return a comment as HTML, for which Moodle takes it, that no spreadsheet takes for a formula."""
    lines = comment.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return safe("<br>".join(escape(line, quote=False) for line in lines))


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

WAITING: Final = "Left out, because an answer is still to review"
MISSING: Final = "Left out, because {}"


def export_gradebook(request: ExportRequest) -> Exported:
    """Return a table of students and grades, which Moodle imports as CSV.

    Students have their email addresses if all have different ones, else their ids.  Rows that Moodle would refuse are
    left out.
    """
    notes = Notes()
    rows = [(grade, _points(grade, scale=request.scale)) for grade in with_points(request, notes, WAITING, MISSING)]
    for grade, points in rows:
        if not 0 <= points <= MAXIMUM:
            notes.add(
                f"Left out, because Moodle refuses all grades if one is not from 0 to {MAXIMUM}", grade.student.shown
            )
    if request.scale:
        notes.add(f"Points are scaled to {MAXIMUM}, the maximum of a new grade item in Moodle")
    rows = [(grade, points) for grade, points in rows if 0 <= points <= MAXIMUM]
    heading, ids = _identified([grade for grade, _ in rows])
    possible, rows = rows, []
    for grade, points in possible:
        if ids[grade.student.id] in TAKEN_FOR_BLANK:
            notes.add("Left out, because Moodle takes this id for a blank one", quote(grade.student.id))
        elif safe(ids[grade.student.id]) != ids[grade.student.id]:
            notes.add(NO_CELL, grade.student.shown)
        else:
            rows.append((grade, points))
    has_comments = bool(rows) and all(grade.comment.strip() for grade, _ in rows)
    if not has_comments and any(grade.comment.strip() for grade, _ in rows):
        notes.add("Comments are left out, because not every student has one and Moodle would clear the others")
    file = StringIO()
    table = Table(file)
    title = safe(request.column or request.title or "Grade")
    table.row([heading, title, *["Feedback"] * has_comments])
    for grade, points in rows:
        table.row([ids[grade.student.id], NumberText(written(points)), *[grade.comment] * has_comments])
    data = file.getvalue().encode()
    return Exported(
        {"moodle-gradebook.csv": data}, notes.listed(), _steps(heading, in_line(title), has_comments), len(rows)
    )


def _steps(heading: str, title: str, has_comments: bool) -> tuple[str, ...]:  # noqa: FBT001 - private
    kind = "Email address" if heading == "Email address" else "ID number or Username, whichever your ids are"
    feedback = f" Map Feedback to the feedback for {title}." if has_comments else ""
    return numbered(
        "In Moodle, open the course and then Grades > Import > CSV file.",
        "Choose this file, the encoding UTF-8 and the separator Comma, and upload it.",
        f"Under Identify user by, map from {heading} to {kind}.",
        f"Under Grade item mappings, map {title} to your grade item, and not to a new one.{feedback}",
        "Choose Upload grades. If Moodle reports an error, it has imported nothing: correct it and repeat.",
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


MOODLE: Final = "moodle"
SETTINGS: Final = (
    "In Moodle, open the settings of the assignment. Under Feedback types, Feedback files has to be switched on. If"
    " students submit in groups, do not upload this file: Moodle takes the numbers of groups for those of students."
)
OPEN: Final = (
    "Open the assignment and then Submissions (View all submissions). If you can choose a group, choose all"
    " participants."
)
UPLOAD: Final = "Choose the action Upload multiple feedback files in a zip, and then this file."
CHECK: Final = "Check the list of feedback files, and confirm. Moodle may notify the students of each upload."
STEPS: Final = (SETTINGS, OPEN, UPLOAD, CHECK)

OTHER_WAY: Final = "No page in the zip, because the work did not come in a download from Moodle"
OTHER_STUDENT: Final = "No page in the zip, because the names in the download have another number than the student"
OTHER_NAME: Final = (
    "No page in the zip, because the download has another name with the student's number, which may be a group's"
)

_WORD = re.compile(r"\w+")


def pack(pages: Sequence[StudentPage]) -> Iterator[PackedPage | LeftOutPage]:
    """Yield each feedback page under the name by which Moodle takes it back, or why it cannot be in the zip."""
    found = [(page, list(feedback_zips.owners(page, MOODLE))) for page in pages]
    names = {owner.name for _, theirs in found for owner in theirs}
    numbers = {owner.id for _, theirs in found for owner in theirs}
    is_blind = len(names) == 1 < len(numbers)  # "Participant", in the language of the instructor
    for page, theirs in found:
        yield _packed(page, theirs, is_blind=is_blind)


def _packed(page: StudentPage, found: Sequence[Owner], *, is_blind: bool) -> PackedPage | LeftOutPage:
    """Return a page under the name by which Moodle takes it back.

    Return why not, if the numbers or the name in the download may be those of another student or of a group.
    """
    if not found:
        return LeftOutPage(page, OTHER_WAY)
    known = {page.student.id, *page.student.other_ids}
    theirs = [owner for owner in found if owner.id in known and feedback_zips.is_short_enough(owner.id)]
    if not theirs:
        return LeftOutPage(page, OTHER_STUDENT)
    owner = theirs[0]
    if not (is_blind or owner.is_anonymous or _may_be_same(owner.name, page.student.name)):
        return LeftOutPage(page, OTHER_NAME)
    name = f"{feedback_zips.readable(owner.name)}_{owner.id}_assignsubmission_file_feedback{page.suffix}"
    return PackedPage(page, name, str(int(owner.id)))


def _may_be_same(one: str, other: str) -> bool:
    """Return whether two spellings of a name have a word in common, or one of them is empty."""
    words, others = _words(one), _words(other)
    if not words or not others:
        return True
    joined, others_joined = "".join(words), "".join(others)
    return any(word in others_joined for word in words) or any(word in joined for word in others)


def _words(name: str) -> list[str]:
    """Return the words of a name without initials; a single sign of Chinese is no initial."""
    found = _WORD.findall(unicodedata.normalize("NFKD", name.casefold()).replace("_", " "))
    return [word for word in found if len(word) > 1 or not word.isascii()] or found


LISTS = (ListRule(1, recognise_worksheet), ListRule(4, recognise_gradebook))
GRADEBOOKS = (
    Gradebook("moodle-worksheet", export_worksheet),
    Gradebook("moodle-gradebook", export_gradebook, new="moodle-gradebook.csv", takes_column=True),
)
FEEDBACK = FeedbackZip("moodle", STEPS, pack)
