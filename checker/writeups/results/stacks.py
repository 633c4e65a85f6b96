"""Matrices made of lists that follow each other: `[1, 2], [3, 4]`, or one below the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from checker.writeups.results.arrays import as_list, counts
from checker.writeups.results.numbers import Found

_BETWEEN: Final = re.compile(r"[\s,;]*(?:and|und|et|y)?[\s,;]*")
"""What is between two lists of a matrix."""
_SEPARATOR: Final = re.compile(r"[,;\s]+")
_NUMBERED: Final = 3
"""Length from which the first entry of a list may be the number of its row."""


def stacks(text: str, vectors: Sequence[Found]) -> Iterator[Found]:
    """Yield the matrices made of the lists of a statement, with their cues."""
    run: list[Found] = []
    for each in vectors:
        if run and not _BETWEEN.fullmatch(text[run[-1].end : each.start]):
            yield from _stack(run)
            run = []
        run.append(each)
    yield from _stack(run)


def _stack(run: Sequence[Found]) -> Iterator[Found]:
    """Yield the matrix of some lists; none of one list."""
    if len(run) > 1:
        rows = _without_numbers([each.text for each in run])
        yield Found(run[0].start, run[-1].end, as_list(rows), (*run[0].cues, "stacked"))


def _without_numbers(texts: list[str]) -> list[str]:
    """Return the rows of a matrix without their numbers, if each begins with one."""
    rows = [_SEPARATOR.split(each.strip("[]()")) for each in texts]
    width = len(rows[0])
    is_numbered = width >= _NUMBERED and all(len(row) == width for row in rows) and counts([row[0] for row in rows])
    return [as_list(row[1:]) for row in rows] if is_numbered else texts
