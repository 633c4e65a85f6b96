"""Moodle: `Ana Lee_1042_assignsubmission_file_feedback.html`, which becomes a feedback file of the student.

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
from typing import Final

from checker.lms.feedback_zips._owners import is_usable, owners, readable
from checker.lms.feedback_zips._pages import LeftOut, Place, StudentPage
from checker.lms.names import Owner

NAME: Final = "moodle"
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


def places(pages: Sequence[StudentPage]) -> Iterator[Place | LeftOut]:
    """Yield the place of each page."""
    found = [(page, list(owners(page, NAME))) for page in pages]
    names = {owner.name for _, theirs in found for owner in theirs}
    numbers = {owner.id for _, theirs in found for owner in theirs}
    is_blind = len(names) == 1 < len(numbers)  # "Participant", in the language of the instructor
    for page, theirs in found:
        yield _place(page, theirs, is_blind=is_blind)


def _place(page: StudentPage, found: Sequence[Owner], *, is_blind: bool) -> Place | LeftOut:
    if not found:
        return LeftOut(page, OTHER_WAY)
    known = {page.student.id, *page.student.other_ids}
    theirs = [owner for owner in found if owner.id in known and is_usable(owner.id)]
    if not theirs:
        return LeftOut(page, OTHER_STUDENT)
    owner = theirs[0]
    if not (is_blind or owner.is_anonymous or _may_be_same(owner.name, page.student.name)):
        return LeftOut(page, OTHER_NAME)
    name = f"{readable(owner.name)}_{owner.id}_assignsubmission_file_feedback{page.suffix}"
    return Place(page, name, str(int(owner.id)))


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
