"""Packs feedback pages into the entries of a zip that a learning management system takes back.

A page that could reach another student, too, is left out with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from checker.lms.gradebooks import Notes, steps
from checker.lms.names import safe_name
from checker.lms.students import Student

MOST_NAMED: Final = 20
"""Maximum number of students that a sentence names."""

LARGEST_PLANE: Final = 0xFFFF
"""The databases of some systems refuse emoji in file names."""

MOST_DIGITS: Final = 20
"""Maximum length of a number that a system gives."""

SHARED: Final = "No page in the zip, because several students in the results have the same file or id in the download"
OTHER_WAY: Final = "No page in the zip, because the work did not come in a download from {}"
OTHER_STUDENT: Final = "No page in the zip, because the names in the download have another id than the student"


class StudentPage(NamedTuple):
    """The feedback page of one student, and the files that the student handed in."""

    student: Student
    files: tuple[str, ...]
    """The names of the student's files in the download, with folders; empty if the work came another way."""
    data: bytes
    suffix: Literal[".html", ".md"]

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of the student that are short enough to be those of a system."""
        return frozenset(each for each in (self.student.id, *self.student.other_ids) if len(each) <= MOST_DIGITS)


class PackedPage(NamedTuple):
    """A feedback page with its name in the zip, or else why it cannot be there."""

    page: StudentPage
    name: str = ""
    recipient: str = ""
    """The student as the LMS will read the name."""
    note: str = ""
    """Anything unusual about how the student gets the page, as a sentence without its end."""
    left_out: str = ""
    """Why it is not in the zip, as a sentence without its end."""


Pack = Callable[[Sequence[StudentPage]], Iterable[PackedPage]]
"""Gives each page the name by which a system takes it back."""


class PackedFeedback(NamedTuple):
    """The entries of a zip with feedback, and what the instructor should know and do."""

    entries: Mapping[str, bytes]
    """The contents by the name in the zip."""
    left_out: tuple[str, ...]
    """Who has no page in the zip, and why, as sentences."""
    notes: tuple[str, ...]
    """Who gets the page in an unusual way, as sentences."""
    steps: tuple[str, ...]
    """How to upload the zip, step by step, each with its number."""


def packed(lms: str, name: Pack, pages: Sequence[StudentPage]) -> PackedFeedback:
    """Return the entries of a zip that a system takes back, and who is not in it.

    Each entry goes to one student.  The order of the pages is kept.
    """
    found = list(name(pages))
    names = Counter(each.name.casefold() for each in found)
    recipients = Counter(each.recipient for each in found)
    entries, left_out, notes = dict[str, bytes](), Notes(MOST_NAMED), Notes(MOST_NAMED)
    for each in found:
        is_shared = names[each.name.casefold()] > 1 or recipients[each.recipient] > 1
        if each.left_out or is_shared:
            left_out.add(each.left_out or SHARED, each.page.student.shown)
            continue
        entries[each.name] = each.page.data
        if each.note:
            notes.add(each.note, each.page.student.shown)
    return PackedFeedback(entries, left_out.listed(), notes.listed(), steps(f"{lms} feedback"))


def readable(name: str) -> str:
    """Return a person's name as the harmless beginning of a file name.

    >>> readable("Zoë O'Brien"), readable("../Ada_2"), readable("😀")
    ("Zoë O'Brien", 'Ada 2', 'student')
    """
    basic = "".join(char if ord(char) <= LARGEST_PLANE else " " for char in name)
    text = safe_name(basic).partition("~")[0].replace("_", " ").replace("..", " ")
    return " ".join(text.split()).strip(" .-'") or "student"
