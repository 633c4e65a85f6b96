"""The parts of a problem judged together, and carried on from each other."""

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


def test_a_mistake_is_told_once_and_later_parts_carry_on(marked):
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
        "27,648 is right, carried on from your attention. Put that right, and this will come right with it."
    )


def test_without_follow_through_a_later_part_earns_nothing_but_is_explained(marked):
    found = marked(STACK.replace(", follow_through: true", ""), attention="12288", layer="27648")
    assert (found["layer"].status, found["layer"].points) == ("incorrect", 0.0)
    assert (mistakes(found["layer"]), since(found["layer"])) == ([[]], [["attention"]])
    assert found["layer"].message == (
        "27,648 is not the number asked for. It follows from your answer to attention; nothing else is wrong here. "
        "Put that right first, and go on from there."
    )


def test_one_set_of_mistakes_explains_what_each_part_alone_leaves_open(marked):
    # Alone, W_O left out and one of Q, K, V left out give the same layer; the right attention excludes neither ...
    alone = marked(STACK, layer="27648")
    assert len(alone["layer"].record()["explanations"]) > 1
    # ... but a belief about attention is excluded by the right attention: 31,744 - 7,680 leaves one matrix out
    found = marked(STACK, attention="16384", layer="24064")
    assert mistakes(found["layer"])[0] == ["matrices.one"]


def test_a_new_mistake_on_top_of_an_earlier_answer(marked):
    # W_O left out, then the layers forgotten: 12,288 + 15,360 = 27,648 for the whole encoder
    found = marked(STACK, attention="12288", encoder="27648")
    assert mistakes(found["encoder"])[0] == ["layers.forgotten"]
    assert since(found["encoder"])[0] == ["attention"]


def test_an_unexplained_answer_is_gone_on_from_but_earns_nothing(marked):
    found = marked(STACK, attention="16411", layer="31771", encoder="190626")
    assert mistakes(found["attention"]) == []
    assert [found[part].points for part in ("layer", "encoder")] == [0.0, 0.0]
    reason = "No points are carried on to it: no known mistake gives your answer to attention."
    assert [found[part].record()["not_carried"] for part in ("layer", "encoder")] == [reason, reason]
    assert reason in found["layer"].message
    assert (since(found["layer"]), since(found["encoder"])) == ([["attention"]], [["layer"]])


@pytest.mark.parametrize(
    ("attention", "layer", "reason"),
    [
        ("0", "15360", "nearly anything follows from 0"),
        ("1", "15361", "nearly anything follows from 1"),
    ],
)
def test_from_a_degenerate_answer_nothing_is_carried_on(marked, attention, layer, reason):
    found = marked(STACK, attention=attention, layer=layer)
    assert found["layer"].points == 0.0
    assert found["layer"].record()["not_carried"] == f"No points are carried on to it: {reason}."


def test_a_copy_of_the_result_is_no_answer_to_go_on_from(marked):
    found = marked(STACK, encoder="254464", total="254464")  # the total, given for the encoder as well
    assert (found["encoder"].points, found["total"].status) == (0.0, "correct")
    found = marked(STACK, layer="12345", encoder="12345")
    assert found["encoder"].points == 0.0
    assert found["encoder"].message.startswith(
        "12,345 is not the number asked for. This answers another part of the question: layer."
    )


def test_the_given_order_is_that_of_the_parts(marked):
    found = marked(STACK, layer="27648", attention="12288")
    assert (found["layer"].status, mistakes(found["attention"])[0]) == ("carried", ["output_projection.left_out"])


@pytest.mark.parametrize("output", ["[[51.31]]", "[[50.96]]"])  # 0.31 + 51; and with the weights as they were
def test_rounded_and_unrounded_carry_count(marked, output):
    found = marked(ATTENTION, weights="[[0.31, 0.19, 0.51]]", output=output)
    assert mistakes(found["weights"])[0] == ["root.forgotten"]
    assert (found["output"].status, found["output"].record()["carried_from"]) == ("carried", ["weights"])


def test_what_is_rounded_too_far_is_not_carried(marked):
    assert marked(ATTENTION, weights="[[0.31, 0.19, 0.51]]", output="[[52.5]]")["output"].status == "incorrect"


def test_below_full_nothing_expected_is_in_the_record(marked):
    for level in ("verdict", "hint", "explain"):
        for result in marked(STACK, feedback=level, attention="12288", layer="27648", encoder="1").values():
            assert not any(
                number in str(result.record()) for number in ("31744", "31,744", "16384", "16,384", "190464")
            )


def test_a_hint_says_where_to_start(marked):
    found = marked(STACK.replace(", follow_through: true", ""), feedback="hint", attention="12288", layer="27648")
    assert found["layer"].message == "27,648 is not the number asked for. Start with your answer to attention."


def test_unreadable_and_missing_parts_are_left_out(marked):
    found = marked(STACK, attention="12288 or 3", feed_forward="", layer="27648")
    assert [result.status for result in found.values()] == ["unreadable", "not_answered", "incorrect"]


def test_parts_that_do_not_exist_are_told(marked):
    with pytest.raises(
        LookupError, match="atention is not a part of stack; the parts are attention, feed-forward, layer"
    ):
        marked(STACK, atention="1")
