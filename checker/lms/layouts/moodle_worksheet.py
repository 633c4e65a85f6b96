"""Moodle: the offline grading worksheet of an assignment.

    Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade)
    Participant 1042,Ana Lee,lee@uni.edu,Submitted for grading,,10.00,Yes,-

The headings and the word before the number are in the language of the person who downloaded it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from checker.lms.layouts.layout import Layout, cell, column_of_emails, columns, plain

IDENTIFIER: Final = re.compile(r"(\D*\D)([0-9]+)")
FULL_NAME: Final = 1
MIN_WIDTH: Final = 5
MIN_WORD: Final = 4
"""Minimum number of letters of the word before a number; `s1042` is an id."""

OTHER_IDS: Final = ("id number", "username", "id nummer", "anmeldename")


def recognise(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of a worksheet, in any language."""
    found = [IDENTIFIER.fullmatch(cell(row, 0)) for row in rows]
    words = {match[1].strip() if match else "" for match in found}
    is_worded = len(words) == 1 and len(min(words)) >= MIN_WORD
    is_foreign = is_worded and any("(" in each or "\uff08" in each for each in header)  # Last modified (grade)
    if len(header) < MIN_WIDTH or not (plain(header[0]) == "identifier" or is_foreign):
        return None
    return Layout(
        "a Moodle grading worksheet",
        ids=(0, *columns(header, OTHER_IDS)),
        names=(FULL_NAME,),
        email=column_of_emails(header, rows, FULL_NAME + 1),
        id_of=number_of,
        first_id_only=True,
    )


def number_of(identifier: str) -> str:
    """Return the number of a participant.

    >>> number_of("Participant 1042"), number_of("Teilnehmer/in1042")
    ('1042', '1042')
    """
    match = IDENTIFIER.fullmatch(identifier.strip())
    return match[2] if match else identifier.strip()
