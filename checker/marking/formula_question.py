"""The formulas of a question: what they are written in, and what makes one right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from checker.answers import Comparison, Judge, Reading, Tolerance
from checker.answers.equality import Expression, equals_at, expression
from checker.answers.formula import Alphabet, Sides, sides
from checker.engine.errors import UnreadableAnswer
from checker.notation.nodes import Exact, Node
from checker.notation.show import raised
from checker.notation.vocabulary import NO_WORDS
from checker.problems import Part
from checker.questions.resized import ResizedVariants, resized_variants, wider

REAL: Final = Tolerance("relative", Decimal("1e-9"))
"""Formulas for real numbers agree but for rounding."""

SIGNS: Final = ("=", "≈", "\\")
"""One of them is in every text that has a formula and a number."""


class FormulaJudge(Judge):
    """Compares formulas themselves; their values explain the wrong ones."""

    def __init__(self, values: tuple[Any, ...], equals: Callable[[Node, str], bool]) -> None:
        super().__init__(values, _tolerance(values))
        self._equals = equals

    def verdict(self, reading: Reading) -> Comparison:
        """Return "correct" for a formula that is equal to the right one; compare values without a formula as such."""
        if reading.tree is None:
            return super().verdict(reading)
        if self._equals(reading.tree, reading.shown):
            return "correct"
        return "refused" if reading.refused else "wrong"


class FormulaQuestion:
    """A part that formulas answer, or whose number may have its formula next to it."""

    def __init__(self, part: Part, words: Collection[str] = NO_WORDS) -> None:
        self.part = part
        self._words = words

    @cached_property
    def resized(self) -> ResizedVariants:
        """Return the question at several sizes."""
        return resized_variants(self.part.variant, tuple(self.part.symbols.items()))

    @cached_property
    def alphabet(self) -> Alphabet:
        """Return the symbols and functions that formulas are written in."""
        return self.resized.alphabet(self.part.symbols)

    @cached_property
    def judge(self) -> Judge:
        """Return what compares a formula with the right one, or with the solver's values at several sizes."""
        return FormulaJudge(self.resized.run(wanted={self.part.step})[self.part.step], self._equals)

    @cached_property
    def accepted_judges(self) -> list[tuple[float, Judge]]:
        """Return what compares formulas under other accepted conventions, with the credit that these earn."""
        step = self.part.step
        accepted = ((each.credit, self.resized.under(each.variant.declared)) for each in self.part.accept)
        values = [(credit, question.run(wanted={step})[step]) for credit, question in accepted]
        return [(credit, Judge(each, _tolerance(each))) for credit, each in values]

    @cached_property
    def expected(self) -> str:
        """Return the right formula, where its author has written it; of other types only the values are known."""
        variant = self.part.variant
        return raised(variant.solver.written(self.part.step, **variant.arguments))

    def sides(self, given: str) -> Sides | None:
        """Return a formula and the number next to it; None where there is only one of them."""
        found = self._sides(given) if any(sign in given for sign in SIGNS) else None
        return found if found and found.formula and found.number else None

    def is_only_formula(self, given: str) -> bool:
        """Return whether a text is a formula without a number."""
        found = self._sides(given)
        return found is not None and bool(found.formula) and not found.number

    def _sides(self, given: str) -> Sides | None:
        """Return the sides of the equals signs; None where a text is not a formula's at all."""
        try:
            return sides(given, self.alphabet, self._words)
        except UnreadableAnswer:
            return None

    def _equals(self, tree: Node, text: str) -> bool:
        if self._right is not None:
            return self._right.equals(tree, text)
        return equals_at(tree, text, *self._table)

    @cached_property
    def _right(self) -> Expression | None:
        """Return the right formula, where its author wrote it and its symbols are numbers."""
        variant = self.part.variant
        found = variant.solver.parsed(self.part.step, **variant.arguments)
        return expression(*found, variant.arguments, self.part.symbols) if found else None

    @cached_property
    def _table(self) -> tuple[tuple[Mapping[str, Exact], ...], tuple[Any, ...]]:
        """Return the question at many sizes, small ones included, and its answers there."""
        many = wider(self.part.variant, tuple(self.part.symbols.items()))
        return many.alphabet(self.part.symbols).points, many.run(wanted={self.part.step})[self.part.step]


def _tolerance(values: tuple[Any, ...]) -> Tolerance:
    return Tolerance.default(whole=True) if all(isinstance(each, int) for each in values) else REAL
