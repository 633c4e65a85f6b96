"""Searches for explanations of one wrong answer, given what is known of its student's answers to earlier parts.

`HypothesisSearch` adds mistakes to those already believed; `CarriedSearch` finds earlier answers that it follows from.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Final

from checker.answers import flatten
from checker.diagnosis import coincidence, slips
from checker.diagnosis.budget import WorkBudget
from checker.diagnosis.causes import is_listed
from checker.diagnosis.coincidence import is_slip_near_truth
from checker.diagnosis.earlier_answers import EarlierAnswers, replaced
from checker.diagnosis.hypothesis import Hypothesis, PartExplanation
from checker.diagnosis.mistakes import Mistake, Mistakes, are_kindred
from checker.diagnosis.near_misses import AFTER_A_MISTAKE, slip_probability
from checker.diagnosis.part_answer import PartAnswer
from checker.diagnosis.students import STAGE_PRIORS, are_of_different_points

CONTRADICTED: Final = 0.1
"""Probability that a student acts against a belief."""

CARRIED: Final = 0.1
"""Probability that a later part is worked out from wrong earlier answers."""

KINDRED: Final = 0.5
"""Probability that a student who has a belief has it at another choice point, too."""

CARELESS: Final = 0.4
"""Probability of a slip in the arithmetic where the same student has made one before, and of one in adding up."""

LISTED_FACTOR: Final = 1e6
"""Evidence for a listed wrong answer: it is no coincidence."""

MAX_EXTENDED: Final = 4
"""Maximum number of hypotheses to which a mistake is added for an answer that nothing known gives."""

MAX_CARRIED: Final = 2
"""Maximum number of hypotheses to which a mistake on top of the earlier answers is added for any answer."""

MAX_PAIRS: Final = 300
"""Maximum number of pairs of mistakes that are tried on top of the earlier answers, for the likeliest hypothesis."""

Found = Iterator[tuple[PartExplanation, float]]
"""Explanations, each with the logarithm of what it adds to a hypothesis."""

Parts = tuple[str, ...]
"""The ids of the parts that an answer follows from."""


class HypothesisSearch:
    """Searches for explanations of one wrong answer, after the same student's answers to earlier parts."""

    def __init__(self, answer: PartAnswer, earlier: EarlierAnswers, budget: WorkBudget) -> None:
        self._answer = answer
        self._earlier = earlier
        self._budget = budget
        self._runs = answer.index.runs
        self._students = self._runs.students
        self._carried = CarriedSearch(answer, earlier, budget)

    def extensions(self, hypotheses: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """Yield each hypothesis extended by every explanation of the answer that is found, and by none.

        New mistakes on top of earlier ones, or pairs on top of earlier answers, are tried where nothing else explains
        it.
        """
        part, best = self._answer.part, 0.0
        self._remember(each.beliefs for each in hypotheses)
        self._carried.try_all([self._students.applicable(each.beliefs) for each in hypotheses])
        for each in hypotheses:
            penalty = math.log(CONTRADICTED) if contradicts(self._answer, each.beliefs) else 0.0
            yield each.extended(None, penalty, part)
            for explanation, log in (*self._without_new(each), *self._caused(each)):
                best = max(best, log)
                yield each.extended(explanation, log, part)
        is_open = best < math.log(coincidence.BARS["mistake"].consistent)
        for place, each in enumerate(hypotheses[: MAX_EXTENDED if is_open else MAX_CARRIED]):
            found = [*self._with_one_more(each)] if is_open else []
            found += self._on_earlier_answers(each, MAX_PAIRS if is_open and place == 0 else 0)
            for explanation, log in found:
                yield each.extended(explanation, log, part)

    def _without_new(self, hypothesis: Hypothesis) -> Found:
        """Yield explanations without a new mistake: by beliefs, or from the earlier answers as they are."""
        answer, beliefs = self._answer, hypothesis.beliefs
        value = answer.value_with(beliefs)
        is_repeated = value != answer.truth and answer.states(value)
        followed = list(self._carried.without_mistakes)
        if value != answer.truth:
            followed += self._carried.parts(self._students.applicable(beliefs))
        for since in dict.fromkeys(followed):
            yield PartExplanation(since=since), answer.log_evidence + (0.0 if is_repeated else math.log(CARRIED))
        if is_repeated and not followed:
            places = dict.fromkeys(part for mistake, part in hypothesis.places if is_needed(answer, mistake, beliefs))
            yield PartExplanation(again=tuple(places)), answer.log_evidence
        if not followed:
            yield from self._near_earlier(hypothesis)
        for other in self._earlier.wrong:
            if (other.reading.shape, other.reading.numbers) == (answer.reading.shape, answer.reading.numbers):
                log = answer.log_evidence + math.log(slips.PRIOR * slips.prior("another_part"))
                yield PartExplanation(slip=slips.COPIED, detail=other.part), log

    def _near_earlier(self, hypothesis: Hypothesis) -> Found:
        """Yield slips in the arithmetic of this answer, which otherwise follows from the earlier answers."""
        answer = self._answer
        chance = math.log(CARRIED * (CARELESS if hypothesis.is_careless else AFTER_A_MISTAKE))
        for since, near in self._carried.near:
            yield PartExplanation((), slips.CALCULATION, "", since), answer.log_evidence + math.log(near) + chance

    def _caused(self, hypothesis: Hypothesis) -> Found:
        """Yield the causes that explain this answer alone.

        Mistakes that the hypothesis already has do not make it less likely again.
        """
        answer, beliefs = self._answer, hypothesis.beliefs
        is_affected = bool(beliefs) and answer.value_with(beliefs) != answer.truth
        for cause in answer.causes:
            known = tuple(mistake for mistake in cause.mistakes if mistake in beliefs)
            new = tuple(mistake for mistake in cause.mistakes if mistake not in beliefs)
            if any(mistake.point == belief.point for mistake in new for belief in beliefs) or not (new or cause.slip):
                continue  # a student has one belief about each choice point
            evidence = answer.log_evidence_of_slip_near_truth if is_slip_near_truth(cause) else answer.log_evidence
            log = evidence + math.log(cause.prior) - sum(map(self._log_prior_of_known, known))
            log += sum(self._kindred_bonus(mistake, beliefs) for mistake in new)
            if cause.slip == slips.CALCULATION and cause.mistakes and hypothesis.is_careless:
                log += math.log(CARELESS / AFTER_A_MISTAKE)
            if is_listed(cause.mistakes, cause.slip):
                log += math.log(LISTED_FACTOR)
            if is_affected and len(known) < len(beliefs):
                log += math.log(CONTRADICTED)
            again = dict.fromkeys(part for mistake, part in hypothesis.places if mistake in known)
            yield PartExplanation(new, cause.slip, cause.detail, again=tuple(again)), log

    def _with_one_more(self, hypothesis: Hypothesis) -> Found:
        """Yield explanations by one more mistake on top of the beliefs."""
        if hypothesis.beliefs:
            self._remember((*hypothesis.beliefs, mistake) for mistake in self._possible(hypothesis))
            again = tuple(dict.fromkeys(part for _, part in hypothesis.places))
            for mistake in self._possible(hypothesis):
                if self._answer.states(self._answer.value_with((*hypothesis.beliefs, mistake))):
                    yield PartExplanation((mistake,), again=again), self._added_log((mistake,))

    def _on_earlier_answers(self, hypothesis: Hypothesis, most_pairs: int) -> Found:
        """Yield explanations by one mistake on top of the earlier answers, or by the likeliest pairs."""
        if not self._earlier.affects(self._answer.index) or self._carried.without_mistakes:
            return
        possible = self._possible(hypothesis)
        held = dict.fromkeys(((), self._students.applicable(hypothesis.beliefs)))
        added = [*((mistake,) for mistake in possible), *self._pairs(possible, most_pairs)]
        self._carried.try_all([(*beliefs, *new) for new in added for beliefs in held])
        for new in added:
            for beliefs in held:
                for since in self._carried.parts((*beliefs, *new)):
                    fewer = ((*beliefs, *some) for some in combinations(new, len(new) - 1))
                    if not any(any(self._carried.parts(each)) for each in fewer):
                        yield PartExplanation(new, since=since), self._added_log(new)

    def _remember(self, sets: Iterable[Mistakes]) -> None:
        """Run many sets of beliefs at once."""
        applicable = [self._students.applicable(beliefs) for beliefs in sets]
        self._budget.spend(len(applicable) * self._runs.work_per_student)
        self._runs.remember(applicable)

    def _possible(self, hypothesis: Hypothesis) -> list[Mistake]:
        """Return the global mistakes about choice points on which the student has no belief yet."""
        held = {belief.point for belief in hypothesis.beliefs}
        return [mistake for mistake in self._global_priors if mistake.point not in held]

    @cached_property
    def _global_priors(self) -> dict[Mistake, float]:
        """Return {mistake: prior} of the mistakes that the solver names and that are made everywhere."""
        return {mistake: prior for mistake, prior in self._students.named.items() if not mistake.scope}

    def _pairs(self, mistakes: Sequence[Mistake], most: int) -> list[Mistakes]:
        """Return the likeliest pairs of mistakes about different choice points, at most `most`."""
        pairs = (pair for pair in combinations(mistakes, 2) if most and pair[0].point != pair[1].point)
        return heapq.nsmallest(
            most, pairs, key=lambda pair: -self._global_priors[pair[0]] * self._global_priors[pair[1]]
        )

    def _added_log(self, new: Mistakes) -> float:
        """Return the logarithm that new mistakes add: their prior times the evidence."""
        weight = math.factorial(len(new)) * math.prod(map(self._answer.index.prior, new))
        return self._answer.log_evidence + math.log(STAGE_PRIORS[len(new)] * weight * CARRIED)

    def _log_prior_of_known(self, known: Mistake) -> float:
        """Return the logarithm of the prior of a mistake that was reported at an earlier part."""
        return math.log(STAGE_PRIORS[1] * self._answer.index.prior(known))

    def _kindred_bonus(self, new: Mistake, beliefs: Mistakes) -> float:
        """Return how much likelier, as a logarithm, a new mistake is because the student believes a kindred one.

        It is 0 for a convention.
        """
        if not new.is_derived and self._answer.index.variant.menu[new.point].is_convention:
            return 0.0
        if any(are_kindred(new, belief) for belief in beliefs):
            return max(math.log(KINDRED) - self._log_prior_of_known(new), 0.0)
        return 0.0


def contradicts(answer: PartAnswer, beliefs: Mistakes) -> bool:
    """Return whether these mistakes would have led to another wrong answer than the one that the student gave."""
    value = answer.value_with(beliefs) if beliefs else answer.truth
    return value != answer.truth and not answer.states(value)


def is_needed(answer: PartAnswer, mistake: Mistake, beliefs: Mistakes) -> bool:
    """Return whether the answer would be another one if, of these mistakes, `mistake` were not made."""
    fewer = tuple(belief for belief in beliefs if belief != mistake)
    return answer.value_with(fewer) != answer.value_with(beliefs)


class CarriedSearch:
    """Searches for earlier answers of a student from which a wrong answer follows, alone or with mistakes."""

    def __init__(self, answer: PartAnswer, earlier: EarlierAnswers, budget: WorkBudget) -> None:
        self._answer = answer
        self._earlier = earlier
        self._budget = budget
        self._is_given: dict[Mistakes, bool] = {}
        """By beliefs, whether the earlier answers give this one with them in the plainest ways."""

    @cached_property
    def without_mistakes(self) -> list[Parts]:
        """Return the sets of earlier parts whose answers alone lead to this wrong answer, without a further mistake."""
        return list(self._parts((), thorough=True))

    @cached_property
    def near(self) -> list[tuple[Parts, float]]:
        """Return the sets of earlier parts whose answers nearly lead to this one, each with the chance of the slip.

        The slip is in the arithmetic.  The list is empty where the answer is no single number.
        """
        answer = self._answer
        if answer.reading.shape or answer.index.shape or answer.index.is_coded:
            return []
        (number,) = answer.reading.numbers
        found: dict[Parts, float] = {}
        for carried in self._earlier.carried(answer.index):
            numbers = flatten(carried.value)[1]
            chance = slip_probability(number, numbers[0]) if numbers != answer.truth[1] else 0.0
            if chance and carried.since:
                found[carried.since] = max(chance, found.get(carried.since, 0.0))
        return list(found.items())

    def parts(self, beliefs: Mistakes) -> Iterator[Parts]:
        """Yield the sets of earlier parts whose answers, together with these mistakes, lead to this wrong answer."""
        if beliefs not in self._is_given:
            self.try_all([beliefs])
        if self._is_given[beliefs]:
            yield from self._parts(beliefs, thorough=False)

    def try_all(self, sets: Iterable[Mistakes]) -> None:
        """Find out for many sets of mistakes at once if this answer follows from earlier ones; remember it."""
        index = self._answer.index
        untried = [beliefs for beliefs in dict.fromkeys(sets) if beliefs not in self._is_given]
        self._is_given |= {beliefs: not are_of_different_points(beliefs) for beliefs in untried}
        new = [beliefs for beliefs in untried if not self._is_given[beliefs]]
        for steps in self._earlier.plain_ways(index) if new else ():
            self._budget.spend(len(new) * index.runs.work_per_student)
            values = index.runs.run_replaced(new, index.step, partial(replaced, steps))
            given = (beliefs for beliefs, value in zip(new, values, strict=True) if self._answer.states(value))
            self._is_given |= dict.fromkeys(given, True)

    def _parts(self, beliefs: Mistakes, *, thorough: bool) -> Iterator[Parts]:
        """Yield the ids of the earlier parts for each way in which this answer follows from them and these mistakes.

        `thorough`: more ways, and an answer within the tolerance counts, too.
        """
        answer = self._answer
        for carried in self._earlier.carried(answer.index, beliefs, thorough=thorough):
            value = flatten(carried.value)
            is_given = answer.agrees(carried.value) if thorough else answer.states(value)
            if is_given and value != answer.truth and carried.since:
                yield carried.since
