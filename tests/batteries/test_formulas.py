"""Formula answers: sympy agrees with what the battery expects, and the checker does what the battery expects."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from benchmarks.batteries import acceptable, entries, listed, misses, run, share

HERE = Path(__file__).parent
ORACLE = HERE.parent / "oracle" / "formulas_battery.py"
STORED = json.loads((HERE / "formulas_oracle.json").read_text(encoding="utf-8"))
ENTRIES = [entry for _, entry in entries("formulas")]
ANSWERS = [(entry, answer) for entry in ENTRIES for answer in entry["answers"]]


@pytest.fixture(scope="module")
def checked():
    return list(run("formulas"))


def named(entry, answer):
    return f"{entry['problem']['id']}: {answer['text']!r}"


def test_the_battery_is_as_large_as_promised():
    assert len(ENTRIES) >= 40
    assert len(ANSWERS) >= 350
    assert len({named(*each) for each in ANSWERS}) == len(ANSWERS)


def test_every_answer_is_judged_by_sympy_unless_it_may_be_unreadable():
    bare = [named(*each) for each in ANSWERS if "means" not in each[1] and "unreadable" not in acceptable(each[1])]
    assert not bare


def test_sympy_agrees_with_every_expectation():
    verdicts = {
        named(entry, answer): (STORED[entry["problem"]["id"]][answer["text"]], answer["expect"])
        for entry, answer in ANSWERS
        if "means" in answer
    }
    assert {name: found for name, found in verdicts.items() if found[0] != found[1]} == {}


def test_the_stored_verdicts_are_what_sympy_says():
    pytest.importorskip("sympy")
    specification = importlib.util.spec_from_file_location("formulas_battery", ORACLE)
    oracle = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(oracle)
    assert oracle.made() == STORED


def test_no_wrong_formula_is_accepted(checked):
    accepted = misses(checked)["WRONG ONES ACCEPTED"]
    assert not accepted, "\n".join(map(str, accepted))


def test_no_right_formula_is_marked_wrong(checked):
    refused = misses(checked)["Right ones marked wrong"]
    assert not refused, "\n".join(map(str, refused))


def test_98_of_100_formulas_come_out_as_expected(checked):
    assert share(checked) >= 0.98, f"{share(checked):.1%} as expected\n{listed(checked)}"
