"""A student is forgotten in whatever form the work was handed in."""

from __future__ import annotations

import shutil
import zipfile

from tests.grading import documents, runs
from tests.grading.forget.forgotten import ANA, SECRETS, forget, remaining, roster
from tests.grading.problems import LAYER
from tests.grading.weeks import RIGHT, WRONG, grades


def test_a_student_who_is_a_row_of_a_table(top):
    rows = f"student,encoder-layer\ns7,{RIGHT}\n{ANA},77123.25\ns8,{WRONG}\n"
    runs.write(top, {"submissions/a/c.csv": rows})
    runs.run(top)
    forget(top)
    secrets = (*SECRETS, "77123.25")
    assert remaining(top / "results", secrets) == []
    again = runs.run(top)
    assert (again.graded, again.summary["left_out"]) == (0, 1)
    runs.write(top, {"submissions/a/c.csv": f"{rows}{ANA},77124.25\ns9,1\n"})
    assert runs.run(top, small_file=10).summary["left_out"] == 1
    assert remaining(top / "results", (*secrets, "77124.25")) == []
    assert [line.split(",")[0] for line in grades(top)] == ["s7", "s8", "s9", "s1", "s2", "s3", "s4"]


def test_what_is_wrong_in_a_row_of_the_student_is_left_out_too(top):
    shutil.rmtree(top / "submissions")
    rows = ["s5,1,x", f"{ANA},2,x", "s6,3,x", f"{ANA},4", "s7,5,x", "s8,6,x", "s9,7"]
    runs.write(top, {"submissions/a/c.csv": "student,encoder-layer\n" + "\n".join(rows)})
    runs.run(top)
    forget(top)
    assert remaining(top / "results") == []
    finished = runs.run(top)
    assert finished.graded == 0, "the issues of others stay"
    (issue,) = finished.summary["needs_person"]["others"]
    assert issue["message"].endswith("(4 rows)")
    assert finished.summary["left_out"] == 1


def test_a_student_in_a_zip(top):
    with zipfile.ZipFile(top / "week.zip", "w") as archive:
        for path in sorted((top / "submissions").rglob("*.*")):
            archive.write(path, path.relative_to(top / "submissions"))
    runs.run(top, "week.zip")
    report = forget(top)
    assert f"{top}/week.zip/b/{ANA}.md" in [each.path for each in report.left]
    assert runs.run(top, "week.zip").summary["left_out"] == 1
    assert remaining(top / "results") == []


def test_a_download_of_a_learning_management_system(top):
    """Moodle's ids are numbers: this one is too long to be in a hash by chance."""
    download = {
        "week/Sam Doe_1045_assignsubmission_file/hw.md": "# 1\n\n4\n",
        "week/Ana Leeuwenhoek_773100440055_assignsubmission_file/hw.md": "# 1\n\n4.4242\n",
        "week/Ana Leeuwenhoek_773100440055_assignsubmission_file/more.yaml": "answers: {foo: 1}",
    }
    runs.write(top, download)
    runs.run(top, "week", problems="problems/b", **roster("id,name\n1045,Sam Doe\n773100440055,Ana Leeuwenhoek\n"))
    report = forget(top, "773100440055")
    secrets = ("773100440055", "Leeuwenhoek", "4.4242")
    assert remaining(top / "results", secrets) == []
    assert [each.path for each in report.left if each.what == "submission"] == [
        f"{top}/week/Ana Leeuwenhoek_773100440055_assignsubmission_file",
    ]
    assert runs.run(top, "week", problems="problems/b").summary["left_out"] == 1
    assert remaining(top / "results", secrets) == []
    assert [line[:5] for line in grades(top)] == ["1045,"]


def test_a_file_whose_name_may_mean_two_students(top):
    """Blackboard's names without receipts: `ann_b` or `b`; the roster says who it is."""
    runs.write(top, {"week/HW1_ann_b_attempt_2026-10-01-10-00-00_h.yaml": "answers: {sum: 4.4242}"})
    runs.run(top, "week", problems="problems/b", **roster("id,name\nb,Bob\nc,Cid\n"))
    forget(top, "b")
    assert remaining(top / "results", ("ann_b", "4.4242", "Bob")) == []
    assert runs.run(top, "week", problems="problems/b", **roster("id,name\nb,Bob\nc,Cid\n")).summary["left_out"] == 1
    assert remaining(top / "results", ("ann_b", "4.4242", "Bob")) == []
    assert [line[:2] for line in grades(top)] == ["c,"]


def test_others_in_the_folder_of_a_student_keep_their_grades(tmp_path, monkeypatch):
    """The name has letters that no hash in hexadecimal digits has."""
    documents.install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, {"problems/layer.yaml": LAYER})
    runs.write(tmp_path, {"submissions/team/hw.md": "---\nstudent: zoe\n---\nencoder-layer: 27648\n"})
    runs.write(tmp_path, {"submissions/team/bob.yaml": "student: bob\nanswers: {encoder-layer: 27648}\n"})
    runs.write(tmp_path, {"submissions/cy.yaml": "answers: {encoder-layer: 27648}\n"})
    runs.run(tmp_path)
    forget(tmp_path, "zoe")
    (tmp_path / "problems/layer.yaml").write_text(LAYER + "points: 2\n")
    runs.run(tmp_path)
    assert [line.partition(",")[0] for line in grades(tmp_path)] == ["cy", "bob"]
    assert remaining(tmp_path / "results", ("zoe",)) == []


def test_a_student_named_like_the_folder_takes_nothing_else_along(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs.write(
        tmp_path,
        {"problems/layer.yaml": LAYER, "reviews/ada.yaml": "- {student: '002', problem: encoder-layer, points: 1}"},
    )
    for student in ("001", "002", "003"):
        runs.write(tmp_path, {f"submissions/001/{student}.yaml": "answers: {encoder-layer: 5}"})
    runs.run(tmp_path, "submissions/001")
    report = forget(tmp_path, "001")
    assert report.remade.why_not == ""
    shutil.rmtree(tmp_path / "reviews")
    runs.run(tmp_path, "submissions/001")
    assert grades(tmp_path) == ["002,1,1,1,1,0,1", "003,0,1,0,1,0,0"]
