"""`FormulaTarget`: how answers to a part that asks for a formula are read, compared and explained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from checker.diagnosis import Diagnosis, Difference, Explanation, WrongAnswerIndex
from checker.diagnosis.flat_values import Value
from checker.engine.errors import UnreadableAnswer
from checker.formula.alphabet import Alphabet
from checker.formula.equality import Expression, equals_at, expression
from checker.formula.nodes import Exact, Node, names_in
from checker.formula.show import show, with_decimal_sign, with_superscripts
from checker.kinds import Comparison, Hints, Judge, Reading, Tolerance, flatten
from checker.marking.answer_rules import ACCEPTED, NEAR, Accepted
from checker.marking.feedback import OTHER_COUNTING, Feedback
from checker.marking.indexes import index_of
from checker.marking.literals import has_large_number, is_right_here, misplaced
from checker.marking.targets import Target
from checker.marking.unexplained import unexplained
from checker.questions.resized import ResizedVariants, reading_hints, resized_variants, widely_resized_variants

ONLY_HERE: Final = "It is correct for the numbers of this question only."

IN_SYMBOLS: Final = "Write symbols instead of numbers."

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


class FormulaTarget(Target):
    """The right answer to a part that is a formula: compared as such, and explained by values at several sizes."""

    has_digits = False

    @cached_property
    def question(self) -> ResizedVariants:
        """Return the question at several sizes, such as other values of d_model, at which formulas are compared."""
        return resized_variants(self.part.variant, tuple(self.part.symbols.items()))

    @cached_property
    def alphabet(self) -> Alphabet:
        """Return the symbols and functions that answers may be written in."""
        return self.question.alphabet(self.part.symbols, self.part.step, self.part.named)

    @cached_property
    def judge(self) -> Judge:
        """Return what compares an answer with the right formula, or with its values at several sizes."""
        return _FormulaJudge(self.question.run(wanted={self.part.step})[self.part.step], self._equals)

    @cached_property
    def accepted(self) -> Sequence[Accepted]:
        """Return what else earns credit: formulas by other conventions, the author's others, and nearly right ones."""
        step = self.part.step
        accepted = ((each.credit, self.question.with_conventions(each.variant.declared)) for each in self.part.accept)
        by_convention = [
            Accepted(credit, _FormulaJudge(question.run(wanted={step})[step], None, self._tolerance), OTHER_COUNTING)
            for credit, question in accepted
        ]
        values = [
            Accepted(each.credit, _FormulaJudge(each.value, None, self._tolerance), ACCEPTED, each.says)
            for each in self.part.rules.accepted
        ]
        numbers = self.judge.numbers
        near = [
            Accepted(credit, _FormulaJudge(numbers, None, width), NEAR)
            for width, credit in self.part.rules.tolerances
            if width.rule in {"relative", "absolute"}
        ]
        return [*by_convention, *values, *near]

    @cached_property
    def expected_formula(self) -> str:
        """Return the right formula as text, with the assignment's decimal sign; empty if only its values are known."""
        return with_decimal_sign(self.right_formula, self.part.decimal)

    @cached_property
    def right_formula(self) -> str:
        """Return the right formula if the author has written it: as such, as the key or as an example; else empty."""
        part, variant = self.part, self.part.variant
        if written := with_superscripts(variant.solver.written(part.step, **variant.arguments)):
            return written
        right = (example.answer for example in part.examples if example.verdict == "correct")
        return next(filter(None, map(self._shown_if_right, filter(None, (part.key, *right)))), "")

    @cached_property
    def hints(self) -> Hints:
        """Return the facts about the question by which formulas are read, such as its decimal sign."""
        part = self.part
        found = reading_hints(self.question, part.step, self.judge.numbers, part.decimal, part.symbols, self.words)
        return found._replace(language=self.alphabet)

    @cached_property
    def index(self) -> WrongAnswerIndex:
        """Return the known wrong formulas, by the mistakes that lead to them."""
        siblings = {part.id: part.step for part in self.other_parts if part.id and part.question == self.part.question}
        values = self.question.run(wanted=set(siblings.values()))
        others = {name: flatten(values[step]) for name, step in siblings.items() if step in values}
        return index_of(self.problem, self.part, self.question, others, _FormulaIndex)

    def shown(self, reading: Reading) -> str:  # noqa: ARG002 - students see it where they wrote it
        """Return "your formula", which is how feedback refers to it."""
        return "your formula"

    def at_own_sizes(self, diagnosis: Diagnosis) -> Diagnosis:
        """Return a diagnosis in which differences are values at the question's own sizes, for showing them."""
        return diagnosis._replace(explanations=tuple(map(_at_own_sizes, diagnosis.explanations)))

    def unexplained(self, reading: Reading, diagnosis: Diagnosis) -> Feedback:
        """Return the feedback to a wrong formula that no known mistake explains."""
        feedback = unexplained(self.index, diagnosis, reading, "formula")
        if reading.unclear:
            return feedback._replace(why=(reading.unclear,))
        if not is_right_here(reading, self.judge):
            return feedback
        literal = misplaced(reading, self.alphabet, self.judge)
        if not literal and not has_large_number(reading):
            return feedback
        number = with_decimal_sign(literal.number, self.part.decimal) if literal else ""
        is_complete = reading.tree is not None and set(self.alphabet.listed) <= names_in(reading.tree).keys()
        has_numbers = not is_complete and has_large_number(reading, self._right.tree if self._right else None)
        in_symbols = IN_SYMBOLS if has_numbers else feedback.next
        next_ = f"Write {literal.symbol} instead of {number}." if literal else in_symbols
        return feedback._replace(why=(ONLY_HERE,), next=next_)

    def _shown_if_right(self, given: str) -> str:
        """Return how an answer is shown as a formula, if it is right."""
        try:
            reading = self.read(given)
        except UnreadableAnswer:
            return ""
        if reading.tree is None or self.judge.verdict(reading) != "correct":
            return ""
        return with_superscripts(show(reading.tree))

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
        many = widely_resized_variants(self.part.variant, tuple(self.part.symbols.items()))
        return many.alphabet(self.part.symbols).points, many.run(wanted={self.part.step})[self.part.step]


def _at_own_sizes(explanation: Explanation) -> Explanation:
    """Return an explanation in which the values of the first difference are those at the question's own sizes."""
    difference = explanation.first_difference
    if difference is None:
        return explanation
    here = Difference(difference.step, _first(difference.yours), _first(difference.expected))
    return explanation._replace(first_difference=here)


def _first(value: Value) -> Value:
    """Return the first number of a value, which is that at the question's own sizes."""
    return (), value[1][:1]
