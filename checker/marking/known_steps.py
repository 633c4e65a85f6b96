"""Compares lines of a student's working with the steps of the question, right and with each known mistake.

A line is compared as a formula: at other sizes of the question, too, it has to give what the step gives.  So the number
behind the equals sign says nothing about it, and lines that agree by chance are told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from checker.answers import flatten
from checker.diagnosis.mistakes import Mistake, Mistakes
from checker.marking.line_formulas import Bindings, LineFormulas
from checker.marking.marker import Marker
from checker.marking.named_formulas import NamedFormulas, numbers_shown
from checker.marking.step_formulas import EXACT, ROUNDED, KnownFormula, StepFormulas, Values, are_equal
from checker.marking.targets import truth_of
from checker.notation.nodes import Exact
from checker.problems import Part
from checker.working.amounts import as_float
from checker.working.equation import Equation, numbers_behind

_TELLING, _LARGE = 100, 1_000
"""Values from which a line is hardly that of a step by chance: where other lines agree, and where none does."""
_SMALL: Final = 100
"""Whole numbers below it are no evidence where one sign leads to them."""
_CLEARLY: Final = 1.5
"""How much likelier a mistake is than the next one that gives the same formula."""
_OMISSIONS: Final = frozenset(
    {"left_out", "one", "one_only", "ignored", "forgotten", "not_divided", "single", "first_only", "two", "one_less"}
)
"""Options that leave something out, which may still come in a later line."""
_GENERAL: Final = frozenset(
    {"total", "layer", "output", "elements", "weights", "first", "second", "third", "last", "head"}
)
"""Names of steps that lines of many other steps have."""

Naming = Callable[[str], Collection[str]]
"""The words of a text that may name a step, in one spelling."""


def names_step(step: str, line: Equation, naming: Naming) -> bool:
    """Return whether the words before a line name this step: `heads: 12 · 64 = 768`.

    Words that many steps have in their names, such as `total`, do not count.
    """
    words = frozenset(naming(step.rpartition(".")[2].replace("_", " "))) - _GENERAL
    return not words.isdisjoint(naming(line.called))


class ShownMistake(NamedTuple):
    """A mistake that a line of working shows, and whether this is clear."""

    mistake: Mistake
    is_clear: bool
    """Whether the line is certainly the step that the mistake changes."""


class _Candidate(NamedTuple):
    """A mistake that would give a line, if the line is a certain step."""

    step: str
    mistake: Mistake
    is_formula: bool
    """Whether they are certainly equal at other sizes, too."""


class KnownSteps:
    """The steps of a question as formulas, right and with each known mistake."""

    def __init__(self, marker: Marker, naming: Naming) -> None:
        students = marker.target.index.runs.students
        self.priors = students.priors
        self.formulas = StepFormulas(marker.part.variant, students)
        self._naming = naming
        self._marker = marker

    @cached_property
    def bindings(self) -> Bindings:
        """Return what the numbers in lines may stand for: parameters, steps and short expressions."""
        return Bindings(self.formulas)

    @cached_property
    def named(self) -> NamedFormulas:
        """Return what a formula may be called: parameters, steps and products with a name."""
        marker = self._marker
        is_full = marker.level == "full"
        shown = numbers_shown(marker.problem.prompt).difference(*map(_answers_to, marker.problem.parts))
        return NamedFormulas(self.formulas, marker.part.variant, lambda each: is_full or as_float(each) in shown)

    def is_named(self, line: Equation, step: str) -> bool:
        """Return whether the words of a line name this step."""
        return names_step(step, line, self._naming)

    def is_shown(self, step: str, lines: Sequence[Equation]) -> bool:
        """Return whether one of these lines is a right equation and gives the right value of a step."""
        right = self.formulas.right.get(step, ())
        return any(line.is_right and any(are_equal((line.value,), each) for each in right) for line in lines)


class ComparedLines:
    """A student's lines of working, compared with the steps of a question.

    `right`: steps that the student answered right; `asked`: by line number, the steps that it answers; `unexplained`:
    lines whose answer no mistake explains.
    """

    def __init__(
        self,
        known: KnownSteps,
        lines: Sequence[Equation],
        right: Collection[str] = (),
        asked: Mapping[int, Collection[str]] = MappingProxyType({}),
        unexplained: Collection[int] = (),
    ) -> None:
        self.known = known
        self.lines = lines
        self._right = frozenset(right)
        self.asked = asked
        self._unexplained = frozenset(unexplained)
        self.formulas = LineFormulas(known.bindings, lines)
        self._equal: dict[int, list[KnownFormula]] = {}
        self._right_steps: dict[int, set[str]] = {}
        self._shown: dict[int, list[_Candidate]] = {}

    @cached_property
    def _users(self) -> list[list[Equation]]:
        """Return, by line, the later lines that rest on it."""
        users: list[list[Equation]] = [[] for _ in self.lines]
        for line in self.lines:
            for number in numbers_behind(self.lines, line) - {line.number}:
                users[number].append(line)
        return users

    def right_steps(self, line: Equation) -> set[str]:
        """Return the steps whose right value a line gives."""
        if line.number not in self._right_steps:
            equal = (*self._equal_to(line), *self._by_value(line))
            found = {each.step for each in equal if each.mistake is None and self.may_be(line, each.step)}
            self._right_steps[line.number] = found
        return self._right_steps[line.number]

    @cached_property
    def _later(self) -> list[set[str]]:
        """Return, by line, the steps that come out right in later lines."""
        found: list[set[str]] = [set()]
        for line in reversed(self.lines[1:]):
            found.append(found[-1] | self.right_steps(line))
        return found[::-1]

    def is_piece(self, line: Equation) -> bool:
        """Return whether a later line makes this line's result a right step: the line is right as far as it goes."""
        return line.repaired in self._pieces

    @cached_property
    def _pieces(self) -> set[Exact]:
        """Return the results of the lines on which a line with a right step rests."""
        return {
            line.repaired
            for line, users in zip(self.lines, self._users, strict=True)
            if any(self.right_steps(each) for each in users)
        }

    def first_line_with(
        self, lines: Sequence[Equation], mistake: Mistake, together: Mistakes, *, is_named: bool
    ) -> Equation | None:
        """Return the first of these lines that gives a step as this mistake changes it; None if none does.

        If none does so with the mistake alone, the mistakes `together` are tried.  `is_named`: only a line whose words
        name that step.
        """
        for mistakes in ((mistake,), together):
            for line in lines:
                if self.shows(line, mistakes, is_named=is_named) and not self.is_piece(line):
                    return line
        return None

    def shows(self, line: Equation, mistakes: Mistakes, *, is_named: bool = False) -> bool:
        """Return whether a line gives a step as these mistakes change it.

        `is_named`: only if its words name this step.  If its value is also that of a right step, the line's words must
        name the changed one.  A value below 100 that one sign leads to shows nothing.
        """
        if abs(as_float(line.repaired)) < _SMALL and line.operators == 1:
            return False
        right = self.right_steps(line)
        is_right = bool(right)
        if any(self.known.is_named(line, step) for step in right):
            return False
        return any(
            self.may_be(line, step)
            and (not is_right or self.is_named(line, step))
            and (not is_named or self.known.is_named(line, step))
            and self.is_one_of(line, several)
            for step, several in self.known.formulas.changed_by(mistakes).items()
        )

    def is_one_of(self, line: Equation, several: Collection[Values]) -> bool:
        """Return whether a line is one of these formulas.

        If it is unknown where a number in it comes from, an equal value at the question's own sizes is enough.
        """
        formulas, within = self.formulas.of(line), self._within(line)
        if any(are_equal(one, other, within) for one in formulas for other in several):
            return True
        return not self.formulas.is_certain(line) and any(are_equal((line.repaired,), each) for each in several)

    def may_be(self, line: Equation, step: str) -> bool:
        """Return whether a line may be this step.

        A line that answers a part can only be the step that the part asks for, unless that answer is unexplained.
        """
        return line.number not in self.asked or line.number in self._unexplained or step in self.asked[line.number]

    def is_named(self, line: Equation, step: str) -> bool:
        """Return whether a line's words name this step, or the line is the answer that asks for it."""
        return step in self.asked.get(line.number, ()) or self.known.is_named(line, step)

    def likeliest(self, line: Equation, beliefs: Mistakes, *, is_wrong: bool) -> ShownMistake | None:
        """Return the likeliest mistake that a line shows; None if there is none, or two are about as likely.

        `beliefs`: mistakes known already; `is_wrong`: a wrong answer builds on the line.
        """
        users = self._users[line.number]
        if self.is_piece(line):
            return None
        is_right = bool(self.right_steps(line))
        is_open = not any(self._is_known_mistake(each, beliefs) for each in users)
        later = self._later[line.number]
        found: list[tuple[bool, bool, bool, float, ShownMistake]] = []
        for step, mistake, is_formula in self._without_contradiction(line):
            if step in later or step in self._right or not self.may_be(line, step):
                continue
            together = (mistake, *(each for each in beliefs if each.point != mistake.point))
            goes_on = any(self.shows(each, (mistake,)) or self.shows(each, together) for each in users)
            is_named = self.is_named(line, step)
            if (is_right and not (is_named and goes_on)) or not (goes_on or is_open):
                continue
            is_more = mistake.option not in _OMISSIONS and self._is_more(line, step)
            is_large = is_formula or (abs(as_float(line.repaired)) >= _LARGE and (is_more or not users))
            is_clear = goes_on or (is_named and is_large) or (is_more and is_formula and is_wrong)
            shown = ShownMistake(mistake, is_clear)
            found.append((is_clear, is_formula, is_named, self.known.priors[mistake], shown))
        return _clearest(found)

    def _without_contradiction(self, line: Equation) -> list[_Candidate]:
        """Return the candidates for a line.

        A mistake made throughout is kept only if no other line shows a right step that it would change; otherwise the
        same mistake at one place is kept.
        """
        found = self.candidates(line)
        if not any(each.mistake.scope for each in found):
            return found
        others = (each for each in self.lines if each.number != line.number)
        right = set[str]().union(*map(self.right_steps, others))
        everywhere = {
            each.mistake.id: right.isdisjoint(self.known.formulas.changed_by((each.mistake,)))
            for each in found
            if not each.mistake.scope
        }
        return [each for each in found if everywhere.get(each.mistake.id, False) is not bool(each.mistake.scope)]

    def _is_known_mistake(self, line: Equation, beliefs: Mistakes) -> bool:
        """Return whether some known mistake, or all of `beliefs` together, gives this line."""
        return bool(self.candidates(line)) or (len(beliefs) > 1 and self.shows(line, beliefs))

    def _is_more(self, line: Equation, step: str) -> bool:
        """Return whether a line gives more than a step should: then it is no piece of it."""
        right = self.known.formulas.right.get(step, set())
        return len(right) == 1 and all(abs(as_float(line.repaired)) > abs(as_float(each[0])) for each in right)

    def candidates(self, line: Equation) -> list[_Candidate]:
        """Return the mistakes that would make a step what the line is."""
        if line.number not in self._shown:
            is_certain = self.formulas.is_certain(line)
            found = _candidates((each for each in self._equal_to(line) if each.varies), is_formula=is_certain)
            if not found and not is_certain and _is_telling(line.repaired):
                found = _candidates(self._by_value(line), is_formula=False)
            self._shown[line.number] = found
        return self._shown[line.number]

    def _equal_to(self, line: Equation) -> list[KnownFormula]:
        """Return the steps, right or with one mistake, that equal a line at all sizes."""
        if line.number not in self._equal:
            equal_to = self.known.formulas.equal_to
            formulas, within = self.formulas.of(line), self._within(line)
            self._equal[line.number] = [each for values in formulas for each in equal_to(values, within)]
        return self._equal[line.number]

    def _by_value(self, line: Equation) -> Iterator[KnownFormula]:
        """Yield the steps that have the value of a line at the question's own sizes."""
        return self.known.formulas.equal_to((line.repaired,), self._within(line))

    def _within(self, line: Equation) -> float:
        """Return how far a line may be from a step that it is."""
        return EXACT if self.formulas.is_certain(line) else ROUNDED


def _answers_to(part: Part) -> set[float]:
    """Return the numbers in the right answer to a part."""
    truth = truth_of(part.variant, part.step)
    return {float(each) for each in flatten(truth)[1]} if part.answer_kind.is_of_numbers else set()


def _candidates(known: Iterable[KnownFormula], *, is_formula: bool) -> list[_Candidate]:
    """Return the mistakes among some steps."""
    return list(dict.fromkeys(_Candidate(each.step, each.mistake, is_formula) for each in known if each.mistake))


def _clearest(found: Sequence[tuple[bool, bool, bool, float, ShownMistake]]) -> ShownMistake | None:
    """Return the mistake that is shown most clearly; None where another one is nearly as likely.

    Each item is (is clear, is equal as a formula, is named, prior, mistake).
    """
    ordered = sorted(found, key=lambda each: each[:4], reverse=True)
    if not ordered:
        return None
    best = ordered[0]
    others = [each for each in ordered if each[4].mistake != best[4].mistake and each[:3] == best[:3]]
    return None if others and others[0][3] > best[3] / _CLEARLY else best[4]


def _is_telling(value: Exact) -> bool:
    """Return whether a value is hardly that of a step by chance."""
    return abs(as_float(value)) >= _TELLING or (isinstance(value, float) and bool(value))
