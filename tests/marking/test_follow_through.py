"""The parts of a problem marked together: errors carried forward as teachers do it, and explained by earlier answers."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.marking.conftest import ATTENTION, STACK, mistakes, since

TABLE = yaml.safe_load(Path(__file__).with_name("follow_through.yaml").read_text(encoding="utf-8"))
QUESTIONS = TABLE["questions"] | {"stack": STACK, "attention": ATTENTION}
SAMPLE = QUESTIONS["sample"]
QUESTIONS |= {
    "explained": STACK.replace(
        "points: 2, follow_through: true", "points: 2, follow_through: {only_explained: true, credit: 0.8}"
    ).replace("follow_through: 0.5", "follow_through: {only_explained: true}"),
    "again": STACK.replace("{biases: left_out,", "{biases: counted,"),
    "early": SAMPLE.replace("- {id: deviation,", "- {id: deviation, tolerance: {decimals: 1},"),
    "whole": SAMPLE.replace("[4.1, 5.3, 6.2, 5.8, 4.9]", "[4, 5, 6, 6, 4]"),
    "more": STACK.replace("follow_through: 0.5}", "follow_through: 0.5, credit: {one_mistake: 0.8}}"),
    "equal": STACK.replace("follow_through: 0.5}", "follow_through: 0.5, credit: {one_mistake: 0.5}}"),
    "stack without": STACK.replace(", follow_through: true", ""),
    "sample without": SAMPLE.replace("follow_through: true", ""),
}
SUM = QUESTIONS["sum"]
AGAIN = QUESTIONS["again"]
EARLY = QUESTIONS["early"]


@pytest.mark.parametrize(("question", "answers", "points"), TABLE["points"])
def test_points_of_parts_together(marked, question, answers, points):
    assert [each.points for each in marked(QUESTIONS[question], **answers).values()] == points


@pytest.mark.parametrize(("question", "answers", "reason"), TABLE["reasons"])
def test_what_is_not_carried_says_why(marked, question, answers, reason):
    *_, last = marked(QUESTIONS[question], **answers).values()
    assert (last.status, last.points) == ("incorrect", 0.0)
    assert last.record()["not_carried"] == f"No follow-through credit: {reason}."
    assert reason in last.message
    for level in ("verdict", "hint"):  # such as that a known mistake explains it
        *_, last = marked(QUESTIONS[question], level, **answers).values()
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
