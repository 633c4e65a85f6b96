"""Edits of an input: a number of the question copied wrongly, or another one in its place.

Everything after it is right, so the question is run again with each wrong number that such a slip may give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from heapq import nlargest
from itertools import combinations, pairwise, permutations
from operator import attrgetter
from typing import Any, Final, NamedTuple

from checker.diagnosis.edits import wrong_digits
from checker.diagnosis.values import finite_values, numbers_in
from checker.diagnosis.wording import called
from checker.engine.errors import INVALID_RUN, ParameterError
from checker.engine.recording import MenuError
from checker.solvers.signature import are_possible
from checker.solvers.variant import Variant

_CHANCES: Final = {"digits_swapped": 0.55, "digit_missing": 0.15}
DOUBLED, SIGN, ZERO, NEXT, EXCHANGED, TURNED, OTHER_NUMBER = 0.08, 0.07, 0.05, 0.02, 0.1, 1.0, 0.3
"""The share of each way to copy a number wrongly, and of lists: two neighbours exchanged, the rows of a square used as
its columns, and another number or array of the question in its place."""


class Miscopied(NamedTuple):
    """A slip in copying: what the student did in words, its probability, and what it leaves.

    That is a value, then the arguments of a run, and last the values of its steps.
    """

    words: str
    chance: float
    value: Any


def miscopied_runs(variant: Variant, steps: frozenset[str], most: int) -> list[Miscopied]:
    """Return the likeliest slips in copying, each with the values of the asked steps."""
    found = []
    for slip in nlargest(most, _changed_inputs(variant), key=attrgetter("chance")):
        arguments = {**variant.arguments, **slip.value}
        with suppress(*INVALID_RUN, ParameterError, MenuError, KeyError):
            run = Variant(variant.solver, arguments, variant.declared, units=variant.units).run(wanted=steps)
            found.append(slip._replace(value=finite_values(run)))
    return found


def _changed_inputs(variant: Variant) -> Iterator[Miscopied]:
    given = {name: value for name, value in variant.arguments.items() if name not in variant.solver.secret}
    count = sum(1 for _ in numbers_in(given))
    for name, right in given.items():
        for words, chance, value in _changes(right):
            yield Miscopied(words, chance / count, {name: value})
    numbers = {name: value for name, value in given.items() if type(value) in (int, float)}
    share = OTHER_NUMBER / max((len(numbers) - 1) * count, 1)
    for (name, right), (other, value) in permutations(numbers.items(), 2):
        if type(value) is type(right) and value != right and are_possible(variant.solver, {**given, name: value}):
            words = f"used {called(_shown(value), other)} in place of {called(_shown(right), name)}"
            yield Miscopied(words, share, {name: value})
    arrays = {name: value for name, value in given.items() if hasattr(value, "tolist")}
    pairs = [(one, other) for one, other in combinations(arrays, 2) if arrays[one].shape == arrays[other].shape]
    for one, other in pairs:
        first, second = arrays[one].tolist(), arrays[other].tolist()
        if first != second:
            words = f"used {_shown(first)} in place of {_shown(second)}, and the reverse"
            yield Miscopied(words, OTHER_NUMBER / len(pairs), {one: arrays[other], other: arrays[one]})


def _changes(value: Any) -> Iterator[Miscopied]:
    """Yield each way to copy one number of a value wrongly, two neighbours in the wrong order, or a square turned."""
    if hasattr(value, "tolist"):
        import numpy as np  # here, because counts need none of it

        for change in _changes(value.tolist()):
            yield change._replace(value=np.array(change.value, dtype=value.dtype))
    elif isinstance(value, Mapping | list | tuple):
        for key, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            for change in _changes(inner):
                yield change._replace(value=_with(value, key, change.value))
        yield from () if isinstance(value, Mapping) else _rearranged(value)
    elif type(value) in (int, float):
        text = f"{Decimal(repr(value)):f}".removesuffix(".0")
        for wrong, chance in _wrong_numbers(text, is_real=type(value) is float) if len(text) > 1 else ():
            new = type(value)(wrong)
            yield Miscopied(f"copied {_shown(value)} as {_shown(new)}", chance, new)


def _with(value: Any, key: Any, new: Any) -> Any:
    if isinstance(value, Mapping):
        return {**value, key: new}
    return type(value)([*value[:key], new, *value[key + 1 :]])


def _rearranged(value: list[Any] | tuple[Any, ...]) -> Iterator[Miscopied]:
    kind = type(value)
    if len(value) > 1 and all(isinstance(row, list | tuple) and len(row) == len(value) for row in value):
        turned = kind([type(row)(column) for row, column in zip(value, zip(*value, strict=True), strict=True)])
        if turned != value:
            yield Miscopied(f"used the rows of {_shown(value)} as its columns", TURNED, turned)
    for place, pair in enumerate(pairwise(value)):
        if all(type(each) in (int, float) for each in pair) and pair[0] != pair[1]:
            exchanged = kind([*value[:place], *pair[::-1], *value[place + 2 :]])
            yield Miscopied(f"copied {_shown(pair)} as {_shown(pair[::-1])}", EXCHANGED, exchanged)


def _wrong_numbers(text: str, *, is_real: bool) -> Iterator[tuple[str, float]]:
    number = Decimal(text)
    if is_real and number:
        yield text.removeprefix("-") if text.startswith("-") else f"-{text}", SIGN
    last = Decimal(1).scaleb(int(number.as_tuple().exponent))
    yield from ((f"{number + change:f}", NEXT / 2) for change in (last, -last))
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    if len(places) == 1 or not number:  # one digit leaves nothing to swap
        return
    yield from ((wrong, _CHANCES[slip] * share) for slip, wrong, share in wrong_digits(text))
    yield from ((text[: place + 1] + text[place:], DOUBLED / len(places)) for place in places)
    for wrong in (number.scaleb(1), number.scaleb(-1)):  # a zero too many, or too few
        if is_real or wrong == int(wrong):
            yield f"{wrong:f}".removesuffix(".0"), ZERO / 2


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.12g}"
