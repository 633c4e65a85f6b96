"""Names that people write side by side: `nkd` is n, k and d, and `2dh` is 2, d and h."""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.notation.functions import GLUED, SPELLINGS
from checker.notation.text import brief

MOST_SPLIT: Final = 12
"""Letters of a name that may be several symbols side by side."""

MOST_LISTED: Final = 20
"""So many symbols a message lists."""

NAME: Final = r"[A-Za-z\u0370-\u03ff][A-Za-z0-9_\u0370-\u03ff]*"
WORDS: Final = ("frac", "log", "lg", *sorted(SPELLINGS))
"""What stands for something of its own, whatever the symbols are."""

_BESIDE: Final = ("frac", "lg", *sorted(GLUED))
"""Of these, what people write without a space beside a symbol."""


def apart(name: str, symbols: Collection[str], told: Collection[str] = ()) -> list[str]:
    """A name as the symbols and words that it consists of.  Raises Unreadable where there is something else in it.

    Longer spellings come first, and capitals count only where they have to.  `told` are those that a message lists.

    >>> apart("nkd_model", ["n", "d", "k", "d_model"])
    ['n', 'k', 'd_model']
    """
    known = sorted([*symbols, *_BESIDE], key=len, reverse=True)
    found: list[str] = []
    rest = name
    while rest and len(found) < MOST_SPLIT:
        symbol = next((each for each in known if rest.startswith(each)), None)
        symbol = symbol or next((each for each in known if rest.lower().startswith(each.lower())), None)
        if symbol is None:
            break
        found.append(symbol)
        rest = rest[len(symbol) :]
    if rest and found and rest[0].isdigit():
        digits = "".join(takewhile(str.isdigit, rest))
        shown = f'what the {digits} in "{brief(name, 20)}" is'
        raise UnreadableAnswer(f"I do not know {shown}. Write a power as {found[-1]}^{digits}.")
    if rest:
        raise UnreadableAnswer(f'I do not know "{brief(name, 20)}". The symbols here are {listed(told or symbols)}.')
    return found


def listed(symbols: Collection[str]) -> str:
    """The symbols, as a message lists them."""
    more = f" and {len(symbols) - MOST_LISTED} more" if len(symbols) > MOST_LISTED else ""
    return ", ".join(list(symbols)[:MOST_LISTED]) + more
