"""`checker handout`: a sheet for each student, and what the class hands in comes back right."""

from __future__ import annotations

import csv
import json
import shutil
from math import radians, sin
from pathlib import Path

import pytest

from checker.cli.app import cli
from checker.problems import load_problem

DRAWS = Path(__file__).parents[2] / "docs" / "draws"
STUDENTS = ("s1042", "s1043", "s1044")
ROSTER = ("--roster", "roster.csv")
SEED = (
    "The numbers follow from each student's id, the problem's id and `seed:` in assignment.yaml. Keep `seed:` secret: "
)
NOTE = f"{SEED}who knows it can work out the numbers of others.\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Return a function that runs a command in a folder with a week and a roster."""
    shutil.copytree(DRAWS, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return lambda *words: (cli.main([*words], standalone_mode=False), *capsys.readouterr())


def handout(run, *more):
    return run("handout", "week-1", "--problems", ".", *ROSTER, *more)


def table():
    with Path("handouts/variants.csv").open() as file:
        return list(csv.DictReader(file))


def truths(student):
    """Return the right answers of a student, from the numbers in variants.csv."""
    drawn = {row["parameter"]: row["value"] for row in table() if row["student"] == student}
    return 2 * int(drawn["d_model"]) * int(drawn["d_ff"]), float(drawn["g"]) * sin(radians(float(drawn["a"])))


@pytest.mark.parametrize("form", ["md", "html"])
def test_each_student_gets_a_sheet_with_the_numbers_in_the_table_and_no_answers(run, form):
    assert handout(run, "--format", form) == (0, "handouts: 3 sheets, variants.csv\n", NOTE)
    names = {each.name for each in Path("handouts").iterdir()}
    assert names == {*(f"{each}.{form}" for each in STUDENTS), "variants.csv"}
    assert len(table()) == 12
    for row in table():
        text = Path(f"handouts/{row['student']}.{form}").read_text()
        variant = load_problem(f"week-1/{row['problem']}.yaml").of_student(row["student"])
        assert row["value"] in text
        assert row["student"] in text
        assert dict(variant.values)[row["parameter"]] == row["value"]
        weights, slope = truths(row["student"])
        assert str(weights) not in text.replace(",", "")
        assert f"{slope:.2f}" not in text


@pytest.mark.parametrize(("seed", "is_same"), [("spring-2027", True), ("autumn-2027", False)])
def test_numbers_follow_from_the_seed(run, seed, is_same):
    handout(run)
    before = table()
    Path("week-1/assignment.yaml").write_text(f"title: Another\nseed: {seed}\n")
    handout(run)
    assert (table() == before) == is_same


def test_filled_in_sheets_come_back_with_full_points(run):
    handout(run)
    Path("hand-ins").mkdir()
    for student in STUDENTS:
        weights, slope = truths(student)
        text = Path(f"handouts/{student}.md").read_text()
        text = text.replace("Answer (block): ____", f"Answer (block): {weights:,}")
        Path(f"hand-ins/{student}-final.md").write_text(text.replace("(slope): ____", f"(slope): {slope:.2f} m/s²"))
    assert run("grade", "hand-ins", "--problems", ".", *ROSTER)[0] == 0
    records = [json.loads(line) for line in Path("results/results.jsonl").read_text().splitlines()]
    graded = sorted((each["student"], each["problem"], each["status"]) for each in records)
    assert graded == [(each, problem, "correct") for each in STUDENTS for problem in ("block", "slope")]


def test_pages_show_mathematics_and_names(run):
    slope = Path("week-1/slope.yaml")
    slope.write_text(slope.read_text().replace("with g =", "with $g_0^2$ ="))
    handout(run, "--format", "html")
    text = Path("handouts/s1042.html").read_text()
    assert "<msubsup>" in text
    assert "Ana Lee · s1042" in text
    assert "<h2>Question 2. Down a slope</h2>" in text
    assert "checker: the next run replaces this file" not in text  # which `grade` would pass over


def test_errors_of_rosters_and_problems_leave_nothing(run):
    roster, block = Path("roster.csv").read_text(), Path("week-1/block.yaml").read_text()
    Path("roster.csv").write_text("id\ns1\ns1\n")
    code, _, err = handout(run)
    assert (code, "lines 2 and 3 both have the id `s1`; keep one of them, or correct the id" in err) == (2, True)
    Path("roster.csv").write_text(roster)
    Path("week-1/block.yaml").write_text(block.replace("d_ff > d_model", "3 > 4"))
    code, _, err = handout(run)
    assert (code, "block.yaml:10:5 schema this condition never holds; change it" in err) == (2, True)
    assert not Path("handouts").exists()


def test_names_of_sheets(run):
    handout(run)
    Path("roster.csv").write_text("id\nlee\nLee\n../up\n*_é😀\n")
    code, _, err = handout(run)
    assert (code, err) == (0, f"{NOTE}handouts has files of others from before: s1042.md, s1043.md and s1044.md\n")
    names = [each.name for each in Path("handouts").iterdir() if not each.name.startswith("s104")]
    assert len({each.casefold() for each in names}) == 5
    (sheet,) = Path("handouts").glob("*é*")
    assert sheet.read_text().startswith('---\nstudent: "\\U0000002a_é\\U0001f600"\nassignment: "week-1"\n---\n')


def test_without_draws_all_sheets_are_the_same(run):
    for name in ("block.yaml", "slope.yaml", "assignment.yaml"):
        Path("week-1", name).unlink()
    Path("week-1/n.yaml").write_text("id: n\ntype: numeric\nparameters: {value: 3}\n")
    note = "No problem of week-1 draws its numbers, so all sheets are the same.\n"
    assert handout(run) == (0, "handouts: 3 sheets\n", note)
