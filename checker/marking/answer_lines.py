"""`AnswerLines`: which equations of a student's working, such as `3·4 = 12`, lead to which answer; which are wrong.

The equations are read already.  It also keeps the known steps of each question, with which lines are compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from checker.marking.known_steps import KnownSteps, Naming, names_step
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.marking.parts import PartsMarker
from checker.working.equation import Equation, lines_behind

WRONG: Final = ("incorrect", "partial")
_NOISE: Final = 1e-9


class AnswerLines:
    """The student's answers to a problem, the lines of working, and which lines lead to which answer."""

    def __init__(
        self,
        marker: PartsMarker,
        equations: Sequence[Equation],
        outcomes: Mapping[str | None, Outcome],
        naming: Naming,
    ) -> None:
        self.markers = marker.markers
        self.equations = equations
        self.outcomes = outcomes
        self._naming = naming
        self._known = marker.known_steps
        self.sources = {id_: self._source(marker.markers[id_], each) for id_, each in outcomes.items()}
        """By part, the equation whose result is the answer."""

    def known(self, id_: str | None) -> KnownSteps:
        """Return the steps of the question that part `id_` asks about, right and with each known mistake."""
        marker = self.markers[id_]
        if marker.part.question not in self._known:
            self._known[marker.part.question] = KnownSteps(marker, self._naming)
        found: KnownSteps = self._known[marker.part.question]
        return found

    def slips(self, source: Equation) -> list[Equation]:
        """Return the wrong equations among the lines that lead to this one, with itself, in their order."""
        return [each for each in self.behind(source) if not each.is_right]

    def behind(self, end: Equation) -> list[Equation]:
        """Return the lines of working that lead to `end`, with `end` itself.

        Earlier lines whose result merely equals a number in these lines count, too.
        """
        return lines_behind(self.equations, end)

    def _source(self, marker: Marker, outcome: Outcome) -> Equation | None:
        """Return the equation whose result is this answer, the last of several.

        Return None if there is none or the answer is no single number.
        """
        reading = outcome.reading
        if not marker.part.answer_kind.is_one_number or reading is None or reading.shape:
            return None
        value = Fraction(reading.numbers[0].value)
        found = [each for each in self.equations if _is_same(value, each)]
        named = [each for each in found if names_step(marker.part.step, each, self._naming)] if found[1:] else []
        return (named or found)[-1] if found else None


def _is_same(value: Fraction, equation: Equation) -> bool:
    """Return whether an answer is the result of an equation, perhaps rounded further."""
    written = equation.written
    return abs(value - written.value) <= max(written.half, abs(written.value) * Fraction(_NOISE))
