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
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from checker.grading.model import Record, question_of
from checker.grading.published import Results
from checker.grading.totals import StudentResult
from checker.marking.mark import WRONG, Status
from checker.problems import QuestionKey

_MOST: Final = 3
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

_PRIOR: Final = 0.05
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
    """A mistake that a student makes again and again."""

    id: str
    questions: tuple[Any, ...]
    """The questions whose answers it touched, in the order of the assignments."""
    sentence: str = ""
    """The most common one that told it."""


class Beliefs:
    """Finds the beliefs behind the wrong answers of each student of a class."""

    def __init__(self, results: Results) -> None:
        self._acting: dict[QuestionKey, set[str]] = {}
        for assignment in results.assignments:
            for student in assignment.students:
                for record in (*student.records, *student.more):
                    for each in record["explanations"]:
                        self._acting.setdefault(question_of(record), set()).update(shared_names(each))

    def of(self, some: Iterable[StudentResult]) -> list[Belief]:
        """Return at most three mistakes that one student makes again and again, given the results in assignments."""
        records = {(each.assignment, question_of(record)): record for each in some for record in each.records}
        answers = [answer for place in records if (answer := self._answer(place, records))]
        found = []
        for belief in beliefs_of(answers):
            explanations = (each for place in belief.questions for each in records[place]["explanations"])
            mistakes = (mistake for each in explanations for mistake in each["mistakes"])
            sentences = Counter(each["message"] for each in mistakes if each["id"] == belief.id)
            found += [belief._replace(sentence=most) for most, _ in sentences.most_common(1) if most]
        return found[:_MOST]

    def _answer(self, place: Place, records: Mapping[Place, Record]) -> BelievedAnswer | None:
        """Return an answer of a student as evidence for or against habits; None if it is none.

        A right answer counts against every mistake possible in it, also if a person decided so. A wrong answer that a
        person decided, or that is not explained, does not count.
        """
        record, acting = records[place], frozenset(self._acting.get(place[1], ()))
        if record["status"] == Status.CORRECT:
            return BelievedAnswer(place, (), acting)
        if record["status"] not in WRONG or "review" in record:
            return None
        ways = []
        for each in record["explanations"]:
            beliefs = set(shared_names(each))
            for part in each.get("again", ()):  # the mistake stands with the part where it was made first
                first = records.get((place[0], QuestionKey(record["problem"], part)), {}).get("explanations", ())
                beliefs.update(*map(shared_names, first[:1]))
            if beliefs or not each.get("since"):  # else it only follows from earlier answers
                ways.append(Way(frozenset(beliefs), each["share"] * ODDS[each["strength"]]))
        return BelievedAnswer(place, tuple(ways), acting) if ways else None


def shared_names(explanation: Mapping[str, Any]) -> list[str]:
    """Return the ids of those mistakes in an explanation that several questions may share.

    They have the form `misconception.option`; those that an author listed are not among them.
    """
    return [each["id"] for each in explanation["mistakes"] if _SHARED_NAME.fullmatch(each["id"])]


def beliefs_of(answers: Iterable[BelievedAnswer]) -> list[Belief]:
    """Return the mistakes that a student's answers show together, those in most questions first.

    Each has a probability of at least CERTAIN and is in at least two questions.  Two beliefs that the answers cannot
    tell apart are both left out: neither is known.
    """
    answers = list(answers)
    left = {belief for answer in answers for way in answer.ways for belief in way.beliefs}
    least = math.log(CERTAIN / (1 - CERTAIN) * (1 - HELD) / HELD)
    held: list[Belief] = []
    while left:
        evidence = {belief: sum(_evidence(belief, answer) for answer in answers) for belief in sorted(left)}
        odds = {belief: sum(_odds(belief, answer)[0] for answer in answers) for belief in left}
        best = max(evidence, key=lambda each: (round(evidence[each], 1), odds[each]))
        if evidence[best] < least:
            break
        together = {
            belief for answer in answers for way in answer.ways if best in way.beliefs for belief in way.beliefs
        }
        alike = (each for each in left - together if evidence[each] > evidence[best] - NEAR)
        rivals = {each for each in alike if odds[each] * CLEAR > odds[best]}
        left -= {best, *rivals}
        if not rivals:
            touched = []  # where the belief is more likely than not a part of the explanation
            for place, answer in enumerate(answers):
                shown, otherwise = _odds(best, answer)
                touched += [place] if SHOWN * shown / _PRIOR > (1 - SHOWN) * otherwise else []
            held.append(Belief(best, tuple(answers[place].question for place in touched)))
            for place in touched:  # what it explains speaks no longer for others
                ways = tuple(way for way in answers[place].ways if best in way.beliefs)
                answers[place] = answers[place]._replace(ways=ways)
    enough = [each for each in held if len(each.questions) >= FEWEST]
    return sorted(enough, key=lambda each: -len(each.questions))


def _odds(belief: str, answer: BelievedAnswer) -> tuple[float, float]:
    """Return the odds of the explanations with the belief, and of all others; an unknown origin has 1."""
    shown = sum(way.odds for way in answer.ways if belief in way.beliefs)
    return shown, 1 + sum(way.odds for way in answer.ways if belief not in way.beliefs)


def _evidence(belief: str, answer: BelievedAnswer) -> float:
    """Return the logarithm of how much likelier an answer is from one who holds the belief; 0 if it cannot act."""
    shown, otherwise = _odds(belief, answer)
    if not shown and belief not in answer.acting:
        return 0.0
    ratio = shown / _PRIOR / otherwise
    return math.log((SHOWN * ratio + 1 - SHOWN) / (CHANCE * ratio + 1 - CHANCE))
