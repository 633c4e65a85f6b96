"""Sets of mistakes in compact form: an int with a bit for each mistake, called the student who makes them."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Final

from checker.diagnosis.mistakes import Mistake, Mistakes, derived_mistakes, possible_mistakes
from checker.questions.variant import Variant

STAGE_PRIORS: Final = {1: 0.70, 2: 0.22, 3: 0.08}
"""P(number of mistakes), given that the answer comes from mistakes."""

MAX_SETS: Final = 250_000
"""Maximum number of sets of mistakes that are sorted; of more mistakes only the likeliest are combined."""


class StudentSets:
    """All mistakes that are possible in a question, each with its bit and its prior, and the sets of them."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self.named: Mapping[Mistake, float] = possible_mistakes(variant)
        """The mistakes that the solver names, with their priors."""
        self.priors: dict[Mistake, float] = {}
        """The priors of all mistakes: derived ones are among them from when they are first wanted."""
        self.bits: dict[Mistake, int] = {}
        self.named_bits: dict[tuple[str, str], int] = {}
        """The bits by (choice, option), as a run takes them."""
        self._in_order: list[Mistake] = []
        everywhere = {mistake: prior for mistake, prior in self.named.items() if not mistake.scope}
        self._add(everywhere)  # first, because sets are made of these, and small ints are faster
        self._add({mistake: prior for mistake, prior in self.named.items() if mistake.scope})

    @cached_property
    def derived(self) -> Mapping[Mistake, float]:
        """Return the mistakes that follow from formulas of steps, such as a term left out, with their priors."""
        found = derived_mistakes(self._variant)
        self._add(found)
        return found

    def _add(self, priors: Mapping[Mistake, float]) -> None:
        """Give each of these mistakes the next bit, and remember its prior."""
        for mistake, prior in priors.items():
            bit = 1 << len(self._in_order)
            self._in_order.append(mistake)
            self.priors[mistake], self.bits[mistake] = prior, bit
            self.named_bits[mistake.choice, mistake.option] = bit

    def student(self, mistakes: Iterable[Mistake]) -> int:
        """Return the int, with a bit for each of these mistakes, that stands for a student who makes them."""
        student = 0
        for mistake in mistakes:
            if mistake not in self.bits:
                _ = self.derived
            student |= self.bits[mistake]
        return student

    def mistakes(self, student: int) -> Mistakes:
        """Return the mistakes whose bits an int has."""
        found = []
        while student:  # not with `bits_of`: this is done for each known answer that a wrong one is near
            bit = student & -student
            found.append(self._in_order[bit.bit_length() - 1])
            student ^= bit
        return tuple(found)

    def prior(self, mistakes: Mistakes) -> float:
        """Return the probability that a student who makes any mistakes makes exactly these."""
        size = len(mistakes)
        return STAGE_PRIORS[size] * (math.factorial(size) * math.prod([self.priors[each] for each in mistakes]))

    def applicable(self, beliefs: Iterable[Mistake]) -> Mistakes:
        """Return those of these mistakes, perhaps from other questions, that are possible here, in the menu's order."""
        beliefs = [*beliefs]
        if any(belief.is_derived for belief in beliefs):
            _ = self.derived
        return tuple(sorted((belief for belief in beliefs if belief in self.bits), key=self.bits.__getitem__))

    def likeliest(self, mistakes: Sequence[Mistake], size: int) -> Sequence[Mistake]:
        """Return the likeliest of these mistakes, as many as have at most MAX_SETS sets of this size."""
        most = next((n for n in range(len(mistakes), 0, -1) if math.comb(n, size) <= MAX_SETS), 0)
        if len(mistakes) <= most:
            return mistakes
        kept = set(heapq.nlargest(most, mistakes, key=self.priors.__getitem__))
        return [mistake for mistake in mistakes if mistake in kept]

    def combined(self, mistakes: Sequence[Mistake], size: int) -> list[int]:
        """Return all students with `size` of these mistakes, each at another choice point, likeliest first.

        Mistakes about the same point must be neighbours.
        """
        points = [mistake.point for mistake in mistakes]
        following = [len(points) - points[::-1].index(point) for point in points]
        bits = [self.bits[mistake] for mistake in mistakes]
        places = range(len(mistakes))
        costs = [-math.log(self.priors[mistake]) for mistake in mistakes]
        found = [(costs[place], bits[place], following[place]) for place in places]
        for _ in range(size - 1):
            found = [
                (cost + costs[place], student | bits[place], following[place])
                for cost, student, next_ in found
                for place in places[next_:]
            ]
        return [student for _, student, _ in sorted(found, key=itemgetter(0))]


def are_of_different_points(mistakes: Mistakes) -> bool:
    """Return whether no two of these mistakes are options of the same choice point."""
    return len({mistake.point for mistake in mistakes}) == len(mistakes)
