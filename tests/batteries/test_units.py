"""Answers with units: pint agrees with what the battery expects, and the checker does what the battery expects."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from benchmarks.batteries import acceptable, entries, listed, loaded, misses, run, share
from checker import check

HERE = Path(__file__).parent
ORACLE = HERE.parent / "oracle" / "units_battery.py"
STORED = json.loads((HERE / "units_oracle.json").read_text(encoding="utf-8"))
ENTRIES = [entry for _, entry in entries("units")]
ANSWERS = [(entry, answer) for entry in ENTRIES for answer in entry["answers"]]
STATUSES = {"correct", "incorrect", "unreadable", "partial"}


@pytest.fixture(scope="module")
def checked():
    return list(run("units"))


def named(entry, answer):
    return f"{entry['problem']['id']}: {answer['text']!r}"


def test_the_battery_is_as_large_as_promised():
    assert len(ENTRIES) >= 60
    assert len(ANSWERS) >= 460
    assert len({entry["problem"]["id"] for entry in ENTRIES}) == len(ENTRIES)
    assert len({named(*each) for each in ANSWERS}) == len(ANSWERS)


def test_few_answers_have_two_acceptable_statuses_and_none_is_both_right_and_wrong():
    several = [answer for _, answer in ANSWERS if isinstance(answer["expect"], list)]
    assert len(several) < 0.08 * len(ANSWERS)
    for _, answer in ANSWERS:
        expected = set(acceptable(answer))
        assert expected <= STATUSES, answer
        assert not expected >= {"correct", "incorrect"}, answer


def test_every_answer_is_judged_by_pint_unless_it_may_be_unreadable():
    bare = [named(*each) for each in ANSWERS if "quantity" not in each[1] and "unreadable" not in acceptable(each[1])]
    assert not bare


def test_pint_agrees_with_every_expectation():
    differing = []
    for entry, answer in ANSWERS:
        if "quantity" in answer:
            verdict = STORED[entry["problem"]["id"]]["answers"][answer["text"]]
            status = "incorrect" if verdict == "dimension" else verdict
            dimension = answer.get("dimension", False)
            if status not in acceptable(answer) or dimension != (verdict == "dimension"):
                differing.append(f"{named(entry, answer)} is {verdict} by pint")
    assert not differing


def test_the_stored_verdicts_are_what_pint_says():
    pytest.importorskip("pint")
    specification = importlib.util.spec_from_file_location("units_battery", ORACLE)
    oracle = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(oracle)
    assert oracle.made() == STORED


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["problem"]["id"])
def test_the_truth_is_pint_s(entry, tmp_path):
    expected = check(loaded(entry, tmp_path), "0", feedback="full").record()["expected"]
    truth = STORED[entry["problem"]["id"]]["truth"]
    assert (expected if isinstance(expected, list) else [expected]) == pytest.approx(truth, rel=1e-9)


def test_no_wrong_answer_is_accepted(checked):
    accepted = misses(checked)["WRONG ONES ACCEPTED"]
    assert not accepted, "\n".join(map(str, accepted))


def test_no_right_answer_is_marked_wrong(checked):
    refused = misses(checked)["Right ones marked wrong"]
    assert not refused, "\n".join(map(str, refused))


def test_98_of_100_answers_come_out_as_expected(checked):
    assert share(checked) >= 0.98, f"{share(checked):.1%} as expected\n{listed(checked)}"
