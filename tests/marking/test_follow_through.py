"""Error carried forward, as teachers do it."""

from __future__ import annotations

import pytest

from checker.marking.parts import PartsMarker
from checker.problems import load_problem
from tests.bank import bank

# mean 5.26, deviation 0.814248, error 0.364143, margin 1.01086, interval 4.24914 to 6.27086
SAMPLE = """
id: sample
type: formula
prompt: Estimate the mean length from five measurements.
parameters:
  expression: average + margin
  symbols:
    x: [4.1, 5.3, 6.2, 5.8, 4.9]
    n: 5
    t: 2.776
    average: mean(x)
    deviation: {expression: sqrt(sum((x - average)^2)/(n - 1)), unit: cm}
    error: deviation/sqrt(n)
    margin: t*error
    lower: average - margin
follow_through: true
parts:
  - {id: mean, asks: average}
  - {id: deviation, asks: deviation}
  - {id: error, asks: error}
  - {id: lower, asks: lower}
  - {id: upper}
"""


def statuses(results):
    return [result.status for result in results.values()]


def not_carried(result):
    return result.record().get("not_carried")


def test_after_one_slip_only_the_part_with_the_slip_loses_its_point(marked):
    # deviation 0.87 by a slip: error 0.87/√5 = 0.38907, margin 1.08007
    found = marked(SAMPLE, mean="5.26", deviation="0.87", error="0.389", lower="4.18", upper="6.34")
    assert statuses(found) == ["correct", "incorrect", "carried", "carried", "carried"]
    assert sum(result.points for result in found.values()) == 4.0
    assert found["error"].message == (
        "0.389 is correct, given your answer to deviation. Fix your answer to deviation, then work this out again."
    )
    assert [found[part].record()["carried_from"] for part in ("error", "lower")] == [["deviation"], ["error"]]


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_below_full_the_points_are_the_same(marked, level):
    found = marked(SAMPLE, level, deviation="0.870", error="0.389")
    assert (found["error"].status, found["error"].points) == ("carried", 1.0)


def test_without_follow_through_nothing_is_carried(marked):
    found = marked(SAMPLE.replace("follow_through: true", ""), deviation="0.87", error="0.389")
    assert (found["error"].status, found["error"].points) == ("incorrect", 0.0)


def test_what_does_not_follow_from_the_wrong_answer_stays_wrong(marked):
    found = marked(SAMPLE, deviation="0.87", error="0.412")
    assert (found["error"].status, not_carried(found["error"])) == ("incorrect", None)


def test_an_answer_that_is_right_by_itself_stays_correct(marked):
    assert marked(SAMPLE, deviation="0.87", error="0.364")["error"].status == "correct"


# Chains, and several wrong answers


def test_a_blank_part_is_passed_through(marked):
    # mean 5.36, the deviation about it √(2.702/4) = 0.82189, error 0.36756
    found = marked(SAMPLE, mean="5.36", deviation="", error="0.368", lower="4.34")
    assert statuses(found) == ["incorrect", "not_answered", "carried", "carried"]


def test_an_unreadable_part_is_passed_through(marked):
    assert marked(SAMPLE, mean="5.36", deviation="1 or 2", error="0.368")["error"].status == "carried"


def test_two_wrong_answers_are_carried_together(marked):
    # 5.36 - 2.776·0.38907 = 4.27993
    found = marked(SAMPLE, mean="5.36", deviation="0.87", error="0.389", lower="4.28")
    assert statuses(found) == ["incorrect", "incorrect", "carried", "carried"]
    assert found["lower"].record()["carried_from"] == ["mean", "error"]


def test_only_the_wrong_parts_are_to_be_fixed(marked):
    # 5.36 - 1.01086 = 4.34914, with the right error
    found = marked(SAMPLE, mean="5.36", deviation="0.814", error="0.364", lower="4.35")
    assert statuses(found) == ["incorrect", "correct", "correct", "carried"]
    assert found["lower"].message == (
        "4.35 is correct, given your answers to mean and error. Fix your answer to mean, then work this out again."
    )


# of three wrong ones, the sum was worked out from the first and the last
SUM = """
id: sum
type: formula
prompt: How much is it?
parameters:
  expression: a + b + c
  symbols: {x: 71, a: 3*x, b: 5*x, c: 7*x}
follow_through: true
parts: [{id: first, asks: a}, {id: second, asks: b}, {id: third, asks: c}, {id: sum}]
"""


def test_some_of_several_wrong_answers_may_have_been_used(marked):
    found = marked(SUM, first="219", second="351", third="503", sum=str(219 + 355 + 503))
    assert found["sum"].record()["carried_from"] == ["first", "third"]


# Rounding


@pytest.mark.parametrize(
    ("deviation", "error", "status"),
    [
        ("0.87", "0.391", "carried"),  # 0.87444/√5, with 0.87 shown
        ("0.87", "0.387", "carried"),  # 0.8655/√5
        ("0.87", "0.393", "incorrect"),  # no number that is 0.87 when rounded gives it
        ("0.870", "0.391", "incorrect"),  # 0.8702/√5 is 0.38916
        ("0.9", "0.402", "carried"),
        ("0.9", "0.391", "incorrect"),  # anything from 0.380 to 0.425 would be 0.9 when rounded
    ],
)
def test_the_earlier_answer_may_have_been_rounded_or_not(marked, deviation, error, status):
    assert marked(SAMPLE, deviation=deviation, error=error)["error"].status == status


def test_a_right_answer_rounded_too_early_is_carried_forward(marked):
    text = SAMPLE.replace("- {id: deviation,", "- {id: deviation, tolerance: {decimals: 1},")
    found = marked(text, deviation="0.8", error="0.358")["error"]  # 0.8/√5 = 0.35777
    assert (found.status, found.points) == ("carried", 1.0)
    assert found.message == "0.358 is correct, given your answer to deviation. Keep more digits of deviation next time."


WEIGHTS = """
id: weights
type: attention_output
prompt: What comes out?
parameters: {queries: [[2, 1]], keys: [[1, 0], [0, 1], [1, 1]], values: [[10], [20], [100]]}
conventions: {scale: sqrt_d_k}
follow_through: true
parts: [{id: weights, asks: weights}, {id: output}]
"""


@pytest.mark.parametrize(
    ("output", "status"),
    [("[[56.00]]", "carried"), ("[[56.04]]", "carried"), ("[[56.10]]", "incorrect"), ("[[58]]", "incorrect")],
)
def test_every_number_of_a_vector_may_have_been_rounded(marked, output, status):
    # 0.400·10 + 0.100·20 + 0.500·100 = 56, and half of 0.001·(10 + 20 + 100) either way
    text = WEIGHTS.replace("{id: output}", "{id: output, tolerance: {absolute: 0.001}}")
    assert marked(text, weights="[[0.400, 0.100, 0.500]]", output=output)["output"].status == status


# Units and whole numbers


def test_an_earlier_answer_in_another_unit_is_converted(marked):
    assert marked(SAMPLE, deviation="8.74 mm", error="0.391")["error"].status == "carried"


def test_a_mean_that_is_whole_by_chance_may_be_answered_with_a_fraction(marked):
    text = SAMPLE.replace("[4.1, 5.3, 6.2, 5.8, 4.9]", "[4, 5, 6, 6, 4]")  # mean 5, deviation 1
    found = marked(text, mean="5.2", deviation="1.02", error="0.458")  # √(4.2/4) = 1.02470
    assert statuses(found) == ["incorrect", "carried", "carried"]


def test_negative_answers_are_carried_forward_where_nothing_is_counted(marked):
    assert marked(SUM, first="-213", sum="639")["sum"].status == "carried"


STEPS = range(13)
THIRTEEN = f"""
id: thirteen
type: formula
prompt: How much is it?
parameters:
  expression: {" + ".join(f"s{i}" for i in STEPS)}
  symbols: {{a: 100, {", ".join(f"s{i}: {i + 1}*a + {i}" for i in STEPS)}}}
follow_through: true
parts: [{", ".join(f"{{id: p{i}, asks: s{i}}}" for i in STEPS)}, {{id: sum}}]
"""


@pytest.mark.parametrize(("first", "status"), [(100, "carried"), (237, "incorrect")])
def test_the_last_twelve_earlier_answers_are_carried_forward(marked, first, status):
    right = [100 * (i + 1) + i for i in STEPS]
    given = [2 * value + 37 for value in right]
    answers = {f"p{i}": str(value) for i, value in enumerate(given)}
    found = marked(THIRTEEN, **answers, sum=str(first + sum(given[1:])))["sum"]
    assert (right[0], given[0], found.status) == (100, 237, status)
    if status == "carried":
        assert found.record()["carried_from"] == [f"p{i}" for i in STEPS[1:]]


# What is not carried


@pytest.mark.parametrize("large", ["1e400", "-1e400", "10^400"])
def test_a_whole_number_beyond_the_floats_is_not_carried_forward(large):
    small_bert = bank().problems["small-bert"]
    given = {"embeddings": "31113984", "feed-forward": "3393147", "encoder": large, "total": "31113984"}
    found = PartsMarker(small_bert, "full").mark(given)
    assert {found[part].status for part in given} == {"incorrect"}


def test_an_answer_of_0_is_not_carried_forward(marked):
    found = marked(SAMPLE, mean="5.26", deviation="0", error="0", lower="5.26", upper="5.26")
    assert [found[part].points for part in ("error", "lower", "upper")] == [0.0] * 3
    assert not_carried(found["error"]) == "No follow-through credit: almost any answer follows from 0."


def test_an_answer_so_small_that_the_rest_does_not_count_is_trivial(marked):
    found = marked(SAMPLE, mean="5.26", deviation="0.000001", error="0.000000447", lower="5.26")
    assert (found["lower"].status, found["lower"].points) == ("incorrect", 0.0)
    reason = "No follow-through credit: your answer to error leaves nothing to work out here."
    assert not_carried(found["lower"]) == reason


def test_a_power_of_1_is_trivial(marked):
    text = """
id: growth
type: formula
prompt: How much is it?
parameters: {expression: factor^y, symbols: {r: 0.04, factor: 1 + r, y: 12}}
follow_through: true
parts: [{id: factor, asks: factor}, {id: growth}]
"""
    found = marked(text, factor="1", growth="1")["growth"]
    assert (found.status, found.points) == ("incorrect", 0.0)
    assert marked(text, factor="1.4", growth="56.7")["growth"].status == "carried"


def test_a_weight_of_1_is_trivial(marked):
    found = marked(WEIGHTS, weights="[[0, 0, 1]]", output="[[100]]")["output"]
    assert (found.status, found.points) == ("incorrect", 0.0)


def test_a_part_made_of_earlier_answers_only_is_not_trivial(marked):
    assert marked(SUM, first="219", second="355", third="497", sum="1071")["sum"].status == "carried"


def test_no_parameter_is_varied_beyond_what_it_may_be(marked):  # a convolution has 3 dimensions at most
    text = """
id: filters
type: conv_parameters
prompt: How many parameters?
parameters: {in_channels: 8, out_channels: 16, kernel_size: 3, dimensions: 2}
conventions: {biases: left_out}
follow_through: true
parts: [{id: weights, asks: weights}, {id: total, asks: total}]
"""
    assert marked(text, weights="1150", total="1150")["total"].status == "carried"


def test_the_same_number_everywhere_earns_nothing_further_on(tmp_path):
    (tmp_path / "problem.yaml").write_text(SAMPLE)
    marker = PartsMarker(load_problem(tmp_path / "problem.yaml"))
    for number in ("5", "1", "0", "-1", "1e30"):
        found = marker.mark(dict.fromkeys(("mean", "deviation", "error", "lower", "upper"), number))
        assert sum(result.points for result in found.values()) == 0.0, number


def test_a_copy_of_the_earlier_answer_earns_nothing_though_it_follows(marked):
    text = """
id: fixed
type: formula
prompt: How much is it?
parameters: {expression: 2*first - b, symbols: {a: 3, b: 10, first: a + 4}}
follow_through: true
parts: [{id: first, asks: first}, {id: twice}]
"""
    assert marked(text, first="12", twice="14")["twice"].status == "carried"
    copied = marked(text, first="10", twice="10")["twice"]  # 2 · 10 - 10
    assert (copied.status, copied.points) == ("incorrect", 0.0)
    assert not_carried(copied) == "No follow-through credit: it is the same as your answer to first."


def test_the_same_mistake_made_again_earns_nothing(marked):
    # biases left out in both, where the second answer does not follow from the first
    text = """
id: block
type: encoder_layer_parameters
prompt: How many?
parameters: {d_model: 64, num_heads: 4, d_ff: 120}
conventions: {biases: counted, layer_norm: left_out}
follow_through: {credit: 0.5}
parts: [{id: attention, asks: attention}, {id: layer}]
"""
    found = marked(text, attention="16384", layer="31744")["layer"]
    assert (found.status, found.points) == ("incorrect", 0.0)
    assert marked(text, attention="16384", layer="31928")["layer"].points == 0.5


@pytest.mark.parametrize("unit", ["", ", parameters: {unit: s}", ", parameters: {unit: m}"])
def test_an_error_is_carried_forward_whatever_unit_a_part_declares(marked, unit):
    text = """
id: ride
type: formula
prompt: How long does the ride take, and how far is it with the way to the station?
parameters: {expression: t*v + w, symbols: {t: {expression: d/u}, d: 120, u: 16, v: 7, w: 3}, unit: m}
follow_through: true
parts:
"""
    # time 9.2 instead of 7.5: 9.2 * 7 + 3
    found = marked(f"{text}  - {{id: time, asks: t{unit}}}\n  - {{id: way}}\n", time="9.2", way="67.4")
    assert statuses(found) == ["incorrect", "carried"]
    assert [result.points for result in found.values()] == [0.0, 1.0]


def test_digits_and_units_count_for_carried_answers(marked):
    rules = "  - {id: deviation, asks: deviation, digits: {significant: 3}, unit: {required: true, credit: 0.5}}\n"
    text = SAMPLE.replace("  - {id: deviation, asks: deviation}\n", rules)
    carried = {"0.817 cm": 1.0, "0.8170 cm": 0.5, "0.817": 0.5}  # with the mean 5.2 of the student
    for given, points in carried.items():
        result = marked(text, mean="5.2", deviation=given)["deviation"]
        assert (result.status, result.points) == ("carried", points), given
    assert "Write the unit next to the number." in result.message
