"""The steps of a question as formulas, right and with each known mistake: their values at several sizes."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
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
_TRIES: Final = 20
"""Draws of lists until one fits."""
_MOST_SINGLES: Final = 250
"""Mistakes up to which those in one scope are looked at, too."""
_MOST_REMEMBERED: Final = 2_000
"""Sets of mistakes whose steps are remembered."""


class KnownFormula(NamedTuple):
    """A step as a formula."""

    step: str
    values: Values
    mistake: Mistake | None
    """The mistake that gives it; None if it is right."""

    @property
    def varies(self) -> bool:
        """Return whether it has other values at other sizes, so that an equal formula is no chance."""
        return varies(self.values)


class StepFormulas:
    """The steps of a question at several sizes."""

    def __init__(self, variant: Variant, students: StudentSets) -> None:
        """Run the solver at all sizes, for the right solution and for each known mistake."""
        self._students = students
        self._variants = _at_sizes(variant)
        self._steps = frozenset(variant.board)
        self._others: Memory[Mistakes, dict[str, set[Values]]] = Memory(_MOST_REMEMBERED)
        known = [*self._run_singles()]
        self.right: Mapping[str, set[Values]] = _by_step(each for each in known if each.mistake is None)
        self._known = sorted(
            (each for each in known if each.mistake is None or each.values not in self.right[each.step]),
            key=lambda each: each.values[0],
        )
        self._firsts = [as_float(each.values[0]) for each in self._known]

    def equal_to(self, values: Values, within: float = ROUNDED) -> Iterator[KnownFormula]:
        """Yield the steps that are equal to a formula, within a relative difference."""
        first = as_float(values[0])
        reach = abs(first) * within
        for place in range(bisect_left(self._firsts, first - reach), len(self._known)):
            if self._firsts[place] > first + reach:
                return
            if are_equal(values, self._known[place].values, within):
                yield self._known[place]

    def is_unknown(self, values: Values) -> bool:
        """Return whether a formula is that of no step."""
        return next(self.equal_to(values), None) is None

    def changed_by(self, mistakes: Mistakes) -> dict[str, set[Values]]:
        """Return the steps that mistakes change, with their formulas then."""
        return self._others.get(mistakes, lambda: self._run(mistakes))

    def givens(self) -> dict[Exact, list[Values]]:
        """Return the parameters as formulas, by their values at the question's own sizes."""
        found: defaultdict[Exact, list[Values]] = defaultdict(list)
        at_sizes = [_numbers_given(variant) for variant in self._variants]
        for name, value in at_sizes[0].items():
            values = tuple(_as_written(each[name]) for each in at_sizes)
            if values not in found[_as_written(value)]:
                found[_as_written(value)].append(values)
        return dict(found)

    @property
    def count(self) -> int:
        """Return the number of sizes."""
        return len(self._variants)

    def _run_singles(self) -> Iterator[KnownFormula]:
        """Yield the right steps, and those of each mistake; also of those in one scope, if they are not too many."""
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
        try:
            runs = [variant.run(options_of(mistakes), self._steps) for variant in self._variants]
        except INVALID_RUN:
            return {}
        found = {step: set(_formulas([run.get(step) for run in runs])) for step in self._steps}
        right = self.right
        return {step: values - right[step] for step, values in found.items() if values - right[step]}


def varies(values: Values) -> bool:
    """Return whether a formula has other values at other sizes."""
    return any(each != values[0] for each in values)


def are_equal(one: Values, other: Values, within: float = ROUNDED) -> bool:
    """Return whether two formulas are equal: whole numbers exactly, real ones within a relative difference."""
    return all(_is_equal(*each, within) for each in zip(one, other, strict=False))


def _is_equal(one: Exact, other: Exact, within: float) -> bool:
    if isinstance(one, int) and isinstance(other, int):
        return one == other and abs(one) >= _SMALLEST
    first = as_float(one)
    return bool(one and other) and math.isfinite(first) and math.isclose(first, as_float(other), rel_tol=within)


def _at_sizes(variant: Variant) -> tuple[Variant, ...]:
    """Return the question at its own sizes and at others."""
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
    lists = {name: value for name, value in variant.arguments.items() if _is_list(value)}
    for _ in range(_TRIES if lists else 0):
        drawn = {each: rng.randint(each, 2 * each) for value in lists.values() for each in value if each > _FIXED}
        changed = {name: type(value)(drawn.get(each, each) for each in value) for name, value in lists.items()}
        other = Variant(variant.solver, {**variant.arguments, **changed}, variant.declared)
        try:
            if other.board.keys() == original.board.keys() and other.menu.keys() == original.menu.keys():
                return other
        except INVALID_RUN:
            continue
    return variant


def _is_list(value: Any) -> bool:
    return isinstance(value, tuple | list) and bool(value) and all(type(each) is int for each in value)


def _numbers_given(variant: Variant) -> dict[str, Exact]:
    """Return the parameters that are numbers, and the numbers in those that are lists, by name."""
    found: dict[str, Exact] = dict(numeric_arguments(variant.arguments))
    for name, value in variant.arguments.items():
        if isinstance(value, tuple | list) and len(value) <= _MOST_ENTRIES:
            found |= {f"{name}.{place}": each for place, each in enumerate(value) if type(each) in (int, float)}
    return found


def _by_step(known: Iterable[KnownFormula]) -> dict[str, set[Values]]:
    found: defaultdict[str, set[Values]] = defaultdict(set)
    for each in known:
        found[each.step].add(each.values)
    return found


def _formulas(at_sizes: Sequence[Any]) -> Iterator[Values]:
    """Yield the formulas of a step: one, or one for each entry of an array."""
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
