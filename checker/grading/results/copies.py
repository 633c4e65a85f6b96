"""Copies: one document that a student handed in in several formats, as `s1.md`, `s1.docx` and `s1.pdf`.

Of a table, an equation or a page, each format says more or less.  So where their answers differ only because one is
doubtful, or not found, the more exact format counts; where they really differ, a person decides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from checker.grading.course import GradeColumn
from checker.grading.grader.remarks import RemarkedWriteUp
from checker.grading.store import Row, Store
from checker.marking.outcome import NEEDS_A_PERSON

LESS_EXACT: Final = {".docx": 1, ".odt": 1, ".pdf": 2}
"""By suffix, how much a format leaves to its reader; source text leaves nothing."""
SEVERAL: Final = 2
"""Number of words from which a line of an essay has to be in the other copy too; signs in pictures have fewer."""
WORD: Final = re.compile(r"(?<![\\\w])[^\W\d_]{3,}")
SIGNS: Final = re.compile(r"[\w.]+|-")


def agreed(rows: Sequence[Row], columns: Sequence[GradeColumn], store: Store) -> tuple[list[Row], bool]:
    """Return the hand-ins of a student, copies with the answers of the most exact one; and whether any differed."""
    by_name: dict[PurePath, list[int]] = {}
    for place, row in enumerate(rows):
        if row.has_write_up and not row.delivery.attempt:
            by_name.setdefault(PurePath(row.file).with_suffix(""), []).append(place)
    found, differ = list(rows), False
    for places in by_name.values():
        copies = [_Copy(found[place], store) for place in sorted(places, key=lambda each: _exactness(found[each]))]
        if len({copy.suffix for copy in copies}) < len(copies) or len(copies) < 2:  # noqa: PLR2004 - of several formats
            continue
        counting = [_counting(copies, number, column) for number, column in enumerate(columns)]
        for place in places:
            row = found[place]
            cells, marks = list(row.cells), list(row.marks)
            for number, copy in enumerate(counting):
                if copy is not None:
                    cells[number], marks[number] = copy.row.cells[number], copy.row.marks[number]
            found[place] = row._replace(cells=tuple(cells), marks=tuple(marks))
        differ |= any(copy is not None for copy in counting)
    return found, differ


def _exactness(row: Row) -> tuple[int, str]:
    suffix = PurePath(row.file).suffix.lower()
    return LESS_EXACT.get(suffix, 0), suffix


class _Answer(NamedTuple):
    """The answer of a copy to a part."""

    given: str
    read_as: Any
    is_sure: bool
    is_right: bool


class _Copy:
    """A document in one format."""

    def __init__(self, row: Row, store: Store) -> None:
        self.row = row
        self.suffix = PurePath(row.file).suffix.lower()
        self._store = store

    def answer(self, number: int, column: GradeColumn) -> _Answer:
        """Return its answer in a column."""
        fields = self._store.marks.marked(self.row.marks[number], column.index).fields
        status, points = fields["status"], fields["points"]
        is_right = points is not None and points == column.points
        return _Answer(fields["given"].strip(), fields["read_as"], status not in NEEDS_A_PERSON, is_right)

    @cached_property
    def letters(self) -> str:
        """Return all letters and digits of this copy, to compare it with the same hand-in in another format."""
        write_up: RemarkedWriteUp = self._store.sources.write_up(self.row.id)
        return _letters(line.text for document in write_up.documents for line in document.lines)


def _counting(copies: Sequence[_Copy], number: int, column: GradeColumn) -> _Copy | None:
    """Return the copy whose answer counts; None where all are equal, or really differ."""
    if column.part is None or len({copy.row.cells[number].digest for copy in copies}) == 1:
        return None
    several = [(copy, answer) for copy in copies if (answer := copy.answer(number, column)).given]
    if not several:
        return None
    best, answer = several[0]
    is_same: Callable[[_Copy, _Answer], bool] = lambda _, other: _are_compatible(answer, other)  # noqa: E731
    if column.part.answer_kind.needs_person:
        is_same = lambda copy, other: _are_one_essay(best, answer, copy, other)  # noqa: E731
    return best if all(is_same(copy, other) for copy, other in several[1:]) else None


def _are_compatible(exact: _Answer, other: _Answer) -> bool:
    """Return whether a less exact copy may have the answer of the more exact one: as it is written, or as it is read.

    A doubtful one does not speak against a right one, nor against one that a person looks at anyway.
    """
    if _signs(exact.given) == _signs(other.given) or (exact.read_as is not None and exact.read_as == other.read_as):
        return True
    return not other.is_sure and (exact.is_right or not exact.is_sure)


def _are_one_essay(one: _Copy, answer: _Answer, other: _Copy, its_answer: _Answer) -> bool:
    """Return whether two copies have the same sentences; one may have taken the text of a picture for a part of it."""
    return _are_in(answer.given, its_answer.given, other) and _are_in(its_answer.given, answer.given, one)


def _are_in(essay: str, other_essay: str, copy: _Copy) -> bool:
    lines = [_letters([line]) for line in essay.splitlines() if len(WORD.findall(line)) >= SEVERAL]
    there = _letters([other_essay])
    return all(each in there or each in copy.letters for each in lines or [_letters([essay])])


def _letters(lines: Iterable[str]) -> str:
    text = unicodedata.normalize("NFKC", "".join(lines))
    return "".join(sign for sign in text if sign.isalnum()).casefold()


def _signs(text: str) -> str:
    """Return the letters, digits, points and minus signs of an answer."""
    text = unicodedata.normalize("NFKC", text).translate(MINUS)
    return "".join(SIGNS.findall(text)).casefold()


MINUS: Final = str.maketrans("−–—", "---")
