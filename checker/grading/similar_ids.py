"""Ids of students that look alike: two people, or one whose grades are torn apart.  Nobody is merged for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

LOOK_ALIKE: Final = str.maketrans(
    "аеорсухіјѕԁһӏвкмнтαονρτικυχ",  # Cyrillic, and Greek
    "aeopcyxijsdhlbkmhtaovptikux",
)


def alike(students: Iterable[str]) -> list[list[str]]:
    r"""Return the ids that differ only in case, in spaces, in what cannot be seen, or in letters that look the same.

    >>> alike(["s1", "s2", "S1", "s\u200b1", "s3 "])
    [['s1', 'S1', 's\u200b1']]
    """
    found: dict[str, list[str]] = {}
    for student in dict.fromkeys(students):
        found.setdefault(_looks(student), []).append(student)
    return [ids for ids in found.values() if len(ids) > 1]


def _looks(student: str) -> str:
    """An id as far as the eye tells it from others."""
    if student.isascii() and student.isalnum():
        return student.lower()
    folded = normalize("NFKC", normalize("NFKC", student).casefold()).translate(LOOK_ALIKE)
    return "".join(sign for sign in folded if category(sign)[0] not in "ZC")
