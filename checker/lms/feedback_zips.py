"""Packs feedback pages into the entries of a zip that a learning management system takes back.

A page that could reach another student, too, is left out with the reason.  `checker/lms/systems` names the files, and
has the steps to upload the zip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

from checker.lms.names import Lms, Owner, owner_of, safe_name
from checker.lms.students import Student
from checker.lms.systems import declared
from checker.text.words import did_you_mean

Suffix = Literal[".html", ".md"]

_MOST_SHOWN = 20


class StudentPage(NamedTuple):
    """The feedback page of one student, and the files that the student handed in."""

    student: Student
    files: tuple[str, ...]
    """The names of the student's files in the download, with folders; empty if the work came another way."""
    data: bytes
    suffix: Suffix


class PackedPage(NamedTuple):
    """A feedback page under the name that it has in the zip."""

    page: StudentPage
    name: str
    recipient: str
    """The student as the LMS will read the name."""
    note: str = ""
    """Anything unusual about how the student gets the page, as a sentence without its end."""


class LeftOutPage(NamedTuple):
    """A feedback page that cannot be in the zip, and why."""

    page: StudentPage
    reason: str
    """A sentence without its end."""


class FeedbackZip(NamedTuple):
    """How one learning management system takes pages back in a zip: file names, and steps to upload it."""

    lms: str
    steps: tuple[str, ...]
    """How to upload the zip."""
    pack: Callable[[Sequence[StudentPage]], Iterable[PackedPage | LeftOutPage]]
    """Yields each page under its name in the zip, or why it cannot be in it."""


class Remark(NamedTuple):
    """A sentence that the instructor should read, and the students whom it concerns."""

    reason: str
    students: tuple[Student, ...]

    def __str__(self) -> str:
        """Return a sentence that names at most 20 students."""
        names = [student.shown for student in self.students[:_MOST_SHOWN]]
        more = len(self.students) - len(names)
        return f"{self.reason}: {'; '.join([*names, *([f'{more} more'] * bool(more))])}."


class PackedFeedback(NamedTuple):
    """The entries of a zip with feedback, and what the instructor should know and do."""

    entries: Mapping[str, bytes]
    """The contents by the name in the zip."""
    left_out: tuple[Remark, ...]
    """Who has no page in the zip, and why."""
    notes: tuple[Remark, ...]
    """Who gets the page in an unusual way."""
    steps: tuple[str, ...]
    """How to upload the zip, step by step, each with its number."""


def remarks(found: Iterable[tuple[str, Student]]) -> tuple[Remark, ...]:
    """Return one remark for each reason, with all its students, in the order of their first students."""
    students: dict[str, list[Student]] = {}
    for reason, student in found:
        students.setdefault(reason, []).append(student)
    return tuple(Remark(reason, tuple(concerned)) for reason, concerned in students.items())


_LARGEST_PLANE = 0xFFFF  # the databases of some systems refuse emoji in file names
_MOST_DIGITS = 20
_STUDENT = "student"


def owners(page: StudentPage, lms: Lms) -> Iterator[Owner]:
    """Yield the owner, as this LMS names it, of each file that the student handed in."""
    for file in page.files:
        owner = owner_of(file.split("/"), lms)
        if owner is not None:
            yield owner


def is_short_enough(number: str) -> bool:
    """Return whether a number is short enough to be one that a learning management system gave."""
    return len(number) <= _MOST_DIGITS


def readable(name: str) -> str:
    """Return a person's name as the harmless beginning of a file name.

    >>> readable("Zoë O'Brien"), readable("../Ada_2"), readable("😀")
    ("Zoë O'Brien", 'Ada 2', 'student')
    """
    basic = "".join(char if ord(char) <= _LARGEST_PLANE else " " for char in name)
    text = safe_name(basic).partition("~")[0].replace("_", " ").replace("..", " ")
    return " ".join(text.split()).strip(" .-'") or _STUDENT


SHARED = "No page in the zip, because several students in the results have the same file or id in the download"


@cache
def systems() -> dict[str, FeedbackZip]:
    """Return how each system that takes pages back does so, by the system's name."""
    return {each.lms: each for each in declared("FEEDBACK")}


def pack(lms: str, pages: Iterable[StudentPage]) -> PackedFeedback:
    """Return the entries of a zip that this LMS takes back, and who is not in it.

    Each entry goes to one student.  The order of the pages is kept.  Raises ValueError for another LMS.
    """
    system = systems().get(lms)
    if system is None:
        raise ValueError(f"{lms} takes no feedback pages in a zip{did_you_mean(lms, systems())}")
    found: list[PackedPage | LeftOutPage] = list(system.pack(list(pages)))
    named = [each for each in found if isinstance(each, PackedPage)]
    names = Counter(each.name.casefold() for each in named)
    recipients = Counter(each.recipient for each in named)
    packed, left_out = [], []
    for each in found:
        if isinstance(each, LeftOutPage):
            left_out.append((each.reason, each.page.student))
        elif names[each.name.casefold()] > 1 or recipients[each.recipient] > 1:
            left_out.append((SHARED, each.page.student))
        else:
            packed.append(each)
    return PackedFeedback(
        {each.name: each.page.data for each in packed},
        remarks(left_out),
        remarks((each.note, each.page.student) for each in packed if each.note),
        tuple(f"{number}. {step}" for number, step in enumerate(system.steps, 1)),
    )
