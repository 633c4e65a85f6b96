"""Documents in the folder of another assignment go to a person."""

from __future__ import annotations

import shutil

import pytest

from checker.grading.computed_grades import NothingGraded
from checker.writeups.all_results import FITS_ANOTHER, NAMES_ANOTHER
from tests.bank import BANK
from tests.grading import runs

MARA = BANK.parent / "submissions" / "000" / "mara.md"


@pytest.fixture
def grade(tmp_path):
    for name in ("000", "001"):
        shutil.copytree(BANK / name, tmp_path / "problems" / name)

    def grade(files: dict[str, str]):
        runs.write(tmp_path, {f"submissions/{name}": text for name, text in files.items()})
        try:
            return runs.run(tmp_path).results
        except NothingGraded as nothing:
            return nothing.results

    return grade


def statuses(results) -> set[str]:
    return {cell.status for row in results.rows.values() for cell in row.cells}


def front(name: str) -> str:
    return f'---\nassignment: "{name}"\n---\n\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (MARA.read_text(), FITS_ANOTHER.format("000", "001", "001")),
        (front("000") + "# Q1\n\n5", NAMES_ANOTHER.format("000", "001")),
        ("Answer (topic-head): 3,845", FITS_ANOTHER.format("000", "001", "001")),
    ],
)
def test_a_document_in_the_wrong_folder_needs_a_person(grade, text, message):
    results = grade({"001/mara.md": text})
    assert [issue.message for issue in results.issues] == [message]
    assert statuses(results) == {"needs_review"}


@pytest.mark.parametrize(
    "text",
    [front("001") + MARA.read_text(), "Answer (encoder-layer): 27648", "# Q1\n\n5", front("Homework 3") + "# Q1"],
)
def test_a_document_that_may_be_in_the_right_folder_stays(grade, text):
    results = grade({"001/mara.md": text})
    assert results.issues == []


def test_a_document_in_its_own_folder_stays(grade):
    assert grade({"000/mara.md": MARA.read_text()}).issues == []


def test_files_that_name_different_assignments_need_a_person(grade):
    results = grade({"mara/a.md": front("000") + "# Q1", "mara/b.md": front("001") + "# Q1"})
    assert [issue.message for issue in results.issues] == [
        "Its files name several assignments, 000 and 001. Put the files of each into a folder with its name."
    ]
