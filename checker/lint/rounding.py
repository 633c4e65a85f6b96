"""Roundings that a prompt asks for, and answers rounded like that."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from checker.answers import Reading, StatedNumber, Tolerance, flatten
from checker.answers.tolerance import EXACT, as_decimal

_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT: Final = rf"\b(\d{{1,2}}|{'|'.join(_WORDS)})[ -]"
_NEAREST: Final = {
    "whole number": 0,
    "integer": 0,
    "tenth": 1,
    "hundredth": 2,
    "cent": 2,
    "penny": 2,
    "thousandth": 3,
    "ten-thousandth": 4,
    "ten thousandth": 4,
}
_ASKED: Final = re.compile(
    rf"""
    {_COUNT}(?P<decimals>decimals?\b|d\.?p\b|(?:digits|places)\ (?:after|behind)\ the\ (?:decimal\ )?(?:point|comma))
    | {_COUNT}(?P<significant>significant|sig\b|s\.?f\b)
    | \bnearest\ (?P<nearest>{"|".join(sorted(map(re.escape, _NEAREST), key=len, reverse=True))})\b(?!\ of\ a)
    | \b(?:nearest|round(?:ed)?\ to)\ (?P<unit>0\.0{{0,20}}1)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_PERCENT: Final = re.compile(r"%|\bper ?cent", re.IGNORECASE)
_ANY: Final = re.compile(
    r"""
    \bdecimals?\b | \bsignificant\ (?:digits?|figures?)\b | \bsig\.?\ figs?\b
    | \bround(?:ed|ing)?\ (?:it|them|off|up|down|to|your|the)\b
    | \bevery\ digit\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_EXACT: Final = re.compile(r"\bas an? (?:\w+ )?fraction\b|\bexact (?:value|number|answer|result)s?\b", re.IGNORECASE)


def requested_roundings(prompt: str) -> tuple[Tolerance, ...]:
    """Return the roundings that a prompt asks for, in its order.

    Where it speaks of percent, decimals are left out: they may be those of the percentage or of the number itself.

    >>> requested_roundings("Round to two decimals.")
    (Tolerance(rule='decimals', amount=Decimal('2'), roundings=''),)
    """
    text = _one_line(prompt)
    found = dict.fromkeys(map(_asked, _ASKED.finditer(text)))
    return tuple(each for each in found if each.rule != "decimals" or not _PERCENT.search(text))


def speaks_of_precision(prompt: str) -> bool:
    """Return whether a prompt says anything about how an answer is to be rounded."""
    text = _one_line(prompt)
    return bool(_ASKED.search(text) or _ANY.search(text) or _EXACT.search(text))


def asks_for_exact(prompt: str) -> bool:
    """Return whether a prompt asks for an exact value.

    >>> asks_for_exact("Give the exact value."), asks_for_exact("Give 3 decimals.")
    (True, False)
    """
    return _EXACT.search(_one_line(prompt)) is not None


def rounded_reading(truth: Any, rounding: Tolerance) -> Reading:
    """Return the answer of a student who rounds every number of the truth in this way."""
    shape, numbers = flatten(truth)
    return Reading(shape, tuple(_rounded(as_decimal(number), rounding) for number in numbers))


def _one_line(prompt: str) -> str:
    return " ".join(prompt.split())


def _asked(found: re.Match[str]) -> Tolerance:
    if found["nearest"]:
        return Tolerance("decimals", Decimal(_NEAREST[found["nearest"].lower()]))
    if found["unit"]:
        return Tolerance("decimals", Decimal(len(found["unit"]) - len("0.")))
    rule, count = ("decimals", found[1]) if found["decimals"] else ("significant", found[3])
    return Tolerance(rule, Decimal(count if count.isdecimal() else _WORDS.index(count.lower()) + 1))


def _rounded(truth: Decimal, rounding: Tolerance) -> StatedNumber:
    amount = int(rounding.amount)
    last = -amount if rounding.rule == "decimals" else truth.adjusted() - amount + 1
    value = truth.quantize(Decimal(1).scaleb(last), ROUND_HALF_UP, EXACT)
    if last >= 0:
        value = Decimal(int(value))  # 27,600 and not 2.76E+4
    return StatedNumber(value or abs(value), Decimal(5).scaleb(last - 1), max(1, value.adjusted() - last + 1))
