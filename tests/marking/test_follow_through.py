"""The parts of a problem marked together: errors carried forward as teachers do it, and explained by earlier answers."""

from __future__ import annotations

import pytest

from tests.marking.conftest import ATTENTION, STACK, mistakes, since

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
# of three wrong ones, a sum may be worked out from some
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
WEIGHTS = """
id: weights
type: attention_output
prompt: What comes out?
parameters: {queries: [[2, 1]], keys: [[1, 0], [0, 1], [1, 1]], values: [[10], [20], [100]]}
conventions: {scale: sqrt_d_k}
follow_through: true
parts: [{id: weights, asks: weights}, {id: output, tolerance: {absolute: 0.001}}]
"""
GROWTH = """
id: growth
type: formula
prompt: How much is it?
parameters: {expression: factor^y, symbols: {r: 0.04, factor: 1 + r, y: 12}}
follow_through: true
parts: [{id: factor, asks: factor}, {id: growth}]
"""
TWICE = """
id: fixed
type: formula
prompt: How much is it?
parameters: {expression: 2*first - b, symbols: {a: 3, b: 10, first: a + 4}}
follow_through: true
parts: [{id: first, asks: first}, {id: twice}]
"""
FILTERS = """
id: filters
type: conv_parameters
prompt: How many parameters?
parameters: {in_channels: 8, out_channels: 16, kernel_size: 3, dimensions: 2}
conventions: {biases: left_out}
follow_through: true
parts: [{id: weights, asks: weights}, {id: total, asks: total}]
"""
BLOCK = """
id: block
type: decoder_layer_parameters
prompt: How many? {conventions}
parameters: {d_model: 64, num_heads: 4, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out}
parts:
  - {id: attention, asks: self_attention}
  - {id: total, follow_through: true}
"""
FORMULAS = """
id: formulas
type: attention_parameters
prompt: How many? {conventions}
parameters: {d_model: 64, num_heads: 4}
conventions: {biases: left_out}
symbols: {d: d_model}
parts:
  - {id: projections, asks: input_projections, answer: formula}
  - {id: all, answer: formula, follow_through: true}
  - {id: number, follow_through: true}
"""
EXPLAINED = STACK.replace(
    "points: 2, follow_through: true", "points: 2, follow_through: {only_explained: true, credit: 0.8}"
).replace("follow_through: 0.5", "follow_through: {only_explained: true}")
AGAIN = STACK.replace("{biases: left_out,", "{biases: counted,")
EARLY = SAMPLE.replace("- {id: deviation,", "- {id: deviation, tolerance: {decimals: 1},")
WHOLE = SAMPLE.replace("[4.1, 5.3, 6.2, 5.8, 4.9]", "[4, 5, 6, 6, 4]")
MORE = STACK.replace("follow_through: 0.5}", "follow_through: 0.5, credit: {one_mistake: 0.8}}")
EQUAL = STACK.replace("follow_through: 0.5}", "follow_through: 0.5, credit: {one_mistake: 0.5}}")


@pytest.mark.parametrize(
    ("text", "answers", "points"),
    [
        # W_O left out: attention 12,288, layer 27,648, encoder 165,888, total 165,888 + 64,000; half of four
        (STACK, {"attention": "12288", "layer": "27648", "encoder": "165888", "total": "229888"}, [0, 2, 2, 3]),
        (STACK, {"attention": "16,384", "layer": "31,744", "encoder": "190,464"}, [1, 2, 4]),
        (STACK, {"attention": "16411", "layer": "31771", "encoder": "190626"}, [0, 2, 2]),  # unexplained
        (STACK, {"attention": "16348", "layer": "31708"}, [0, 2]),  # two digits swapped
        (STACK, {"attention": "31744", "layer": "47104"}, [0, 2]),  # the layer's own
        (STACK, {"attention": "1", "layer": "15361"}, [0, 2]),  # the feed-forward block is left to work out
        (STACK, {"attention": "16.4k", "layer": "31760"}, [0, 2]),  # 16,400 + 15,360
        (STACK, {"encoder": "254464", "total": "254464"}, [0, 3]),  # the total, given for the encoder as well
        (STACK, {"attention": "12288 or 3", "feed-forward": "", "layer": "27648"}, [None, 0, 0]),
        (STACK.replace(", follow_through: true", ""), {"attention": "12288", "layer": "27648"}, [0, 0]),
        # W_O left out of every layer is one mistake; carried on it is worth 2 of 4
        (MORE, {"encoder": "165888"}, [3.2]),
        (MORE, {"attention": "12288", "encoder": "165888"}, [0, 3.2]),
        (EQUAL, {"attention": "12288", "encoder": "165888"}, [0, 2]),
        (EXPLAINED, {"attention": "12288", "layer": "27648", "encoder": "165888"}, [0, 1.6, 4]),
        # deviation 0.87 by a slip: error 0.87/√5 = 0.38907, margin 1.08007
        (SAMPLE, {"mean": "5.26", "deviation": "0.87", "error": "0.389", "lower": "4.18", "upper": "6.34"}, [1, 0, 1, 1, 1]),
        (SAMPLE, {"deviation": "0.87", "error": "0.412"}, [0, 0]),
        (SAMPLE, {"deviation": "0.87", "error": "0.364"}, [0, 1]),
        (SAMPLE.replace("follow_through: true", ""), {"deviation": "0.87", "error": "0.389"}, [0, 0]),
        # mean 5.36, the deviation about it √(2.702/4) = 0.82189, error 0.36756
        (SAMPLE, {"mean": "5.36", "deviation": "", "error": "0.368", "lower": "4.34"}, [0, 0, 1, 1]),
        (SAMPLE, {"mean": "5.36", "deviation": "1 or 2", "error": "0.368"}, [0, None, 1]),
        # the earlier answer may have been rounded or not: 0.87444/√5, with 0.87 shown, or 0.8655/√5
        (SAMPLE, {"deviation": "0.87", "error": "0.391"}, [0, 1]),
        (SAMPLE, {"deviation": "0.87", "error": "0.387"}, [0, 1]),
        (SAMPLE, {"deviation": "0.87", "error": "0.393"}, [0, 0]),
        (SAMPLE, {"deviation": "0.870", "error": "0.391"}, [0, 0]),  # 0.8702/√5 is 0.38916
        (SAMPLE, {"deviation": "0.9", "error": "0.402"}, [0, 1]),
        (SAMPLE, {"deviation": "0.9", "error": "0.391"}, [0, 0]),  # anything from 0.380 to 0.425
        (SAMPLE, {"deviation": "8.74 mm", "error": "0.391"}, [0, 1]),  # in another unit
        (WHOLE, {"mean": "5.2", "deviation": "1.02", "error": "0.458"}, [0, 1, 1]),  # a mean that is whole by chance
        (ATTENTION, {"weights": "[[0.31, 0.19, 0.51]]", "output": "[[51.31]]"}, [0, 1]),  # 0.31 + 51
        (ATTENTION, {"weights": "[[0.31, 0.19, 0.51]]", "output": "[[50.96]]"}, [0, 1]),  # with the weights as they were
        (ATTENTION, {"weights": "[[0.31, 0.19, 0.51]]", "output": "[[52.5]]"}, [0, 0]),
        (ATTENTION, {"weights": "[[1e400, 0, 0]]", "output": "[[50.96]]"}, [0, 0]),
        # 0.400·10 + 0.100·20 + 0.500·100 = 56, and half of 0.001·(10 + 20 + 100) either way
        (WEIGHTS, {"weights": "[[0.400, 0.100, 0.500]]", "output": "[[56.04]]"}, [0, 1]),
        (WEIGHTS, {"weights": "[[0.400, 0.100, 0.500]]", "output": "[[56.10]]"}, [0, 0]),
        (SUM, {"first": "-213", "sum": "639"}, [0, 1]),  # nothing is counted
        (SUM, {"first": "219", "second": "355", "third": "497", "sum": "1071"}, [0, 1, 1, 1]),
        (GROWTH, {"factor": "1.4", "growth": "56.7"}, [0, 1]),
        (FILTERS, {"weights": "1150", "total": "1150"}, [0, 1]),  # a convolution has 3 dimensions at most
        # W_O left out of one block, or of both: a step that stands for two equal ones
        (BLOCK, {"attention": "12288", "total": f"{12288 + 16384 + 15360}"}, [0, 1]),
        (BLOCK, {"attention": "12288", "total": f"{2 * 12288 + 15360}"}, [0, 1]),
        (TWICE, {"first": "12", "twice": "14"}, [0, 1]),
        (FORMULAS, {"projections": "2d^2", "all": "3d^2"}, [0, 1]),
        (FORMULAS, {"projections": "2d^2", "number": "16384"}, [0, 1]),
        (FORMULAS, {"projections": "2d^2", "number": "12288"}, [0, 0]),
        # the layer from the student's own attention: 16,384 + 15,544 = 31,928
        (AGAIN, {"attention": "16384", "layer": "31928"}, [0, 2]),
    ],
)  # fmt: skip
def test_points_of_parts_together(marked, text, answers, points):
    assert [each.points for each in marked(text, **answers).values()] == points


@pytest.mark.parametrize(
    ("text", "answers", "reason"),
    [
        (STACK, {"attention": "0", "layer": "15360"}, "almost any answer follows from 0"),
        (STACK, {"attention": "-16384", "layer": "-1024"}, "your answer to attention is negative"),
        (STACK, {"layer": "1", "encoder": "6"}, "your answer to layer leaves nothing to work out here"),
        (STACK, {"attention": "12288", "layer": "27.6k"}, "it has too few digits"),
        (EXPLAINED, {"attention": "16411", "layer": "31771"}, "the error in attention could not be identified"),
        (EXPLAINED, {"attention": "1", "layer": "15361"}, "almost any answer follows from 1"),
        (EXPLAINED, {"attention": "31744", "layer": "47104"}, "your answer to attention answers a different question"),
        (SAMPLE, {"mean": "5.26", "deviation": "0.000001", "error": "0.000000447", "lower": "5.26"},
            "your answer to error leaves nothing to work out here"),
        (GROWTH, {"factor": "1", "growth": "1"}, "it is the same as your answer to factor"),
        (WEIGHTS, {"weights": "[[0, 0, 1]]", "output": "[[100]]"}, "your answer to weights leaves nothing to work out here"),
        (TWICE, {"first": "10", "twice": "10"}, "it is the same as your answer to first"),  # 2 · 10 - 10
        (AGAIN, {"attention": "16384", "layer": "31744"}, "you made the same mistake again here"),  # without any bias
    ],
)  # fmt: skip
def test_what_is_not_carried_says_why(marked, text, answers, reason):
    *_, last = marked(text, **answers).values()
    assert (last.status, last.points) == ("incorrect", 0.0)
    assert last.record()["not_carried"] == f"No follow-through credit: {reason}."
    assert reason in last.message
    for level in ("verdict", "hint"):  # such as that a known mistake explains it
        *_, last = marked(text, level, **answers).values()
        assert "not_carried" not in last.record()


def test_at_verdict_an_answer_that_is_right_given_earlier_ones_hears_only_that(marked):
    answers = {"attention": "12288", "layer": "27648"}
    said = {level: marked(STACK, level, **answers)["layer"].feedback for level in ("verdict", "hint", "explain")}
    assert said["verdict"].message == said["verdict"].headline == "27,648 is correct, given your answer to attention."
    assert said["hint"].next == said["explain"].next == "Fix your answer to attention, then work this out again."


@pytest.mark.parametrize("number", ["5", "1", "0", "-1", "1e30"])
def test_the_same_number_everywhere_earns_nothing_further_on(marked, number):
    parts = ("mean", "deviation", "error", "lower", "upper")
    assert sum(each.points for each in marked(SAMPLE, **dict.fromkeys(parts, number)).values()) == 0.0


@pytest.mark.parametrize(
    ("text", "answers", "came_from", "message"),
    [
        (STACK, {"attention": "12288", "layer": "27648"}, ["attention"],
            "27,648 is correct, given your answer to attention. Fix your answer to attention, then work this out again."),
        # 5.36 - 1.01086 = 4.34914, with the right error: only the wrong parts are to be fixed
        (SAMPLE, {"mean": "5.36", "deviation": "0.814", "error": "0.364", "lower": "4.35"}, ["mean", "error"],
            "4.35 is correct, given your answers to mean and error. Fix your answer to mean, then work this out again."),
        (SUM, {"first": "219", "second": "351", "third": "503", "sum": str(219 + 355 + 503)}, ["first", "third"], ""),
        (EARLY, {"deviation": "0.8", "error": "0.358"}, ["deviation"],
            "0.358 is correct, given your answer to deviation. Keep more digits of deviation next time."),
    ],
)  # fmt: skip
def test_a_carried_answer_says_what_it_follows_from(marked, text, answers, came_from, message):
    *_, last = marked(text, **answers).values()
    assert (last.status, last.record()["carried_from"]) == ("carried", came_from)
    assert last.message == message or not message


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


def test_thirteen_earlier_answers_are_carried_forward(marked):
    given = [2 * (100 * (i + 1) + i) + 37 for i in STEPS]
    answers = {f"p{i}": str(value) for i, value in enumerate(given)}
    found = marked(THIRTEEN, **answers, sum=str(sum(given)))["sum"]
    assert found.status == "carried"
    assert found.record()["carried_from"] == [f"p{i}" for i in STEPS]


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
    assert [result.points for result in found.values()] == [0.0, 1.0]


def test_digits_and_units_count_for_carried_answers(marked):
    rules = "  - {id: deviation, asks: deviation, digits: {significant: 3}, unit: {required: true, credit: 0.5}}\n"
    text = SAMPLE.replace("  - {id: deviation, asks: deviation}\n", rules)
    for given, points in {"0.817 cm": 1.0, "0.8170 cm": 0.5, "0.817": 0.5}.items():  # with the student's mean 5.2
        result = marked(text, mean="5.2", deviation=given)["deviation"]
        assert (result.status, result.points) == ("carried", points), given
    assert "Write the unit next to the number." in result.message


# Explained by earlier answers


def test_without_follow_through_a_later_part_is_explained(marked):
    text = STACK.replace(", follow_through: true", "")
    layer = marked(text, attention="12288", layer="27648")["layer"]
    assert (mistakes(layer), since(layer)) == ([[]], [["attention"]])
    assert layer.message == (
        "27,648 is not correct. This follows from your answer to attention. "
        "Fix your answer to attention first, then work this out again."
    )
    hint = marked(text, feedback="hint", attention="12288", layer="27648")["layer"]
    assert hint.message == "27,648 is not correct. Start with your answer to attention."


def test_right_earlier_parts_exclude_what_would_have_changed_them(marked):
    # a belief about attention is excluded by the right attention: 31,744 - 7,680 leaves one matrix out
    assert mistakes(marked(STACK, attention="16384", layer="24064")["layer"])[0] == ["matrices.one"]
    # twelve layers for six: 2·190,464; several sets of mistakes give it too, and would have changed the layer
    found = marked(STACK, attention="16384", feed_forward="15360", layer="31744", encoder="380928")
    assert not any("matrices" in one or "projections" in one for each in mistakes(found["encoder"]) for one in each)


def test_a_new_mistake_on_top_of_an_earlier_one(marked):
    # W_O left out, then the layers forgotten: 12,288 + 15,360 = 27,648 for the whole encoder
    found = marked(STACK, attention="12288", encoder="27648")["encoder"].record()["explanations"][0]
    assert ([each["id"] for each in found["mistakes"]], found["again"]) == (["layers.left_out"], ["attention"])


def test_an_answer_with_the_same_mistake_again_does_not_follow(marked):
    # with biases: attention 16,384 + 4·64 = 16,640; feed-forward 15,360 + 184 = 15,544.  Both without.
    found = marked(AGAIN, attention="16384", feed_forward="15360")["feed-forward"]
    explanation = found.record()["explanations"][0]
    assert (explanation["mistakes"], explanation["again"], "since" in explanation) == ([], ["attention"], False)
    assert "This is the same mistake as in your answer to attention." in found.message


def test_a_number_given_again_for_a_later_part_is_a_copy(marked):
    found = marked(STACK, layer="12345", encoder="12345")["encoder"]
    assert found.message.startswith("12,345 is not correct. You already gave this number for layer.")


def test_an_answered_part_is_not_named_as_the_one_to_work_out(marked):
    assert "attention.values" not in marked(STACK, layer="27648")["layer"].message
    text = STACK.replace(
        "{id: attention, asks: layer.attention}", "{id: projections, asks: layer.attention.input_projections}"
    )
    assert "Your answer to the part projections will show which." in marked(text, layer="27648")["layer"].message


def test_results_are_of_known_parts_in_their_order(marked):
    assert marked(STACK, layer="27648", attention="12288")["layer"].status == "carried"
    with pytest.raises(LookupError, match="atention is not a part of stack; did you mean attention"):
        marked(STACK, atention="1")


# Below full

HALVES = """
id: halves
type: formula
prompt: Halve it, and add three.
parameters: {expression: half + 3, symbols: {x: 26, half: x/2}}
follow_through: true
parts:
  - {id: half, asks: half}
  - {id: total}
"""


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
@pytest.mark.parametrize("half", ["9.34", "0.0000"])
def test_below_full_nobody_learns_that_the_few_digits_of_a_later_answer_follow_from_an_earlier_one(marked, half, level):
    # 9.34 + 3 = 12.34: 12 is its rounding, 14 is not.  From 0 nothing is carried, whatever its digits
    seen = []
    for total in ("12", "14"):
        found = marked(HALVES, level, half=half, total=total)["total"].record()
        assert (found["status"], found["points"], "not_carried" in found) == ("incorrect", 0.0, False)
        seen.append([found["explanations"], found["message"].removeprefix(total)])
    assert seen[0] == seen[1]
    full = marked(HALVES, "full", half="9.34", total="12")["total"].record()
    assert full["not_carried"] == "No follow-through credit: it has too few digits."


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_below_full_points_are_the_same_and_nothing_expected_is_told(marked, level):
    carried = marked(SAMPLE, level, deviation="0.870", error="0.389")["error"]
    assert (carried.status, carried.points) == ("carried", 1.0)
    for result in marked(STACK, feedback=level, attention="12288", layer="27648", encoder="1").values():
        secret = ("31744", "31,744", "16384", "16,384", "190464")
        assert not any(number in str(result.record()) for number in secret)
