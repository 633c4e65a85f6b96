"""An answer of the grammar: its text, and what it means by exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from random import Random
from typing import Any, NamedTuple

Chooser = Random
"""A `random.Random`, or hypothesis' replacement for one."""


class Value(NamedTuple):
    """Numbers in a shape, and how far the digits go that each is written with."""

    entries: tuple[Fraction, ...]
    halves: tuple[Fraction, ...]
    shape: tuple[int, ...] = ()

    def times(self, factor: Fraction | int) -> Value:
        """Return all numbers multiplied."""
        halves = tuple(half * abs(factor) for half in self.halves)
        return self._replace(entries=tuple(entry * factor for entry in self.entries), halves=halves)


class Answer(NamedTuple):
    """A text with its meaning: None where a careful person would not say what it means."""

    text: str
    meaning: Any
    layers: tuple[str, ...] = ()
    """The layers around a plain answer, by class."""
    understood: bool = True
    """True if every piece of it belongs to the forms that the contract lists."""
    simple: bool = False
    """True for a plain numeral, to which an operation applies without a question of precedence."""

    def become(self, text: str, meaning: Any, layer: str, *, understood: bool = True) -> Answer:
        """Return this answer with one more layer around it."""
        layers = (*self.layers, layer)
        return Answer(text, meaning, layers, self.understood and understood and meaning is not None)


def number(value: Fraction | int, half: Fraction | int = 0) -> Value:
    """Return a single number as a value."""
    return Value((Fraction(value),), (Fraction(half),))


def listed(entries: tuple[Fraction, ...], shape: tuple[int, ...]) -> Value:
    """Return exact numbers in a shape."""
    assert prod(shape) == len(entries)
    return Value(tuple(map(Fraction, entries)), (Fraction(0),) * len(entries), shape)


def decimal(value: Fraction) -> str:
    """Return a fraction as a decimal if it has an end, and else as `a/b`."""
    twos = fives = 0
    rest = value.denominator
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest > 1:
        return str(value)
    places = max(twos, fives)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 else text


def half_of(text: str) -> Fraction:
    """Return half a unit of the last digit of a plain decimal; a fraction is exact."""
    if "/" in text:
        return Fraction(0)
    return Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
