"""Words and names in messages: lists of words, short names, and the known name that was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

SHOWN: Final = 40
"""Characters of a file that a message shows at most."""

MOST_NAMES: Final = 12
"""Names that a message lists at most; the others are counted."""

TELLING: Final = 3
"""Letters of a piece of a name that say enough."""

LETTERS: Final = 3
"""One wrong letter for so many may be a slip."""

LONGEST_MEANT: Final = 100
"""Characters of a word that may be a misspelt name."""

_PIECES: Final = re.compile(r"[-_. ]")

MEANT: Final = "; did you mean "


def enumerated(words: Iterable[str], conjunction: str = "and") -> str:
    """Return `a, b and c`."""
    *first, last = words
    return f"{', '.join(first)} {conjunction} {last}" if first else last


class UnknownName(NamedTuple):
    """A name that there is not, and those that there are.  What was meant is worked out when it is told."""

    word: str
    known: tuple[str, ...]
    told_by: str = ""  # the command that lists them

    def __str__(self) -> str:
        return did_you_mean(self.word, self.known, told_by=self.told_by)


def did_you_mean(word: str, known: Iterable[str], most: int = 1, *, told_by: str = "") -> str:
    """The end of a sentence about a name that is not known: the nearest that are, or else the first of them all.

    >>> did_you_mean("x", map(str, range(40)), told_by="checker types")
    '; known are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 28 more; `checker types` lists them'
    """
    names = tuple(known)
    if near := _nearest(word.lower(), names, most) if len(word) <= LONGEST_MEANT else ():
        return f"{MEANT}{' or '.join(near)}?"
    more = f", and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    where = f"; `{told_by}` lists them" if more and told_by else ""
    return f"; known are {', '.join(names[:MOST_NAMES])}{more}{where}" if names else ""


@lru_cache(1000)
def _nearest(word: str, known: tuple[str, ...], most: int) -> Sequence[str]:
    from difflib import get_close_matches

    return [each for each in get_close_matches(word, known, most) if is_near(word, each)]


def is_near(word: str, known: str) -> bool:
    """Return whether someone who wrote a word may well have meant a known name.

    A part of a name or its beginning is near, and so are a few wrong letters; of a short word fewer.

    >>> is_near("heads", "num_heads"), is_near("titel", "title"), is_near("bias", "axis"), is_near("Nm", "nm")
    (True, True, False, True)
    """
    one, other = word.lower(), known.lower()
    pieces, others = set(_PIECES.split(one)), set(_PIECES.split(other))
    is_beginning = min(len(one), len(other)) >= TELLING and (one.startswith(other) or other.startswith(one))
    if (
        is_beginning
        or sorted(one) == sorted(other)
        or (max(map(len, pieces)) >= TELLING and (pieces <= others or others <= pieces))
    ):
        return True
    return _edits(one, other) <= min(len(one), len(other)) // LETTERS


def _edits(one: str, other: str) -> int:
    """Return how many letters have to be put in, left out, changed or swapped with the next."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        before, last, row = row, before, [place]
        for at, each in enumerate(other, 1):
            cost = min(before[at] + 1, row[at - 1] + 1, before[at - 1] + (letter != each))
            if last and at > 1 and letter == other[at - 2] and one[place - 2] == each:
                cost = min(cost, last[at - 2] + 1)
            row.append(cost)
    return row[-1]


def described(value: Any) -> str:
    """A value that should be something else, short enough for a message."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'the text "{shortened(value)}"'
    return shortened(str(value))


def shortened(text: str) -> str:
    """A name or a number as it stands in a file, short and printable."""
    text = text if text.isprintable() else repr(text)[1:-1]
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
