"""What a question type knows of parameters, conventions, steps and mistakes."""

import pickle
from decimal import Decimal

import pytest

from checker.engine.trace import step
from checker.kinds import Tolerance
from checker.problems import ProblemError
from checker.solvers.registry import Solver

HEAD = "id: layer\ntype: encoder_layer_parameters\n"
SIZES = "parameters: {d_model: 64, num_heads: 4, d_ff: 120}\n"


def test_a_bug_in_the_solver_is_no_finding(desk, monkeypatch):
    def broken(d_model: int) -> int:
        return step("total", {}["nothing"] + d_model)

    monkeypatch.setattr("checker.problems.build.solver", lambda _: Solver("broken", broken, [], dict))
    with pytest.raises(KeyError, match="nothing"):
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


def test_a_problem_of_one_question(desk):
    problem = desk.load(HEAD + SIZES)
    assert (problem.title, problem.label, problem.assignment, problem.prompt) == ("layer", "", "", "")
    assert not problem.is_multipart
    part = problem.part(None)
    assert (part.name, part.id, part.step, part.points, part.key) == ("layer", None, "total", 1.0, None)
    with pytest.raises(LookupError, match="layer has no parts"):
        problem.part("total")


def test_errors_travel_between_processes(desk):
    with pytest.raises(ProblemError) as error:
        desk.load(HEAD)
    again = pickle.loads(pickle.dumps(error.value))
    assert (again.findings, str(again)) == (error.value.findings, str(error.value))


def test_ids_titles_keys_and_answers_are_kept_as_written(desk):
    text = """\
id: 010
title: 2024
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_ff: 120}
key: 27_648
examples:
  - {answer: 1e5, verdict: incorrect, mistakes: [heads.multiplied]}
  - {answer: [0.60, 1], verdict: incorrect}
  - {answer: , verdict: not_answered}
"""
    problem = desk.load(text)
    (part,) = problem.parts
    assert (problem.id, problem.title, part.key) == ("010", "2024", "27_648")
    assert [(each.answer, each.mistakes) for each in part.examples] == [
        ("1e5", ("heads.multiplied",)),
        ("[0.60, 1]", ()),
        ("", ()),
    ]
