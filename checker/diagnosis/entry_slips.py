"""Finds slips (small errors, such as swapped digits) in some entries of a list, compared with known values.

The other entries are as in the right answer, or as a mistake gives them.  All entries may have the same slip in
writing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from checker.diagnosis.causes import Cause
from checker.diagnosis.slips import DIGIT_SLIPS, NEIGHBOUR, PRODUCT_SIGN, prior
from checker.diagnosis.writing_slips import states, writing_slip
from checker.kinds import Reading, StatedNumber
from checker.text.words import enumerated

FEWEST_DIGITS: Final = 2
"""Minimum number of digits of an entry in which two may be swapped; the other entries are evidence, too."""

FEWEST_RIGHT: Final = 2
"""Minimum number of other entries next to one with any wrong number."""

POWERS: Final = (10, 100, 0.1, 0.01)

Found = tuple[str, float]
"""A slip with its prior among slips, for given entries."""


def entry_slip(reading: Reading, start: Cause, given: Sequence[Any] = ()) -> Cause | None:
    """Return `start` with the likeliest slip that explains the entries of an answer in which it differs.

    Return None if none does.  `given` are the question's numbers, to find a product with a lost sign.
    """
    pairs = list(zip(reading.numbers, start.numbers, strict=True))
    wrong = [place for place, (number, value) in enumerate(pairs) if not states(number, value)]
    wrong = wrong or [place for place, (number, value) in enumerate(pairs) if _is_cut(number, value)]
    if not wrong:
        return None
    slips = [*_slips(pairs, wrong)] or [*_written_twice(reading.shape, pairs, wrong)]
    if len(wrong) == 1 and not start.mistakes and _has_lost_sign(*pairs[wrong[0]], given):
        slips.append((PRODUCT_SIGN, prior(PRODUCT_SIGN)))
    found = max(slips, key=lambda each: each[1], default=None)
    if found is None:
        return None
    slip, chance = found
    detail = "" if len(wrong) == len(pairs) else _named(reading.shape, wrong)
    share = start.prior * chance / math.comb(len(pairs), len(wrong))
    return start._replace(slip=slip, detail=detail, prior=share, is_estimated=bool(detail))


def _slips(pairs: Sequence[tuple[StatedNumber, Any]], wrong: Sequence[int]) -> Iterator[Found]:
    """Yield the slips that turn the values at the wrong places into the stated numbers."""
    changed = [pairs[place] for place in wrong]
    of_all = writing_slip(*changed[0], FEWEST_DIGITS)
    if of_all and any(writing_slip(*each, FEWEST_DIGITS) != of_all for each in changed[1:]):
        of_all = None
    if of_all and (len(wrong) == 1 or of_all[0] not in DIGIT_SLIPS):
        yield of_all
    if len(wrong) == len(pairs):  # the index has what is done to all entries
        return
    for slip, factors in (("sign", (-1,)), ("power_of_ten", POWERS)):
        if any(all(value and _states_times(number, value, factor) for number, value in changed) for factor in factors):
            yield slip, prior(slip, len(factors))
    if len(wrong) == 2 and _are_exchanged(*changed):  # noqa: PLR2004 - two are exchanged
        yield "order", prior("order")


def _states_times(number: StatedNumber, value: Any, factor: float) -> bool:
    """Return whether the number states a multiple of a value.

    Of whole numbers it states a part only exactly: 2 is no tenth of 22.
    """
    is_exact = isinstance(number.value, int) and isinstance(value, int) and factor < 1
    return number.value * round(1 / factor) == value if is_exact else states(number, value * factor)


def _is_cut(number: StatedNumber, value: Any) -> bool:
    """Return whether a number is whole and the value is not: 5 for 5.5.  A 0 shows no digit of a value."""
    return isinstance(number.value, int) and bool(number.value) and value != int(value)


def _has_lost_sign(number: StatedNumber, value: Any, given: Sequence[Any]) -> bool:
    """Return whether an entry is off by twice a product of two of the question's numbers, as after a lost sign."""
    are_whole = all(isinstance(each, int) or each == int(each) for each in (number.value, value))
    if not are_whole or all(each >= 0 for each in given):
        return False
    change, odd = divmod(abs(int(number.value) - int(value)), 2)
    sizes = {abs(int(each)) for each in given if each == int(each)}
    return not odd and any(change % each == 0 and change // each in sizes for each in sizes - {0})


def _written_twice(
    shape: tuple[int, ...], pairs: Sequence[tuple[StatedNumber, Any]], wrong: Sequence[int]
) -> Iterator[Found]:
    """Yield the slip of writing the value of a neighbouring entry in place of the only wrong one."""
    if len(wrong) != 1 or len(pairs) < FEWEST_RIGHT + 1:
        return
    (place,), width = wrong, shape[-1]
    row, column = divmod(place, width)
    beside = [place + step for step, is_there in ((-1, column > 0), (1, column < width - 1)) if is_there]
    if len(shape) > 1:
        beside += [place + step for step, is_there in ((-width, row > 0), (width, row < shape[0] - 1)) if is_there]
    if any(states(pairs[place][0], pairs[each][1]) for each in beside):
        yield NEIGHBOUR, prior(NEIGHBOUR, len(beside))


def _are_exchanged(one: tuple[StatedNumber, Any], other: tuple[StatedNumber, Any]) -> bool:
    """Return whether each of two entries states the value of the other."""
    return states(one[0], other[1]) and states(other[0], one[1])


def _named(shape: tuple[int, ...], places: Sequence[int]) -> str:
    """Return entries in words, counted from 1: `entry 2`, `entries (1, 2) and (2, 2)`."""
    width = shape[-1]
    names = [f"({place // width + 1}, {place % width + 1})" if len(shape) > 1 else f"{place + 1}" for place in places]
    return f"{'entries' if len(names) > 1 else 'entry'} {enumerated(names)}"
