"""Reads the value of a number, with a power of ten or a percent sign, or of arithmetic: `1.5×10^3`, `25 %`, `3·4`.

Refuses texts that can be read in two ways: dates, ranges, uncertainties, `1.5×10-3`.  `multiply` scales a number and
keeps its stated digits.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal, Inexact
from fractions import Fraction
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import EXACT
from checker.formula.nodes import simple
from checker.formula.parser import parse
from checker.formula.value import evaluate
from checker.text import lazy_pattern
from checker.text.number import Hints, StatedNumber, digits_of
from checker.text.numeral import MAX_EXPONENT, NUMERAL, make_number, open_zeros, read_numeral
from checker.text.plain import brief

SAME: Final = 1e-12
"""Relative difference between equal values in floating point, such as a root of a square and the number itself."""

_LARGEST_SNAPPED: Final = 2.0**40
"""Largest float that is taken for a whole number; beyond it, rounding may give another whole number."""

_SINGLE: Final = lazy_pattern(
    rf"([-+]?)\s?({NUMERAL})(?:\s?[*×]\s?10\s?(?:\^|\*\*)\s?(\()?\s?([-+]?\d{{1,9}})\s?(?(3)\)))?(\s?%)?", re.ASCII
)
_LOST_POWER: Final = lazy_pattern(
    r"\d[.,]\d+[eE]\s?(?:$|[-+]{2})|^[-+]?[\d.,]+\s?[*×]\s?10\s?[-+]\s?\d{1,2}\.?$|\d\s+[eE]\s?[-+]?\d|^\d+[.,]10\s?\^"
    r"|^[-+]?\d[.,]\d+\s?(?:[*×]\s?10[2-9]|×\s?10(?!24)[12]\d)\.?$",
    re.ASCII,
)
"""1.5×10-3 and 1.5×103, as superscripts become when they are pasted; 3 e-4; 3.10^-4 with a French dot."""
_DATE: Final = lazy_pattern(
    r"-?(?:(?:19|20)\d\d-\d\d?-\d\d?|(?:19|20)\d\d/0\d/\d\d|[0-3]?\d([-/])[0-3]?\d\1(?:19|20)\d\d|0\d([-/])\d\d?\2\d\d?)",
    re.ASCII,
)
"""Four digits of a year from 1900 to 2099, or a zero before the day or the month; 2048/16/2 is a quotient."""
_RANGE: Final = lazy_pattern(
    rf"({NUMERAL})\s?%?\s?-\s?({NUMERAL})(?:\s?%|\s?[*×]\s?10\s?\^\s?\(?[-+]?\d{{1,3}}\)?)?", re.ASCII
)
"""`60-70`, `5 - 6 %`, `4-5 × 10^8`."""


def multiply(number: StatedNumber, ratio: Fraction) -> StatedNumber:
    """Return the number times an exact ratio, with as many stated digits as before.

    Raises UnreadableAnswer beyond a double.

    >>> multiply(StatedNumber(44, Decimal("0.5"), 2), Fraction(1, 1000))
    StatedNumber(value=Decimal('0.044'), half=Decimal('0.0005'), digits=2, zeros=0, written=None)
    """
    value, half, digits, zeros, _ = number
    if ratio == 1:
        return number
    if isinstance(value, float):
        real = value * float(ratio)
        if not math.isfinite(real):
            raise UnreadableAnswer("This number is too large. Check its exponents.")
        return StatedNumber(real, 0, None)
    if digits is None or isinstance(value, Fraction) or isinstance(half, Fraction):
        return StatedNumber(simple(Fraction(value) * ratio), 0, None)
    context = EXACT.copy()
    context.clear_flags()
    by = context.divide(Decimal(ratio.numerator), Decimal(ratio.denominator))
    if context.flags[Inexact]:  # seconds in minutes need not end
        return StatedNumber(simple(Fraction(value) * ratio), Fraction(half) * ratio, None)
    reach, product = context.multiply(Decimal(half), by), context.multiply(Decimal(value), by)
    is_whole = reach >= Decimal("0.5") and product == product.to_integral_value()
    last = Decimal(0).scaleb(product.adjusted() - digits + 1)  # 17.900 with 3 digits is 17.9
    stated = int(product) if is_whole else EXACT.add(product.normalize(EXACT), last)  # a sum has all places of both
    return StatedNumber(stated, reach, digits, zeros)


def value_of(text: str, scale: Fraction, hints: Hints) -> StatedNumber:
    """Return the value of a number or of arithmetic, times `scale`.

    Raise UnreadableAnswer for a text with two readings, and for arithmetic with a scale.
    """
    # a number that is nothing else: most answers, and of these nothing is unclear
    if not re.fullmatch(r"-?\d+(?:\.\d+)?", text, flags=re.ASCII):
        text = re.sub(r"(?<=[\d)])(\s*)[xX](?=\s*[\d(.√])", r"\1×", text)
        _refuse_unclear(text, hints)
    if single := _SINGLE.fullmatch(text):
        return multiply(_read_single(single, text, hints, scaled=scale != 1), scale)
    # `2 1/2` million
    if scale != 1 and not re.fullmatch(r"[-+]?\d{1,15} \d{1,15}/\d{1,15}", text, flags=re.ASCII):
        raise UnreadableAnswer(f'I cannot tell what the word after "{brief(text)}" multiplies. Write only one number.')
    value = evaluate(parse(text, hints))
    is_float = hints.whole and isinstance(value, float) and abs(value) <= _LARGEST_SNAPPED
    if is_float and math.isclose(value, round(value), rel_tol=SAME, abs_tol=SAME):  # sin(π) is 0
        value = round(value)
    return multiply(StatedNumber(value, 0, None), scale)


def read_single(text: str, hints: Hints) -> StatedNumber | None:
    """Return the number that a text is, which may have a power of ten or a percent sign; None for arithmetic."""
    single = _SINGLE.fullmatch(text)
    return _read_single(single, text, hints, scaled=True) if single else None


def _refuse_unclear(text: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for arithmetic with two readings: an uncertainty, a range, a date, an unclear % or slash.

    So it does for a power of ten that lost its sign, as in `1.5×10-3`.
    """
    # 0.609(1) is 0.609 ± 0.001 to a physicist, and a product to others
    if re.search(r"\+\s?/?\s?-", text) or re.fullmatch(rf"[-+]?{NUMERAL}\(\d{{1,3}}\)", text, flags=re.ASCII):
        raise UnreadableAnswer(f'"{brief(text)}" could be a number with its uncertainty. Write only the number.')
    if _LOST_POWER.search(text):
        raise UnreadableAnswer(f'"{brief(text)}" can be read in two ways. Write powers of ten with ^.')
    if re.search(r"[\d%.]\s+\((?![^()]*\) ?\^)", text):
        raise UnreadableAnswer(f'"{brief(text)}" could be a product, or a number with a remark. Write only the number.')
    # 17 %(5) and 17 % -5: the remainder of a program, or a percentage
    if re.search(r"%\s?\(|%\s+[-+](?=[\d.])(?![\d.,]+\s?%)", text) or "%%" in text:
        raise UnreadableAnswer(f'"{brief(text)}" has a % that can be read in two ways. Write the result as one number.')
    # 1/6 π is a sixth of π, or 1 over 6π
    if re.search(r"/\s?\d[\d.]*\s?(?:π|pi\b|√|sqrt\b)", text):
        raise UnreadableAnswer(
            f'"{brief(text)}" can be read in two ways. Write brackets around everything below the slash.'
        )
    if found := _RANGE.fullmatch(text):
        numerals = (read_numeral(each, hints) for each in found.groups())
        low, high = (coefficient * Fraction(10) ** exponent for coefficient, exponent in numerals)
        if low <= high:
            raise UnreadableAnswer(f'"{brief(text)}" could be a range or a difference. Write only one number.')
    if _DATE.fullmatch(text):
        raise UnreadableAnswer(f'"{brief(text)}" could be a date. Write only one number.')


def _read_single(single: re.Match[str], text: str, hints: Hints, *, scaled: bool) -> StatedNumber:
    """Return the number that a match of `_SINGLE` holds: sign, numeral, power of ten, percent sign.

    `scaled`: a word such as `million` multiplies it.
    """
    sign, spelling, _, power, percent = single.groups()
    if power and abs(int(power)) > MAX_EXPONENT:
        raise UnreadableAnswer(f'The exponent of "{brief(text)}" is beyond ±{MAX_EXPONENT}. Check the power of ten.')
    scaled = bool(power or percent) or scaled
    coefficient, exponent = read_numeral(spelling, hints, scaled=scaled)
    shift = int(power or 0) - (2 if percent else 0)
    is_open = not (exponent or power or spelling.endswith(".") or "e" in spelling.lower())
    zeros = open_zeros(digits_of(coefficient)) if is_open else 0
    return make_number(-coefficient if sign == "-" else coefficient, exponent + shift, zeros)
