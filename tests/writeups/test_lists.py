"""Vectors, matrices and shapes in a statement, and orders of growth."""

import pytest

from checker.writeups.results.numbers import LISTS, OPERAND, lists
from checker.writeups.results.pieces import orders, pieces, with_doubts
from tests.tables import rows


def found(text):
    return [(each.text, LISTS.index(each.kind)) for each in lists(text) if each.cues != OPERAND]


@pytest.mark.parametrize(("text", "expected"), rows(__file__, "lists_are_found_with_their_dimensions"))
def test_lists_are_found_with_their_dimensions(text, expected):
    assert found(text) == [tuple(expected)]


@pytest.mark.parametrize("text", rows(__file__, "other_brackets_and_numbers_are_no_lists"))
def test_other_brackets_and_numbers_are_no_lists(text):
    assert found(text) == []


def test_a_list_that_is_worked_with_is_an_operand():
    one, other = lists("[1, 2] · [3, 4]")
    assert one.cues == other.cues == OPERAND


def test_cues_of_lists_are_those_of_numbers():
    assert [each.cues for each in lists("answer: [1, 2]")] == [("colon", "answer_word")]
    assert [each.cues for each in lists("= 0.5, 0.25")] == [("equals", "bare_list")]


def test_a_bracket_that_never_closes_takes_little_time():
    assert lists("[" * 20_000) == []


@pytest.mark.parametrize(("text", "expected"), rows(__file__, "orders_of_growth"))
def test_orders_of_growth(text, expected):
    assert [each.text for each in orders(text)] == [expected]


@pytest.mark.parametrize("text", ["foo(n)", "O(n"])
def test_no_order(text):
    assert list(orders(text)) == []


def test_commas_between_semicolons_are_decimal():
    assert found("0,609; 0,196") == [("[0,609; 0,196]", 1)]


@pytest.mark.parametrize(
    "text", ["h = (0.5, 0.25)^2", "h = (0.5, 0.25)^t0", "A = [[1, 2], [3, 4]]^T", "(1, 2)^T · (3, 4)^T = 11"]
)
def test_a_row_is_only_a_column_with_nothing_else_behind_it(text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "are_doubtful"),
    [
        ("(15,6 | -13,8 | 5,5) = (9,4 | 5,4 | 10,3)", True),
        ("(15,6 | -13,8 | 5,5) = (15,60 | -13,80 | 5,50)", False),
        ("[0,152 0,584] = (0,95; 3,65)", True),
        ("[1, 2] = [1.0, 2.0]", False),
    ],
)
def test_two_lists_that_are_unequal_sides_of_an_equation_are_doubtful(text, are_doubtful):
    found = with_doubts(text, list(pieces(text, {"vector"})))
    assert ["doubt" in each.cues for each in found] == [are_doubtful] * 2
