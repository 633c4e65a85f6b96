"""A class of 200 with numbers of their own, through everything: handouts, hand-ins, grades, pages, export, changes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from checker.cli.app import cli
from tests.grading import runs

BLOCK = """\
id: block
type: feed_forward_parameters
prompt: How many weights hold two matrices between {d_model} and {d_ff}? {conventions}
parameters: {d_model: {choose: [64, 96, 128, 256]}, d_ff: {from: 300, to: 900, step: 4}}
conventions: {ffn_biases: left_out}
credit: {one_mistake: 0.5}
"""
AREA = """\
id: area
type: formula
prompt: A field is {a} m by {b} m. What is its area?
parameters:
  expression: a*b
  symbols: {a: {value: {from: 11, to: 99}, unit: m}, b: {value: {from: 101, to: 199}, unit: m}}
  unit: m²
"""
STUDENTS = [f"s{each:03}" for each in range(200)]
ON_PAPER = STUDENTS[:30]
"""Students who hand in their sheet; the others fill in a quiz."""

HALF, COPIER, FORGOTTEN = STUDENTS[40], STUDENTS[50], STUDENTS[60]


@pytest.fixture
def top(tmp_path):
    files = {
        "problems/week/block.yaml": BLOCK,
        "problems/week/area.yaml": AREA,
        "problems/week/assignment.yaml": "seed: spring\n",
        "roster.csv": "\n".join(["id,name,email", *(f"{each},Ana {each},{each}@uni.edu" for each in STUDENTS)]),
    }
    return runs.write(tmp_path, files)


@pytest.fixture
def run(top, monkeypatch, capsys):
    monkeypatch.chdir(top)

    def run(*words):
        code = cli.main([*words], standalone_mode=False)
        return code, *capsys.readouterr()

    return run


def numbers():
    """Return the numbers of each student, from the table for the instructor."""
    found = {}
    with Path("handouts/variants.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["student"], {})[row["parameter"]] = int(row["value"])
    return found


def truths(drawn):
    return {"block": 2 * drawn["d_model"] * drawn["d_ff"], "area": drawn["a"] * drawn["b"]}


def points():
    return {(each["student"], each["problem"]): each["points"] for each in runs.records(Path())}


def grade(run):
    return run("grade", "submissions", "--problems", "problems", "--roster", "roster.csv", "--jobs", "1")


def test_a_class_goes_through_the_whole_round(run):
    _handed_out_graded_and_reported(run)
    _one_problem_changed_afterwards(run)
    _a_student_forgotten(run)


def _handed_out_graded_and_reported(run):
    assert run("handout", "week", "--roster", "roster.csv")[:2] == (0, "handouts: 200 sheets, variants.csv\n")
    drawn = numbers()
    right = {student: truths(drawn[student]) for student in STUDENTS}
    assert len({each["block"] for each in right.values()}) > 150
    given = {student: dict(each) for student, each in right.items()}
    given[HALF]["block"] //= 2  # one matrix
    neighbour = next(each for each in STUDENTS[100:] if right[each]["area"] != right[COPIER]["area"])
    given[COPIER]["area"] = right[neighbour]["area"]
    rows = ["student,block,area"]
    for student in STUDENTS:
        if student not in ON_PAPER:
            rows.append(f"{student}@uni.edu,{given[student]['block']},{given[student]['area']} m²")
            continue
        sheet = Path(f"handouts/{student}.md").read_text(encoding="utf-8")
        assert str(right[student]["block"]) not in sheet.replace(",", "")
        for problem, unit in (("block", ""), ("area", " m²")):
            sheet = sheet.replace(f"({problem}): ____", f"({problem}): {given[student][problem]}{unit}")
        runs.write(Path(), {f"submissions/week/{student}.md": sheet})
    runs.write(Path(), {"submissions/week/quiz.csv": "\n".join(rows)})

    assert grade(run)[0] == 0
    wrong = {(HALF, "block"): 0.5, (COPIER, "area"): 0.0}
    everything = {(student, problem): 1.0 for student in STUDENTS for problem in right[student]}
    assert points() == everything | wrong
    summary = json.loads(Path("results/summary.json").read_text(encoding="utf-8"))
    (told,) = summary["neighbours_answers"]
    assert (told["student"], told["problem"], neighbour in told["right_for"]) == (COPIER, "area", True)

    assert run("feedback", "results")[0] == 0
    pages = {path.stem: path.read_text(encoding="utf-8") for path in Path("results/feedback").rglob("*.html")}
    page = next(text for name, text in pages.items() if COPIER in name)
    assert f"A field is {drawn[COPIER]['a']} m by {drawn[COPIER]['b']} m" in page
    assert neighbour not in page
    assert "another student" not in page
    assert run("report", "results")[0] == 0

    code, out, err = run("export", "results", "--to", "csv", "--out", "export.csv")
    assert code == 0, (out, err)


def _one_problem_changed_afterwards(run):
    before = points()
    text = Path("problems/week/block.yaml").read_text(encoding="utf-8")
    runs.write(Path(), {"problems/week/block.yaml": text.replace("one_mistake: 0.5", "one_mistake: 0.75")})
    assert grade(run)[0] == 0
    assert points() == before | {(HALF, "block"): 0.75}
    code, out, _ = run("changes", "results")
    assert (code, HALF in out, COPIER in out) == (0, True, False)


def _a_student_forgotten(run):
    before = points()
    code, out, err = run("forget", FORGOTTEN, "results")
    assert code == 0, (out, err)
    assert points() == {key: each for key, each in before.items() if key[0] != FORGOTTEN}
    for path in Path("results").rglob("*"):
        assert path.is_dir() or FORGOTTEN.encode() not in path.read_bytes(), path
