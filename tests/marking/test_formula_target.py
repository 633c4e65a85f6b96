"""Formulas as answers, through the whole flow: judged at several sizes, explained by the same mistakes as numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker import check
from checker.cli.answer_pages import question, verdicts
from checker.cli.output import page_text
from checker.marking.formulas import FormulaQuestion
from checker.solvers.resized import resized_variants

RIGHT = "N(4d² + 2dh + h + d)"  # worked out by hand: four projections, two matrices, two biases
VALUE = 6 * (4 * 512**2 + 2 * 512 * 2048 + 2048 + 512)
LESS = 6 * (4 * 512**2 + 2 * 512 * 2048)


def mistakes(result):
    return [[one["id"] for one in each["mistakes"]] for each in result.record()["explanations"]]


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("N(4d² + 2dh)", ["biases.left_out"]),
        ("4d² + 2dh + h + d", ["layers.left_out"]),
        ("N(3d² + 2dh + h + d)", ["output_projection.left_out"]),
        ("N(4d² + dh + h)", ["matrices.one"]),
        ("4d² + 2dh", ["biases.left_out", "layers.left_out"]),
    ],
)
def test_a_wrong_formula_is_explained_by_the_mistakes_of_the_question(formula, answer, wrong):
    result = check(formula, answer)
    assert result.status == "incorrect"
    assert sorted(wrong) in [sorted(each) for each in mistakes(result)]
    assert {each["strength"] for each in result.record()["explanations"]} == {
        "exact" if len(wrong) == 1 else "possible"
    }


@pytest.mark.parametrize(
    ("answer", "slip"),
    [
        (f"{RIGHT}/2", "factor_two"),
        (f"-{RIGHT}", "sign"),
        ("4d² + 2dh + h + d", None),  # a misconception, before it is a step on the way
    ],
)
def test_slips_that_scale_are_known_of_formulas_too(formula, answer, slip):
    assert check(formula, answer, feedback="full").record()["explanations"][0]["slip"] == slip


def test_a_step_on_the_way_is_one_at_all_sizes(problem):
    pair = problem(
        "id: block\ntype: feed_forward_parameters\nprompt: p\nparameters: {d_model: 64, d_ff: 120}\n"
        "conventions: {biases: counted}\nanswer: formula\nsymbols: {d: d_model, f: d_ff}\n"
    )
    first = check(pair, "f(d + 1)").record()["explanations"][0]
    assert first["slip"] == "intermediate" or first["mistakes"][0]["id"] == "matrices.one"


def test_no_known_mistake_gives_the_formula(formula):
    result = check(formula, "N(5d² + 2dh)")
    assert result.status == "incorrect"
    assert result.record()["explanations"] == []
    assert "I can't tell from this formula what went wrong." in result.message


def test_a_parameter_without_a_symbol_may_be_written_as_its_number(problem, formula):
    text = formula.path.read_text()
    some = problem(text.replace("id: encoder", "id: some").replace("symbols: {N: num_layers, d", "symbols: {d"))
    assert check(some, "6(4d² + 2dh + h + d)").status == "correct"
    assert check(some, "num_layers·(4d² + 2dh + h + d)").status == "correct"


def test_a_whole_record(formula):
    record = check(formula, "N(4d² + 2dh)", feedback="full").record()
    first = record["explanations"][0]
    assert (record["read_as"], record["expected"]) == ("N·(4·d² + 2·d·h)", VALUE)
    assert first["first_difference"] == {"step": "layer", "yours": LESS // 6, "expected": VALUE // 6}


@pytest.mark.parametrize(
    ("answer", "next_"),
    [
        ("6(4d² + 2dh + h + d)", "Write N instead of 6."),
        ("N(4·512² + 2dh + h + d)", "Write d instead of 512."),
        ("N(4d² + 2d·2048 + 2048 + d)", "Write h instead of 2048."),
        ("6(4·512d + 2dh + h + d)", "Write symbols instead of numbers."),
        (f"{VALUE} + 0d", "Write symbols instead of numbers."),
        ("N(4d² + 4d·h/2 + 2048 + d - h + h)", "Write h instead of 2048."),
    ],
)
def test_a_number_instead_of_a_symbol_is_pointed_out(formula, answer, next_):
    told = check(formula, answer).feedback
    assert (told.headline, told.why) == (
        "Your formula is not correct.",
        ("It is correct for the numbers of this question only.",),
    )
    assert told.next == next_
    assert check(formula, answer, feedback="hint").feedback.next == "Check it term by term."


WORK = """
id: work
type: formula
prompt: How much?
parameters:
  expression: m*g*h + m*speed^2/2 - W
  symbols: {m: 2.3, g: 9.81, h: 5.2, u: 4.6, W: 3.55, speed: 2*u}
  unit: J
answer: formula
"""


def test_with_full_feedback_the_formula_is_shown_that_the_author_has_written(problem):
    work = problem(WORK)
    outcome = check(work, "m g h + m speed^2/2", feedback="full")
    assert outcome.record()["expected_formula"] == "m·g·h + m·speed²/2 - W"
    assert outcome.record()["expected"] == pytest.approx(2.3 * 9.81 * 5.2 + 2.3 * 9.2**2 / 2 - 3.55)
    shown = page_text(verdicts(work, [outcome]))
    assert "Expected  m·g·h + m·speed²/2 - W, here 211.114 J" in shown


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_below_full_the_formula_is_not_given_away(problem, level):
    work = problem(WORK)
    result = check(work, "m g h", feedback=level)
    assert "expected_formula" not in result.record()
    assert "speed²/2 - W" not in page_text(verdicts(work, [result])) + str(result.record())


def test_a_type_that_only_knows_values_has_no_formula_to_show(formula):
    assert "expected_formula" not in check(formula, "N(4d²)", feedback="full").record()


def test_the_question_names_the_symbols(problem, formula):
    assert question(problem(WORK))[-1] == "a formula of m, g, h, u and W in J, 1 point"
    assert question(formula)[-1] == "a formula of N, d and h, 1 point"


# A number beside a formula


# What authors write


def test_a_symbol_may_stand_for_an_expression_and_for_equal_parameters(problem):
    tied = problem(
        "id: tied\ntype: transformer_parameters\nprompt: p\nasks: encoder\nanswer: formula\n"
        "parameters: {d_model: 64, num_heads: 4, d_ff: 120, num_encoder_layers: 6, num_decoder_layers: 6}\n"
        "conventions: {biases: left_out, layer_norm: left_out, output_projection: counted}\n"
        "symbols: {N: num_encoder_layers = num_decoder_layers, H: num_heads, k: d_model/num_heads, f: d_ff}\n"
    )
    assert check(tied, "N(4 H² k² + 2 H k f)").status == "correct"
    for point in FormulaQuestion(tied, tied.parts[0]).alphabet.points:
        assert point["num_encoder_layers"] == point["num_decoder_layers"] == point["N"]
        assert point["k"] * point["H"] == point["d_model"]


# The sizes


def test_the_sizes_beside_the_own_ones_differ_and_are_always_the_same(formula):
    points = FormulaQuestion(formula, formula.parts[0]).alphabet.points
    assert points[0] == {"vocab_size": 1000, "d_model": 512, "num_layers": 6, "num_heads": 8, "d_ff": 2048} | {
        "N": 6, "d": 512, "h": 2048
    }  # fmt: skip
    for symbol in ("N", "d", "h"):
        assert len({point[symbol] for point in points}) > 2
    assert {point["num_heads"] for point in points} == {8}
    resized_variants.cache_clear()
    assert FormulaQuestion(formula, formula.parts[0]).alphabet.points == points


# Laws

changed = st.tuples(*[st.integers(0, 9)] * 4)


@settings(max_examples=40)
@given(changed)
def test_one_changed_coefficient_is_wrong(formula, factors):
    a, b, c, e = factors
    result = check(formula, f"N({a}d² + {b}dh + {c}h + {e}d)")
    assert (result.status == "correct") == (factors == (4, 2, 1, 1))
