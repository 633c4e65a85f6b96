"""Causes that are tried last, and the order of explanations that give the same number."""

import pytest

from checker.diagnosis.mistaken_runs import MistakenRuns
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.observed import observed_in_formula
from checker.diagnosis.slips_after_mistakes import RunsAfterMistakes
from checker.questions.variant import Variant
from tests.bank import bank


@pytest.mark.parametrize(
    ("point", "option", "times"),
    [("2", "left_out", 2), ("m", "left_out", 0.7), ("m", "as_v", 0.9), ("m + v", "sum_first", 0.6), ("m", "due", 1.5)],
)
def test_how_often_mistakes_in_formulas_are_made(point, option, times):
    assert observed_in_formula(point, option, {"m", "v"}) == times


def test_later_parts_read_the_runs_of_earlier_ones(monkeypatch):
    problem = bank().problems["small-bert"]
    runs = MistakenRuns(problem.part("layer").variant, ["layer", "total"])
    mistakes = [Mistake("norm_biases", "left_out"), Mistake("output_projection", "left_out")]
    after = RunsAfterMistakes(runs)
    assert [*after.answers("layer", mistakes)]
    expected = [*RunsAfterMistakes(runs).answers("total", mistakes)]
    monkeypatch.delattr(Variant, "run_replaced")
    assert expected == [*after.answers("total", mistakes)]
    with pytest.raises(AttributeError):
        [*after.answers("total", [Mistake("biases", "counted")])]
