"""Compares the author's key, a right answer in a problem file, with the solver's; it is marked like a student's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from checker.diagnosis.wording import follows, sentences
from checker.marking.explained import likeliest
from checker.marking.outcome import Outcome
from checker.marking.parts import PartsMarker
from checker.problems import Part, Problem
from checker.text.plain import brief


class DifferingKey(NamedTuple):
    """An author's key for a part that differs from the solver's answer, and why."""

    part: Part
    key: str
    """The key as it was read, short enough for a message."""
    why: str
    """The reason, worded for the author of the key."""


def differing_keys(problem: Problem) -> Iterator[DifferingKey]:
    """Yield the author's keys that differ from the solver's answers, each with the likely reason.

    All keys of a problem are marked as one student's answers.
    """
    parts = {part.id: part for part in problem.parts if part.key is not None}
    if not parts:
        return
    for id_, outcome in PartsMarker(problem).mark({id_: part.key or "" for id_, part in parts.items()}).items():
        if outcome.status != "correct":
            yield DifferingKey(parts[id_], brief(outcome.read_as or outcome.given), _why(parts[id_], outcome))


def _why(part: Part, outcome: Outcome) -> str:
    """Return the likeliest explanations of a differing key, about "your key"; without any, the feedback to it."""
    if not outcome.diagnosis or not outcome.diagnosis.explanations:
        return " ".join(outcome.feedback.why or [outcome.feedback.headline])
    reasons = [follows(each) or " ".join(sentences(part.variant, each)) for each in likeliest(outcome.diagnosis)]
    return " Or: ".join(reasons).replace("Your answer", "Your key").replace("your answer", "your key")
