"""Reads a number with the unit after it and converts it; also money: `€25`, `USD 25`, `$25`."""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import EXACT
from checker.reading.arithmetic import SAME, multiply, value_of
from checker.reading.leading_number import PERCENT, THOUSAND, Core, core_of, could_be_two, scale_of
from checker.reading.show import show_stated
from checker.reading.surrounding_text import not_understood, refuse_unknown, without_front
from checker.reading.unit_text import are_same_unit, is_wanted_unit, unclear_letter, unit_in
from checker.text.number import Hints, StatedNumber, Written, digits_of
from checker.text.numeral import NUMERAL
from checker.text.plain import brief
from checker.text.vocabulary import SCALE_LETTERS, lexicon
from checker.units import Unit, UnitError, convert, is_counting, ratio, read_unit, unit_of_author

_BEFORE: Final = re.compile(r"([-+]?)\s*(US\$|[€£¥₹]|[A-Za-z]{2,7}\b)\s*(?=[-+]?[.\d])")
"""A currency before its number: `€25`, `USD 25`."""
_MONEY: Final = re.compile(r"[€£¥₹]|US\$|[A-Z]{3}|dollars?|euros?|pounds?|yen|francs?|rupees?")
_AMOUNT: Final = re.compile(rf"-?{NUMERAL}(?:[kKMB]\b|\s(?:{'|'.join(lexicon().scales)})\b)?", re.ASCII | re.IGNORECASE)
_MATHS: Final = re.compile(r"\s*\$\$?[^$]*\$\$?\s*")
_ENCLOSED: Final = re.compile(rf"(?<!\\)(?<!\d)(?<!\d )\$([^$]*)\$(?=\s*(?:{_MONEY.pattern})(?![A-Za-z]))")
"""Mathematics before a currency: `$x = 5$ EUR`."""
_THOUSANDS: Final = re.compile(r"\$\s?[1-9]\d{0,2}(?:,\d{3}){1,6}(?![\d,])", re.ASCII)
"""`$43,520`: nobody writes a tenth of a cent with a decimal comma behind a dollar."""
_DOLLAR: Final = re.compile(r"(?<![A-Za-z$])(?:US\s?)?\\?\$(?!\s?(?:[A-Z]{2}\b|\$))")
"""A dollar, but not of another country: `A$25`, `25 $ CA`."""
_LETTER: Final = re.compile(r"\s*([A-Za-z])(?![\w*/^(])\s*")
_COUNTED: Final = re.compile(r"([kKMGBT])\s+(?=[^\W\d_]|[€£¥₹])")
"""Thousands or millions of what is counted: `1.25k tokens/s`."""
_WORD: Final = re.compile(r"\s*([^\W\d_]+|%)")
_ONE_OVER: Final = re.compile(r"(?<=[\d)])\s+1\s?/\s?(?=[A-Za-zµμ°Ω(])")
"""`3.6 1/s`."""
_BYTES: Final = {"B": "bytes", "b": "bits"}
_BITS_IN_A_BYTE: Final = 8
_SHOWN_DIGITS: Final = 6


def currency_last(side: str, wanted: Unit | None, hints: Hints) -> str:
    """Return an amount with its currency behind the number, without words in front: `about €25` becomes `25 €`.

    Raise UnreadableAnswer for a second currency, unless it is another word for the same one: `$25 USD`.
    """
    side = without_front(side, hints.words)
    found = _BEFORE.match(side)
    if not found or not _MONEY.fullmatch(found[2]):
        return side
    try:
        is_money = is_counting(read_unit(found[2], wanted))
    except UnitError:
        return side
    rest = side[found.end() :]
    amount = _AMOUNT.match(rest)
    end = amount.end() if amount else len(rest)
    again = _MONEY.match(rest[end:].lstrip())
    if is_money and again:
        if again[0] == found[2] or not are_same_unit(again[0], found[2], wanted):
            raise not_understood(again[0], side, hints)
        return f"{found[1]}{rest}"
    return f"{found[1]}{rest[:end]} {found[2]}{rest[end:]}" if is_money else side


def spell_dollars(text: str, hints: Hints) -> str:
    """Return a text with `$` as a word, if the question asks for money and `$` does not enclose mathematics.

    `$43,520` loses its comma, unless the assignment has decimal commas.
    """
    wanted = unit_of_author(hints.unit or "") if "$" in text else None
    if wanted is None or not is_counting(wanted) or _MATHS.fullmatch(text):
        return text
    text = _ENCLOSED.sub(r" \1 ", text)
    if hints.decimal != "comma":
        text = _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text)
    return _DOLLAR.sub(" dollars ", text)


class MeasuredNumber(NamedTuple):
    """A number that was read from a text, and the unit after it."""

    number: StatedNumber
    text: str
    """The number as it is written."""
    unit: Unit | None
    """None where none is written."""
    name: str

    @property
    def shown(self) -> str:
        """Return number and unit as the student wrote them."""
        return f"{brief(self.text)} {self.name}".rstrip()

    def converted(self, to: Unit | None, whole: str, hints: Hints) -> StatedNumber:
        """Return the number converted to the unit `to`; unchanged if that is None, or no unit was written.

        Raise UnreadableAnswer if the units measure different things.
        """
        if self.unit is None or to is None:
            return self.number
        by = ratio(self.unit, to)
        if by is not None:
            number = _snapped(multiply(self.number, by), hints)
            return number if _is_power_of_ten(by) else number._replace(written=Written(self.number, by, Fraction(0)))
        value, half, digits, zeros, _ = self.number
        offset, one = (convert(Fraction(each), self.unit, to) for each in (0, 1))
        if offset is None or one is None:
            raise mixed_units(whole, f"one number in {hints.unit}")
        by = one - offset
        written = Written(self.number, by, offset)
        moved, reach = Fraction(value) * by + offset, Fraction(half) * by
        exact, exact_reach = _decimal(moved), _decimal(reach)
        if digits is None or exact is None or exact_reach is None:
            return StatedNumber(moved, reach, None, written=written)
        return StatedNumber(exact, exact_reach, digits, zeros, written)


def mixed_units(whole: str, instead: str) -> UnreadableAnswer:
    """Return the error to raise for an answer with units of different kinds; `instead` is what to write."""
    return UnreadableAnswer(f'"{brief(whole)}" mixes units of different kinds. Write {instead}.')


def read_measured(side: str, wanted: Unit | None, hints: Hints, written: str = "") -> MeasuredNumber:
    """Return the number and the unit in one side of an answer.

    Raises UnreadableAnswer for anything else in it.
    """
    core = core_of(_ONE_OVER.sub(" /", currency_last(side, wanted, hints)), hints)
    if core.number.endswith("%"):
        core = Core(core.number.removesuffix("%").rstrip(), f"%{core.tail}")
    if core.number.endswith("%") and core.tail.startswith("%"):
        raise not_understood("%%", side, hints)
    scale, tail = _scale(core, wanted, hints)
    unit, name, rest = unit_in(tail, wanted, side, hints)
    refuse_unknown(rest, side, hints)
    is_large = wanted is not None and wanted.size > _BITS_IN_A_BYTE
    if scale != 1 and unit is None and is_large and core.tail.strip() in SCALE_LETTERS:
        raise unclear_letter(side, hints)
    by = ratio(unit, wanted) if unit and wanted else None
    number = value_of(core.number, scale, hints if by in {None, 1} else hints._replace(whole=False), written)
    if name in _BYTES and scale == 1 and number.digits and -THOUSAND < number.value < THOUSAND:
        raise could_be_two(f"{core.number} {name}", f"{core.number} billion", f"{core.number} {_BYTES[name]}")
    return MeasuredNumber(number, f"{core.number}{core.tail.removesuffix(tail)}".rstrip(), unit, name)


def show_converted(number: StatedNumber) -> str:
    """Return a converted number as text, rounded to few digits and without a remark on how many were stated."""
    value, _, digits, *_ = number
    if isinstance(value, Decimal) and digits:
        value = Context(prec=max(digits + 1, _SHOWN_DIGITS)).plus(value)
    return show_stated(StatedNumber(value, 0, digits))


def _scale(core: Core, wanted: Unit | None, hints: Hints) -> tuple[Fraction, str]:
    """Return the factor in the text after a number, and the text after that.

    A lone letter is a unit where it is one of the question's dimension (`25 M` for mol/L).  Else it stands for
    thousands or millions, and only of what is counted.
    """
    word = _WORD.match(core.tail)
    if word and word[1].casefold() in PERCENT:
        return Fraction(1), core.tail
    if (counted := _COUNTED.match(core.tail)) and wanted and is_counting(wanted):
        return Fraction(10) ** SCALE_LETTERS[counted[1]], core.tail[1:]
    letter = _LETTER.fullmatch(core.tail)
    if letter is None:
        return scale_of(core, hints, letters=False)
    if is_wanted_unit(letter[1], wanted):
        return Fraction(1), core.tail
    if wanted is None or is_counting(wanted):
        return scale_of(core, hints)
    if letter[1] in SCALE_LETTERS:
        raise unclear_letter(letter[1], hints)
    return Fraction(1), core.tail


def _snapped(number: StatedNumber, hints: Hints) -> StatedNumber:
    """Return an exact number as a whole one, where it differs only by the digits of π: π/6 rad in degrees."""
    if number.half or not hints.whole or isinstance(number.value, int):
        return number
    value = Fraction(number.value)
    return number._replace(value=round(value)) if abs(value - round(value)) <= SAME * abs(value) else number


def _is_power_of_ten(number: Fraction) -> bool:
    """Return whether a number is 1, 1000 or 1/100, so that it only moves the decimal point."""
    return digits_of(max(number, 1 / number)).rstrip("0") == "1"


def _decimal(number: Fraction) -> Decimal | None:
    """Return a fraction as a decimal number, if it ends."""
    decimal = EXACT.divide(Decimal(number.numerator), Decimal(number.denominator))
    return decimal if Fraction(decimal) == number else None
