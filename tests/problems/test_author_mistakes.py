"""Wrong answers that a problem file lists under `mistakes`: what they are read as, and what is told of wrong ones."""

from __future__ import annotations

import pytest

from checker import check
from checker.problems import load_problems
from tests.tables import rows

LAYER = """\
id: layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
ATTENTION = """\
id: attention
type: attention_output
parameters: {queries: [[0, 1]], keys: [[1, 1], [0, -1]], values: [[1, 0], [-1, 1]]}
conventions: {scale: sqrt_d_k}
"""
GROWTH = """\
id: growth
type: layer_complexity
parameters: {layer: self_attention, quantity: operations}
"""
MEMORY = "id: memory\ntype: weight_memory\nparameters: {num_parameters: 7000000000}\nconventions: {unit: GB}\n"
FORMULA = """\
id: pendulum
type: formula
parameters:
  expression: sqrt(f)*g - g_2
  symbols: {f: 3.1, g: {value: 9.81}, g_2: f^2, x: [1, 2]}
"""


def mistakes(*entries: str) -> str:
    return "mistakes:\n" + "".join(f"  - {{{entry}}}\n" for entry in entries)


def explained(problem, answer, part=None):
    """The mistakes told and how sure, and the message."""
    outcome = check(problem, {part: answer}, feedback="full").parts[part]
    told = outcome.diagnosis.explanations
    return [([mistake.id for mistake in each.mistakes], each.strength) for each in told], outcome.feedback.message


@pytest.mark.parametrize(
    ("file", "entry", "answer"),
    [
        (LAYER, 'answer: "12,345"', "12345"),
        (LAYER, "answer: 12345", "12 345"),
        (LAYER, "change: whole => 3*d_model*(d_ff + 1)", str(3 * 64 * 121)),
        (LAYER, "change: whole => 2·d_model² - num_heads", str(2 * 64**2 - 4)),
        (LAYER, "change: whole => d_k/3", "16/3"),
        (LAYER + "symbols: {h: d_ff}\n", "change: whole => 7 h", "840"),
        (FORMULA, "change: whole => g - f", "6.71"),
        (FORMULA, "change: whole => g_2*mean(x) + 3", "17.415"),
        (ATTENTION, 'answer: "[0.25, 0.5]"', "[[0.25, 0.5]]"),
        (ATTENTION, 'answer: "[0.25, 0.5, 0.75]"', "[0.25, 0.5, 0.75]"),
        (GROWTH, 'answer: "O(n^3 d)"', "O(d n³)"),
        (MEMORY, "answer: 123 MB", "0.123 GB"),
    ],
)
def test_a_listed_answer_is_explained_as_its_author_says(desk, file, entry, answer):
    problem = desk.load(file + mistakes(f"{entry}, says: you are one step too early"))
    told, message = explained(problem, answer)
    assert told[0] == (["listed.mistake_1"], "exact")
    assert "You are one step too early." in message


def test_the_message_has_the_sentence_of_the_author(desk):
    problem = desk.load(LAYER + mistakes("answer: 12345, says: You took another layer."))
    outcome = check(problem, "12,345")
    assert outcome.feedback.message == (
        "12,345 is not correct. You took another layer. This mistake gives exactly 12,345. Fix that and work it out again."
    )
    assert [each["mistakes"] for each in outcome.record()["explanations"]] == [
        [{"id": "listed.mistake_1", "where": None, "message": "You took another layer.", "values": {}}]
    ]


def test_an_answer_that_is_known_already_is_explained_by_its_author_alone(desk):
    problem = desk.load(LAYER + mistakes("answer: 31744, says: That is the layer of the paper."))
    told, message = explained(problem, "31744")
    assert told == [(["listed.mistake_1"], "exact")]
    assert message.startswith("31,744 is not correct. That is the layer of the paper.")


def test_other_answers_are_explained_as_without_the_list(desk):
    plain = desk.load(LAYER)
    listing = desk.load(LAYER + mistakes(*(f"answer: {n}, says: Not so." for n in range(90_001, 90_101))))
    for answer in ("31744", "28024", "-27648", "15360", "32128", "77777"):
        ours, theirs = (check(problem, answer, feedback="full") for problem in (plain, listing))
        assert ours.feedback == theirs.feedback
        assert [each[2:5] for each in ours.diagnosis.explanations] == [
            each[2:5] for each in theirs.diagnosis.explanations
        ]


def test_each_part_has_its_own_mistakes(desk):
    problem = desk.load(
        LAYER + "credit: {listed.mistake_2: 0.5}\nparts:\n"
        "  - id: attention\n    asks: attention\n    mistakes: [{answer: 5, says: Five.}, {answer: 6, says: Six.}]\n"
        "  - id: ffn\n    asks: feed_forward\n    mistakes: [{answer: 5, says: V.}]\n"
        "  - {id: total}\n"
    )
    assert "Five." in explained(problem, "5", "attention")[1]
    assert "V." in explained(problem, "5", "ffn")[1]
    assert explained(problem, "5", "total")[0] == []
    assert check(problem, {"attention": "6"}).points == 0.5
    assert [dict(part.credit) for part in problem.parts] == [{"listed.mistake_2": 0.5}, {}, {}]


def test_a_part_with_listed_mistakes_still_names_the_part_that_would_tell_them_apart(desk):
    parts = "parts:\n  - {id: values, asks: attention.values}\n  - {id: total, mistakes: [{answer: 5, says: Five.}]}\n"
    parts_plain = parts.replace(", mistakes: [{answer: 5, says: Five.}]", "")
    layer = LAYER.replace("output_projection: left_out", "output_projection: counted")
    ours, theirs = (explained(desk.load(layer + each), "27648", "total")[1] for each in (parts, parts_plain))
    assert ours == theirs
    assert "Work out input projections" in ours


FORMULA = LAYER + "answer: formula\nsymbols: {d: d_model, f: d_ff, h: num_heads, w: d_model/num_heads}\n"


@pytest.mark.parametrize(("entry", "answers"), rows(__file__, "a_listed_formula_explains_equal_formulas"))
def test_a_listed_formula_explains_equal_formulas(desk, entry, answers):
    problem = desk.load(FORMULA + mistakes(f"{entry}, says: Not so."))
    for answer in answers:
        told, message = explained(problem, answer)
        assert told[0] == (["listed.mistake_1"], "exact")
        assert "Not so. This mistake gives exactly your formula." in message


def test_a_formula_may_be_listed_as_reports_write_it(desk):
    written = check(desk.load(FORMULA), "3d^2 + 7 f d").record()["read_as"]
    assert written == "3·d² + 7·f·d"
    problem = desk.load(FORMULA + mistakes(f'answer: "{written}", says: Not so.'))
    assert explained(problem, "d(3d + 7f)")[0][0] == (["listed.mistake_1"], "exact")


def test_a_listed_formula_does_not_explain_one_that_is_equal_at_these_sizes_only(desk):
    problem = desk.load(FORMULA + mistakes("answer: d*f + 7, says: Not so."))
    assert explained(problem, "64f + 7")[0] == []
    assert explained(problem, "d*f + h + 3")[0] == []


def test_an_expression_without_a_value_at_other_sizes_explains_numbers_only(desk):
    entry = mistakes("change: whole => sqrt(d_ff - 120) + 5, says: Not this.")
    problem = desk.load(FORMULA.replace("answer: formula\n", "") + entry)
    assert "Not this." in explained(problem, "5")[1]
    assert desk.findings(FORMULA + entry) == [
        "8:14 this has no value at other sizes, but formulas are compared at several; choose another change"
    ]


@pytest.mark.parametrize(
    ("listed", "answer", "is_told"), rows(__file__, "a_round_number_is_a_listed_one_only_where_it_is_the_same")
)
def test_a_round_number_is_a_listed_one_only_where_it_is_the_same(desk, listed, answer, is_told):
    text = "id: perplexity\ntype: perplexity\nparameters: {probabilities: [0.5, 0.25, 0.1]}\n"
    problem = desk.load(text + mistakes(f'answer: "{listed}", says: Not so.'))
    told, _ = explained(problem, answer)
    assert ((["listed.mistake_1"], "exact") in told) == is_told


PENDULUM = "id: p\ntype: formula\nparameters: {expression: sqrt(f)*g - q, symbols: {f: 3.1, g: 9.81, q: f^2}}\n"
FALL = """\
id: fall
type: formula
parameters: {expression: h + v*t - g*t^2/2, symbols: {h: 12.5, v: 8.3, t: 1.4, g: 9.81}}
"""


@pytest.mark.parametrize(
    ("file", "rule", "answer"),
    [
        (FALL, "change: t^2 => t, says: Not so.", 12.5 + 8.3 * 1.4 - 9.81 * 1.4 / 2),
        (FALL, "change: t => 2*t, says: Not so.", 12.5 + 8.3 * 2.8 - 9.81 * 2.8**2 / 2),
        (FALL, "change: others/2 => others, says: Not so.", 12.5 + 8.3 * 1.4 - 9.81 * 1.4**2),
        (FALL, "change: a*b => a + b, says: Not so.", 12.5 + 8.3 + 1.4 - 9.81 * 1.4**2 / 2),
        (FALL, "change: t => h, where: t < h, says: Not so.", 12.5 + 8.3 * 12.5 - 9.81 * 12.5**2 / 2),
        (PENDULUM, "change: f^2 => f*2, says: Not so.", 3.1**0.5 * 9.81 - 6.2),
        (LAYER, "change: d_ff => 2*d_model, says: Not so.", 27648 + 8 * 128),
    ],
)  # fmt: skip
def test_a_rule_of_an_author(desk, file, rule, answer):
    told, message = explained(desk.load(file.replace("answer: formula\n", "") + mistakes(rule)), f"{answer:.10g}")
    assert told[0] == (["listed.mistake_1"], "exact")
    assert "Not so." in message


def test_a_rule_whose_condition_does_not_hold_is_refused(desk):
    assert "does not fit" in desk.findings(FALL + mistakes("change: t => h, where: h < t, says: Not so."))[0]


def test_rules_of_a_course(tmp_path):
    rules = "mistakes:\n- {change: t^2 => t, says: Not squared.}\n- {change: d_ff => 2*d_model, says: Twice as wide.}\n"
    (tmp_path / "assignment.yaml").write_text(rules)
    (tmp_path / "fall.yaml").write_text(FALL + mistakes("answer: 5, says: Five."))
    (tmp_path / "layer.yaml").write_text(LAYER)
    (tmp_path / "choice.yaml").write_text("id: choice\ntype: choice\nparameters: {options: [a, b], correct: a}\n")
    loaded = load_problems(tmp_path)
    assert not loaded.findings
    told, message = explained(loaded.problems["fall"], "17.253")
    assert told[0] == (["listed.mistake_2"], "exact")
    assert "Not squared." in message
    assert "Twice as wide." in explained(loaded.problems["layer"], str(27648 + 8 * 128))[1]


@pytest.mark.parametrize(
    ("rule", "fault"), rows(__file__, "a_faulty_rule_is_told_alike_in_a_problem_and_once_in_its_course")
)
def test_a_faulty_rule_is_told_alike_in_a_problem_and_once_in_its_course(tmp_path, desk, rule, fault):
    entry = mistakes(f"{rule}, says: Not so.")
    (own,) = desk.findings(FALL + entry)
    assert own.startswith("5:14 ")
    assert fault in own
    course = tmp_path / "course"
    course.mkdir()
    (course / "assignment.yaml").write_text(entry)
    for name in ("fall", "fell"):
        (course / f"{name}.yaml").write_text(FALL.replace("fall", name))
    (found,) = load_problems(course).findings
    assert (found.line, found.column, found.message) == (2, 14, own.removeprefix("5:14 "))


def test_a_rule_of_a_course_may_have_the_names_of_questions(tmp_path):
    rules = ("d_ff => x, where: x < 2", "a*d_k => a, where: d_k < d_ff", "whole => n*p")
    (tmp_path / "assignment.yaml").write_text(mistakes(*(f"change: {each}, says: Not so." for each in rules)))
    (tmp_path / "fall.yaml").write_text(FALL)
    assert not load_problems(tmp_path).findings
