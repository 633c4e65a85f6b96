"""Answers with another number of the question in place of one: of the prompt, of a layer, or of the same step.

Also with the sum of both, or 1,024 for 1,000.  Everything after it is right.  A number is replaced where it is given,
in the formula of one step near the asked one, or in all such steps of one scope.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.derivation.arithmetic import NoValue
from checker.diagnosis import slips
from checker.diagnosis.causes import Cause
from checker.diagnosis.derived_wording import IN_PLACE, called, told, with_numbers
from checker.diagnosis.expressions import numbers_in
from checker.diagnosis.flat_values import Shape, finite_column
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistaken_runs import a_student_each
from checker.diagnosis.numeric_equality import are_equal
from checker.diagnosis.preceding_steps import preceding_steps
from checker.diagnosis.slipped_answers import ALONE
from checker.engine.lanes.bits import bits_of
from checker.questions.parameters import are_possible, numbers_only

if TYPE_CHECKING:
    from checker.derivation.step_formula import StepFormula
    from checker.engine.recording import WrittenStep

SHARE: Final = 0.4
"""Share of another number in place of one among the slips with a number of the question."""

OF_THE_STEP, OF_THE_QUESTION, OF_THE_PROMPT, OF_A_LIST = 4, 2, 3, 1
"""Weights of the numbers that a step may take instead: its own names, parameters, and numbers at any depth."""

NEUTRAL: Final = frozenset({0, 1})
"""Numbers in whose place nobody takes another one."""

FEW: Final = 2
"""Size up to which no other one is added to it: as factors these count nothing."""

MAX_USED: Final = 400
"""Maximum number of replacements that are tried, likeliest first."""

MAX_NUMBERS: Final = 24
"""Maximum number of numbers at any depth that are tried in place of one."""


class _Other(NamedTuple):
    """A number in place of another one: in words, its weight, and the wrong values of steps and of parameters."""

    words: str
    weight: float
    steps: Mapping[str, Any]
    parameters: Mapping[str, Any]


def answers_with_other_numbers(index: WrongAnswerIndex) -> Iterator[tuple[Shape, Cause]]:
    """Yield the shapes and causes of the answers to the asked step with another number in place of one."""
    variant = index.variant
    if variant.solver.one_by_one or index.is_coded:
        return
    found = sorted([*_in_steps(index), *_in_parameters(index)], key=lambda each: -each.weight)[:MAX_USED]
    steps, parameters = a_student_each(each.steps for each in found), a_student_each(each.parameters for each in found)
    columns = variant.run_replaced(steps, parameters, {index.step}) if found else {}
    if index.step not in columns:
        return
    column, total, told = finite_column(columns[index.step]), sum(each.weight for each in found), set[Any]()
    for bit in bits_of(column.mask):
        each, answer = found[bit.bit_length() - 1], column.value_for(bit)
        key = answer, *(part.partition(" (")[0] for part in each.words.split(IN_PLACE))
        if answer and key not in told and not (answer[0] == index.shape and are_equal(answer[1], index.numbers)):
            told.add(key)
            prior = ALONE * slips.prior(slips.MISCOPIED) * SHARE * each.weight / total
            yield answer[0], Cause((), slips.MISCOPIED, each.words, prior, answer[1], is_estimated=True)


def _in_parameters(index: WrongAnswerIndex) -> Iterator[_Other]:
    """Yield each parameter with a number of the prompt in its place that the question does not use."""
    variant = index.variant
    numbers = numbers_only(variant.solver)
    for name, right in variant.arguments.items():
        if type(right) is not int or name in variant.solver.secret or name not in numbers:
            continue
        for value in index.unused_numbers:
            if value != right and are_possible(variant.solver, {**variant.arguments, name: value}):
                yield _Other(_in_place_of(f"{value:,}", called(f"{right:,}", name)), OF_THE_PROMPT, {}, {name: value})


def _in_steps(index: WrongAnswerIndex) -> Iterator[_Other]:
    """Yield the steps near the asked one with a wrong number in place of one of their own sizes.

    Each step has it alone; and all steps of one scope that can have the same wrong number have it together.
    """
    found: list[tuple[str, str, Any]] = []
    shown = {*index.given, *index.unused_numbers}
    nested = dict.fromkeys(each for each in numbers_in(index.variant.arguments) if type(each) is int and each > 1)
    listed = [*nested][:MAX_NUMBERS]
    for path in _near_steps(index):
        formula, written = index.variant.derived.get(path), index.variant.written[path]
        if formula is not None and type(written.value) is int:
            for words, weight, wrong in _wrong_values(index, formula, written, shown, listed):
                if wrong != written.value:
                    found.append((path, words, wrong))
                    yield _Other(words, weight, {path: wrong}, {})
    alike: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for path, words, wrong in found:
        alike[path.rpartition(".")[0] + words][path] = wrong
    for key, steps in alike.items():
        if len(steps) > 1:
            words = key.removeprefix(next(iter(steps)).rpartition(".")[0])
            yield _Other(words, OF_THE_QUESTION, steps, {})


def _wrong_values(
    index: WrongAnswerIndex, formula: StepFormula, written: WrittenStep, shown: Container[Any], listed: Sequence[int]
) -> Iterator[tuple[str, float, Any]]:
    """Yield the values of a step with another number in place of a size or of a term, in words and with its weight.

    `shown` are the numbers that a sentence may show, `listed` those of the question at any depth.
    """
    offered = _offered(index, written, shown, listed)
    sizes = {name: written.names[name] for name in formula.sizes if name in written.names and name not in written.steps}
    for names in _of_one_value(sizes):
        right = sizes[names[0]]
        is_shown = right in shown
        replaced = told(right, "" if is_shown and len(names) > 1 else names[0], shown)
        others = {**offered, **(_thousands(right) if is_shown else {}), **_sums(right, replaced, offered)}
        for value, (words, weight) in others.items():
            if value != right:
                try:
                    wrong = formula.value_with(written.value, {**written.names, **dict.fromkeys(names, value)})
                except NoValue:
                    continue
                yield _in_place_of(words, replaced), weight, wrong
    for text, right in [(text, value) for text, value in formula.terms_with(written.names)[1:] if value not in NEUTRAL]:
        product = with_numbers(text, written.names, shown)
        for name, size in sizes.items():
            if type(size) is type(right) is int and size != right and size not in NEUTRAL and name not in text:
                yield (
                    _in_place_of(told(size, name, shown), product),
                    OF_THE_QUESTION,
                    written.value - right + size,
                )


def _near_steps(index: WrongAnswerIndex) -> Sequence[str]:
    """Return the asked step, the steps that it uses, and those that these use."""
    board = index.variant.board
    found = dict.fromkeys([index.step])
    for _ in range(2):
        found |= dict.fromkeys(each for path in [*found] for each in preceding_steps(board, path))
    found |= dict.fromkeys(path for path in board if path.startswith(f"{index.step}."))
    return [path for path in found if path in board and path in index.variant.written]


def _of_one_value(sizes: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the names of sizes that students may replace: each alone, and all names with the same number together."""
    alike: defaultdict[int, list[str]] = defaultdict(list)
    for name, value in sizes.items():
        if type(value) is int and value not in NEUTRAL:
            alike[value].append(name)
    for names in alike.values():
        yield from ((name,) for name in names)
        if len(names) > 1:
            yield tuple(names)


def _sums(size: int, words: str, offered: Mapping[int, tuple[str, int]]) -> dict[int, tuple[str, int]]:
    """Return {sum: (words, weight)} of a size and each other offered number.  `words` is the size in words."""
    if size <= FEW:
        return {}
    others = {
        other: text.partition(" (")[0]
        for other, (text, weight) in offered.items()
        if weight > OF_A_LIST and other != size
    }
    one = words.partition(" (")[0]
    return {
        size + other: (f"{one} + {text}", OF_A_LIST) for other, text in others.items() if size + other not in offered
    }


def _in_place_of(words: str, right: str) -> str:
    """Return a number in place of another one in words, without what they count where both count the same."""
    if words == right:  # both are worked out
        return f"another number{IN_PLACE}{right}"
    number, bracket, label = right.partition(" (")
    is_same = bool(bracket) and words.endswith(bracket + label)
    return f"{words.removesuffix(bracket + label)}{IN_PLACE}{number}" if is_same else f"{words}{IN_PLACE}{right}"


def _thousands(size: int) -> dict[int, tuple[str, int]]:
    """Return the power of two that is taken for a round number, as 1,024 for 1,000, or the reverse."""
    others = [size // one * other for one, other in ((1000, 1024), (1024, 1000)) if size % one == 0]
    return {other: (f"{other:,}", OF_THE_QUESTION) for other in others}


def _offered(
    index: WrongAnswerIndex, written: WrittenStep, shown: Container[Any], listed: Sequence[int]
) -> dict[int, tuple[str, int]]:
    """Return {number: (words, weight)} of the whole numbers that a student may take for a size of a step.

    `shown` are the numbers that words may show, `listed` those of the question at any depth.
    """
    own = {name: value for name, value in written.names.items() if name not in written.steps}
    offered: dict[int, tuple[str, int]] = {}
    for weight, sizes in ((OF_THE_STEP, own), (OF_THE_QUESTION, index.variant.arguments)):
        for name, value in sizes.items():
            if type(value) is int and value > 1:
                offered.setdefault(value, (told(value, name, shown), weight))
    for value in index.unused_numbers:
        offered.setdefault(value, (f"{value:,}", OF_THE_PROMPT))
    for value in listed:
        offered.setdefault(value, (f"{value:,}", OF_A_LIST))
    return offered
