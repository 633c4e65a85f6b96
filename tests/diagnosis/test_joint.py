"""Joint diagnosis of the parts of every problem: a mistake made in all of them is reported once."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest

from checker.answers import Reading, StatedNumber
from checker.diagnosis import PartAnswer, diagnose_together
from checker.engine.recording import AUTHOR_LISTED
from checker.marking.parts import PartsMarker
from tests.bank import bank

SLOW = {"cnn-models", "network-shapes"}
"""Problems left out for speed: indexes of whole networks take a second each."""

PROBLEMS = [
    problem
    for problem in bank().problems.values()
    if len(problem.parts) > 1
    and problem.path.parent.name not in SLOW
    and not {part.kind for part in problem.parts} & {"text", "choice"}
]


def stated(value):
    if isinstance(value, int):
        return StatedNumber(value, Decimal("0.5"), len(str(abs(value))))
    written = Decimal(f"{value:.11e}")
    return StatedNumber(written, Decimal(5).scaleb(written.adjusted() - 12), 12)


def sheet(markers, beliefs):
    """Return the answers of a student with these beliefs; None if they exclude each other."""
    items = []
    for part, marker in markers.items():
        index = marker.target.index
        value = index.runs.values(index.runs.students.applicable(beliefs)).get(index.step)
        if value is None:
            return None
        answer = Reading(value[0], tuple(map(stated, value[1])))
        items.append(PartAnswer(part, index, answer, marker.target.judge.verdict(answer) in ("correct", "coarse")))
    return items


def mistakes(markers, rng, count):
    known = dict.fromkeys(each for marker in markers.values() for each in marker.target.index.runs.students.named)
    singles = [each for each in known if not each.scope and each.point != AUTHOR_LISTED]
    return rng.sample(singles, min(count, len(singles)))


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_a_mistake_made_in_every_part_is_reported_once(problem):
    markers = PartsMarker(problem).markers
    for mistake in mistakes(markers, Random(problem.id), 3):
        items = sheet(markers, (mistake,))
        if items is None or all(item.is_right for item in items):
            continue
        found = diagnose_together(items)
        first, *later = (told for item, told in zip(items, found, strict=True) if not item.is_right)
        assert first.silenced or (mistake,) in [one.mistakes for one in first.explanations]
        if first.explanations:
            told_again = [one for one in later if one.explanations and one.explanations[0].mistakes]
            assert not told_again, "a later part follows; it tells no other mistake"
        assert not any(told for item, told in zip(items, found, strict=True) if item.is_right and told.explanations)
