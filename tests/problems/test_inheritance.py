"""What a part takes from its problem, and a problem from its assignment."""

from decimal import Decimal

import pytest

from checker.engine.recording import ChoicePoint
from checker.kinds import Tolerance
from checker.problems.menu import declared
from checker.solvers.registry import solver, topics
from checker.solvers.variant import PRESETS
from tests.tables import rows

HEAD = "id: layer\ntype: encoder_layer_parameters\nparameters: {d_model: 64, num_heads: 4, d_ff: 120}\n"


def test_parts_inherit_settings_that_they_do_not_have(desk):
    problem = desk.load(
        HEAD
        + """\
points: 3
tolerance: {relative: 0.01}
conventions: {biases: left_out, layer_norm: left_out}
credit: {slip: 0.5}
accept: [{conventions: {biases: counted}, credit: 0.5}]
parts:
  - {id: all}
  - id: own
    asks: queries
    points: 1
    tolerance: exact
    parameters: {d_ff: 10, d_k: 8, d_v: 8}
    conventions: {biases: counted}
    credit: {heads.multiplied: 0.2}
    accept: []
    key: 2080
    follow_through: true
"""
    )
    everything, own = problem.parts
    assert problem.is_multipart
    assert (everything.name, own.name) == ("layer.all", "layer.own")
    assert (everything.step, own.step) == ("total", "attention.queries")
    assert (everything.points, own.points) == (3.0, 1.0)
    assert (everything.tolerance, own.tolerance) == (Tolerance("relative", Decimal("0.01")), Tolerance("exact"))
    assert everything.variant.declared == {"biases": "left_out", "layer_norm": "left_out"}
    assert own.variant.declared == {"biases": "counted", "layer_norm": "left_out"}
    assert (own.variant.arguments["d_model"], own.variant.arguments["d_ff"]) == (64, 10)
    assert (everything.credit, own.credit) == ({"slip": 0.5}, {"heads.multiplied": 0.2})
    assert [each.is_by_convention for each in everything.rules.accepted] == [True]
    assert own.rules.accepted == ()
    assert (everything.key, own.key) == (None, "2080")
    assert own.follow_through
    assert not everything.follow_through


def test_parts_about_the_same_question_share_its_variant(desk):
    first, second, other = desk.load(
        HEAD + "parts: [{id: a, asks: attention}, {id: b}, {id: c, conventions: {biases: left_out}}]\n"
    ).parts
    assert first.variant is second.variant is not other.variant


def test_an_assignment_has_settings_for_all_its_problems(desk):
    problem = desk.load(
        HEAD + "conventions: {biases: counted}\n",
        """\
title: Transformers
problems: [{id: layer, label: Q1}]
conventions: {biases: left_out, layer_norm: left_out, pooler: counted}
credit: {slip: 0.5, pooler.counted: 0.4}
tolerance: {relative: 0.1}
imprecise_credit: 0.5
decimal: comma
""",
    )
    (part,) = problem.parts
    assert (problem.assignment, problem.label) == ("Transformers", "Q1")
    assert part.variant.declared == {"biases": "counted", "layer_norm": "left_out"}
    assert part.credit == {"slip": 0.5}
    assert part.tolerance == Tolerance("relative", Decimal("0.1"))
    assert (part.imprecise_credit, part.decimal) == (0.5, "comma")


CONVENTIONS = {
    "biases": ChoicePoint("biases", ("counted", "left_out"), "counted", is_convention=True),
    "bias_vectors": ChoicePoint("bias_vectors", ("two", "one", "none"), "two", is_convention=True),
    "layout": ChoicePoint("layout", ("rows", "columns"), "rows", is_convention=True),
}


@pytest.mark.parametrize(("layers", "expected"), rows(__file__, "a_nearer_section_overrides_presets_and_others"))
def test_a_nearer_section_overrides_presets_and_others(layers, expected):
    assert declared(layers, CONVENTIONS) == expected


def test_every_preset_is_useful():
    points = {}
    for name in topics():
        for example in solver(name).examples:
            from checker.solvers.signature import arguments
            from checker.solvers.variant import Variant

            for point in Variant(solver(name), arguments(solver(name), example)).menu.values():
                points.setdefault(point.name, set()).update(point.options if point.is_convention else ())
    for preset in PRESETS.values():
        assert any(option in points.get(name, ()) for name, option in preset.items())
