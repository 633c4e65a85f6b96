"""A calculation that is typed with another result than it has stays unreadable, and is told what is wrong."""

import pytest

from checker import check, load_problem
from tests.bank import BANK

SIDES = 'The sides of "{}" are not equal. Write only your final number.'


@pytest.mark.parametrize(
    ("answer", "feedback", "why"),
    [
        ("3*64*64 + 2*64*120 = 27684", "explain", ("3*64*64 + 2*64*120 is not 27684; work it out again.",)),
        ("3*64*64 + 2*64*120 = 27684", "full", ("3*64*64 + 2*64*120 is 27,648, not 27684.",)),
        (
            "4*64*64 + 2*64*120 = 31000",
            "explain",
            (
                "Your answer counts the output projection W_O; this question does not.",
                "4*64*64 + 2*64*120 is not 31000; work it out again.",
            ),
        ),
        ("4*64*64 + 2*64*120 = 31000", "verdict", ()),
        ("4*64*64 + 2*64*120 = 31000", "hint", ()),
    ],
)
def test_what_is_wrong_with_the_calculation_is_told(layer, answer, feedback, why):
    outcome = check(layer(""), answer, feedback=feedback).outcome
    assert (outcome.status, outcome.points) == ("unreadable", None)
    assert outcome.feedback.headline == SIDES.format(answer)
    assert outcome.feedback.why == why


def test_the_calculation_has_the_unit_of_its_result():
    problem = load_problem(BANK / "memory/weights-llama-7b.yaml")  # which asks for GB
    for answer in ("4 * 6740 MB = 20000 MB", "4 * 6.74 GB = 20 GB"):
        assert check(problem, answer).outcome.feedback.why == (
            "You used four bytes for each number, the size of float32. Here the numbers have another size.",
            f"{answer.partition(' = ')[0]} is not {answer.partition(' = ')[2]}; work it out again.",
        )


@pytest.mark.parametrize(
    ("feedback", "why"),
    [("explain", "You left out the root in the formula."), ("full", "You left out the root in sqrt(5.7^2 + 8.3^2).")],
)
def test_a_mistake_in_the_calculation_does_not_show_the_whole_formula_below_full(tmp_path, feedback, why):
    (tmp_path / "legs.yaml").write_text(
        "id: legs\ntype: formula\nprompt: The legs are {a} and {b}. How long is the hypotenuse?\n"
        "parameters: {expression: 'sqrt(a^2 + b^2)', symbols: {a: 5.7, b: 8.3}}\n"
    )
    found = check(load_problem(tmp_path / "legs.yaml"), "5.7^2 + 8.3^2 = 101.83", feedback=feedback).outcome
    assert found.feedback.why[0] == why
