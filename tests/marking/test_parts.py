"""The parts of a problem, with errors carried forward."""

from __future__ import annotations

import pytest

from tests.marking.conftest import ATTENTION, STACK, mistakes, since


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


def test_a_new_mistake_on_top_of_an_earlier_one(marked):
    # W_O left out, then the layers forgotten: 12,288 + 15,360 = 27,648 for the whole encoder
    found = marked(STACK, attention="12288", encoder="27648")
    assert mistakes(found["encoder"])[0] == ["layers.left_out"]
    assert found["encoder"].record()["explanations"][0]["again"] == ["attention"]


def test_an_unexplained_answer_is_carried_forward_as_well(marked):
    found = marked(STACK, attention="16411", layer="31771", encoder="190626")
    assert mistakes(found["attention"]) == []
    assert [(found[part].status, found[part].points) for part in ("layer", "encoder")] == [
        ("carried", 2.0),
        ("carried", 2.0),  # half of four
    ]
    assert (found["layer"].record()["carried_from"], found["encoder"].record()["carried_from"]) == (
        ["attention"],
        ["layer"],
    )


def test_outcomes_are_in_the_order_of_the_parts(marked):
    found = marked(STACK, layer="27648", attention="12288")
    assert (found["layer"].status, mistakes(found["attention"])[0]) == ("carried", ["output_projection.left_out"])


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


def test_a_formula_before_a_carried_number_costs_nothing(marked):
    text = FORMULAS.replace("asks: input_projections, answer: formula", "asks: input_projections")
    assert marked(text, projections="8192", number="n = 3d^2 = 12288")["number"].status == "carried"


def test_the_name_of_another_part_is_no_label_of_this_answer(marked):
    assert marked(STACK, attention="Feed forward = 16,384")["attention"].status == "unreadable"


@pytest.mark.parametrize("answer", ["attention: 16,384", "total = 16,384", "in the layer: 16,384"])
def test_other_words_of_the_question_lead_up_to_an_answer(marked, answer):
    assert (
        marked(
            STACK.replace("- {id: total, points: 3, follow_through: true}", "- {id: all, asks: total}"),
            attention=answer,
        )["attention"].status
        == "correct"
    )
