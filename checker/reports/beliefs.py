"""Finds mistakes that a student makes again and again, from the records of answers, for pages and the report.

Nothing here changes a grade.  Which beliefs could act in a question is what the class shows: some answer to it has been
explained by them.  So a right answer speaks against those.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.diagnosis.beliefs import ODDS, BelievedAnswer, Way, beliefs_of
from checker.grading.model import Record, question_of
from checker.grading.published import Results, StudentResult
from checker.problems import QuestionKey

MOST: Final = 3
"""Maximum number of beliefs that a student is told: more are not read."""

SHARED_NAME: Final = re.compile(r"(?!listed\.)[a-z]{3,}[a-z0-9_]*\.[a-z][a-z0-9_]*")
"""An id that means the same in every question.  Pieces of a formula mean something in that formula only."""

Place = tuple[str, QuestionKey]


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
    return [each["id"] for each in explanation["mistakes"] if SHARED_NAME.fullmatch(each["id"])]


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
