"""`checker lint`: conventions that are undeclared, unused or unstated, and settings without effect."""

import pytest

from checker.lint import lint
from checker.lint.prompts import is_stated
from tests.lint.problem_texts import ATTENTION, LAYER

SAY_SO = "Say so, or write {conventions}."


def test_undeclared_shows_what_each_option_gives(found):
    assert found(LAYER.replace(", output_projection: left_out", "")) == [
        "6:1 undeclared The answer depends on `output_projection`: counted gives 33,792 (default), left_out gives 28,672. Declare it in `conventions`."
    ]


def test_undeclared_reports_a_convention_without_those_that_follow_it(found):
    assert found(LAYER.replace("biases: left_out, ", "")) == [
        "6:1 undeclared The answer depends on `biases`: counted gives 29,064 (default), left_out gives 28,672. Declare it in `conventions`."
    ]


def test_undeclared_without_any_conventions_is_reported_at_the_type(found):
    text = ATTENTION.replace("conventions: {scale: sqrt_d_k}\n", "")
    assert found(text) == [
        "2:1 undeclared The answer depends on `scale`: sqrt_d_k gives [[0.6089, 0.1956]] (default), none gives [[0.7616, 0.1192]]. Declare it in `conventions`.",
    ]


def test_undeclared_names_the_part_and_ignores_steps_that_no_part_asks_for(found):
    text = LAYER.replace(", layer_norm: left_out, output_projection: left_out", "")
    parts = "parts:\n  - {id: attention, asks: attention}\n  - {id: ffn, asks: feed_forward}\n"
    assert found(text + parts) == [
        (
            "6:1 undeclared The answer to `attention` depends on `output_projection`: "
            "counted gives 18,432 (default), left_out gives 13,312. Declare it in `conventions`."
        )
    ]


def test_undeclared_counts_the_other_answers_that_depend_on_it(found):
    parts = "parts:\n  - {id: attention, asks: attention}\n  - {id: total}\n"
    assert found(LAYER.replace(", output_projection: left_out", "") + parts) == [
        (
            "6:1 undeclared The answer to `total` (and to 1 more) depends on `output_projection`: "
            "counted gives 33,792 (default), left_out gives 28,672. Declare it in `conventions`."
        )
    ]


def test_a_convention_within_the_tolerance_need_not_be_declared(found):
    text = LAYER.replace(", output_projection: left_out", "") + "tolerance: {relative: 0.5}\n"
    assert not any("undeclared" in finding for finding in found(text))


def test_a_convention_of_the_assignment_is_declared(found, tmp_path):
    (tmp_path / "assignment.yaml").write_text("conventions: {output_projection: left_out}\n")
    assert found(LAYER.replace(", output_projection: left_out", "")) == []


def test_unused(found):
    assert found(LAYER.replace("biases:", "norm_biases: counted, biases:")) == [
        "6:15 unused No answer depends on `norm_biases`. Remove it."
    ]


def test_unused_in_a_part(found):
    part = "  - {id: ffn, asks: feed_forward, conventions: {layer_norm: counted}}\n"
    text = LAYER.replace(", layer_norm: left_out, output_projection: left_out", "") + "parts:\n" + part
    assert found(text) == ["8:49 unused No answer depends on `layer_norm`. Remove it."]


def test_unstated_is_reported_where_the_convention_is_declared(found):
    assert found(LAYER.replace(" {conventions}", " LayerNorms do not count.")) == [
        f"6:15 unstated The prompt does not say that this question leaves the biases out. {SAY_SO}",
        f"6:55 unstated The prompt does not say that this question leaves the output projection W_O out. {SAY_SO}",
    ]


def test_unstated_from_the_assignment_is_reported_at_the_prompt(found, tmp_path):
    (tmp_path / "assignment.yaml").write_text("conventions: {output_projection: left_out}\n")
    text = LAYER.replace(", output_projection: left_out", "").replace("{conventions}", "No biases or layer norms.")
    assert found(text) == [
        f"3:1 unstated The prompt does not say that this question leaves the output projection W_O out. {SAY_SO}"
    ]


def test_the_prompt_does_not_fill_in_conventions_of_a_part(found):
    part = "  - {id: ffn, asks: feed_forward, conventions: {biases: counted}}\n  - {id: total}\n"
    assert found(LAYER + "parts:\n" + part) == [
        "8:49 unstated The prompt does not say that this question counts the biases. Say so."
    ]


@pytest.mark.parametrize(
    ("prompt", "name", "option", "sentence"),
    [
        ("Without bias terms.", "biases", "left_out", "leaves the biases out"),
        ("and the layer normalisation", "layer_norm", "counted", "counts the LayerNorms"),
        ("W_O counts", "output_projection", "counted", "counts the output projection W_O"),
        ("with a row for each token", "layout", "rows", "writes a row for each position"),
        (r"with $\sqrt{d_k}$", "scale", "sqrt_d_k", "divides by the root"),
    ],
)
def test_words_that_state_a_convention(prompt, name, option, sentence):
    assert is_stated(prompt, name, option, sentence)
    assert not is_stated("How many?", name, option, sentence)


def test_settings_without_effect_are_reported(tmp_path):
    file = tmp_path / "head.yaml"
    file.write_text(
        "id: head\ntype: classification_head_parameters\nprompt: '{conventions}'\n"
        "parameters: {hidden_size: 768, num_classes: 5}\nconventions: {biases: counted}\n"
        "follow_through: true\nsymbols: {d: hidden_size}\n"
    )
    assert [(finding.line, finding.code, finding.message) for finding in lint(file).findings] == [
        (6, "unused", "`follow_through` has no effect: no earlier part asks for a step of this answer. Remove it."),
    ]


def test_symbols_for_a_vector_are_reported(tmp_path):
    file = tmp_path / "softmax.yaml"
    file.write_text(
        "id: softmax\ntype: softmax\nprompt: '{conventions}'\nparameters: {logits: [1, 2]}\nsymbols: {z: logits}\n"
    )
    findings = [(finding.line, finding.code, finding.message) for finding in lint(file).findings]
    assert (5, "unused", "`symbols` has no effect: a vector is not written in symbols. Remove it.") in findings
