"""Reads a number with a unit where the question asks for one: `44 MB`, `2·7·10^9 bytes = 14 GB`.

It converts the number to the question's unit, and checks that all sides are equal.  Also reads shares that are stated
twice (`12.5% (0.125)`), arctangents in degrees, and amounts in units such as `billion EUR`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.reading.arithmetic import multiply, value_of
from checker.reading.measured_number import MeasuredNumber, read_measured, show_converted
from checker.reading.number_text import agree, check_agreement, read_sides, sides_of, split_sides
from checker.reading.passed_over import calculation_with_units, formula_in_symbols
from checker.reading.reading import Reading
from checker.reading.show import Spelling
from checker.reading.substances import without_substance
from checker.reading.surrounding_text import not_understood
from checker.reading.unit_text import are_alike, is_unit, refuse_unit_labels, without_label, wrong_dimension
from checker.text.number import Hints, Real, StatedNumber
from checker.text.numeral import NUMERAL
from checker.text.plain import brief
from checker.text.vocabulary import WORD, lexicon
from checker.units import Unit, is_counting, read_unit, unit_of_author

_REPEATED: Final = re.compile(r"([^()]*[^\W\d_%]) \(([^()\d]*\d[^()]*[^\W\d_%])\)")
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
_MAX_SHARE_LENGTH: Final = 200
_TWICE: Final = re.compile(r"([^\W\d_]+)\s+[-+]?[\d.,]+\s*\1")
"""`EUR 25 EUR`"""
_LETTERS: Final = re.compile(r"(?<![A-Za-z\\])(?!(?:sqrt|exp|ln|log|sin|cos|tan|pi|e)(?![A-Za-z]))[A-Za-z]")
"""A letter that is no function or constant."""
_QUOTIENT: Final = re.compile(rf"[-+]?{NUMERAL}\s?/\s?{NUMERAL}", re.ASCII)
_LAST_WORD: Final = re.compile(r"[^\W\d_]+$")
_ONE: Final = Unit((), Fraction(1))
_PERCENT: Final = Unit((), Fraction(1, 100))
_DEGREE: Final = read_unit("°")
_DEGREES: Final = Fraction(180 / math.pi)
_ARC: Final = r"(?:(?:arc ?|a)(?:sin|cos|tan) ?\(|(?:sin|cos|tan) ?\^ ?\(?-1\)? ?[(\d.-])"
_ANGLE: Final = re.compile(rf"[-+]? ?{_ARC}.*[\d)]")
_INVERSE: Final = re.compile(rf"^(?!.*(?:π|pi|180 ?/|57\.))(?:.*[^a-z])?{_ARC}")
"""An arctangent in arithmetic that does not convert it to degrees."""
_PROBABILITY: Final = re.compile(r"(?<![\w\\])(?:[PW]r?(?:ob)? ?\([^()]{1,60}\) ?[=≈]|(?:Φ|\\?Phi) ?\()")
"""`P(X ≥ 8) =` and `Φ(1.2)`, which are shares."""
_RATE: Final = re.compile(r"(?:/ ?|(?<!\w)per )(day|week|month|quarter|year)s?$", re.IGNORECASE)
_WORDS: Final = re.compile(WORD)
_OF: Final = re.compile(r"^(?:d['’]|(?:de|of|di)\s)", re.IGNORECASE)
"""`milliards d'euros`"""


def read_with_unit(text: str, hints: Hints, written: str = "") -> Reading:
    """Return the one number in a text, converted to the question's unit.

    A unit of the same dimension is converted, and one of another dimension refuses the answer.  Without one the number
    is in the question's unit, and in an equation in that of the side after it.  Raises UnreadableAnswer.
    """
    wanted = unit_of_author(hints.unit or "")
    text = without_substance(text, wanted, hints.words)
    text = _SIUNITX.sub(r"\1 \2", _HALF_LIFE.sub(r"_\1\2", text))
    body, label = without_label(_percent_alone(text, wanted, hints), wanted, hints)
    found, labelled = sides_of(body, hints)
    sides = [part for side in found for part in _repeated(side.strip())]
    read = read_sides(
        sides,
        hints,
        lambda side: _read_side(side, wanted, hints, written, is_last=side is sides[-1]),
        labelled=labelled,
    )
    read = _angles_in_degrees(_without_shares(read, wanted), wanted)
    _refuse_other_label(read, label, wanted, text, hints)
    if not any(each.unit for each in read):
        refuse_unit_labels((side for side in split_sides(body) if side not in found), wanted, text, hints)
    amounts = _with_units(_in_thousands(read), label, wanted)
    last = amounts[-1]
    if last.unit and wanted is None:
        raise UnreadableAnswer(f'I cannot convert "{brief(last.name)}" to {hints.unit}. Write it in {hints.unit}.')
    if wanted == _PERCENT and last.unit is None and 0 < last.number.value < 1 and _PROBABILITY.search(text):
        raise UnreadableAnswer(f'"{brief(text)}" may be a share or a percentage. Write the percentage with the % sign.')
    is_alike = not last.unit or are_alike(last.unit, wanted)
    numbers = [each.converted(wanted if is_alike else last.unit, body, hints) for each in amounts]
    place = check_agreement(numbers, body, whole=hints.whole)
    best = numbers[place]
    shown = Spelling(hints.whole, hints.decimal).number(show_converted(best))
    if not is_alike:
        rate = _RATE.search(last.name) if wanted == _PERCENT or (wanted and is_counting(wanted)) else None
        if rate and (wanted == _PERCENT or re.search(rf"(?:each|every) {rate[1]}|{rate[1]}ly", hints.words.text)):
            raise not_understood(rate[0], text, hints)  # the payment of each month, or another amount
        refused = wrong_dimension(last.name, last.unit, wanted, hints)
        return Reading((), (best,), shown=f"{shown} {last.name}".rstrip(), refused=refused)
    if best.digits is None and numbers[-1].digits is not None and last.unit in (None, wanted):
        return Reading((), (best,), shown=last.shown, unit=last.name)  # 2.08 rather than 25/12
    # Show an equal side that is in the question's unit, if there is one.
    equal = [amount for amount, number in zip(amounts, numbers, strict=True) if number.value == best.value]
    chosen = next((each for each in reversed(equal) if each.unit == wanted), amounts[place])
    if chosen.unit is None or chosen.unit == wanted:
        is_other = chosen != amounts[numbers.index(best)]
        return Reading((), (best,), shown=chosen.shown if is_other else "", unit=chosen.name)
    note = f"{chosen.shown}, read as {shown} {hints.unit}"
    return Reading((), (best,), note, shown=chosen.shown, unit=chosen.name)


def _percent_alone(text: str, wanted: Unit | None, hints: Hints) -> str:
    """Return only the percent of a text that states a share both ways.  Raises UnreadableAnswer if they differ."""
    both = _SHARE.search(text[:_MAX_SHARE_LENGTH]) if wanted == _PERCENT else None
    if both is None:
        return text
    percent, share = both["percent"] or both["percent2"], both["share"] or both["share2"]
    stated = value_of(percent, Fraction(1), hints)
    check_agreement(
        [stated, multiply(value_of(share, Fraction(1), hints._replace(whole=False)), Fraction(100))], text, whole=False
    )
    return f"{text[: both.start()]}{percent} %{text[both.end() :]}"


def _repeated(text: str) -> tuple[str, ...]:
    """Return `15032385536 bytes (15.03 GB)` as two texts, if both end in a unit; else the text as the only one."""
    both = _REPEATED.fullmatch(text)
    return both.groups() if both and all(map(_ends_in_a_unit, both.groups())) else (text,)


def _ends_in_a_unit(text: str) -> bool:
    """Return whether the last word of a text is a known unit."""
    word = _LAST_WORD.search(text)
    return word is not None and is_unit(word[0])


def _read_side(side: str, wanted: Unit | None, hints: Hints, written: str, *, is_last: bool) -> MeasuredNumber:
    """Return the number and the unit of one side.

    Raise UnreadableAnswer, and PassedOver if it is a formula or a calculation.  In the last side, `12.5*m/s` is an
    amount.
    """
    try:
        measured = _of_whole_quotient(read_measured(side, wanted, hints, written), wanted)
    except UnreadableAnswer:
        if found := formula_in_symbols(side, hints, is_last=is_last) or calculation_with_units(side, hints):
            raise found from None
        raise
    is_wanted = measured.unit and are_alike(measured.unit, wanted) and (is_last or _ends_in_wanted(side, hints))
    if measured.unit and not is_wanted and (found := formula_in_symbols(side, hints, is_last=is_last)):
        raise found
    return measured


def _ends_in_wanted(side: str, hints: Hints) -> bool:
    """Return whether a side is a number and the question's unit as it stands: `sqrt(21^2 + 33^2) m/s`."""
    number = side.strip().removesuffix(hints.unit or "")
    return number != side.strip() and not _LETTERS.search(number)


def _of_whole_quotient(found: MeasuredNumber, wanted: Unit | None) -> MeasuredNumber:
    """Return a quotient such as `0.69/0.0012 s` as 0.69/(0.0012 s), if the question asks for 1/s.

    Other amounts are returned as they are.
    """
    is_quotient = found.unit is not None and not are_alike(found.unit, wanted) and _QUOTIENT.fullmatch(found.text)
    if found.unit is None or not is_quotient or not are_alike(_ONE / found.unit, wanted):
        return found
    return found._replace(unit=_ONE / found.unit, name=f"1/({found.name})")


def _angles_in_degrees(amounts: list[MeasuredNumber], wanted: Unit | None) -> list[MeasuredNumber]:
    """Return the sides with an arctangent in degrees, where that is how they agree: `arctan(0.6545) = 33.2°`.

    Raises UnreadableAnswer where nothing tells whether it is in radians: for `arctan(0.6545)` alone.
    """
    if wanted != _DEGREE:
        return amounts
    if len(amounts) == 1 and amounts[0].unit in {None, wanted} and _INVERSE.search(amounts[0].text):
        whole = f'"{brief(amounts[0].text)}" could be in degrees or in radians'
        raise UnreadableAnswer(f"{whole}. Write only your final number, in °.")
    angles = [each for each in amounts[:-1] if each.unit in {None, wanted} and _ANGLE.fullmatch(each.text)]
    last = amounts[-1]
    turned = [each._replace(number=multiply(each.number, _DEGREES), unit=_DEGREE, name="°") for each in angles]
    if last.unit not in {None, _DEGREE} or not all(agree(each.number, last.number) for each in turned):
        return amounts
    return [turned[angles.index(each)] if each in angles else each for each in amounts]


def _in_thousands(amounts: list[MeasuredNumber]) -> list[MeasuredNumber]:
    """Return the sides without a unit as thousands, where the last one says so: `5·8.7 = 43.5 thousand dollars`."""
    *before, last = amounts
    said = [lexicon().scales.get(word.casefold()) for word in _WORDS.findall(last.text)] if before else []
    scale = next(filter(None, said), None)
    if scale is None or any(each.unit or _WORDS.search(each.text) for each in before):
        return amounts
    scaled = [each._replace(number=multiply(each.number, scale)) for each in before]
    return [*scaled, last] if all(agree(each.number, last.number) for each in scaled) else amounts


def _without_shares(amounts: list[MeasuredNumber], wanted: Unit | None) -> list[MeasuredNumber]:
    """Return the sides without those that repeat a percentage as a number: the first one in `0.613 = 61.3%`."""
    percents = [each.number for each in amounts if each.unit == _PERCENT]
    if wanted != _PERCENT or not 0 < len(percents) < len(amounts):
        return amounts
    return [each for each in amounts if each.unit or not _is_share(each.number, percents)]


def _is_share(number: StatedNumber, percents: list[StatedNumber]) -> bool:
    """Return whether a number is one of these percentages."""
    return any(agree(multiply(number, Fraction(100)), percent) for percent in percents)


def _refuse_other_label(
    amounts: list[MeasuredNumber], label: str, wanted: Unit | None, text: str, hints: Hints
) -> None:
    """Raise UnreadableAnswer for a unit before the number and another one after it, or the same: `MB 5 MB`."""
    written = [each.unit for each in amounts if each.unit]
    is_other = label and written and read_unit(label, wanted) not in written
    if is_other or (label and _TWICE.fullmatch(text.strip())):
        raise not_understood(label, text, hints)


def _with_units(amounts: list[MeasuredNumber], label: str, wanted: Unit | None) -> list[MeasuredNumber]:
    """Return the sides of an equation; one without a unit gets that of the next side, or that of the label."""
    found: list[MeasuredNumber] = []
    unit, name = (read_unit(label, wanted), label) if label else (None, "")
    for each in reversed(amounts):
        unit, name = (each.unit, each.name) if each.unit else (unit, name)
        found.append(each._replace(unit=unit, name=name))
    return found[::-1]


def scale_in(unit: str) -> Fraction | None:
    """Return the factor of a word such as `billion` at the beginning of a unit; None if there is no such word.

    >>> scale_in("billion EUR"), scale_in("EUR")
    (Fraction(1000000000, 1), None)
    """
    first = _WORDS.match(unit)
    return lexicon().scales.get(first[0].casefold()) if first else None


def read_in_scaled_unit(
    text: str, hints: Hints, scale: Fraction, read: Callable[[str, Hints], Reading]
) -> Reading | None:
    """Return a number in a unit such as `billion EUR`, from a text with this word, or converted from one without.

    `431.6 billion EUR`, `431.6 billion` and `431,600 million EUR` are one answer.  Return None for a text without any
    word, such as `431.6`.  Raises UnreadableAnswer.
    """
    unit = (hints.unit or "").partition(" ")[2].strip()
    own = hints._replace(unit=unit or None)
    said = [found for found in _WORDS.finditer(text) if lexicon().scales.get(found[0].casefold()) == scale]
    if len(said) == 1:
        after = _OF.sub("", text[said[0].end() :].strip())
        return read(f"{text[: said[0].start()].rstrip()} {after}".strip(), own)
    if not _WORDS.search(text):
        return None
    found = read(text, own)
    return found if found.refused else found._replace(numbers=tuple(_divided(each, scale) for each in found.numbers))


def _divided(number: StatedNumber, scale: Fraction) -> StatedNumber:
    """Return a number divided by a scale, with its digits."""
    return number._replace(value=_quotient(number.value, scale), half=_quotient(number.half, scale), written=None)


def _quotient(value: Real, scale: Fraction) -> Real:
    """Return a value over a multiple, a decimal number where it was one."""
    if isinstance(value, int | Decimal):
        return Decimal(value) * scale.denominator / scale.numerator
    return value / scale
