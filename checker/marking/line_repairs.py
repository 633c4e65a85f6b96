"""Finds the one change in a student's lines that would make the result right: mistakes that no solver lists.

What a number, or a whole line, would have to be follows from the right result, at each size of the question.  If it is
a parameter at all sizes, the line takes the wrong number; if it is 1, the line has a factor too many.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from typing import Final, NamedTuple

from checker.marking.line_formulas import PROBES, LineFormulas, Unknown, WithUnknown
from checker.marking.named_formulas import NamedFormulas, shown_number
from checker.marking.step_formulas import Values, varies
from checker.notation.nodes import Exact, Literal, simple
from checker.working.amounts import as_float, literals
from checker.working.equation import Equation

_SAME: Final = 1e-6
_NOISE: Final = 1e-9
_MOST_LINES: Final = 12
"""Lines behind a result that are changed, the last ones."""
_MOST_LITERALS: Final = 12
"""Numbers of one line that are changed."""
_SMALL: Final = 16
"""Counts up to it are what people count wrongly: three matrices for four."""
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
_FACTORS: Final = frozenset({2, 3, 4, 8, 1000, 1024, Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), Fraction(1, 8)})
"""Factors that are forgotten, or taken twice."""
_OF_A_STEP: Final = 0.5
"""How much more likely a change is that gives a step of the solution."""

_SEEN: Final = 0.5
"""The same, of a change of something that is in the line."""
_NAMED: Final = 0.04
"""The same, of one in a line whose words name the step."""

Form = Callable[[Exact], Exact]


class Repair(NamedTuple):
    """A change of one line of working that would make a result right, and the sentence about it."""

    line: Equation
    told: str
    """What is wrong with the line, in words."""
    weight: float
    is_more: bool
    """Whether something is in the line that does not belong there: no later line can bring what is missing."""
    needed: tuple[Values, ...]
    """What the line would have to be."""


class _Change(NamedTuple):
    """A possible fault of a line."""

    told: str
    """The sentence about it."""
    weight: float
    """How likely it is, relative to other faults."""
    is_more: bool = False
    """True if something has to be taken out."""


class LineRepairs:
    """Finds single changes in the lines of one student's working on one question."""

    def __init__(self, named: NamedFormulas, formulas: LineFormulas, lines: Sequence[Equation]) -> None:
        self._named = named
        self._formulas = formulas
        self._lines = lines

    def best(
        self,
        end: Equation,
        targets: Collection[Values],
        lines: Sequence[Equation],
        is_named: Callable[[Equation, Values], bool],
    ) -> Repair | None:
        """Return the likeliest change in one of `lines` by which the line `end` gives one of the targets; or None.

        `is_named`: whether the words of a line name a step with these values.
        """
        wanted = [each for each in targets if varies(each)]
        found = [each for line in lines[-_MOST_LINES:] for each in self._of_line(line, end, wanted)]
        named = {each.line.number: any(is_named(each.line, values) for values in each.needed) for each in found}
        return max(found, key=lambda each: each.weight + _NAMED * named[each.line.number], default=None)  # the first

    def _of_line(self, line: Equation, end: Equation, targets: Sequence[Values]) -> Iterator[Repair]:
        """Yield the changes of a line."""
        whole = self._needed(Unknown(line.number, None), end, targets)
        more = _OF_A_STEP if any(map(self._named.is_step, whole)) else 0.0
        for each in self._changes(line, end, targets, whole):
            weight = each.weight + (_SEEN if each.is_more else more)
            yield Repair(line, each.told, weight, each.is_more, whole)

    def _changes(
        self, line: Equation, end: Equation, targets: Sequence[Values], whole: Sequence[Values]
    ) -> Iterator[_Change]:
        """Yield the possible faults of a line, and of each number in it.

        `whole` has the formulas that the line would have to be.
        """
        for needed, values in product(whole, self._formulas.of(line)):
            yield from self._changes_of_factor(values, needed, line)
            yield from self._changes_of_term(values, needed)
        own_numbers = (each for each in literals(line.tree) if not self._formulas.is_result(each, line))
        for literal in islice(own_numbers, _MOST_LITERALS):
            for needed in self._needed(Unknown(line.number, literal.place), end, targets):
                equal = [each for each in literals(line.tree) if each.value == literal.value]
                is_any = all(needed in self._needed(Unknown(line.number, each.place), end, targets) for each in equal)
                which = "" if is_any else _which(literal, line)
                yield from self._changes_of_number(simple(literal.value), needed, which)

    def _needed(self, unknown: Unknown, end: Equation, targets: Sequence[Values]) -> tuple[Values, ...]:
        """Return the values, at all sizes, that an unknown must have so that `end` equals one of the targets."""
        probed = WithUnknown(self._formulas, self._lines, unknown).of(end)
        solved = (_solved(values, target) for values, target in product(probed, targets))
        return tuple(dict.fromkeys(filter(None, solved)))

    def _changes_of_factor(self, values: Values, needed: Values, line: Equation) -> Iterator[_Change]:
        """Yield what a line should be multiplied with, or divided by; also a wrong sign or an upside-down quotient."""
        if not (all(values) and all(needed)):
            return
        less, more = (tuple(map(_divided, *each)) for each in ((needed, values), (values, needed)))
        if are_same(less, [-1] * len(less)):
            yield _Change("The sign of this line is wrong.", 0.7, is_more=True)
        if are_same(needed, [_divided(1, each) for each in values]):
            yield _Change("This quotient is upside down.", 0.9, is_more=True)
        if name := self._named.name_of(less):
            yield _Change(f"This line leaves out the factor {name}.", 0.6)
        if name := self._named.name_of(more):
            yield _Change(f"This line has to be divided by {name}.", 0.6)
        if factors := _pair_in(line, more):
            yield _Change(f"The factors {factors} do not belong here.", 0.75, is_more=True)
        if not varies(less) and less[0] in _FACTORS:
            much = "small" if less[0] > 1 else "large"
            yield _Change(f"This is too {much} by a factor: check what is counted, and how often.", 0.3)

    def _changes_of_term(self, values: Values, needed: Values) -> Iterator[_Change]:
        """Yield what should be added to a line, or subtracted from it."""
        missing = tuple(one - other for one, other in zip(needed, values, strict=True))
        if name := self._named.name_of(missing, with_products=True):
            yield _Change(f"This line leaves out a term: {name}.", 0.5)
        if name := self._named.name_of(tuple(-each for each in missing), with_products=True):
            yield _Change(f"This line has a term too many: {name}.", 0.55, is_more=True)
        if not varies(missing) and isinstance(missing[0], int) and 0 < abs(missing[0]) <= _SMALL:
            wrong = "leaves something out" if missing[0] > 0 else "counts something too much"
            yield _Change(f"This sum {wrong}.", 0.4)

    def _changes_of_number(self, number: Exact, needed: Values, which: str) -> Iterator[_Change]:
        """Yield the possible faults of one number in a line that would have to be `needed`.

        `which` is a word such as `second ` if the line has several equal numbers.
        """
        shown = shown_number(number)
        one = f"the {which}{shown}" if which else shown
        if are_same(needed, [1] * len(needed)) and number != 1:
            yield _Change(f"The {which}factor {shown} does not belong here.", 0.8, is_more=True)
        if are_same(needed, [0] * len(needed)) and number:
            yield _Change(f"The term with {one} does not belong here.", 0.8, is_more=True)
        if needed[0] != number and (name := self._named.name_of(needed)):
            yield _Change(f"This line takes {one} where {name} belongs.", 0.85, is_more=True)
        is_count = not varies(needed) and isinstance(number, int) and number <= _SMALL
        if is_count and isinstance(needed[0], int) and 1 < needed[0] <= _SMALL:
            yield _Change(f"The {which}number {shown} is wrong here: count again what it is the number of.", 0.45)
        if name := self._named.name_of(needed, with_products=True):
            yield _Change(f"This line takes {one} where {name} belongs.", 0.35)


def _which(number: Literal, line: Equation) -> str:
    """Return which of several equal numbers of a line one is: `second `; empty for the only one."""
    places = sorted(each.place for each in literals(line.tree) if each.value == number.value)
    at = places.index(number.place)
    return f"{_ORDINALS[at]} " if len(places) > 1 and at < len(_ORDINALS) else ""


def _pair_in(line: Equation, factor: Values) -> str:
    """Return two small numbers of a line whose product is a factor at all sizes; empty where there are none."""
    counts = [each.value for each in literals(line.tree) if isinstance(each.value, int) and 1 < each.value <= _SMALL]
    pairs = combinations(counts, 2) if not varies(factor) else ()
    return next((f"{one} × {other}" for one, other in pairs if one * other == factor[0]), "")


def are_same(one: Sequence[Exact], other: Sequence[Exact]) -> bool:
    """Return whether two formulas have equal values at all sizes, up to the noise of floats."""
    return all(a == b or math.isclose(as_float(a), as_float(b), rel_tol=_SAME) for a, b in zip(one, other, strict=True))


def _identity(value: Exact) -> Exact:
    return value


def _reciprocal(value: Exact) -> Exact:
    return _divided(1, value)


def _square(value: Exact) -> Exact:
    """Return the square, which of some results follows the unknown in a straight line (`_FORMS`)."""
    return value * value


_FORMS: Final[tuple[tuple[Form, Form, Form], ...]] = (
    (_identity, _identity, _identity),
    (_identity, _reciprocal, _reciprocal),
    (_square, _identity, _identity),
    (_square, _reciprocal, _reciprocal),
)
"""What of a result depends in a straight line on what of an unknown, and how the unknown is found from it."""


def _solved(probed: Values, target: Values) -> Values | None:
    """Return what an unknown has to be, at each size; None where a result does not follow it in a straight line."""
    count = len(target)
    columns = [probed[count * place : count * (place + 1)] for place in range(len(PROBES))]
    for of_result, of_unknown, back in _FORMS:
        try:
            probes = [of_unknown(each) for each in PROBES]
            found = [
                back(_interpolated(probes, [of_result(column[size]) for column in columns], of_result(target[size])))
                for size in range(count)
            ]
        except (ArithmeticError, ValueError):
            continue
        if all(math.isfinite(as_float(each)) for each in found):
            return tuple(map(_whole, found))
    return None


def _interpolated(inputs: Sequence[Exact], outputs: Sequence[Exact], wanted: Exact) -> Exact:
    """Return the input that gives the output `wanted`, if the output follows the input in a straight line.

    Raise ValueError if it does not.
    """
    slope = _divided(outputs[1] - outputs[0], inputs[1] - inputs[0])
    expected = outputs[0] + slope * (inputs[2] - inputs[0])
    if not slope or not math.isclose(as_float(expected), as_float(outputs[2]), rel_tol=_SAME):
        raise ValueError
    return inputs[0] + _divided(wanted - outputs[0], slope)


def _whole(value: Exact) -> Exact:
    """Return a float that is a whole number but for noise as this number."""
    is_whole = isinstance(value, float) and abs(value - round(value)) <= _NOISE * abs(value)
    return round(value) if is_whole else simple(value)


def _divided(one: Exact, other: Exact) -> Exact:
    """Return a quotient, which is exact unless one of the numbers is a float."""
    is_real = isinstance(one, float) or isinstance(other, float)
    return one / other if is_real else simple(Fraction(one) / Fraction(other))
