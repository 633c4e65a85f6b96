"""Sets of mistakes in compact form: an int with a bit for each mistake, called the student who makes them."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from operator import itemgetter
from typing import Final

from checker.diagnosis.mistakes import Mistake, Mistakes, derived_mistakes, possible_mistakes
from checker.questions.variant import Variant

STAGE_PRIORS: Final = {1: 0.70, 2: 0.22}
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
        self._add(self.named)

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
            self.named_bits[mistake.point, mistake.option] = bit

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

    def likeliest(self, mistakes: Sequence[Mistake]) -> Sequence[Mistake]:
        """Return the likeliest of these mistakes, as many as have at most MAX_SETS pairs."""
        most = next((n for n in range(len(mistakes), 0, -1) if math.comb(n, 2) <= MAX_SETS), 0)
        if len(mistakes) <= most:
            return mistakes
        kept = set(heapq.nlargest(most, mistakes, key=self.priors.__getitem__))
        return [mistake for mistake in mistakes if mistake in kept]

    def pairs(self, mistakes: Sequence[Mistake]) -> list[int]:
        """Return all students with two of these mistakes, each at another choice point, likeliest first."""
        costs = [-math.log(self.priors[mistake]) for mistake in mistakes]
        found = [
            (costs[one] + costs[other], self.bits[mistakes[one]] | self.bits[mistakes[other]])
            for one, other in combinations(range(len(mistakes)), 2)
            if mistakes[one].point != mistakes[other].point
        ]
        return [student for _, student in sorted(found, key=itemgetter(0))]
