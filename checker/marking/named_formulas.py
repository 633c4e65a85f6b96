"""Finds a name for what a number in a line should be: a parameter, a right step, or a product of parameters.

Numbers that the student may not be told are left out of names.  `numbers_shown` lists those of a prompt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final

from checker.diagnosis.derived_wording import size_in_words
from checker.diagnosis.wording import named_in
from checker.marking.step_formulas import Given, StepFormulas, Values, varies
from checker.notation.nodes import Exact
from checker.questions.variant import Variant
from checker.working.amounts import as_float

_WITHIN: Final = 1e-6
_DIGITS: Final = 6
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_GROUPS: Final = re.compile(r"(?<=\d)(?:[ ,\u202f\u00a0]|\\,|\{,\})(?=\d{3}(?!\d))")
_MULTIPLES: Final = (2, 3, 4)

_ByFirst = dict[str, list[tuple[Values, str]]]
"""Formulas with their names, by a key that those with equal first values share."""


class NamedFormulas:
    """Names for formulas: parameters, steps, products of two parameters, and small multiples of one.

    `is_shown(number)`: whether a student may be told this number.
    """

    def __init__(self, steps: StepFormulas, variant: Variant, is_shown: Callable[[Exact], bool]) -> None:
        self._is_shown = is_shown
        self._symbols = variant.arguments.get("symbols")
        givens = [each for each in steps.parameters if all(each.values)]
        same = Counter(each.values for each in givens)
        self._givens = _by_first((each.values, self._name(each, is_only=same[each.values] == 1)) for each in givens)
        paths = sorted(steps.right, key=[*variant.board].index)
        self._steps = _by_first((values, _step_name(variant, path)) for path in paths for values in steps.right[path])
        self._products = _by_first(self._multiples(givens))

    def name_of(self, values: Values, *, with_products: bool = False) -> str:
        """Return the name of a formula, given by its values at all sizes; empty where it has none.

        `with_products`: products and multiples of parameters have names, too.
        """
        groups = (self._givens, self._steps, self._products) if with_products else (self._givens, self._steps)
        key = _key(values[0])
        found = (name for group in groups for other, name in group.get(key, ()) if _are_same(values, other))
        return next(found, "")

    def is_step(self, values: Values) -> bool:
        """Return whether a formula, given by its values at all sizes, is a right step of the solution."""
        return any(_are_same(values, other) for other, _ in self._steps.get(_key(values[0]), ()))

    def _name(self, given: Given, *, is_only: bool) -> str:
        """Return how messages call a parameter: `64 (the width)`.

        Its number is left out if the student may not be told it, and its name if another parameter has the same values.
        """
        number = given.values[0]
        if "." in given.name or not is_only:
            return shown_number(number) if self._is_shown(number) else "another number"
        description = self._description(given.name)
        name = f"{given.name}: {description}" if description else size_in_words(given.name)
        return f"{shown_number(number)} ({name})" if self._is_shown(number) else name

    def _description(self, name: str) -> str:
        """Return what an author says that a symbol is; empty where nothing is said."""
        symbol = self._symbols.get(name) if isinstance(self._symbols, Mapping) else None
        return str(symbol.get("description") or "") if isinstance(symbol, Mapping) else ""

    def _multiples(self, givens: Sequence[Given]) -> Iterator[tuple[Values, str]]:
        """Yield products of two parameters, and small multiples of one."""
        known = [each for each in givens if self._is_shown(each.values[0])]
        for one in known:
            for factor in _MULTIPLES:
                yield tuple(factor * each for each in one.values), f"{factor} × {shown_number(one.values[0])}"
        for one, other in combinations_with_replacement(known, 2):
            text = f"{shown_number(one.values[0])} × {shown_number(other.values[0])}"
            yield tuple(a * b for a, b in zip(one.values, other.values, strict=True)), text


def numbers_shown(prompt: str) -> frozenset[float]:
    """Return the numbers in the text of a prompt.

    >>> sorted(numbers_shown("A vocabulary of 30,522 words, 12 layers, p = 0.4"))
    [0.4, 12.0, 30522.0]
    """
    return frozenset(map(float, _NUMBER.findall(_GROUPS.sub("", prompt))))


def shown_number(number: Exact) -> str:
    """Return a number as people write it, for a message."""
    return f"{number:,}" if isinstance(number, int) else f"{as_float(number):g}"


def _step_name(variant: Variant, path: str) -> str:
    """Return how messages call a step: by the last part of its name."""
    return f"the step “{named_in(variant, path).rpartition(' › ')[2]}”"


def _are_same(one: Values, other: Values) -> bool:
    """Return whether two formulas have equal values at all sizes, and these values differ between sizes."""
    return varies(other) and all(
        a == b or abs(as_float(a) - as_float(b)) <= _WITHIN * abs(as_float(b)) for a, b in zip(one, other, strict=True)
    )


def _by_first(several: Iterable[tuple[Values, str]]) -> _ByFirst:
    """Return formulas with their names, grouped by the key of their first values."""
    found: _ByFirst = {}
    for values, name in several:
        found.setdefault(_key(values[0]), []).append((values, name))
    return found


def _key(value: Exact) -> str:
    """Return a number rounded to 6 digits, as a key."""
    return f"{as_float(value):.{_DIGITS}g}"
