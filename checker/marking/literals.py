"""Finds a number in a wrong formula that should be a symbol: `12(4d² + h)` is `N(4d² + h)` only where N is 12.

Also tells whether a formula is right for the question's own numbers (`is_right_here`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.alphabet import Alphabet
from checker.formula.nodes import Literal, Node, walk_nodes
from checker.formula.show import show, with_superscripts
from checker.kinds.compare import Judge
from checker.kinds.formula import kind
from checker.reading.arithmetic import SAME
from checker.reading.reading import Reading
from checker.text.number import Hints

LARGEST_COUNT: Final = 4
"""Largest number that is taken for a count rather than a symbol's value."""

MAX_PLACES: Final = 20
"""Maximum number of places that are tried."""

_LITERAL: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])", re.ASCII)


class TypedLiteral(NamedTuple):
    """A number in a student's formula, and the symbol that should be in its place."""

    number: str
    symbol: str


def is_right_here(reading: Reading, judge: Judge) -> bool:
    """Return whether a formula gives the right number at the question's own sizes, though perhaps not at others."""
    own, right = float(reading.numbers[0].value), float(judge.numbers[0])
    return not reading.refused and math.isclose(own, right, rel_tol=SAME)


def has_large_number(reading: Reading, right: Node | None = None) -> bool:
    """Return whether a formula has a number that may stand for a symbol: one above 4, or one with decimals.

    Numbers that the right formula has as well do not count.
    """
    numbers = _numbers_in(reading.tree) - _numbers_in(right)
    return any(abs(number) > LARGEST_COUNT or abs(number) != int(abs(number)) for number in numbers)


def _numbers_in(tree: Node | None) -> set[float]:
    """Return the numbers that a formula contains; none for None."""
    return {float(node.value) for node in walk_nodes(tree) if isinstance(node, Literal)} if tree else set()


def misplaced(reading: Reading, alphabet: Alphabet, judge: Judge) -> TypedLiteral | None:
    """Return the number in a formula that should be a symbol to make the formula right; None if there is none."""
    hints = Hints(judge.whole, "point", alphabet)
    written = with_superscripts(show(reading.tree)) if reading.tree else ""
    for text, literal in _replaced(written, alphabet):
        try:
            if judge.verdict(kind.read(text, hints)) == "correct":
                return literal
        except UnreadableAnswer:  # too long now, or without a value
            continue
    return None


def _replaced(text: str, alphabet: Alphabet) -> Iterator[tuple[str, TypedLiteral]]:
    """Yield the formula with one number replaced by a symbol: everywhere, or in one place."""
    places = [*_LITERAL.finditer(text)][:MAX_PLACES]
    for number in dict.fromkeys(place[0] for place in places):
        own = [place for place in places if place[0] == number]
        for symbol in (symbol for symbol in alphabet.listed if alphabet.points[0][symbol] == _value(number)):
            for chosen in (own, *([place] for place in own if len(own) > 1)):
                yield _with(text, chosen, symbol), TypedLiteral(number, symbol)


def _with(text: str, places: list[re.Match[str]], symbol: str) -> str:
    """Return a text with a symbol in brackets at these places."""
    for place in reversed(places):
        text = f"{text[: place.start()]}({symbol}){text[place.end() :]}"
    return text


def _value(number: str) -> float:
    return float(number) if "." in number else int(number)
