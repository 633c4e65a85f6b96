"""Builds pieces of messages: `2 answers`, `a, b or c`, shortened quotations, "did you mean" for unknown names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, NamedTuple

_MAX_LENGTH: Final = 40
"""Maximum number of characters of a name in a message."""

_MAX_NAMES: Final = 12
"""Maximum number of names in a message; the others are counted."""

_MIN_PIECE: Final = 3
"""Minimum number of letters in a piece that identifies a name."""


_MAX_MISSPELT: Final = 100
"""Maximum number of characters of a word that may be a misspelt name."""

_PIECES: Final = re.compile(r"[-_. ]")

MEANT: Final = "; did you mean "


def counted(number: float | Decimal | str, noun: str, plural: str = "") -> str:
    """Return a number with its noun in the singular or plural.

    >>> counted(1, "point"), counted(0.5, "point"), counted(1200, "answer"), counted(2, "entry", "entries")
    ('1 point', '0.5 points', '1,200 answers', '2 entries')
    """
    shown = number if isinstance(number, str) else f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{shown} {noun if shown == '1' else plural or f'{noun}s'}"


def as_sentence(text: str) -> str:
    """Return a text with a capital first letter and a full stop at its end.

    >>> as_sentence("two answers differ"), as_sentence("Choose one.")
    ('Two answers differ.', 'Choose one.')
    """
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}." if text else ""


def enumerated(words: Iterable[str]) -> str:
    """Return a list of words as `a, b and c`."""
    return _joined(words, "and")


def first_of(words: Sequence[str], most: int = 5) -> str:
    """Return at most `most` of the words, and how many more there are: `a, b and 2 more`.

    >>> first_of(["a", "b", "c", "d"], 2), first_of(["a", "b"], 2)
    ('a, b and 2 more', 'a and b')
    """
    return enumerated([*words[:most], *([f"{len(words) - most} more"] if len(words) > most else [])])


def either(words: Iterable[str]) -> str:
    """Return a list of words as `a, b or c`."""
    return _joined(words, "or")


def _joined(words: Iterable[str], conjunction: str) -> str:
    *first, last = words
    return f"{', '.join(first)} {conjunction} {last}" if first else last


class UnknownName(NamedTuple):
    """The end of a message about an unknown name, as an object: which known name was probably meant.

    The nearest name is only looked for when the message is shown.
    """

    word: str
    known: tuple[str, ...]
    command: str = ""
    """The command that lists the known names."""

    def __str__(self) -> str:
        return did_you_mean(self.word, self.known, command=self.command)


def did_you_mean(word: str, known: Iterable[str], most: int = 1, *, command: str = "") -> str:
    """Return the end of a message about an unknown name: `; did you mean X?`, or else a list of known names.

    >>> did_you_mean("x", map(str, range(40)), command="checker types")
    '; known are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 28 more; `checker types` lists them'
    """
    names = tuple(map(in_line, known))
    if near := nearest(word, names, most):
        return f"{MEANT}{' or '.join(near)}?"
    more = f", and {len(names) - _MAX_NAMES} more" if len(names) > _MAX_NAMES else ""
    where = f"; `{command}` lists them" if more and command else ""
    return f"; known are {', '.join(names[:_MAX_NAMES])}{more}{where}" if names else ""


def nearest(word: str, known: tuple[str, ...], most: int = 1) -> Sequence[str]:
    """Return the known names that someone who wrote this word probably meant, at most `most`; empty if none is near."""
    return _nearest(word.lower(), known, most) if len(word) <= _MAX_MISSPELT else ()


@lru_cache(1000)
def _nearest(word: str, known: tuple[str, ...], most: int) -> Sequence[str]:
    """Return the known names near a word in lower case, at most `most`."""
    from difflib import get_close_matches

    return [each for each in get_close_matches(word, known, most) if is_near(word, each)]


def is_near(word: str, known: str) -> bool:
    """Return whether someone who wrote a word probably misspelled or shortened this known name.

    A piece of a name or its beginning is near.  So are a few wrong letters, fewer in a short word.

    >>> is_near("heads", "num_heads"), is_near("titel", "title"), is_near("bias", "axis"), is_near("Nm", "nm")
    (True, True, False, True)
    """
    one, other = word.lower(), known.lower()
    pieces, others = set(_PIECES.split(one)), set(_PIECES.split(other))
    is_beginning = min(len(one), len(other)) >= _MIN_PIECE and (one.startswith(other) or other.startswith(one))
    if (
        is_beginning
        or sorted(one) == sorted(other)
        or (max(map(len, pieces)) >= _MIN_PIECE and (pieces <= others or others <= pieces))
    ):
        return True
    return _edits(one, other) <= min(len(one), len(other)) // 3  # one letter in three may be wrong


def _edits(one: str, other: str) -> int:
    """Return the number of letters to insert, remove, change or swap with the next."""
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


def describe(value: Any) -> str:
    """Return how a message calls a value of the wrong type: `a list`, `the text "x"`."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'the text "{shortened(value)}"'
    return shortened(str(value))


def in_line(text: str) -> str:
    r"""Return a text in one line of printable characters; the others are escapes.

    >>> in_line("week 1"), in_line("a\nb\x1b")
    ('week 1', 'a\\nb\\x1b')
    """
    return text if text.isprintable() else repr(text)[1:-1]


def shortened(text: str, length: int = _MAX_LENGTH) -> str:
    """Return a text of at most `length` characters, with escapes for those that cannot be printed."""
    text = in_line(text)
    return text if len(text) <= length else f"{text[: length - 1]}…"


def in_one_line(text: str, length: int = _MAX_LENGTH) -> str:
    r"""Return another person's text as one line of at most `length` characters, for quoting it.

    >>> in_one_line("The scores grow\n  with d_k.", 21)
    'The scores grow with…'
    """
    return shortened(" ".join(text.split()), length)
