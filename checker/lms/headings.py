"""What the columns of a table hold, by their headings, and which columns of a list of students say who each is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple
from unicodedata import combining, normalize

from checker.text import packaged


class Layout(NamedTuple):
    """Which columns of a list of students hold ids, names and email addresses; places count from 0."""

    ids: tuple[int, ...]
    """Columns of ids.  The first is the system's own."""
    names: tuple[int, ...] = ()
    """Columns that make up the name, first name first."""
    email: int | None = None
    section: int | None = None
    id_of: Callable[[str], str] = str.strip
    """Returns the id in a cell of the first column of ids."""
    is_student: Callable[[Sequence[str]], bool] = lambda _: True
    """Returns whether a row is a student's."""

    def row_ids(self, row: Sequence[str]) -> list[str]:
        """Return the ids of a row, one for each column of ids, then the email address; blank where there is none."""
        own = [self.id_of(cell(row, self.ids[0])), *(cell(row, place) for place in self.ids[1:])]
        return [*own, cell(row, self.email)]

    def name(self, row: Sequence[str]) -> str:
        """Return the name of the student of a row."""
        return " ".join(filter(None, (cell(row, place) for place in self.names)))


Recogniser = Callable[[Sequence[str], Sequence[Sequence[str]]], Layout | None]
"""Return the layout of a list by its header and rows, or None where it is of another kind."""


def cell(row: Sequence[str], place: int | None) -> str:
    """Return the stripped text of a row's cell; empty where the row or the place is missing."""
    return row[place].strip() if place is not None and place < len(row) else ""


def plain(heading: str) -> str:
    """Return a heading in lower case, its words with single spaces.

    >>> plain(" Student_ID "), plain("E-mail")
    ('student id', 'e mail')
    """
    return " ".join(heading.casefold().replace("_", " ").replace("-", " ").split())


def meaning(heading: str) -> str:
    """Return what a column with this heading usually holds, as headings.txt calls it; empty if that is not known.

    >>> [meaning(each) for each in ("Matrikel-Nr.", "NUMERO ETUDIANT", "Student_ID", "E-Mail", "Comment")]
    ['number', 'number', 'id', 'email', '']
    """
    return _vocabulary().get(letters(heading), ("", 0))[0]


def places(header: Sequence[str], wanted: str) -> list[int]:
    """Return the columns that hold what is wanted, in the order of headings.txt; those of numbers as they are."""
    known = ((*_vocabulary().get(letters(heading), ("", 0)), place) for place, heading in enumerate(header))
    found = [(rank if wanted != "number" else 0, place) for what, rank, place in known if what == wanted]
    return [place for _, place in sorted(found)]


def place(header: Sequence[str], wanted: str) -> int | None:
    """Return the best column that holds what is wanted; None if there is none."""
    return next(iter(places(header, wanted)), None)


def names(header: Sequence[str]) -> tuple[int, ...]:
    """Return the columns that make up the name of a student, first name first."""
    parts = [place(header, "name")]
    if parts == [None]:
        parts = [place(header, "first name"), place(header, "last name")]
    return tuple(each for each in parts if each is not None)


def any_list(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of any list of students with a usual heading of ids, or of email addresses; else None.

    With `id` and `student` but no `name`, `student` is the name.  Rows with the role of staff are left out.
    """
    own = places(header, "id")
    students = [each for each in own[1:] if plain(header[each]) == "student"]
    ids = [each for each in (*own, *places(header, "number")) if each not in students]
    email, role = place(header, "email"), place(header, "role")
    if not ids and email is None:
        return None
    named = place(header, "name")
    return Layout(
        tuple(ids) if ids or email is None else (email,),
        tuple(students) if students and named is None else names(header),
        email,
        place(header, "section"),
        is_student=lambda row: cell(row, role).casefold() in {"", "student"},
    )


@cache
def _vocabulary() -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for line in packaged.text(__package__, "headings.txt").splitlines():
        what, _, headings = line.partition(": ")
        if headings and not line.startswith("#"):
            for heading in headings.split(" | "):
                found.setdefault(letters(heading), (what, len(found)))
    return found


def letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, without accents.

    >>> letters("Matrikel-Nr."), letters("Numéro d'étudiant")
    ('matrikelnr', 'numerodetudiant')
    """
    decomposed = normalize("NFKD", text.casefold().replace("\N{LATIN SMALL LETTER DOTLESS I}", "i"))
    return "".join(sign for sign in decomposed if sign.isalnum() and not combining(sign))
