"""Ids of students that look the same: two people, or one whose grades are split.  They are reported, never merged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

LOOK_ALIKE: Final = str.maketrans(
    "аеорсухіјѕԁһӏвкмнтαονρτικυχ",  # Cyrillic, and Greek
    "aeopcyxijsdhlbkmhtaovptikux",
)


def similar_ids(students: Iterable[str]) -> list[list[str]]:
    r"""Return the ids that differ only in case, in spaces, in invisible signs, or in letters that look the same.

    >>> similar_ids(["s1", "s2", "S1", "s\u200b1", "s3 "])
    [['s1', 'S1', 's\u200b1']]
    """
    found: dict[str, list[str]] = {}
    for student in dict.fromkeys(students):
        found.setdefault(_look(student), []).append(student)
    return [ids for ids in found.values() if len(ids) > 1]


def _look(student: str) -> str:
    """Return what a reader sees of an id."""
    if student.isascii() and student.isalnum():
        return student.lower()
    folded = normalize("NFKC", normalize("NFKC", student).casefold()).translate(LOOK_ALIKE)
    return "".join(sign for sign in folded if category(sign)[0] not in "ZC")
