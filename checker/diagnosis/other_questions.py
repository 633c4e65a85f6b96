"""Finds answers to another question: the value of another step, of another part with a mistake, or of all repetitions.

They are likely where a question has many steps, and they need its formulas, so they are tried where little else
explains an answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final

from checker.diagnosis import slips
from checker.diagnosis.causes import Cause
from checker.diagnosis.derived_wording import size_in_words
from checker.diagnosis.flat_values import Shape, Value
from checker.diagnosis.numeric_equality import are_equal, noise_of
from checker.diagnosis.preceding_steps import preceding_steps
from checker.diagnosis.slipped_answers import ALONE
from checker.engine.trace import TOTAL
from checker.kinds import flatten
from checker.questions.resized import ResizedVariants
from checker.questions.variant import Variant

NEAR: Final = 0.75
"""Share of the steps of the same scope, and of those of the same name, among the other steps."""

ANY_COUNT: Final = 0.5
"""Share of the other numbers of the question among those by which a step is multiplied once too often."""

MAX_OF_A_PART: Final = 10_000
"""Maximum answer to another part that a step may be multiplied by, as by the number of patches."""

MAX_COUNT: Final = 100
"""Maximum number of layers, heads or experts; larger numbers are sizes."""

Others = Iterator[tuple[Shape, Cause]]


class OtherQuestions:
    """The values that students give who answer another question.

    Of the right answers in `asked`, {step: value}, only those in `other_parts` may be given away.  `starts`: values
    that may be repeated, also as often as a number in `unused`.  `mistaken_parts`: other parts' values with a mistake.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that other questions are made of
        self,
        variant: Variant,
        step: str,
        asked: Mapping[str, Value],
        other_parts: Mapping[str, Value],
        starts: Sequence[Cause],
        unused: Sequence[int] = (),
        mistaken_parts: Mapping[str, Sequence[Cause]] = MappingProxyType({}),
    ) -> None:
        self._variant, self._step, self._truth = variant, step, asked[step]
        self._parts, self._starts, self._unused = other_parts, starts, unused
        self._mistaken_parts = mistaken_parts
        self._noise = noise_of(float(max(map(abs, self._truth[1]), default=0)) or 1.0)
        shown = [*other_parts.values()]
        self._hidden = [each for each in dict.fromkeys(asked.values()) if not self._is_among(each, shown)]

    def answers(self) -> Others:
        """Yield the answers to other questions than the asked one, each with its shape and as a cause of an error."""
        for shape, cause in chain(
            self._of_other_steps(),
            self._repeated(),
            self._of_mistaken_parts(),
        ):
            if not self._is_among((shape, cause.numbers), self._hidden):
                yield shape, cause

    def _is_among(self, value: Value, others: Iterable[Value]) -> bool:
        """Return whether a value is one of others, but for the noise of computing it."""
        shape, numbers = value
        return any(shape == each and are_equal(numbers, other, self._noise) for each, other in others)

    def _of_other_steps(self) -> Others:
        """Yield the values of the steps that are neither inside the asked one nor parts."""
        known = {self._truth, *self._parts.values()}
        found: dict[Value, str] = {}
        for path in sorted(self._variant.board, key=lambda path: (not self._is_near(path), path.count("."))):
            value = flatten(self._variant.board[path].value)
            if not self._is_inside(path) and path != TOTAL and any(value[1]) and value not in known:
                found.setdefault(value, path)
        near, before = sum(map(self._is_near, found.values())), preceding_steps(self._variant.board, self._step)
        for value, path in found.items():
            share, ways = (NEAR, near) if self._is_near(path) else (1 - NEAR, len(found) - near)
            prior = ALONE * slips.prior("another_step", ways) * share
            slip = "intermediate" if path in before else "another_step"
            yield value[0], Cause((), slip, path, prior, value[1])

    def _of_mistaken_parts(self) -> Others:
        """Yield the values of other parts with a mistake."""
        if self._truth[0] or not self._parts:  # the entries of shapes and vectors are small, and anything explains them
            return
        share = slips.prior("another_part", len(self._parts))
        for part, starts in self._mistaken_parts.items():
            for start in starts:
                if len(start.numbers) == 1:
                    yield (), start._replace(slip="another_part", detail=part, prior=start.prior * share)

    def _is_inside(self, path: str) -> bool:
        """Return whether a step is the asked one or part of it."""
        return self._step in (TOTAL, path) or path.startswith(f"{self._step}.")

    def _is_near(self, path: str) -> bool:
        """Return whether a step is of the same scope as the asked one, or has its name elsewhere."""
        (scope, _, name), (asked_scope, _, asked) = path.rpartition("."), self._step.rpartition(".")
        return scope == asked_scope or name == asked

    def _repeated(self) -> Others:
        """Yield the answers for all repetitions of the step, as for all layers of a model."""
        found = {f"{times:,}": times for times in self._unused}
        found |= {f"the part {part}": times for part, times in self._counted_parts() if times not in found.values()}
        counts = self._counts(found.values())
        for detail, times in {**counts, **found}.items():
            prior = slips.prior("repeated") * (1 if detail in found else ANY_COUNT / len(counts))
            for start in self._starts:
                numbers = tuple(number * times for number in start.numbers)
                yield self._truth[0], Cause(start.mistakes, "repeated", detail, start.prior * prior, numbers)

    def _counts(self, known: Collection[int]) -> dict[str, int]:
        """Return the numbers of the question that count things, such as layers, but for those of known values.

        Formulas of authors have none: they have symbols of their own.
        """
        if self._variant.solver.named < 1 or isinstance(self._variant, ResizedVariants):  # a formula has its own
            return {}
        given = self._variant.arguments.items()
        counts = {name: value for name, value in given if type(value) is int and 1 < value <= MAX_COUNT}
        return {size_in_words(name): value for name, value in counts.items() if value not in known}

    def _counted_parts(self) -> Iterator[tuple[str, int]]:
        """Yield the other parts that are whole numbers, such as how many patches there are."""
        for part, (shape, numbers) in self._parts.items():
            if not shape and type(numbers[0]) is int and 1 < numbers[0] <= MAX_OF_A_PART:
                yield part, numbers[0]
