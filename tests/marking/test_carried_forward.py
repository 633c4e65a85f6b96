"""What is carried forward from an earlier part, and what is not."""

from __future__ import annotations

import pytest

from tests.marking.conftest import ATTENTION, STACK, mistakes, since

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


@pytest.mark.parametrize("output", ["[[51.31]]", "[[50.96]]"])  # 0.31 + 51; and with the weights as they were
def test_an_answer_carried_forward_may_be_rounded_or_not(marked, output):
    found = marked(ATTENTION, weights="[[0.31, 0.19, 0.51]]", output=output)
    assert mistakes(found["weights"])[0] == ["root.left_out"]
    assert (found["output"].status, found["output"].record()["carried_from"]) == ("carried", ["weights"])


def test_an_answer_rounded_too_far_is_not_carried_forward(marked):
    assert marked(ATTENTION, weights="[[0.31, 0.19, 0.51]]", output="[[52.5]]")["output"].status == "incorrect"


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
