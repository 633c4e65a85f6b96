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

Feedback: `student_1042_5521_feedback.html` becomes a comment on the student's submission.  Canvas takes the first two
parts with only digits for the ids of the user and of an attachment of the current submission; behind `anon_` comes an
anonymous id instead of the user's.  A text or a link has no attachment.  Students see the page under the name of the
attachment, so it takes the one whose name suits it best; if several do, the latest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from checker.document.nodes import quote
from checker.lms.gradebooks import Column, Exported, ExportError, ExportRequest, GradebookForm, GradebookTable, number
from checker.lms.headings import Layout, any_list, cell
from checker.lms.system import Entry, Owner, Parts, Quiz, StudentPage, System

NAME: Final = "canvas"
FILE: Final = r"_(?:(?P<attachment>[0-9]+)_(?=.)|(?P<typed>text|link)\.html\Z)"
"""What comes behind an id: an attachment's id with its name, or a typed text."""

NAMED: Final = re.compile(rf"_(?=(?P<late>LATE_)?(?P<id>[0-9]+){FILE})", re.DOTALL)
ANONYMOUS: Final = re.compile(rf"(?P<late>LATE_)?anon_(?P<id>[1-9A-HJ-NP-Za-km-z]{{5}}){FILE}", re.DOTALL)


def owner_of(parts: Parts) -> Owner | None:
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
        found["id"],
        "" if anonymous else text[: found.start()],
        "link" if found["typed"] == "link" else "file",
        bool(found["late"]),
        is_anonymous=anonymous is not None,
        attachment=found["attachment"] or "",
        file=text[found.end("attachment") + 1 :] if found["attachment"] else "",
        other_ids=tuple(others),
    )


def _is_of_a_name(char: str) -> bool:
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


def students(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of a Canvas gradebook; None if the list is none.  Canvas's test student is none."""
    layout = any_list(header, rows)
    begins_with = r"(?:Student|LastName,FirstName),ID,(?:[^,]*,){,4}Section(?:,|\Z)"
    if layout is None or not re.match(begins_with, ",".join(map(str.strip, header))):
        return None
    tests = {"Student, Test", "Test Student"}
    return layout._replace(is_student=lambda row: layout.row_ids(row)[0] != "" and layout.name(row) not in tests)


def export(request: ExportRequest) -> Exported:
    """Return the downloaded gradebook with the grades in the assignment's column.

    Raise ExportError if Canvas would ignore that column.
    """
    gradebook = GradebookTable(
        request, students, "a Canvas gradebook, which begins with the columns Student, ID and Section (Grades > Export)"
    )
    columns = []
    for place, heading in list(enumerate(gradebook.header))[(gradebook.layout.section or 0) + 1 :]:
        match = re.fullmatch(r"(.*)\s\(([0-9]+)\)", heading.strip(), re.DOTALL)
        if heading.strip():
            columns.append(Column(place, heading, *(match.groups() if match else (heading,))))
    column = gradebook.chosen(columns)
    limits = [cell(row.cells, column.place) for row in gradebook.table.rows if "Points Possible" in row.cells[0]]
    limit = next(iter(limits), "")
    totals = r"(?:Current|Final) (?:Score|Points|Grade)|Override (?:Score|Grade|Status)"
    if re.search(totals, column.heading) or "read only" in limit:
        why = f"Canvas ignores the column {quote(column.heading)}: it is read-only or has the name of a total"
        raise ExportError(f"{why}; choose another, or rename the assignment in Canvas and download again")
    return gradebook.export(NAME, column.place, lambda _: number(limit), takes_more=True, codec="utf-8")


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

NOTE: Final = "Canvas gives the page the name of the uploaded file, so it may open in the wrong program"


def pack(page: StudentPage, owners: Sequence[Owner]) -> Entry | str:
    """Return the entry of a feedback page by which Canvas takes it back, or why it has none."""
    uploads = [owner for owner in owners if owner.attachment]
    if not uploads:
        return "Canvas takes pages back only where a file was uploaded"
    texts = (".md", ".markdown", ".txt", ".yaml", ".yml", ".json", ".csv")
    suitable = (".html", ".htm") if page.suffix == ".html" else texts  # nothing else is shown as a page, or as text
    fits = {owner: owner.file.lower().endswith(suitable) for owner in uploads}
    best = max(uploads, key=lambda each: (fits[each], len(each.attachment), each.attachment))
    name = f"{'anon' if best.is_anonymous else 'student'}_{best.id}_{best.attachment}_feedback{page.suffix}"
    return Entry(name, best.id, "" if fits[best] else NOTE)


SYSTEM: Final = System(
    NAME, owner_of, is_plausible, students=students, quiz=QUIZ, gradebooks=(GradebookForm(NAME, export),), feedback=pack
)
