"""A number in a formula where a symbol belongs: `12(4d² + h)` for `N(4d² + h)`, with N = 12."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from checker.answers.compare import Judge
from checker.answers.formula import Alphabet, kind
from checker.answers.reading import Reading
from checker.engine.errors import UnreadableAnswer
from checker.notation.nodes import Literal, walk
from checker.notation.number import Hints

SMALL: Final = 4
MOST: Final = 20
"""So many places are tried."""

_LITERAL: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])", re.ASCII)


class TypedLiteral(NamedTuple):
    """What is to be written in the place of a number."""

    number: str
    symbol: str


def is_right_here(reading: Reading, judge: Judge) -> bool:
    """Whether a formula gives the right number at the question's own sizes, and only there."""
    own = Judge(judge.numbers[0], judge.tolerance)
    return not reading.refused and own.verdict(Reading((), reading.numbers[:1])) == "correct"


def has_large_number(reading: Reading) -> bool:
    """Whether a formula has a number in it that may stand for a symbol: one that is no small count or share."""
    numbers: Iterator[float] = (
        (float(node.value) for node in walk(reading.tree) if isinstance(node, Literal)) if reading.tree else iter(())
    )
    return any(abs(number) > SMALL or abs(number) != int(abs(number)) for number in numbers)


def misplaced(reading: Reading, alphabet: Alphabet, judge: Judge) -> TypedLiteral | None:
    """The number in whose place one symbol, which has this value here, makes the formula right."""
    hints = Hints(judge.whole, "point", alphabet)
    for text, literal in _replaced(reading.shown, alphabet):
        try:
            if judge.verdict(kind.read(text, hints)) == "correct":
                return literal
        except UnreadableAnswer:  # too long by now, or without a value
            continue
    return None


def _replaced(text: str, alphabet: Alphabet) -> Iterator[tuple[str, TypedLiteral]]:
    """The formula with one number replaced by a symbol: wherever it stands, or in one place."""
    places = [*_LITERAL.finditer(text)][:MOST]
    for number in dict.fromkeys(place[0] for place in places):
        own = [place for place in places if place[0] == number]
        for symbol in (symbol for symbol in alphabet.told if alphabet.points[0][symbol] == _value(number)):
            for chosen in (own, *([place] for place in own if len(own) > 1)):
                yield _with(text, chosen, symbol), TypedLiteral(number, symbol)


def _with(text: str, places: list[re.Match[str]], symbol: str) -> str:
    for place in reversed(places):
        text = f"{text[: place.start()]}({symbol}){text[place.end() :]}"
    return text


def _value(number: str) -> float:
    return float(number) if "." in number else int(number)
