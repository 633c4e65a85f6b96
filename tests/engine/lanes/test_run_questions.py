"""Questions asked for many students at once: with listed answers, at several sizes, and one student after the other."""

from __future__ import annotations

from dataclasses import replace as changed
from itertools import product

import pytest

from checker.diagnosis.mistakes import options_of, possible_mistakes
from checker.engine.errors import INVALID_RUN
from checker.engine.recording import AUTHOR_LISTED
from checker.engine.trace import RIGHT, TOTAL, choose, step
from checker.questions.parameters import arguments
from checker.questions.registry import solver
from checker.questions.resized import ResizedVariants, resized_variants
from checker.questions.variant import AuthorMistakes, Variant

LAYER = {"d_model": 64, "num_heads": 4, "d_k": 16, "d_v": 16, "d_ff": 120}


@pytest.fixture
def layer():
    type_ = solver("encoder_layer_parameters")
    return Variant(type_, arguments(type_, LAYER), {"biases": "left_out", "layer_norm": "left_out"})


def made_up(function, **given):
    """A question whose solver is a function of the test."""
    return Variant(changed(solver("linear_parameters"), function=function), given)


def alone(question, beliefs, steps, override=None):
    try:
        return question.run(dict(beliefs), steps, override)
    except INVALID_RUN:
        return None


def agree(question, sets, steps, override=None):
    """Assert that each gets what they get alone; return this by their beliefs, None where the run fails."""
    every = dict.fromkeys(belief for beliefs in sets for belief in beliefs)
    bits = {belief: 1 << place for place, belief in enumerate(every)}
    students = {sum(bits[belief] for belief in beliefs): beliefs for beliefs in sets}
    single = {student: alone(question, beliefs, steps, override) for student, beliefs in students.items()}
    alive, columns = question.run_many(bits, list(students), steps, override)
    assert set(alive) == {student for student, taken in single.items() if taken is not None}
    for student in alive:
        found = {name: column.value_for(student) for name, column in columns.items()}
        assert {name: value for name, value in found.items() if value is not None} == single[student]
    return {beliefs: single[student] for student, beliefs in students.items()}


def all_sets(**options):
    ways = product(*([None, *((choice, option) for option in listed)] for choice, listed in options.items()))
    return [tuple(belief for belief in way if belief) for way in ways]


def test_listed_answers_act_only_at_their_step(layer):
    listed = AuthorMistakes("attention", (("mistake_1", 5), ("mistake_2", 6)), ())
    sets = all_sets(listed=["mistake_1", "mistake_2"], output_projection=["left_out"])
    found = agree(layer.with_listed(listed), sets, {"attention", "feed_forward"})
    assert found[(AUTHOR_LISTED, "mistake_1"),] == {"attention": 5, "feed_forward": 15_360, TOTAL: 31_744}
    both = found[(AUTHOR_LISTED, "mistake_2"), ("output_projection", "left_out")]
    assert both == {"attention": 6, "feed_forward": 15_360, TOTAL: 27_648}


def test_a_student_without_a_listed_answer_gives_none(layer):
    listed = AuthorMistakes("attention", (("mistake_1", 5),), ())
    found = agree(layer.with_listed(listed), all_sets(listed=["mistake_1", RIGHT]), {"attention"})
    assert found[(AUTHOR_LISTED, RIGHT),]["attention"] == 16_384


def test_listed_answers_to_a_step_that_some_do_not_reach():
    def function():
        if choose("shortcut", right=True, taken=False):
            step("middle", 3)
        return step(TOTAL, 4)

    question = made_up(function).with_listed(AuthorMistakes("middle", (("mistake_1", 5),), ()))
    found = agree(question, all_sets(listed=["mistake_1"], shortcut=["taken"]), {"middle"})
    assert found[("shortcut", "taken"),] == {TOTAL: 4}
    assert found[(AUTHOR_LISTED, "mistake_1"), ("shortcut", "taken")] == {TOTAL: 4}


def test_listed_answers_to_a_step_that_is_not_wanted(layer):
    listed = AuthorMistakes("attention", (("mistake_1", 5),), ())
    assert agree(layer.with_listed(listed), all_sets(listed=["mistake_1"]), ())[(AUTHOR_LISTED, "mistake_1"),] == {
        TOTAL: 31_744
    }


def test_a_run_without_students(layer):
    assert layer.run_many({}, []) == ([], {})


def test_a_run_that_fails_for_all_students():
    def function(size):
        return step(TOTAL, 12 // (size - choose("size", size, half=size // 2)))

    question = made_up(function, size=4)
    assert question.run_many({("size", "half"): 1}, [0]) == ([], {})
    assert question.run_many({("size", "half"): 1}, [0, 1])[0] == [1]


def test_a_run_for_each_student(layer):
    sets = all_sets(output_projection=["left_out"], listed=["mistake_1"])
    one_by_one = Variant(changed(layer.solver, one_by_one=True), layer.arguments, layer.declared)
    listed = AuthorMistakes("attention", (("mistake_1", 5),), ())
    together = agree(layer.with_listed(listed), sets, {"attention"})
    assert agree(one_by_one.with_listed(listed), sets, {"attention"}) == together


def test_all_sizes_of_a_question_at_once(layer):
    question = resized_variants(layer, (("d", "d_model"), ("f", "d_ff")))
    known = list(possible_mistakes(layer))
    pairs = [(one, other) for one in known[:12] for other in known[12:] if one.point != other.point]
    sets = [(), *((mistake,) for mistake in known), *pairs]
    found = agree(question, [tuple(options_of(chosen).items()) for chosen in sets], {"attention", "feed_forward"})
    assert found[()][TOTAL][0] == 31_744
    assert len(found[()][TOTAL]) == len(question.variants) == 4


def test_an_overridden_step_has_a_value_at_each_size(layer):
    question = resized_variants(layer, (("d", "d_model"),))
    own = tuple(range(1, 1 + len(question.variants)))
    found = agree(
        question,
        all_sets(output_projection=["left_out"]),
        {"attention"},
        lambda path, value: own if path == "attention" else value,
    )
    assert found[("output_projection", "left_out"),]["attention"] == own
    assert found[()][TOTAL][0] == 1 + 15_360


def test_a_run_that_fails_at_one_size_fails():
    def function(size):
        return step(TOTAL, 12 // choose("size", size, less=size - 2))

    question = ResizedVariants([made_up(function, size=size) for size in (1, 2, 3)])
    assert agree(question, all_sets(size=["less"]), ()) == {(): {TOTAL: (12, 6, 4)}, (("size", "less"),): None}


def test_no_student_is_left_where_all_fail_at_one_size():
    def function(size):
        return step(TOTAL, 12 // choose("size", size, none=0))

    question = ResizedVariants([made_up(function, size=size) for size in (0, 1, 2)])
    assert question.run_many({("size", "none"): 1}, [0, 1]) == ([], {})


def test_steps_that_are_no_number_at_all_sizes_are_left_out():
    def function(size):
        step("row", choose("row", size, doubled=(size, size)))
        if size > 1:
            step("more", size)
        return step(TOTAL, size)

    question = ResizedVariants([made_up(function, size=size) for size in (2, 1)])
    found = agree(question, all_sets(row=["doubled"]), {"row", "more"})
    assert found == {(): {"row": (2, 1), TOTAL: (2, 1)}, (("row", "doubled"),): {TOTAL: (2, 1)}}


def test_listed_answers_at_all_sizes():
    def function(size):
        step("row", choose("row", size, doubled=(size, size)))
        return step(TOTAL, size + 1)

    listed = AuthorMistakes("row", (("mistake_1", (7, 8)),), ())
    question = ResizedVariants([made_up(function, size=size) for size in (2, 1)], listed)
    found = agree(question, all_sets(listed=["mistake_1"], row=["doubled"]), {"row"})
    assert found[(AUTHOR_LISTED, "mistake_1"),] == {"row": (7, 8), TOTAL: (3, 2)}
    assert found[(AUTHOR_LISTED, "mistake_1"), ("row", "doubled")] == {TOTAL: (3, 2)}
