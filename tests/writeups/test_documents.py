"""Write-ups with known answers: how many of their questions and answers are found, and none wrongly graded."""

from collections import Counter

import pytest

from checker.writeups.reading import BoundAnswer
from checker.writeups.sheets import PartKey
from tests.writeups.answer_keys import keys, sheet_named
from tests.writeups.measure import DOCUMENTS, Measured, fate, measure

LEAST_PRECISION = 0.96  # of questions; to be raised
LEAST_RECALL = 0.97  # of questions; to be raised
LEAST_RIGHT = 0.62  # share of the answers; to be raised to 0.94
MOST_TO_REVIEW = 0.36  # share of the answers; to be lowered to 0.05
MOST_WRONG = 0.02  # share of the answers; to be lowered
MOST_INVENTED = 1  # answers to parts that the student left open; to be lowered to 0
MOST_SEVERE = 5  # to be lowered to 0
MOST_ESSAYS_OFF = 2  # essays missed, or found where there are none; to be lowered to 0
MOST_UNREAD = 2  # documents; to be lowered to 0


@pytest.fixture(scope="module")
def first():
    return measure(DOCUMENTS / "first")


def test_all_documents_are_read(first):
    assert first.documents == 24
    assert len(first.unread) <= MOST_UNREAD, first.unread


def test_no_wrong_answer_gets_full_marks_and_no_right_answer_none(first):
    assert len(first.severe) <= MOST_SEVERE, first.severe


def test_questions_are_found_where_they_begin(first):
    assert first.precision >= LEAST_PRECISION, first
    assert first.recall >= LEAST_RECALL, first


def test_answers_are_read_right_or_go_to_review(first):
    assert first.share("right") >= LEAST_RIGHT, first
    assert first.share("review") <= MOST_TO_REVIEW, first
    assert first.share("wrong") + first.share("missed") <= MOST_WRONG, first


def test_nothing_is_invented_where_students_wrote_nothing(first):
    assert first.answers["invented"] <= MOST_INVENTED, first
    assert first.answers["unclear, bound"] == 0, first
    assert first.essays["missed"] + first.essays["invented"] <= MOST_ESSAYS_OFF, first


def test_keys_name_questions_and_parts_of_their_assignment():
    for key in keys(DOCUMENTS / "first"):
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
