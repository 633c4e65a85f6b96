"""Canvas: `leeana_1042_5521_feedback.html`, which becomes a comment on the student's submission.

Canvas drops the part `LATE` and takes the first two parts of a name that have only digits.  These are the ids of the
user and of an attachment, which has to belong to the user's current submission.  A name that begins with `anon_` has an
anonymous id instead of the user's.  A text or a link has no attachment, so its student gets no page back.

Nothing else in the name matters, except that Canvas guesses the type of the contents from its end.  Students see the
page under the name of the attachment, and download it under that name.  So a page takes the attachment whose name
suits it best; if several do, the latest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from checker.lms.feedback_zips._owners import is_usable, owners, readable
from checker.lms.feedback_zips._pages import LeftOut, Place, StudentPage
from checker.lms.names import Owner

NAME: Final = "canvas"
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

_ANONYMOUS = "anon"


def places(pages: Sequence[StudentPage]) -> Iterator[Place | LeftOut]:
    """Yield the place of each page.

    All students of an assignment are anonymous or none is.  So among others, one called `anon` is not.
    """
    uploads = (owner for page in pages for owner in owners(page, NAME) if owner.attachment)
    is_anonymous = all(owner.is_anonymous for owner in uploads)
    for page in pages:
        yield _place(page, is_anonymous=is_anonymous)


def _place(page: StudentPage, *, is_anonymous: bool) -> Place | LeftOut:
    found = list(owners(page, NAME))
    uploads = [owner for owner in found if owner.attachment]
    if not uploads:
        return LeftOut(page, NO_FILE if found else OTHER_WAY)
    known = {page.student.id, *page.student.other_ids}
    theirs = [owner for each in uploads if (owner := _as_one_of(known, each))]
    if not theirs:
        return LeftOut(page, OTHER_STUDENT)
    best = max(theirs, key=lambda each: (_is_suitable(page, each), int(each.attachment)))
    who = f"{_ANONYMOUS if is_anonymous and best.is_anonymous else _name(best)}_{best.id}"
    note = "" if _is_suitable(page, best) else NOTES[page.suffix]
    return Place(page, f"{who}_{best.attachment}_feedback{page.suffix}", best.id, note)


def _as_one_of(known: set[str], owner: Owner) -> Owner | None:
    """Return the owner with the id that is the student's; a name with underscores may have several."""
    if owner.id not in known:
        later = f"_{owner.attachment}_{owner.file}"
        ids = (id_ for id_ in owner.other_ids if id_ in known)
        found = next(filter(None, (re.search(f"_({id_})_([0-9]+)_(.*)", later) for id_ in ids)), None)
        if found is None:
            return None
        owner = owner._replace(id=found[1], attachment=found[2], file=found[3], is_anonymous=False)
    return owner if is_usable(owner.id) and is_usable(owner.attachment) else None


def _is_suitable(page: StudentPage, owner: Owner) -> bool:
    return PurePosixPath(owner.file).suffix.lower() in SUITABLE[page.suffix]


def _name(owner: Owner) -> str:
    """Return the name in one part, which Canvas does not take for an id or for the sign of an anonymous one."""
    name = readable(owner.name).replace(" ", "")
    return f"student-{name}" if name.isdigit() or name == _ANONYMOUS else name
