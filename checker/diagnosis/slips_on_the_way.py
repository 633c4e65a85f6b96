"""Slips on the way to an answer: a number of the question copied wrongly, or a slip in the arithmetic of one step.

Everything after it is right, so the question is run again with each wrong number that such a slip may give.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

from checker.diagnosis import slips
from checker.diagnosis.causes import Cause, Entry, SortedCauses, StudentAnswer
from checker.diagnosis.expressions import numbers_in
from checker.diagnosis.flat_values import Shape, Value, finite_values
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistaken_runs import MistakenRuns
from checker.engine.errors import INVALID_RUN, ParameterError
from checker.engine.recording import MenuError
from checker.questions.variant import Variant

MAX_RUNS: Final = 120
"""Maximum number of runs with a wrong number."""

MAX_WORK: Final = 60_000
"""Maximum work of these runs, in values of steps."""

ALONE: Final = slips.PRIOR * slips.ON_THE_TRUTH

SWAPPED, SIGN, DROPPED, DOUBLED, CARRIED = 0.5, 0.3, 0.1, 0.1, 0.3
"""Shares of the ways to copy a number wrongly, or to go wrong in a step."""


class CopyingSlip(NamedTuple):
    """A number that was copied wrongly: in words, its probability, and the value that it is in."""

    words: str
    chance: float
    value: Any


Wrong = tuple[str, float]
"""A wrong number as it is written, and its probability."""


class SlippedRun(NamedTuple):
    """A run with a slip on the way: the slip with its detail, its probability, and the values of the asked steps."""

    slip: str
    detail: str
    chance: float
    values: Mapping[str, Value]
    change: int = 0
    """The amount by which a step was changed."""


def slipped_runs(runs: MistakenRuns) -> list[SlippedRun]:
    """Return the runs with a number that was copied wrongly, or with a slip in one step: once for all asked steps."""
    most = min(MAX_RUNS, MAX_WORK // max(runs.work_per_student, 1))
    return [each for each in islice(_slipped_runs(runs), most) if each.values]


def _by_shape(index: WrongAnswerIndex) -> Mapping[Shape, SortedCauses]:
    """Return, by shape, the answers to the asked step after a slip on the way; of equal ones after the last slip."""
    truth = (index.shape, index.numbers)
    found: dict[tuple[str, Value], SlippedRun] = {}
    for each in index.runs.slipped(slipped_runs):
        value = each.values.get(index.step, truth)
        if value != truth and not _is_in_the_answer(index, each, value):
            key = (each.detail if each.slip == slips.MISCOPIED else "", value)
            earlier = found.get(key)
            found[key] = each._replace(chance=each.chance + earlier.chance) if earlier else each
    steps = len({each.detail for each in found.values() if each.slip == slips.CALCULATION})
    entries: dict[Shape, list[Entry]] = {}
    for (_, (shape, numbers)), each in found.items():
        prior = ALONE * slips.prior(each.slip) * each.chance / (steps if each.slip == slips.CALCULATION else 1)
        cause = Cause((), each.slip, each.detail, prior, numbers, is_estimated=True)
        entries.setdefault(shape, []).append(cause)
    return {shape: SortedCauses(each, _no_cause) for shape, each in entries.items()}


def _is_in_the_answer(index: WrongAnswerIndex, run: SlippedRun, value: Value) -> bool:
    """Return whether a slip changes the answer as much as its step: then it may as well be in the last sum."""
    if run.slip != slips.CALCULATION:
        return False
    changes = {one - other for one, other in zip(value[1], index.numbers, strict=False)}
    return run.change in changes or -run.change in changes


def _no_cause(_: StudentAnswer) -> None:
    """Return nothing: here all entries are causes."""


def _slipped_runs(runs: MistakenRuns) -> Iterator[SlippedRun]:
    variant = runs.variant
    given = {name: value for name, value in variant.arguments.items() if name not in variant.solver.secret}
    count = sum(1 for _ in numbers_in(given))
    for words, chance, arguments in _changes(given):
        other = Variant(variant.solver, variant.arguments | arguments, variant.declared, units=variant.units)
        yield SlippedRun(slips.MISCOPIED, words, chance / count, _run(other, runs.steps, None))
    for path, step in variant.board.items():
        if type(step.value) is int and len(str(abs(step.value))) > 1:
            for text, chance in (*_wrong_numbers(str(step.value)), *_carries(step.value)):
                values = _run(variant, runs.steps, {path: int(text)}.get)
                yield SlippedRun(slips.CALCULATION, path, chance, values, int(text) - step.value)


def _run(variant: Variant, steps: Container[str], override: Any) -> Mapping[str, Value]:
    try:
        return finite_values(variant.run(wanted=steps, override=override))
    except (*INVALID_RUN, ParameterError, MenuError, KeyError):
        return {}


def _changes(value: Any) -> Iterator[CopyingSlip]:
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
        for wrong, chance in _wrong_numbers(text, is_real=type(value) is float):
            new = type(value)(wrong)
            yield CopyingSlip(f"{_shown(value)} as {_shown(new)}", chance, new)


def _changes_in_list(value: Any) -> Iterator[CopyingSlip]:
    kind = type(value)
    for place, inner in enumerate(value):
        for change in _changes(inner):
            yield change._replace(value=kind([*value[:place], change.value, *value[place + 1 :]]))
    for place, pair in enumerate(pairwise(value)):
        if all(type(each) in (int, float) for each in pair) and pair[0] != pair[1]:
            exchanged = kind([*value[:place], *pair[::-1], *value[place + 2 :]])
            yield CopyingSlip(f"{_shown(pair)} as {_shown(pair[::-1])}", SWAPPED, exchanged)


def _shown(value: Any) -> str:
    """Return a number as people write it, or some of them as a list."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.12g}"


def _wrong_numbers(text: str, *, is_real: bool = False) -> Iterator[Wrong]:
    """Yield what a number may become when it is copied: digits swapped, dropped or doubled, a sign lost."""
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    swapped = [
        text[:one] + text[other] + text[one + 1 : other] + text[one] + text[other + 1 :]
        for one, other in pairwise(places)
        if text[one] != text[other] and not (one == places[0] and text[other] == "0")
    ]
    yield from ((each, SWAPPED / len(swapped)) for each in swapped)
    if is_real and float(text):
        yield text.removeprefix("-") if text.startswith("-") else f"-{text}", SIGN
    if len(places) > 1 and len(text.strip("-0.")) > 0:
        yield from ((text[:place] + text[place + 1 :], DROPPED / len(places)) for place in places)
        yield from ((text[: place + 1] + text[place:], DOUBLED / len(places)) for place in places)


def _carries(value: int) -> Iterator[Wrong]:
    """Yield a number with one of its digits one too high or too low, as after a lost carry."""
    digits = len(str(abs(value)))
    for power in range(1, digits):
        for change in (10**power, -(10**power)):
            yield str(value + change), CARRIED / (2 * (digits - 1))


def slips_on_the_way(index: WrongAnswerIndex, shape: Shape, window: Sequence[Any]) -> list[Cause]:
    """Return the slips on the way, a number copied wrongly or one wrong step, that give an answer in the window."""
    causes = index.on_the_way(_by_shape).get(shape)
    return causes.find(window) if causes else []
