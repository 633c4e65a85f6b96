"""A number with a unit, as a student may write it where the question has one: `44 MB`, `2·7·10^9 bytes = 14 GB`."""

from __future__ import annotations

import re
from contextlib import suppress
from decimal import Context, Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from checker.answers.around import refuse_unknown
from checker.answers.convert import times
from checker.answers.core_text import PERCENT, THOUSAND, Core, core_of, scale_of
from checker.answers.number_text import agreement, numeric, sides_of
from checker.answers.reading import Reading
from checker.answers.show import show_stated
from checker.answers.tolerance import EXACT
from checker.answers.unit_arithmetic import UnitQuantity, worked_out
from checker.answers.unit_text import are_alike, money_behind, refusal, unit_in, without_label
from checker.answers.value_text import SAME, value_of
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints, StatedNumber
from checker.notation.numeral import NUMERAL
from checker.notation.text import brief
from checker.notation.units import (
    Unit,
    UnitError,
    convert,
    in_base_units,
    is_counting,
    ratio,
    read_unit,
    unit_of_author,
)
from checker.notation.value import MAX_NUMBER, combine
from checker.notation.vocabulary import SCALE_LETTERS

_LETTER: Final = re.compile(r"\s*([A-Za-z])(?![\w*/^(])\s*")
_COUNTED: Final = re.compile(r"([kKMGBT])\s+(?=[^\W\d_]|[€£¥₹])")
"""Thousands or millions of what is counted: `1.25k tokens/s`."""
_WORD: Final = re.compile(r"\s*([^\W\d_]+|%)")
_ONE_OVER: Final = re.compile(r"(?<=[\d)])\s+1\s?/\s?(?=[A-Za-zµμ°Ω(])")
"""`3.6 1/s`."""
_TWICE: Final = re.compile(r"([^()]*[^\W\d_%]) \(([^()\d]*\d[^()]*[^\W\d_%])\)")
"""`15032385536 bytes (15.03 GB)`."""
_HALF_LIFE: Final = re.compile(r"_\((\d)/(\d)\)")
"""`T_{1/2}`"""
_SIUNITX: Final = re.compile(r"\\(?:SI|qty)\s?\(([^()]{1,60})\)\s?\(([^()]{1,60})\)")
r"""`\SI{12.5}{m/s}`"""
_SHARE: Final = re.compile(
    rf"(?P<percent>{NUMERAL})\s?% \((?P<share>{NUMERAL})\)|(?P<share2>{NUMERAL}) \((?P<percent2>{NUMERAL})\s?%\)",
    re.ASCII,
)
"""`12.5% (0.125)` and `0.125 (12.5%)`."""
_REPEATED: Final = re.compile(r"[^\W_]\s+\(\s*[-+]?\d")
"""`6 N (6 kg m/s^2)`: the same once more, or a product."""
_LAST_WORD: Final = re.compile(r"[^\W\d_]+$")
_BYTES: Final = {"B": "bytes", "b": "bits"}
_PERCENT: Final = Unit((), Fraction(1, 100))
LONGEST_SHARE: Final = 200
_DIGITS: Final = 6
_ONE_BYTE: Final = 8


class Amount(NamedTuple):
    """A number and the unit that is written behind it; None where none is."""

    number: StatedNumber
    text: str
    """The number as it is written."""
    unit: Unit | None
    name: str


def read_quantity(text: str, hints: Hints, written: str = "") -> Reading:
    """Return one number of a text that `plain` has gone over, in the question's unit.

    A unit of the same dimension is converted, and one of another dimension refuses the answer.  Without one the number
    is in the question's unit, and in an equation in that of the side after it.  Raises Unreadable.
    """
    asked = unit_of_author(hints.unit or "")
    text = _SIUNITX.sub(r"\1 \2", _HALF_LIFE.sub(r"_\1\2", text))
    body, label = without_label(_percent_alone(text, asked, hints), asked, hints)
    found, labelled = sides_of(body, hints)
    sides = [part for side in found for part in _twice(side.strip())]
    read = numeric(sides, hints, lambda side: _amount(side, asked, hints, written), labelled=labelled)
    amounts = _with_units(read, label, asked)
    last = amounts[-1]
    if last.unit and asked is None:
        raise UnreadableAnswer(
            f'I cannot convert "{brief(last.name)}" to {hints.unit}. Give the number in {hints.unit}.'
        )
    if last.unit and not are_alike(last.unit, asked):
        numbers = [converted(each, last.unit, body, hints) for each in amounts]
        best = numbers[agreement(numbers, body)]
        refused = refusal(last.name, last.unit, asked, hints)
        return Reading((), (best,), shown=f"{legible(best)} {last.name}", refused=refused)
    numbers = [converted(each, asked, body, hints) for each in amounts]
    best, said = _stated_most(numbers, amounts, asked, body)
    if said.unit is None or said.unit == asked:
        is_other = said != amounts[numbers.index(best)]
        return Reading((), (best,), shown=f"{brief(said.text)} {said.name}" if is_other else "", unit=said.name)
    given = f"{brief(said.text)} {said.name}"
    return Reading((), (best,), f"{given}, read as {legible(best)} {hints.unit}", shown=given, unit=said.name)


def _percent_alone(text: str, asked: Unit | None, hints: Hints) -> str:
    """The percent of a text that states a share both ways, where that is asked.  Raises Unreadable if they differ."""
    both = _SHARE.search(text[:LONGEST_SHARE]) if asked == _PERCENT else None
    if both is None:
        return text
    percent, share = both["percent"] or both["percent2"], both["share"] or both["share2"]
    one = value_of(percent, Fraction(1), hints)
    agreement([one, times(value_of(share, Fraction(1), hints._replace(whole=False)), Fraction(100))], text)
    return f"{text[: both.start()]}{percent} %{text[both.end() :]}"


def _amount(side: str, asked: Unit | None, hints: Hints, written: str) -> Amount:
    """The number and the unit of one side, or what a working with units comes to.  Raises Unreadable."""
    try:
        return amount(side, asked, hints, written)
    except UnreadableAnswer:
        working = None if _REPEATED.search(side) else worked_out(money_behind(side, asked, hints), hints)
        if working is None:
            raise
    return _in_asked(side, working, asked, hints)


def _in_asked(side: str, working: UnitQuantity, asked: Unit | None, hints: Hints) -> Amount:
    """What is worked out, in the question's unit if it is of its dimension."""
    by = ratio(working.unit, asked) if asked else None
    to = asked if by is not None else Unit(working.unit.dimension, Fraction(1))
    try:
        value = combine("*", working.value, working.unit.size if by is None else by, 0)
    except OverflowError:
        raise UnreadableAnswer("This number is too large.") from None
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise UnreadableAnswer("This number is too large.")
    name = hints.unit if by is not None and hints.unit else in_base_units(working.unit)
    return Amount(StatedNumber(value, 0, None), side, to, name)


def _stated_most(
    numbers: list[StatedNumber], amounts: list[Amount], asked: Unit | None, body: str
) -> tuple[StatedNumber, Amount]:
    """The number that states most, and the side to show: an equal one in the question's unit.  Raises Unreadable."""
    place = agreement(numbers, body)
    most = numbers[place]
    alike = [amount for amount, number in zip(amounts, numbers, strict=True) if number.value == most.value]
    return most, next((each for each in reversed(alike) if each.unit == asked), amounts[place])


def _with_units(amounts: list[Amount], label: str, asked: Unit | None) -> list[Amount]:
    """The sides of an equation, those without a unit in that of the next side with one, or in that of the label."""
    found: list[Amount] = []
    unit, name = (read_unit(label, asked), label) if label else (None, "")
    for each in reversed(amounts):
        unit, name = (each.unit, each.name) if each.unit else (unit, name)
        found.append(each._replace(unit=unit, name=name))
    return found[::-1]


def amount(side: str, asked: Unit | None, hints: Hints, written: str = "") -> Amount:
    """Return the number and the unit of one side.  Raises Unreadable where anything in it is not understood."""
    core = core_of(_ONE_OVER.sub(" /", money_behind(side, asked, hints)), hints)
    if core.number.endswith("%"):
        core = Core(core.number.removesuffix("%").rstrip(), f"%{core.tail}")
    scale, tail = _scale(core, asked, hints)
    unit, name, rest = unit_in(tail, asked, side, hints)
    refuse_unknown(rest, side, hints)
    if scale != 1 and unit is None and asked and asked.size > _ONE_BYTE and core.tail.strip() in SCALE_LETTERS:
        raise UnreadableAnswer(f'I do not know what "{brief(side)}" is in {hints.unit}. Write the unit behind it.')
    by = ratio(unit, asked) if unit and asked else None
    number = value_of(core.number, scale, hints if by in {None, 1} else hints._replace(whole=False), written)
    if name in _BYTES and scale == 1 and number.digits and -THOUSAND < number.value < THOUSAND:
        one, two = f"{core.number} billion", f"{core.number} {_BYTES[name]}"
        raise UnreadableAnswer(f'"{core.number} {name}" can be read as {one} or as {two}. Write one of these.')
    return Amount(number, f"{core.number}{core.tail.removesuffix(tail)}".rstrip(), unit, name)


def _scale(core: Core, asked: Unit | None, hints: Hints) -> tuple[Fraction, str]:
    """What a number is multiplied by, and what stands behind that.

    A lone letter is a unit where it is one of the question's dimension (`25 M` for mol/L); else it stands for thousands
    or millions, and only of what is counted.
    """
    word = _WORD.match(core.tail)
    if word and word[1].casefold() in PERCENT:
        return Fraction(1), core.tail
    if (counted := _COUNTED.match(core.tail)) and asked and is_counting(asked):
        return Fraction(10) ** SCALE_LETTERS[counted[1]], core.tail[1:]
    letter = _LETTER.fullmatch(core.tail)
    if letter is None:
        return scale_of(core, hints, letters=False)
    with suppress(UnitError):
        if are_alike(read_unit(letter[1], asked), asked):
            return Fraction(1), core.tail
    if asked is None or is_counting(asked):
        return scale_of(core, hints)
    if letter[1] in SCALE_LETTERS:
        raise UnreadableAnswer(f'I do not know what "{letter[1]}" is in {hints.unit}. Write the number and its unit.')
    return Fraction(1), core.tail


def _twice(text: str) -> tuple[str, ...]:
    """The number, and what stands in brackets behind it if both have a unit."""
    twice = _TWICE.fullmatch(text)
    return twice.groups() if twice and all(map(_ends_in_a_unit, twice.groups())) else (text,)


def _ends_in_a_unit(text: str) -> bool:
    word = _LAST_WORD.search(text)
    try:
        return bool(word and read_unit(word[0], None))
    except UnitError:
        return False


def converted(each: Amount, to: Unit | None, body: str, hints: Hints) -> StatedNumber:
    """Return an amount's number in another unit.  Raises Unreadable where the two measure different things."""
    if each.unit is None or to is None:
        return each.number
    by = ratio(each.unit, to)
    if by is not None:
        return _snapped(times(each.number, by), hints)
    value, half, digits = each.number
    moved = convert(Fraction(value), each.unit, to)
    if moved is None:
        raise UnreadableAnswer(f'"{brief(body)}" has units of two kinds. Write one number, in {hints.unit}.')
    reach = Fraction(half) * each.unit.size / to.size
    exact, exact_reach = _decimal(moved), _decimal(reach)
    if digits is None or exact is None or exact_reach is None:
        return StatedNumber(moved, reach, None)
    return StatedNumber(exact, exact_reach, digits)


def _snapped(number: StatedNumber, hints: Hints) -> StatedNumber:
    """An exact number that is a whole one but for the digits of π, where a whole one is asked: π/6 rad in degrees."""
    if number.half or not hints.whole or isinstance(number.value, int):
        return number
    value = Fraction(number.value)
    return number._replace(value=round(value)) if abs(value - round(value)) <= SAME * abs(value) else number


def _decimal(number: Fraction) -> Decimal | None:
    """A fraction as a decimal number, if it ends."""
    decimal = EXACT.divide(Decimal(number.numerator), Decimal(number.denominator))
    return decimal if Fraction(decimal) == number else None


def legible(number: StatedNumber) -> str:
    """Return a number without a remark on its digits, and without the tail that a conversion gives it."""
    value, _, digits = number
    if isinstance(value, Decimal) and digits:
        value = Context(prec=max(digits + 1, _DIGITS)).plus(value)
    return show_stated(StatedNumber(value, 0, digits))
