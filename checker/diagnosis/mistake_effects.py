"""Computes how mistakes change a step, and words the difference as a product of sizes: `4 · d_model`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

from checker.diagnosis.mistakes import Mistakes, options_of
from checker.diagnosis.products import Product, Products
from checker.engine.errors import INVALID_RUN
from checker.engine.memory import Memory
from checker.formula.symbols import numeric_arguments
from checker.kinds import flatten
from checker.questions.parameters import in_file
from checker.questions.resized import resized_variants
from checker.questions.variant import Variant

DRAWS: Final = 5
"""Number of other sizes at which a product has to hold."""

MAX_KNOWN_SETS: Final = 4096
"""Maximum number of sets of mistakes whose runs are remembered, per step of a question."""


class MistakeEffects:
    """The values of one step with sets of mistakes, at several sizes of the question, each computed once."""

    def __init__(self, variant: Variant, step: str) -> None:
        self._variant = variant
        self._step = step
        self._places = {name: place for place, name in enumerate(variant.menu)}
        self._values: Memory[Mistakes, int | float | None] = Memory(MAX_KNOWN_SETS)
        self._at_sizes: Memory[Mistakes, tuple[int, ...]] = Memory(MAX_KNOWN_SETS)
        self._found: Memory[tuple[int, ...], Product] = Memory(MAX_KNOWN_SETS)

    def in_order(self, mistakes: Mistakes) -> Mistakes:
        """Return the mistakes in the order in which they act."""
        return tuple(sorted(mistakes, key=lambda mistake: self._places.get(mistake.point, len(self._places))))

    def value(self, mistakes: Mistakes) -> int | float | None:
        """Return the value of the step with these mistakes; None if that is no single number."""
        return self._values.get(mistakes, lambda: _value(self._variant, self._step, mistakes))

    def product(self, mistakes: Mistakes, before: Mistakes, amount: object) -> Product:
        """Return, as a product of sizes, the `amount` that `mistakes` add to a number with the mistakes `before`.

        The product is empty if none holds at all sizes.
        """
        if not amount or not isinstance(amount, int) or not self._variants:
            return Product()
        after, without = self._at_all_sizes(mistakes), self._at_all_sizes(before)
        if not after or not without:
            return Product()
        sign = 1 if amount > 0 else -1
        numbers = tuple([sign * (one - other) for one, other in zip(after, without, strict=True)])
        return self._found.get(numbers, lambda: self._products.product(numbers))

    def _at_all_sizes(self, mistakes: Mistakes) -> tuple[int, ...]:
        """Return the step at all sizes; empty if it is not a whole number at one of them."""
        return self._at_sizes.get(mistakes, lambda: tuple(self._whole_values(mistakes)))

    def _whole_values(self, mistakes: Mistakes) -> Sequence[int]:
        """Compute the step at all sizes; return nothing if it is not a whole number at one of them."""
        numbers = []
        for variant in self._variants:
            is_own = variant is self._variant
            number = self.value(mistakes) if is_own else _value(variant, self._step, mistakes)
            if not isinstance(number, int):
                return ()
            numbers.append(number)
        return numbers

    @cached_property
    def _variants(self) -> tuple[Variant, ...]:
        """Return the question and versions of it at other sizes."""
        return at_other_sizes(self._variant)

    @cached_property
    def _products(self) -> Products:
        """Return the products of the question's sizes, at all sizes."""
        return Products([sizes_of(variant) for variant in self._variants])


@lru_cache(64)
def effects_of(variant: Variant, step: str) -> MistakeEffects:
    """Return the effects of mistakes on one step, from a cache."""
    return MistakeEffects(variant, step)


def product_of(variant: Variant, step: str, mistakes: Mistakes, before: Mistakes, amount: object) -> Product:
    """Return what `MistakeEffects.product` gives for this step.  The product is empty if none holds at all sizes."""
    return effects_of(variant, step).product(mistakes, before, amount)


@lru_cache(64)
def at_other_sizes(variant: Variant) -> tuple[Variant, ...]:
    """Return the question and versions of it at other sizes.

    It is empty if a size cannot be changed, or if sizes are in lists, where they have no names.
    """
    variants = resized_variants(variant, (), DRAWS).variants
    sizes = sizes_of(variant)
    varying = {name for name, size in sizes.items() for other in variants if sizes_of(other)[name] != size}
    is_hidden = any(_has_sizes(value) for value in variant.arguments.values() if type(value) is not int)
    return () if is_hidden or varying < sizes.keys() else variants


def sizes_of(variant: Variant) -> dict[str, int]:
    """Return the parameters that are whole numbers above 0, {name in files: value}."""
    known = numeric_arguments(variant.arguments).items()
    return {in_file(name): value for name, value in known if type(value) is int and value > 0}


def _has_sizes(value: Any) -> bool:
    """Return whether a parameter holds whole numbers in a list, which have no names of their own."""
    if isinstance(value, Mapping):
        return any(_has_sizes(each) for each in value.values() if type(each) is not int)
    return isinstance(value, list | tuple) and any(type(each) is int or _has_sizes(each) for each in value)


def _value(variant: Variant, step: str, mistakes: Mistakes) -> int | float | None:
    """Return the value of a step with mistakes; None if the run fails or gives no single finite number."""
    try:
        shape, numbers = flatten(variant.run(options_of(mistakes), wanted={step})[step])
    except INVALID_RUN:
        return None
    return None if shape or not isinstance(numbers[0], int | float) or not math.isfinite(numbers[0]) else numbers[0]
