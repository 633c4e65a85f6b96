"""Slips on the way: a number of the question that was copied wrongly, and a slip in the arithmetic of one step.

Everything after it is right, so the question is run again with each wrong number that such a slip may give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any, Final, NamedTuple

from checker.diagnosis import slips
from checker.diagnosis.causes import Cause, Entry, SortedCauses, StudentAnswer
from checker.diagnosis.expressions import numbers_in
from checker.diagnosis.flat_values import Shape, Value, finite_values
from checker.diagnosis.index import WrongAnswerIndex
from checker.engine.errors import INVALID_RUN, ParameterError
from checker.engine.recording import MenuError
from checker.questions.variant import Variant

MAX_RUNS: Final = 300
"""Maximum number of runs with a wrong number."""

MAX_WORK: Final = 300_000
"""Maximum work of these runs, in values of steps."""

ALONE: Final = slips.PRIOR * slips.ON_THE_TRUTH

SWAPPED, SIGN, DROPPED, DOUBLED, CARRIED = 0.5, 0.3, 0.1, 0.1, 0.3
"""Shares of the ways to copy a number wrongly, or to go wrong in a step."""


class Change(NamedTuple):
    """A number that was copied wrongly: in words, its probability, and the value that it is in."""

    words: str
    chance: float
    value: Any


Wrong = tuple[str, float]
"""A wrong number as it is written, and its probability."""


def slips_on_the_way(index: WrongAnswerIndex) -> Mapping[Shape, SortedCauses]:
    """Return, by shape, the answers after a number that was copied wrongly, or after a slip in one step."""
    most = min(MAX_RUNS, MAX_WORK // max(index.runs.work_per_student, 1))
    entries: dict[Shape, list[Entry]] = {}
    truth = (index.shape, index.numbers)
    for place, (slip, detail, chance, value) in enumerate(_values(index)):
        if place == most:
            break
        if value is not None and value != truth:
            cause = Cause((), slip, detail, ALONE * slips.prior(slip) * chance, value[1], is_estimated=True)
            entries.setdefault(value[0], []).append(cause)
    return {shape: SortedCauses(each, _no_cause) for shape, each in entries.items()}


def _no_cause(_: StudentAnswer) -> None:
    """Return nothing: here all entries are causes."""


def _values(index: WrongAnswerIndex) -> Iterator[tuple[str, str, float, Value | None]]:
    """Yield the slips with their probabilities, and what they give."""
    variant, step = index.variant, index.step
    secret = variant.solver.secret
    given = {name: value for name, value in variant.arguments.items() if name not in secret}
    count = sum(1 for _ in numbers_in(given))
    for words, chance, arguments in _changes(given):
        other = Variant(variant.solver, variant.arguments | arguments, variant.declared, units=variant.units)
        yield slips.MISCOPIED, words, chance / count, _run(other, step, None)
    steps = [
        path
        for path, each in variant.board.items()
        if type(each.value) is int
        and len(str(abs(each.value))) > 1
        and each.value not in index.numbers
        and index.is_on_the_way(path)
    ]
    for path in steps:
        for text, chance in (*_wrong_numbers(str(variant.board[path].value)), *_carries(variant.board[path].value)):
            value = _run(variant, step, {path: int(text)}.get)
            yield slips.CALCULATION, path, chance / len(steps), value


def _run(variant: Variant, step: str, override: Any) -> Value | None:
    try:
        return finite_values({step: variant.run(wanted={step}, override=override)[step]}).get(step)
    except (*INVALID_RUN, ParameterError, MenuError, KeyError):
        return None


def _changes(value: Any) -> Iterator[Change]:
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
            yield Change(f"{_shown(value)} as {_shown(new)}", chance, new)


def _changes_in_list(value: Any) -> Iterator[Change]:
    kind = type(value)
    for place, inner in enumerate(value):
        for change in _changes(inner):
            yield change._replace(value=kind([*value[:place], change.value, *value[place + 1 :]]))
    for place, pair in enumerate(pairwise(value)):
        if all(type(each) in (int, float) for each in pair) and pair[0] != pair[1]:
            exchanged = kind([*value[:place], *pair[::-1], *value[place + 2 :]])
            yield Change(f"{_shown(pair)} as {_shown(pair[::-1])}", SWAPPED, exchanged)


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
    if len(places) > 1 and len(text.strip("-0.")) > 1:
        yield from ((text[:place] + text[place + 1 :], DROPPED / len(places)) for place in places)
        yield from ((text[: place + 1] + text[place:], DOUBLED / len(places)) for place in places)


def _carries(value: int) -> Iterator[Wrong]:
    """Yield a number with one of its digits one too high or too low, as after a lost carry."""
    digits = len(str(abs(value)))
    for power in range(1, digits):
        for change in (10**power, -(10**power)):
            yield str(value + change), CARRIED / (2 * (digits - 1))


def miscopied(index: WrongAnswerIndex, shape: Shape, window: Sequence[Any]) -> list[Cause]:
    """Return the slips on the way that give an answer in the window."""
    causes = index.on_the_way(slips_on_the_way).get(shape)
    return causes.find(window) if causes else []
