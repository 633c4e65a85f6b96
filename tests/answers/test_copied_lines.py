"""Lines that students copy from what checker shows are read as the answer in them."""

from __future__ import annotations

import json

import pytest

from checker import check, load_problem
from checker.answers.legible import legible
from checker.marking.solution import answer as solution_of
from checker.marking.solution import expected_answer
from tests.bank import bank


@pytest.mark.parametrize(
    ("value", "unit", "settings", "answer"),
    [
        (27648, None, {}, "27.6K"),
        (27648, None, {}, "27648"),
        (27648, "tokens", {}, "27.6K tokens"),
        ([27648, 5, 12288], None, {"answer": "vector"}, "[27.6K, 5, 12K]"),
        ([[27648, 5], [7, 12288]], None, {}, "[[27.6K, 5], [7, 12K]]"),
        (13.477, "GB", {}, "13477 MB"),
        (13.477, "GB", {}, "12.55 GiB"),
        (13.477, "GB", {}, "5"),
        ([1.5, 2.5], "GB", {}, "[1500, 2500] MB"),
        ([1.5, 2.5], None, {}, "[[1.5], [2.5]]"),
        ([1.5, 2.5], None, {}, "(1 2)^T"),
        ([1.5], None, {}, "1.5"),
        ([[1.5, 2.5]], None, {}, "1.5 2.5"),
        ([32, 16], None, {}, "32 x 16"),
        ([1000, 250], None, {"answer": "vector"}, "1000; 250"),
        ("post-norm", None, {"type": "choice"}, "post-norm"),
        ("post-norm", None, {"type": "choice"}, "a"),
    ],
)
def test_lines_that_are_copied_from_the_screen_are_read_as_the_answer(problem, value, unit, settings, answer):
    known = problem(value, unit, **settings)
    result = check(known, answer, feedback="full")
    lines = [f"I read: {result.outcome.shown_reading}", result.outcome.shown_reading]
    if result.status == "correct" and not result.message.startswith("Your"):
        lines.append(result.message)
    for line in lines:
        again = check(known, line, feedback="full")
        assert (again.status, again.outcome.read_as) == (result.status, result.outcome.read_as), line
        one, other = ([number[:3] for number in each.outcome.reading.numbers] for each in (again, result))
        assert (
            one == other
        )  # a copy of our text may say more exactly which zeros are digits, and in the question's unit
    wrong = check(known, "b" if settings.get("type") == "choice" else "[7, 7, 7]" if isinstance(value, list) else "7")
    shown = legible(solution_of(known.parts[0]), is_list=known.parts[0].answer_kind.is_list) + (
        f" {unit}" if unit else ""
    )
    assert wrong.status != "correct"
    for lead in ("Expected: ", "Expected  ", "Expected "):
        assert check(known, f"{lead}{shown}").status == "correct"


def test_how_many_digits_were_stated_is_kept(problem):
    known = problem(27648)
    assert check(known, "27,600 (3 digits stated)").outcome.reading == check(known, "27.6K").outcome.reading


@pytest.mark.parametrize(
    "text",
    [
        "Expected 5 apples of 7",
        "I read: 5 and 6",
        "Correct: 5 or 6.",
        "13477 MB, read as 13 GB",
        "13477 MB, read as I like",
        "5 (read from page 7)",
        "27,600 (3 digits stated) 7",
        "27,600 (999 digits stated)",
        "0.5 (1 digit stated)",
        "Expected",
        "I read 27648 in the book",
        "Incorrect: 27648",
    ],
)
def test_what_is_not_understood_behind_our_words_is_unreadable(problem, text):
    for unit in (None, "GB"):
        assert check(problem(27648, unit), text).status == "unreadable"


def test_a_formula_next_to_the_number_has_to_be_understood():
    problem = bank().problems["transformer-base"]
    formula = "N[2(h(d_model + 1) + d_model(h + 1)) + 6·N_heads·d_model·(d_k + d_v)]"
    shown = check(problem, f"{formula} = 44,070,912").outcome.shown_reading
    assert " (next to " in shown
    for line in (shown, f"I read: {shown}"):
        assert check(problem, line).outcome.read_as == "44,070,912"
    assert check(problem, "44,070,912 (next to bananas)").status == "unreadable"


@pytest.mark.parametrize("decimal", ["point", "comma"])
@pytest.mark.parametrize(
    ("expression", "symbols"),
    [
        ("2*d*f + d + f", {"d": 64, "f": 280}),
        ("max(1.5*x, 2)", {"x": 7.25}),
        ("atan(a*x) + asinh(a)", {"a": 0.25, "x": 1.5}),
    ],
)
def test_a_formula_that_is_copied_from_what_is_shown_is_right(tmp_path, expression, symbols, decimal):
    parameters = {"expression": expression, "symbols": symbols}
    said = {"id": "p", "type": "formula", "prompt": "Which?", "answer": "formula", "parameters": parameters}
    (tmp_path / "p.yaml").write_text(json.dumps(said))
    (tmp_path / "assignment.yaml").write_text(f"decimal: {decimal}\n")
    known = load_problem(tmp_path / "p.yaml")
    wrong = check(known, next(iter(symbols)), feedback="full").outcome
    shown = expected_answer(known.parts[0], wrong.question.expected_formula)
    for line in (shown, f"Expected  {shown}", f"Expected: {shown}", f"Expected {wrong.question.expected_formula}"):
        result = check(known, line, feedback="full")
        assert (result.status, result.outcome.feedback.why) == ("correct", ())
        assert check(known, result.outcome.shown_reading).status == "correct"
