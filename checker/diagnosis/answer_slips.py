"""Edits of the answer: another factor, sign, order or unit, the value of another step or part, and typing errors.

They are made on the right value or after a mistake.  Those that depend on the digits that an answer states (`typed`)
are looked for answer by answer; the others are in the index, by value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from operator import ne
from typing import TYPE_CHECKING, Any, Final

from checker.diagnosis.explanation import Cause
from checker.diagnosis.slips import ALONE, DIGIT_SLIPS, SLIPS, prior
from checker.diagnosis.values import NOISE, Numbers, Shape, Value, is_bare_zero, nearest_float
from checker.diagnosis.wording import size_in_words
from checker.engine.trace import TOTAL
from checker.engine.values.tolerance import EXACT, as_decimal
from checker.kinds import Reading, StatedNumber, flatten
from checker.questions.resized import ResizedVariants
from checker.text.number import digits_of
from checker.text.words import enumerated

if TYPE_CHECKING:
    from checker.diagnosis.index import WrongAnswerIndex

MAX_SLIPPED: Final = 400
"""Maximum number of numbers in an answer in which slips are looked for."""

NEAR: Final = 0.75
"""Share of the steps of the same scope, and of those of the same name, among the other steps."""

ANY_COUNT: Final = 0.5
"""Share of the other numbers of the question among those by which a step is multiplied once too often."""

MAX_OF_A_PART: Final = 10_000
"""Maximum answer to another part that a step may be multiplied by, as by the number of patches."""

MAX_COUNT: Final = 100
"""Maximum number of layers, heads or experts; larger numbers are sizes."""

MIN_DIGITS, MIN_DIGITS_OF_ENTRIES = 3, 2
"""Minimum number of stated digits for a typing error; beside an entry, the other entries are evidence, too."""

MIN_DIGITS_FOR_CREDIT: Final = 4
"""Minimum number of digits for points: of three, many another number is one digit away."""

Slipped = Iterator[tuple[Shape, Cause]]
Found = tuple[str, float]
"""A slip with its prior among slips."""


def slipped(index: WrongAnswerIndex) -> Slipped:
    """Yield the answers with an edit of the value, and the values of steps inside and of other parts, with shapes."""
    if len(index.numbers) > MAX_SLIPPED:
        return
    for start in index.slip_starts:
        for slip, share, shape, numbers in _of_value(index.shape, start.numbers):
            if slip != "off_by_one" or not index.units:  # an amount of money or of a measure is no count
                yield shape, start._replace(slip=slip, prior=start.prior * share, numbers=numbers)
        for cause in index.units.of(start) if index.units else ():
            yield index.shape, cause
    inside = "" if index.step == TOTAL else f"{index.step}."
    intermediate = _steps(index, lambda path: path.startswith(inside) and path != index.step)
    for slip, values in (("intermediate", intermediate), ("another_part", index.other_parts)):
        for name, (shape, numbers) in values.items():
            yield shape, Cause((), slip, name, ALONE * prior(slip, len(values)), numbers)


def answered_otherwise(index: WrongAnswerIndex) -> Slipped:
    """Yield the answers to other questions: the values of other steps, and of all repetitions of the asked one."""

    def is_near(path: str) -> bool:
        (scope, _, name), (asked_scope, _, asked) = path.rpartition("."), index.step.rpartition(".")
        return scope == asked_scope or name == asked

    around = _steps(index, lambda path: index.step not in (TOTAL, path) and not path.startswith(f"{index.step}."))
    near = sum(map(is_near, around))
    for path, (shape, numbers) in around.items():
        share, ways = (NEAR, near) if is_near(path) else (1 - NEAR, len(around) - near)
        slip = "intermediate" if path in index.preceding_steps else "another_step"
        yield shape, Cause((), slip, path, ALONE * prior("another_step", ways) * share, numbers)
    variant = index.variant
    found = {f"{times:,}": times for times in index.unused_numbers if index.whole}
    for part, (shape, numbers) in index.other_parts.items():
        if not shape and type(numbers[0]) is int and 1 < numbers[0] <= MAX_OF_A_PART:
            found.setdefault(f"the part {part}", numbers[0])
    counts: dict[str, int] = {}
    if variant.solver.named == 1 and not isinstance(variant, ResizedVariants):  # a formula has symbols of its own
        given = [(size_in_words(name), value) for name, value in variant.arguments.items() if type(value) is int]
        counts = {name: value for name, value in given if 1 < value <= MAX_COUNT and value not in found.values()}
    for detail, times in {**counts, **found}.items():
        share = prior("repeated") * (1 if detail in found else ANY_COUNT / len(counts))
        for start in index.slip_starts:
            repeated = start._replace(slip="repeated", detail=detail, prior=start.prior * share)
            yield index.shape, repeated._replace(numbers=tuple(number * times for number in start.numbers))


def _steps(index: WrongAnswerIndex, is_wanted: Any) -> dict[str, Value]:
    """Return {step: value} of some steps, but for zeros and the answers to all parts; of equal ones the outermost."""
    board = index.variant.board
    known = {index.truth, *index.other_parts.values()}
    outermost: dict[Value, str] = {}
    for path in sorted(board, key=lambda path: path.count(".")):
        if path != TOTAL and is_wanted(path):
            value = flatten(board[path].value)
            if any(value[1]) and value not in known:
                outermost.setdefault(value, path)
    return {path: value for value, path in outermost.items()}


def _of_value(shape: Shape, numbers: Numbers) -> Iterator[tuple[str, float, Shape, Numbers]]:
    """Yield each slip with its prior among slips, and the shape and the numbers that it gives."""
    for name, slip in SLIPS.items():
        for factor in slip.factors:
            yield name, prior(name, len(slip.factors)), shape, tuple(times(number, factor) for number in numbers)
    if len(numbers) == 1:
        (number,) = numbers
        if isinstance(number, int):
            yield from (("off_by_one", prior("off_by_one", 2), shape, (number + step,)) for step in (1, -1))
        elif number:
            yield "reciprocal", prior("reciprocal"), shape, (1 / number,)
            if 0 < number < 1:
                yield "complement", prior("complement"), shape, (1 - number,)
    elif len(shape) == 1:
        yield "order", prior("order"), shape, numbers[::-1]
    else:
        rows, columns = shape
        transposed = tuple(numbers[row * columns + column] for column in range(columns) for row in range(rows))
        yield "transposed", prior("transposed"), (columns, rows), transposed


def times(number: Any, factor: float) -> Any:
    """Return the product, as a whole number where it is one."""
    if isinstance(number, int):
        if factor == int(factor):
            return number * int(factor)
        inverse = round(1 / factor)  # factors below 1 have whole inverses
        if number % inverse == 0:
            return number // inverse
        if abs(number) > 2**53:
            return Decimal(number) * Decimal(factor)
    return number * factor


def typed(index: WrongAnswerIndex, reading: Reading) -> list[Cause]:
    """Return the right value, and those with one mistake, with the slip in writing that turns them into the answer."""
    if reading.shape != index.shape or len(index.numbers) > MAX_SLIPPED:
        return []
    return [cause for start in index.slip_starts if (cause := _typed(reading, start))]


def _typed(reading: Reading, start: Cause) -> Cause | None:
    """Return `start` with the likeliest slip that explains the entries that differ; None if none does."""
    pairs = list(zip(reading.numbers, start.numbers, strict=True))
    wrong = [place for place, (number, value) in enumerate(pairs) if not _states(number, value)]
    if not wrong or (len(wrong) > 1 and len(wrong) == len(pairs) and not reading.numbers[0].half):
        return None
    slip, chance = max(_slips_in(pairs, wrong), key=lambda each: each[1], default=("", 0.0))
    if not slip:
        return None
    detail = "" if len(wrong) == len(pairs) else _named(reading.shape, wrong)
    few = len(pairs) == 1 and slip in DIGIT_SLIPS and (pairs[0][0].digits or 0) < MIN_DIGITS_FOR_CREDIT
    share = start.prior * chance / math.comb(len(pairs), len(wrong))
    return start._replace(slip=slip, detail=detail, prior=share, is_estimated=bool(detail) or few)


def _slips_in(pairs: Sequence[tuple[StatedNumber, Any]], wrong: Sequence[int]) -> Iterator[Found]:
    """Yield the slips that turn the values at the wrong places into the stated numbers."""
    changed = [pairs[place] for place in wrong]
    fewest = MIN_DIGITS if len(pairs) == 1 else MIN_DIGITS_OF_ENTRIES
    slip = writing_slip(*changed[0], fewest)
    is_of_all = slip and all(writing_slip(*each, fewest) == slip for each in changed[1:])
    if slip and is_of_all and (len(wrong) == 1 or slip[0] not in DIGIT_SLIPS):
        yield slip
    if len(wrong) == len(pairs):  # the index has what is done to all entries
        return
    for name in ("sign", "power_of_ten"):
        factors = SLIPS[name].factors
        if any(all(_states_times(*each, factor) for each in changed) for factor in factors):
            yield name, prior(name, len(factors))
    if len(wrong) == 2:  # noqa: PLR2004 - two are exchanged
        (one, value), (other, another) = changed
        if _states(one, another) and _states(other, value):
            yield "order", prior("order")


def _states(number: StatedNumber, value: Any) -> bool:
    """Return whether a written number, with its digits, is this value or a rounding of it."""
    reach = NOISE if is_bare_zero(number) else nearest_float(number.half) * (1 + NOISE)
    return math.isfinite(reach) and abs(nearest_float(number.value) - nearest_float(value)) <= reach


def _states_times(number: StatedNumber, value: Any, factor: float) -> bool:
    """Return whether a written number is a multiple of a value; a whole one is that exactly: 2 is no tenth of 22."""
    product = times(value, factor)
    is_exact = isinstance(number.value, int) and isinstance(value, int)
    return bool(value) and (number.value == product if is_exact else _states(number, product))


def writing_slip(number: StatedNumber, value: Any, fewest: int = MIN_DIGITS) -> Found | None:
    """Return the slip in writing that turns `value` into this number, and its prior; None if none does.

    Most slips need a number of at least `fewest` digits.
    """
    stated, half, digits, *_ = number
    if digits is None or not stated:
        return None
    if half and _is_truncated(stated, half, value):
        return "truncated", prior("truncated")
    is_rounded = isinstance(value, int) and not isinstance(stated, int)
    if digits < fewest or not half or is_rounded or (stated < 0) != (value < 0):
        return None
    try:
        unit = float(2 * half)
        written = _digits(stated if isinstance(stated, int) else float(stated), unit)
        return _digit_slip(written, _digits(value, unit))
    except (ArithmeticError, ValueError):  # beyond the range of a float, or too close to 0
        return None


@lru_cache(4_096, typed=True)
def _digits(value: float, unit: float) -> str:
    """Return the digits of a value, rounded to the place of a unit; those of a whole number in full."""
    return digits_of(abs(value) if isinstance(value, int) and unit == 1 else round(abs(value) / unit))


def _is_truncated(stated: Any, half: Any, value: Any) -> bool:
    """Return whether the stated number is the value cut off, and the rounded value another number."""
    if isinstance(value, int) and isinstance(stated, int) and half + half <= 1:  # nothing was cut off
        return False
    if abs(abs(nearest_float(value)) - abs(nearest_float(stated))) > 2 * nearest_float(half) * (1 + NOISE):
        return False  # too far, seen without exact numbers
    exact, unit = as_decimal(value), EXACT.multiply(Decimal(half), Decimal(2))
    beyond = EXACT.subtract(abs(exact), abs(Decimal(stated)))
    return Decimal(half) < beyond < unit and (exact < 0) == (stated < 0)


def _digit_slip(stated: str, meant: str) -> Found | None:
    """Return the slip from `meant` digits to those `stated`: two swapped, or one missing; else None."""
    length = len(meant)
    at = next(
        (place for place, (one, other) in enumerate(zip(stated, meant, strict=False)) if one != other), length - 1
    )
    if len(stated) == length and sum(map(ne, stated, meant)) == 2 and stated[at : at + 2] == meant[at : at + 2][::-1]:  # noqa: PLR2004
        return "digits_swapped", prior("digits_swapped", length - 1)
    if len(stated) == length - 1 and meant[at + 1 :] == stated[at:]:
        return "digit_missing", prior("digit_missing", length)
    return None


def _named(shape: tuple[int, ...], places: Sequence[int]) -> str:
    """Return entries in words, counted from 1: `entry 2`, `entries (1, 2) and (2, 2)`."""
    width = shape[-1]
    names = [f"({place // width + 1}, {place % width + 1})" if len(shape) > 1 else f"{place + 1}" for place in places]
    return f"{'entries' if len(names) > 1 else 'entry'} {enumerated(names)}"
