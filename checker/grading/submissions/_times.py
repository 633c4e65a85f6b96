"""Times at which students handed in, read from `submitted:` in a file or from a column of a table, as ISO 8601 text.

Unreadable times are reported.  A whole column decides whether the day or the month comes first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from checker.document import Mapping
from checker.document.entries import answer_text
from checker.document.errors import quote
from checker.notation.times import ADVICE, has_two_readings, is_day_first, parse_time

KEY: Final = "submitted"

NO_TIME: Final = frozenset(("", "-"))
"""Cells of rows that were not handed in."""
UNREADABLE: Final = "{} in the column {} is no time{}; " + ADVICE + ". The answers are graded as if it were blank"
MONTH_FIRST: Final = (
    "{} in the column {} is read with the month first, and no row tells whether it is; if the day is first, write the "
    "times like `2026-10-05 15:12`"
)


class OwnTime(NamedTuple):
    """The time that a file states, in ISO 8601, or what is wrong with it."""

    line: int | None = None
    time: str = ""
    trouble: str = ""


def own_time(front: Mapping | None) -> OwnTime:
    """Return the time at the key `submitted`, in any case."""
    for name, (_, node) in front.entries.items() if front else ():
        if name.strip().lower() == KEY and (text := answer_text(node).strip()):
            time = parse_time(text)
            return OwnTime(node.line, time or "", "" if time else f"`{KEY}: {quote(text)[1:-1]}` is no time; {ADVICE}")
    return OwnTime()


class RowTimes:
    """The times in a column, which `heading` names."""

    def __init__(self, cells: Iterable[tuple[int, str]], heading: str) -> None:
        texts = [(line, text.strip()) for line, text in cells if text.strip() not in NO_TIME]
        order = is_day_first(text for _, text in texts)
        self._is_day_first = bool(order)
        self.troubles: list[str] = []
        """What is wrong with the times, once each."""
        wrong = [(line, text) for line, text in texts if parse_time(text) is None]
        if wrong:
            (line, text), *more = wrong
            where = f" (line {line}{f', and {len(more):,} more' if more else ''})"
            self.troubles.append(UNREADABLE.format(quote(text), heading, where))
        if order is None and (doubtful := next((text for _, text in texts if has_two_readings(text)), None)):
            self.troubles.append(MONTH_FIRST.format(quote(doubtful), heading))

    def time(self, text: str) -> str:
        """Return the time in a cell as ISO 8601; empty if there is none."""
        return parse_time(text, is_day_first=self._is_day_first) or ""
