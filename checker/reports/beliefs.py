"""Finds mistakes that a student makes again and again, from the records of answers, for pages and the report.

Nothing here changes a grade.  Which beliefs could act in a question is what the class shows: some answer to it has been
explained by them.  So a right answer speaks against those.

`beliefs_of` judges a student's answers together.  A wrong belief shows again and again, so what is *perhaps* in one
answer may be certain over four, and a mistake that was made once and avoided four times was a moment's.  The model is a
noisy one: who holds a belief shows it in SHOWN of the answers where it acts, who does not in CHANCE of them.  Beliefs
are accepted one after the other, likeliest first; what an accepted one explains speaks no longer for others.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.grading.model import Record, question_of
from checker.grading.published import Results, StudentResult
from checker.problems import QuestionKey

MOST: Final = 3
"""Maximum number of beliefs that a student is told: more are not read."""

_SHARED_NAME: Final = re.compile(r"(?!listed\.)[a-z]{3,}[a-z0-9_]*\.[a-z][a-z0-9_]*")
"""An id that means the same in every question.  Pieces of a formula mean something in that formula only."""

HELD, SHOWN, CHANCE = 0.03, 0.8, 0.03
"""Probability that a student holds a belief before any answer is seen, shows it in an answer where it acts, and makes
the mistake once without the belief."""

CERTAIN, FEWEST = 0.9, 2
"""Probability from which on a belief is reported, and minimum number of answers that it touches: in one alone it is a
mistake, and is explained there."""

NEAR, CLEAR = math.log(2), 1.5
"""Of two beliefs that explain the same answers, the likelier is told where it is this much likelier."""

PRIOR: Final = 0.05
"""Prior of one mistake among those of a question, which the odds of its explanation contain."""

ODDS: Final[Mapping[str, float]] = {"exact": 300.0, "consistent": 30.0, "possible": 4.0}
"""Odds of all explanations of an answer against an unknown origin, by their strength; somewhat above the bars."""

Place = tuple[str, QuestionKey]


class Way(NamedTuple):
    """One explanation of an answer: the ids of the mistakes in it, and its odds against an unknown origin."""

    beliefs: frozenset[str]
    odds: float


class BelievedAnswer(NamedTuple):
    """One answer of a student, as evidence: its possible explanations, and the beliefs that would have changed it."""

    question: Hashable
    ways: tuple[Way, ...]
    """Empty for a right answer."""
    acting: frozenset[str]
    """The beliefs that would have changed this answer."""


class Belief(NamedTuple):
    """A mistake that a student makes again and again: its id, its probability, and the questions that it touched."""

    id: str
    probability: float
    questions: tuple[Any, ...]
    """The questions whose answers it touched."""


class HeldBelief(NamedTuple):
    """A mistake that a student makes again and again, with its most common sentence and the answers that it touched."""

    id: str
    sentence: str
    places: tuple[Place, ...]
    """The answers that it touched, in the order of the assignments."""


class Beliefs:
    """Finds the beliefs behind the wrong answers of each student of a class."""

    def __init__(self, results: Results) -> None:
        self._acting: dict[QuestionKey, set[str]] = {}
        for assignment in results.assignments:
            for student in assignment.students:
                for record in (*student.records, *student.more):
                    for each in record["explanations"]:
                        self._acting.setdefault(question_of(record), set()).update(shared_names(each))

    def of(self, some: Iterable[StudentResult]) -> list[HeldBelief]:
        """Return at most three mistakes that one student makes again and again, given the results in assignments."""
        records = {(each.assignment, question_of(record)): record for each in some for record in each.records}
        answers = [answer for place in records if (answer := self._answer(place, records))]
        found = []
        for belief in beliefs_of(answers):
            explanations = (each for place in belief.questions for each in records[place]["explanations"])
            mistakes = (mistake for each in explanations for mistake in each["mistakes"])
            sentences = Counter(each["message"] for each in mistakes if each["id"] == belief.id)
            found += [HeldBelief(belief.id, most, belief.questions) for most, _ in sentences.most_common(1) if most]
        return found[:MOST]

    def _answer(self, place: Place, records: Mapping[Place, Record]) -> BelievedAnswer | None:
        """Return an answer of a student as evidence for or against habits; None if it is none.

        A right answer counts against every mistake possible in it, also if a person decided so. A wrong answer that a
        person decided, or that is not explained, does not count.
        """
        record, acting = records[place], frozenset(self._acting.get(place[1], ()))
        if record["status"] == "correct":
            return BelievedAnswer(place, (), acting)
        if record["status"] not in {"incorrect", "partial"} or "review" in record:
            return None
        ways = tuple(filter(None, (_way(each, place, records) for each in record["explanations"])))
        return BelievedAnswer(place, ways, acting) if ways else None


def shared_names(explanation: Mapping[str, Any]) -> list[str]:
    """Return the ids of those mistakes in an explanation that several questions may share.

    They have the form `misconception.option`; those that an author listed are not among them.
    """
    return [each["id"] for each in explanation["mistakes"] if _SHARED_NAME.fullmatch(each["id"])]


def _way(explanation: Mapping[str, Any], place: Place, records: Mapping[Place, Record]) -> Way | None:
    """Return the mistakes of an explanation with its weight; None if it only follows from earlier answers."""
    beliefs = set(shared_names(explanation))
    assignment, (problem, _) = place
    for part in explanation.get("again", ()):  # the mistake stands with the part where it was made first
        first: Sequence[Mapping[str, Any]] = records.get((assignment, (problem, part)), {}).get("explanations", ())
        beliefs.update(*map(shared_names, first[:1]))
    if explanation.get("since") and not beliefs:
        return None
    return Way(frozenset(beliefs), explanation["share"] * ODDS[explanation["strength"]])


def beliefs_of(answers: Sequence[BelievedAnswer]) -> list[Belief]:
    """Return the mistakes that a student's answers to an assignment show together, those in most questions first.

    Each has a probability of at least CERTAIN and is in at least two questions.  Two beliefs that the answers cannot
    tell apart are both left out: neither is known.
    """
    left = {belief for answer in answers for way in answer.ways for belief in way.beliefs}
    held: dict[str, float] = {}
    while left:
        found = {belief: _log_odds(belief, answers, held) for belief in sorted(left)}
        best = max(found, key=lambda each: (round(found[each], 1), _odds(each, answers)))
        left.discard(best)
        if found[best] < _logit(CERTAIN):
            break
        rivals = {each for each in left if found[each] > found[best] - NEAR and _are_rivals(best, each, answers)}
        left -= rivals
        if not rivals:
            held[best] = 1 / (1 + math.exp(-found[best]))
    told = (Belief(id_, share, tuple(_touched(id_, answers, held))) for id_, share in held.items())
    enough = [each for each in told if len(each.questions) >= FEWEST]
    return sorted(enough, key=lambda each: (-len(each.questions), -each.probability))


def _log_odds(belief: str, answers: Iterable[BelievedAnswer], held: Collection[str]) -> float:
    return _logit(HELD) + sum(_evidence(belief, answer, held) for answer in answers)


def _evidence(belief: str, answer: BelievedAnswer, held: Collection[str]) -> float:
    """Return the logarithm of how much likelier an answer is from a student who holds the belief.

    It is 0 where the belief does not act.
    """
    acts = belief in answer.acting or any(belief in way.beliefs for way in answer.ways)
    if not acts:
        return 0.0
    shown, otherwise = _weights(belief, answer, held)
    ratio = shown / PRIOR / otherwise
    return math.log((SHOWN * ratio + 1 - SHOWN) / (CHANCE * ratio + 1 - CHANCE))


def _weights(belief: str, answer: BelievedAnswer, held: Collection[str]) -> tuple[float, float]:
    """Return the odds of the explanations with the belief, and of all others; an unknown origin has 1."""
    shown, otherwise = 0.0, 1.0
    for way in answer.ways:
        odds = way.odds * (SHOWN / CHANCE) ** len(way.beliefs & set(held) - {belief})
        if belief in way.beliefs:
            shown += odds
        else:
            otherwise += odds
    return shown, otherwise


def _are_rivals(best: str, other: str, answers: Sequence[BelievedAnswer]) -> bool:
    """Return whether no explanation has both beliefs, and those with the other one are nearly as likely."""
    is_together = any({best, other} <= way.beliefs for answer in answers for way in answer.ways)
    return not is_together and _odds(other, answers) * CLEAR > _odds(best, answers)


def _odds(belief: str, answers: Iterable[BelievedAnswer]) -> float:
    return sum(way.odds for answer in answers for way in answer.ways if belief in way.beliefs)


def _touched(belief: str, answers: Iterable[BelievedAnswer], held: Collection[str]) -> Iterator[Hashable]:
    """Yield the questions in which a held belief is more likely than not a part of the explanation."""
    for answer in answers:
        shown, otherwise = _weights(belief, answer, held)
        if SHOWN * shown / PRIOR > (1 - SHOWN) * otherwise:
            yield answer.question


def _logit(probability: float) -> float:
    return math.log(probability / (1 - probability))
