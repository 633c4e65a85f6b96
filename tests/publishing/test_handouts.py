"""`checker handout`: a sheet for each student, and what the class hands in comes back right."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from checker.cli.app import cli
from checker.problems import load_problem
from tests.grading import runs

DRAWS = Path(__file__).parents[2] / "docs" / "draws"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Return a function that runs a command in a folder with a week and a roster."""
    shutil.copytree(DRAWS, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)

    def run(*words):
        code = cli.main([*words], standalone_mode=False)
        return code, *capsys.readouterr()

    return run


def handout(run, *more):
    return run("handout", "week-1", "--problems", ".", "--roster", "roster.csv", *more)


def truths(student):
    """Return the right answers of a student, from the numbers in variants.csv."""
    with Path("handouts/variants.csv").open() as file:
        drawn = {row["parameter"]: row["value"] for row in csv.DictReader(file) if row["student"] == student}
    from math import radians, sin

    return 2 * int(drawn["d_model"]) * int(drawn["d_ff"]), float(drawn["g"]) * sin(radians(float(drawn["a"])))


def test_each_student_gets_a_sheet_with_the_numbers_in_the_table(run):
    assert handout(run) == (0, "handouts: 3 sheets, variants.csv\n", "")
    assert {each.name for each in Path("handouts").iterdir()} == {"s1042.md", "s1043.md", "s1044.md", "variants.csv"}
    with Path("handouts/variants.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 12
    for row in rows:
        assert row["value"] in Path(f"handouts/{row['student']}.md").read_text()
        assert (
            dict(load_problem(f"week-1/{row['problem']}.yaml").of_student(row["student"]).values)[row["parameter"]]
            == row["value"]
        )


@pytest.mark.parametrize("form", ["md", "html"])
def test_no_sheet_has_an_answer(run, form):
    handout(run)
    handout(run, "--format", form)
    for student in ("s1042", "s1043", "s1044"):
        text = Path(f"handouts/{student}.{form}").read_text()
        weights, slope = truths(student)
        assert student in text
        assert str(weights) not in text.replace(",", "")
        assert f"{slope:.2f}" not in text


def test_filled_in_sheets_come_back_with_full_points(run):
    handout(run)
    Path("hand-ins").mkdir()
    for student in ("s1042", "s1043", "s1044"):
        weights, slope = truths(student)
        text = Path(f"handouts/{student}.md").read_text()
        text = text.replace("Answer (block): ____", f"Answer (block): {weights:,}")
        Path(f"hand-ins/{student}-final.md").write_text(text.replace("(slope): ____", f"(slope): {slope:.2f} m/s²"))
    code, _, _ = run("grade", "hand-ins", "--problems", ".", "--roster", "roster.csv")
    assert code == 0
    assert {(each["student"], each["problem"], each["status"]) for each in runs.records(Path(), "results")} == {
        (student, problem, "correct") for student in ("s1042", "s1043", "s1044") for problem in ("block", "slope")
    }


@pytest.mark.parametrize("named", ["s1042", "LEE@uni.edu"])
def test_a_document_is_read_and_checked_with_any_id_of_the_roster(run, named):
    Path("roster.csv").write_text("id,name,email\ns1042,Ana Lee,lee@uni.edu\n")
    handout(run)
    weights, slope = truths("s1042")
    text = f"---\nstudent: {named}\n---\n\nAnswer (block): {weights}\n\nAnswer (slope): {slope:.2f} m/s²\n"
    Path("sheet.md").write_text(text)
    code, out, err = run("check", "--document", "sheet.md", "--problems", ".", "--assignment", "week-1", *ROSTER)
    assert (code, "Each student has other numbers" in err) == (0, False), out
    code, out, _ = run("read", "sheet.md", "--problems", ".", "--assignment", "week-1", *ROSTER, "--format", "json")
    assert (code, json.loads(out)["student"]) == (0, "s1042")


def test_who_is_not_on_the_roster_is_named(run):
    Path("sheet.md").write_text("---\nstudent: S1042x\n---\n\nAnswer (block): 7\n")
    code, _, err = run("read", "sheet.md", "--problems", ".", "--assignment", "week-1", *ROSTER)
    assert (code, "S1042x is not on the roster. Name the student with --student" in err) == (2, True)
    Path("sheet.md").write_text("---\nstudent: S1042\n---\n\nAnswer (block): 7\n")
    Path("roster.csv").write_text("id\n01042\ns1042\n")
    run("read", "sheet.md", "--problems", ".", "--assignment", "week-1", *ROSTER)
    code, _, err = run("check", *ROSTER, "--problems", ".", "block", "7")
    assert (code, "--roster goes with --document; name the student with --student" in err) == (2, True)


ROSTER = ("--roster", "roster.csv")


def test_pages_show_mathematics_and_may_be_handed_in(run):
    runs.write(
        Path(), {"week-1/slope.yaml": Path("week-1/slope.yaml").read_text().replace("with g =", "with $g_0^2$ =")}
    )
    assert handout(run, "--format", "html")[0] == 0
    text = Path("handouts/s1042.html").read_text()
    assert "<msubsup>" in text
    assert "Ana Lee · s1042" in text
    assert "<h2>2. Down a slope</h2>" in text  # although its id is `slope`
    assert "checker: the next run replaces this file" not in text


@pytest.mark.parametrize(
    ("roster", "message"),
    [
        ("id\ns1\ns1\n", "lines 2 and 3 both have the id `s1`; keep one of them, or correct the id"),
        ("name\nAna\n", "has no column of ids"),
    ],
)
def test_a_wrong_roster_is_reported(run, roster, message):
    Path("roster.csv").write_text(roster)
    code, _, err = handout(run)
    assert (code, message in err) == (2, True)


def test_ids_that_differ_by_case_get_names_of_their_own(run):
    Path("roster.csv").write_text("id\nlee\nLee\n../up\n")
    assert handout(run)[0] == 0
    names = [each.name for each in Path("handouts").iterdir()]
    assert len({each.casefold() for each in names}) == 4
    assert Path.cwd() == Path("handouts").resolve().parent


def test_a_broken_problem_is_reported(run):
    runs.write(Path(), {"week-1/block.yaml": Path("week-1/block.yaml").read_text().replace("d_ff > d_model", "3 > 4")})
    code, _, err = handout(run)
    assert (code, "block.yaml:10:5 schema this condition never holds; change it" in err) == (2, True)


def test_sheets_of_others_from_before_are_reported(run):
    handout(run)
    Path("roster.csv").write_text("id\ns1042\n")
    assert handout(run)[2] == "handouts has files of others from before: s1043.md and s1044.md\n"


def test_without_draws_all_sheets_are_the_same(run):
    for name in ("block", "slope"):
        Path(f"week-1/{name}.yaml").unlink()
    runs.write(Path(), {"week-1/n.yaml": json.dumps({"id": "n", "type": "numeric", "parameters": {"value": 3}})})
    Path("week-1/assignment.yaml").unlink()
    code, out, err = handout(run)
    assert (code, out) == (0, "handouts: 3 sheets\n")
    assert err == "No problem of week-1 draws its numbers, so all sheets are the same.\n"
