"""Keys that contradict the solver: whoever gives grades to a class is warned."""

from __future__ import annotations

import json

import pytest

from tests.grading import runs

LAYER = """id: layer
type: encoder_layer_parameters
prompt: How many weights? {conventions}
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
DIFFERS = (
    "Your key, 31,744, is not the solver's answer, by which students are graded. Your key counts the output projection "
    "W_O; this question does not. Check which of the two is right."
)
PARTS = """id: block
type: attention_parameters
prompt: How many weights? {conventions}
parameters: {d_model: 200, num_heads: 2}
conventions: {biases: left_out}
parts:
  - {id: queries, asks: queries, key: 40200}
  - {id: total, key: 160800}
"""


@pytest.fixture
def work(folder, monkeypatch):
    runs.write(folder, {"work/problems/layer.yaml": f"{LAYER}key: 31744\n"})
    for name, answer in {"anna": 27648, "bob": 31744}.items():
        runs.write(folder, {f"work/submissions/{name}.yaml": f"answers: {{layer: {answer}}}"})
    monkeypatch.chdir(folder / "work")
    monkeypatch.setenv("COLUMNS", "300")
    return folder / "work"


def differing(run) -> list[dict]:
    return json.loads(run("grade", "submissions", "--format", "json").stdout)["keys_that_differ"]


def test_whoever_gives_grades_is_warned_and_the_grades_are_given(work, run):
    found = run("grade", "submissions", "--plain")
    assert found.exit_code == 0, "everything is graded"
    told = f"A key that differs from the solver layer: {DIFFERS}"
    assert {told, "Student anna: points 1/1, right 1"} <= set(found.stdout.splitlines())
    assert differing(run) == [{"problem": "layer", "part": None, "message": DIFFERS}]
    assert told in run("grade", "submissions", "--plain").stdout.splitlines()
    assert run("feedback").stderr == f"layer: {DIFFERS}\n"
    assert run("export", "--to", "csv").stderr == f"layer: {DIFFERS}\n"
    run("report")
    page = (work / "results/report.html").read_text()
    assert f"<strong>layer</strong>: {DIFFERS.replace(chr(39), '&#39;')}" in page
    assert "1 question may have a wrong key" in page


def test_a_key_that_is_corrected_is_no_longer_reported(work, run):
    run("grade", "submissions")
    runs.write(work, {"problems/layer.yaml": f"{LAYER}key: 27648\n"})
    assert differing(run) == []
    assert run("export", "--to", "csv").stderr == ""
    run("report")
    assert 'id="keys"' not in (work / "results/report.html").read_text()


def test_the_keys_of_one_problem_are_explained_together(work, run):
    runs.write(work, {"problems/layer.yaml": PARTS, "submissions/anna.yaml": "answers: {block: {total: 160000}}"})
    assert [(each["part"], each["message"].split(". ")[1]) for each in differing(run)] == [
        ("queries", "Your key counts the biases; this question does not"),
        ("total", "This follows from your key to queries"),
    ]
