"""Lists and matrices written as answers, and the columns that only count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

ROW_OPENINGS: Final = "|⎡⎢⎣⎛⎜⎝"
ROW_ENDINGS: Final = "|⎤⎥⎦⎞⎟⎠"
"""Signs around each row of a matrix that is drawn over several lines, besides brackets."""
_SEPARATOR: Final = re.compile(r"\s*[,;|]\s*|\s+")
_SEMICOLON: Final = re.compile(r"\s*;\s*")
_DECIMALS: Final = re.compile(r"[-−–]?\d+(?:,\d+)?(?:\s*;\s*[-−–]?\d+(?:,\d+)?)+")
"""Numbers with semicolons between them, whose commas are decimal: `0,609; 0,196`."""
_SPACED: Final = re.compile(r"(?=.*\d,\d)[-−–]?\d+(?:,\d+)?(?:\s+[-−–]?\d+(?:,\d+)?)+")
GROUPED: Final = re.compile(r"[-−–]?\d{1,3}(?:\s\d{3})+,\d+")
"""One number with spaces between thousands and a decimal comma: `27 648,5`."""


def as_list(entries: Iterable[str]) -> str:
    """Return a list, or a matrix from its rows, as one types it in.

    >>> as_list([as_list("12"), as_list("34")])
    '[[1, 2], [3, 4]]'
    """
    return f"[{', '.join(entries)}]"


def counts(column: Sequence[str]) -> bool:
    """Return whether the entries of a column number its rows: 0, 1, 2... or 1, 2, 3...

    >>> counts(["1", "2", "3"]), counts(["1", "2", "4"])
    (True, False)
    """
    numbers = [int(each) if each.isdigit() else None for each in column]
    return numbers in ([*range(len(column))], [*range(1, len(column) + 1)])


def have_decimal_commas(text: str) -> bool:
    """Return whether only spaces separate numbers, so that the commas in them are decimal ones.

    >>> have_decimal_commas("0,87  0,13"), have_decimal_commas("0, 87"), have_decimal_commas("27 648,5")
    (True, False, False)
    """
    return bool(_SPACED.fullmatch(text)) and not GROUPED.fullmatch(text)


def split_list(text: str) -> tuple[str, list[str]]:
    """Return what separates the entries of a list without brackets when it is typed in, and the entries.

    >>> split_list("0,609; 0,196"), split_list("0,87  0,13"), split_list("1 | 2")
    (('; ', ['0,609', '0,196']), (' ', ['0,87', '0,13']), (', ', ['1', '2']))
    """
    if _DECIMALS.fullmatch(text):
        return "; ", _SEMICOLON.split(text)
    if have_decimal_commas(text):
        return " ", text.split()
    return ", ", _SEPARATOR.split(text)
