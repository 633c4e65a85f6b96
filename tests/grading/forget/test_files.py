"""The files of the class are those of a run without the student; what shows the student is deleted."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from checker.grading.run import NothingGraded
from checker.grading.submissions.walk import PAGE_MARK
from tests.grading import runs
from tests.grading.forget.forgotten import ANA, THEIRS, forget, fresh, remaining
from tests.grading.problems import LAYER
from tests.grading.weeks import grades, views


def test_the_files_are_those_of_a_run_without_the_student(top):
    runs.run(top)
    assert len(remaining(top / "results")) > 10
    report = forget(top)
    assert views(top) == fresh(top, *THEIRS)
    assert report.remade.written == [
        "grades.csv",
        "results.jsonl",
        "needs-review.md",
        "review.yaml",
        "summary.json",
        "annotated/",
    ]
    assert (report.removed.grades, report.removed.submissions) == (2, 2)
    assert [(each.what, each.path) for each in report.left] == [
        ("submission", f"{top}/submissions/a/{ANA}.yaml"),
        ("submission", f"{top}/submissions/b/{ANA}.md"),
    ]


def test_no_byte_of_the_student_is_left(top):
    runs.run(top)
    runs.write(top, {f"submissions/b/{ANA}.md": "# 1\n\n4.5\n"})  # the earlier answer is in the history
    runs.run(top)
    forget(top)
    assert remaining(top / "results") == []
    assert sorted(path.name for path in (top / "results").iterdir()) == [
        "annotated",
        "checker.db",
        "grades.csv",
        "needs-review.md",
        "results.jsonl",
        "review.yaml",
        "summary.json",
    ]
    with sqlite3.connect(top / "results/checker.db") as store:
        assert store.execute("PRAGMA freelist_count").fetchone() == (0,)
        assert store.execute("SELECT count(*) FROM cache WHERE key LIKE '%4.4242%'").fetchone() == (0,)
    store.close()


def test_only_files_of_students_who_were_forgotten(top):
    shutil.rmtree(top / "submissions")
    runs.write(top, THEIRS)
    runs.run(top)
    report = forget(top)
    assert report.remade == ([], "nobody else has grades")
    assert [path.name for path in (top / "results").iterdir()] == ["checker.db"]
    with pytest.raises(NothingGraded) as nothing:
        runs.run(top)
    assert nothing.value.left_out == 1
    assert [path.name for path in (top / "results").iterdir()] == ["checker.db"]


def test_a_run_on_one_file_of_the_student(top):
    runs.run(top, f"submissions/a/{ANA}.yaml")
    report = forget(top)
    assert report.remade == ([], "nobody else has grades")
    assert remaining(top / "results") == []
    with pytest.raises(NothingGraded):
        runs.run(top, f"submissions/a/{ANA}.yaml")
    assert remaining(top / "results") == []
    assert runs.run(top).summary["left_out"] == 1
    assert views(top) == fresh(top, *THEIRS)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda top: runs.write(top, {"problems/a/layer.yaml": LAYER + "points: 2\n"}),
            "the problems or checker changed",
        ),
        (lambda top: shutil.rmtree(top / "problems"), "the problems are not where they were"),
        (lambda top: _execute(top, "DELETE FROM run_input"), "the last run is of an earlier version of checker"),
    ],
)
def test_files_that_cannot_be_made_again_are_deleted(top, change, why):
    runs.run(top)
    runs.write(top, {"results/annotated/notes.md": "mine", "results/mine.txt": "mine"})
    change(top)
    report = forget(top)
    assert report.remade.written == []
    assert report.remade.why_not.startswith(why)
    left = sorted(path.relative_to(top / "results").as_posix() for path in (top / "results").rglob("*.*"))
    assert left == ["annotated/notes.md", "annotated/s2.md", "annotated/s3.md", "checker.db", "mine.txt"]
    assert remaining(top / "results") == []
    if (top / "problems").exists():
        runs.run(top)
        (top / "results/annotated/notes.md").unlink()
        assert views(top) == fresh(top, *THEIRS)


def _execute(top: Path, statement: str) -> None:
    with sqlite3.connect(top / "results/checker.db") as store:
        store.execute("PRAGMA foreign_keys = ON")
        store.execute(statement)
    store.close()


def test_grades_of_another_folder(top):
    (top / "submissions/b").rename(top / "elsewhere")
    runs.run(top, "elsewhere", problems="problems/b")
    runs.run(top, "submissions", problems="problems/a")
    forget(top)
    assert remaining(top / "results") == []
    found = views(top)
    (top / f"submissions/a/{ANA}.yaml").unlink()
    (top / f"elsewhere/{ANA}.md").unlink()
    runs.run(top, "elsewhere", problems="problems/b", out="scratch")
    runs.run(top, "submissions", problems="problems/a", out="scratch")
    assert found == views(top, "scratch")


def test_what_other_commands_wrote_is_deleted(top):
    runs.run(top)
    runs.write(
        top,
        {
            "results/export.csv": ANA,
            f"results/feedback/{ANA}.md": f"{PAGE_MARK}\n{ANA}",
            f"results/feedback/{ANA}.html": f"<p>{ANA} wrote this",
            "results/feedback/s1.md": "s1",
            f"results/gradescope/{ANA}.json": ANA,
            "results/mine.csv": "mine",
        },
    )
    report = forget(top, **{"export.csv": "checker export --to csv", "feedback": "checker feedback", "gradescope": "x"})
    assert report.deleted == [
        ("export.csv", "checker export --to csv"),
        (f"feedback/{ANA}.md", ""),
        (f"gradescope/{ANA}.json", ""),
    ]
    assert (top / f"results/feedback/{ANA}.html").exists(), "somebody else's"
    (top / f"results/feedback/{ANA}.html").unlink()
    assert remaining(top / "results") == []
    assert (top / "results/feedback/s1.md").exists()
    assert (top / "results/mine.csv").exists()
    assert not (top / "results/gradescope").exists()


def test_the_options_of_the_last_run_still_hold_for_the_others(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, {"problems/layer.yaml": LAYER})
    for student, answer in {"s1": 27648, "s2": 27648, "s3": 5}.items():
        runs.write(tmp_path, {f"submissions/{student}.yaml": f"answers: {{encoder-layer: {answer}}}"})
    runs.run(tmp_path)
    (tmp_path / "problems/layer.yaml").write_text(LAYER.replace("d_ff: 120", "d_ff: 121"))
    runs.run(tmp_path, never_lower=True)
    before = grades(tmp_path)
    assert before[0].startswith("s1,1,")
    assert forget(tmp_path, "s3").remade.why_not == ""
    assert grades(tmp_path) == before[:2]
