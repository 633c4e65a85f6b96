"""Rules for points: the credit for a right value in the wrong form, and for a wrong answer with a known mistake."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from checker.diagnosis import Diagnosis, Ways
from checker.diagnosis.slips import WRITING_SLIPS
from checker.kinds import Kind, Reading, StatedNumber
from checker.problems.model import AnswerRules
from checker.problems.schema import DigitsRule
from checker.text.words import counted

UNIT: Final = "Write the unit next to the number."
SLIP: Final = "a single slip of the pen may explain it"
MISTAKE: Final = "a single known mistake may explain it"


class Lack(NamedTuple):
    """What a right value lacks in form, such as a unit or digits."""

    credit: float
    says: str


def lacking(rules: AnswerRules, reading: Reading, kind: Kind) -> Lack | None:
    """Return what a right value lacks in form; None if nothing.  Of several lacks the smallest credit counts."""
    found = []
    if rules.digits and not all(_has_digits(number, rules.digits) for number in reading.numbers):
        found.append(Lack(rules.digits.credit, _ask_for(rules.digits)))
    if rules.form and reading.form != rules.form:
        found.append(Lack(0.0, kind.forms))
    if rules.unit_credit is not None and not reading.unit:
        found.append(Lack(rules.unit_credit, UNIT))
    return Lack(min(each.credit for each in found), " ".join(each.says for each in found)) if found else None


def _ask_for(digits: DigitsRule) -> str:
    noun = "significant digit" if digits.chosen == "significant" else "decimal"
    exactly = "at least" if digits.at_least else "exactly"
    return f"Write it with {exactly} {counted(digits.amount, noun)}."


def _has_digits(number: StatedNumber, digits: DigitsRule) -> bool:
    """Return whether a number is written with these digits, in whatever unit; the zeros of 1200 may be significant."""
    if not number.half:  # a fraction or a root: it has no last digit, and never too few
        return digits.at_least
    if digits.chosen == "decimals":
        stated = _decimals(number)
        return stated >= digits.amount if digits.at_least else stated == digits.amount
    as_written = number.written.number if number.written else number
    most = as_written.digits or 0
    return most >= digits.amount and (digits.at_least or most - as_written.zeros <= digits.amount)


def _decimals(number: StatedNumber) -> int:
    unit, decimals = 2 * Fraction(number.half), 0
    while unit < 1:
        unit, decimals = unit * 10, decimals + 1
    return decimals


class Credit(NamedTuple):
    """The share of the points that a wrong answer earns, and the mistakes or the slip that it earns it for."""

    share: float = 0.0
    way: Ways = ()

    def reason(self, diagnosis: Diagnosis) -> str:
        """Return a short reason for the credit; empty if an explanation that is told names that mistake already."""
        told = [(each.mistakes, each.slip) for each in diagnosis.explanations]
        untold = [slip for mistakes, slip in self.way if (mistakes, slip) not in told]
        return "" if not untold else SLIP if untold[0] else MISTAKE


def credit_for(ways: Ways, credits_: Mapping[str, float]) -> Credit:
    """Return the partial credit for a wrong answer.

    `ways` are the sets of mistakes and slips that give the answer, likely or not; the one that earns most counts.  Only
    one mistake, or one slip of writing, earns anything: `credits_` has its share of the points by the id of the mistake
    (else `one_mistake`), or as `slip`.
    """
    best = Credit()
    for mistakes, slip in ways:
        share = 0.0
        if len(mistakes) == 1 and slip is None:
            share = credits_.get(mistakes[0].id, credits_.get("one_mistake", 0.0))
        elif not mistakes and slip in WRITING_SLIPS:
            share = credits_.get("slip", 0.0)
        if share > best.share:
            best = Credit(share, ((mistakes, slip),))
    return best
