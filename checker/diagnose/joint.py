"""The parts of a problem judged together: one set of mistakes has to explain all that a student got wrong.

The parts are gone through in order, with a short list of candidates for what this student believes.  A mistake costs
its prior once, at the part where it first acts; each part that it explains speaks for it, each right answer that it
would have made wrong speaks against it.  Later parts are also worked out from the earlier answers as the student gave
them.  The guard then weighs, part by part, all candidates that explain its answer against all that do not.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

from checker.answers import flatten
from checker.diagnose import guard, slips
from checker.diagnose.answered import Answered
from checker.diagnose.diagnosis import (
    MOST,
    Diagnosis,
    Explanation,
    first_difference,
    is_listed,
    ways,
)
from checker.diagnose.mistakes import Mistake
from checker.diagnose.own import Own
from checker.diagnose.traces import STAGE_PRIORS
from checker.survey import LISTED

CONTRADICTED: Final = 0.05
"""How likely it is that somebody who believes something acts as if not."""

CARRIED: Final = 0.5
"""How likely it is that a later part is worked out from the earlier answers, where these are wrong."""

MOST_CANDIDATES: Final = 48
"""So many candidates are kept from part to part."""

MOST_EXTENDED: Final = 4
"""Of so many of them it is asked what one more mistake would make of an answer that nothing known gives; of the
likeliest also what two would."""

MOST_PAIRS: Final = 2_000
"""So many sets of two mistakes are tried on a student's own earlier answers."""

LISTED_FACTOR: Final = 1e6
"""What speaks for a wrong answer that the author has listed: it is no coincidence."""

NEGLIGIBLE: Final = 0.01
"""What has a smaller share of all that explains an answer is not told."""

COPIED: Final = "another_part"
"""The slip of a wrong answer that is given once more."""

Mistakes = tuple[Mistake, ...]


class Told(NamedTuple):
    """What explains one wrong answer: mistakes that first act here, a slip, and the parts that it follows from."""

    mistakes: Mistakes = ()
    slip: str | None = None
    of: str = ""
    since: tuple[str, ...] = ()


class Candidate(NamedTuple):
    """What a student may believe, and how well that goes with the answers so far.  `told`: of each wrong part."""

    beliefs: Mistakes
    log: float
    told: tuple[Told | None, ...]
    places: tuple[tuple[Mistake, str], ...]
    """The part at which each belief is told."""

    def after(self, told: Told | None, log: float, part: str) -> Candidate:
        """The candidate that explains one more wrong part."""
        new = told.mistakes if told else ()
        held = tuple(mistake for mistake in new if mistake.point != LISTED)  # what is listed is listed for one part
        places = (*self.places, *((mistake, part) for mistake in held))
        return Candidate((*self.beliefs, *held), self.log + log, (*self.told, told), places)


def diagnose_together(items: Sequence[Answered]) -> list[Diagnosis]:
    """Explain the wrong answers to the parts of a problem, in their order; an empty diagnosis for each right one."""
    candidates = [Candidate((), 0.0, (), ())]
    for at, item in enumerate(items):
        if item.is_right:
            candidates = [_with_right(candidate, item) for candidate in candidates]
        else:
            found = _Wrong(item, Own(items[:at]))
            candidates = _best(each for each in found.explained(candidates))
    wrong = [item for item in items if not item.is_right]
    diagnoses = iter([_diagnosis(item, at, candidates) for at, item in enumerate(wrong)])
    return [Diagnosis() if item.is_right else next(diagnoses) for item in items]


def _with_right(candidate: Candidate, item: Answered) -> Candidate:
    """A right answer speaks against beliefs under which it would be another one."""
    if not candidate.beliefs:
        return candidate
    value = item.under(candidate.beliefs)
    if value == item.truth or item.is_given_by(value):
        return candidate
    return candidate._replace(log=candidate.log + math.log(CONTRADICTED))


def _best(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The likeliest; of those that tell the same the likelier one."""
    best: dict[object, Candidate] = {}
    for candidate in candidates:
        key = frozenset(candidate.beliefs), candidate.told
        if key not in best or best[key].log < candidate.log:
            best[key] = candidate
    return sorted(best.values(), key=lambda candidate: -candidate.log)[:MOST_CANDIDATES]


@dataclass
class _Wrong:
    """A wrong answer, and what each candidate makes of it."""

    item: Answered
    own: Own
    _extended: int = field(default=0)

    def explained(self, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
        """What becomes of the candidates: each with every way to explain the answer, and left without one."""
        for candidate in candidates:
            yield candidate.after(None, 0.0, self.item.part)
            found = [*self._followed(candidate), *self._caused(candidate)]
            if not found and self._extended < MOST_EXTENDED:
                self._extended += 1
                found = list(self._extended_by(candidate))
            yield from found

    def _followed(self, candidate: Candidate) -> Iterator[Candidate]:
        """Without any new mistake: by what is believed already, or from the earlier answers as they are."""
        item, beliefs = self.item, candidate.beliefs
        value = item.under(beliefs) if beliefs else item.truth
        if value != item.truth and item.is_given_by(value):
            since = dict.fromkeys(part for mistake, part in candidate.places if self._acts(mistake, beliefs))
            yield candidate.after(Told(since=tuple(since)), item.evidence, item.part)
        for carried in self.own.carried(item.index, item.index.traces.applicable(beliefs)):
            value = flatten(carried.value)
            if value != item.truth and item.is_given_by(value):
                log = item.evidence + math.log(CARRIED)
                yield candidate.after(Told(since=carried.since), log, item.part)

        for one in self.own.wrong:
            if (one.reading.shape, one.reading.numbers) == (item.reading.shape, item.reading.numbers):
                log = item.evidence + math.log(slips.PRIOR * slips.prior(COPIED))
                yield candidate.after(Told(slip=COPIED, of=one.part), log, item.part)

    def _acts(self, mistake: Mistake, beliefs: Mistakes) -> bool:
        """Whether the answer would be another one without this belief."""
        fewer = tuple(belief for belief in beliefs if belief != mistake)
        return self.item.under(fewer) != self.item.under(beliefs)

    def _caused(self, candidate: Candidate) -> Iterator[Candidate]:
        """By causes that give this answer, seen alone; mistakes that are believed already cost nothing."""
        item, beliefs = self.item, candidate.beliefs
        is_affected = bool(beliefs) and item.under(beliefs) != item.truth
        for cause in item.causes:
            known = tuple(mistake for mistake in cause.mistakes if mistake in beliefs)
            new = tuple(mistake for mistake in cause.mistakes if mistake not in beliefs)
            if any(mistake.point == belief.point for mistake in new for belief in beliefs) or not (new or cause.slip):
                continue  # nobody holds two beliefs on one point
            log = item.evidence + math.log(cause.prior) - self._paid(known)
            if is_listed(cause):
                log += math.log(LISTED_FACTOR)
            if is_affected and len(known) < len(beliefs):
                log += math.log(CONTRADICTED)
            since = dict.fromkeys(part for mistake, part in candidate.places if mistake in known)
            yield candidate.after(Told(new, cause.slip, cause.of, tuple(since)), log, item.part)

    def _paid(self, known: Mistakes) -> float:
        """The logarithm of what mistakes have cost that were told at an earlier part."""
        share = self.item.index.traces.shares
        return sum(math.log(STAGE_PRIORS[1] * share[mistake]) for mistake in known if mistake in share)

    def _extended_by(self, candidate: Candidate) -> Iterator[Candidate]:
        """By one more mistake on top of what is believed; or by up to two, on the earlier answers as they are."""
        item, traces = self.item, self.item.index.traces
        beliefs = traces.applicable(candidate.beliefs)
        free = {
            mistake: share
            for mistake, share in traces.shares.items()
            if not mistake.scope and all(mistake.point != belief.point for belief in beliefs)
        }
        if beliefs:
            since = tuple(dict.fromkeys(part for _, part in candidate.places))
            for mistake in free:
                if item.is_given_by(item.under((*candidate.beliefs, mistake))):
                    yield candidate.after(Told((mistake,), since=since), self._cost((mistake,)), item.part)
        if self.own.matters(item.index):
            for new in [*((mistake,) for mistake in free), *(self._pairs(free) if self._extended == 1 else ())]:
                for carried in self.own.carried(item.index, (*beliefs, *new)):
                    if item.is_given_by(flatten(carried.value)) and self._needs(new, beliefs):
                        yield candidate.after(Told(new, since=carried.since), self._cost(new), item.part)

    def _needs(self, new: Mistakes, beliefs: Mistakes) -> bool:
        """Whether each of these mistakes makes a difference on the earlier answers as they are."""
        fewer = (tuple(other for other in new if other != mistake) for mistake in new)
        return not any(
            self.item.is_given_by(flatten(carried.value))
            for rest in fewer
            for carried in self.own.carried(self.item.index, (*beliefs, *rest))
        )

    @staticmethod
    def _pairs(shares: Mapping[Mistake, float]) -> list[Mistakes]:
        """The likeliest sets of two mistakes."""
        pairs = (pair for pair in combinations(shares, 2) if pair[0].point != pair[1].point)
        return heapq.nsmallest(MOST_PAIRS, pairs, key=lambda pair: -shares[pair[0]] * shares[pair[1]])

    def _cost(self, new: Mistakes) -> float:
        share = self.item.index.traces.shares
        weight = math.factorial(len(new)) * math.prod(share[mistake] for mistake in new)
        return self.item.evidence + math.log(STAGE_PRIORS[len(new)] * weight * CARRIED)


def _diagnosis(item: Answered, at: int, candidates: Sequence[Candidate]) -> Diagnosis:
    """What all candidates together say of the wrong part that is number `at` among the wrong ones."""
    most = max(candidate.log for candidate in candidates)
    told: dict[Told, float] = {}
    first: dict[Told, Told] = {}
    untold = 0.0
    for candidate in sorted(candidates, key=lambda candidate: -candidate.log):
        weight, reason = math.exp(candidate.log - most), candidate.told[at]
        if reason is None:
            untold += weight
        else:
            reason = first.setdefault(reason._replace(since=()), reason)  # several ways to follow: the likeliest's
            told[reason] = told.get(reason, 0.0) + weight
    mass = sum(told.values())
    strength = guard.strength(mass / untold if untold else math.inf) if told else None
    known = ways(item.causes)
    if strength is None:
        return Diagnosis(silenced=bool(told), ways=known)
    likeliest = [each for each in sorted(told, key=lambda each: -told[each])[:MOST] if told[each] > NEGLIGIBLE * mass]
    return Diagnosis(tuple(_explanation(item, each, strength, told[each] / mass) for each in likeliest), ways=known)


def _explanation(item: Answered, told: Told, strength: str, share: float) -> Explanation:
    difference = first_difference(item.index, told.mistakes) if told.mistakes else None
    return Explanation(strength, share, told.mistakes, told.slip, told.of, difference, told.since)
