"""Answers with units, and formulas: pint and sympy agree with what the batteries expect, and so does the checker."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from benchmarks.batteries import acceptable, entries, listed, loaded, misses, run, share
from checker import check

HERE = Path(__file__).parent
STATUSES = {"correct", "incorrect", "unreadable", "partial"}


class Battery(NamedTuple):
    """A battery, and the oracle that judges its answers."""

    name: str
    oracle: str
    meaning: str
    """The field of an answer with its meaning in the oracle's spelling."""
    problems: int
    answers: int
    """Numbers of problems and answers that it has at least."""

    def entries(self) -> list[dict[str, Any]]:
        """Return the problems with their answers."""
        return [entry for _, entry in entries(self.name)]

    def pairs(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Return every answer, after its problem."""
        return [(entry, answer) for entry in self.entries() for answer in entry["answers"]]

    def stored(self) -> dict[str, Any]:
        """Return the stored verdicts of the oracle, by the problem's name."""
        return json.loads((HERE / f"{self.name}_oracle.json").read_text(encoding="utf-8"))


UNITS = Battery("units", "pint", "quantity", 60, 460)
FORMULAS = Battery("formulas", "sympy", "means", 40, 350)


@pytest.fixture(scope="module", params=[UNITS, FORMULAS], ids=["units", "formulas"])
def battery(request):
    return request.param


@pytest.fixture(scope="module")
def checked(battery):
    return list(run(battery.name))


def named(entry, answer):
    return f"{entry['problem']['id']}: {answer['text']!r}"


def test_the_battery_is_as_large_as_promised(battery):
    problems, answers = battery.entries(), battery.pairs()
    assert len(problems) >= battery.problems
    assert len(answers) >= battery.answers
    assert len({entry["problem"]["id"] for entry in problems}) == len(problems)
    assert len({named(*each) for each in answers}) == len(answers)


def test_few_answers_have_two_acceptable_statuses_and_none_is_both_right_and_wrong(battery):
    answers = [answer for _, answer in battery.pairs()]
    assert sum(isinstance(answer["expect"], list) for answer in answers) < 0.08 * len(answers)
    for answer in answers:
        expected = set(acceptable(answer))
        assert expected <= STATUSES, answer
        assert not expected >= {"correct", "incorrect"}, answer


def test_the_oracle_judges_every_answer_that_must_be_readable(battery):
    readable = [pair for pair in battery.pairs() if "unreadable" not in acceptable(pair[1])]
    assert [named(*pair) for pair in readable if battery.meaning not in pair[1]] == []


def test_the_oracle_agrees_with_every_expectation(battery):
    stored, differing = battery.stored(), []
    for entry, answer in battery.pairs():
        if battery.meaning in answer:
            assert battery is UNITS or isinstance(answer["expect"], str)
            verdicts = stored[entry["problem"]["id"]]
            verdict = verdicts.get("answers", verdicts)[answer["text"]]
            status = "incorrect" if verdict == "dimension" else verdict
            is_of_dimension = answer.get("dimension", False) == (verdict == "dimension")
            if status not in acceptable(answer) or not is_of_dimension:
                differing.append(f"{named(entry, answer)} is {verdict} by {battery.oracle}")
    assert not differing


def test_the_stored_verdicts_are_those_of_the_oracle(battery):
    pytest.importorskip(battery.oracle)
    file = HERE.parent / "oracle" / f"{battery.name}_battery.py"
    specification = importlib.util.spec_from_file_location(file.stem, file)
    oracle = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(oracle)
    assert oracle.made() == battery.stored()


@pytest.mark.parametrize("entry", UNITS.entries(), ids=lambda entry: entry["problem"]["id"])
def test_the_truth_of_a_unit_problem_is_pint_s(entry, tmp_path):
    expected = check(loaded(entry, tmp_path), "0", feedback="full").record()["expected"]
    truth = UNITS.stored()[entry["problem"]["id"]]["truth"]
    assert (expected if isinstance(expected, list) else [expected]) == pytest.approx(truth, rel=1e-9)


def test_no_wrong_answer_is_accepted(checked):
    accepted = misses(checked)["WRONG ONES ACCEPTED"]
    assert not accepted, "\n".join(map(str, accepted))


def test_no_right_answer_is_marked_wrong(checked):
    refused = misses(checked)["Right ones marked wrong"]
    assert not refused, "\n".join(map(str, refused))


def test_98_of_100_answers_come_out_as_expected(checked):
    assert share(checked) >= 0.98, f"{share(checked):.1%} as expected\n{listed(checked)}"
