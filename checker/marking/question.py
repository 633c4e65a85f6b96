"""`Question`: all that marking needs of a part, worked out once: its right answer, and what else earns credit."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

from checker.diagnosis import Diagnosis, MistakenRuns, WrongAnswerIndex, diagnose
from checker.diagnosis.values import Value, every_number
from checker.engine.errors import UnreadableAnswer
from checker.engine.memory import Memory
from checker.engine.values import ComplexNumber, EncodedValue
from checker.engine.values.tolerance import as_decimal
from checker.formula.nodes import simple
from checker.formula.symbols import argument_names, numeric_arguments
from checker.kinds import Comparison, Hints, Judge, Reading, fit_shape, flatten, hints_of, is_whole
from checker.marking.feedback import Feedback
from checker.problems import Part, Problem
from checker.reading.show import Spelling, json_number, nest
from checker.solvers.variant import UNIT, Variant
from checker.text.numeral import UnclearNumber
from checker.text.vocabulary import Words, lexicon

_COUNTING: Final = "is correct under another way of counting"
_ACCEPTED: Final = "is accepted"
_NEAR: Final = "is near the right value"
COARSE: Final = "has too few digits"
_ENTRIES: Final = "has right entries"
WORKING: Final = "has right steps in the working"
VALUES: Final = frozenset({"", _COUNTING, _ACCEPTED, _NEAR})
"""What earns credit as a value: the right answer, and others that count."""

MOST_REMEMBERED: Final = 512
"""Maximum number of answers to a question that are remembered.  Each takes 1 to 5 kB."""


_LONGEST_SHOWN: Final = 40

_WHOLE: Final = re.compile(r"(?<![\w.,^{-])(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,5})(?![\w^}]|[.,]\d)")
_AREA: Final = re.compile(r"(?<![\w.,×])([1-9]\d{0,3})\s[×x]\s([1-9]\d{0,3})(?![\w.,]|\s[×x])")
"""Height and width, of a map or a window."""

known_runs: Memory[Any, MistakenRuns] = Memory(64)  # each takes up to some MB
"""By all that they depend on, so that parts share them, and problems that are loaded again find them here."""


class Right(NamedTuple):
    """Something that earns credit: the share of the points, the test for it, and how feedback calls it."""

    credit: float
    share: Callable[[Reading, Comparison], float]
    """How much of it an answer has that compares so, from 0 to 1; for most a mere yes or no."""
    called: str = ""
    """Empty for the right answer."""
    says: str = ""


class Question:
    """One part of a problem: how answers to it are read, compared and shown, and what earns credit."""

    def __init__(self, problem: Problem, part: Part) -> None:
        self.problem = problem
        self.part = part
        self.kind = part.answer_kind
        self.has_digits = self.kind.is_of_numbers
        """Whether answers may have too few digits."""
        self.outcomes: Memory[tuple[str, type], Any] = Memory(MOST_REMEMBERED)
        self.other_parts = [other for other in problem.parts if other.id and other.id != part.id]
        self.words = _words(problem, part, self.other_parts)
        self._prompt = problem.prompt.strip()

    @staticmethod
    def of(problem: Problem, part: Part) -> Question:
        """Return the question of a part."""
        if part.answer_kind.is_formula:
            from checker.marking.formulas import FormulaQuestion  # here, because few questions are answered with one

            return FormulaQuestion(problem, part)
        return Question(problem, part)

    @property
    def truth(self) -> Any:
        """Return the right answer, with the question's own numbers."""
        return self.part.truth

    @cached_property
    def variant(self) -> Variant:
        """Return what runs with mistakes, to explain an answer; for a formula it has several sizes."""
        return self.part.variant

    @cached_property
    def judge(self) -> Judge:
        """Return what compares an answer with the right one, within the tolerance of the part."""
        return self._judge(self.truth)

    @cached_property
    def hints(self) -> Hints:
        """Return the facts by which answers are read, such as the unit and the shape."""
        part = self.part
        return hints_of(self.variant, part.step, self.truth, part.decimal, part.symbols, self.words)

    @cached_property
    def spelling(self) -> Spelling:
        """Return how to write numbers in messages so that they can be read back as the same numbers."""
        return Spelling(self.hints.whole, self.hints.decimal, self.part.tolerance)

    @cached_property
    def expected(self) -> Any:
        """Return the right answer for JSON."""
        return plain_truth(self.truth)

    @property
    def expected_formula(self) -> str:
        """Return the right formula as text; empty where the part does not ask for one or it is unknown."""
        return ""

    @cached_property
    def rights(self) -> Sequence[Right]:
        """Return what earns credit, the right answer first; what the known mistakes earn is found with them."""
        part, rules = self.part, self.part.rules
        values = [
            (each.credit, self._judge(each.value), _COUNTING if each.is_by_convention else _ACCEPTED, each.says)
            for each in rules.accepted
        ]
        near = [(credit, judge, _NEAR, "") for credit, judge in self._near()]
        rights = [
            Right(1.0, lambda _, found: found == "correct"),
            Right(part.imprecise_credit, lambda _, found: found == "coarse", COARSE),
        ]
        rights += [
            Right(credit, lambda reading, _, judge=judge: judge.verdict(reading) == "correct", called, says)  # type: ignore[misc]
            for credit, judge, called, says in (*values, *near)
        ]
        if rules.by_entry:
            rights.append(Right(1.0, lambda reading, _: self.kind.right_share(self.judge, reading), _ENTRIES))
        return [right for right in rights if right.credit]

    @cached_property
    def index(self) -> WrongAnswerIndex:
        """Return the known wrong answers, which are computed on first use."""
        return self._index({f"{part.id}": flatten(part.truth) for part in self.other_parts})

    @cached_property
    def sibling_steps(self) -> dict[str, str]:
        """Return the other steps of the same question that the problem asks for, each with the id of its part."""
        return {part.step: part.id for part in self.other_parts if part.id and part.question == self.part.question}

    @cached_property
    def parts_of_other_digits(self) -> frozenset[str]:
        """Return the parts that need other digits: feedback here could confirm an answer there."""
        own = self.part.tolerance, self.judge.whole
        return frozenset(
            each.id for each in self.other_parts if each.id and (each.tolerance, is_whole(each.truth)) != own
        )

    def is_blank(self, given: str) -> bool:
        """Return whether a student's text is no answer: empty, a placeholder, or a copy of the prompt."""
        return given.strip() == self._prompt or self.kind.is_blank(given, lambda: self.truth)

    def read(self, given: str) -> Reading:
        """Return the reading of a text.  Raise UnreadableAnswer."""
        try:
            reading = self.kind.read(given, self.hints)
        except UnclearNumber as error:
            raise error.within(given) from None
        return fit_shape(self._as_stated(given, reading), self.judge.shape)

    def readable(self, given: str) -> Reading | None:
        """Return the reading of a text; None if it cannot be read."""
        try:
            return self.read(given)
        except UnreadableAnswer:
            return None

    def compare(self, reading: Reading) -> Comparison:
        """Return how an answer compares with the right one; one that meets its author's condition is right."""
        found = self.judge.verdict(reading)
        return "correct" if found not in {"correct", "refused"} and self._meets_condition(reading) else found

    def compared(self, given: str) -> Comparison | None:
        """Return how a text compares with the right answer; None if it cannot be read."""
        reading = self.readable(given)
        return self.compare(reading) if reading else None

    def is_another_step(self, given: str) -> bool:
        """Return whether a text is the value of another step of the solution; False if it cannot be read."""
        reading = self.readable(given)
        return reading is not None and any(judge.verdict(reading) == "correct" for judge in self._judges_of_steps)

    def diagnose(self, reading: Reading) -> Diagnosis:
        """Return the explanations of a wrong answer."""
        return self.at_own_sizes(diagnose(self.index, reading))

    def at_own_sizes(self, diagnosis: Diagnosis) -> Diagnosis:
        """Return a diagnosis with values at the question's own sizes only: that of a formula has several."""
        return diagnosis

    def has_too_few_digits(self, reading: Reading) -> bool:
        """Return whether an answer has too few digits to be judged, whether they are right or not."""
        # a 0 has no significant digit that could be missing: it goes as far as the numbers next to it
        stated = tuple([number for number in reading.numbers if number.value])
        stated_reading = reading if len(stated) == len(reading.numbers) else reading._replace(numbers=stated)
        return self.has_digits and self.judge.is_coarse(stated_reading)

    def may_be_rounded(self, reading: Reading) -> bool:
        """Return whether an answer is the right one, rounded to the digits that it has."""
        return self.has_digits and self.judge.may_be_rounded(reading)

    def shown(self, reading: Reading) -> str:
        """Return an answer as feedback repeats it; a long one only as "your matrix" or the like."""
        shown = self.kind.show_reading(reading, self.spelling)
        if len(shown) > _LONGEST_SHOWN:
            return f"your {self.kind.noun}"
        return f"“{shown}”" if self.kind.has_options else shown

    def unexplained(self, reading: Reading, feedback: Feedback) -> Feedback:  # noqa: ARG002 - for formulas
        """Return the feedback to a wrong answer that no known mistake explains."""
        return feedback

    def points(self, credit: float) -> float:
        """Return the points of this share of the part's points."""
        return round(credit * self.part.points, 6)

    def _judge(self, value: Any) -> Judge:
        """Return what compares answers with a value that is right, or counts as well."""
        return self.kind.judge(value, self.part.tolerance)

    def _near(self) -> list[tuple[float, Judge]]:
        return [(credit, self.kind.judge(self.truth, width)) for width, credit in self.part.rules.tolerances]

    @cached_property
    def _judges_of_steps(self) -> list[Judge]:
        values = (step.value for path, step in self.part.variant.board.items() if path != self.part.step)
        return [self._judge(value) for value in values if self.kind.fits(value)]

    def _as_stated(self, given: str, reading: Reading) -> Reading:
        """Return the reading of the last side of `√2.0180 ≈ 1.42` where digits are demanded; the verdict stays."""
        last = re.split(r"[=≈]|\\approx(?![A-Za-z])", given)[-1]
        if not self.part.rules.digits or reading.shape or last == given:
            return reading
        with suppress(UnreadableAnswer):
            stated = self.kind.read(last, self.hints)
            return stated if self.judge.verdict(stated) == self.judge.verdict(reading) else reading
        return reading

    def _meets_condition(self, reading: Reading) -> bool:
        """Return whether an answer is right by the condition of its author: `accept_if`."""
        condition = self.part.rules.condition
        if condition is None or not reading.numbers:
            return False
        numbers: list[Any] = [simple(Fraction(each.value)) for each in reading.numbers]
        value = ComplexNumber(*numbers) if isinstance(self.truth, ComplexNumber) else nest(reading.shape, numbers)
        tolerance = self.part.tolerance
        reach = [
            min(float(each.half), float(tolerance.margin(as_decimal(float(each.value))))) for each in reading.numbers
        ]
        return condition.holds(value, tolerance.is_close, reach)

    def _index(self, others: Mapping[str, Any], sort: type[WrongAnswerIndex] = WrongAnswerIndex) -> WrongAnswerIndex:
        """Return the known wrong answers, given the right answers to other parts.

        Two parts share the mistaken runs where all that these depend on is equal: the question, its declared
        conventions (one left open follows its leader), the mistakes that the author lists, those that were learned, the
        units of the answers, and the steps that the problem asks for.
        """
        part, variant = self.part, self.part.variant
        steps = frozenset(each.step for each in self.problem.parts if each.question == part.question) | {part.step}
        listed = variant.listed and variant.listed._replace(resized_variants=())  # these follow from the rest
        declared, units, learned = (
            tuple(sorted(each.items())) for each in (variant.declared, variant.units, variant.learned)
        )
        key = part.question, declared, listed, learned, variant.arguments.get(UNIT), units, steps
        runs = known_runs.get(key, lambda: MistakenRuns(self.variant, steps))
        index = sort(runs, part.step, others)
        index.unused_numbers = _unused_numbers(self.problem.prompt, variant)
        return index


def to_json(value: Value) -> Any:
    """Return an array's shape and numbers as nested lists for JSON; numbers that do not fit a double are strings."""
    shape, numbers = value
    if not all(type(number) is float for number in numbers):
        numbers = tuple(map(json_number, numbers))
    return nest(shape, numbers)


def plain_truth(value: Any) -> Any:
    """Return a right answer for JSON; one that is no number as text."""
    return str(value) if isinstance(value, EncodedValue) else to_json(flatten(value))


def _words(problem: Problem, part: Part, others: Sequence[Part]) -> Words:
    """Return the words that an answer may repeat: those of the prompt, names of quantities, units of other parts."""
    arguments, own = part.variant.arguments, {part.step.rpartition(".")[2], part.id}
    return Words(
        lambda: f"{problem.prompt}\n{_names(problem, part)}",
        {*numeric_arguments(arguments), *part.symbols} - own,
        lambda: [unit for other in others if (unit := other.variant.unit_of(other.step))],
        {*argument_names(arguments), *part.symbols} - own,
        lambda: _names(problem, part),
    )


def _names(problem: Problem, part: Part) -> str:
    texts = (problem.title, problem.label, problem.id, part.id or "", problem.type, part.step, *part.symbols)
    return "\n".join((*texts, *(lexicon().arrays if part.answer_kind.has_entries else ())))


def _unused_numbers(prompt: str, variant: Variant) -> tuple[int, ...]:
    """Return the whole numbers of a prompt that the question does not use, such as a text's length; at most four."""
    found = dict.fromkeys(int(each.replace(",", "")) for each in _WHOLE.findall(prompt))
    used = {1, *(abs(each) for each in every_number(variant.arguments))}
    areas = [(int(one), int(other)) for one, other in _AREA.findall(prompt)]
    found |= dict.fromkeys(one * other for one, other in areas if not {one, other} <= used)
    return tuple(each for each in found if each not in used)[:4]
