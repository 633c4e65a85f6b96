"""The time at which a student handed in, as the file itself says with `submitted:`."""

from __future__ import annotations

from typing import Final, NamedTuple

from checker.document import Mapping
from checker.document.entries import answer_text
from checker.document.errors import quote
from checker.notation.times import ADVICE, parse_time

KEY: Final = "submitted"


class OwnTime(NamedTuple):
    """What a file says of the time: ISO 8601, or what is wrong with it."""

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
