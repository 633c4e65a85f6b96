"""Owners of a student's files in the download, and their names in the zip."""

from __future__ import annotations

from collections.abc import Iterator

from checker.lms.feedback_zips._pages import StudentPage
from checker.lms.names import Lms, Owner, owner_of, safe_name

_LARGEST_PLANE = 0xFFFF  # the databases of some systems refuse emoji in file names
_MOST_DIGITS = 20
_STUDENT = "student"


def owners(page: StudentPage, lms: Lms) -> Iterator[Owner]:
    """Yield the owner of each file of the student that this LMS has named."""
    for file in page.files:
        owner = owner_of(file.split("/"), lms)
        if owner is not None:
            yield owner


def is_usable(number: str) -> bool:
    """Return whether an LMS may have given this number."""
    return len(number) <= _MOST_DIGITS


def readable(name: str) -> str:
    """Return a person's name as the beginning of an entry: harmless, without underscores and signs of other systems.

    >>> readable("Zoë O'Brien"), readable("../Ada_2"), readable("😀")
    ("Zoë O'Brien", 'Ada 2', 'student')
    """
    basic = "".join(char if ord(char) <= _LARGEST_PLANE else " " for char in name)
    text = safe_name(basic).partition("~")[0].replace("_", " ").replace("..", " ")
    return " ".join(text.split()).strip(" .-'") or _STUDENT
