"""How formulas are judged and explained: by their values at the question's own sizes and at others beside them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from checker.answers import Judge, Reading, Tolerance, flatten
from checker.answers.compare import Comparison
from checker.answers.equality import Expression, equals_at, expression
from checker.answers.formula import Alphabet, Sides, sides
from checker.answers.literals import has_large_number, is_right_here, misplaced
from checker.diagnosis import Diagnosis, Difference, Explanation, MistakenRuns, WrongAnswerIndex
from checker.diagnosis.index import Cause, Window, fits
from checker.diagnosis.mistaken_runs import THIRD, Value
from checker.engine.errors import UnreadableAnswer
from checker.marking import feedback as say
from checker.marking.feedback import Feedback
from checker.notation.nodes import Exact, Node
from checker.notation.show import with_superscripts
from checker.notation.vocabulary import NO_WORDS
from checker.problems import Part
from checker.questions.resized import ResizedVariants, resized_variants, widely_resized_variants

REAL: Final = Tolerance("relative", Decimal("1e-9"))
"""Formulas for real numbers agree but for rounding."""

ONLY_HERE: Final = "It is right for the numbers of this question only."
IN_SYMBOLS: Final = "Write the symbols in the place of numbers."


class FormulaJudge(Judge):
    """Compares formulas themselves; their values explain the wrong ones."""

    def __init__(self, values: tuple[Any, ...], equals: Callable[[Node, str], bool]) -> None:
        super().__init__(values, _tolerance(values))
        self._equals = equals

    def verdict(self, reading: Reading) -> Comparison:
        """Return "correct" for a formula that is equal to the right one; values alone are compared as such."""
        if reading.tree is None:
            return super().verdict(reading)
        if self._equals(reading.tree, reading.shown):
            return "correct"
        if reading.refused:
            return "refused"
        return "wrong"


class FormulaIndex(WrongAnswerIndex):
    """As for numbers; but three mistakes are looked for at the question's own sizes, and then tried at the others."""

    without_steps = "Check it term by term."
    unit = None  # a formula is not off by a unit

    def __init__(
        self, traces: MistakenRuns, step: str, other_parts: Mapping[str, Value], own: WrongAnswerIndex
    ) -> None:
        super().__init__(traces, step, other_parts)
        self._own = own

    def is_cut(self, stage: int) -> bool:
        """Whether there are more sets of so many mistakes than could be looked at."""
        return super().is_cut(stage) if stage < THIRD else self._own.is_cut(stage)

    def find(self, shape: tuple[int, ...], window: Window, stage: int) -> list[Cause]:
        """The causes in the window, of up to two mistakes (stage 2) or of three (stage 3)."""
        if stage < THIRD:
            return super().find(shape, window, stage)
        found = []
        for cause in self._own.find((), window[:1], THIRD):
            value = self.traces.values(cause.mistakes).get(self.step)
            if value and fits(value[1], window):
                found.append(cause._replace(numbers=value[1]))
        return found


class FormulaTarget:
    """What formulas that answer a part, or stand beside its answer, are compared with."""

    def __init__(self, part: Part, words: Collection[str] = NO_WORDS) -> None:
        self.part = part
        self.words = words

    @cached_property
    def spread(self) -> ResizedVariants:
        """The question at several sizes."""
        return resized_variants(self.part.variant, tuple(self.part.symbols.items()))

    @cached_property
    def alphabet(self) -> Alphabet:
        """What formulas are written in."""
        return self.spread.alphabet(self.part.symbols)

    @cached_property
    def judge(self) -> Judge:
        """Compares a formula with the right one, or with what the solver gives at several sizes."""
        return FormulaJudge(self.spread.run(wanted={self.part.step})[self.part.step], self._equals)

    def _equals(self, tree: Node, text: str) -> bool:
        if self._right is not None:
            return self._right.equals(tree, text)
        return equals_at(tree, text, *self._table)

    @cached_property
    def _right(self) -> Expression | None:
        """The right formula, where its author wrote it and its symbols are numbers."""
        variant = self.part.variant
        found = variant.solver.parsed(self.part.step, **variant.arguments)
        return expression(*found, variant.arguments, self.part.symbols) if found else None

    @cached_property
    def _table(self) -> tuple[tuple[Mapping[str, Exact], ...], tuple[Any, ...]]:
        """The question at many sizes, small ones included, and its answers there."""
        many = widely_resized_variants(self.part.variant, tuple(self.part.symbols.items()))
        return many.alphabet(self.part.symbols).points, many.run(wanted={self.part.step})[self.part.step]

    @cached_property
    def others(self) -> list[tuple[float, Judge]]:
        """Other accepted conventions: their credit, and who judges formulas by them."""
        return [
            (accept.credit, _judge(self.spread.with_conventions(accept.variant.declared), self.part.step))
            for accept in self.part.accept
        ]

    @cached_property
    def expected(self) -> str:
        """The right formula, where its author has written it; of other types only the values are known."""
        variant = self.part.variant
        return with_superscripts(variant.solver.written(self.part.step, **variant.arguments))

    def index(self, traces: MistakenRuns, parts: Iterable[Part], own: WrongAnswerIndex) -> WrongAnswerIndex:
        """Every known wrong formula.  `parts` are the other parts, `own` is the index of numbers at the own sizes."""
        same = {part.id: part.step for part in parts if part.id and part.question == self.part.question}
        values = self.spread.run(wanted=set(same.values()))
        others = {name: flatten(values[step]) for name, step in same.items() if step in values}
        return FormulaIndex(traces, self.part.step, others, own)

    def sides(self, given: str) -> Sides | None:
        """A formula and a number that stand side by side; None where it is only one of them."""
        found = self._sides(given) if any(sign in given for sign in ("=", "≈", "\\")) else None
        return found if found and found.formula and found.number else None

    def unreadable(self, given: str, error: UnreadableAnswer) -> str:
        """What to say of an answer that cannot be read: perhaps it is the formula of the number that is asked for."""
        found = self._sides(given) if self.part.kind == "number" else None
        if not found or not found.formula or found.number:
            return error.message
        return "This is a formula; the question asks for a number. Write it behind the formula, after =."

    def _sides(self, given: str) -> Sides | None:
        """What stands around the equals signs; None where it is not a formula's text at all."""
        try:
            return sides(given, self.alphabet, self.words)
        except UnreadableAnswer:
            return None

    @staticmethod
    def at_own_sizes(diagnosis: Diagnosis) -> Diagnosis:
        """A diagnosis whose values are those at the question's own sizes, at which people look."""
        return diagnosis._replace(explanations=tuple(map(_at_own_sizes, diagnosis.explanations)))

    def unexplained(self, index: WrongAnswerIndex, diagnosis: Diagnosis, reading: Reading) -> Feedback:
        """The feedback to a wrong formula that nothing known explains."""
        told = say.unexplained(index, diagnosis, reading, ())
        if reading.unclear:
            return told._replace(why=(reading.unclear,))
        if not is_right_here(reading, self.judge):
            return told
        literal = misplaced(reading, self.alphabet, self.judge)
        if not literal and not has_large_number(reading):
            return told
        next_ = f"Write {literal.symbol} where you put {literal.number}." if literal else IN_SYMBOLS
        return told._replace(why=(ONLY_HERE,), next=next_)


def _at_own_sizes(explanation: Explanation) -> Explanation:
    difference = explanation.first_difference
    if difference is None:
        return explanation
    own = Difference(difference.step, _first(difference.yours), _first(difference.expected))
    return explanation._replace(first_difference=own)


def _first(value: Value) -> Value:
    return (), value[1][:1]


def _judge(questions: ResizedVariants, step: str) -> Judge:
    values = questions.run(wanted={step})[step]
    return Judge(values, _tolerance(values))


def _tolerance(values: tuple[Any, ...]) -> Tolerance:
    return Tolerance.default(whole=True) if all(isinstance(each, int) for each in values) else REAL
