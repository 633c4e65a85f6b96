"""Slips on the way to an answer, in a number of the question or in the arithmetic of one step.

The number is copied wrongly, or another one is taken for it.  Everything after it is right, so the question is run
again with each wrong number that such a slip may give.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from heapq import nlargest
from itertools import combinations, pairwise, permutations
from typing import Any, Final, NamedTuple

from checker.derivation.arithmetic import NoValue
from checker.derivation.evaluate import evaluate
from checker.diagnosis import slips
from checker.diagnosis.causes import Cause, SortedCauses, causes_by_shape
from checker.diagnosis.derived_wording import AS_COLUMNS, IN_PLACE, called
from checker.diagnosis.expressions import numbers_in
from checker.diagnosis.flat_values import Shape, Value, finite_values
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistaken_runs import MistakenRuns
from checker.diagnosis.miswritten_numbers import COPIED, MISREAD, WORKED_OUT, misread_fractions, texts_of, wrong_numbers
from checker.diagnosis.preceding_steps import is_computed_from
from checker.diagnosis.slipped_answers import ALONE
from checker.engine.errors import INVALID_RUN, ParameterError
from checker.engine.recording import MenuError
from checker.formula.nodes import Chain, Node
from checker.questions.parameters import are_possible
from checker.questions.variant import Variant

MAX_RUNS, MAX_ARRAY_RUNS = 800, 250
"""Maximum number of runs with a wrong number, and of those with arrays."""

MAX_STEPS: Final = 18_000
"""Maximum number of steps in all of these runs."""

MAX_ENTRIES: Final = 64
"""Maximum number of entries of an array of which one may lose its sign."""

MAX_SWAPPED: Final = 6
"""Maximum number of entries of an array of which one may have two digits swapped."""

MANY: Final = 3
"""Number of steps with a slip that gives the same answer from which on none is named."""

UNLIKELY: Final = 0.2
"""Probability of a slip in another step, relative to the likeliest, below which that step is not counted."""

EXCHANGED: Final = 0.1
"""Share of two neighbours in a list among the slips with one of them."""

TURNED: Final = 1.0
"""The same for a square matrix of which the rows are used as columns."""

OTHER_NUMBER: Final = 0.3
"""Share of another number of the question in place of one among the slips with it."""


class CopyingSlip(NamedTuple):
    """A number that was copied wrongly: how a sentence says so, its probability, and the value it leads to."""

    words: str
    chance: float
    value: Any


class Slipped(NamedTuple):
    """One slip on the way, its probability, and the wrong value of a step or the wrong parameters that it leaves."""

    slip: str
    detail: str
    chance: float
    wrong: Any
    change: float = 0.0
    """The amount by which a step was changed."""


def slipped_runs(runs: MistakenRuns) -> list[tuple[Slipped, Mapping[str, Value]]]:
    """Return the likeliest runs with one number copied wrongly, or with a slip in one step: values of asked steps."""
    has_arrays = any(hasattr(step.value, "size") for step in runs.variant.board.values())
    most = min(MAX_ARRAY_RUNS if has_arrays else MAX_RUNS, MAX_STEPS // len(runs.variant.board))
    chosen = nlargest(most, _slips_in(runs), key=lambda each: each.chance)
    order = {path: place for place, path in enumerate(runs.variant.board)}
    last = max(order[step] for step in runs.steps)
    on_the_way = [each for each in chosen if each.slip == slips.MISCOPIED or order[each.detail] < last]
    return [(slipped, finite_values(_run(runs, slipped))) for slipped in on_the_way]


def _by_shape(index: WrongAnswerIndex) -> Mapping[Shape, SortedCauses]:
    """Return, by shape, the answers to the asked step after a slip on the way."""
    found: dict[tuple[str, str, Value], float] = {}
    for slipped, values in index.runs.shared(slipped_runs):
        value = values.get(index.step, index.truth)
        if value != index.truth and not _is_in_the_answer(index, slipped, value):
            key = slipped.slip, slipped.detail, value
            found[key] = found.get(key, 0.0) + slipped.chance
    return causes_by_shape(
        (shape, Cause((), slip, detail, ALONE * slips.prior(slip) * chance, numbers, is_estimated=True))
        for (slip, detail, (shape, numbers)), chance in found.items()
    )


def _is_in_the_answer(index: WrongAnswerIndex, slipped: Slipped, value: Value) -> bool:
    """Return whether a slip is in the asked step, or may as well be in its last sum.

    It may if it changes one digit, and the answer by as much as the step in which it is.
    """
    if slipped.slip != slips.CALCULATION or slipped.detail == index.step:
        return slipped.detail == index.step
    changes = {abs(one - other) for one, other in zip(value[1], index.numbers, strict=False)}
    is_one_digit = len(f"{abs(slipped.change):.9g}".strip("-0.").replace(".", "").strip("0")) == 1
    return is_one_digit and any(math.isclose(each, abs(slipped.change)) for each in changes)


def _slips_in(runs: MistakenRuns) -> Iterator[Slipped]:
    """Yield all slips on the way: numbers of the question copied wrongly or exchanged, and steps worked out wrongly."""
    variant = runs.variant
    given = {name: value for name, value in variant.arguments.items() if name not in variant.solver.secret}
    count = sum(1 for _ in numbers_in(given))
    for name, right in given.items():
        for words, chance, value in _changes(right):
            yield Slipped(slips.MISCOPIED, words, chance / count, {name: value})
    yield from _other_numbers(variant, given)
    yield from _exchanged(given)
    for path, step in variant.board.items():
        if hasattr(step.value, "size") and step.value.size <= MAX_ENTRIES:
            yield from _lost_signs(path, step.value, len(variant.board))
            yield from _swapped_digits(path, step.value, len(variant.board))
    steps = {path: step.value for path, step in variant.board.items() if type(step.value) in (int, float)}
    products = [*_partial_products(runs)]
    count = len(steps) + len(products)
    for path, value in steps.items():
        for wrong, chance, change in _worked_out(value):
            yield Slipped(slips.CALCULATION, path, chance / count, type(value)(wrong), change)
    for path, part in products:
        for wrong, chance, change in _worked_out(part):
            number = steps[path] * (float(wrong) / part)
            is_whole = type(steps[path]) is int and number == int(number)
            yield Slipped(slips.CALCULATION, path, chance / count, int(number) if is_whole else number, change)


def _other_numbers(variant: Variant, given: Mapping[str, Any]) -> Iterator[Slipped]:
    """Yield each number of the question with another one in its place."""
    numbers = {name: value for name, value in given.items() if type(value) in (int, float)}
    share = OTHER_NUMBER / max((len(numbers) - 1) * sum(1 for _ in numbers_in(given)), 1)
    for (name, right), (other, value) in permutations(numbers.items(), 2):
        if type(value) is type(right) and value != right and are_possible(variant.solver, {**given, name: value}):
            words = f"{called(_shown(value), other)}{IN_PLACE}{called(_shown(right), name)}"
            yield Slipped(slips.MISCOPIED, words, share, {name: value})


def _exchanged(given: Mapping[str, Any]) -> Iterator[Slipped]:
    """Yield two arrays of one shape, as the input and the state, each in the other's place."""
    arrays = {name: value for name, value in given.items() if hasattr(value, "tolist")}
    pairs = [(one, other) for one, other in combinations(arrays, 2) if arrays[one].shape == arrays[other].shape]
    for one, other in pairs:
        first, second = arrays[one], arrays[other]
        if first.tolist() != second.tolist():
            words = f"{_shown(first.tolist())}{IN_PLACE}{_shown(second.tolist())}, and the reverse"
            yield Slipped(slips.MISCOPIED, words, OTHER_NUMBER / len(pairs), {one: second, other: first})


def _worked_out(value: float) -> Iterator[tuple[str, float, float]]:
    """Yield what a value may become when it is worked out wrongly, as text, with its probability and the change."""
    for text, share in texts_of(value):
        for wrong, chance in wrong_numbers(text, WORKED_OUT, is_real=type(value) is float):
            yield wrong, share * chance, float(wrong) - float(text)


def _partial_products(runs: MistakenRuns) -> Iterator[tuple[str, float]]:
    """Yield the products within a step that people work out on the way, as `a·b` in `a·b/c`, with their steps."""
    variant = runs.variant
    given = {
        name: value for name, value in variant.solver.fills(variant.arguments).items() if type(value) in (int, float)
    }
    for path, step in variant.board.items():
        found = variant.solver.parsed(path, **variant.arguments) if type(step.value) in (int, float) else None
        product = found[0] if found else None
        if not isinstance(product, Chain) or any(sign not in "*/" for sign, _ in product.rest):
            continue
        beginnings = [Chain(product.first, product.rest[:last], 0) for last in range(1, len(product.rest))]
        pairs = [
            Chain(one, (("*", other),), 0)
            for (sign, one), (after, other) in pairwise(product.rest)
            if sign == after == "*"
        ]
        for node in (*beginnings, *pairs):
            value = _value(node, given)
            if value and math.isfinite(value):
                yield path, value


def _value(node: Node, given: Mapping[str, float]) -> float | None:
    """Return the value of an expression of given symbols; None where it has others, or no value."""
    try:
        value = evaluate(node, given)
    except (KeyError, NoValue):
        return None
    return value if type(value) in (int, float) else float(value) if isinstance(value, Fraction) else None


def _replaced(slipped: Slipped, path: str, value: Any) -> Any:
    """Return the wrong value for the step in which the slip is, and every other value as it is."""
    return slipped.wrong if path == slipped.detail else value


def _lost_signs(path: str, value: Any, steps: int) -> Iterator[Slipped]:
    """Yield the step at `path` with the minus of one entry lost, for each.

    `steps` is the number of all steps, which share the probability.
    """
    negative = [place for place, number in enumerate(value.flat) if number < 0]
    for place in negative:
        wrong = value.copy()
        wrong.flat[place] = -wrong.flat[place]
        yield Slipped(slips.CALCULATION, path, WORKED_OUT.sign / (steps * len(negative)), wrong)


def _swapped_digits(path: str, value: Any, steps: int) -> Iterator[Slipped]:
    """Yield the step at `path` with two digits of one entry swapped, for each; only for short lists of real numbers.

    `steps` is the number of all steps.
    """
    if value.size > MAX_SWAPPED or value.dtype.kind != "f":
        return
    swapped = WORKED_OUT._replace(next_digit=0, any_digit=0, dropped=0, doubled=0, zero=0, sign=0, exchanged=0)
    for place, number in enumerate(value.flat):
        for text, share in texts_of(float(number)):
            for wrong, chance in wrong_numbers(text, swapped):
                if chance:
                    changed = value.copy()
                    changed.flat[place] = float(wrong)
                    yield Slipped(slips.CALCULATION, path, share * chance / (steps * value.size), changed)


def _run(runs: MistakenRuns, slipped: Slipped) -> Mapping[str, Any]:
    """Return the values of the asked steps after a slip; none where the run fails."""
    variant, override = runs.variant, None
    if slipped.slip == slips.MISCOPIED:
        arguments = {**variant.arguments, **slipped.wrong}
        variant = Variant(variant.solver, arguments, variant.declared, units=variant.units)
    else:
        override = partial(_replaced, slipped)
    try:
        return variant.run(wanted=runs.steps, override=override)
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
        for wrong, chance in wrong_numbers(text, COPIED, is_real=type(value) is float) if len(text) > 1 else ():
            new = type(value)(wrong)
            yield CopyingSlip(f"{_shown(value)} as {_shown(new)}", chance, new)
        for new in misread_fractions(value):
            yield CopyingSlip(f"{_shown(value)} as {_shown(new)}", MISREAD, new)


def _changes_in_list(value: Any) -> Iterator[CopyingSlip]:
    """Yield the ways to copy a list wrongly: one entry, two neighbours exchanged, or a square's rows as columns."""
    kind = type(value)
    for place, inner in enumerate(value):
        for change in _changes(inner):
            yield change._replace(value=kind([*value[:place], change.value, *value[place + 1 :]]))
    if all(isinstance(row, list | tuple) and len(row) == len(value) for row in value):
        turned = kind([type(row)(column) for row, column in zip(value, zip(*value, strict=True), strict=True)])
        if len(value) > 1 and turned != value:
            yield CopyingSlip(f"the rows of {_shown(value)}{AS_COLUMNS}", TURNED, turned)
    for place, pair in enumerate(pairwise(value)):
        if all(type(each) in (int, float) for each in pair) and pair[0] != pair[1]:
            exchanged = kind([*value[:place], *pair[::-1], *value[place + 2 :]])
            yield CopyingSlip(f"{_shown(pair)} as {_shown(pair[::-1])}", EXCHANGED, exchanged)


def _shown(value: Any) -> str:
    """Return a number as people write it, or some of them as a list."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.12g}"


def slips_on_the_way(index: WrongAnswerIndex, shape: Shape, window: Sequence[Any]) -> list[Cause]:
    """Return the slips on the way that give an answer: one number copied wrongly, or one step computed wrongly.

    `window` has the bounds of each number of the answer.  Where a slip in any of some steps gives it, the one that they
    all lead to is named; of many others none.
    """
    causes = index.once(_by_shape).get(shape)
    found = causes.find(window) if causes else []
    slipped = [cause for cause in found if cause.slip == slips.CALCULATION]
    least = UNLIKELY * max((cause.prior for cause in slipped), default=0.0)
    likely = {cause.detail for cause in slipped if cause.prior >= least}
    steps = [path for path in index.variant.board if path in likely]
    if len(steps) < 2:  # noqa: PLR2004 - one step
        return found
    *earlier, last = steps
    lead_to_it = all(is_computed_from(index.variant, last, each) for each in earlier)
    if not lead_to_it and len(steps) < MANY:
        return found
    some = slipped[0]._replace(detail=last if lead_to_it else "", prior=sum(cause.prior for cause in slipped))
    return [*(cause for cause in found if cause.slip != slips.CALCULATION), some]
