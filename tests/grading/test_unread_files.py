"""Files that cannot be read: nobody who may be in one is absent, and nobody gets 0 for it."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from tests.grading import runs
from tests.grading.problems import LAYER

ROSTER = "id,name\ns1,Ana\ns2,Bo\ns3,Cy\n"
RIGHT = "answers: {encoder-layer: 27648}"


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return runs.write(tmp_path, {"problems/a/layer.yaml": LAYER, "submissions/a/s1.yaml": RIGHT, "roster.csv": ROSTER})


def checker(*words):
    result = CliRunner().invoke(cli, [*map(str, words)], catch_exceptions=False)
    return result.stdout, result.stderr


def zeros(assignment="a"):
    """Return the points of everybody in an export that gives 0 for what is missing, and its notes."""
    _, notes = checker("export", "--to", "csv", "--missing", "zero", "--assignment", assignment)
    text = Path("results/export.csv").read_text("utf-8-sig")
    return {row["student"]: row["points"] for row in csv.DictReader(StringIO(text))}, notes


def grade(*more):
    return checker("grade", "submissions", "--roster", "roster.csv", "--plain", *more)[0]


CLASS_FILES = {
    "not text": {"class.csv": b"\xff\xfe\x00s"},
    "an unmatched quote in the header": {"class.csv": b'student,"encoder-layer\ns2,27648'},
    "an unmatched quote in a row": {"class.csv": b'student,encoder-layer\ns2,"27648\n'},
    "no column of a student": {"class.csv": b"encoder-layer\n27648\n"},
    "an answer of nobody": {"class.csv": b"student,encoder-layer\n,27648\n"},
    "a tab-separated table": {"class.tsv": b"\xff\xfe\x00s"},
    "a list of nobody": {
        "class.yaml": b"[{answers: {encoder-layer: 5}}, {student: s1, answers: {encoder-layer: 27648}}]"
    },
    "a broken list of a class": {"class.json": b'[{"student": "s2", "answers": {'},
    "a spreadsheet": {"class.xlsx": b"PK"},
    "an archive": {"class.7z": b"7z"},
    "a large broken table": {"class.csv": b"encoder-layer\n" + b"27648\n" * 30_000},
    "a document of somebody who is not on the roster": {"class.pdf": b"%PDF"},
}


@pytest.mark.parametrize("files", CLASS_FILES.values(), ids=CLASS_FILES)
def test_who_may_be_in_a_file_of_a_class_gets_no_zero_until_it_is_read(top, files):
    runs.write(top, {f"submissions/a/{name}": data for name, data in files.items()})
    (name,) = files
    out = grade()
    assert "handed nothing in" not in out
    message = "2 students on the roster handed in nothing else for a and may be in this file: no grade, and no 0, until"
    assert f"submissions/a/{name}: {message} you fix or remove it: s2, s3" in out
    points, notes = zeros()
    assert (points["s1"], points["s2"], points["s3"]) == ("1", "", "")
    assert "Blank, because no hand-in of theirs could be read, or its id is unclear: Bo (s2); Cy (s3).\n" in notes
    assert (
        f"submissions/a/{name} could not be read, or its id is unclear, and it may hold the answers of students who "
        "handed nothing else in. They get no grade, and no 0, until you fix or remove it and grade again: Bo (s2); Cy (s3).\n"
        in notes
    )
    checker("feedback", "--format", "md")
    assert "A file that may hold your answers could not be read." in (top / "results/feedback/s2.md").read_text()
    (top / "submissions/a" / name).unlink()
    assert "2 students on the roster handed nothing in: Bo, Cy." in grade()
    assert zeros()[0] == {"s1": "1", "s2": "0", "s3": "0"}


OWN_FILES = [
    "s2.yaml",
    "s2.json",
    "s2",
    "s2.xyz",
    "s2.xlsx",
    "s2.zip",
    "s2.docx",
    "s2.ipynb",
    "s2/answers",
    "s2/hw.yaml",
]


@pytest.mark.parametrize("problems", [("a",), ("a", "b")])
@pytest.mark.parametrize("folder", ["a/", ""])
@pytest.mark.parametrize("name", OWN_FILES)
def test_whose_own_file_cannot_be_read_waits_and_others_are_absent(top, name, folder, problems):
    for each in problems[1:]:
        runs.write(top, {f"problems/{each}/other.yaml": LAYER.replace("encoder-layer", "other")})
    runs.write(top, {f"submissions/{folder}{name}": b"answers: [\xff"})
    out = grade()
    assert "1 student on the roster handed nothing in" in out
    assert out.rstrip().count(": Cy.") == 1
    points, _ = zeros()
    assert (points["s2"], points["s3"]) == ("", "0")


def test_a_regrade_with_a_table_that_cannot_be_read_any_more(top):
    runs.write(top, {"submissions/a/class.csv": "student,encoder-layer\ns2,27648\ns3,1\n"})
    grade()
    runs.write(top, {"submissions/a/class.csv": "name of whom,encoder-layer\ns2,27648\n"})
    grade()
    assert zeros()[0] == {"s1": "1", "s2": "", "s3": ""}


def test_only_the_assignment_of_the_file_waits(top):
    runs.write(top, {"problems/b/other.yaml": LAYER.replace("encoder-layer", "other")})
    runs.write(top, {"submissions/b/s1.yaml": "answers: {other: 27648}", "submissions/b/class.csv": "x"})
    grade()
    for name, points in {"a": ["1", "0", "0"], "b": ["1", "", ""]}.items():
        assert list(zeros(name)[0].values()) == points


@pytest.mark.parametrize("between", [" and ", ", ", " & ", "; ", "/", " und ", " "])
@pytest.mark.parametrize("name", ["pair.md", "pair.yaml"])
def test_students_who_are_named_together_wait(top, between, name):
    student = f"student: 's2{between}s3'\n"
    text = f"---\n{student}---\nAnswer (encoder-layer): 27648\n" if name == "pair.md" else student + RIGHT
    runs.write(top, {f"submissions/a/{name}": text})
    out = grade()
    assert f"`s2{between}s3` names several students on the roster, `s2` and `s3`; hand in a file for each" in out
    assert "handed nothing in" not in out
    assert (zeros()[0]["s2"], zeros()[0]["s3"]) == ("", "")


@pytest.mark.parametrize(
    ("name", "claimed"), [("s2.yaml", "s1"), ("s2.yaml", "S1"), ("s2.md", "s1"), ("s2/x.md", "zz")]
)
def test_a_file_that_is_named_like_one_student_and_names_another_is_of_nobody(top, name, claimed):
    student = f"student: {claimed}\n"
    text = f"---\n{student}---\nAnswer (encoder-layer): 5\n" if name.endswith(".md") else f"{student}{RIGHT}"
    runs.write(top, {f"submissions/a/{name}": text})
    out = " ".join(grade().split())
    why = f"this file is named like the student `s2`, but its `student:` or its folder names `{claimed}`; correct"
    assert why in out
    assert "more than once" not in out
    assert "1 student on the roster handed nothing in: Cy." in out
    assert (zeros()[0]["s1"], zeros()[0]["s2"]) == ("1", "")


def test_files_named_like_students_in_a_folder_named_like_nobody_are_their_hand_ins(top):
    document = "Answer (encoder-layer): {}\n"
    runs.write(top, {"submissions/a/two/s2.yaml": RIGHT, "submissions/a/two/s3.md": document.format(5)})
    runs.write(top, {"submissions/a/s1/s2.md": document.format(27648), "submissions/a/s1/s3.md": "my notes"})
    (top / "submissions/a/s1.yaml").unlink()
    grade()
    assert zeros()[0] == {"s1": "1", "s2": "1", "s3": "0"}


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"submissions/a/s2.yaml": "answers: ["}, None),
        ({"submissions/a/s2": "x"}, "s2 handed nothing in, or nothing that could be read; decide once there is something"),
        ({}, "s2 handed nothing in, or nothing that could be read; decide once there is something"),
    ],
)  # fmt: skip
def test_a_decision_about_somebody_without_answers_applies_or_says_why_not(top, files, why):
    decision = "- {student: s2, problem: encoder-layer, points: 0.5}\n"
    runs.write(top, files | {"reviews/ada.yaml": decision})
    out = grade()
    told = f"A decision on encoder-layer is not applied: {why}"
    assert (told in out) == (why is not None)
    assert zeros()[0]["s2"] == ("" if why else "0.5")


@pytest.mark.parametrize("name", ["s2.yaml", "s2.md", "s2.pdf"])
def test_an_unread_file_and_the_answers_that_wait_for_it_are_counted_once(top, name):
    runs.write(top, {f"submissions/a/{name}": b"\xff\xfe" if name == "s2.md" else "answers: ["})
    finished = runs.run(top)
    assert +finished.book.to_review() == {"s2": 1}
    assert "a/s2" in finished.summary["needs_person"]["others"][0]["place"]


def test_an_unread_file_counts_where_no_answer_waits_for_it(top):
    runs.write(top, {"submissions/a/s2/hw.md": "Answer (encoder-layer): 27648", "submissions/a/s2/img.png": "PNG"})
    assert +runs.run(top).book.to_review() == {"s2": 1}
    runs.write(top, {"submissions/a/s1.json": "{"})
    assert +runs.run(top).book.to_review() == {"s1": 1, "s2": 1}


def test_a_file_whose_answers_a_person_decided_is_no_longer_to_review(top):
    runs.write(top, {"submissions/a/s2.md": "", "submissions/a/s3.md": ""})
    messages = [each["message"] for each in runs.run(top).summary["needs_person"]["others"]]
    assert ["this file is empty" in each for each in messages] == [True, True]
    runs.write(top, {"reviews/ana.yaml": "- {student: s2, problem: encoder-layer, points: 0}\n"})
    summary = runs.run(top).summary
    assert [Path(each["place"]).name for each in summary["needs_person"]["others"]] == ["s3.md"]


def test_two_files_of_one_student_that_cannot_be_read_wait(top):
    runs.write(top, {"submissions/a/s2.docx": b"no zip", "submissions/a/s2.odt": b"no zip"})
    grade()
    assert zeros()[0] == {"s1": "1", "s2": "", "s3": "0"}
