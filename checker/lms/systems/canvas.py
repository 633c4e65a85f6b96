"""Canvas: whose the files of its downloads are, its gradebooks, which are filled in, and feedback pages in a zip.

A download: `leeana_LATE_1042_5521_homework 3.md`, all files of a download in one folder.

Canvas writes the sortable name in lower case, without anything but letters, digits and underscores; then `LATE`, the
user's id, the attachment's id and the name of the file.  Of a text box it writes `leeana_1042_text.html`, of a link
`leeana_1042_link.html`.  Where students are anonymous, `anon_` with an id of the assignment replaces name and id.

A gradebook, as Grades > Export gives it:

    Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (4711),Current Score
        Points Possible,,,,,10.00,(read only)
    "Lee, Ana",1042,S77,lee@uni.edu,A,8.50,85.00

The columns of students have English headings in every language of Canvas, and a fixed order.

Its import: Canvas takes a blank cell over an existing score for a change, and clears the score.  So a cell without a
new grade keeps what it had.  Canvas reads UTF-8 without a byte order mark, and takes the last `.` or `,` of a number
for the decimal point.

Feedback: `leeana_1042_5521_feedback.html`, which becomes a comment on the student's submission.

Canvas drops the part `LATE` and takes the first two parts of a name that have only digits.  These are the ids of the
user and of an attachment, which has to belong to the user's current submission.  A name that begins with `anon_` has an
anonymous id instead of the user's.  A text or a link has no attachment, so its student gets no page back.

Nothing else in the name matters, except that Canvas guesses the type of the contents from its end.  Students see the
page under the name of the attachment, and download it under that name.  So a page takes the attachment whose name
suits it best; if several do, the latest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from checker.document.errors import quote
from checker.lms.cells import Encoding
from checker.lms.feedback_zips import (
    FeedbackZip,
    LeftOutPage,
    PackedPage,
    StudentPage,
    is_short_enough,
    owners,
    readable,
)
from checker.lms.gradebooks import Exported, ExportError, ExportRequest, Gradebook
from checker.lms.gradebooks.filling import Column, Rules, Sheet, chosen, file_name, fill, note_maximum, sheet_of
from checker.lms.gradebooks.tables import Notes, number, numbered
from checker.lms.layouts import Layout, ListRule, cell
from checker.lms.names import FileKind, Naming, Owner, is_number
from checker.text.words import shortened

_ANONYMOUS = re.compile(
    r"(?P<late>LATE_)?anon_(?P<id>[1-9A-HJ-NP-Za-km-z]{5})_(?:(?P<attachment>[0-9]+)_)?(?P<file>.+)", re.DOTALL
)
_TYPED: dict[str, FileKind] = {"text.html": "text", "link.html": "link"}


def _owner_of(parts: Sequence[str]) -> Owner | None:
    name = parts[-1]
    found = _ANONYMOUS.fullmatch(name)
    pieces = name.split("_")
    places = list(_places_of_ids(pieces))
    if found and (found["attachment"] or found["file"] in _TYPED):
        return _anonymous(found, [pieces[place] for place in places])
    return _named(pieces, *places) if places else None


def _anonymous(found: re.Match[str], others: Sequence[str]) -> Owner:
    return Owner(
        "canvas",
        found["id"],
        "",
        found["file"],
        "file" if found["attachment"] else _TYPED[found["file"]],
        is_late=bool(found["late"]),
        is_anonymous=True,
        attachment=found["attachment"] or "",
        other_ids=_without(found["id"], others),
    )


def _named(pieces: Sequence[str], first: int, *others: int) -> Owner:
    """Return the owner of a file of a student with a name.

    `first` is the first place where the id may be, which Canvas itself takes for feedback, `others` are further ones.
    """
    is_upload = first + 2 < len(pieces)
    is_late = _is_late(pieces, first)
    return Owner(
        "canvas",
        pieces[first],
        "_".join(pieces[: first - is_late]),
        "_".join(pieces[first + 2 :]) if is_upload else pieces[-1],
        "file" if is_upload else _TYPED[pieces[-1]],
        is_late=is_late,
        attachment=pieces[first + 1] if is_upload else "",
        other_ids=_without(pieces[first], [pieces[place] for place in others]),
    )


def _places_of_ids(pieces: Sequence[str]) -> Iterator[int]:
    """Yield each place where the user's id may be, with a name before it and a file behind it."""
    for place in range(1, len(pieces) - 1):
        is_late = _is_late(pieces, place)
        if not is_late and not _is_of_a_name(pieces[place - 1]):
            return
        if is_number(pieces[place]) and _is_file(pieces, place + 1):
            yield place
        if is_late:
            return


def _is_late(pieces: Sequence[str], place: int) -> bool:
    return place > 1 and pieces[place - 1] == "LATE"


def _is_file(pieces: Sequence[str], place: int) -> bool:
    """Return whether the parts from this place on are an attachment's id with its name, or a typed text."""
    last = len(pieces) - 1
    if place == last:
        return pieces[last] in _TYPED
    return is_number(pieces[place]) and (place + 1 < last or pieces[last] != "")


def _is_of_a_name(text: str) -> bool:
    """Return whether a part may belong to a name as Canvas writes it: lower case letters, their accents, digits."""
    return text == text.lower() and all(_is_of_a_word(char) for char in text)


def _is_of_a_word(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LMN" or category == "Pc"


def _without(id_: str, ids: Sequence[str]) -> tuple[str, ...]:
    """Return the ids without this one, each once."""
    return tuple(dict.fromkeys(each for each in ids if each != id_))


def _is_plausible(owners: Sequence[Owner]) -> bool:
    """Return whether two students or more have different names, and more ids of attachments than half their files.

    A download of typed texts has no attachments.

    One student's files (`lee_3_1_a.md`) or a class's (`lee_1042_3_final.md`) may look like a download by chance.
    """
    students = {owner.id for owner in owners}
    names = {owner.id if owner.is_anonymous else owner.name for owner in owners}
    uploads = [owner.attachment for owner in owners if owner.attachment]
    return len(students) > 1 and len(names) > 1 and (not uploads or 2 * len(set(uploads)) > len(uploads))


NAMING = Naming("canvas", 3, _owner_of, _is_plausible)


INFO: Final = re.compile(
    r"(?:Student,|LastName,FirstName,)ID"
    r"(?:,SIS Login ID|,SIS User ID,SIS Login ID(?:,Integration ID)?(?:,Root Account)?)?,Section(?:,|\Z)"
)
"""The headings that a header may begin with."""

OTHER_IDS: Final = ("SIS User ID", "SIS Login ID", "Integration ID")
TEST_STUDENT: Final = "Student, Test"
POINTS_POSSIBLE: Final = "Points Possible"
BLANK: Final = re.compile(r"\s*(?:Muted|Manual Posting.*)?\s*", re.IGNORECASE)


def recognise(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of a Canvas gradebook; None if the list is none."""
    headings = [each.strip() for each in header]
    if not INFO.match(",".join(headings)):
        return None
    first = headings.index("ID")
    others = tuple(headings.index(each) for each in OTHER_IDS if each in headings[: width(header)])
    return Layout(
        ids=(first, *others),
        names=(0,) if first == 1 else (1, 0),
        section=headings.index("Section"),
        is_student=is_student,
        first_id_only=True,
    )


def width(header: Sequence[str]) -> int:
    """Return how many columns at the beginning of a Canvas gradebook say who a student is."""
    return [each.strip() for each in header].index("Section") + 1


def is_student(row: Sequence[str]) -> bool:
    """Return whether a row is that of a student, and not of Canvas's test student."""
    if is_points_possible(row) or all(BLANK.fullmatch(each) for each in row):
        return False
    return cell(row, 0) != TEST_STUDENT and (cell(row, 0), cell(row, 1)) != ("Student", "Test")


def is_points_possible(row: Sequence[str]) -> bool:
    """Return whether a row of a gradebook is the one with the columns' maximum points."""
    return POINTS_POSSIBLE in row[0]


TITLE_AND_ID: Final = re.compile(r"(.*)\s\(([0-9]+)\)", re.DOTALL)
READ_ONLY: Final = re.compile(r"read\s+only")
TOTALS: Final = re.compile(
    "Current Score|Current Points|Current Grade|Final Score|Final Points|Final Grade"
    "|Override Score|Override Grade|Override Status"
)
"""Canvas leaves out every column whose heading contains one of these."""

MIN_WIDTH: Final = 4
EXPECTED: Final = "a Canvas gradebook, which begins with the columns Student, ID and Section (Grades > Export)"
EXCUSED: Final = "Left as it was, because the student is excused (EX)"
UNASSIGNED: Final = "Left as it was, because the assignment is not assigned to the student (N/A)"


def export(request: ExportRequest) -> Exported:
    """Return the downloaded gradebook with the grades in the assignment's column."""
    sheet = sheet_of(request, recognise, EXPECTED)
    if len(sheet.table.header.cells) < MIN_WIDTH:
        raise ExportError("this gradebook has no assignment; add the assignment in Canvas and export again")
    notes = Notes()
    column = _column(sheet, request, notes)
    limits = [row.texts for row in sheet.table.rows if is_points_possible(row.texts)]
    limit = next((texts[column.place] for texts in limits if column.place < len(texts)), "")
    if READ_ONLY.search(limit):
        raise ExportError(f"the column {quote(column.heading)} is read-only, so Canvas ignores it; choose another")
    maximum = number(limit)
    rules = Rules(column.place, lambda _: maximum, takes_more=True, kept=_why_kept)
    note_maximum(request, [maximum], notes)
    filled = fill(sheet, request, rules, notes)
    if sheet.table.encoding != Encoding():
        notes.add("The file is now UTF-8 without a byte order mark, as Canvas needs it")
    data = sheet.table.replaced(filled.cells, Encoding())
    steps = numbered(
        "In Canvas, open the course and then Grades.",
        "Choose Import, and then this file.",
        f"Check that Canvas lists changes in the column {quote(column.heading)} only. If it lists others, they were"
        " made after your export: cancel, export the gradebook again and repeat this export.",
        "Choose Save Changes.",
    )
    return Exported({file_name(request, "canvas.csv"): data}, notes.listed(), steps, len(filled.cells))


def _column(sheet: Sheet, request: ExportRequest, notes: Notes) -> Column:
    """Return the column to fill in; note if it has no id.  Raise ExportError if Canvas would ignore it."""
    header = sheet.table.header.texts
    columns = [_parsed(place, header[place]) for place in range(width(header), len(header))]
    column = chosen([each for each in columns if each.heading.strip()], request)
    if TOTALS.search(column.heading):
        advice = "rename the assignment in Canvas and export again"
        raise ExportError(f"Canvas takes the column {quote(column.heading)} for a total and ignores it; {advice}")
    if not column.id:
        notes.add(f"The heading {quote(column.heading)} has no id, so Canvas looks for an assignment with this title")
    return column


def _parsed(place: int, heading: str) -> Column:
    match = TITLE_AND_ID.fullmatch(heading.strip())
    return Column(place, heading, *match.groups()) if match else Column(place, heading, heading)


def _why_kept(text: str) -> str:
    """Return why the text of a cell stays: excused, not assigned, or unknown."""
    if text.upper() == "EX":
        return EXCUSED
    return UNASSIGNED if text == "N/A" else f"Left as it was, because the cell has the text {shortened(text)}"


CANVAS: Final = "canvas"
UPLOAD: Final = (
    "In the menu of the assignment's column, choose Re-Upload Submissions, and then this file. The menu has it once"
    " somebody has chosen Download Submissions. Upload the file only once, because each upload adds a comment."
)
CHECK: Final = (
    "Wait until Canvas lists the files, and check that it ignored none. It ignores the page of a student who has handed"
    " in again since your download."
)
POST: Final = "Students see the page as a comment when the grades are posted."
STEPS: Final = ("In Canvas, open the course and then Grades.", UPLOAD, CHECK, POST)

OTHER_WAY: Final = "No page in the zip, because the work did not come in a download from Canvas"
NO_FILE: Final = "No page in the zip, because Canvas takes pages back only where a file was uploaded"
OTHER_STUDENT: Final = "No page in the zip, because the names in the download have another id than the student"
NOTES: Final = {
    ".html": "Canvas gives the page the name of the uploaded file, so it may open as text; Markdown is easier to read",
    ".md": "Canvas gives the page the name of the uploaded file, so it may open in the wrong program",
}
SUITABLE: Final = {
    ".html": frozenset({".html", ".htm"}),
    ".md": frozenset({".md", ".markdown", ".txt", ".yaml", ".yml", ".json", ".csv"}),
}
"""Ends of names under which a page opens well.  Nothing else is shown as a page, but all of these as text."""

ANON = "anon"


def pack(pages: Sequence[StudentPage]) -> Iterator[PackedPage | LeftOutPage]:
    """Yield each feedback page under the name by which Canvas takes it back, or why it cannot be in the zip.

    All students of an assignment are anonymous or none is.  So among others, one called `anon` is not.
    """
    uploads = (owner for page in pages for owner in owners(page, CANVAS) if owner.attachment)
    is_anonymous = all(owner.is_anonymous for owner in uploads)
    for page in pages:
        yield _packed(page, is_anonymous=is_anonymous)


def _packed(page: StudentPage, *, is_anonymous: bool) -> PackedPage | LeftOutPage:
    """Return a page under the name by which Canvas takes it back: that of the student's most suitable uploaded file.

    Return why not, if the student uploaded none, or if its name has another id.
    """
    found = list(owners(page, CANVAS))
    uploads = [owner for owner in found if owner.attachment]
    if not uploads:
        return LeftOutPage(page, NO_FILE if found else OTHER_WAY)
    known = {page.student.id, *page.student.other_ids}
    theirs = [owner for each in uploads if (owner := _as_one_of(known, each))]
    if not theirs:
        return LeftOutPage(page, OTHER_STUDENT)
    best = max(theirs, key=lambda each: (_is_suitable(page, each), int(each.attachment)))
    who = f"{ANON if is_anonymous and best.is_anonymous else _name_of(best)}_{best.id}"
    note = "" if _is_suitable(page, best) else NOTES[page.suffix]
    return PackedPage(page, f"{who}_{best.attachment}_feedback{page.suffix}", best.id, note)


def _as_one_of(known: set[str], owner: Owner) -> Owner | None:
    """Return the owner with the id that is in `known`, read again if underscores hid it; None if none is."""
    if owner.id not in known:
        later = f"_{owner.attachment}_{owner.file}"
        ids = (id_ for id_ in owner.other_ids if id_ in known)
        found = next(filter(None, (re.search(f"_({id_})_([0-9]+)_(.*)", later) for id_ in ids)), None)
        if found is None:
            return None
        owner = owner._replace(id=found[1], attachment=found[2], file=found[3], is_anonymous=False)
    return owner if is_short_enough(owner.id) and is_short_enough(owner.attachment) else None


def _is_suitable(page: StudentPage, owner: Owner) -> bool:
    """Return whether a page opens well under the name of this file, by the file's ending."""
    return PurePosixPath(owner.file).suffix.lower() in SUITABLE[page.suffix]


def _name_of(owner: Owner) -> str:
    """Return the student's name in one word that Canvas cannot take for an id or for `anon`."""
    name = readable(owner.name).replace(" ", "")
    return f"student-{name}" if name.isdigit() or name == ANON else name


LISTS = (ListRule(0, recognise),)
GRADEBOOKS = (Gradebook("canvas", export),)
FEEDBACK = FeedbackZip("canvas", STEPS, pack)
