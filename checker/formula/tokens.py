"""Splits a formula into tokens: numbers, names and signs.

In a function's bracket commas separate arguments, `max(1,5)`; with semicolons between them they are decimal signs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import BASED, FUNCTIONS, SPELLINGS, TO_MULTIPLES, UNKNOWN_BASE
from checker.text import lazy_pattern
from checker.text.number import Hints
from checker.text.numeral import NUMERAL

_MAX_TOKENS: Final = 2000
Spell = Callable[[str, str], list[str]]
"""Returns the names and signs that a run of letters stands for, given the sign behind it: n, k and d for `nkd`."""


class Token(NamedTuple):
    """A piece of the text.  Its kind is `number`, `name`, `end`, the sign itself, or `other` for an unknown sign."""

    kind: str
    text: str
    place: int
    is_joined: bool = False
    """Whether it is a further name in one run of letters: the k of `nk`."""


_REST: Final = (
    r"|(?P<name>[A-Za-zͰ-Ͽ][A-Za-z0-9_Ͱ-Ͽ]*)"
    r"|(?P<sign>\*\*|//|[<>=!]=|[-+*×/^()√%!|⌈⌉⌊⌋<>≤≥≠,@\[\]])|(?P<other>\S))"
)
_TOKEN: Final = lazy_pattern(rf"\s*(?:(?P<number>{NUMERAL}){_REST}", re.ASCII)
_TOKEN_OF_PROGRAMS: Final = lazy_pattern(rf"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?){_REST}", re.ASCII)
"""As in programs: numbers have a decimal point and no grouping, and commas separate."""

_TWO_NUMBERS: Final = re.compile(r"\((?!\d{1,3},\d{3}\))[1-9]\d*,\d+\)", re.ASCII)
_ROUND: Final = re.compile("[()]")


def tokens(text: str, hints: Hints | None, spell: Spell | None) -> list[Token]:
    """Return the tokens of a text and an `end`; without hints as in programs.  Raise UnreadableAnswer beyond 2000."""
    found: list[Token] = []
    place = 0
    ends: dict[int, int] | None = None
    separated = len(text) if hints is None else 0  # where a bracket ends, in which commas separate
    while match := (_TOKEN_OF_PROGRAMS if place < separated else _TOKEN).match(text, place):
        kind = match.lastgroup or "other"
        piece, start, place = match[kind], match.start(kind), match.end()
        if kind == "name":
            found += _names(piece, start, text, place, spell)
            if hints and place >= separated and text[place : place + 2].lstrip()[:1] == "(":
                opening = text.index("(", place)
                ends = _ends_of_brackets(text) if ends is None else ends
                end = ends.get(opening, len(text))
                if _are_separated(found[-1], text[opening:end], hints):
                    separated = end
        else:
            found.append(Token(piece if kind == "sign" else kind, piece, start))
        if len(found) > _MAX_TOKENS:
            raise UnreadableAnswer(f"This has more than {_MAX_TOKENS} numbers and signs.", start)
    return [*found, Token("end", "", len(text))]


def _ends_of_brackets(text: str) -> dict[int, int]:
    """Return the place behind each `)` by that of the `(` that it closes."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for found in _ROUND.finditer(text):
        if found[0] == "(":
            opened.append(found.start())
        elif opened:
            ends[opened.pop()] = found.end()
    return ends


def _names(name: str, start: int, text: str, end: int, spell: Spell | None) -> Iterator[Token]:
    for number, piece in enumerate(spell(name, text[end:].lstrip()[:1]) if spell else [name]):
        kind = "name" if piece[0].isalpha() else "number" if piece.isdecimal() else piece
        yield Token(kind, piece, start, number > 0)


def _are_separated(function: Token, bracket: str, hints: Hints) -> bool:
    """Return whether commas separate arguments in a function's bracket.  Raise UnreadableAnswer if unclear."""
    name = SPELLINGS.get(function.text, function.text)
    is_log = name in UNKNOWN_BASE
    if not is_log and (name not in FUNCTIONS or FUNCTIONS[name].most == 1):
        if name in BASED and hints.decimal != "comma" and _TWO_NUMBERS.fullmatch(bracket):
            one = f"{function.text}{bracket.replace(',', '.')}"
            raise UnreadableAnswer.of(
                f"{function.text}{bracket}",
                f"can be read in two ways. Write {function.text} of only one number, such as {one}.",
                function.place,
            )
        return name in TO_MULTIPLES and bracket.replace(" ", "").endswith(",1)")
    if ";" in bracket:
        return False
    # a comma that may be a decimal sign: that of `comb(n,2)` is none
    if hints.decimal == "comma" and re.search(r"(?<![A-Za-z)]),(?=\d)", bracket, flags=re.ASCII):
        if is_log or FUNCTIONS[name].least > 1:
            raise UnreadableAnswer(
                f"A comma is a decimal sign here. Write ; between the arguments of {function.text}.", function.place
            )
        return False
    return True
