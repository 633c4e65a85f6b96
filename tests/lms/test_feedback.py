"""Zips with feedback: what is the same for each system, and downloads that go there and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.grading.submissions import walk_sources
from checker.grading.submissions.model import HandIn
from checker.lms.feedback_zips import SHARED, StudentPage
from checker.lms.roster import read_roster
from checker.lms.students import Student
from checker.lms.systems import pack
from tests.lms.importers.canvas_feedback import Assignment, Comment, comments
from tests.lms.importers.moodle_feedback import VERSIONS, imported

DOWNLOADS = Path(__file__).parents[2] / "docs" / "downloads"


def pages_of(system, table, suffix):
    """Return a page for each student of an example download, as grading sees them."""
    folder = DOWNLOADS / system
    roster = read_roster((folder / table).read_bytes(), table)
    hand_ins = [each for each in walk_sources(str(folder / "submissions.zip")) if isinstance(each, HandIn)]
    files = {roster.find(each.student): each.delivery.files for each in hand_ins}
    return [StudentPage(each, files.get(each, ()), each.name.encode(), suffix) for each in roster.students]


def test_the_example_download_of_canvas_there_and_back():
    packed = pack("canvas", pages_of("canvas", "gradebook.csv", ".md"))
    attachments = {1042: {90001: "homework.md"}, 1043: {}, 1044: {90007: "homework-1.md"}, 1045: {90003: "hw.md"}}
    made, ignored = comments(packed.entries, Assignment(attachments))
    assert made == [
        Comment(1045, "hw.md", "md", b"Late, Ann"),
        Comment(1044, "homework-1.md", "md", "Müller, Jürgen".encode()),
        Comment(1042, "homework.md", "md", "O'Brien, Zoë".encode()),
    ]
    assert ignored == []
    assert list(packed.left_out) == [
        "No page in the zip, because the work did not come in a download from Canvas: Dubois, Chloé (1046).",
        "No page in the zip, because Canvas takes pages back only where a file was uploaded: 王, 小明 (1043).",
    ]
    assert packed.notes == ()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_example_download_of_moodle_there_and_back(version):
    packed = pack("moodle", pages_of("moodle", "worksheet.csv", ".html"))
    assert imported(packed.entries, {7042, 7043, 7044, 7045, 7046}, version) == {
        (7045, "feedback.html"): b"Ann Late",
        (7044, "feedback.html"): "Jürgen Müller".encode(),
        (7042, "feedback.html"): "Zoë O'Brien".encode(),
        (7043, "feedback.html"): "小明 王".encode(),
    }
    assert list(packed.left_out) == [
        "No page in the zip, because the work did not come in a download from Moodle: Chloé Dubois (7046)."
    ]


def twins(*files, ids=("1042", "1043")):
    return [
        StudentPage(Student(id_, other_ids=("77", "077")), (file,), b"", ".md")
        for id_, file in zip(ids, files, strict=True)
    ]


@pytest.mark.parametrize(
    ("system", "files"),
    [
        ("canvas", ("a_77_1_x.md", "b_77_2_x.md")),
        ("moodle", ("A_77_assignsubmission_file/x.md", "B_077_assignsubmission_file/x.md")),
    ],
)
def test_two_pages_never_go_to_one_student(system, files):
    ann = StudentPage(Student("5"), ("a_5_9_x.md", "A_5_assignsubmission_file/x.md"), b"ann", ".md")
    packed = pack(system, [*twins(*files), ann])
    assert list(packed.entries.values()) == [b"ann"]
    assert packed.left_out == (f"{SHARED}: 1042; 1043.",)
