"""The parts of a problem judged together, with errors carried forward."""

from __future__ import annotations

import pytest

from checker import check_parts, load_problem

# A layer of width 64 with 4 heads of 16, d_ff 120, without biases and norms:
# attention 4·64·64 = 16,384; feed-forward 2·64·120 = 15,360; layer 31,744; six layers 190,464
STACK = """
id: stack
type: encoder_model_parameters
prompt: How many? {conventions}
parameters: {vocab_size: 1000, d_model: 64, num_layers: 6, num_heads: 4, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, embedding_norm: left_out, final_norm: left_out, pooler: left_out}
parts:
  - {id: attention, asks: layer.attention}
  - {id: feed-forward, asks: layer.feed_forward}
  - {id: layer, asks: layer, points: 2, follow_through: true}
  - {id: encoder, asks: encoder, points: 4, follow_through: 0.5}
  - {id: total, points: 3, follow_through: true}
"""

# Scores 2, 1, 3.  Divided by d_k = 2, not by its root: weights 0.3072, 0.1863, 0.5065, output 0.3072 + 50.648 = 50.955
ATTENTION = """
id: attention
type: attention_output
prompt: What comes out? {conventions}
parameters: {queries: [[2, 1]], keys: [[1, 0], [0, 1], [1, 1]], values: [[1], [0], [100]]}
conventions: {scale: sqrt_d_k}
parts:
  - {id: weights, asks: weights}
  - {id: output, follow_through: true}
"""


@pytest.fixture
def marked(tmp_path):
    def mark(text, feedback="full", **answers):
        file = tmp_path / "problem.yaml"
        file.write_text(text)
        answers = {part.replace("_", "-"): answer for part, answer in answers.items()}
        return check_parts(load_problem(file), answers, feedback=feedback)

    return mark


def mistakes(result):
    return [[one["id"] for one in each["mistakes"]] for each in result.record()["explanations"]]


def since(result):
    return [each.get("since") for each in result.record()["explanations"]]


def test_right_answers_stay_right(marked):
    found = marked(STACK, attention="16,384", layer="31,744", encoder="190,464")
    assert [result.status for result in found.values()] == ["correct"] * 3


def test_a_mistake_is_reported_once_and_later_parts_carry_it_forward(marked):
    # W_O left out: attention 12,288, layer 27,648, encoder 165,888, total 165,888 + 64,000
    found = marked(STACK, attention="12288", layer="27648", encoder="165888", total="229888")
    assert mistakes(found["attention"])[0] == ["output_projection.left_out"]
    assert [(result.status, result.points) for result in found.values()] == [
        ("incorrect", 0.0),
        ("carried", 2.0),
        ("carried", 2.0),  # half of four
        ("carried", 3.0),
    ]
    assert found["layer"].record()["carried_from"] == ["attention"]
    assert found["layer"].message == (
        "27,648 is correct, given your answer to attention. Fix your answer to attention, then work this out again."
    )


def test_without_follow_through_a_later_part_earns_nothing_but_is_explained(marked):
    found = marked(STACK.replace(", follow_through: true", ""), attention="12288", layer="27648")
    assert (found["layer"].status, found["layer"].points) == ("incorrect", 0.0)
    assert (mistakes(found["layer"]), since(found["layer"])) == ([[]], [["attention"]])
    assert found["layer"].message == (
        "27,648 is not correct. This follows from your answer to attention. "
        "Fix your answer to attention first, then work this out again."
    )


def test_one_set_of_mistakes_explains_parts_that_are_ambiguous_alone(marked):
    # Alone, W_O left out and one of Q, K, V left out give the same layer; the right attention excludes neither ...
    alone = marked(STACK, layer="27648")
    assert len(alone["layer"].record()["explanations"]) > 1
    # ... but a belief about attention is excluded by the right attention: 31,744 - 7,680 leaves one matrix out
    found = marked(STACK, attention="16384", layer="24064")
    assert mistakes(found["layer"])[0] == ["matrices.one"]


def test_a_new_mistake_on_top_of_an_earlier_answer(marked):
    # W_O left out, then the layers forgotten: 12,288 + 15,360 = 27,648 for the whole encoder
    found = marked(STACK, attention="12288", encoder="27648")
    assert mistakes(found["encoder"])[0] == ["layers.left_out"]
    assert since(found["encoder"])[0] == ["attention"]


def test_an_unexplained_answer_is_carried_forward_as_well(marked):
    found = marked(STACK, attention="16411", layer="31771", encoder="190626")
    assert mistakes(found["attention"]) == [[]], "near 16,384, so perhaps a slip in the arithmetic"
    assert [(found[part].status, found[part].points) for part in ("layer", "encoder")] == [
        ("carried", 2.0),
        ("carried", 2.0),  # half of four
    ]
    assert (found["layer"].record()["carried_from"], found["encoder"].record()["carried_from"]) == (
        ["attention"],
        ["layer"],
    )


ONLY_EXPLAINED = STACK.replace(
    "points: 2, follow_through: true", "points: 2, follow_through: {only_explained: true, credit: 0.8}"
).replace("follow_through: 0.5", "follow_through: {only_explained: true}")


def test_only_explained_carries_no_unexplained_answer_forward(marked):
    found = marked(ONLY_EXPLAINED, attention="16411", layer="31771", encoder="190626")
    assert [found[part].points for part in ("layer", "encoder")] == [0.0, 0.0]
    reason = "No follow-through credit: the error in attention could not be identified."
    assert [found[part].record()["not_carried"] for part in ("layer", "encoder")] == [reason, reason]
    assert reason in found["layer"].message
    assert (since(found["layer"])[0], since(found["encoder"])[0]) == (["attention"], ["layer"])


def test_only_explained_carries_forward_with_its_credit(marked):
    found = marked(ONLY_EXPLAINED, attention="12288", layer="27648", encoder="165888")  # W_O left out
    assert [found[part].points for part in ("layer", "encoder")] == [1.6, 4.0]


@pytest.mark.parametrize(
    ("attention", "layer", "reason"),
    [
        ("0", "15360", "almost any answer follows from 0"),
        ("1", "15361", "almost any answer follows from 1"),
        ("31744", "47104", "your answer to attention answers a different question"),  # the layer's own
        ("190464", "205824", "your answer to attention answers a different question"),  # the encoder's
    ],
)
def test_only_explained_carries_no_doubtful_answer_forward(marked, attention, layer, reason):
    found = marked(ONLY_EXPLAINED, attention=attention, layer=layer)["layer"]
    assert (found.points, found.record()["not_carried"]) == (0.0, f"No follow-through credit: {reason}.")


def test_an_answer_of_0_is_not_carried_forward(marked):
    found = marked(STACK, attention="0", layer="15360")["layer"]
    assert (found.status, found.points) == ("incorrect", 0.0)
    assert found.record()["not_carried"] == "No follow-through credit: almost any answer follows from 0."


def test_a_copy_of_the_result_is_not_carried_forward(marked):
    found = marked(STACK, encoder="254464", total="254464")  # the total, given for the encoder as well
    assert (found["encoder"].points, found["total"].status) == (0.0, "correct")
    found = marked(STACK, layer="12345", encoder="12345")
    assert found["encoder"].points == 0.0
    assert found["encoder"].message.startswith("12,345 is not correct. You already gave this number for layer.")


def test_outcomes_are_in_the_order_of_the_parts(marked):
    found = marked(STACK, layer="27648", attention="12288")
    assert (found["layer"].status, mistakes(found["attention"])[0]) == ("carried", ["output_projection.left_out"])


@pytest.mark.parametrize("output", ["[[51.31]]", "[[50.96]]"])  # 0.31 + 51; and with the weights as they were
def test_an_answer_carried_forward_may_be_rounded_or_not(marked, output):
    found = marked(ATTENTION, weights="[[0.31, 0.19, 0.51]]", output=output)
    assert mistakes(found["weights"])[0] == ["root.left_out"]
    assert (found["output"].status, found["output"].record()["carried_from"]) == ("carried", ["weights"])


def test_an_answer_rounded_too_far_is_not_carried_forward(marked):
    assert marked(ATTENTION, weights="[[0.31, 0.19, 0.51]]", output="[[52.5]]")["output"].status == "incorrect"


def test_below_full_nothing_expected_is_in_the_record(marked):
    for level in ("verdict", "hint", "explain"):
        for result in marked(STACK, feedback=level, attention="12288", layer="27648", encoder="1").values():
            assert not any(
                number in str(result.record()) for number in ("31744", "31,744", "16384", "16,384", "190464")
            )


def test_a_hint_says_where_to_start(marked):
    found = marked(STACK.replace(", follow_through: true", ""), feedback="hint", attention="12288", layer="27648")
    assert found["layer"].message == "27,648 is not correct. Start with your answer to attention."


def test_unreadable_and_missing_parts_are_left_out(marked):
    found = marked(STACK, attention="12288 or 3", feed_forward="", layer="27648")
    assert [result.status for result in found.values()] == ["unreadable", "not_answered", "incorrect"]


def test_unknown_parts_are_reported(marked):
    with pytest.raises(
        LookupError, match="atention is not a part of stack; the parts are attention, feed-forward, layer"
    ):
        marked(STACK, atention="1")


# What right answers to other parts settle


def test_a_right_earlier_part_refutes_what_would_have_changed_it(marked):
    # Twelve layers for six: 2·190,464; several sets of mistakes give it too, and would have changed the layer
    found = marked(STACK, attention="16384", feed_forward="15360", layer="31744", encoder="380928")
    assert not any("matrices" in one or "projections" in one for each in mistakes(found["encoder"]) for one in each)


def test_a_right_later_part_speaks_against_a_belief(marked):
    # 12,288 are also the three input projections, a step on the way: likelier, where W_O is in the total
    alone, beside = marked(STACK, attention="12288"), marked(STACK, attention="12288", total="254464")
    assert mistakes(alone["attention"])[0] == ["output_projection.left_out"]
    assert beside["attention"].record()["explanations"][0]["slip"] == "intermediate"


def test_an_answered_part_is_not_named_as_the_one_to_work_out(marked):
    assert "attention.values" not in marked(STACK, layer="27648")["layer"].message
    alone = marked(
        STACK.replace(
            "{id: attention, asks: layer.attention}", "{id: projections, asks: layer.attention.input_projections}"
        ),
        layer="27648",
    )
    assert "Your answer to the part projections will show which." in alone["layer"].message


# What is a mistake made again, and what follows


AGAIN = STACK.replace("{biases: left_out,", "{biases: counted,")


def test_an_answer_with_the_same_mistake_again_does_not_follow(marked):
    # With biases: attention 16,384 + 4·64 = 16,640; feed-forward 15,360 + 184 = 15,544.  Both without.
    found = marked(AGAIN, attention="16384", feed_forward="15360")
    assert mistakes(found["attention"])[0] == ["biases.left_out"]
    explanation = found["feed-forward"].record()["explanations"][0]
    assert (explanation["mistakes"], explanation["again"], "since" in explanation) == ([], ["attention"], False)
    assert "This is the same mistake as in your answer to attention." in found["feed-forward"].message


def test_a_mistake_made_again_carries_no_points(marked):
    # The layer from the student's own attention: 16,384 + 15,544 = 31,928; without any bias 31,744
    assert marked(AGAIN, attention="16384", layer="31928")["layer"].status == "carried"
    again = marked(AGAIN, attention="16384", layer="31744")["layer"]
    assert (again.status, again.points) == ("incorrect", 0.0)
    assert again.record()["not_carried"] == "No follow-through credit: you made the same mistake again here."


def test_a_mistake_that_an_earlier_right_answer_is_without_is_fifty_times_less_likely(marked):
    # 15,360 leaves out all biases, or those of the feed-forward block alone, which is 3/8 as likely
    def shares(found):
        return {each["mistakes"][0]["id"]: each["share"] for each in found["feed-forward"].record()["explanations"]}

    alone, beside = marked(AGAIN, feed_forward="15360"), marked(AGAIN, attention="16640", feed_forward="15360")
    assert shares(alone) == {"biases.left_out": 0.727, "ffn_biases.left_out": 0.273}
    assert shares(beside) == {"ffn_biases.left_out": 0.949, "biases.left_out": 0.051}  # 8/50 against 3: 0.16 / 3.16


# What is carried on, and what is not


def test_an_unreported_slip_of_the_pen_is_carried_forward(marked):
    found = marked(STACK, attention="16348", layer="31708")  # two digits swapped
    assert (found["layer"].status, found["layer"].points) == ("carried", 2.0)


def test_a_coarse_earlier_answer_is_carried_forward(marked):
    found = marked(STACK, attention="16.4k", layer="31760")  # 16,400 + 15,360
    assert [result.status for result in found.values()] == ["partial", "carried"]


def test_an_answer_that_follows_but_is_too_coarse_says_so(marked):
    found = marked(STACK, attention="12288", layer="27.6k")["layer"]
    assert (found.status, found.points) == ("incorrect", 0.0)
    assert found.record()["not_carried"] == "No follow-through credit: it has too few digits."


HALVES = """
id: halves
type: formula
prompt: Halve it, and add three.
parameters: {expression: half + 3, symbols: {x: 6, half: x/2}}
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


def test_a_negative_count_is_not_carried_forward(marked):
    found = marked(STACK, attention="-16384", layer="-1024")["layer"]
    reason = "No follow-through credit: your answer to attention is negative."
    assert (found.points, found.record()["not_carried"]) == (0.0, reason)


@pytest.mark.parametrize(
    ("attention", "layer"),
    [
        ("31744", "47104"),  # the layer's own
        ("190464", "205824"),  # the encoder's
        ("1", "15361"),  # the feed-forward block is still left to work out
    ],
)
def test_a_correct_step_from_any_other_answer_earns_its_points(marked, attention, layer):
    assert marked(STACK, attention=attention, layer=layer)["layer"].status == "carried"


def test_a_factor_of_1_leaves_nothing_to_work_out(marked):
    found = marked(STACK, layer="1", encoder="6")["encoder"]  # six layers
    assert (found.status, found.points) == ("incorrect", 0.0)
    reason = "No follow-through credit: your answer to layer leaves nothing to work out here."
    assert found.record()["not_carried"] == reason


def test_points_without_follow_through_stay_where_they_are_more(marked):
    text = STACK.replace("follow_through: 0.5}", "follow_through: 0.5, credit: {one_mistake: 0.8}}")
    # W_O left out of every layer is one mistake, 3.2 of 4 points; carried on it would be worth 2
    assert marked(text, encoder="165888")["encoder"].points == 3.2
    assert marked(text, attention="12288", encoder="165888")["encoder"].points == 3.2


def test_an_answer_is_carried_forward_where_it_earns_as_much_without(marked):
    text = STACK.replace("follow_through: 0.5}", "follow_through: 0.5, credit: {one_mistake: 0.5}}")
    alone = marked(text, encoder="165888")["encoder"]
    assert (alone.status, alone.points) == ("partial", 2.0)
    found = marked(text, attention="12288", encoder="165888")["encoder"]
    assert (found.status, found.points, found.record()["carried_from"]) == ("carried", 2.0, ["attention"])


def test_a_step_that_stands_for_two_equal_ones_is_carried_either_way(marked):
    text = """
id: block
type: decoder_layer_parameters
prompt: How many? {conventions}
parameters: {d_model: 64, num_heads: 4, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out}
parts:
  - {id: attention, asks: self_attention}
  - {id: total, follow_through: true}
"""
    for total in (12288 + 16384 + 15360, 2 * 12288 + 15360):  # W_O left out of one block, or of both
        assert marked(text, attention="12288", total=str(total))["total"].status == "carried"


def test_numbers_beyond_a_double_are_wrong_and_not_an_error(marked):
    found = marked(ATTENTION, weights="[[1e400, 0, 0]]", output="[[50.96]]")
    assert [result.status for result in found.values()] == ["incorrect", "incorrect"]


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


def test_formulas_carry_formulas_forward(marked):
    found = marked(FORMULAS, projections="2d^2", all="3d^2")
    assert [result.status for result in found.values()] == ["incorrect", "carried"]


def test_a_number_after_a_formula_is_judged(marked):
    assert marked(FORMULAS, projections="2d^2", number="16384")["number"].status == "correct"
    assert marked(FORMULAS, projections="2d^2", number="12288")["number"].status == "incorrect"


def test_a_formula_next_to_a_carried_number_costs_nothing(marked):
    text = FORMULAS.replace("asks: input_projections, answer: formula", "asks: input_projections")
    assert marked(text, projections="8192", number="3d^2 = 12288")["number"].status == "carried"


@pytest.mark.parametrize("answer", ["encoder: 16,384", "Feed forward = 16,384"])
def test_the_name_of_another_part_is_no_label_of_this_answer(marked, answer):
    found = marked(STACK, attention=answer)["attention"]
    name = answer.partition(":")[0].partition(" =")[0]
    assert found.status == "unreadable"
    assert found.message == f'"{name}" is another part of this question. Write only the answer to this part.'


@pytest.mark.parametrize("answer", ["attention: 16,384", "total = 16,384", "in the layer: 16,384"])
def test_other_words_of_the_question_lead_up_to_an_answer(marked, answer):
    assert (
        marked(
            STACK.replace("- {id: total, points: 3, follow_through: true}", "- {id: all, asks: total}"),
            attention=answer,
        )["attention"].status
        == "correct"
    )
