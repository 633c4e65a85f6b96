"""Searches beyond their budget: the record says that they were stopped."""

from __future__ import annotations

import json
import subprocess
import sys

import jsonschema
import pytest

from checker import check, check_parts, load_problem
from checker.cli.schema import RESULT
from checker.diagnosis import budget, mistaken_runs
from checker.engine.memory import Memory
from checker.marking import indexes

# Attention 4·64·64 = 16,384 (W_O left out 12,288); feed-forward 2·64·120 = 15,360; total 31,744 and without W_O 27,648
LAYER = """id: encoder-layer
type: encoder_layer_parameters
prompt: How many? {conventions}
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
PARTS = "parts: [{id: attention, asks: attention}, {id: feed-forward, asks: feed_forward}, {id: total}]\n"
SHEET = {"attention": "99,991", "feed-forward": "77,773", "total": "123,457"}
UNKNOWN = "1,234,577"
FORGOTTEN = "31,744"
"""The answer with W_O counted."""

SOLVED = """id: mean
type: perplexity
prompt: What is the perplexity? {conventions}
parameters: {probabilities: [0.5, 0.125, 0.3, 0.7]}
"""


@pytest.fixture
def load(tmp_path, monkeypatch):
    monkeypatch.setattr(indexes, "_questions", Memory(indexes.MOST_QUESTIONS))  # nothing is known yet of any question

    def loaded(text):
        file = tmp_path / "problem.yaml"
        file.write_text(text)
        return load_problem(file)

    return loaded


@pytest.fixture
def cut(monkeypatch):
    """Allow only single mistakes to be tried."""
    monkeypatch.setattr(mistaken_runs, "MAX_STAGE_WORK", {2: 1, 3: 1})


def record(result):
    found = result.record()
    jsonschema.validate(found, RESULT)
    return found


def told(result):
    found = record(result)
    return found["status"], len(found["explanations"]), found.get("search")


@pytest.mark.parametrize("level", ["verdict", "hint", "explain", "full"])
def test_a_search_within_its_budget_is_not_reported_as_stopped(load, level):
    problem = load(LAYER)
    for answer in (UNKNOWN, FORGOTTEN, "27,648", "27,647.9", "", "?"):
        assert "search" not in record(check(problem, answer, feedback=level))


@pytest.mark.usefixtures("cut")
def test_a_search_beyond_its_budget_is_stopped(load):
    assert told(check(load(LAYER), UNKNOWN, feedback="full")) == ("incorrect", 0, "stopped")


@pytest.mark.usefixtures("cut")
def test_mistakes_found_within_the_budget_are_reported(load):
    status, explanations, search = told(check(load(LAYER), FORGOTTEN, feedback="full"))
    assert (status, explanations > 0, search) == ("incorrect", True, None)


@pytest.mark.usefixtures("cut")
def test_right_and_unreadable_answers_are_not_searched_for(load):
    problem = load(LAYER)
    assert [told(check(problem, answer)) for answer in ("27,648", "", "1;;2")] == [
        ("correct", 0, None),
        ("not_answered", 0, None),
        ("unreadable", 0, None),
    ]


@pytest.mark.usefixtures("cut")
def test_parts_judged_together_report_a_stopped_search(load):
    found = check_parts(load(LAYER + PARTS), SHEET, feedback="full")
    assert [told(result) for result in found.values()] == [("incorrect", 0, "stopped")] * 3


@pytest.mark.usefixtures("cut")
@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_below_full_feedback_a_stopped_search_gives_nothing_away(load, level):
    problem = load(SOLVED)
    truth = check(problem, UNKNOWN, feedback="full").record()["expected"]
    answers = [f"{truth * factor:.7g}" for factor in (1.3173, -1, 10)]  # unknown, a wrong sign, a slip of the point
    found = [told(check(problem, answer, feedback=level)) for answer in answers]
    assert {search for _, explanations, search in found if not explanations} == {"stopped"}
    assert {search for _, explanations, search in found if explanations} <= {None}


def test_several_parts_beyond_the_budget_are_stopped(load, monkeypatch):
    monkeypatch.setattr(budget, "MAX_WORK", 5)
    found = check_parts(load(LAYER + PARTS), SHEET, feedback="full")
    assert [told(result) for result in found.values()] == [("incorrect", 0, "stopped")] * 3


def test_right_answers_stay_right_when_the_search_is_stopped(load, monkeypatch):
    monkeypatch.setattr(budget, "MAX_WORK", 5)
    found = check_parts(load(LAYER + PARTS), {**SHEET, "feed-forward": "15,360"}, feedback="full")
    assert [told(result) for result in found.values()] == [
        ("incorrect", 0, "stopped"),
        ("correct", 0, None),
        ("incorrect", 0, "stopped"),
    ]


def test_answers_explained_before_the_search_is_stopped_stay_explained(load, monkeypatch):
    sheet = {"attention": "16,384", "feed-forward": "77,773", "total": "123,457"}
    searches = set()
    for most in (5, 100, 1000, 100_000):
        monkeypatch.setattr(budget, "MAX_WORK", most)
        found = [told(result) for result in check_parts(load(LAYER + PARTS), sheet, feedback="full").values()]
        stopped = [search for _, _, search in found]
        assert stopped == sorted(stopped, key=str)  # None before "stopped"
        assert all(status == "incorrect" and bool(search) <= (not several) for status, several, search in found)
        searches.add(tuple(stopped))
    assert {(None, None, None), ("stopped", "stopped", "stopped")} < searches


@pytest.mark.parametrize("most", [5, 500, 5000])
def test_earlier_calls_do_not_change_a_record(load, monkeypatch, most):
    monkeypatch.setattr(budget, "MAX_WORK", most)
    first = {part: result.record() for part, result in check_parts(load(LAYER + PARTS), SHEET, feedback="full").items()}
    problem = load(LAYER + PARTS)
    for other in (
        {"attention": "12,288", "total": "1"},
        {"attention": "99,991", "total": "5"},
        SHEET | {"total": "27"},
    ):
        check_parts(problem, other, feedback="full")
    again = {part: result.record() for part, result in check_parts(problem, SHEET, feedback="full").items()}
    assert json.dumps(first) == json.dumps(again)


FRESH = """
import json, sys
from checker import check_parts, load_problem
from checker.diagnosis import budget
budget.MAX_WORK = int(sys.argv[2])
found = check_parts(load_problem(sys.argv[1]), json.loads(sys.argv[3]), feedback="full")
print(json.dumps([result.record() for result in found.values()]))
"""


def test_a_fresh_process_gives_the_same_records(load, monkeypatch):
    monkeypatch.setattr(budget, "MAX_WORK", 2000)
    problem = load(LAYER + PARTS)
    check_parts(problem, {"attention": "12,288", "total": "1"}, feedback="full")
    found = [result.record() for result in check_parts(problem, SHEET, feedback="full").values()]
    command = [sys.executable, "-c", FRESH, str(problem.path), "2000", json.dumps(SHEET)]
    fresh = subprocess.run(command, capture_output=True, text=True, check=True)
    assert fresh.stdout.strip() == json.dumps(found)
