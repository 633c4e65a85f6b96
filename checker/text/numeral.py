"""Reads one number as people spell it, and finds its decimal sign: 27,648 · 27 648 · 109.482.240 · 4,40,70,912 · 0,609.

Raises `UnclearNumber` where nothing decides whether a sign groups thousands: `27.648`.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.text import lazy_pattern
from checker.text.number import Hints, StatedNumber, digits_of, whole_number
from checker.text.plain import MAX_QUOTED, brief

MAX_DIGITS: Final = 1000
MAX_EXPONENT: Final = 400
_MAX_POWER: Final = 6  # characters; checked first, since int() of a long text takes long

# Atomic: a text that has no number here is not searched again for each of its digits.
NUMERAL: Final = (
    r"(?>(?:\d{1,3}(?: \d{3})*[.,]\d{3}(?: \d{3})+(?!\d)|\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?"
    r"|\d+(?:[.,'_]\d+)+|\d+\.?|[.,]\d+)(?:[eE][+-]?\d+)?)"
)

INDIAN: Final = re.compile(r"[1-9]\d?(?:,\d{2})+,\d{3}", re.ASCII)
"""Lakhs and crores: `4,40,70,912`."""
GROUPED: Final = re.compile(r"[1-9]\d{0,2}(?:([ ,.'_])\d{3})(?:\1\d{3})*", re.ASCII)
"""Digits in groups of three: `27,648`, `27.648`, `27 648`."""

_SEPARATED: Final = re.compile(r"(?<=\d)[^\w\s+/^×=-](?=\d)")
"""A sign within a numeral, or a dot between two."""
_PLAIN: Final = re.compile(r"(-?\d{1,15})(\.\d{1,12})?", re.ASCII).fullmatch
_HALVES: Final = tuple(Decimal(f"5e-{places + 1}") for places in range(13))


_DOTS: Final = "·∙⋅•・"
_DOTTED: Final = lazy_pattern(rf"(?<![\d.,{_DOTS}])(\d+)[{_DOTS}](\d+)(?!\d|[.,]\d)(?: ?(%))?", re.ASCII)
_ARITHMETIC_BEFORE: Final = lazy_pattern(r"(?:[*/×÷^+√(]|\d ?-|\d[^=≈]*[=≈]) ?$")
_ARITHMETIC_AFTER: Final = lazy_pattern(rf"\(| ?(?:[/÷+-] ?[\d(√π]|[{_DOTS}^²³⁴⁵⁶⁷⁸⁹⁻]|[=≈] ?[-+]?\d)")
"""Arithmetic next to a product: `2·3·4`, `12·5 = 60`."""


class UnclearNumber(UnreadableAnswer):
    """Raised for a number that can be read in two ways, such as `27.648`; says how to write each of them."""

    def __init__(self, written: str, readings: tuple[str, str], advised: tuple[str, str]) -> None:
        problem = f"can be read as {readings[0]} or as {readings[1]}. Write {advised[0]} or {advised[1]}."
        super().__init__(f'"{brief(written)}" {problem}', problem=problem)
        self.written, self.readings, self.advised = written, readings, advised

    def within(self, text: str) -> UnreadableAnswer:
        """Return the error with advice on the whole answer `text`, which has a unit or a scale behind the number."""
        text = text.strip()
        if len(text) > MAX_QUOTED or text.count(self.written) != 1 or len(_SEPARATED.findall(text)) != 1:
            return self
        one, other = (text.replace(self.written, each) for each in self.advised)
        return UnclearNumber(self.written, self.readings, (brief(one), brief(other)))


def make_number(coefficient: int, exponent: int, zeros: int = 0) -> StatedNumber:
    """Return the number coefficient · 10^exponent; every digit of the coefficient is stated, but perhaps its `zeros`.

    >>> make_number(47, 5)
    StatedNumber(value=4700000, half=Decimal('5E+4'), digits=2, zeros=0, written=None)
    """
    written = digits_of(coefficient)
    value = coefficient * 10**exponent if exponent >= 0 else Decimal(f"{written}e{exponent}")
    return StatedNumber(value, Decimal(f"5e{exponent - 1}"), len(written.lstrip("-")), zeros)


def open_zeros(digits: str) -> int:
    """Return how many zeros at the end of a whole number may only show its size.

    >>> open_zeros("27000"), open_zeros("0")
    (3, 0)
    """
    return len(digits) - len(digits.rstrip("0")) if digits.strip("-0") else 0


def read_plain(text: str, hints: Hints) -> StatedNumber | None:
    """Return the number in a text such as `-12` or `0.60`; None for any text that is not only plain digits.

    Return None also for `0.60` if the question asks for whole numbers or has decimal commas, and for more than 15
    digits before the point or 12 after it.
    """
    plain = _PLAIN(text)
    if not plain:
        return None
    whole, decimals = plain.groups()
    if decimals and (hints.whole or hints.decimal == "comma"):
        return None
    return stated_number(whole, decimals)


def stated_number(whole: str, decimals: str | None) -> StatedNumber:
    """Return the number with these digits before and after the point: `0` and `.60`, or `-12` and None."""
    if not decimals:
        value = int(whole)
        return StatedNumber(value, _HALVES[0], len(str(abs(value))), open_zeros(whole) if whole[-1] == "0" else 0)
    exact = Decimal(whole + decimals)
    places = len(decimals) - 1
    if not exact:
        return StatedNumber(exact.copy_abs(), _HALVES[places], 1)
    return StatedNumber(exact, _HALVES[places], exact.adjusted() + places + 1)


def read_numeral(spelling: str, hints: Hints, *, scaled: bool = False) -> tuple[int, int]:
    """Return (coefficient, exponent) of a number's text: (47, 5) for 47 · 10^5.

    `scaled`: a percent sign, `million` or a power of ten follows, so that `27.648` need not be a whole number.  Raise
    UnreadableAnswer for a number with two readings, or one that is too long or too large.
    """
    mantissa, _, power = spelling.replace("E", "e").partition("e")
    if len(mantissa) > MAX_DIGITS:
        raise UnreadableAnswer(f"This number has more than {MAX_DIGITS} digits.")
    if len(power) > _MAX_POWER or (power and abs(int(power)) > MAX_EXPONENT):
        raise UnreadableAnswer(f'The exponent of "{brief(spelling)}" is beyond ±{MAX_EXPONENT}.')
    digits, decimals = _digits_and_decimals(mantissa, hints, scaled=scaled or bool(power))
    return whole_number(digits), int(power or 0) - decimals


def _digits_and_decimals(mantissa: str, hints: Hints, *, scaled: bool) -> tuple[str, int]:
    """Return all digits of a numeral without its separators, and how many of them are decimals."""
    if mantissa.isdigit():
        return mantissa, 0
    point = max(mantissa.rfind(".") if hints.decimal != "comma" else -1, mantissa.rfind(","))
    if point >= 0 and " " in mantissa[point:]:  # 78.539 816
        mantissa = mantissa[:point] + mantissa[point:].replace(" ", "")
    signs = [sign for sign in mantissa if not sign.isdigit()]
    last = signs[-1]
    before, _, after = mantissa.rpartition(last)
    if not after or not before:  # `5.` and `.5`
        return _ungroup(before) + after, len(after)
    if last in " '_" or signs.count(last) > 1:
        return _ungroup(mantissa), 0
    if len(signs) > 1 or not GROUPED.fullmatch(mantissa) or not _groups(mantissa, last, hints, scaled=scaled):
        return _ungroup(before) + after, len(after)
    return before + after, 0


def _groups(mantissa: str, sign: str, hints: Hints, *, scaled: bool) -> bool:
    """Return whether the sign of `1,234` or `1.234` groups thousands.  Raise UnreadableAnswer if nothing decides it.

    Where a whole number is asked for, no declared sign makes it a decimal: `1.234` may be one grouped as elsewhere.
    """
    is_whole = hints.whole and not scaled
    groups = (sign == ",") == (hints.decimal == "point") if hints.decimal else is_whole
    if (groups or not is_whole) if hints.decimal else (sign == ",") == is_whole:
        return groups
    point = sign if hints.decimal else "."
    one, two = mantissa.replace(sign, ""), mantissa.replace(sign, point)
    decimal = two.rstrip("0").rstrip(point) if is_whole else two
    decimal = f"{decimal}0" if is_whole and GROUPED.fullmatch(decimal) else decimal  # 1.1510 cannot be 1151
    raise UnclearNumber(mantissa, (one, two), (one, decimal))


def _ungroup(digits: str) -> str:
    """Return digits without their separators, which must be the same and three digits apart, or those of India."""
    if digits.isdigit() or not digits:
        return digits
    if not GROUPED.fullmatch(digits) and not INDIAN.fullmatch(digits):
        unclear = f'I cannot read the number "{brief(digits)}": its digits are not grouped in threes'
        raise UnreadableAnswer(f"{unclear}. Write it without separators.")
    return re.sub(r"\D", "", digits)


def refuse_middle_dots(text: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for `12·5`, which may be 12.5 or 60, unless whole numbers are asked for.

    `0·609` and `2·3·4` can be read in one way only.
    """
    if not any(dot in text for dot in _DOTS):
        return
    for found in _DOTTED.finditer(text):
        is_arithmetic = _ARITHMETIC_BEFORE.search(text[: found.start()][-100:]) or _ARITHMETIC_AFTER.match(
            text, found.end()
        )
        if found[1] != "0" and not is_arithmetic and (found[3] or not hints.whole):
            percent = found[3] or ""
            readings = (f"{found[1]}.{found[2]}{percent}", f"{found[1]}*{found[2]}{percent}")
            raise UnclearNumber(found[0], readings, readings)
