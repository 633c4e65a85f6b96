"""Folders that look like those of several students: their files answer the same questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import PurePosixPath
from typing import Final

from checker.notation.words import enumerated
from checker.writeups.document import Document
from checker.writeups.reading import BoundAnswer, WriteUpReading
from checker.writeups.sheets import PartKey

SAME_QUESTION: Final = (
    "its files answer the same question, {}: {}. If they are of several students, give each a folder, or name the "
    "folder like a folder of problems; if they are of one, keep one of the files"
)
_SHARE: Final = 0.6
"""Share of the files that answer one question if they are of several students."""
_ENOUGH: Final = 3
"""Number of files with an answer to one question that are hardly one student's; two are, if their answers agree."""
_MOST_SHOWN: Final = 3


def several_students(documents: Sequence[Document], read: Callable[[Sequence[Document]], WriteUpReading]) -> str:
    """Return why the documents of a folder may be of several students, and what to do; empty if they hardly are.

    `read`: returns how some of them are understood without the others.  Files that differ in their suffix are one.
    """
    by_stem: dict[str, list[Document]] = {}
    for document in documents:
        by_stem.setdefault(str(PurePosixPath(document.file).with_suffix("")), []).append(document)
    if len(by_stem) == 1:
        return ""
    answers = {each[0].file: _answered(read(each)) for each in by_stem.values()}
    counts = Counter(key for found in answers.values() for key in found)
    for key, count in counts.items():
        if count < max(2, _SHARE * len(by_stem)):
            continue
        files = [file for file, found in answers.items() if key in found]
        if count >= _ENOUGH or _differ([found[key] for found in answers.values() if key in found]):
            more = [f"{count - _MOST_SHOWN} more"] if count > _MOST_SHOWN else []
            return SAME_QUESTION.format(key, enumerated([*files[:_MOST_SHOWN], *more]))
    return ""


def _answered(reading: WriteUpReading) -> dict[PartKey, BoundAnswer]:
    """Return the answers that were found, or may be."""
    answers = (answer for question in reading.questions for answer in question.answers)
    return {PartKey(each.problem, each.part): each for each in answers if each.text or each.candidates}


def _differ(answers: Sequence[BoundAnswer]) -> bool:
    """Return whether two answers that are sure differ."""
    sure = [" ".join(each.text.split()) for each in answers if each.text and not each.doubt]
    return any(one != other for one, other in combinations(sure, 2))
