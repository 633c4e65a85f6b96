"""What a question type knows of parameters, conventions, steps and mistakes."""

import pickle
from decimal import Decimal

import pytest

from checker.engine.trace import step
from checker.kinds import Tolerance
from checker.problems import ProblemError, load_problem
from checker.questions.registry import Solver, solver

HEAD = "id: layer\ntype: encoder_layer_parameters\n"
SIZES = "parameters: {d_model: 64, num_heads: 4, d_ff: 120}\n"


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (
            "id: layer\ntype: encoder_layer_parameter\n",
            ["2:7 encoder_layer_parameter is not a question type; did you mean encoder_layer_parameters?"],
        ),
        (
            HEAD,
            [f"2:7 {name} is missing; it needs a whole number" for name in ("d_model", "num_heads", "d_ff")],
        ),
        (
            HEAD + "parameters: {d_model: 64}\n",
            [f"3:13 {name} is missing; it needs a whole number" for name in ("num_heads", "d_ff")],
        ),
        (HEAD + "parameters: {d_model: 0, num_heads: 4, d_ff: 120}\n", ["3:23 d_model must be 1 or more"]),
        (
            HEAD + "parameters:\n  d_model: 64\n  num_heads: 3\n  d_ff: 120\n",
            ["5:14 num_heads must divide d_model = 64, unless d_k and d_v are given"],
        ),
        (
            HEAD + SIZES + "conventions: {heads: multiplied}\n",
            [
                (
                    "4:15 heads is not a convention of encoder_layer_parameters; known are biases, qkv_biases, "
                    "output_biases, output_projection, ffn_biases, layer_norm, norm_biases, preset"
                )
            ],
        ),
        (HEAD + SIZES + "conventions: {biases: true}\n", ["4:23 biases must be counted or left_out, not true"]),
        (HEAD + SIZES + "conventions: {preset: 3}\n", ["4:23 preset must be pytorch, keras or textbook, not 3"]),
        (
            HEAD + SIZES + "credit: {heads.multiple: 0.5}\n",
            ["4:10 heads.multiple is not a mistake of encoder_layer_parameters; did you mean heads.multiplied?"],
        ),
        (
            HEAD + SIZES + "credit: {heads.right: 0.5}\n",
            [
                (
                    "4:10 heads.right is not a mistake of encoder_layer_parameters; known are one_mistake, slip, "
                    "biases.counted, biases.left_out, qkv_biases.counted, qkv_biases.left_out, output_biases.counted, "
                    "output_biases.left_out, output_projection.counted, output_projection.left_out, heads.multiplied, "
                    "heads.one_only, and 21 more; `checker types encoder_layer_parameters` lists them"
                )
            ],
        ),
        (
            HEAD + SIZES + "symbols: {N: layers, d: d_model}\n",
            [
                (
                    "4:14 layers is not a parameter of encoder_layer_parameters; "
                    "known are d_model, num_heads, d_ff, d_k, d_v, num_kv_heads, gated"
                )
            ],
        ),
        (
            "id: layer\ntype: decoder_layer_parameters\n" + SIZES + "asks: queries\n",
            ["4:7 queries names several steps: self_attention.queries and cross_attention.queries; write one of these"],
        ),
    ],
)
def test_names_that_the_type_does_not_have(desk, text, findings):
    assert desk.findings(text) == findings


def test_a_bug_in_the_solver_is_no_finding(desk, monkeypatch):
    def broken(d_model: int) -> int:
        return step("total", {}["nothing"] + d_model)

    monkeypatch.setattr(
        "checker.problems.build.solver", lambda _: Solver("broken", broken, lambda _: {}, lambda _: {}, [], dict)
    )
    with pytest.raises(KeyError, match="nothing"):
        desk.load(HEAD + "parameters: {d_model: 1}\n")


def test_a_truth_of_no_kind_is_a_bug(desk, monkeypatch):
    def odd(d_model: int) -> bool:
        return step("total", d_model > 0)

    monkeypatch.setattr(
        "checker.problems.build.solver", lambda _: Solver("odd", odd, lambda _: {}, lambda _: {}, [], dict)
    )
    with pytest.raises(TypeError, match="no kind of answer fits"):
        desk.load(HEAD + "parameters: {d_model: 1}\n")


@pytest.mark.parametrize(
    ("said", "tolerance"),
    [
        ("", Tolerance("exact")),
        ("tolerance: exact\n", Tolerance("exact")),
        ("tolerance: {absolute: 0.1}\n", Tolerance("absolute", Decimal("0.1"))),
        ("tolerance: {relative: 1e-5}\n", Tolerance("relative", Decimal("1e-5"))),
        ("tolerance: {absolute: 2}\n", Tolerance("absolute", Decimal(2))),
        ("tolerance: {decimals: 2}\n", Tolerance("decimals", Decimal(2))),
        ("tolerance: {significant: 4}\n", Tolerance("significant", Decimal(4))),
    ],
)
def test_tolerances_are_the_decimals_that_are_written(desk, said, tolerance):
    (part,) = desk.load(HEAD + SIZES + said).parts
    assert part.tolerance == tolerance


def test_a_huge_tolerance_is_accepted(desk):
    (part,) = desk.load(HEAD + SIZES + f"tolerance: {{absolute: {10**400}}}\n").parts
    assert part.tolerance == Tolerance("absolute", Decimal(10**400))


@pytest.mark.parametrize(
    ("text", "kind", "tolerance"),
    [
        (HEAD + SIZES, "number", Tolerance("exact")),
        ("id: a\ntype: attention_output\nparameters: {queries: [[1, 0]], keys: [[1, 0], [0, 1]], values: [[1], [2]]}\n",
         "matrix", Tolerance("significant", Decimal(3), "as_largest")),
        ("id: a\ntype: numeric\nparameters: {value: 0.357, unit: USD}\n",
         "number", Tolerance("significant", Decimal(3), "cents")),
        ("id: a\ntype: numeric\nparameters: {value: 357, unit: USD}\n", "number", Tolerance("exact")),
        ("id: a\ntype: numeric\nparameters: {value: 0.357, unit: GB}\n",
         "number", Tolerance("significant", Decimal(3), "as_largest")),
        ("id: a\ntype: attention_shape\nparameters: {num_queries: 3, d_model: 8, num_heads: 2}\n",
         "shape", Tolerance("exact")),
    ],
)  # fmt: skip
def test_the_kind_and_the_tolerance_follow_from_the_truth(desk, text, kind, tolerance):
    (part,) = desk.load(text).parts
    assert (part.kind, part.tolerance) == (kind, tolerance)


def test_the_arguments_are_complete(desk):
    (part,) = desk.load(HEAD + SIZES).parts
    assert part.variant.arguments == {
        "d_model": 64,
        "num_heads": 4,
        "d_ff": 120,
        "d_k": None,
        "d_v": None,
        "num_kv_heads": None,
        "gated": False,
    }
    assert part.variant.solver is solver("encoder_layer_parameters")


def test_a_problem_of_one_question(desk):
    problem = desk.load(HEAD + SIZES)
    assert (problem.title, problem.label, problem.assignment, problem.prompt) == ("layer", "", "", "")
    assert not problem.is_multipart
    part = problem.part(None)
    assert (part.name, part.id, part.step, part.points, part.key) == ("layer", None, "total", 1.0, None)
    with pytest.raises(KeyError):
        problem.part("total")


def test_a_path_may_be_text(desk):
    assert load_problem(str(desk.write(HEAD + SIZES))).id == "layer"


def test_errors_travel_between_processes(desk):
    with pytest.raises(ProblemError) as error:
        desk.load(HEAD)
    again = pickle.loads(pickle.dumps(error.value))
    assert (again.findings, str(again)) == (error.value.findings, str(error.value))
