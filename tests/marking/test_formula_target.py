"""Formula answers through the whole flow: judged at several sizes, explained by the same misconceptions, beside numbers."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker import check, load_problem
from checker.cli.views import question, screen
from checker.cli.views.layout import Style
from checker.marking.formula_target import FormulaTarget
from checker.problems import ProblemError
from checker.questions.resized import resized_variants

ENCODER = """
id: encoder
type: encoder_model_parameters
prompt: How many? {conventions}
parameters: {vocab_size: 1000, d_model: 512, num_layers: 6, num_heads: 8, d_ff: 2048}
conventions: {qkv_biases: left_out, output_biases: left_out, layer_norm: left_out, output_projection: counted}
asks: encoder
symbols: {N: num_layers, d: d_model, h: d_ff}
"""
FORMULA = ENCODER + "answer: formula\n"
RIGHT = "N(4d² + 2dh + h + d)"  # worked out by hand: four projections, two matrices, two biases
VALUE = 6 * (4 * 512**2 + 2 * 512 * 2048 + 2048 + 512)
LESS = 6 * (4 * 512**2 + 2 * 512 * 2048)


@pytest.fixture(scope="module")
def problem(tmp_path_factory):
    folder = tmp_path_factory.mktemp("problems")

    def load(text):
        file = folder / f"{text.partition('id: ')[2].partition(chr(10))[0]}.yaml"
        file.write_text(text)
        return load_problem(file)

    return load


@pytest.fixture(scope="module")
def formula(problem):
    return problem(FORMULA)


@pytest.fixture(scope="module")
def number(problem):
    return problem(ENCODER.replace("id: encoder", "id: number"))


def mistakes(result):
    return [[one["id"] for one in each["mistakes"]] for each in result.record()["explanations"]]


@pytest.mark.parametrize(
    "answer",
    [
        RIGHT,
        "4Nd² + 2Ndh + Nh + Nd",
        "N(d + h + 2dh + 4d²)",
        "total = N·(4·d^2 + h(d + 1) + d(h + 1))",
        r"$N\left(4d^2 + 2dh + h + d\right)$",
        "num_layers (4 d_model² + 2 d_model d_ff + d_ff + d_model)",
    ],
)
def test_every_form_of_the_right_formula_is_right(formula, answer):
    result = check(formula, answer)
    assert (result.status, result.points, result.message) == ("correct", 1.0, "Your formula is correct.")


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("N(4d² + 2dh)", ["biases.left_out"]),
        ("4d² + 2dh + h + d", ["layers.left_out"]),
        ("N(3d² + 2dh + h + d)", ["output_projection.left_out"]),
        ("N(4d² + dh + h)", ["matrices.one"]),
        ("4d² + 2dh", ["biases.left_out", "layers.left_out"]),
        ("3d² + 2dh", ["ffn_biases.left_out", "layers.left_out", "output_projection.left_out"]),
    ],
)
def test_a_wrong_formula_is_explained_by_the_mistakes_of_the_question(formula, answer, wrong):
    result = check(formula, answer)
    assert result.status == "incorrect"
    assert sorted(wrong) in [sorted(each) for each in mistakes(result)]
    assert {each["strength"] for each in result.record()["explanations"]} == {"exact"}


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


def test_nothing_known_gives_it(formula):
    result = check(formula, "N(5d² + 2dh)")
    assert result.status == "incorrect"
    assert result.record()["explanations"] == []
    assert "No known mistake gives this formula." in result.message


def test_a_coincidence_at_the_own_sizes_is_no_right_formula(formula):
    assert 2048 == 4 * 512
    assert check(formula, "N(4d² + 8d² + 4d + d)").status == "incorrect"
    assert check(formula, str(VALUE)).status == "incorrect"


def test_what_has_no_symbol_may_be_written_as_its_number(problem):
    some = problem(FORMULA.replace("id: encoder", "id: some").replace("symbols: {N: num_layers, d", "symbols: {d"))
    assert check(some, "6(4d² + 2dh + h + d)").status == "correct"
    assert check(some, "num_layers·(4d² + 2dh + h + d)").status == "correct"


def test_a_whole_record(formula):
    record = check(formula, "N(4d² + 2dh)", feedback="full").record()
    first = record["explanations"][0]
    assert (record["read_as"], record["expected"]) == ("N·(4·d² + 2·d·h)", VALUE)
    assert first["first_difference"] == {"step": "layer", "yours": LESS // 6, "expected": VALUE // 6}
    assert "beside" not in record


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
def test_a_number_in_the_place_of_a_symbol_is_said_so(formula, answer, next_):
    told = check(formula, answer).outcome.feedback
    assert (told.headline, told.why) == (
        "Your formula is not correct.",
        ("It is correct for the numbers of this question only.",),
    )
    assert told.next == next_
    assert check(formula, answer, feedback="hint").outcome.feedback.next == "Check it term by term."


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
    outcome = check(work, "m g h + m speed^2/2", feedback="full").outcome
    assert outcome.record()["expected_formula"] == "m·g·h + m·speed²/2 - W"
    assert outcome.record()["expected"] == pytest.approx(2.3 * 9.81 * 5.2 + 2.3 * 9.2**2 / 2 - 3.55)
    shown = "\n".join(screen.check(work, [outcome], Style()))
    assert "Expected  m·g·h + m·speed²/2 - W, here 211.114 J" in shown


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_below_full_the_formula_is_not_given_away(problem, level):
    work = problem(WORK)
    result = check(work, "m g h", feedback=level)
    assert "expected_formula" not in result.record()
    assert "speed²/2 - W" not in "\n".join(screen.check(work, [result.outcome], Style())) + result.json()


def test_a_type_that_only_knows_values_has_no_formula_to_show(formula):
    assert "expected_formula" not in check(formula, "N(4d²)", feedback="full").record()


def test_the_question_names_the_symbols(problem, formula):
    assert question.show(problem(WORK), Style())[-1] == "  a formula of m, g, h, u and W in J, 1 point"
    assert question.show(formula, Style())[-1] == "  a formula of N, d and h, 1 point"


def test_unknown_symbols_are_named_with_those_that_there_are(formula):
    result = check(formula, "N(4x² + 2)")
    assert (result.status, result.points) == ("unreadable", None)
    assert result.message == 'I do not know "x". The symbols here are N, d, h.'


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
@pytest.mark.parametrize(
    "answer", ["N(4d² + 2dh)", f"{RIGHT} = 5", "N(5d²) = 7", "12", f"N = {LESS}", f"{RIGHT} ≈ 18M"]
)
def test_below_full_the_number_is_not_given_away(formula, number, answer, level):
    for problem in (formula, number):
        record = str(check(problem, answer, feedback=level).record())
        assert not re.search(r"18,?889,?728|3,?148,?288", record)


# A number beside a formula


def test_both_are_right(formula, number):
    for problem in (formula, number):
        result = check(problem, f"{RIGHT} = {VALUE:,}")
        assert (result.status, result.record()["beside"]["status"]) == ("correct", "correct")
    assert check(number, f"{VALUE} = {RIGHT}").record()["read_as"] == VALUE


def test_a_right_formula_with_a_wrong_number(formula, number):
    given = f"{RIGHT} = {VALUE // 6}"
    asked = check(number, given)
    assert asked.status == "incorrect"
    assert asked.message == (
        "3,148,288 is not correct. Your formula is correct, but the number next to it is not its value. "
        "From the formula to the number: You left out the factor N, here 6. That gives exactly 3,148,288. "
        "(Rarer mistakes can give it too.) Evaluate your formula again."
    )
    beside = asked.record()["beside"]
    assert (beside["kind"], beside["status"], beside["fits"]) == ("formula", "correct", False)
    assert "gives" not in beside
    assert beside["evaluation"][0]["mistakes"][0]["id"] == "N.left_out"
    result = check(formula, given)
    assert result.status == "correct"
    assert result.message.startswith("Your formula is correct. The number next to it is not its value.")


def test_a_wrong_formula_with_the_right_number(formula, number):
    given = f"N(4d² + 2dh) = {VALUE}"
    asked = check(number, given)
    assert asked.status == "correct"
    assert asked.message.startswith(
        "Correct: 18,889,728. The formula next to it gives something else. Your answer leaves"
    )
    result = check(formula, given)
    assert result.status == "incorrect"
    assert result.message.endswith("The number next to it is correct. The first step that differs is layer. Find out which "
                                   "of these you did, and fix it.")  # fmt: skip


def test_a_wrong_formula_that_is_evaluated_rightly(formula, number):
    for problem in (formula, number):
        result = check(problem, f"N(4d² + 2dh) = {LESS}")
        assert result.status == "incorrect"
        assert "The number is the value of your formula. Your answer leaves the biases" in result.message
        assert result.record()["beside"]["gives"] == LESS


def test_a_wrong_formula_that_gives_the_right_number_at_these_sizes_does_not_give_it_away(number):
    wrong = "N(4d² + 2dh + 5d)"
    result = check(number, f"{wrong} = 7")
    assert result.status == "incorrect"
    assert "gives" not in result.record()["beside"]
    assert "18,889,728" not in result.message
    right = check(number, f"{wrong} = {VALUE}")
    assert right.message.startswith(
        "Correct: 18,889,728. The formula next to it gives it here, but not for other sizes."
    )


def test_a_rounded_number_beside_a_formula_fits(number):
    record = check(number, f"{RIGHT} ≈ 18.9M", feedback="full").record()
    assert (record["status"], record["beside"]["fits"]) == ("partial", True)


@pytest.mark.parametrize("coarse", ["18.9M", "12.3M"])
def test_whether_too_coarse_a_number_fits_its_formula_is_not_told_below_full(number, coarse):
    """The formula is right: that the number fits it would confirm its digits."""
    record = check(number, f"{RIGHT} ≈ {coarse}").record()
    assert (record["status"], record["message"], record["points"]) == ("too_coarse", "Give every digit.", None)
    assert "beside" not in record


def test_a_formula_alone_is_no_number(number):
    result = check(number, RIGHT)
    assert (result.status, result.points) == ("unreadable", None)
    assert result.message == "This is a formula; the question asks for a number. Write it behind the formula, after =."


def test_numbers_are_read_as_ever(number):
    for answer in (
        f"P = {VALUE}",
        f"total = {VALUE}",
        "6*(4*512^2 + 2*512*2048 + 2048 + 512) = 18889728",
        "18.889728M",
    ):
        assert check(number, answer).status == "correct", answer


def test_a_number_is_no_answer_under_the_name_of_another_quantity(number):
    result = check(number, f"N = {VALUE}")
    assert result.status == "unreadable"
    assert result.message == 'I do not understand "N" in "N". Write only the answer.'


def test_the_formula_in_a_real_submission():
    """The student's own formula settles what the number alone leaves open: it was evaluated without N = 6."""
    result = check(
        load_problem("problems/003/transformer-base.yaml"),
        "N[2(h(d_model + 1) + d_model(h + 1)) + 3 N_heads d_model (2d_k + d_v)] = 6558720",
    )
    assert mistakes(result)[0] == ["layers.left_out", "output_projection.left_out"] or result.status == "incorrect"
    told = result.message
    assert "Your formula gives 39,352,320, not 6,558,720." in told
    assert "You left out the factor N, here 6." in told
    assert "leaves the output projection W_O out" in told
    assert "You counted two of the three input projections" in told


# What authors write


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            "symbols: {N: num_layer}",
            "num_layer is not a parameter of encoder_model_parameters; did you mean num_layers?",
        ),
        (
            "symbols: {N: num_layers/d_modl}",
            "d_modl is not a parameter of encoder_model_parameters; did you mean d_model?",
        ),
        ("symbols: {N: num_layers +}", "N must be a parameter or an expression of parameters. I cannot read"),
        ("symbols: {N: d_k}", "d_k is not a number here; choose another parameter for this symbol"),
        ("symbols: {N: num_layers = num_heads}", "its sides differ: 6, 8"),
        ("symbols: {N: num_layers/(num_heads - 8)}", "This divides by zero."),
        ("symbols: {'n l': num_layers}", "n l is not a symbol; use letters, digits and _"),
    ],
)
def test_symbols_that_mean_nothing_are_told_where_they_stand(problem, said, message):
    text = FORMULA.replace("id: encoder", "id: wrong").replace("symbols: {N: num_layers, d: d_model, h: d_ff}", said)
    with pytest.raises(ProblemError) as error:
        problem(text)
    (finding,) = error.value.findings
    assert finding.line == 8
    assert message in str(finding)


def test_what_is_no_number_has_no_formula(problem):
    with pytest.raises(ProblemError, match="total is a vector, so its answer cannot be a formula; remove `answer`"):
        problem("id: soft\ntype: softmax\nprompt: p\nparameters: {logits: [1, 2]}\nanswer: formula\n")


def test_a_symbol_may_stand_for_an_expression_and_for_equal_parameters(problem):
    tied = problem(
        "id: tied\ntype: transformer_parameters\nprompt: p\nasks: encoder\nanswer: formula\n"
        "parameters: {d_model: 64, num_heads: 4, d_ff: 120, num_encoder_layers: 6, num_decoder_layers: 6}\n"
        "conventions: {biases: left_out, layer_norm: left_out, output_projection: counted}\n"
        "symbols: {N: num_encoder_layers = num_decoder_layers, H: num_heads, k: d_model/num_heads, f: d_ff}\n"
    )
    assert check(tied, "N(4 H² k² + 2 H k f)").status == "correct"
    for point in FormulaTarget(tied, tied.parts[0], "full").alphabet.points:
        assert point["num_encoder_layers"] == point["num_decoder_layers"] == point["N"]
        assert point["k"] * point["H"] == point["d_model"]


def test_an_authors_formula_is_answered_with_one(problem):
    windows = problem(
        "id: windows\ntype: formula\nprompt: p\nanswer: formula\n"
        "parameters: {expression: (n + 2*p - k)/s + 1, symbols: {n: 225, p: 3, k: 7, s: 2}}\n"
    )
    assert check(windows, "n/s + (2p - k)/s + 1").status == "correct"
    assert mistakes(check(windows, "(n + 2p - k)/s"))[0] == ["1.left_out"]


# The sizes


def test_the_sizes_beside_the_own_ones_differ_and_are_always_the_same(formula):
    points = FormulaTarget(formula, formula.parts[0], "full").alphabet.points
    assert points[0] == {"vocab_size": 1000, "d_model": 512, "num_layers": 6, "num_heads": 8, "d_ff": 2048} | {
        "N": 6, "d": 512, "h": 2048
    }  # fmt: skip
    for symbol in ("N", "d", "h"):
        assert len({point[symbol] for point in points}) > 2
    assert {point["num_heads"] for point in points} == {8}
    resized_variants.cache_clear()
    assert FormulaTarget(formula, formula.parts[0], "full").alphabet.points == points


# Laws

changed = st.tuples(*[st.integers(0, 9)] * 4)


@settings(max_examples=40)
@given(changed)
def test_one_changed_coefficient_is_wrong(formula, factors):
    a, b, c, e = factors
    result = check(formula, f"N({a}d² + {b}dh + {c}h + {e}d)")
    assert (result.status == "correct") == (factors == (4, 2, 1, 1))


@pytest.mark.parametrize("more", ["+ 0.001", "* 1.0000001", "+ 1/7"])
def test_what_a_formula_gives_that_is_nearly_right_is_not_told(number, more):
    record = check(number, f"{RIGHT} {more} = 3").record()
    assert "gives" not in record["beside"]
    assert f"{VALUE:,}" not in record["message"]
