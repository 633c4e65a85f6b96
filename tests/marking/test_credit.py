"""Credit for what went wrong, for coarse answers and under other accepted conventions."""

import pytest

from checker import check, load_problem
from tests.tables import rows


def outcome(problem, answer, part=None, feedback="full"):
    return check(problem, {part: answer}, feedback=feedback).parts[part]


def test_accepted_conventions(layer):
    problem = layer("accept:\n  - {conventions: {biases: counted}, credit: 0.5}\n")
    found = outcome(problem, "28024")
    assert (found.status, found.points) == ("partial", 1.0)
    assert found.feedback.headline == "28,024 is correct under another way of counting, which earns part of the points."
    assert "counts the biases" in found.feedback.message


def test_credit_for_an_imprecise_answer(layer):
    found = outcome(layer("imprecise_credit: 0.25\n"), "27.6K")
    assert (found.status, found.points) == ("partial", 0.5)
    assert found.feedback.message == "Give every digit."


def test_an_answer_under_an_accepted_convention_asks_for_no_fix(layer):
    found = outcome(layer("accept:\n  - {conventions: {biases: counted}, credit: 1}\n"), "28024")
    assert (found.status, found.points) == ("correct", 2.0)
    assert found.feedback.message == "28,024 is correct under another way of counting, which earns all of the points."


def test_the_headline_mentions_credit_for_a_mistake(layer):
    found = outcome(layer("credit: {one_mistake: 0.5}\n"), "31744")
    assert found.feedback.headline == "31,744 is not correct, but earns part of the points."


def test_credit_does_not_depend_on_estimates(tmp_path):
    """A single bias for two classes is so near the truth that it is no sure sign; it is one mistake all the same."""
    file = tmp_path / "head.yaml"
    file.write_text(
        "id: head\ntype: classification_head_parameters\nparameters: {hidden_size: 8, num_classes: 2}\n"
        "credit: {one_mistake: 0.5}\n"
    )
    found = outcome(load_problem(file), "17")
    assert found.diagnosis.explanations[0].strength == "possible"
    assert (found.status, found.points) == ("partial", 0.5)


@pytest.mark.parametrize(("more", "answer", "points"), rows(__file__, "the_best_way_to_an_answer_sets_the_credit"))
def test_the_best_way_to_an_answer_sets_the_credit(layer, more, answer, points):
    text = f"credit: {more}\n"
    problem = layer(text)
    problem.path.write_text(
        problem.path.read_text().replace("output_projection: left_out", "output_projection: counted")
    )
    assert outcome(load_problem(problem.path), answer).points == points


LENS = (
    "id: lens\ntype: formula\nparameters: {expression: 1/(1/f - 1/g), symbols: {f: 16.2, g: 171}}\n"
    "tolerance: {significant: 4}\ncredit: {slip: 0.8}\n"
)
"""1/(1/16.2 - 1/171) = 17.8953488"""


@pytest.mark.parametrize(("answer", "points"), rows(__file__, "slips_of_the_pen_in_real_numbers"))
def test_slips_of_the_pen_in_real_numbers(tmp_path, answer, points):
    file = tmp_path / "lens.yaml"
    file.write_text(LENS)
    assert outcome(load_problem(file), answer).points == points


def test_a_number_with_one_digit_left_is_not_a_slip_of_the_pen(tmp_path):
    file = tmp_path / "share.yaml"
    file.write_text("id: share\ntype: numeric\nparameters: {value: 0.1565}\ncredit: {slip: 0.8}\n")
    assert outcome(load_problem(file), "0.8435").points == 0.0
    assert outcome(load_problem(file), "0.1655").points == 0.8


@pytest.mark.parametrize(
    ("level", "credit", "answer", "why"), rows(__file__, "points_for_an_unreported_mistake_come_with_a_reason")
)
def test_points_for_an_unreported_mistake_come_with_a_reason(layer, credit, answer, why, level):
    headline = outcome(layer(f"credit: {{{credit}}}\n"), answer, feedback=level).feedback.headline
    assert headline.endswith(f" is not correct, but earns part of the points{why}")


def test_points_for_a_silenced_mistake_come_with_a_reason(tmp_path):
    """4 is 2 · 2, with a for b, and many another short expression of 2 and 3."""
    file = tmp_path / "small.yaml"
    file.write_text(
        "id: small\ntype: formula\nparameters: {expression: a*b, symbols: {a: 2, b: 3}}\ncredit: {one_mistake: 0.5}\n"
    )
    told = outcome(load_problem(file), "4").feedback
    assert told.headline == ("4 is not correct, but earns part of the points: a single known mistake may explain it.")
    assert told.why == ("I can't tell from this number what went wrong.",)
    assert "may give it" not in outcome(load_problem(file), "4", feedback="verdict").feedback.message


@pytest.mark.parametrize(("level", "reason"), [("explain", ": a single slip of the pen may explain it"), ("full", "")])
def test_points_for_an_unreported_slip_come_with_a_reason(layer, level, reason):
    found = outcome(layer("credit: {slip: 0.8}\n"), "-27648", feedback=level)
    assert found.points == 1.6
    assert found.feedback.headline == f"-27,648 is not correct, but earns part of the points{reason}."
