"""Lists and matrices written as answers, and the columns that only count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


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
