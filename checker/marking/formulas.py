"""`FormulaQuestion`: a part that asks for a formula: compared as such, explained by its values at several sizes.

It also finds a number in a wrong formula that should be a symbol: `12(4d² + h)` is `N(4d² + h)` only where N is 12.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from checker.diagnosis import Diagnosis, Difference, WrongAnswerIndex
from checker.formula.equality import Expression, equals_at, expression
from checker.formula.nodes import Exact, Literal, Name, Node, names_in, rewrite, walk_nodes
from checker.formula.show import show, with_decimal_sign, with_superscripts
from checker.formula.symbols import Alphabet
from checker.kinds import Comparison, Hints, Judge, Reading, Tolerance, flatten, hints_of
from checker.marking.feedback import Feedback
from checker.marking.question import Question
from checker.reading.arithmetic import SAME
from checker.solvers.resized import ResizedVariants, resized_variants

IN_SYMBOLS: Final = "Write symbols instead of numbers."

_LARGEST_COUNT: Final = 4
"""Largest number that is taken for a count rather than a symbol's value."""


_REAL: Final = Tolerance("relative", Decimal("1e-9"))
"""Formulas for real numbers agree but for rounding."""


class _FormulaJudge(Judge):
    """Compares formulas: by the test `equals` where there is one, else by their values at several sizes."""

    def __init__(
        self,
        values: tuple[Any, ...],
        equals: Callable[[Node], bool] | None = None,
        tolerance: Tolerance | None = None,
    ) -> None:
        is_whole = all(isinstance(each, int) for each in values)
        super().__init__(values, tolerance or (Tolerance.default(whole=True) if is_whole else _REAL))
        self._equals = equals

    def verdict(self, reading: Reading) -> Comparison:
        """Return how a formula compares with the right one: "correct" if they are equal."""
        if reading.tree is None or self._equals is None:
            return super().verdict(reading)
        if self._equals(reading.tree):
            return "correct"
        return "refused" if reading.refused else "wrong"


class _FormulaIndex(WrongAnswerIndex):
    """The known wrong formulas."""

    without_steps = "Check it term by term."
    unit = None  # a formula is not off by a unit


class FormulaQuestion(Question):
    """A part that asks for a formula."""

    @cached_property
    def variant(self) -> ResizedVariants:
        """Return the question at several sizes, such as other values of d_model, at which formulas are compared."""
        return resized_variants(self.part.variant, tuple(self.part.symbols.items()))

    @cached_property
    def alphabet(self) -> Alphabet:
        """Return the symbols and functions that answers may be written in."""
        return self.variant.alphabet(self.part.symbols, self.part.step, self.part.named)

    @cached_property
    def judge(self) -> Judge:
        """Return what compares an answer with the right formula, or with its values at several sizes."""
        return _FormulaJudge(self._values(self.variant), self._equals)

    @cached_property
    def expected_formula(self) -> str:
        """Return the right formula as text, with the assignment's decimal sign; empty if only its values are known."""
        tree = self.right_tree
        return with_decimal_sign(with_superscripts(show(tree)), self.part.decimal) if tree else ""

    @cached_property
    def right_tree(self) -> Node | None:
        """Return the right formula if the author has written it: as such, as the key or as an example; else None."""
        part, variant = self.part, self.part.variant
        if found := variant.solver.parsed(part.step, **variant.arguments):
            return found[0]
        right = (example.answer for example in part.examples if example.verdict == "correct")
        readings = filter(None, (self.readable(each) for each in (part.key, *right) if each))
        return next((each.tree for each in readings if each.tree and self.judge.verdict(each) == "correct"), None)

    @cached_property
    def hints(self) -> Hints:
        """Return the facts about the question by which formulas are read, such as its decimal sign."""
        part = self.part
        found = hints_of(self.variant, part.step, self.judge.numbers, part.decimal, part.symbols, self.words)
        return found._replace(language=self.alphabet)

    @cached_property
    def index(self) -> WrongAnswerIndex:
        """Return the known wrong formulas, by the mistakes that lead to them."""
        values = self.variant.run(wanted=set(self.sibling_steps))
        others = {part: flatten(values[step]) for step, part in self.sibling_steps.items() if step in values}
        return self._index(others, _FormulaIndex)

    def shown(self, reading: Reading) -> str:  # noqa: ARG002 - students see it where they wrote it
        """Return "your formula", which is how feedback refers to it."""
        return "your formula"

    def at_own_sizes(self, diagnosis: Diagnosis) -> Diagnosis:
        """Return a diagnosis in which differences are values at the question's own sizes, for showing them."""
        explanations = []
        for each in diagnosis.explanations:
            found = each.first_difference
            here = found and Difference(found.step, ((), found.yours[1][:1]), ((), found.expected[1][:1]))
            explanations.append(each._replace(first_difference=here))
        return diagnosis._replace(explanations=tuple(explanations))

    def unexplained(self, reading: Reading, feedback: Feedback) -> Feedback:
        """Return the feedback to a wrong formula that no known mistake explains."""
        if reading.unclear:
            return feedback._replace(why=(reading.unclear,))
        own, right = float(reading.numbers[0].value), float(self.judge.numbers[0])
        if reading.refused or not math.isclose(own, right, rel_tol=SAME):
            return feedback
        literal = self._misplaced(reading.tree)
        if not literal and not _has_large_number(reading.tree):
            return feedback
        number = with_decimal_sign(literal[0], self.part.decimal) if literal else ""
        is_complete = reading.tree is not None and set(self.alphabet.listed) <= names_in(reading.tree).keys()
        has_numbers = not is_complete and _has_large_number(reading.tree, self._right.tree if self._right else None)
        in_symbols = IN_SYMBOLS if has_numbers else feedback.next
        next_ = f"Write {literal[1]} instead of {number}." if literal else in_symbols
        return feedback._replace(why=("It is correct for the numbers of this question only.",), next=next_)

    def _judge(self, value: Any) -> Judge:
        return _FormulaJudge(value, None, self._tolerance)

    def _near(self) -> list[tuple[float, Judge]]:
        widths = [each for each in self.part.rules.tolerances if each[0].rule in {"relative", "absolute"}]
        return [(credit, _FormulaJudge(self.judge.numbers, None, width)) for width, credit in widths]

    def _values(self, variant: ResizedVariants) -> tuple[Any, ...]:
        values: tuple[Any, ...] = variant.run(wanted={self.part.step})[self.part.step]
        return values

    def _equals(self, tree: Node) -> bool:
        """Return whether a formula equals the right one, or has the right values where that is not written."""
        if self._right is not None:
            return self._right.equals(tree, self._tolerance)
        return equals_at(tree, *self._points_and_truths, self._tolerance)

    @property
    def _tolerance(self) -> Tolerance | None:
        """Return a declared tolerance for values; decimals and digits are those of numbers."""
        tolerance = self.part.tolerance
        return tolerance if tolerance.rule in {"relative", "absolute"} else None

    @cached_property
    def _right(self) -> Expression | None:
        """Return the right formula, where its author wrote it and its symbols are numbers."""
        variant = self.part.variant
        found = variant.solver.parsed(self.part.step, **variant.arguments)
        return expression(*found, variant.arguments, self.part.symbols) if found else None

    @cached_property
    def _points_and_truths(self) -> tuple[tuple[Mapping[str, Exact], ...], tuple[Any, ...]]:
        """Return the points (symbol values at many sizes of the question) and the right answer at each."""
        many = resized_variants(self.part.variant, tuple(self.part.symbols.items()), 20, widely=True)
        return many.alphabet(self.part.symbols).points, self._values(many)

    def _misplaced(self, tree: Node | None) -> tuple[str, str] | None:
        """Return the number in a formula that should be a symbol, everywhere or in one place, and this symbol."""
        literals = [each for each in walk_nodes(tree) if isinstance(each, Literal)][:20] if tree else []
        for value in dict.fromkeys(each.value for each in literals):
            own = [each for each in literals if each.value == value]
            for symbol in (each for each in self.alphabet.listed if self.alphabet.points[0][each] == float(value)):
                for chosen in (own, *([each] for each in own if len(own) > 1)):
                    new = rewrite(tree, lambda node: Name(symbol, node.place) if node in chosen else node)  # type: ignore[arg-type]  # noqa: B023
                    if self._equals(new):
                        return show(own[0]), symbol
        return None


def _has_large_number(tree: Node | None, right: Node | None = None) -> bool:
    """Return whether a formula has a number that may be a symbol's value, and that the right formula has not."""
    numbers = _numbers_in(tree) - _numbers_in(right)
    return any(abs(number) > _LARGEST_COUNT or abs(number) != int(abs(number)) for number in numbers)


def _numbers_in(tree: Node | None) -> set[float]:
    return {float(node.value) for node in walk_nodes(tree) if isinstance(node, Literal)} if tree else set()
