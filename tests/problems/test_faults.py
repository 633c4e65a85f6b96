"""Problem files with faults (faults.yaml): each fault is reported at its place, all of a file at once."""

import re
from pathlib import Path

import pytest

from checker.document import read_document, to_python

TABLE = to_python(read_document(Path(__file__).with_name("faults.yaml")))


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["findings"][0][:60])
def test_faults_are_reported_at_their_place(desk, case):
    file = TABLE["heads"].get(case.get("head"), "") + case["file"] + "\n"
    assert desk.findings(file, case.get("assignment", "")) == case["findings"]


def test_an_unknown_kind_of_answer(desk):
    (found,) = desk.findings(TABLE["heads"]["sizes"] + "answer: vectr\n")
    told = re.fullmatch(r"4:9 answer must be (.+) or (\w+), not vectr", found)
    assert {*told[1].split(", "), told[2]} >= {"choice", "interval", "number", "text", "vector"}


@pytest.mark.parametrize(
    ("key", "entry", "most"),
    [("parts", "{{id: p{0}, parameters: {{d_ff: {1}}}}}", 200), ("mistakes", "{{answer: 5, says: Five.}}", 100)],
)
def test_a_list_has_a_maximum(desk, key, entry, most):
    text = TABLE["heads"]["sizes"] + f"{key}:\n" + "".join(f"- {entry.format(i, i + 1)}\n" for i in range(most + 1))
    assert desk.findings(text) == [f"5:1 {key} must be a list of {most} or fewer"]
    assert desk.load(text.rpartition("- ")[0])
