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
        by_suffix = {PurePosixPath(rows[place].file).suffix.lower(): rows[place] for place in places}
        some = [by_suffix[suffix] for suffix in sorted(by_suffix, key=lambda each: (LESS_EXACT.get(each, 0), each))]
        if len(some) < len(places):
            continue  # not of several formats
        chosen = [
            next((each for each in several if answer_digest(each)), several[0])
            for several in zip(*(row.records for row in some), strict=True)
        ]
        for place in places:
            differ |= [*map(answer_digest, chosen)] != [*map(answer_digest, rows[place].records)]
            found[place] = replace(rows[place], records=chosen)
    return found, differ
