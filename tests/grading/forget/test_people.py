"""Who is meant: by an id, a login or an email address, as the roster has them."""

from __future__ import annotations

import pytest

from checker.grading.forget import student as forgetting
from checker.grading.forget.student import NoSuchStudent
from checker.lms.students import Roster, Student
from tests.grading import runs
from tests.grading.forget.forgotten import ANA, ROSTER, SECRETS, THEIRS, forget, fresh, remaining, roster
from tests.grading.problems import LAYER
from tests.grading.weeks import RIGHT, grades, views


def test_a_student_on_the_roster_has_no_row(top):
    runs.run(top, **roster(ROSTER))
    report = forget(top, "ana@leeuwen.example")
    assert report.student == ANA
    assert report.left[-1] == ("roster", "", "")
    without = roster("".join(line for line in ROSTER.splitlines(keepends=True) if "Ana" not in line))
    expected = fresh(top, *THEIRS, **without)
    assert views(top) == expected
    assert remaining(top / "results") == []
    for name in THEIRS:
        (top / name).unlink()
    finished = runs.run(top, **roster(ROSTER))
    assert finished.summary["left_out"] == 1
    assert views(top) == expected
    assert remaining(top / "results") == []


def test_a_later_roster_has_more_ids_of_the_student(top):
    login = "leeuwen88"
    runs.write(top, {"submissions/a/c.csv": f"student,encoder-layer\n{login},5\ns7,{RIGHT}\n"})
    runs.run(top)
    forget(top)
    assert any(login in line for line in grades(top)), "nobody knows yet that this is the same student"
    canvas = f"Student,ID,SIS Login ID,Section,x (1)\n    Points Possible,,,,4\nAna,{ANA},{login},A,\nSam,s1,s1,A,\n"
    runs.run(top, **roster(canvas))
    assert remaining(top / "results", (*SECRETS, login)) == []
    assert runs.run(top).summary["left_out"] == 1, "now it is known without the roster, too"
    assert remaining(top / "results", (*SECRETS, login)) == []


LOGINS = "id,name,login\nzora,Ana Leeuwenhoek,leeuwen88\nzobo,Bo Bean,bean9\n"


def test_a_login_means_the_student_of_the_roster(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, {"problems/a/layer.yaml": LAYER, "submissions/leeuwen88.yaml": "answers: {encoder-layer: 1}"})
    runs.write(tmp_path, {"submissions/bean9.yaml": "answers: {encoder-layer: 2}"})
    people = (
        Student("zora", "Ana Leeuwenhoek", "", "", ("leeuwen88",)),
        Student("zobo", "Bo Bean", "", "", ("bean9",)),
    )
    runs.run(tmp_path, members=Members(Roster(people)), roster=LOGINS.encode())
    assert forget(tmp_path, "leeuwen88").student == "zora"
    assert remaining(tmp_path / "results", ("zora", "leeuwen88", "Leeuwenhoek")) == []
    assert grades(tmp_path)[0].startswith("zobo,")


def test_an_unknown_student_changes_nothing(top):
    runs.run(top)
    before = {path: path.read_bytes() for path in (top / "results").rglob("*.*")}
    with pytest.raises(NoSuchStudent, match=r"there is no student zoan in these results; did you mean zoana\?"):
        forget(top, "zoan")
    with pytest.raises(NoSuchStudent, match="to leave out somebody who is not graded yet, remove the files"):
        forget(top, "zoe")
    with pytest.raises(NoSuchStudent, match="zoe was not forgotten in these results; give the id exactly as it was"):
        forgetting.undo(top / "results", "zoe")
    assert {path: path.read_bytes() for path in (top / "results").rglob("*.*")} == before
