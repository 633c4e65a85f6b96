"""`checker forget` on the command line: what it says, to people and to scripts."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sqlite3

import pytest

from checker.cli.views.forget import COPIES
from checker.grading.submissions.walk import HTML_MARK
from tests.grading import runs
from tests.grading.reviewed import WHY

HEAD = "id: sum\ntype: numeric\nparameters: {value: 4}\n"
FILES = {
    "work/problems/sum.yaml": HEAD,
    "work/problems/why.yaml": WHY,
    "work/submissions/s1.yaml": "answers: {sum: 4}",
    "work/submissions/s2.yaml": "answers: {sum: 5, why: Nobody knows.}",
    "work/submissions/c.csv": "student,sum\ns3,4\ns2,6\n",
}


@pytest.fixture
def work(folder, monkeypatch, run):
    runs.write(folder, FILES)
    monkeypatch.chdir(folder / "work")
    monkeypatch.setenv("COLUMNS", "200")
    assert run("grade", "submissions").exit_code == 3
    return folder / "work"


def test_it_says_what_was_removed_and_what_is_left(work, run):
    runs.write(
        work,
        {
            "results/export.csv": "s2",
            "results/feedback/s2.html": f"{HTML_MARK}s2",
            "results/checker.db.damaged-1": "s2",
        },
    )
    found = run("forget", "s2", "--plain")
    assert found.exit_code == 0
    assert found.stderr == ""
    assert found.stdout.splitlines() == [
        "Removed s2 from results: 1 row of grades, 2 submissions and 3 answers that nobody else gave.",
        "Written again without s2: grades.csv, results.jsonl, needs-review.md, review.yaml, summary.json",
        "Deleted results/feedback/s2.html",
        "Deleted results/export.csv; `checker export --to csv` writes it again",
        "These files are yours and stay. They may still hold data about s2:",
        "  submissions/c.csv (submission)",
        "  submissions/s2.yaml (submission)",
        "  results/checker.db.damaged-1 (damaged store)",
        COPIES.format("s2"),
        "Later runs leave s2 out. With --undo, the next run grades s2 again.",
    ]


def test_it_says_who_else_named_the_student_and_how_to_remove_that(work, run):
    document = "---\nstudent: s4\npartner: bcole\n---\n# sum\n\n4\n"
    runs.write(work, {"submissions/s4.md": document, "submissions/bcole.yaml": "answers: {sum: 4}"})
    run("grade", "submissions")
    run("feedback")
    found = run("forget", "bcole", "--plain").stdout.splitlines()
    assert found[found.index("  submissions/bcole.yaml (submission)") + 1 : -2] == [
        "Other students wrote a name of bcole, or the same number or word, in these submissions:",
        "  submissions/s4.md",
        (
            "To remove it, edit these submissions, grade again, and repeat the commands that wrote the files below. "
            "Then repeat `checker forget bcole results`."
        ),
        "These files have it from there:",
        "  results/checker.db",
        "  results/annotated/s4.md",
        "  results/feedback/s4.html",
    ]
    runs.write(work, {"submissions/s4.md": document.replace("partner: bcole\n", "")})
    run("grade", "submissions")
    run("feedback")
    again = run("forget", "bcole", "--plain").stdout.splitlines()
    assert [line for line in again if line.startswith(("Other", "These", "  "))] == []
    assert not any(b"bcole" in path.read_bytes() for path in (work / "results").rglob("*.*"))


def test_it_says_the_same_to_scripts(work, run):
    found = run("forget", "s2", "results", "--format", "json")
    assert json.loads(found.stdout) == {
        "schema": "checker.forget/1",
        "student": "s2",
        "is_left_out": True,
        "was_forgotten": False,
        "removed": {"grades": 1, "submissions": 2, "answers": 3},
        "written": [
            f"results/{name}"
            for name in ("grades.csv", "results.jsonl", "needs-review.md", "review.yaml", "summary.json")
        ],
        "not_written": None,
        "deleted": [],
        "left": [
            {"what": "submission", "path": "submissions/c.csv", "command": None},
            {"what": "submission", "path": "submissions/s2.yaml", "command": None},
        ],
    }
    undone = run("forget", "s2", "--undo", "--format", "json")
    assert json.loads(undone.stdout) == {"schema": "checker.forget/1", "student": "s2", "is_left_out": False}


TWO_WEEKS = {
    "course/problems/w1/sum.yaml": HEAD,
    "course/problems/w2/next.yaml": HEAD.replace("id: sum", "id: next"),
    **{f"course/hand-ins/w1/{name}.yaml": "answers: {sum: 4}" for name in ("anna", "ben")},
    **{f"course/hand-ins/w2/{name}.yaml": "answers: {next: 4}" for name in ("anna", "ben")},
}


@pytest.fixture
def course(folder, monkeypatch, run):
    runs.write(folder, TWO_WEEKS)
    monkeypatch.chdir(folder / "course")
    monkeypatch.setenv("COLUMNS", "200")
    run("grade", "hand-ins")
    return folder / "course"


MAKING = (
    "checker export --to csv --assignment w1",
    "checker export --to moodle-gradebook --assignment w2 --provisional",
    "checker export --to csv --out ex.csv --assignment w2",
    "checker export --to csv --out 'upload files/ex.csv' --assignment w2",
    "checker export --to csv --out results/mine.csv --assignment w2",
    "checker report --names",
)


def test_the_commands_that_it_names_are_those_that_were_typed_and_run_as_they_are(course, run):
    for command in MAKING:
        assert run(*shlex.split(command)[1:]).exit_code == 0
    run("export", "--to", "gradescope", "--assignment", "w1", "--out", "scores")
    run("export", "--to", "csv", "--assignment", "w1", "--out", "gone.csv")
    (course / "gone.csv").unlink()
    runs.write(course, {"scores/anna.txt": "anna"})
    found = run("forget", "anna", "--plain").stdout
    assert set(re.findall("`(checker (?:export|report).*?)`", found)) == set(MAKING)
    assert found.splitlines()[2:] == [
        "Deleted results/report.html; `checker report --names` writes it again",
        "Deleted results/export.csv; `checker export --to csv --assignment w1` writes it again",
        "Deleted results/moodle-gradebook.csv; `checker export --to moodle-gradebook --assignment w2 --provisional` writes it again",
        "These files are yours and stay. They may still hold data about anna:",
        "  hand-ins/w1/anna.yaml (submission)",
        "  hand-ins/w2/anna.yaml (submission)",
        "  ex.csv (export); `checker export --to csv --out ex.csv --assignment w2` writes it again",
        "  scores/anna.json (export)",
        f"  upload files/ex.csv (export); `{MAKING[3]}` writes it again",
        (
            "These files in results still show anna, or the same number or word. Delete them, or repeat the command that "
            "wrote them:"
        ),
        "  results/mine.csv; `checker export --to csv --out results/mine.csv --assignment w2` writes it again",
        COPIES.format("anna"),
        "Later runs leave anna out. With --undo, the next run grades anna again.",
    ]
    for command in MAKING:
        assert run(*shlex.split(command)[1:]).exit_code == 0
    again = run("forget", "anna", "--plain").stdout.replace(COPIES.format("anna"), "")
    again = again.partition("\n")[2].replace("grades.csv", "").replace("results/export.csv", "")
    assert ".csv" not in again.replace("results/moodle-gradebook.csv", "")


def test_the_commands_are_named_as_they_have_to_be_typed_where_forget_runs(course, run, monkeypatch):
    run("export", "--to", "csv", "--assignment", "w2", "--out", "ex.csv")
    (course / "elsewhere").mkdir()
    monkeypatch.chdir(course / "elsewhere")
    left = json.loads(run("forget", "anna", "../results", "--format", "json").stdout)["left"]
    command = "checker export --to csv --out ../ex.csv --assignment w2 ../results"
    assert left[-1] == {"what": "export", "path": "../ex.csv", "command": command}
    assert run(*shlex.split(command)[1:]).exit_code == 0


def test_an_assignment_is_named_where_there_were_no_others_at_first(course, run):
    shutil.rmtree(course / "results")
    run("grade", "hand-ins/w1", "--problems", "problems/w1")
    run("export", "--to", "csv")
    run("grade", "hand-ins/w2", "--problems", "problems/w2")
    found = json.loads(run("forget", "anna", "--format", "json").stdout)
    assert [each["command"] for each in found["deleted"]] == ["checker export --to csv --assignment w1"]


def test_an_export_is_written_although_the_store_cannot_be(course, run, monkeypatch):
    def locked(*_: object) -> None:
        raise sqlite3.OperationalError("database is locked")

    monkeypatch.setattr("checker.grading.store.history.MadeFiles.save", locked)
    found = run("export", "--to", "csv", "--assignment", "w1", "--out", "ex.csv")
    assert (found.exit_code, (course / "ex.csv").exists()) == (0, True)
    assert found.stderr.startswith("`checker forget` will not know ex.csv: results/checker.db cannot be used: database")


def test_later_runs_say_that_a_student_is_left_out(work, run):
    run("forget", "s2")
    again = run("grade", "submissions", "--plain")
    assert again.exit_code == 0, "what needs a person is the forgotten student's only"
    assert "1 student is left out, as `checker forget` was asked." in again.stdout.splitlines()
    assert "s2" not in again.stdout + again.stderr
    assert json.loads(run("grade", "submissions", "--format", "json").stdout)["left_out"] == 1
    assert json.loads((work / "results/summary.json").read_text())["left_out"] == 1
    draft = run("grade", "submissions", "--dry-run", "--format", "json")
    assert {each["student"] for each in json.loads(draft.stdout)["matches"]} == {"s1", "s3"}


def test_an_extension_of_the_student_is_no_trouble(work, run):
    runs.write(
        work,
        {
            "problems/assignment.yaml": "due: 2026-10-01\nextensions: e.csv\n",
            "problems/e.csv": "student,due\ns2,2026-10-05\n",
        },
    )
    run("grade", "submissions")
    run("forget", "s2")
    assert "s2" not in (work / "results/needs-review.md").read_text()
    assert run("grade", "submissions").exit_code == 0
    assert "s2" not in (work / "results/needs-review.md").read_text()


def test_only_files_of_a_student_who_was_forgotten(work, run):
    run("forget", "s2")
    (work / "submissions/s1.yaml").unlink()
    (work / "submissions/c.csv").unlink()
    found = run("grade", "submissions")
    assert found.exit_code == 2
    assert found.stderr.startswith(
        "1 student is left out, as `checker forget` was asked; there are no other submissions in submissions\n"
    )


def test_undo(work, run):
    run("forget", "s2")
    run("grade", "submissions")
    undone = run("forget", "s2", "--undo")
    assert undone.stdout == "s2 is no longer left out: the next `checker grade` grades the files that are there.\n"
    again = run("grade", "submissions", "--format", "json")
    assert again.exit_code == 3
    assert json.loads(again.stdout)["left_out"] == 0
    assert "\ns2," in (work / "results/grades.csv").read_text()


def test_a_second_time(work, run):
    run("forget", "s2")
    again = run("forget", "s2")
    assert again.exit_code == 0
    assert again.stdout.startswith("s2 was already forgotten in results.\nWritten again without s2: grades.csv")


def test_files_that_cannot_be_written_again(work, run):
    runs.write(work, {"problems/sum.yaml": HEAD.replace("4", "5")})
    found = run("forget", "s2", "--plain").stdout.splitlines()
    assert found[1] == (
        "Deleted the files of the class, because the problems or checker changed since the last run. "
        "`checker grade` writes them again."
    )
    assert sorted(path.name for path in (work / "results").iterdir()) == ["checker.db"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["S2"], "there is no student S2 in these results; did you mean s2?"),
        (["zoe"], "there is no student zoe in these results; to leave out somebody who is not graded yet, remove the files from the submissions"),
        (["s2", "--undo"], "s2 was not forgotten in these results: it has grades there"),
        (["zoe", "--undo"], "zoe was not forgotten in these results; give the id exactly as it was when it was forgotten"),
        (["s2", "nowhere"], "there are no grades in nowhere: `checker grade` writes them there"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_changes_nothing(work, run, words, message):
    before = (work / "results/checker.db").read_bytes()
    found = run("forget", *words)
    assert found.exit_code == 2
    assert found.stderr.splitlines()[0] == message
    assert (work / "results/checker.db").read_bytes() == before
    assert not (work / "nowhere").exists()
    as_json = json.loads(run("forget", *words, "--format", "json").stdout)
    assert (as_json["schema"], as_json["code"], as_json["message"]) == ("checker.error/1", "usage", message)
