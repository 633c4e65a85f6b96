"""Moodle: the gradebook, as Grades > Export > Plain text file gives it.

First name,Last name,ID number,Institution,Department,Email address,Assignment: Homework 1 (Real),Course total (Real)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from checker.lms.layouts.layout import Layout, column, column_of_emails, columns

FIRST: Final = ("first name", "vorname", "prénom", "nombre", "voornaam")
LAST: Final = ("last name", "surname", "nachname", "nom", "apellido(s)", "achternaam")
IDS: Final = ("id number", "username", "id nummer", "anmeldename")


def recognise(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of a gradebook of Moodle."""
    first, last = column(header, FIRST), column(header, LAST)
    email = column_of_emails(header, rows)
    ids = columns(header, IDS) or (() if email is None else (email,))
    if first is None or last is None or not ids:
        return None
    return Layout("a Moodle gradebook", ids, names=(first, last), email=email)
