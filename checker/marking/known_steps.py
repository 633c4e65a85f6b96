"""The steps of a question, right and with each known mistake, next to what a student's lines give."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.answers import flatten
from checker.diagnosis import preceding_steps
from checker.diagnosis.mistakes import Mistake, Mistakes
from checker.engine.memory import Memory
from checker.marking.marker import Marker
from checker.notation.nodes import Exact
from checker.working.equation import Equation

_ROUNDED: Final = 2e-3
"""Relative difference up to which a real number of a student's is that of a step: it is rounded on the way."""
_TELLING, _LARGE = 100, 1_000
"""Values from which a line is hardly that of a step by chance: where other lines agree, and where none does."""
_SMALLEST, _SMALL = 10, 100
"""Whole numbers below these are no evidence, or only where several signs lead to them."""
_CLEARLY: Final = 1.5
"""How much likelier a mistake is than the next one that gives the same value."""
_FEWEST_PIECES: Final = 2
"""Number of a step's own pieces that make a line this step."""
_GENERAL: Final = frozenset(
    {"total", "layer", "output", "elements", "weights", "first", "second", "third", "last", "head"}
)
"""Names of steps that lines of many other steps have."""

_MOST_REMEMBERED: Final = 2_000
"""Sets of mistakes whose steps are remembered."""

ChangedStep = tuple[str, frozenset[str], set[Any]]
"""A step that mistakes change: its path, the words of its name, and its numbers with them."""
Naming = Callable[[str], Collection[str]]
"""The words of a text that may name a step, in one spelling."""


class ShownMistake(NamedTuple):
    """A mistake that a line may show."""

    mistake: Mistake
    is_clear: bool
    """Whether the line is certainly the step that the mistake changes."""


class KnownSteps:
    """The values of all steps of a question, right and with each known mistake."""

    def __init__(self, marker: Marker, naming: Naming) -> None:
        self._runs = marker.target.index.runs
        self._naming = naming
        self._variant = marker.part.variant
        board = self._variant.board
        self._board = {path: tuple(_numbers(step.value)) for path, step in board.items()}
        self._right = {number for numbers in self._board.values() for number in numbers}
        self._changed: Memory[Mistakes, list[ChangedStep]] = Memory(_MOST_REMEMBERED)

    def is_right(self, equation: Equation) -> bool:
        """Return whether an expression gives a value of the solution."""
        return _is_among(equation.repaired, self._right)

    def is_shown(self, step: str, lines: Sequence[Equation]) -> bool:
        """Return whether a line gives the right value of a step."""
        right = set(self._board.get(step, ()))
        return any(each.is_right and _is_among(each.value, right) for each in lines)

    def first(self, lines: Sequence[Equation], mistakes: Mistakes) -> Equation | None:
        """Return the first line that shows these mistakes."""
        return next((each for each in lines if self.shows(each, mistakes)), None)

    def likeliest(self, line: Equation, lines: Sequence[Equation], beliefs: Mistakes) -> ShownMistake | None:
        """Return the likeliest mistake that a line shows; None where it shows none.

        A line may be a piece of a larger step: then its step comes out right later on.  It is clear that it is the step
        where its words name it, where it is made of the step's own pieces, or where the lines that use it show the
        mistake too.
        """
        if self.is_right(line):
            return None
        found: list[tuple[bool, bool, float, ShownMistake]] = []
        users = [each for each in lines if line.number in each.uses]
        behind = {number for used in line.uses for number in (used, *lines[used].uses)}
        pieces = {path for number in behind for path in self._paths(lines[number])}
        for mistake, prior in self._runs.students.priors.items():
            if mistake.scope:
                continue
            for step, words, numbers in self._with((mistake,)):
                if not _is_among(line.repaired, numbers):
                    continue
                right = set(self._board.get(step, ()))
                if any(_is_among(each.repaired, right) for each in lines[line.number :]):
                    continue
                together = (mistake, *(each for each in beliefs if each.point != mistake.point))
                goes_on = any(self.shows(each, (mistake,)) or self.shows(each, together) for each in users)
                is_named = bool(words & line.named)
                is_made = len([path for path in pieces if path in self._pieces(step)]) >= _FEWEST_PIECES
                is_more = len(right) == 1 and abs(float(line.repaired)) > abs(next(iter(right)))
                is_clear = (
                    goes_on or is_made or (is_named and (is_more or not users) and abs(float(line.repaired)) >= _LARGE)
                )
                found.append((is_clear, is_named or is_made, prior, ShownMistake(mistake, is_clear)))
        return _clearest(found)

    def _paths(self, equation: Equation) -> list[str]:
        """Return the steps whose right value an expression gives."""
        return [path for path, numbers in self._board.items() if _is_among(equation.repaired, set(numbers))]

    def _pieces(self, step: str) -> set[str]:
        """Return the steps that a step is computed from, also those inside these."""
        direct = preceding_steps(self._variant.board, step)
        return {*direct, *(path for path in self._board if any(path.startswith(f"{each}.") for each in direct))}

    def shows(self, equation: Equation, mistakes: Mistakes) -> bool:
        """Return whether an expression gives the value of a step that these mistakes change.

        Where another step has this value anyway, the words of the line have to name the one that has changed.
        """
        if abs(float(equation.repaired)) < _SMALL and equation.operators == 1:
            return False
        is_right = self.is_right(equation)
        return any(
            _is_among(equation.repaired, numbers) and (not is_right or bool(words & equation.named))
            for _, words, numbers in self._with(mistakes)
        )

    def _words(self, step: str) -> frozenset[str]:
        """Return the words that name a step and hardly any other one."""
        return frozenset(self._naming(step.rpartition(".")[2].replace("_", " "))) - _GENERAL

    def _with(self, mistakes: Mistakes) -> list[ChangedStep]:
        """Return the steps that these mistakes change: with the words of their names, and their numbers then."""
        return self._changed.get(mistakes, lambda: self._changed_by(mistakes))

    def _changed_by(self, mistakes: Mistakes) -> list[ChangedStep]:
        return [
            (step, self._words(step), set(numbers) - set(self._board.get(step, ())))
            for step, (_, numbers) in self._runs.every_value(mistakes).items()
            if tuple(numbers) != self._board.get(step)
        ]


def _clearest(found: Sequence[tuple[bool, bool, float, ShownMistake]]) -> ShownMistake | None:
    """Return the mistake that is shown most clearly; None where another one is nearly as likely."""
    ordered = sorted(found, key=lambda each: each[:3], reverse=True)
    if not ordered:
        return None
    best = ordered[0]
    others = [each for each in ordered if each[3].mistake != best[3].mistake and each[:2] == best[:2]]
    return None if others and others[0][2] > best[2] / _CLEARLY else best[3]


def _numbers(value: Any) -> Iterator[Any]:
    """Yield the numbers of a step's value; a text has none."""
    try:
        yield from flatten(value)[1]
    except AttributeError:
        return


def _is_among(value: Exact, others: set[Any]) -> bool:
    """Return whether a value is one of others; real numbers are rounded on the way."""
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    if isinstance(value, int):
        return abs(value) >= _SMALLEST and value in others
    return any(math.isclose(value, other, rel_tol=_ROUNDED) for other in others if isinstance(other, float) and other)


def is_telling(value: Exact) -> bool:
    """Return whether a value is hardly that of a step by chance."""
    return abs(float(value)) >= _TELLING or (isinstance(value, float) and bool(value))
