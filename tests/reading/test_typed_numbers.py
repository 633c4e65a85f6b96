"""Numbers that are given as numbers, in Python, JSON or YAML, are these numbers whatever is said about texts."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from checker import check, load_problem
from checker.cli.app import cli
from checker.cli.stream import members
from checker.document import parse_document
from checker.document.entries import given_text
from checker.kinds import Hints, flatten, kind
from checker.reading.from_program import as_text
from checker.text.number import TypedNumber
from tests.tables import rows

SIGNS = st.sampled_from([None, "point", "comma"])
NUMBER = st.integers(-2000, 2000) | st.decimals(-2000, 2000, places=3).map(float)
"""No text: 1.234 is 1.234, whatever the assignment says about texts."""


@given(NUMBER | st.lists(NUMBER, min_size=2, max_size=4), st.booleans(), SIGNS)
def test_a_number_from_json_yaml_or_a_program_is_that_number(given_, whole, sign):
    shape, numbers = flatten(given_)
    document = json.dumps({"answer": given_}, separators=(",", ":"))
    texts = (
        as_text(given_),
        given_text(members(document.encode()).get("answer")),
        given_text(parse_document(document.encode(), source="a.json").get("answer")),
    )
    hints = Hints(whole=whole, decimal=sign, shape=shape)
    for text in texts:
        spelled = text.spelled(hints) if isinstance(text, TypedNumber) else text
        reading = kind("vector" if shape else "number").read(spelled, hints)
        assert (reading.shape, [float(number.value) for number in reading.numbers]) == (
            shape,
            list(map(float, numbers)),
        )


@pytest.mark.parametrize(("sign", "truth", "answer"), rows(__file__, "a_number_that_is_given_as_one_keeps_its_digits"))
def test_a_number_that_is_given_as_one_keeps_its_digits(tmp_path, problem, sign, truth, answer):
    known = problem(truth, tolerance={"significant": 4}, **({"answer": "vector"} if isinstance(truth, list) else {}))
    if sign:
        (tmp_path / "assignment.yaml").write_text(f"decimal: {sign}\n")
        known = load_problem(tmp_path / "p.yaml")
    assert check(known, answer).status == "correct"
    assert check(known, answer).given == as_text(answer)
    work, results = tmp_path / "work", tmp_path / "results"
    work.mkdir()
    text = json.dumps({"p": answer}, separators=(",", ":"))
    (work / "a.json").write_text(f'{{"student": "a", "answers": {text}}}')
    (work / "b.yaml").write_text(f"student: b\nanswers: {text}\n")
    (work / "c.md").write_text(f"---\nstudent: c\nanswers: {text}\n---\nDone.\n")
    (work / "d.yaml").write_text("student: d\nanswers: {p: 0}\n")
    arguments = ["grade", str(work), "--problems", str(tmp_path), "--out", str(results)]
    CliRunner().invoke(cli, arguments)
    records = map(json.loads, (results / "results.jsonl").read_text().splitlines())
    assert [record["status"] for record in records] == ["correct", "correct", "correct", "incorrect"]
    line = json.dumps({"problem": "p", "answer": answer})
    checked = CliRunner().invoke(cli, ["check", "--jsonl", "--problems", str(tmp_path)], input=line)
    assert json.loads(checked.stdout)["status"] == "correct"
