"""Answers with another number of the question in place of one: of the prompt, of a layer, or of the same step.

Everything after it is right.  A number is replaced where it is given, or in the formula of one step near the asked one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.derivation.arithmetic import NoValue
from checker.diagnosis import slips
from checker.diagnosis.causes import Cause
from checker.diagnosis.derived_wording import IN_PLACE, called
from checker.diagnosis.expressions import numbers_in
from checker.diagnosis.flat_values import Shape, finite_column
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.numeric_equality import are_equal
from checker.diagnosis.preceding_steps import preceding_steps
from checker.diagnosis.slipped_answers import ALONE
from checker.engine.lanes.bits import bits_of
from checker.questions.parameters import are_possible, numbers_only

SHARE: Final = 0.4
"""Share of another number in place of one among the slips with a number of the question."""

OF_THE_STEP, OF_THE_QUESTION, OF_THE_PROMPT, OF_A_LIST = 4, 2, 3, 1
"""Weights of the numbers that a step may take instead: its own names, parameters, and numbers at any depth."""

NEUTRAL: Final = frozenset({0, 1})
"""Numbers in whose place nobody takes another one."""

MAX_USED: Final = 300
"""Maximum number of replacements that are tried, likeliest first."""

MAX_NUMBERS: Final = 24
"""Maximum number of numbers at any depth that are tried in place of one."""


class _Other(NamedTuple):
    """A number in place of another one: in words, its weight, the step (empty: a parameter), and the wrong value."""

    words: str
    weight: int
    place: str
    step: bool
    wrong: Any


def answers_with_other_numbers(index: WrongAnswerIndex) -> Iterator[tuple[Shape, Cause]]:
    """Yield the shapes and causes of the answers to the asked step with another number in place of one."""
    variant = index.variant
    if variant.solver.one_by_one or index.is_coded:
        return
    found = sorted([*_in_steps(index), *_in_parameters(index)], key=lambda each: -each.weight)[:MAX_USED]
    replaced: defaultdict[bool, defaultdict[str, dict[int, Any]]] = defaultdict(lambda: defaultdict(dict))
    for place, each in enumerate(found):
        replaced[each.step][each.place][1 << place] = each.wrong
    columns = variant.run_replaced(replaced[True], replaced[False], {index.step}) if found else {}
    if index.step not in columns:
        return
    column, total, told = finite_column(columns[index.step]), sum(each.weight for each in found), set[Any]()
    for bit in bits_of(column.mask):
        each, value = found[bit.bit_length() - 1], column.value_for(bit)
        key = value, *(part.partition(" (")[0] for part in each.words.split(IN_PLACE))
        if value and key not in told and not (value[0] == index.shape and are_equal(value[1], index.numbers)):
            told.add(key)
            prior = ALONE * slips.prior(slips.MISCOPIED) * SHARE * each.weight / total
            yield value[0], Cause((), slips.MISCOPIED, each.words, prior, value[1], is_estimated=True)


def _in_parameters(index: WrongAnswerIndex) -> Iterator[_Other]:
    """Yield each number that is given with a number of the prompt, which the question does not use, in its place."""
    variant = index.variant
    numbers = numbers_only(variant.solver)
    for name, right in variant.arguments.items():
        if type(right) is not int or name in variant.solver.secret or name not in numbers:
            continue
        for value in index.unused_numbers:
            if value != right and are_possible(variant.solver, {**variant.arguments, name: value}):
                yield _Other(_in_place_of(f"{value:,}", f"{right:,}", name), OF_THE_PROMPT, name, False, value)


def _in_steps(index: WrongAnswerIndex) -> Iterator[_Other]:
    """Yield the steps near the asked one with another number in place of one of their own sizes."""
    variant = index.variant
    for path in _near_steps(index):
        formula, written = variant.derived.get(path), variant.written[path]
        if formula is None or type(written.value) is not int:
            continue
        offered = _offered(index, written.names, written.steps)
        sizes = {
            name: written.names[name] for name in formula.sizes if name in written.names and name not in written.steps
        }
        for names in _of_one_value(sizes):
            right = sizes[names[0]]
            name = names[0] if len(names) == 1 else ""
            for value, (words, weight) in {**offered, **_thousands(right), **_sums(right, offered)}.items():
                if value == right:
                    continue
                try:
                    wrong = formula.value_with(written.value, {**written.names, **dict.fromkeys(names, value)})
                except NoValue:
                    continue
                if wrong != written.value:
                    yield _Other(_in_place_of(words, f"{right:,}", name), weight, path, True, wrong)


def _of_one_value(sizes: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield each size that may be another number, and those of one number together, as a kernel's height and width."""
    alike: defaultdict[int, list[str]] = defaultdict(list)
    for name, value in sizes.items():
        if type(value) is int and value not in NEUTRAL:
            alike[value].append(name)
    for names in alike.values():
        yield from ((name,) for name in names)
        if len(names) > 1:
            yield tuple(names)


def _sums(size: int, offered: Mapping[int, tuple[str, int]]) -> dict[int, tuple[str, int]]:
    """Return the sums of a size with another one, as of inputs and state side by side."""
    others = [other for other, (_, weight) in offered.items() if weight > OF_A_LIST and other != size]
    return {size + other: (f"{size:,} + {other:,}", OF_A_LIST) for other in others if size + other not in offered}


def _in_place_of(words: str, number: str, name: str) -> str:
    """Return a number in place of another one in words, without what they count where both count the same."""
    right = called(number, name)
    label = right.removeprefix(number)
    return (
        f"{words.removesuffix(label)}{IN_PLACE}{number}"
        if label and words.endswith(label)
        else f"{words}{IN_PLACE}{right}"
    )


def _near_steps(index: WrongAnswerIndex) -> Sequence[str]:
    """Return the asked step, the steps that it uses, and those that these use."""
    board = index.variant.board
    found = dict.fromkeys([index.step])
    for _ in range(2):
        found |= dict.fromkeys(each for path in [*found] for each in preceding_steps(board, path))
        found |= dict.fromkeys(path for path in board if any(path.startswith(f"{each}.") for each in [*found][:1]))
    return [path for path in found if path in board and path in index.variant.written]


def _thousands(size: int) -> dict[int, tuple[str, int]]:
    """Return the power of two that is taken for a round number, as 1,024 for 1,000, or the reverse."""
    others = [size // one * other for one, other in ((1000, 1024), (1024, 1000)) if size % one == 0]
    return {other: (f"{other:,}", OF_THE_QUESTION) for other in others}


def _offered(index: WrongAnswerIndex, names: Mapping[str, Any], steps: Any) -> dict[int, tuple[str, int]]:
    """Return the whole numbers that may be taken for a size, each in words and with its weight."""
    own = {name: value for name, value in names.items() if name not in steps}
    arguments = index.variant.arguments
    offered: dict[int, tuple[str, int]] = {}
    for weight, sizes in ((OF_THE_STEP, own), (OF_THE_QUESTION, arguments)):
        for name, value in sizes.items():
            if type(value) is int and value > 1:
                offered.setdefault(value, (called(f"{value:,}", name), weight))
    for value in index.unused_numbers:
        offered.setdefault(value, (f"{value:,}", OF_THE_PROMPT))
    nested = dict.fromkeys(each for each in numbers_in(arguments) if type(each) is int and each > 1)
    for value in [*nested][:MAX_NUMBERS]:
        offered.setdefault(value, (f"{value:,}", OF_A_LIST))
    return offered
