"""Numbers in every spelling, with operations applied to them, and joined by anything."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isqrt
from typing import Final

from tests.cases.typed_drawn.answer import Answer, Chooser, Value, decimal, half_of, number
from tests.cases.typed_drawn.vocabulary import DOUBTFUL_SCALES, SCALES, words

WIDE: Final = str.maketrans("0123456789", "０１２３４５６７８９")
THOUSANDS: Final = {
    "comma": ",",
    "space": " ",
    "narrow space": "\u202f",
    "underscore": "_",
    "apostrophe": "'",
    "LaTeX comma": "{,}",
}
SPELLINGS: Final = ("plain",) * 6 + ("grouped", "grouped", "scientific", "full-width", "fraction", "scale word", "scale word", "rounded", "zeros", "comma")  # fmt: skip
FACTORS: Final = tuple(map(Fraction, ("1000", "1/1000", "1/100", "100", "1/2", "2", "1/12", "-1", "3/2", "1/4")))


def numeral(rng: Chooser, truth: Fraction, *, whole: bool) -> Answer:
    """Return a number that is the truth in six cases of ten, in any spelling."""
    value = truth
    if rng.random() > 0.6:
        value = rng.choice((truth * rng.choice(FACTORS), truth + rng.choice((1, -1)), Fraction(rng.randint(2, 99))))
    return spelled(rng, value, rng.choice(SPELLINGS), whole=whole)


def spelled(  # noqa: PLR0911 - a return for each spelling
    rng: Chooser, value: Fraction, spelling: str, *, whole: bool
) -> Answer:
    """Return a value in one spelling, or plainly where that spelling does not suit it."""
    text = decimal(value)
    exact = number(value, half_of(text))
    sign, size = ("-", text[1:]) if value < 0 else ("", text)
    match spelling:
        case "grouped" if value.denominator == 1 and abs(value) >= 1000 and whole:
            name = rng.choice(list(THOUSANDS))
            grouped = f"{sign}{int(size):,}".replace(",", THOUSANDS[name])
            return Answer(f"${grouped}$" if "{" in grouped else grouped, exact, (f"grouped by {name}",))
        case "scientific" if "/" not in text and value:
            digits = size.replace(".", "").lstrip("0").rstrip("0")
            power = _power(abs(value))
            mantissa = f"{sign}{digits[0]}.{digits[1:]}" if digits[1:] else sign + digits
            form = rng.choice(("{}e{}", "{}E{}", "{} × 10^{}", r"${} \times 10^{{{}}}$", "{}*10**{}", "{} x 10^{}"))
            return Answer(form.format(mantissa, power), exact, ("scientific",))
        case "full-width" if "/" not in text:
            return Answer(text.translate(WIDE), exact, ("full-width",))
        case "fraction":
            factor = rng.randint(2, 12)
            return Answer(f"{value.numerator * factor}/{value.denominator * factor}", number(value), ("fraction",))
        case "scale word":
            scale = rng.choice([each for each in SCALES if each != 2])
            word = rng.choice([each for each in words(SCALES[scale]) if each not in DOUBTFUL_SCALES] or ["ppm"])
            factor = decimal(value / scale)
            known = word != "ppm" and "/" not in factor
            return Answer(f"{factor} {word}", number(value, half_of(factor) * scale), ("scale word",), known)
        case "rounded" if value:
            power = _power(abs(value)) - rng.choice((0, 1, 2))
            rounded = Fraction(round(value / Fraction(10) ** power))
            text = f"{rounded}e{power}"
            return Answer(text, Value((rounded * Fraction(10) ** power,), (Fraction(10) ** power / 2,)), ("rounded",))
        case "zeros" if "/" not in text:
            text += "0" if "." in text else ".0"
            return Answer(text, number(value, half_of(text)), ("zeros",), simple=not _doubtful(text))
        case "comma" if "." in text and not whole and not re.fullmatch(r"-?[1-9]\d{0,2}\.\d{3}", text):
            return Answer(text.replace(".", ","), exact, ("decimal comma",))
    if whole and _doubtful(text):  # 27.648 may be 27,648
        text += "0"
    return Answer(text, number(value, half_of(text)), simple="/" not in text)


def _doubtful(text: str) -> bool:
    return bool(re.fullmatch(r"-?\d{1,3}(\.\d{3})+", text))


def _power(size: Fraction) -> int:
    """Return the power of ten of the first digit."""
    power = 0
    while size >= 10:
        size, power = size / 10, power + 1
    while size < 1:
        size, power = size * 10, power - 1
    return power


def root(value: Fraction) -> Fraction | None:
    """Return the square root if it is a fraction, and else an approximation that equals no truth here."""
    if value < 0:
        return None
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    return Fraction(float(value) ** 0.5)
