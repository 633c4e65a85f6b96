"""Whose a file is, by its name and its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.grading.submissions import walk_hand_ins
from checker.grading.submissions.hand_ins import MOST_FILES
from checker.grading.submissions.model import FoundFile, HandIn, Trouble
from checker.grading.submissions.read import read_file
from tests.grading import documents


@pytest.fixture
def found(tmp_path, monkeypatch):
    documents.install(monkeypatch)

    def found(*names: str, assignments: tuple[str, ...] = ("a",)) -> list[tuple]:
        """Return hand-ins as (student, hint, files), and other files by name."""
        for name in names:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        return [
            (each.student, each.assignment_hint, [file.key for file in each.files])
            if isinstance(each, HandIn)
            else str(Path(each[0]).relative_to(tmp_path))
            for each in walk_hand_ins(str(tmp_path), assignments)
        ]

    return found


def test_a_document_is_one_students(found):
    assert found("a/s10.md", "a/s2.md", "s1.ipynb") == [
        ("s2", "a", ["a/s2.md"]),
        ("s10", "a", ["a/s10.md"]),
        ("s1", None, ["s1.ipynb"]),
    ]


def test_everything_in_a_students_folder_is_one_hand_in_in_natural_order(found):
    names = ("a/s1/part 10.md", "a/s1/part 2.md", "a/s1/code/x.py", "a/s1/answers.yaml", "s2/deep/er/x.md")
    assert found(*names) == [
        ("s1", "a", ["a/s1/answers.yaml", "a/s1/code/x.py", "a/s1/part 2.md", "a/s1/part 10.md"]),
        ("s2", None, ["s2/deep/er/x.md"]),
    ]


def test_a_folder_without_documents_and_tables_are_read_file_by_file(found):
    names = ("class/s1.yaml", "class/s2.yaml", "class/x.zip", "s3/all.csv", "s3/work.md")
    assert found(*names) == [
        "class/s1.yaml",
        "class/s2.yaml",
        "class/x.zip",
        "s3/all.csv",
        ("s3", None, ["s3/work.md"]),
    ]


def test_folders_of_nested_assignments(found):
    names = ("a/x/s1/1.md", "a/s2/1.md", "a/x/s3.md", "b/1.md")
    assert found(*names, assignments=("a/x", "a/y", "")) == [
        ("s2", "a", ["a/s2/1.md"]),
        ("s1", "a/x", ["a/x/s1/1.md"]),
        ("s3", "a/x", ["a/x/s3.md"]),
        ("b", None, ["b/1.md"]),
    ]


def test_what_was_made_for_students_is_not_handed_in(found):
    names = ("feedback/s1.md", "a/Handouts/s1.md", "a/s1/annotated/s1.md", "a/s1/1.md", "README.md", "a/license.md")
    assert found(*names, "feedback/s2.yaml") == [
        "README.md",
        "a/license.md",
        ("s1", "a", ["a/s1/1.md"]),
        "feedback/s2.yaml",
    ]
    assert list(read_file(FoundFile("README.md", None, sort="none"))) == []


def test_a_class_in_one_folder_is_not_one_student(found, tmp_path):
    names = [f"late/s{n}.md" for n in range(MOST_FILES + 1)]
    assert found(*names, "late/x.yaml") == ["late", "late/x.yaml"]
    first = next(iter(walk_hand_ins(str(tmp_path), ("a",))))
    assert list(read_file(first)) == [
        Trouble(
            tmp_path / "late",
            None,
            None,
            "has more than 200 files, too many for one student; give each student a folder, or name the folder "
            "like a folder of problems. Its documents are not read",
        )
    ]


def test_many_structured_files_next_to_a_document_are_a_class(found):
    names = [f"late/s{n}.yaml" for n in range(MOST_FILES)]
    assert found(*names, "late/notes.md") == ["late", *names]


def test_one_file(found, tmp_path):
    found("s1.md")
    (only,) = walk_hand_ins(str(tmp_path / "s1.md"), ("a",))
    assert (only.student, only.files[0].key) == ("s1", "s1.md")


def test_excluded_files_belong_to_nobody(found, tmp_path):
    found("s1/1.md", "s1/2.md")
    (only,) = walk_hand_ins(str(tmp_path), (), {str((tmp_path / "s1" / "1.md").resolve())})
    assert [file.key for file in only.files] == ["s1/2.md"]


def test_a_link_to_nowhere_is_the_students(found, tmp_path):
    (tmp_path / "s1.md").symlink_to("nowhere")
    assert found() == [("s1", None, ["s1.md"])]


def test_names_that_are_no_text(found, tmp_path):
    (tmp_path / "s\udce9.md").touch()
    assert found() == [("s\\udce9", None, ["s\\udce9.md"])]


def test_a_download_of_moodle(found):
    names = (
        "a/Jane Doe_12345_assignsubmission_file/work.md",
        "a/Jane Doe_12345_assignsubmission_onlinetext/onlinetext.md",
        "a/Al Bo_12346_assignsubmission_file/answers.yaml",
    )
    assert found(*names) == [
        ("12346", "a", ["a/Al Bo_12346_assignsubmission_file/answers.yaml"]),
        (
            "12345",
            "a",
            [
                "a/Jane Doe_12345_assignsubmission_file/work.md",
                "a/Jane Doe_12345_assignsubmission_onlinetext/onlinetext.md",
            ],
        ),
    ]


def test_a_download_of_blackboard_with_a_receipt_for_each_attempt(found, monkeypatch):
    monkeypatch.setattr("tests.grading.documents.SUFFIXES", (".md", ".txt"))
    name = "Homework 1_{}_attempt_2026-10-05-12-00-59{}"
    names = [name.format("jdoe", ".txt"), name.format("jdoe", "_work.md"), name.format("abo", ".txt")]
    assert found(*names) == [("abo", None, [names[2]]), ("jdoe", None, [names[1]])]


def test_a_link_that_was_handed_in_needs_a_person(found, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.grading.documents.SUFFIXES", (".md", ".html"))
    found("boal_101_link.html", "doejane_102_9002_work.md")
    files = [file for each in walk_hand_ins(str(tmp_path), ()) for file in each.files]
    assert [error for _, _, error, *_ in files] == ["is a link to a page that was handed in; a person must open it", ""]


def test_the_list_of_a_download_is_no_submission(found, tmp_path):
    (tmp_path / "submission_metadata.yml").write_text("submission_1:\n  :submitters:\n  - :sid: s1\n")
    names = ("submission_287654321/work.md", "submission_287654322/work.md", "submission_metadata.yml")
    assert [each[0] for each in found(*names)] == ["287654321", "287654322"]


def test_a_download_of_canvas(found, tmp_path):
    assert found("doejane_101_9001_work.md", "doejane_101_9002_more.md", "boal_LATE_102_9003_work.md", "notes.md") == [
        ("notes", None, ["notes.md"]),
        ("102", None, ["boal_LATE_102_9003_work.md"]),
        ("101", None, ["doejane_101_9001_work.md", "doejane_101_9002_more.md"]),
    ]
    hand_ins = [each for each in walk_hand_ins(str(tmp_path), ()) if isinstance(each, HandIn)]
    assert [(each.name, each.is_certain) for each in hand_ins] == [(None, False), ("boal", True), ("doejane", True)]
