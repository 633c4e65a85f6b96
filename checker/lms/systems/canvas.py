"""Canvas: its downloads, gradebooks and quizzes, and feedback pages in a zip.

A download: `leeana_LATE_1042_5521_homework 3.md`, all files in one folder.  The name is the sortable one in lower case,
without anything but letters, digits and underscores; then come `LATE`, the ids of the user and of the attachment, and
the file's name.  A text box is `leeana_1042_text.html`, a link `leeana_1042_link.html`.  Where students are anonymous,
`anon_` with an id of the assignment replaces name and id.

A gradebook, with English headings in every language, in a fixed order:

    Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (4711),Current Score
        Points Possible,,,,,10.00,(read only)
    "Lee, Ana",1042,S77,lee@uni.edu,A,8.50,85.00

Its import clears a score where a cell is blank, so a cell without a new grade keeps what it had.  It reads UTF-8
without a byte order mark, and takes the last `.` or `,` of a number for the decimal point.

Feedback: `leeana_1042_5521_feedback.html` becomes a comment on the student's submission.  Canvas drops `LATE` and takes
the first two parts with only digits for the ids of the user and of an attachment of the current submission; behind
`anon_` comes an anonymous id instead of the user's.  A text or a link has no attachment.  Students see the page under
the name of the attachment, so it takes the one whose name suits it best; if several do, the latest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Final

from checker.document.errors import quote
from checker.lms.feedback_zips import (
    MOST_DIGITS,
    OTHER_STUDENT,
    OTHER_WAY,
    PackedPage,
    StudentPage,
    readable,
)
from checker.lms.filling import Column, Rules, Sheet
from checker.lms.gradebooks import Exported, ExportError, ExportRequest, Gradebook, number
from checker.lms.headings import Layout, cell
from checker.lms.system import FileKind, Owner, Quiz, System
from checker.lms.tables import UTF_8

NAME: Final = "canvas"
FILE: Final = r"_(?:(?P<attachment>[0-9]+)_(?=.)|(?P<typed>text|link)\.html\Z)"
"""What comes behind an id: an attachment's id with its name, or a typed text."""

KINDS: Final[Mapping[str | None, FileKind]] = {None: "file", "text": "text", "link": "link"}
NAMED: Final = re.compile(rf"_(?=(?P<late>LATE_)?(?P<id>[0-9]+){FILE})", re.DOTALL)
ANONYMOUS: Final = re.compile(rf"(?P<late>LATE_)?anon_(?P<id>[1-9A-HJ-NP-Za-km-z]{{5}}){FILE}", re.DOTALL)


def owner_of(parts: Sequence[str]) -> Owner | None:
    """Return the owner of a file in a download: the first id that it may be, which Canvas takes, too."""
    text = parts[-1]
    end = next((place for place, char in enumerate(text) if not _is_of_a_name(char)), len(text))
    places = [found for found in NAMED.finditer(text) if found.start() <= end]
    anonymous = ANONYMOUS.match(text)
    found = anonymous or next(iter(places), None)
    if found is None:
        return None
    others = dict.fromkeys(each["id"] for each in places if each["id"] != found["id"])
    return Owner(
        NAME,
        found["id"],
        "" if anonymous else text[: found.start()],
        text[found.end("attachment") + 1 :] if found["attachment"] else f"{found['typed']}.html",
        KINDS[found["typed"]],
        bool(found["late"]),
        is_anonymous=anonymous is not None,
        attachment=found["attachment"] or "",
        other_ids=tuple(others),
    )


def _is_of_a_name(char: str) -> bool:
    """Return whether a character may be in a name: lower case letters, their accents, digits, underscores."""
    category = unicodedata.category(char)
    return char == char.lower() and (category[0] in "LMN" or category == "Pc")


def is_plausible(owners: Sequence[Owner]) -> bool:
    """Return whether two students or more have different names, and more ids of attachments than half their files.

    One student's files (`lee_3_1_a.md`) or a class's (`lee_1042_3_final.md`) may look like a download by chance.
    """
    students = {owner.id for owner in owners}
    names = {owner.id if owner.is_anonymous else owner.name for owner in owners}
    uploads = [owner.attachment for owner in owners if owner.attachment]
    return len(students) > 1 and len(names) > 1 and (not uploads or 2 * len(set(uploads)) > len(uploads))


INFO: Final = re.compile(
    r"(?:Student,|LastName,FirstName,)ID"
    r"(?:,SIS Login ID|,SIS User ID,SIS Login ID(?:,Integration ID)?(?:,Root Account)?)?,Section(?:,|\Z)"
)
"""The headings that a header may begin with."""

OTHER_IDS: Final = ("SIS User ID", "SIS Login ID", "Integration ID")
BLANK: Final = re.compile(r"\s*(?:Muted|Manual Posting.*)?\s*", re.IGNORECASE)
TITLE_AND_ID: Final = re.compile(r"(.*)\s\(([0-9]+)\)", re.DOTALL)
READ_ONLY: Final = re.compile(r"read\s+only")
TOTALS: Final = re.compile(r"(?:Current|Final) (?:Score|Points|Grade)|Override (?:Score|Grade|Status)")
"""Canvas leaves out every column whose heading contains one of these."""

EXPECTED: Final = "a Canvas gradebook, which begins with the columns Student, ID and Section (Grades > Export)"


def students(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of a Canvas gradebook; None if the list is none."""
    headings = [each.strip() for each in header]
    if not INFO.match(",".join(headings)):
        return None
    first, section = headings.index("ID"), headings.index("Section")
    others = tuple(headings.index(each) for each in OTHER_IDS if each in headings[:section])
    return Layout((first, *others), (0,) if first == 1 else (1, 0), section=section, is_student=_is_student)


def _is_student(row: Sequence[str]) -> bool:
    """Return whether a row is that of a student, and not of Canvas's test student."""
    if _is_of_points_possible(row) or all(BLANK.fullmatch(each) for each in row):
        return False
    return cell(row, 0) != "Student, Test" and (cell(row, 0), cell(row, 1)) != ("Student", "Test")


def _is_of_points_possible(row: Sequence[str]) -> bool:
    return "Points Possible" in row[0]


def export(request: ExportRequest) -> Exported:
    """Return the downloaded gradebook with the grades in the assignment's column."""
    sheet = Sheet(request, students, EXPECTED)
    column = _column(sheet)
    limits = [row.cells for row in sheet.table.rows if _is_of_points_possible(row.cells)]
    limit = next((cell(row, column.place) for row in limits), "")
    if READ_ONLY.search(limit):
        raise ExportError(f"the column {quote(column.heading)} is read-only, so Canvas ignores it; choose another")
    maxima = [number(limit)] * len(sheet.table.rows)
    if sheet.table.encoding != UTF_8:
        sheet.notes.add("The file is now UTF-8 without a byte order mark, as Canvas needs it")
    return sheet.export(NAME, Rules(column.place, maxima, takes_more=True), UTF_8)


def _column(sheet: Sheet) -> Column:
    """Return the column to fill in; note if it has no id.  Raise ExportError if Canvas would ignore it."""
    first = (sheet.layout.section or 0) + 1
    columns = []
    for place, heading in enumerate(sheet.header[first:], first):
        match = TITLE_AND_ID.fullmatch(heading.strip())
        if heading.strip():
            columns.append(Column(place, heading, *(match.groups() if match else (heading,))))
    column = sheet.chosen(columns)
    if TOTALS.search(column.heading):
        advice = "rename the assignment in Canvas and export again"
        raise ExportError(f"Canvas takes the column {quote(column.heading)} for a total and ignores it; {advice}")
    if not column.id:
        message = f"The heading {quote(column.heading)} has no id, so Canvas looks for an assignment with this title"
        sheet.notes.add(message)
    return column


QUESTION: Final = re.compile(r"\d+: (?P<title>.+)", re.DOTALL)
POINTS: Final = re.compile(r"\d+(?:\.\d+)?")
QUIZ: Final = Quiz(
    lambda headings: (
        ("id" in headings or "n correct" in headings)
        and any(QUESTION.match(one) and POINTS.fullmatch(other) for one, other in pairwise(headings))
    ),
    ids=("id", "sis id", "name"),
    known=re.compile(
        "root account|section|section id|section sis id|submitted|attempt|n correct|n incorrect|score|" + POINTS.pattern
    ),
    titled=QUESTION,
)

NO_FILE: Final = "No page in the zip, because Canvas takes pages back only where a file was uploaded"
NOTES: Final = {
    ".html": "Canvas gives the page the name of the uploaded file, so it may open as text; Markdown is easier to read",
    ".md": "Canvas gives the page the name of the uploaded file, so it may open in the wrong program",
}
SUITABLE: Final = {
    ".html": frozenset({".html", ".htm"}),
    ".md": frozenset({".md", ".markdown", ".txt", ".yaml", ".yml", ".json", ".csv"}),
}
"""Ends of names under which a page opens well.  Nothing else is shown as a page, but all of these as text."""

ANON: Final = "anon"


def pack(pages: Sequence[StudentPage]) -> Iterator[PackedPage]:
    """Yield each feedback page under the name by which Canvas takes it back, or why it cannot be in the zip.

    All students of an assignment are anonymous or none is.  So among others, one called `anon` is not.
    """
    found = [(page, [owner for file in page.files if (owner := owner_of(file.split("/")))]) for page in pages]
    is_anonymous = all(owner.is_anonymous for _, theirs in found for owner in theirs if owner.attachment)
    for page, theirs in found:
        uploads = [owner for owner in theirs if owner.attachment]
        known = [owner for owner in uploads if owner.id in page.ids and len(owner.attachment) <= MOST_DIGITS]
        if not uploads:
            yield PackedPage(page, left_out=NO_FILE if theirs else OTHER_WAY.format("Canvas"))
        elif not known:
            yield PackedPage(page, left_out=OTHER_STUDENT)
        else:
            best = max(known, key=lambda each: (_is_suitable(page, each), int(each.attachment)))
            name = ANON if is_anonymous and best.is_anonymous else _name_of(best)
            entry = f"{name}_{best.id}_{best.attachment}_feedback{page.suffix}"
            yield PackedPage(page, entry, best.id, "" if _is_suitable(page, best) else NOTES[page.suffix])


def _is_suitable(page: StudentPage, owner: Owner) -> bool:
    """Return whether a page opens well under the name of this file, by the file's ending."""
    return PurePosixPath(owner.file).suffix.lower() in SUITABLE[page.suffix]


def _name_of(owner: Owner) -> str:
    """Return the student's name in one word that Canvas cannot take for an id or for `anon`."""
    name = readable(owner.name).replace(" ", "")
    return f"student-{name}" if name.isdigit() or name == ANON else name


SYSTEM: Final = System(
    NAME,
    owner_of,
    is_plausible,
    students=students,
    quiz=QUIZ,
    gradebooks=(Gradebook(NAME, export),),
    feedback=pack,
)
