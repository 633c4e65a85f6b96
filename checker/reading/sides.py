"""Reads an answer that is one number: `side {("=" | "≈") side}`, each side an amount.

The sides must agree.  Labels and formulas in symbols are passed over, and the most precise side counts.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction
from itertools import combinations, islice
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.reading.amount import Amount, read_amount
from checker.reading.arithmetic import multiply
from checker.reading.measure import are_alike, asked, unit_named, wrong_dimension
from checker.reading.reading import Reading
from checker.reading.refusals import mixed_units, no_number, not_understood, two_numbers, unequal_sides
from checker.reading.show import Spelling, show_stated
from checker.reading.words import is_formula, is_given, label_of
from checker.text import lazy_pattern
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief, plain
from checker.units.kinds import is_counting
from checker.units.reading import read_unit
from checker.units.unit import Unit

_ROUNDING_DIGITS: Final = 2
"""Stated digits that one side needs to be a rounding of another: 0.33 is one of 1/3, and 0.3 is another number."""

_UNEQUAL: Final = lazy_pattern(r"[~!<>]=|[≠≤≥±]|<(?!-)|(?<![-=])>|\+\s?/\s?-|(?<![\w.])0[xXbBoO][0-9a-fA-F]+")
_ARC: Final = lazy_pattern(
    r"^(?!.*(?:π|pi|180 ?/|57\.))(?:.*[^a-z])?(?:(?:arc ?|a)(?:sin|cos|tan) ?\(|(?:sin|cos|tan) ?\^ ?\(?-1\)? ?[(\d.-])"
)
"""An inverse function in arithmetic that does not convert it to degrees."""
_DEGREE: Final = read_unit("°")
_PERCENT: Final = Unit((), Fraction(1, 100))
_FUNCTION: Final = lazy_pattern(
    r"(?<![A-Za-z])(?:sqrt|cbrt|exp|ln|log\w*|a?(?:rc)?(?:sin|cos|tan)h?|max|min|comb)$|[\d)] ?[xX]$"
)
_SPELLINGS: Final = tuple(
    (lazy_pattern(pattern, re.IGNORECASE), plainer)
    for pattern, plainer in (
        (r"\b(?:per|pour|por) ?(?:cento?|ciento)\b", "percent"),
        (r"(?<![a-z])(?<!log_)pi(?![a-z(])", "pi"),
        (r"([.,]\d{3,60}) ?(?:\.{3}|…)(?= ?$)", r"\1"),
        (r"(?:(?<=[%)])|(?<=/)( ?\d+))\.$", r"\1"),
        (r"(?<![\w.])C ?\( ?(\d{1,3}) ?[,;] ?(\d{1,3}) ?\)", r"comb(\1;\2)"),
        (r"(?<![\w.])(\d{1,3})C(\d{1,3})(?!\w)", r"comb(\1;\2)"),
        (r"(?<![\w\\])(?:Φ|\\?Phi) ?(?=\( ?[-+]?[\d.])", "normal_cdf"),
        (
            r"(?<![\w.])(?:(?:np|numpy)\.u?(?:float|int)\d{1,3}|(?:torch\.)?tensor|(?:np\.)?array|float)\(([^()\[\],]{1,200})(?:,[^()]{0,200})?\)",
            r"\1",
        ),
        (r"\\(?:SI|qty)\s?\(([^()]{1,60})\)\s?\(([^()]{1,60})\)", r"\1 \2"),
        (r"(?<=[\d)])\s+1\s?/\s?(?=[a-zµμ°Ω(])", " /"),
        (r"(?<![\d)%+-] )(?<![+-])\bminus\s+(?=[\d.])", "-"),
    )
)


def read_number(written: str, hints: Hints) -> Reading:
    """Return the one number in an answer, in the unit that the question asks for.

    A unit of another dimension refuses the answer.  Raise UnreadableAnswer for what does not fit the grammar.
    """
    text = plain(_dollars(written, hints))
    for pattern, plainer in _SPELLINGS:
        text = pattern.sub(plainer, text)
    if re.search(r"[\d.)%]\s*\n\s*[-+]?\s?[\d.(]|\d *\t *\d", text):
        raise two_numbers(written)
    front, equals, last = text.rpartition("=")
    if unequal := _UNEQUAL.search(re.sub(r"\([^()]*\)", "", front) + equals + last):
        raise not_understood(unequal[0], written, hints)
    amounts, labels, unit = _amounts(text, hints, written)
    if unit and all(each.unit not in {None, unit_named(unit, hints)} for each in amounts):
        raise not_understood(unit, written, hints)
    reading = _reading(_with_units(amounts, unit, hints), written, hints)
    is_share = asked(hints.unit).unit == _PERCENT and any("(" in label for label in labels)
    if is_share and not reading.unit and 0 < reading.numbers[0].value < 1:
        whole = f'"{brief(written)}" may be a share or a percentage'
        raise UnreadableAnswer(f"{whole}. Write the percentage with the % sign.")
    return reading


def _dollars(text: str, hints: Hints) -> str:
    """Return a text with `$` as a word, if the question asks for money and `$` does not enclose mathematics."""
    wanted = asked(hints.unit).unit if "$" in text else None
    if wanted is None or not is_counting(wanted):
        return text
    text = re.sub(r"(?<!\\)\$\$?(?=[^\s$])([^$]*[^\s$])\$\$?(?!\d)", r" \1 ", text)
    if hints.decimal != "comma":
        text = re.sub(r"(?<=\$)\s?[1-9]\d{0,2}(?:,\d{3}){1,6}(?![\d,])", lambda found: found[0].replace(",", ""), text)
    # a dollar, but not of another country: `A$25`, `25 $ CA`
    return re.sub(r"(?<![A-Za-z$])(?:US\s?)?\\?\$(?!\s?(?:[A-Z]{2}\b|\$))", " dollars ", text)


def split_sides(text: str) -> list[str]:
    """Return what is between the equals signs of a text; one in brackets does not count: `P(X = 1) = 0.5`."""
    sides, start, depth, last = [], 0, 0, 0
    for sign in islice(re.finditer(r":?={1,3}|[≈⇒→]|=>|->", text), 20):
        depth += text.count("(", last, sign.start()) - text.count(")", last, sign.start())
        last = sign.start()
        if depth <= 0:
            sides.append(text[start : sign.start()].strip())
            start = sign.end()
    return [*sides, text[start:].strip()]


def _amounts(text: str, hints: Hints, written: str) -> tuple[list[Amount], list[str], str]:
    """Return the amounts of the sides of an answer, its labels, and the unit in one of them.

    Labels are passed over, and formulas before an amount.  Raise UnreadableAnswer for a side that is none of these.
    """
    sides = split_sides(text)
    if not sides[-1]:
        where = f'Nothing follows the equals sign in "{brief(written)}". Write only your final number.'
        raise UnreadableAnswer(where) if len(sides) > 1 else no_number(written)
    *front, last = _with_labels_before(sides, hints)
    labels: list[str] = []
    found: list[Amount] = []
    unit = ""
    for side in front:
        if label := label_of(side, hints):
            labels += [label.rest] if label.rest else []
            unit = label.unit or unit
        elif not _is_angle(side, hints):
            try:
                found += _stated_twice(side, hints, written)
            except UnreadableAnswer:
                if not is_formula(side, hints, labels):
                    raise
    if _is_angle(last, hints):
        raise UnreadableAnswer(
            f'"{brief(last)}" could be in degrees or in radians. Write only your final number, in °.'
        )
    found += _stated_twice(last, hints, written)
    for name in (*front[:1], *labels[:1]):
        if is_given(name, found[-1].text, hints.words):
            raise UnreadableAnswer(f'"{name}" is given in this question. Write only your final number.')
    return found, labels, unit


def _with_labels_before(sides: list[str], hints: Hints) -> list[str]:
    """Return the sides with labels at the end moved before the last amount: `6 N = F` is `F = 6 N`."""
    end = len(sides)
    while end > 1 and (label := label_of(sides[end - 1], hints)) and label.unit in {"", hints.unit}:
        end -= 1
    return [*sides[: end - 1], *sides[end:], sides[end - 1]]


def _is_angle(side: str, hints: Hints) -> bool:
    """Return whether a side has an arctangent where degrees are asked for, which it may not be in."""
    return asked(hints.unit).unit == _DEGREE and _ARC.search(side) is not None


def _stated_twice(side: str, hints: Hints, written: str) -> list[Amount]:
    """Return the amount of a side, and before it the one in brackets behind it: `0.375 (3/8)`."""
    both = re.fullmatch(r"(.*[^\s()*×/+^-])\s+\(\s*[=≈]?\s*([^()\d^]*[\dπ][^()]*(?:\([^()]*\)[^()]*)*)\)", side)
    if both is None or not re.search(r"[\dπ]", both[1]) or _FUNCTION.search(both[1]):
        return [read_amount(side, hints, written)]
    return [read_amount(both[2], hints, written), read_amount(both[1], hints, written)]


def _with_units(amounts: list[Amount], label: str, hints: Hints) -> list[Amount]:
    """Return amounts in which one without a unit has that of the next, or of the label.

    Beside a percentage a number may be the same share: `0.613 = 61.3%`.
    """
    wanted = asked(hints.unit).unit
    if wanted == _PERCENT:
        percents = [multiply(each.number, Fraction(1, 100)) for each in amounts if each.unit]
        amounts = [
            each for each in amounts if each.unit or not any(agree(each.number, percent) for percent in percents)
        ]
    unit, name = (unit_named(label, hints), label) if label else (None, "")
    found: list[Amount] = []
    for each in reversed(amounts):
        unit, name = (each.unit, each.name) if each.unit else (unit, name)
        found.append(each._replace(unit=unit, name=name))
    return found[::-1]


def _reading(amounts: list[Amount], text: str, hints: Hints) -> Reading:
    """Return the reading of amounts, which must agree; the most precise one counts."""
    wanted = asked(hints.unit).unit
    if others := [each for each in amounts if each.unit and not are_alike(each.unit, wanted)]:
        best, unit = others[-1], others[-1].unit
        if unit is None or any(each.unit is None or each.unit.dimension != unit.dimension for each in amounts):
            raise mixed_units(text, f"one number in {hints.unit}")
        refused = wrong_dimension(unit, best.name, hints)
        return Reading((), (best.number,), shown=f"{show_stated(best.number)} {best.name}", refused=refused)
    numbers = [each.in_asked(hints) for each in amounts]
    is_whole = hints.whole and numbers[-1].value == int(numbers[-1].value)
    if (
        not all(agree(one, other) for one, other in combinations(numbers, 2))
        and not (
            is_whole  # which 1024.43 is, rounded to 1025
            and all(
                each.value != int(each.value) and abs(Fraction(each.value) - Fraction(numbers[-1].value)) < 1
                for each in numbers[:-1]
            )
        )
    ):
        raise unequal_sides(text, "your final number")
    place = min(reversed(range(len(numbers))), key=lambda place: numbers[place].half)
    if is_whole and numbers[place].value != int(numbers[place].value):
        place = len(numbers) - 1
    best_number, chosen = numbers[place], amounts[place]
    if chosen.unit is None or chosen.unit == wanted:
        return Reading((), (best_number,), unit=chosen.name)
    value, _, digits, *_ = best_number
    if isinstance(value, Decimal) and digits:  # few digits, and no remark on how many were stated
        value = Context(prec=max(digits + 1, 6)).plus(value)
    shown = Spelling(hints.whole, hints.decimal).number(show_stated(StatedNumber(value, 0, digits)))
    note = f"{chosen.shown}, read as {shown} {hints.unit}"
    return Reading((), (best_number,), note, chosen.shown, unit=chosen.name)


def are_equal(one: Reading, other: Reading, slack: Fraction) -> bool:
    """Return whether the numbers of two readings differ by no more than their last digits and `slack`."""
    return one.shape == other.shape and all(
        abs(Fraction(a.value) - Fraction(b.value)) <= max(Fraction(a.half), Fraction(b.half)) + slack
        for a, b in zip(one.numbers, other.numbers, strict=True)
    )


def agree(one: StatedNumber, other: StatedNumber) -> bool:
    """Return whether two sides of an answer have the same value, as far as their digits show.

    If they differ, the coarser one needs two digits: 0.33 agrees with 1/3, and 0.3 does not.
    """
    left, right = Fraction(one.value), Fraction(other.value)
    coarser = max(one, other, key=lambda each: each.half)
    if left != right and (not coarser.value or (coarser.digits or _ROUNDING_DIGITS) < _ROUNDING_DIGITS):
        return False
    slack = Fraction(1, 10**9) * abs(left) if isinstance(one.value, float) or isinstance(other.value, float) else 0
    apart, reach = abs(left - right), Fraction(one.half) + Fraction(other.half) + slack
    return apart < reach or (apart == reach and not (one.half and other.half))  # 27648 and 27649 are two numbers
