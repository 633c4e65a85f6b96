"""Write-ups with known answers: how many of their questions and answers are found, and none wrongly graded."""

from collections import Counter
from typing import NamedTuple

import pytest

from checker.writeups.reading import BoundAnswer
from checker.writeups.sheets import PartKey
from tests.writeups.answer_keys import keys, sheet_named
from tests.writeups.measure import DOCUMENTS, Measured, fate, measure


class Floors(NamedTuple):
    """What holds for the write-ups of a folder: shares, and numbers of answers."""

    documents: int
    precision: float
    recall: float
    right: float
    review: float
    wrong: float
    """Wrong or missed."""
    severe: int
    invented: int
    essays: int


FLOORS = {
    "first": Floors(24, 0.98, 0.98, 0.86, 0.14, 0.0, 0, 0, 2),
    "second": Floors(25, 0.98, 0.98, 0.79, 0.19, 0.019, 2, 2, 2),
    "third": Floors(12, 0.97, 0.97, 0.84, 0.14, 0.02, 0, 0, 1),
    "fourth": Floors(16, 0.99, 0.97, 0.74, 0.24, 0.025, 0, 0, 0),
    "fifth": Floors(12, 0.95, 0.86, 0.61, 0.38, 0.016, 0, 0, 1),
    "sixth": Floors(5, 1.0, 1.0, 0.84, 0.15, 0.02, 1, 0, 0),
}


@pytest.fixture(scope="module", params=FLOORS)
def half(request):
    return measure(DOCUMENTS / request.param), FLOORS[request.param]


def test_all_documents_are_read(half):
    found, floors = half
    assert found.documents == floors.documents
    assert not found.unread


def test_hardly_any_right_answer_gets_no_points_and_no_wrong_one_full_marks(half):
    found, floors = half
    assert len(found.severe) <= floors.severe, found.severe
    assert not [case for case in found.severe if "full marks" in str(case)]


def test_questions_are_found_where_they_begin(half):
    found, floors = half
    assert found.precision >= floors.precision, found
    assert found.recall >= floors.recall, found


def test_answers_are_read_right_or_go_to_review(half):
    found, floors = half
    assert found.share("right") >= floors.right, found
    assert found.share("review") <= floors.review, found
    assert found.share("wrong") + found.share("missed") <= floors.wrong, found


def test_nothing_is_invented_where_students_wrote_nothing(half):
    found, floors = half
    assert found.answers["invented"] <= floors.invented, found
    assert found.answers["unclear, bound"] <= 1, found
    assert found.essays["missed"] + found.essays["invented"] <= floors.essays, found


@pytest.mark.parametrize("folder", FLOORS)
def test_keys_name_questions_and_parts_of_their_assignment(folder):
    for key in keys(DOCUMENTS / folder):
        sheet = sheet_named(key.assignment)
        problems = {question.problem for question in sheet.questions}
        assert key.questions.keys() <= problems, key.path.name
        assert key.essays <= problems, key.path.name
        assert key.answers.keys() | key.unclear <= {str(part) for part in sheet.parts}, key.path.name


@pytest.mark.parametrize(
    ("answer", "text", "doubt", "expected"),
    [
        ("3,845", "3845", "", "right"),
        ("3,845", "3.8 thousand", "", "right"),  # the same, rounded
        ("3,845", "3,840", "", "wrong"),
        ("3,845", "three", "", "wrong"),
        ("3,845", "", "", "missed"),
        ("3,845", "3,840", "Which one?", "review"),
        ("", "3,845", "", "invented"),
        ("", "3,845", "Is it one?", "review of nothing"),
        ("", "", "", "nothing"),
    ],
)
def test_the_fate_of_an_answer(answer, text, doubt, expected):
    part = sheet_named("000").parts[PartKey("topic-head", None)]
    assert fate(part, answer, BoundAnswer("topic-head", None, text, (), 1.0, "", doubt)) == expected


def test_shares_are_those_of_the_answers_in_the_documents():
    measured = Measured(
        boundaries=Counter(there=4, found=5, right=3),
        answers=Counter({"right": 6, "wrong": 1, "missed": 1, "review": 2, "invented": 7, "nothing": 9}),
    )
    assert (measured.precision, measured.recall) == (0.6, 0.75)
    assert [measured.share(each) for each in ("right", "wrong", "missed", "review")] == [0.6, 0.1, 0.1, 0.2]


def test_a_wrong_answer_read_as_the_right_one_is_severe(tmp_path):
    (tmp_path / "s1.md").write_text("# Q3a\n\nAnswer (topic-head): 3,845\n", encoding="utf-8")
    (tmp_path / "s1.key.yaml").write_text(
        'assignment: "000"\nquestions: [{problem: topic-head, line: 1}]\n'
        'answers: {topic-head: "3,840"}\nunclear: []\nessays: []\n',
        encoding="utf-8",
    )
    measured = measure(tmp_path)
    assert measured.severe == [
        "s1.md: topic-head gets full marks and deserves none: '3,840', read as '3,845'",
    ]
    assert measured.answers["wrong"] == 1
    assert "SEVERE s1.md: topic-head" in str(measured)
