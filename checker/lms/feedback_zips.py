"""Packs feedback pages into the entries of a zip that a learning management system takes back.

A page that could reach another student, too, is left out with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from checker.lms.gradebooks import Notes, steps
from checker.lms.students import Student

if TYPE_CHECKING:
    from checker.lms.system import Owner

SHARED: Final = "several students in the results have the same file or id in the download"
OTHER_WAY: Final = "the work did not come in a download from {}"
OTHER_STUDENT: Final = "the names in the download have another id than the student"


class StudentPage(NamedTuple):
    """The feedback page of one student, and the files that the student handed in."""

    student: Student
    files: tuple[str, ...]
    """The names of the student's files in the download, with folders; empty if the work came another way."""
    data: bytes
    suffix: Literal[".html", ".md"]


class Entry(NamedTuple):
    """The name of a feedback page in the zip, the student as the LMS will read it, and what is unusual about it."""

    name: str
    recipient: str
    note: str = ""


Pack = Callable[[StudentPage, Sequence["Owner"]], Entry | str]
"""Returns the entry of a page for the student's files with these owners, all with the student's id, or why not."""


class PackedFeedback(NamedTuple):
    """The entries of a zip with feedback, and what the instructor should know and do."""

    entries: Mapping[str, bytes]
    left_out: tuple[str, ...]
    """Who has no page in the zip, and why."""
    notes: tuple[str, ...]
    """Who gets the page in an unusual way."""
    steps: tuple[str, ...]
    """How to upload the zip."""


def packed(lms: str, found: Sequence[tuple[StudentPage, Entry | str]]) -> PackedFeedback:
    """Return the entries of a zip that a system takes back, and who is not in it.

    Each entry goes to one student.  The order of the pages is kept.
    """
    named = [entry for _, entry in found if isinstance(entry, Entry)]
    names = Counter(entry.name.casefold() for entry in named)
    recipients = Counter(entry.recipient for entry in named)
    entries, left_out, notes = dict[str, bytes](), Notes(), Notes()
    for page, entry in found:
        who = page.student.shown
        if isinstance(entry, str):
            left_out.add(f"No page in the zip, because {entry}", who)
        elif names[entry.name.casefold()] > 1 or recipients[entry.recipient] > 1:
            left_out.add(f"No page in the zip, because {SHARED}", who)
        else:
            entries[entry.name] = page.data
            if entry.note:
                notes.add(entry.note, who)
    return PackedFeedback(entries, left_out.listed(), notes.listed(), steps(f"{lms} feedback"))
