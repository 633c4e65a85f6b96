"""Near misses: slips in the arithmetic, on the truth or after a known mistake."""

from decimal import Decimal
from fractions import Fraction

import pytest

from checker import check
from checker.answers import StatedNumber
from checker.diagnosis import diagnose
from checker.diagnosis.near_misses import near_misses, slip_probability
from checker.marking.parts import PartsMarker
from tests.bank import bank


def whole_number(value):
    return StatedNumber(value, Decimal("0.5"), len(str(abs(value))))


def test_small_errors_and_errors_in_few_digits_are_likelier():
    close, far = (slip_probability(whole_number(value), 14_155_776) for value in (14_155_008, 14_655_123))
    assert close > 100 * far > 0
    one_digit, several = (slip_probability(whole_number(value), 27_648) for value in (27_848, 27_861))
    assert one_digit > 2 * several > 0


@pytest.mark.parametrize(
    ("stated", "value"), [(27_648, 27_648), (30_000, 27_648), (-27_648, 27_649), (99, 98), (27_648, float("inf"))]
)
def test_what_is_no_near_miss(stated, value):
    """The value itself, more than 5% away, another sign, two digits."""
    assert slip_probability(whole_number(stated), value) == 0


def test_a_real_number_counts_in_units_of_its_last_digit():
    stated = StatedNumber(Decimal("2.316"), Decimal("0.0005"), 4)
    assert slip_probability(stated, 2.3163) == 0, "rounded, it is this number"
    assert slip_probability(stated, 2.326) > slip_probability(stated, 2.347) > 0
    assert slip_probability(StatedNumber(Decimal("1E+400"), Decimal("5E+399"), 1), 0.6) == 0


def test_the_values_that_an_answer_is_near_to(layer_index, whole):
    causes = near_misses(layer_index, whole(31_734))
    assert [mistake.id for mistake in causes[0].mistakes] == ["output_projection.counted"]
    assert len(causes) <= 3
    assert all(cause.is_estimated and cause.slip == "calculation" for cause in causes)


def test_close_to_the_right_value_is_said_at_full_only():
    layer = bank().problems["encoder-layer"]
    told = {level: check(layer, "27,658", feedback=level) for level in ("explain", "full")}
    assert told["full"].record()["explanations"][0]["strength"] == "possible"
    assert told["full"].outcome.feedback.why == (
        "This is close to the right value: check your arithmetic, then what you counted.",
    )
    assert told["explain"].record()["explanations"] == []
    assert told["explain"].outcome.feedback.why[0] == "I can't tell from this number what went wrong."


S000 = {"projections": "14,155,008", "output-projection": "4,569,984", "attention": "18,725,992"}


@pytest.mark.parametrize("level", ["explain", "full"])
def test_the_three_parts_of_one_student_are_explained_together(level):
    outcomes = PartsMarker(bank().problems["small-bert"], level).mark(S000)
    beliefs = (
        "you multiplied the Q, K and V projections by the number of heads. Their columns already cover all heads.",
        "you multiplied the output projection W_O by the number of heads. It is one matrix for all heads.",
    )
    follows = "this follows from your answers to projections and output-projection, but for a slip in the arithmetic."
    whys = [outcome.feedback.why for outcome in outcomes.values()]
    assert whys[:2] == [
        (f"Perhaps: {belief} Then check your arithmetic, and round only at the end.",) for belief in beliefs
    ]
    assert whys[2] == (f"Perhaps: {follows}",)
    strengths = [outcome.record()["explanations"][0]["strength"] for outcome in outcomes.values()]
    assert strengths == ["possible"] * 3


def test_alone_the_second_part_proves_nothing():
    """4,569,984 is 3% away; only the same belief in another part speaks for it."""
    told = check(bank().problems["small-bert"], S000["output-projection"], "output-projection").record()
    assert told["explanations"] == []


def test_a_number_of_the_question_needs_no_arithmetic(tmp_path):
    file = tmp_path / "savings.yaml"
    file.write_text(
        'id: savings\ntype: formula\nparameters: {expression: "p*(1 + r)^n", symbols: {p: 2000, r: 0.05, n: 3}}\n'
    )
    from checker import load_problem

    told = check(load_problem(file), "2000.2", feedback="full").record()["explanations"]
    assert all(each["slip"] != "calculation" or each["mistakes"][0]["id"] != "r.left_out" for each in told)


def test_an_estimate_earns_no_points(layer_index, whole):
    found = diagnose(layer_index, whole(27_658))
    assert found.explanations[0].slip == "calculation"
    assert "calculation" not in {slip for _, slip in found.ways}


def test_a_number_too_small_for_floats_is_no_slip():
    tiny = StatedNumber(Fraction(1, 10**400), Fraction(1, 10**400), 1)
    assert slip_probability(tiny, 0.25) == 0
