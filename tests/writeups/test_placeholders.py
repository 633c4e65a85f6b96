"""Placeholders: what students write where they have no answer."""

import pytest

from checker.problems import QuestionKey
from checker.writeups.parts.part_words import is_empty, unanswered
from checker.writeups.questions.statements import statements
from tests.tables import rows
from tests.writeups.documents_of import lines_of, sheet_named

PARTS = sheet_named("000").questions[0].parts


def empty(text):
    return is_empty(list(statements(lines_of(text))))


def left_open(text):
    found = unanswered(PARTS, list(statements(lines_of(text))))
    return {key.part for key in found}


@pytest.mark.parametrize("text", rows(__file__, "sections_without_content_are_empty_in_any_language"))
def test_sections_without_content_are_empty_in_any_language(text):
    assert empty(text)


@pytest.mark.parametrize(
    "text",
    [
        "# Question 1\n\n5",
        "# Question 1\n\n0.5",
        "TODO, but I think 27",
        "skip = 5",
        "Nothing is dropped",
        "todo " + "and more of it " * 8,
        "passwords are long",
    ],
)
def test_sections_with_content_are_not(text):
    assert not empty(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("total: TODO", {"total"}),
        ("Embeddings = ???", {"embeddings"}),
        ("feed-forward: ____", {"feed-forward"}),
        ("(b) skip", {"projections"}),
        ("c) nicht gemacht", {"output-projection"}),
        ("total: 27", set()),
        ("TODO", set()),
        ("total 27: not done", set()),
        ("something: TODO", set()),
        ("### Total\n\nTODO", {"total"}),
        ("total: TODO\n\nembeddings: 27", {"total"}),
        ("total = 27\n\ntotal: TODO", {"total"}),
    ],
)
def test_parts_that_a_student_leaves_open(text, parts):
    assert left_open(text) == parts


def test_the_only_part_is_not_left_open_by_its_name():
    part = sheet_named("000").parts[QuestionKey("topic-head", None)]
    assert unanswered([part], list(statements(lines_of("total: TODO")))) == set()
