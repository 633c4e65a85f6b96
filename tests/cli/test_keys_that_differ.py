"""Keys that contradict the solver: whoever gives grades to a class is warned."""

from __future__ import annotations

import json

import pytest

from checker.marking import authors_key
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
GIVEN = {
    "share": "type: numeric\nparameters: {value: 0.0357}",
    "speed": "type: formula\nparameters: {expression: 2*t, unit: km/h, symbols: {t: 45}}",
    "shape": "type: numeric\nparameters: {value: [3, 4]}",
}


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


def test_grade_warns_on_the_screen_and_in_the_summary_and_gives_the_grades(work, run):
    found = run("grade", "submissions", "--plain")
    assert found.exit_code == 0, "everything is graded"
    assert f"A key that differs from the solver layer: {DIFFERS}" in found.stdout.splitlines()
    assert "Student anna: points 1/1, right 1" in found.stdout.splitlines()
    summary = json.loads((work / "results/summary.json").read_text())
    assert summary["keys_that_differ"] == [{"problem": "layer", "part": None, "message": DIFFERS}]
    assert f"A key that differs from the solver layer: {DIFFERS}" in run("grade", "submissions", "--plain").stdout


def test_so_do_the_report_the_pages_and_an_export(work, run):
    run("grade", "submissions")
    assert run("feedback").stderr == f"layer: {DIFFERS}\n"
    assert run("export", "--to", "csv").stderr == f"layer: {DIFFERS}\n"
    run("report")
    page = (work / "results/report.html").read_text()
    assert f"<strong>layer</strong>: {DIFFERS.replace(chr(39), '&#39;')}" in page
    assert "Most students who answered" not in page
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


def test_a_key_is_compared_once(work, run, monkeypatch):
    run("grade", "submissions")
    monkeypatch.setattr(authors_key, "Questions", None)
    runs.write(work, {"submissions/cleo.yaml": "answers: {layer: 1}"})
    assert [each["message"] for each in differing(run)] == [DIFFERS]


def test_a_fault_of_ours_costs_no_grades(work, run, monkeypatch):
    monkeypatch.setattr(authors_key, "Questions", None)
    assert [each["message"] for each in differing(run)] == ["checker failed here (TypeError); please report it"]
    assert (work / "results/grades.csv").read_text().count("\n") == 3


@pytest.mark.parametrize("key", ["0.0357", "0.04", "0.5", "90", "90 km/h", "25 m/s", "90 s", "[3, 4]", "3, 5", "what?"])
def test_grade_reports_the_keys_that_lint_reports(work, run, key):
    texts = {name: f"id: {name}\nprompt: How much?\n{text}\nkey: {json.dumps(key)}\n" for name, text in GIVEN.items()}
    runs.write(work, {f"problems/{name}.yaml": text for name, text in texts.items()})
    linted = json.loads(run("lint", "problems", "--format", "json").stdout)
    found = {each["file"] for each in linted if each["code"] == "key"}
    assert {f"problems/{each['problem']}.yaml" for each in differing(run)} == found
    assert "problems/layer.yaml" in found
