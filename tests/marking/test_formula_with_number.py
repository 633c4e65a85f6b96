"""A formula and a number next to each other: one answers the part, and the feedback says how the two fit."""

import re

import pytest

from checker import check, load_problem

RIGHT = "N(4d² + 2dh + h + d)"  # worked out by hand: four projections, two matrices, two biases

VALUE = 6 * (4 * 512**2 + 2 * 512 * 2048 + 2048 + 512)

LESS = 6 * (4 * 512**2 + 2 * 512 * 2048)


def mistakes(result):
    return [[one["id"] for one in each["mistakes"]] for each in result.record()["explanations"]]


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
@pytest.mark.parametrize(
    "answer", ["N(4d² + 2dh)", f"{RIGHT} = 5", "N(5d²) = 7", "12", f"N = {LESS}", f"{RIGHT} ≈ 18M"]
)
def test_below_full_the_number_is_not_given_away(formula, number, answer, level):
    for problem in (formula, number):
        record = str(check(problem, answer, feedback=level).record())
        assert not re.search(r"18,?889,?728|3,?148,?288", record)


def test_both_are_correct(formula, number):
    for problem in (formula, number):
        result = check(problem, f"{RIGHT} = {VALUE:,}")
        assert (result.status, result.record()["beside"]["status"]) == ("correct", "correct")
    assert check(number, f"{VALUE} = {RIGHT}").record()["read_as"] == VALUE


def test_a_right_formula_with_a_wrong_number(formula, number):
    given = f"{RIGHT} = {VALUE // 6}"
    asked = check(number, given)
    assert asked.status == "incorrect"
    assert asked.message == (
        "3,148,288 is not correct. Your formula is correct, but the number next to it is not its value. "
        "From the formula to the number: You left out the factor N, here 6. This mistake gives exactly 3,148,288. "
        "Evaluate your formula again."
    )
    beside = asked.record()["beside"]
    assert (beside["kind"], beside["status"], beside["fits"]) == ("formula", "correct", False)
    assert "gives" not in beside
    assert beside["evaluation"][0]["mistakes"][0]["id"] == "N.left_out"
    result = check(formula, given)
    assert result.status == "correct"
    assert result.message.startswith("Your formula is correct. The number next to it is not its value.")


def test_a_wrong_formula_with_the_right_number(formula, number):
    given = f"N(4d² + 2dh) = {VALUE}"
    asked = check(number, given)
    assert asked.status == "correct"
    assert asked.message.startswith(
        "Correct: 18,889,728. The formula next to it gives something else. Your answer leaves"
    )
    result = check(formula, given)
    assert result.status == "incorrect"
    assert result.message.endswith("The number next to it is correct. The first step that differs is layer. Fix that and "
                                   "work it out again.")  # fmt: skip


def test_a_wrong_formula_that_is_evaluated_correctly(formula, number):
    for problem in (formula, number):
        result = check(problem, f"N(4d² + 2dh) = {LESS}")
        assert result.status == "incorrect"
        assert "The number is the value of your formula. Your answer leaves the biases" in result.message
        assert result.record()["beside"]["gives"] == LESS


def test_a_wrong_formula_that_gives_the_right_number_at_these_sizes_does_not_give_it_away(number):
    wrong = "N(4d² + 2dh + 5d)"
    result = check(number, f"{wrong} = 7")
    assert result.status == "incorrect"
    assert "gives" not in result.record()["beside"]
    assert "18,889,728" not in result.message
    right = check(number, f"{wrong} = {VALUE}")
    assert right.message.startswith(
        "Correct: 18,889,728. The formula next to it gives it here, but not for other sizes."
    )


def test_a_rounded_number_next_to_a_formula_fits(number):
    record = check(number, f"{RIGHT} ≈ 18.9M", feedback="full").record()
    assert (record["status"], record["beside"]["fits"]) == ("partial", True)


@pytest.mark.parametrize("coarse", ["18.9M", "12.3M"])
def test_below_full_no_reply_says_whether_a_coarse_number_fits_its_formula(number, coarse):
    """The formula is right: that the number fits it would confirm its digits."""
    record = check(number, f"{RIGHT} ≈ {coarse}").record()
    message = "I have not judged it yet: give every digit."
    assert (record["status"], record["message"], record["points"]) == ("too_coarse", message, None)
    assert "beside" not in record


def test_a_formula_alone_is_not_a_number(number):
    result = check(number, RIGHT)
    assert (result.status, result.points) == ("unreadable", None)
    assert (
        result.message
        == "This is a formula, but the question asks for a number. Write = and the number after the formula."
    )


def test_numbers_are_read_as_without_symbols(number):
    for answer in (
        f"P = {VALUE}",
        f"total = {VALUE}",
        "6*(4*512^2 + 2*512*2048 + 2048 + 512) = 18889728",
        "18.889728M",
    ):
        assert check(number, answer).status == "correct", answer


def test_a_number_is_no_answer_under_the_name_of_another_quantity(number):
    result = check(number, f"N = {VALUE}")
    assert result.status == "unreadable"
    assert result.message == '"N" is given in this question. Write only your final number.'


def test_the_formula_in_a_real_submission():
    """The student's own formula settles what the number alone leaves open: it was evaluated without N = 6."""
    result = check(
        load_problem("problems/003/transformer-base.yaml"),
        "N[2(h(d_model + 1) + d_model(h + 1)) + 3 N_heads d_model (2d_k + d_v)] = 6558720",
    )
    assert mistakes(result)[0] == ["layers.forgotten", "output_projection.left_out"] or result.status == "incorrect"
    told = result.message
    assert "Your formula gives 39,352,320, not 6,558,720." in told
    assert "You left out the factor N, here 6." in told
    assert "leaves the output projection W_O out" in told
    assert "You counted two of the three input projections" in told


@pytest.mark.parametrize("more", ["+ 0.001", "* 1.0000001", "+ 1/7"])
def test_the_value_of_a_nearly_correct_formula_is_not_shown(number, more):
    record = check(number, f"{RIGHT} {more} = 3").record()
    assert "gives" not in record["beside"]
    assert f"{VALUE:,}" not in record["message"]
