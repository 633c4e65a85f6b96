"""The steps of a question as formulas, right and with each known mistake.

A formula is the tuple of its values (`Values`): first at the question's own sizes, then at others.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

from checker.answers import flatten
from checker.answers.symbols import is_symbol, numeric_arguments
from checker.diagnosis.mistakes import Mistake, Mistakes, options_of
from checker.diagnosis.students import StudentSets
from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.columns import LaneColumn
from checker.engine.memory import Memory
from checker.notation.nodes import Exact, simple
from checker.questions import parameters
from checker.questions.resized import resized_variants
from checker.questions.variant import Variant
from checker.working.amounts import as_float

Values = tuple[Exact, ...]
"""A formula as its values: at the question's own sizes, then at others."""

_OTHER_SIZES: Final = 4
_FIXED: Final = 4
"""Whole numbers up to which parameters keep their values: a batch of one is not written, 2 dimensions are a square."""
ROUNDED, EXACT = 2e-3, 2e-4
"""Relative difference that roundings on the way make, and that of formulas whose numbers are not rounded."""
_SMALLEST: Final = 10
"""Whole numbers below it are no evidence."""
_MOST_ENTRIES: Final = 64
"""Entries of an array that are steps of their own."""
_WIDTHS: Final = frozenset({"out_channels", "out_features", "num_embeddings", "embedding_dim", "hidden_size"})
"""What is drawn of a layer; kernels and strides stay, so that the sizes fit together."""
_MOST_FACTOR: Final = 8
_TRIES: Final = 20
"""Draws of lists until one fits."""
_MOST_SINGLES: Final = 250
"""Mistakes up to which those in one scope are looked at, too."""
_MOST_REMEMBERED: Final = 2_000
"""Sets of mistakes whose steps are remembered."""


class KnownFormula(NamedTuple):
    """A step's values at several sizes of the question, right or with one mistake."""

    step: str
    values: Values
    mistake: Mistake | None
    """The mistake that gives it; None if it is right."""

    @property
    def varies(self) -> bool:
        """Return whether the values differ between sizes, so that equality with another formula is no chance."""
        return varies(self.values)


class Given(NamedTuple):
    """A parameter of the question: its name, and its values at several sizes."""

    name: str
    values: Values


class StepFormulas:
    """All steps of a question at several sizes, right and with each known mistake."""

    def __init__(self, variant: Variant, students: StudentSets) -> None:
        """Run the solver at all sizes, for the right solution and for each known mistake."""
        self._students = students
        self._variants = _at_sizes(variant)
        self._steps = dict.fromkeys(variant.board)
        self._others: Memory[Mistakes, dict[str, set[Values]]] = Memory(_MOST_REMEMBERED)
        known = [*self._run_singles()]
        self.right: Mapping[str, set[Values]] = _by_step(each for each in known if each.mistake is None)
        self._known = sorted(
            (each for each in known if each.mistake is None or each.values not in self.right[each.step]),
            key=lambda each: each.values[0],
        )
        self._firsts = [as_float(each.values[0]) for each in self._known]

    def equal_to(self, values: Values, within: float = ROUNDED) -> Iterator[KnownFormula]:
        """Yield the steps, right or with a mistake, whose values equal these within a relative difference."""
        first = as_float(values[0])
        reach = abs(first) * within
        for place in range(bisect_left(self._firsts, first - reach), len(self._known)):
            if self._firsts[place] > first + reach:
                return
            if are_equal(values, self._known[place].values, within):
                yield self._known[place]

    def is_unknown(self, values: Values) -> bool:
        """Return whether these values are those of no step of the question, right or with a known mistake."""
        return next(self.equal_to(values), None) is None

    def changed_by(self, mistakes: Mistakes) -> dict[str, set[Values]]:
        """Return the steps that these mistakes change, each with the values that it then has."""
        return self._others.get(mistakes, lambda: self._run(mistakes))

    @cached_property
    def parameters(self) -> list[Given]:
        """Return the parameters of the question with their values at all sizes."""
        at_sizes = [_numbers_given(variant) for variant in self._variants]
        return [Given(name, tuple(_as_written(each[name]) for each in at_sizes)) for name in at_sizes[0]]

    def parameters_by_value(self) -> dict[Exact, list[Values]]:
        """Return the values of the parameters at all sizes, by their value at the question's own sizes."""
        return by_value(dict.fromkeys(given.values for given in self.parameters))

    @property
    def count(self) -> int:
        """Return at how many sizes the question is run."""
        return len(self._variants)

    def _run_singles(self) -> Iterator[KnownFormula]:
        """Yield each step as it is right, then as each single mistake makes it.

        Mistakes at one place only are left out if there are too many.
        """
        every = self._students.named
        bits = {
            mistake: self._students.bits[mistake]
            for mistake in every
            if not mistake.scope or len(every) <= _MOST_SINGLES
        }
        columns: list[Mapping[str, LaneColumn]] = []
        valid = {0, *bits.values()}
        for variant in self._variants:
            students, found = variant.run_many(self._students.named_bits, [0, *bits.values()], self._steps)
            valid &= set(students)
            columns.append(found)
        for mistake, student in [(None, 0), *((mistake, bit) for mistake, bit in bits.items() if bit in valid)]:
            for step in self._steps:
                at_sizes = [found[step].value_for(student) if step in found else None for found in columns]
                for values in _formulas(at_sizes):
                    yield KnownFormula(step, values, mistake)

    def _run(self, mistakes: Mistakes) -> dict[str, set[Values]]:
        """Return the steps that these mistakes change, as `changed_by` does; none if the mistakes do not fit."""
        try:
            runs = [variant.run(options_of(mistakes), self._steps) for variant in self._variants]
        except INVALID_RUN:
            return {}
        found = {step: set(_formulas([run.get(step) for run in runs])) for step in self._steps}
        right = self.right
        return {step: values - right[step] for step, values in found.items() if values - right[step]}


def by_value(several: Iterable[Values]) -> dict[Exact, list[Values]]:
    """Return formulas grouped by their first value, which is that at the question's own sizes."""
    found: defaultdict[Exact, list[Values]] = defaultdict(list)
    for values in several:
        found[values[0]].append(values)
    return dict(found)


def varies(values: Values) -> bool:
    """Return whether a formula's values differ between sizes."""
    return any(each != values[0] for each in values)


def are_equal(one: Values, other: Values, within: float = ROUNDED) -> bool:
    """Return whether two formulas are equal: whole numbers exactly, real ones within a relative difference.

    Two whole numbers below 10, and zeros, are no evidence and never count as equal.
    """
    return all(_is_equal(*each, within) for each in zip(one, other, strict=False))


def _is_equal(one: Exact, other: Exact, within: float) -> bool:
    """Return whether two values are equal, as `are_equal` says."""
    if isinstance(one, int) and isinstance(other, int):
        return one == other and abs(one) >= _SMALLEST
    first = as_float(one)
    return bool(one and other) and math.isfinite(first) and math.isclose(first, as_float(other), rel_tol=within)


def _at_sizes(variant: Variant) -> tuple[Variant, ...]:
    """Return the question at its own sizes and at others; only at its own if none of its numbers can vary."""
    equal: defaultdict[Exact, list[str]] = defaultdict(list)
    for name, value in numeric_arguments(variant.arguments).items():
        if (isinstance(value, float) or float(value) > _FIXED) and is_symbol(parameters.in_file(name)):
            equal[value].append(parameters.in_file(name))
    symbols = tuple((names[0], " = ".join(names)) for names in equal.values())  # students write one number for all
    original = variant.without_author_mistakes
    others = resized_variants(variant, symbols, _OTHER_SIZES).variants[1:] if symbols else (original,) * _OTHER_SIZES
    rng = Random(0)  # noqa: S311 - no secret
    found = (original, *(_with_other_lists(each, original, rng) for each in others))
    return found if len({each.key() for each in found}) > 1 else (original,)


def _with_other_lists(variant: Variant, original: Variant, rng: Random) -> Variant:
    """Return the question with other numbers in the lists among its parameters, if some fit together."""
    lists = {name: value for name, value in variant.arguments.items() if isinstance(value, tuple | list)}
    sizes = {each for value in lists.values() for each in _sizes_in(value)}
    for _ in range(_TRIES if sizes else 0):
        drawn = {each: _larger_size(each, rng) for each in sorted(sizes)}
        changed = {name: _with_sizes(value, drawn) for name, value in lists.items()}
        other = Variant(variant.solver, {**variant.arguments, **changed}, variant.declared)
        try:
            if other.board.keys() == original.board.keys() and other.menu.keys() == original.menu.keys():
                return other
        except INVALID_RUN:
            continue
    return variant


def _larger_size(size: int, rng: Random) -> int:
    """Return a random size up to twice as large, with the same factors of two: groups and strides divide it, too."""
    factor = min(size & -size, _MOST_FACTOR)
    return factor * rng.randint(size // factor, 2 * size // factor)


def _sizes_in(value: Any) -> Iterator[int]:
    """Yield the numbers in a list, at any depth; of layers only their widths."""
    if isinstance(value, Mapping):
        widths = (each for name, each in value.items() if name in _WIDTHS or isinstance(each, list | tuple))
        value = [*widths]
    if isinstance(value, list | tuple):
        for each in value:
            yield from _sizes_in(each)
    elif type(value) is int and value > _FIXED:
        yield value


def _with_sizes(value: Any, drawn: Mapping[int, int], *, is_size: bool = True) -> Any:
    """Return a list with other sizes, at any depth."""
    if isinstance(value, Mapping):
        return {name: _with_sizes(each, drawn, is_size=name in _WIDTHS) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_with_sizes(each, drawn) for each in value)
    return drawn.get(value, value) if is_size and type(value) is int else value


def _numbers_given(variant: Variant) -> dict[str, Exact]:
    """Return the parameters that are numbers, and the numbers in those that are lists, by name."""
    found: dict[str, Exact] = dict(numeric_arguments(variant.arguments))
    for name, value in variant.arguments.items():
        if isinstance(value, tuple | list):
            found |= islice(_numbers_in(value, name), _MOST_ENTRIES)
    return found


def _numbers_in(value: Any, path: str) -> Iterator[tuple[str, Exact]]:
    """Yield the numbers in a list, at any depth, by their places."""
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list | tuple) else ()
    if type(value) in (int, float):
        yield path, value
    for name, each in inner:
        yield from _numbers_in(each, f"{path}.{name}")


def _by_step(known: Iterable[KnownFormula]) -> dict[str, set[Values]]:
    """Return the values of these formulas by their steps."""
    found: defaultdict[str, set[Values]] = defaultdict(set)
    for each in known:
        found[each.step].add(each.values)
    return found


def _formulas(at_sizes: Sequence[Any]) -> Iterator[Values]:
    """Yield the formulas of a step: one, or one for each entry of an array.

    Yield none for a text, for a value that is missing at some size, and for an array whose length varies.
    """
    try:
        flat = [flatten(value) for value in at_sizes]
    except AttributeError:  # a text, or no value at one of the sizes
        return
    if any(len(numbers) > _MOST_ENTRIES or len(numbers) != len(flat[0][1]) for _, numbers in flat):
        return
    for values in zip(*(numbers for _, numbers in flat), strict=True):
        if all(isinstance(each, int | float) and math.isfinite(each) for each in values):
            yield values


def _as_written(value: Exact) -> Exact:
    """Return a parameter as the exact number that people write."""
    return simple(Fraction(str(value))) if isinstance(value, float) else value
