"""The answer to one part next to others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.diagnosis import Diagnosis, PartAnswer
from checker.engine.trace import TOTAL
from checker.kinds import Judge, Reading, StatedNumber, Tolerance
from checker.solvers.registry import solver, topics
from checker.solvers.signature import arguments
from checker.solvers.variant import Variant


@pytest.mark.parametrize("name", topics())
def test_no_step_is_computed_from_the_total(name):
    type_ = solver(name)
    for example in type_.examples:
        variant = Variant(type_, arguments(type_, example))
        assert not [step for step in variant.board if step != TOTAL and variant.depends_on(step, TOTAL)]


def test_an_answer_is_compared_as_its_kind_compares(layer_index, monkeypatch):
    class Lenient:
        def judge(self, value, tolerance):
            return Judge(1, tolerance)  # whatever the value is

    answer = PartAnswer("total", layer_index, Reading((), (StatedNumber(1, 0, None),)), Diagnosis())
    assert not answer.agrees(7)
    assert answer.judge(7).verdict(answer.reading) == "wrong"
    monkeypatch.setattr("checker.diagnosis.parts.kind", {"number": Lenient()}.__getitem__)
    assert answer.judge(7).verdict(answer.reading) == "correct"
    assert replace(answer, tolerance=Tolerance("exact")).agrees(7)
