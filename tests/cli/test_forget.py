"""`checker forget` on the command line: what it says, to people and to scripts."""

from __future__ import annotations

import json

import pytest

from tests.grading import runs
from tests.grading.reviewed import WHY

FILES = {
    "work/problems/sum.yaml": "id: sum\ntype: numeric\nparameters: {value: 4}\n",
    "work/problems/why.yaml": WHY,
    "work/submissions/s1.yaml": "answers: {sum: 4}",
    "work/submissions/zora.yaml": "answers: {sum: 5, why: Nobody knows.}",
    "work/submissions/c.csv": "student,sum\ns3,4\n",
}
WRITTEN = ["summary.json", "changes.json", "grades.csv", "results.jsonl", "needs-review.md", "review.yaml"]
END = "Submissions, decisions, handouts, and what was printed, sent or uploaded, are not touched."


@pytest.fixture
def work(folder, monkeypatch, run):
    runs.write(folder, FILES)
    monkeypatch.chdir(folder / "work")
    monkeypatch.setenv("COLUMNS", "200")
    assert run("grade", "submissions").exit_code == 3
    return folder / "work"


def test_it_says_what_was_removed_and_what_is_left(work, run):
    assert run("feedback").exit_code == 0
    assert run("export", "--to", "csv").exit_code == 0
    runs.write(work, {"results/notes.txt": "talk to zora"})
    found = run("forget", "zora", "--plain")
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout.splitlines() == [
        "Removed zora from results. Later runs leave zora out; with --undo the next run grades zora again.",
        f"Graded again without zora: {', '.join(WRITTEN)}",
        "Deleted: export.csv, feedback/. Repeat the commands that wrote them.",
        "These files are not checker's and still hold the id or the name of zora; look through them yourself:",
        "results/notes.txt",
        END,
    ]
    assert {path.name for path in (work / "results").iterdir()} == {*WRITTEN, "cache.db", "forgotten.json", "notes.txt"}


def test_it_says_the_same_to_scripts_and_undo_takes_it_back(work, run):
    assert json.loads(run("forget", "zora", "results", "--format", "json").stdout) == {
        "schema": "checker.forget/2",
        "student": "zora",
        "is_left_out": True,
        "deleted": [],
        "written": WRITTEN,
        "left": [],
    }
    later = run("grade", "submissions", "--plain")
    assert later.exit_code == 0
    assert any("left out" in line for line in later.stdout.splitlines())
    undone = run("forget", "zora", "--undo", "--format", "json")
    assert json.loads(undone.stdout) == {"schema": "checker.forget/2", "student": "zora", "is_left_out": False}
    again = run("grade", "submissions", "--format", "json")
    assert (again.exit_code, json.loads(again.stdout)["left_out"]) == (3, 0)
    assert "\nzora," in (work / "results/grades.csv").read_text()


def test_only_files_of_a_student_who_was_forgotten(work, run):
    run("forget", "zora")
    for name in ("s1.yaml", "c.csv"):
        (work / "submissions" / name).unlink()
    found = run("grade", "submissions")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "there are no other submissions in submissions" in found.stderr


def test_an_extension_of_the_student_is_not_reported(work, run):
    dates = {
        "problems/assignment.yaml": "due: 2026-10-01\nextensions: e.csv\n",
        "problems/e.csv": "student,due\nzora,2026-10-05\n",
    }
    runs.write(work, dates)
    run("grade", "submissions")
    run("forget", "zora")
    assert "zora" not in (work / "results/needs-review.md").read_text()
    assert run("grade", "submissions").exit_code == 0
    assert "zora" not in (work / "results/needs-review.md").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["zoro"], "there is no student zoro in these results; did you mean zora?; nothing was removed"),
        (["zora", "--undo"], "zora is not forgotten in results"),
        (["zora", "nowhere"], "there are no grades in nowhere: `checker grade` writes them there"),
        (["zora", "submissions"], "there are no grades in submissions: `checker grade` writes them there"),
    ],
)
def test_what_cannot_be_done_changes_nothing(work, run, words, message):
    before = {path: path.read_bytes() for path in work.rglob("*.*")}
    found = run("forget", *words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.splitlines()[0] == message
    assert {path: path.read_bytes() for path in work.rglob("*.*")} == before
    as_json = json.loads(run("forget", *words, "--format", "json").stdout)
    assert (as_json["schema"], as_json["message"]) == ("checker.error/1", message)
