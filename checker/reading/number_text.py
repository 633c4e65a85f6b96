"""Reads one number in any text: labels and words around it, several equal sides, remarks in brackets.

Every token is understood, or the text is unreadable.  The sides of `d_k = 3*64 = 192` have to be equal as far as their
digits show (`agree`), or lead to the last one by rounding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, islice
from typing import Final, TypeVar

from checker.engine.errors import UnreadableAnswer
from checker.reading.arithmetic import ProductOrRemark, value_of
from checker.reading.leading_number import MAX_LENGTH, core_of, no_number, scale_of, without_named_unit
from checker.reading.surrounding_text import (
    NO_BASE,
    PassedOver,
    is_formula,
    is_given,
    is_label,
    not_understood,
    other_event,
    refuse_unknown,
)
from checker.text.lazy_pattern import lazy_pattern
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief

MAX_SIDES: Final = 20
ROUNDING_DIGITS: Final = 2
"""Stated digits that one side needs to be a rounding of another: 0.33 is one of 1/3, and 0.3 is another number."""

_RESULT_DIGITS: Final = 3
"""Digits from which on a last side is the result of rounded numbers before it."""

EQUALS: Final = lazy_pattern(r":?={1,3}|[≈⇒→]|=>|->")
_SCALAR: Final = lazy_pattern(
    r"(?<![\w.])(?:(?:np|numpy)\.float\d{1,3}|(?:torch\.)?tensor|(?:np\.)?array|Array|float|(?:(?:np|numpy)\.u?int(?:32|64)|int)"
    r"(?=\([-+]?\d+\)))\(([^()\[\],]{1,200})(?:,\s*(?:dtype|device|grad_fn|requires_grad)\s*=[^()\[\]]{0,200})?\)"
)
_CHOOSE: Final = lazy_pattern(r"(?<![\w.])(?:C ?\( ?(\d{1,3}) ?[,;] ?(\d{1,3}) ?\)|(\d{1,3})C(\d{1,3})(?!\w))")
"""C(10, 3) and 10C3"""
_EVENT: Final = lazy_pattern(r"(?<!\w)(?:1 ?- ?)?[PW]r?(?:ob)? ?\([^()]{1,60}\) ?(?=[=≈])")
"""`P(X ≥ 8) =`, and `1 - P(X ≤ 7) =`"""
_STANDARD_NORMAL: Final = lazy_pattern(r"(?<![\w\\])(?:Φ|\\?Phi) ?(?=\( ?[-+]?[\d.])")
"""The cumulative distribution of the standard normal, as tables have it: `Φ(1.2)`."""
_BASES: Final = ("log10", "ln")
_UNEQUAL: Final = lazy_pattern(r"[~!<>]=|[≠≤≥]|<(?!-)|(?<![-=])>")
_ROUNDED: Final = lazy_pattern(r"(?<![\d.,\w])(?:\d+\.\d{2,}|\d{2,}\.\d|0\.\d{3,})(?![\d,])", re.ASCII)
"""Numbers of three digits or more, with decimals, which may be rounded."""
_LINES: Final = lazy_pattern(r"[\d.)%]\s*\n\s*[-+]?\s?[\d.(]")
_SYMBOL: Final = lazy_pattern(r"[^\W\d_](?:_?\w{1,3})?")
_MEASURED: Final = lazy_pattern(r"\d\s+[^\W\d_]")
"""A number with its unit."""
_APART: Final = lazy_pattern(r"(?<=[\d%.])\s+\(")
_REMARK: Final = lazy_pattern(r"([^()]*[^\s()*×/+^-])\s+\(([^()\d]*\d[^()]*(?:\([^()]*\)[^()]*)*|\([^()]*\)[^()]*)\)")
"""A number, a space, and brackets: `3845 (768*5 + 5)`."""

Read = TypeVar("Read")


def read_number_text(text: str, hints: Hints, written: str = "") -> StatedNumber:
    """Return the one number of a text in ASCII mathematics: `d_k = 3*64 = 192`, `≈ 27.6K parameters`.

    Raises UnreadableAnswer for no number, for two, for one that can be read in two ways, and for anything else in the
    text that is not understood; with the place in `written` where that is the same text.
    """
    sides, labelled = sides_of(text, hints)
    numbers = read_sides(sides, hints, lambda side: read_side(side, hints, written), labelled=labelled)
    return numbers[check_agreement(numbers, text, whole=hints.whole)]


def sides_of(text: str, hints: Hints) -> tuple[list[str], bool]:
    """Return (sides, had_label): the texts between the equals signs of an answer, and whether one was a label.

    Labels such as `d_k =` are left out.  Raise UnreadableAnswer if no side is left, or if it is no single answer.
    """
    if hints.decimal != "comma" and "C" in text:
        text = _CHOOSE.sub(lambda chosen: f"comb({chosen[1] or chosen[3]},{chosen[2] or chosen[4]})", text)
    bare = _without_events(text, hints) if "(" in text else text
    if unequal := _UNEQUAL.search(bare):
        raise not_understood(unequal[0], text, hints)
    if "\n" in text and _LINES.search(text):
        raise UnreadableAnswer(f'"{brief(text)}" has numbers on several lines. Write only one number.')
    sides = split_sides(bare)
    found = [side for side in sides if side.strip() and not is_label(side, hints.words)]
    if len(sides) > 1 and not sides[-1].strip():
        raise UnreadableAnswer(f'Nothing follows the equals sign in "{brief(text)}". Write only your final number.')
    if not found:
        raise no_number(text)
    first = next(side for side in sides if side.strip())
    if len(found) > 1 and found[0] is not first and _is_in_any(first.strip(), found):
        raise UnreadableAnswer(f'"{brief(text)}" is two answers. Write only one of them.')
    return found, found[0] is not first


def _without_events(text: str, hints: Hints) -> str:
    """Return a text with a plain P for the probability of an event; raise UnreadableAnswer where it is another one."""
    bare = _STANDARD_NORMAL.sub("normal_cdf", _SCALAR.sub(r"\1", text))
    for event in _EVENT.finditer(bare):
        if other := other_event(event[0], hints.words):
            raise not_understood(other, text, hints)
    return _EVENT.sub("P ", bare)


def _is_in_any(label: str, sides: Sequence[str]) -> bool:
    """Return whether a label is a symbol that one of the sides repeats: x in `x = 5 x = 12`."""
    if not _SYMBOL.fullmatch(label):
        return False
    from checker.units import is_unit_word  # here, because most questions have no unit

    if is_unit_word(label):
        return False
    return any(re.search(rf"(?<![\w\\]){re.escape(label)}(?![\w(])", side) for side in sides)


def split_sides(text: str) -> list[str]:
    """Return what is between the equals signs of a text; one in brackets does not count: `P(X = 1) = 0.5`."""
    sides, start, depth, last = [], 0, 0, 0
    for sign in islice(EQUALS.finditer(text), MAX_SIDES):
        depth += text.count("(", last, sign.start()) - text.count(")", last, sign.start())
        last = sign.start()
        if depth <= 0:
            sides.append(text[start : sign.start()])
            start = sign.end()
    return [*sides, text[start:]]


def read_sides(sides: Sequence[str], hints: Hints, read: Callable[[str], Read], *, labelled: bool) -> list[Read]:
    """Return what `read` makes of each side of an equation.  Raise UnreadableAnswer.

    `labelled`: after a label a side may be a formula in the question's symbols: `d_k = d_model/h = 256/4 = 64`.
    """
    found: list[Read] = []
    first_error: UnreadableAnswer | None = None
    logarithms = [side for side in sides if len(sides) > 1 and NO_BASE.search(side) and not is_formula(side, hints)]
    for side in (each for each in sides if each not in logarithms):
        if not labelled and len(sides) > 1 and is_given(name := side.strip(), hints.words):
            raise UnreadableAnswer(f'"{name}" is given in this question. Write only your final number.')
        try:
            found.append(read(side))
        except ProductOrRemark:
            if len(sides) == 1:
                raise
            found.append(read(_APART.sub("*(", side)))  # the other sides decide: 2500 (1.5)^2 = 5625
        except UnreadableAnswer as error:
            first_error = first_error or error
            if side is sides[-1]:
                raise
            _pass_over_formula(side, error, hints, labelled=labelled)
    if not found and first_error:
        raise first_error
    return [*(_by_base(side, read, found) for side in logarithms), *found]


def _pass_over_formula(side: str, error: UnreadableAnswer, hints: Hints, *, labelled: bool) -> None:
    """Raise UnreadableAnswer for a side that cannot be read, unless it is a formula in symbols before the number."""
    if isinstance(error, PassedOver) and (labelled or error.is_given):
        return
    if not is_formula(side, hints) or (_MEASURED.search(side) and not labelled):
        raise error
    if not labelled:
        whole = f'"{brief(side)}" is a formula in symbols'
        raise UnreadableAnswer(f"{whole}. Write only your final number.")


def _by_base(side: str, read: Callable[[str], Read], others: Sequence[Read]) -> Read:
    """Read a side in which `log` has no base: `-log(0.025)` in `-log(0.025) = 1.60`.

    Take the base with which it equals the last of `others`.  Raise UnreadableAnswer if there is none.
    """
    for base in _BASES if others else ():
        with suppress(UnreadableAnswer):
            found = read(NO_BASE.sub(base, side))
            if agree(*(each if isinstance(each, StatedNumber) else each.number for each in (found, others[-1]))):  # type: ignore[attr-defined]
                return found
    return read(side)


def check_agreement(sides: Sequence[StatedNumber], body: str, *, whole: bool) -> int:
    """Return the index of the side that is the answer.  Raise UnreadableAnswer if the sides are not equal.

    It is the most precise side, or the last one if the others lead to it by rounding: `n = 201.9 ≈ 202`.
    """
    if not all(agree(one, other) for one, other in combinations(sides, 2)):
        if _is_rounded_result(sides) or _is_rounded_on_the_way(sides, body) or (whole and _ends_in_whole_number(sides)):
            return len(sides) - 1
        raise UnreadableAnswer(f'The sides of "{brief(body)}" are not equal. Write only your final number.')
    place = min(reversed(range(len(sides))), key=lambda place: sides[place].half)
    is_rounded = whole and sides[place].value != int(sides[place].value) and sides[-1].value == int(sides[-1].value)
    return len(sides) - 1 if is_rounded else place


def read_side(text: str, hints: Hints, written: str = "") -> StatedNumber:
    """Return the number in a text without an equals sign.  Raise UnreadableAnswer for unknown words.

    A number in brackets after it has to be equal, such as its working: `3845 (768*5 + 5)`.  Raise ProductOrRemark for
    another one.
    """
    remark = _REMARK.fullmatch(text.strip()) if len(text) <= MAX_LENGTH else None
    if remark is None:
        return _read_side(text, hints, written)
    try:
        working, stated = read_side(remark[2], hints), read_side(remark[1], hints, written)
    except UnreadableAnswer:  # what is before the brackets is no number either: `Answer: (9+1)`, `sqrt (17)`
        return _read_side(text, hints, written)
    if agree(stated, working):
        return stated
    raise ProductOrRemark(text)


def _read_side(text: str, hints: Hints, written: str) -> StatedNumber:
    """Return the number in a text without an equals sign or a number in brackets after it.  Raise UnreadableAnswer."""
    core = core_of(text, hints)
    scale, rest = scale_of(core, hints)
    refuse_unknown(without_named_unit(rest, text, hints), text, hints)
    return value_of(core.number, scale, hints, written)


def _ends_in_whole_number(sides: Sequence[StatedNumber]) -> bool:
    """Return whether the last side is a whole number less than 1 from all the others: `n = 1024.43 → 1025`.

    None of the others may be that number already.
    """
    *calculated, last = sides
    if not calculated or last.value != int(last.value):
        return False
    near = (int(last.value) - 1, int(last.value), int(last.value) + 1)
    return all(near[0] < each.value < near[2] and each.value != near[1] for each in calculated)


def _is_rounded_result(sides: Sequence[StatedNumber]) -> bool:
    """Return whether rounded numbers lead to the last side: `Φ(1.6) - Φ(-0.9) = 0.945 - 0.184 = 0.761`.

    Then all sides are equal as far as the digits of the last one go.
    """
    *calculated, last = sides
    return last.half > 0 and (last.digits or 0) >= _RESULT_DIGITS and all(agree(each, last) for each in calculated)


def _is_rounded_on_the_way(sides: Sequence[StatedNumber], body: str) -> bool:
    """Return whether the last side differs only by what was rounded before: `12·(1 - e^(-1.451)) = 9.187`."""
    *calculated, last = sides
    if not last.half or (last.digits or 0) < _RESULT_DIGITS or any(each.half for each in calculated):
        return False
    rounded = [Fraction(each.replace(".", "").lstrip("0")) for each in _ROUNDED.findall(body[: body.rfind("=")])]
    reach = max((1 / each for each in rounded if each), default=Fraction(0))
    slack = Fraction(last.half) + reach * abs(Fraction(last.value))
    return all(abs(Fraction(each.value) - Fraction(last.value)) <= slack for each in calculated)


def agree(one: StatedNumber, other: StatedNumber) -> bool:
    """Return whether two sides of an answer have the same value, as far as their digits show.

    If they differ, the coarser one needs two digits: 0.33 agrees with 1/3, and 0.3 does not.
    """
    left, right = Fraction(one.value), Fraction(other.value)
    coarser = max(one, other, key=lambda each: each.half)
    if left != right and (not coarser.value or (coarser.digits or ROUNDING_DIGITS) < ROUNDING_DIGITS):
        return False
    slack = Fraction(1, 10**9) * abs(left) if isinstance(one.value, float) or isinstance(other.value, float) else 0
    apart = abs(left - right)  # 27648 and 27649 touch, and are two numbers
    return apart == 0 or apart < Fraction(one.half) + Fraction(other.half) + slack
