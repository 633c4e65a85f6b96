"""Downloads: the learning management system says whose a file is, whatever the file says."""

from __future__ import annotations

import pytest

from checker.grading.grader.write_ups import CLAIM, OTHERS, claims_another
from checker.grading.submissions.hand_ins import NOBODY, with_username
from checker.grading.submissions.model import FoundFile, PlacedFile, Who
from checker.lms.names import Owner
from tests.grading import documents
from tests.grading.problems import LAYER

RIGHT = "encoder-layer: 27648"


@pytest.fixture
def graded(grade, monkeypatch):
    documents.install(monkeypatch)

    def graded(files: dict[str, str]) -> tuple[dict[str, str], list[tuple[str | None, str]]]:
        records, book = grade(files, {"layer.yaml": LAYER})
        results = {record["student"]: record["status"] for record in records}
        return results, [(issue.student, issue.message) for issue in book.issues]

    return graded


def test_the_download_counts_and_the_claim_is_reported(graded):
    files = {
        "doejane_1045_9001_a.yaml": "student: 1042\nanswers: {encoder-layer: 27648}",
        "boal_1046_9002_b.md": f"---\nstudent: s7\n---\n{RIGHT}",
        "leeana_1047_9003_c.md": f"---\nstudent: Ana Lee\n---\n{RIGHT}",
        "zedcy_1048_9004_d.md": f"---\nstudent: s1048\n---\n{RIGHT}",
    }
    results, issues = graded(files)
    assert results == dict.fromkeys(("1045", "1046", "1047", "1048"), "correct")
    assert sorted(issues) == [("1045", CLAIM.format("`1042`", "`1045`")), ("1046", CLAIM.format("`s7`", "`1046`"))]


def test_a_download_without_documents_is_recognised(graded):
    files = {f"{name}_9001_a.yaml": "answers: {encoder-layer: 27648}" for name in ("doejane_1045", "boal_1046")}
    files["boal_1046_9002_a.yaml"] = files.pop("boal_1046_9001_a.yaml")
    assert graded(files) == ({"1045": "correct", "1046": "correct"}, [])


def test_a_table_in_a_download_has_no_answers_of_other_students(graded):
    files = {
        "doejane_1045_9001_a.csv": "student,encoder-layer\n1046,1\n1045,27648\n1047,1",
        "boal_1046_9002_b.md": RIGHT,
    }
    results, issues = graded(files)
    assert results == {"1045": "correct", "1046": "correct"}
    assert issues == [("1045", OTHERS.format(2, "`1046`", "`1045`"))]


def test_nobody_owns_a_default_group(graded):
    files = {
        "Jane Doe_1045_assignsubmission_file/hw.md": RIGHT,
        "Default group_assignsubmission_file/hw.md": RIGHT,
        "Default group_assignsubmission_file/a.yaml": "answers: {encoder-layer: 27648}",
    }
    results, issues = graded(files)
    assert results == {"1045": "correct"}
    assert issues == [(None, NOBODY), (None, NOBODY)]


def test_a_download_of_default_groups_only(graded):
    assert graded({"Default group_assignsubmission_file/hw.md": RIGHT}) == ({}, [(None, NOBODY)])


@pytest.mark.parametrize(
    ("claim", "owner", "is_another"),
    [
        ("1042", Who("1045"), True),
        ("s1045", Who("1045"), False),
        ("Ana Lee", Who("1045", "leeana"), False),
        ("Lee, Ana", Who("1045", "Ana Lee"), False),
        ("Bo Al", Who("1045", "leeana"), True),
        ("alee", Who("alee"), False),
        ("bo", Who("alee"), True),
        ("bo", Who("287654321"), False),
        ("287654322", Who("287654321"), True),
        ("", Who("1045"), False),
    ],
)
def test_a_claim_in_other_words_is_none(claim, owner, is_another):
    assert claims_another(Who(claim), owner) is is_another


def test_a_receipt_tells_whose_all_files_of_its_attempt_are():
    attempt = "Homework_1_ann_lee_attempt_2026-10-05-12-00-00"
    owner = Owner("blackboard", "lee", "", "hw.md", attempt="2026-10-05-12-00-00", other_ids=("ann_lee",))
    file = PlacedFile(FoundFile(f"{attempt}_hw.md", None), "", (f"{attempt}_hw.md",))
    assert with_username(file, owner, {attempt: "ann_lee"})[1] == "ann_lee"
    assert with_username(file, owner, {"Homework_2": "ann_lee"}) == owner
