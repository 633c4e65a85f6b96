"""Labels: the numbers by which students name the questions and parts that they answer."""

import pytest

from checker.writeups.questions import labels
from checker.writeups.questions.labels import labels_of, part_mark, sheet_components, without_label
from tests.tables import rows


def found(text, kind="paragraph", strong="", **more):
    return [(label.components, label.strength) for label in labels_of(text, kind, strong, **more)]


@pytest.mark.parametrize(
    ("label", "components"),
    [("Q3a", (3, "a")), ("Q 3 (a)", (3, "a")), ("1.2, table", (1, 2)), ("10", (10,)), ("Task 04", (4,)), ("intro", ())],
)
def test_labels_of_sheets(label, components):
    assert sheet_components(label) == components


@pytest.mark.parametrize(
    ("text", "components"), rows(__file__, "a_noun_before_the_number_makes_a_label_in_any_language")
)
def test_a_noun_before_the_number_makes_a_label_in_any_language(text, components):
    assert found(text)[0] == (tuple(components), labels.WORDED)
    assert found(text, "heading")[0] == (tuple(components), labels.TITLE)


@pytest.mark.parametrize(
    ("text", "kind", "components", "strength"),
    [
        ("3", "heading", (3,), labels.HEADED),
        ("3) Calculate", "paragraph", (3,), labels.SIGNED),
        ("3b. Calculate", "paragraph", (3, "b"), labels.SIGNED),
        ("3 Calculate", "paragraph", (3,), labels.BARE),
        ("4. 58 windows", "paragraph", (4,), labels.SIGNED),
        ("3      27,648", "code", (3,), labels.IN_COLUMN),
        ("--- 3 ---", "paragraph", (3,), labels.ALONE),
    ],
)
def test_a_bare_number_is_a_label_by_its_place(text, kind, components, strength):
    assert found(text, kind) == [(components, strength)]


def test_bold_numbers_are_surer_than_others():
    assert found("3) Calculate", strong="3) Calculate") == [((3,), labels.BOLD)]


def test_a_bold_number_in_groups_is_hardly_a_label():
    assert found("3 600 kbit", strong="3 600 kbit") == [((3,), labels.IN_NUMBER)]
    assert found("3\u2009600\xa0kbit", strong="3\u2009600\xa0kbit") == [((3,), labels.IN_NUMBER)]
    assert found("3 600 kbit", strong="3") == [((3,), labels.BOLD)]


@pytest.mark.parametrize(
    "text",
    ["2 × 768", "27648", "27,648", "3 = 5", "3 % of", "2 - 1", "No idea", "exact 5", "Q = 3", "3.25 wide", "3:30 pm"],
)
def test_quantities_are_no_labels(text):
    assert found(text) == []


def test_a_number_in_the_middle_of_a_paragraph_begins_nothing():
    assert found("3 layers follow", begins=False) == []
    assert found("3 layers follow", begins=True) == [((3,), labels.BARE)]


def test_a_question_that_is_only_mentioned_gets_no_label():
    assert found("the same as in question 3") == []
    assert found("My answer, question 3") == [((3,), labels.SIGNED)]
    assert found("Correction of question 3: it is 5") == [((3,), labels.REVISED)]


def test_a_title_may_end_with_its_number():
    assert ((3, "b"), labels.HEADED) in found("The encoder (Q3b)", "heading")
    assert found("The encoder (3b)") == [((3, "b"), labels.BOLD)]
    assert found("The encoder, described in a much longer sentence (3b)") == []


@pytest.mark.parametrize(("text", "rest"), rows(__file__, "the_number_of_a_question_is_no_answer"))
def test_the_number_of_a_question_is_no_answer(text, rest):
    assert without_label(text, "paragraph") == rest


@pytest.mark.parametrize(("text", "letter"), rows(__file__, "marks_of_parts"))
def test_marks_of_parts(text, letter):
    assert part_mark(text) == letter


@pytest.mark.parametrize(
    "text", ["The second question was hard", "Second question: 5", "First, I solve for x", "3.68 m"]
)
def test_other_words_and_numbers_are_no_labels(text):
    assert found(text) == []
