"""What may be the reason for one wrong answer, by each candidate for what its student believes."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Final

from checker.answers import flatten
from checker.diagnosis import coincidence, slips
from checker.diagnosis.budget import Work
from checker.diagnosis.earlier_answers import EarlierAnswers, replaced
from checker.diagnosis.hypothesis import Hypothesis, Mistakes, Told
from checker.diagnosis.mistaken_runs import STAGE_PRIORS, are_of_different_points
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.part_answer import PartAnswer
from checker.diagnosis.redundant_slips import is_listed

CONTRADICTED: Final = 0.1
"""How likely it is that somebody who believes something acts as if not."""

UNDONE: Final = 0.02
"""How likely it is that a mistake is made in a later part whose step was answered right in an earlier one."""

CARRIED: Final = 0.1
"""How likely it is that a later part is worked out from the earlier answers, where these are wrong."""

LISTED_FACTOR: Final = 1e6
"""What speaks for a wrong answer that the author has listed: it is no coincidence."""

MOST_EXTENDED: Final = 4
"""Of so many candidates it is asked what one more mistake would make of an answer that nothing known gives; of the
likeliest also what two would."""

MOST_GONE_ON: Final = 2
"""Of so many candidates it is asked what one mistake would make of the student's own earlier answers."""

MOST_PAIRS: Final = 300
"""So many sets of two mistakes are tried on a student's own earlier answers."""


class HypothesisSearch:
    """A wrong answer, after the earlier ones of the same student."""

    def __init__(self, item: PartAnswer, own: EarlierAnswers, work: Work) -> None:
        self._work = work
        self._item = item
        self._own = own
        self._traces = item.index.traces
        self._reached: dict[Mistakes, bool] = {}
        """By beliefs whether the earlier answers give this one with them."""

    def of(self, candidates: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """What becomes of candidates: each with every way to explain the answer, and left without one.

        More mistakes on top of what is believed, or of the earlier answers, are tried where nothing else explains it.
        """
        gained = 0.0
        self._learn(candidate.beliefs for candidate in candidates)
        self._reach([self._traces.applicable(candidate.beliefs) for candidate in candidates])
        for candidate in candidates:
            doubt = math.log(CONTRADICTED) if is_against(self._item, candidate.beliefs) else 0.0
            yield candidate.after(None, doubt, self._item.part)
            for told, log in (*self._followed(candidate), *self._caused(candidate)):
                gained = max(gained, log)
                yield candidate.after(told, log, self._item.part)
        is_open = gained < math.log(coincidence.CONSISTENT)
        for place, candidate in enumerate(candidates[: MOST_EXTENDED if is_open else MOST_GONE_ON]):
            found = [*self._extended(candidate)] if is_open else []
            found += self._gone_on(candidate, MOST_PAIRS if is_open and place == 0 else 0)
            for told, log in found:
                yield candidate.after(told, log, self._item.part)

    def _followed(self, candidate: Hypothesis) -> Iterator[tuple[Told, float]]:
        """Without any new mistake: by what is believed already, or from the earlier answers as they are."""
        item, beliefs = self._item, candidate.beliefs
        value = item.under(beliefs)
        is_again = value != item.truth and item.is_given_by(value)
        followed = list(self._plainly)
        if value != item.truth:
            followed += self._carried(self._traces.applicable(beliefs))
        for since in dict.fromkeys(followed):
            yield Told(since=since), item.evidence + (0.0 if is_again else math.log(CARRIED))
        if is_again and not followed:
            places = dict.fromkeys(part for mistake, part in candidate.places if acts(item, mistake, beliefs))
            yield Told(again=tuple(places)), item.evidence
        for one in self._own.wrong:
            if (one.reading.shape, one.reading.numbers) == (item.reading.shape, item.reading.numbers):
                log = item.evidence + math.log(slips.PRIOR * slips.prior("another_part"))
                yield Told(slip=slips.COPIED, of=one.part), log

    @cached_property
    def _plainly(self) -> list[tuple[str, ...]]:
        """The parts that the answer follows from with no mistake at all: the same for every candidate."""
        return list(self._carried((), thorough=True))

    def _caused(self, candidate: Hypothesis) -> Iterator[tuple[Told, float]]:
        """By causes that give this answer, seen alone; mistakes that are believed already cost nothing."""
        item, beliefs = self._item, candidate.beliefs
        is_affected = bool(beliefs) and item.under(beliefs) != item.truth
        for cause in item.causes:
            known = tuple(mistake for mistake in cause.mistakes if mistake in beliefs)
            new = tuple(mistake for mistake in cause.mistakes if mistake not in beliefs)
            if any(mistake.point == belief.point for mistake in new for belief in beliefs) or not (new or cause.slip):
                continue  # nobody holds two beliefs on one point
            log = item.evidence + math.log(cause.prior) - sum(map(self._paid, known))
            if is_listed(cause):
                log += math.log(LISTED_FACTOR)
            if is_affected and len(known) < len(beliefs):
                log += math.log(CONTRADICTED)
            again = dict.fromkeys(part for mistake, part in candidate.places if mistake in known)
            yield Told(new, cause.slip, cause.of, again=tuple(again)), log

    def _extended(self, candidate: Hypothesis) -> Iterator[tuple[Told, float]]:
        """By one more mistake on top of what is believed."""
        if candidate.beliefs:
            self._learn((*candidate.beliefs, mistake) for mistake in self._free(candidate))
            again = tuple(dict.fromkeys(part for _, part in candidate.places))
            for mistake in self._free(candidate):
                if self._item.is_given_by(self._item.under((*candidate.beliefs, mistake))):
                    yield Told((mistake,), again=again), self._cost((mistake,))

    def _gone_on(self, candidate: Hypothesis, most: int) -> Iterator[tuple[Told, float]]:
        """By one mistake on the earlier answers as they are, or by the likeliest sets of two."""
        if self._own.matters(self._item.index) and not self._plainly:
            free = self._free(candidate)
            held = dict.fromkeys(((), self._traces.applicable(candidate.beliefs)))
            added = [*((mistake,) for mistake in free), *self._pairs(free, most)]
            self._reach([(*beliefs, *new) for new in added for beliefs in held])
            for new in added:
                for beliefs in held:
                    for since in self._carried((*beliefs, *new)):
                        if not any(any(self._carried((*beliefs, *fewer))) for fewer in combinations(new, len(new) - 1)):
                            yield Told(new, since=since), self._cost(new)

    def _carried(self, beliefs: Mistakes, *, thorough: bool = False) -> Iterator[tuple[str, ...]]:
        """The parts whose answers give this one, with these beliefs."""
        item = self._item
        if not (thorough or self._reaches(beliefs)):
            return
        for carried in self._own.carried(item.index, beliefs, thorough=thorough):
            value = flatten(carried.value)
            is_given = item.agrees(carried.value) if thorough else item.is_given_by(value)
            if is_given and value != item.truth and carried.since:
                yield carried.since

    def _learn(self, sets: Iterable[Mistakes]) -> None:
        """Find out what many would answer who have some beliefs, in one run."""
        applicable = [self._traces.applicable(beliefs) for beliefs in sets]
        self._work.spend(len(applicable) * self._traces.work)
        self._traces.learn(applicable)

    def _reaches(self, beliefs: Mistakes) -> bool:
        """Whether the earlier answers, with these beliefs, give this one in the plainest ways."""
        if beliefs not in self._reached:
            self._reach([beliefs])
        return self._reached[beliefs]

    def _reach(self, sets: Iterable[Mistakes]) -> None:
        """Find out for many sets of beliefs at once, a run for each way to use the earlier answers."""
        index, traces = self._item.index, self._traces
        new = [beliefs for beliefs in dict.fromkeys(sets) if beliefs not in self._reached]
        self._reached |= {beliefs: not are_of_different_points(beliefs) for beliefs in new}
        new = [beliefs for beliefs in new if not self._reached[beliefs]]
        for steps in self._own.ways(index) if new else ():
            self._work.spend(len(new) * traces.work)
            values = traces.carried(new, index.step, partial(replaced, steps))
            given = (beliefs for beliefs, value in zip(new, values, strict=True) if self._item.is_given_by(value))
            self._reached |= dict.fromkeys(given, True)

    def _free(self, candidate: Hypothesis) -> list[Mistake]:
        """The mistakes about something that nothing is believed of yet."""
        held = {belief.point for belief in candidate.beliefs}
        return [mistake for mistake in self._global if mistake.point not in held]

    @cached_property
    def _global(self) -> Mapping[Mistake, float]:
        return {mistake: share for mistake, share in self._traces.shares.items() if not mistake.scope}

    def _pairs(self, free: Sequence[Mistake], most: int) -> list[Mistakes]:
        """The likeliest sets of two mistakes."""
        pairs = (pair for pair in combinations(free, 2) if most and pair[0].point != pair[1].point)
        return heapq.nsmallest(most, pairs, key=lambda pair: -self._global[pair[0]] * self._global[pair[1]])

    def _cost(self, new: Mistakes) -> float:
        """What speaks for new mistakes on top of others: their prior, against the evidence."""
        weight = math.factorial(len(new)) * math.prod(self._global[mistake] for mistake in new)
        return self._item.evidence + math.log(STAGE_PRIORS[len(new)] * weight * CARRIED)

    def _paid(self, known: Mistake) -> float:
        """The logarithm of what a mistake has cost that was told at an earlier part."""
        return math.log(STAGE_PRIORS[1] * self._traces.shares[known])


def is_against(item: PartAnswer, beliefs: Mistakes) -> bool:
    """Whether somebody with these beliefs would have given another answer than the right one, and than this one."""
    value = item.under(beliefs) if beliefs else item.truth
    return value != item.truth and not item.is_given_by(value)


def acts(item: PartAnswer, mistake: Mistake, beliefs: Mistakes) -> bool:
    """Whether the answer would be another one without this belief."""
    fewer = tuple(belief for belief in beliefs if belief != mistake)
    return item.under(fewer) != item.under(beliefs)
