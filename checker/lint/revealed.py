"""Answers that another problem of the course gives away: its prompt shows the number."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, NamedTuple

from checker.answers import Judge, Reading, StatedNumber, flatten, kind
from checker.answers.tolerance import EXACT, as_decimal
from checker.engine.errors import UnreadableAnswer
from checker.lint.target import LintTarget
from checker.notation.number import OF_AUTHORS
from checker.notation.numeral import NUMERAL, make_number, read_numeral
from checker.problems import Finding

FEWEST_DIGITS: Final = 4
"""Significant digits from which on equal numbers are no coincidence; zeros at the end do not count."""

LARGEST_ODD: Final = 15
"""Whole numbers that are 2^n times at most this are sizes that people choose: 3072, 14336, 32768."""

YEARS: Final = range(1900, 2100)

_NUMBER: Final = re.compile(rf"(?<![\w.])(?:(?<![\w)\]])-)?(?<![\w.]){NUMERAL}(?!\w)")
_PLAIN_SIGNS: Final = str.maketrans("\u00a0\u202f\u2009−", "   -")


class Answer(NamedTuple):
    """The right answer to a part, if it is a number."""

    name: str
    value: Decimal
    judge: Judge


class Exposure(NamedTuple):
    """The numbers that the prompt of a problem shows, and those that it asks for."""

    problem: str
    finding: Finding
    """A finding without a message, at the prompt."""
    shown: Mapping[Decimal, StatedNumber]
    answers: tuple[Answer, ...]


def exposure(target: LintTarget) -> Exposure:
    """Return the numbers that a problem shows and those that it asks for."""
    problem = target.problem
    answers = tuple(
        Answer(part.name, as_decimal(flatten(truth)[1][0]), part.answer_kind.judge(truth, part.tolerance))
        for part, truth in zip(problem.parts, target.table.truth, strict=True)
        if part.answer_kind.is_one_number
    )
    shown = _numbers(problem.prompt, problem.parts[0].decimal)
    return Exposure(problem.id, target.finding("revealed", "", ("prompt",)), shown, answers)


def revealed(exposures: Iterable[Exposure]) -> Iterator[Finding]:
    """Report prompts that show the answer to another problem, unless coincidence explains it as well.

    A number is no discovery where the prompt of its own problem shows it too.
    """
    problems = {each.problem: each for each in exposures}
    everywhere = [(answer, each) for each in problems.values() for answer in each.answers]
    by_rounding: dict[int, dict[Decimal, list[tuple[Answer, Exposure]]]] = {}
    for shows in problems.values():
        for value, number in shows.shown.items():
            if not _is_telling(value):
                continue
            place = _last_place(value)
            if place not in by_rounding:
                by_rounding[place] = _rounded(everywhere, place)
            found = [
                (answer, asks)
                for answer, asks in by_rounding[place].get(value, ())
                if asks is not shows and value not in asks.shown and _is_right(number, answer)
            ]
            if found:
                yield shows.finding._replace(message=_message(number, found))


def _numbers(prompt: str, decimal: str | None) -> dict[Decimal, StatedNumber]:
    """Return the numbers in a prompt, by value."""
    hints = OF_AUTHORS._replace(decimal=decimal or OF_AUTHORS.decimal)
    numbers: dict[Decimal, StatedNumber] = {}
    for match in _NUMBER.finditer(prompt.replace("{,}", ",").replace(r"\,", " ").translate(_PLAIN_SIGNS)):
        sign = -1 if match[0].startswith("-") else 1
        try:
            coefficient, exponent = read_numeral(match[0].removeprefix("-").rstrip("."), hints)
        except UnreadableAnswer:
            continue  # a list of numbers, or a number that no question asks for
        numbers[Decimal(sign * coefficient).scaleb(exponent, EXACT)] = make_number(sign * coefficient, exponent)
    return numbers


def _is_telling(value: Decimal) -> bool:
    """Return whether a number has enough digits, and is none that people choose for its roundness."""
    if value == value.to_integral_value():
        whole = abs(int(value))
        if whole in YEARS or whole <= LARGEST_ODD * (whole & -whole):  # the power of 2 in it
            return False
    digits = "".join(map(str, value.as_tuple().digits))
    return len(digits.rstrip("0")) >= FEWEST_DIGITS


def _last_place(value: Decimal) -> int:
    """Return the place of the last digit stated: 0 for whole numbers."""
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)  # noqa: S101 - a numeral is finite
    return min(exponent, 0)


def _rounded(answers: Iterable[tuple[Answer, Exposure]], place: int) -> dict[Decimal, list[tuple[Answer, Exposure]]]:
    """Return the answers by their value, rounded at this place."""
    rounded = defaultdict(list)
    for answer, asks in answers:
        value = answer.value.quantize(Decimal(1).scaleb(place), ROUND_HALF_UP, EXACT)
        rounded[value].append((answer, asks))
    return rounded


def _is_right(number: StatedNumber, answer: Answer) -> bool:
    return answer.judge.verdict(Reading((), (number,))) == "correct"


def _message(number: StatedNumber, found: list[tuple[Answer, Exposure]]) -> str:
    (answer, asks), *others = found
    more = f" (and to {len(others)} more)" if others else ""
    shown = kind("number").show_reading(Reading((), (number,)))
    return (
        f"The prompt shows {shown}, the answer to `{answer.name}`{more} in {asks.finding.file}. "
        "Change the numbers of one of these problems."
    )
