"""Numbers as a slip of the pen writes them: digits swapped, replaced, dropped or doubled, signs lost, a zero too many.

Also as which texts a number is written before that (`texts_of`), and mixed numbers that are read as decimals.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations, pairwise
from typing import Any, Final, NamedTuple

from checker.derivation.arithmetic import as_fraction

MISREAD: Final = 0.05
"""Share of a mixed number whose parts are taken for decimals among the slips with it."""

TEN: Final = 10

Wrong = tuple[str, float]
"""A wrong number as it is written, and its probability."""


class Shares(NamedTuple):
    """How often each way to copy a number wrongly occurs, relative to the others."""

    swapped: float
    exchanged: float
    next_digit: float
    any_digit: float
    dropped: float
    doubled: float
    zero: float
    sign: float


COPIED: Final = Shares(0.5, 0.08, 0.02, 0.05, 0.15, 0.08, 0.05, 0.07)
"""Shares where a number is copied: mostly two neighbouring digits are swapped."""

WORKED_OUT: Final = Shares(0.2, 0.02, 0.3, 0.2, 0.08, 0.02, 0.1, 0.08)
"""Shares where a number is worked out: mostly one digit is wrong, by one after a lost carry."""

ZERO: Final = 3
"""How often a zero is dropped, relative to another digit."""

EXACT_DIGITS: Final = 6
"""Maximum number of significant digits of a real number that is written in full."""

ROUNDINGS: Final = ((3, 0.25), (4, 0.4), (5, 0.35))
"""Numbers of significant digits to which others are rounded on the way, with how often."""


def texts_of(value: Any) -> list[Wrong]:
    """Return the texts in which a student may write this number, rounded or not, with their probabilities.

    >>> texts_of(150), texts_of(2.0), [text for text, _ in texts_of(1.4774554437890625)]
    ([('150', 1.0)], [('2', 1.0)], ['1.48', '1.477', '1.4775'])
    """
    full = f"{Decimal(repr(value)):f}"
    full = full.rstrip("0").removesuffix(".") if "." in full else full
    if type(value) is int or len(full.strip("-0.").replace(".", "")) <= EXACT_DIGITS:
        return [(full, 1.0)]
    rounded = [(f"{Decimal(f'{value:.{digits}g}'):f}", share) for digits, share in ROUNDINGS]
    shares = {text: sum(share for each, share in rounded if each == text) for text, _ in rounded}
    return [*shares.items()]


def wrong_numbers(text: str, shares: Shares, *, is_real: bool = False) -> Iterator[Wrong]:
    """Yield the numbers that a slip in copying makes of a written one, as text, with the probability of each.

    Digits are swapped, replaced, dropped or doubled, and a zero is added or lost at the end; the sign of a real number
    may be lost, or added.
    """
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    if is_real and text.strip("-0."):
        yield text.removeprefix("-") if text.startswith("-") else f"-{text}", shares.sign
    yield from _with_other_digit(text, places, shares)
    if len(places) < 2 or not text.strip("-0."):  # noqa: PLR2004 - one digit leaves nothing to swap
        return
    neighbours = {*pairwise(places)}
    for pairs, share in (
        (neighbours, shares.swapped),
        ({*combinations(places, 2)} - neighbours, shares.exchanged),
    ):
        exchanged = [each for pair in sorted(pairs) if (each := _exchanged(text, *pair, first=places[0]))]
        yield from ((each, share / len(exchanged)) for each in exchanged)
    weights = {place: ZERO if text[place] == "0" else 1 for place in places}
    for place, weight in weights.items():
        yield text[:place] + text[place + 1 :], shares.dropped * weight / sum(weights.values())
    yield from ((text[: place + 1] + text[place:], shares.doubled / len(places)) for place in places)
    tenth = Decimal(text).scaleb(-1)
    yield f"{Decimal(text).scaleb(1):f}", shares.zero / 2
    if is_real or tenth == int(tenth):
        yield f"{tenth:f}".removesuffix(".0"), shares.zero / 2


def misread_fractions(value: float) -> Iterator[float]:
    """Yield what a mixed number is read as, whose parts are taken for decimals: 5 1/4 as 5.4 or 5.14."""
    if (found := as_fraction(value)) and found.denominator < TEN:
        whole, above = divmod(found.numerator, found.denominator)
        yield float(f"{whole}.{found.denominator}")
        yield float(f"{whole}.{above}{found.denominator}")


def _exchanged(text: str, one: int, other: int, first: int) -> str:
    """Return the text with two digits exchanged; empty where this changes nothing or begins with a zero."""
    if text[one] == text[other] or (one == first and text[other] == "0"):
        return ""
    return text[:one] + text[other] + text[one + 1 : other] + text[one] + text[other + 1 :]


def _with_other_digit(text: str, places: list[int], shares: Shares) -> Iterator[Wrong]:
    """Yield the number with one wrong digit, and with one that is one too high or too low, also across a carry."""
    for place in places:
        for digit in "0123456789":
            if digit != text[place] and not (place == places[0] and digit == "0"):
                yield text[:place] + digit + text[place + 1 :], shares.any_digit / (9 * len(places))
        exponent = Decimal(text[: places[-1] + 1]).as_tuple().exponent
        unit = Decimal(1).scaleb(int(exponent) + sum(each > place for each in places))
        for change in (unit, -unit):
            yield f"{Decimal(text) + change:f}", shares.next_digit / (2 * len(places))
