"""Compares the author's key, a right answer in a problem file, with the solver's; it is marked like a student's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from checker.diagnosis.wording import follows, sentences
from checker.marking.explained import likeliest
from checker.marking.mark import Status
from checker.marking.parts import Questions
from checker.marking.told import told
from checker.problems import Part, Problem
from checker.text.plain import brief


class DifferingKey(NamedTuple):
    """An author's key for a part that differs from the solver's answer, and why."""

    part: Part
    key: str
    """The key as it was read, short enough for a message."""
    why: str


def differing_keys(problem: Problem) -> Iterator[DifferingKey]:
    """Yield the author's keys that differ from the solver's answers, each with the likely reason.

    All keys of a problem are marked as one student's answers.
    """
    parts = {part.id: part for part in problem.parts if part.key is not None}
    if not parts:
        return
    for id_, outcome in Questions(problem).mark({id_: part.key or "" for id_, part in parts.items()}).items():
        if outcome.status is not Status.CORRECT:
            result = told(outcome, "full")
            part, why = parts[id_], " ".join(result.feedback.why or [result.feedback.headline])
            if result.diagnosis and result.diagnosis.explanations:
                found = likeliest(result.diagnosis)
                reasons = [follows(each) or " ".join(sentences(part.variant, each)) for each in found]
                why = " Or: ".join(reasons).replace("Your answer", "Your key").replace("your answer", "your key")
            yield DifferingKey(part, brief(result.read_as or result.given), why)
