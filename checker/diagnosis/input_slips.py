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
from checker.diagnosis.expressions import numbers_in
from checker.diagnosis.values import Value, finite_values
from checker.diagnosis.wording import called
from checker.engine.errors import INVALID_RUN, ParameterError
from checker.engine.recording import MenuError
from checker.questions.parameters import are_possible
from checker.questions.variant import Variant

MAX_RUNS, MAX_ARRAY_RUNS = 800, 250
"""Maximum number of runs with a wrong number, and of those with arrays."""

MAX_STEPS: Final = 18_000
"""Maximum number of steps in all of these runs."""

SWAPPED, NEXT, DROPPED, DOUBLED, ZERO, SIGN = 0.55, 0.02, 0.15, 0.08, 0.05, 0.07
"""The share of each way to copy a number wrongly; most often two neighbouring digits are swapped."""

EXCHANGED: Final = 0.1
"""The same for two neighbours in a list."""

TURNED: Final = 1.0
"""The same for a square matrix of which the rows are used as columns."""

OTHER_NUMBER: Final = 0.3
"""The same for another number of the question in place of one."""


class Miscopied(NamedTuple):
    """A slip in copying: what the student did in words, its probability, and the value or the arguments it leaves."""

    words: str
    chance: float
    value: Any


class MiscopiedRun(NamedTuple):
    """A slip in copying, and the values that a run of the question with it gives."""

    words: str
    chance: float
    values: Mapping[str, Value]


def miscopied_runs(variant: Variant, steps: frozenset[str]) -> list[MiscopiedRun]:
    """Return the likeliest slips in copying, each with the values of the asked steps."""
    has_arrays = any(hasattr(step.value, "size") for step in variant.board.values())
    most = min(MAX_ARRAY_RUNS if has_arrays else MAX_RUNS, MAX_STEPS // len(variant.board))
    found = []
    for words, chance, wrong in nlargest(most, _changed_inputs(variant), key=attrgetter("chance")):
        with suppress(*INVALID_RUN, ParameterError, MenuError, KeyError):
            changed = Variant(variant.solver, {**variant.arguments, **wrong}, variant.declared, units=variant.units)
            found.append(MiscopiedRun(words, chance, finite_values(changed.run(wanted=steps))))
    return found


def _changed_inputs(variant: Variant) -> Iterator[Miscopied]:
    """Yield all slips in copying, with the arguments that they change."""
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
        first, second = arrays[one], arrays[other]
        if first.tolist() != second.tolist():
            words = f"used {_shown(first.tolist())} in place of {_shown(second.tolist())}, and the reverse"
            yield Miscopied(words, OTHER_NUMBER / len(pairs), {one: second, other: first})


def _changes(value: Any) -> Iterator[Miscopied]:
    """Yield each way to copy one number of a value wrongly, or two neighbours in a list in the wrong order."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            for change in _changes(inner):
                yield change._replace(value={**value, name: change.value})
    elif hasattr(value, "tolist"):
        import numpy as np  # here, because counts need none of it

        for change in _changes(value.tolist()):
            yield change._replace(value=np.array(change.value, dtype=value.dtype))
    elif isinstance(value, list | tuple):
        yield from _changes_in_list(value)
    elif type(value) in (int, float):
        text = f"{Decimal(repr(value)):f}".removesuffix(".0")
        for wrong, chance in wrong_numbers(text, is_real=type(value) is float) if len(text) > 1 else ():
            new = type(value)(wrong)
            yield Miscopied(f"copied {_shown(value)} as {_shown(new)}", chance, new)


def _changes_in_list(value: Any) -> Iterator[Miscopied]:
    """Yield the ways to copy a list wrongly: one entry, two neighbours exchanged, or a square's rows as columns."""
    kind = type(value)
    for place, inner in enumerate(value):
        for change in _changes(inner):
            yield change._replace(value=kind([*value[:place], change.value, *value[place + 1 :]]))
    if all(isinstance(row, list | tuple) and len(row) == len(value) for row in value):
        turned = kind([type(row)(column) for row, column in zip(value, zip(*value, strict=True), strict=True)])
        if len(value) > 1 and turned != value:
            yield Miscopied(f"used the rows of {_shown(value)} as its columns", TURNED, turned)
    for place, pair in enumerate(pairwise(value)):
        if all(type(each) in (int, float) for each in pair) and pair[0] != pair[1]:
            exchanged = kind([*value[:place], *pair[::-1], *value[place + 2 :]])
            yield Miscopied(f"copied {_shown(pair)} as {_shown(pair[::-1])}", EXCHANGED, exchanged)


def wrong_numbers(text: str, *, is_real: bool = False) -> Iterator[tuple[str, float]]:
    """Yield the numbers that a slip in copying makes of a written one, as text, with the probability of each.

    Digits are swapped, dropped or doubled, the last is one more or less, and a zero is added or lost at the end; the
    sign of a real number may be lost, or added.
    """
    if is_real and text.strip("-0."):
        yield text.removeprefix("-") if text.startswith("-") else f"-{text}", SIGN
    last = Decimal(1).scaleb(int(Decimal(text).as_tuple().exponent))
    yield from ((f"{Decimal(text) + change:f}", NEXT / 2) for change in (last, -last))
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    if len(places) < 2 or not text.strip("-0."):  # noqa: PLR2004 - one digit leaves nothing to swap
        return
    for slip, wrong, share in wrong_digits(text):
        yield wrong, share * (SWAPPED if slip == "digits_swapped" else DROPPED)
    yield from ((text[: place + 1] + text[place:], DOUBLED / len(places)) for place in places)
    tenth = Decimal(text).scaleb(-1)
    yield f"{Decimal(text).scaleb(1):f}", ZERO / 2
    if is_real or tenth == int(tenth):
        yield f"{tenth:f}".removesuffix(".0"), ZERO / 2


def _shown(value: Any) -> str:
    """Return a number as people write it, or some of them as a list."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.12g}"
