"""The assignment that a write-up answers, chosen by its questions."""

from dataclasses import replace

import pytest

from checker.writeups.assignment import NONE_FITS, TWO_FIT, matcher_of
from tests.writeups.documents_of import markdown, sheet_named

SHEETS = tuple(replace(sheet_named(name), assignment=name) for name in ("000", "001", "003"))


def match(text, sheets=SHEETS):
    sheet, trouble = matcher_of(sheets).match([markdown(text)])
    return sheet and sheet.assignment, trouble


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.assignment)
def test_a_document_with_the_questions_of_an_assignment_fits_it(sheet):
    text = "\n\n".join(f"# {question.label}\n\n{question.prompt}\n\nwork" for question in sheet.questions)
    assert match(text) == (sheet.assignment, "")


def test_a_document_about_something_else_fits_none():
    assert match("Dear all, tomorrow there will be cake.") == (None, NONE_FITS)


def test_of_two_sheets_with_the_same_questions_a_person_chooses():
    twins = (SHEETS[1], replace(SHEETS[1], assignment="twin"))
    text = "\n\n".join(question.prompt for question in SHEETS[1].questions)
    assert match(text, twins) == (None, TWO_FIT.format("001 and twin"))


def test_the_better_fit_comes_first():
    text = "\n\n".join(question.prompt for question in SHEETS[2].questions[:3])
    scores = matcher_of(SHEETS).scores([markdown(text)])
    assert scores[0][1].assignment == "003"
    assert [score for score, _ in scores] == sorted((score for score, _ in scores), reverse=True)


def test_a_document_with_the_questions_of_another_assignment_fits_that_one_better():
    other = "\n\n".join(question.prompt for question in SHEETS[2].questions)
    assert matcher_of(SHEETS).better([markdown(other)], SHEETS[0]) is SHEETS[2]


def test_numbers_of_one_digit_say_nothing_of_the_questions():
    text = "\n\n".join(f"{number}\n\n{number} · 3 + {number}" for number in range(10))
    small = replace(
        SHEETS[0],
        assignment="small",
        title="Small",
        questions=tuple(replace(each, title="", prompt="Find 1, 2; 3, 4; 5, 6.") for each in SHEETS[0].questions),
    )
    assert matcher_of((SHEETS[2], small)).better([markdown(text)], SHEETS[2]) is None
