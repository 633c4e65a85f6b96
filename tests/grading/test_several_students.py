"""A class in one folder is not one student."""

from __future__ import annotations

import pytest

from checker.grading.grader.write_ups import SAME_QUESTION
from tests.grading import documents
from tests.grading.problems import BLOCK, LAYER

RIGHT, WRONG = "encoder-layer: 27648", "encoder-layer: 1"


@pytest.fixture
def graded(grade, monkeypatch):
    documents.install(monkeypatch)

    def graded(files, problems=None):
        records, book = grade(files, problems or {"layer.yaml": LAYER, "block.yaml": BLOCK})
        results = {(record["student"], record["problem"], record["part"]): record["status"] for record in records}
        return results, [issue.message for issue in book.issues]

    return graded


@pytest.mark.parametrize("files", [{"s1": RIGHT, "s2": WRONG}, dict.fromkeys(("s1", "s2", "s3"), RIGHT)])
def test_files_that_answer_the_same_question_need_a_person(graded, files):
    results, (issue,) = graded({f"week1/{name}.md": text for name, text in files.items()})
    assert results["week1", "encoder-layer", None] == "needs_review"
    names = " and ".join((", ".join([f"week1/{name}.md" for name in files][:-1]), f"week1/{[*files][-1]}.md"))
    assert issue == SAME_QUESTION.format("encoder-layer", names)


@pytest.mark.parametrize(
    "files",
    [
        {"work.md": RIGHT, "answers.md": RIGHT},
        {"work.md": RIGHT, "work.ipynb": '[["encoder-layer: 1"]]'},
        {"q1.md": RIGHT, "q2.md": "block.queries: 40200", "q3.md": "block.total: 1", "notes.md": ""},
    ],
)
def test_files_of_one_student_are_read_together(graded, files):
    results, issues = graded({f"s1/{name}": text for name, text in files.items()})
    assert "needs_review" not in results.values()
    assert issues == []


def test_a_folder_named_like_that_of_the_problems_is_the_assignment(graded):
    results, issues = graded({"problems/s1.md": RIGHT, "problems/s2.md": WRONG})
    assert {student: status for (student, problem, _), status in results.items() if problem == "encoder-layer"} == {
        "s1": "correct",
        "s2": "incorrect",
    }
    assert issues == []
