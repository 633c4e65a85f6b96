"""Chooses between copies of a document in several formats: `s1.docx` next to `s1.pdf`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Final

from checker.grading.model import Answers
from checker.grading.records import answer_digest

LESS_EXACT: Final = {".docx": 1, ".odt": 1, ".pdf": 2}
"""By suffix, how much a format leaves to its reader; source text leaves nothing."""


def agreed(rows: Sequence[Answers]) -> tuple[list[Answers], bool]:
    """Return a student's hand-ins for an assignment, and whether copies of a document differed.

    All copies get the records of the most exact one that has an answer, question by question.
    """
    copies: dict[PurePosixPath, list[int]] = {}
    for place, row in enumerate(rows):
        if row.document and not row.delivery.attempt:
            copies.setdefault(PurePosixPath(row.file).with_suffix(""), []).append(place)
    found, differ = list(rows), False
    for places in copies.values():
        some = sorted((rows[place] for place in places), key=_exactness)
        if len({_exactness(row) for row in some}) < len(some):
            continue  # not of several formats
        chosen = [
            next((each for each in several if answer_digest(each)), several[0])
            for several in zip(*(row.records for row in some), strict=True)
        ]
        for place in places:
            differ |= [*map(answer_digest, chosen)] != [*map(answer_digest, rows[place].records)]
            found[place] = replace(rows[place], records=chosen)
    return found, differ


def _exactness(row: Answers) -> tuple[int, str]:
    """Return a sort key for copies of a document: formats that are read more exactly come first."""
    suffix = PurePosixPath(row.file).suffix.lower()
    return LESS_EXACT.get(suffix, 0), suffix
