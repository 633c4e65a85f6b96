"""Tokens: the numbers, names and signs of a line of working, and which bracket closes which."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from checker.text.numeral import NUMERAL
from checker.text.vocabulary import SCALE_LETTERS, lexicon

OPENING: Final = frozenset("(⌊⌈")
CLOSING: Final = frozenset(")⌋⌉")
_TOKEN: Final = re.compile(
    rf"(?P<number>(?a:{NUMERAL}))|(?P<name>[^\W\d_](?:[^\W_]|_(?=\w))*)|(?P<space>\s+)|(?P<sign>\*\*|\S)"
)


class Token(NamedTuple):
    """A piece of a text: a number, a name, or a sign."""

    kind: str
    text: str
    start: int
    end: int


class Tokens:
    """The tokens of a text, with the closing sign of each bracket and the end of each sequence of names."""

    def __init__(self, text: str) -> None:
        """Split a text into its tokens."""
        self._all = [
            Token(found.lastgroup or "sign", found[0], *found.span())
            for found in _TOKEN.finditer(text)
            if found.lastgroup != "space"
        ]
        self._ends = _closings(self._all)
        self._beyond = [len(self._all)]
        """By place from the end, the place of the first token that is no name."""
        for place in reversed(range(len(self._all))):
            is_name = self._all[place].kind == "name"
            self._beyond.append(self._beyond[-1] if is_name else place)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, place: int) -> Token:
        return self._all[place]

    def at(self, place: int) -> Token | None:
        """Return the token at this place; None behind the last one."""
        return self._all[place] if place < len(self._all) else None

    def closing(self, place: int) -> int:
        """Return the place of the sign that closes this bracket; the bracket's own place where there is none."""
        return self._ends.get(place, place)

    def inside(self, place: int) -> list[Token]:
        """Return the tokens between this bracket and the one that closes it."""
        return self._all[place + 1 : self.closing(place)]

    def beyond_names(self, place: int) -> int:
        """Return the place of the first token, from this place on, that is no name."""
        return self._beyond[len(self._all) - min(place, len(self._all))]

    def scale(self, place: int) -> str:
        """Return the factor that a letter or word behind a number means, `10^3` in `27.6k`; empty if there is none."""
        number, following = self._all[place], self.at(place + 1)
        if following is None or following.kind != "name":
            return ""
        if following.start == number.end and following.text in SCALE_LETTERS:
            return f"10^{SCALE_LETTERS[following.text]}"
        scale = lexicon().scales.get(following.text.casefold()) if len(following.text) > 1 else None
        return str(scale) if scale else ""


def _closings(tokens: list[Token]) -> dict[int, int]:
    """Return the place of the closing sign of each bracket that is closed."""
    open_: list[int] = []
    found: dict[int, int] = {}
    for place, token in enumerate(tokens):
        if token.text in OPENING:
            open_.append(place)
        elif token.text in CLOSING and open_:
            found[open_.pop()] = place
    return found
