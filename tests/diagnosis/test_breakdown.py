"""Contributions of mistakes: in the order in which they act, and adding up exactly."""

from decimal import Decimal

import pytest

from checker.diagnosis import Explanation, Mistake, MistakenRuns, WrongAnswerIndex, diagnose
from checker.diagnosis.breakdown import Product, breakdown_of
from checker.engine.trace import TOTAL
from checker.kinds import Reading, StatedNumber
from checker.solvers.registry import solver, topics
from checker.solvers.signature import arguments
from checker.solvers.variant import Variant
from tests.simulated import runs_of


@pytest.fixture
def explained(layer_index, base_index, whole):
    """Return the breakdown of a whole number."""

    def find(index, answer):
        reading = whole(answer)
        best = diagnose(index, reading).explanations[0]
        return breakdown_of(index.variant, index.step, best, reading)

    return find


def ids(found):
    return [each.mistake.id if each.mistake else "slip" for each in found.contributions]


def amounts(found):
    return [each.amount for each in found.contributions]


def test_one_mistake(layer_index, explained):
    found = explained(layer_index, 31744)
    assert (ids(found), amounts(found)) == (["output_projection.counted"], [64 * 4 * 16])
    assert found.contributions[0].product == Product("64 · 4 · 16", "d_model · num_heads · d_v")
    assert (found.total, found.value, found.is_rounded) == (4096, 31744, False)


def test_each_of_two_mistakes_adds_to_the_one_before(base_index, explained):
    found = explained(base_index, 6558720)
    w_o = (6 + 2 * 6) * 8 * 64 * 512
    assert ids(found) == ["output_projection.left_out", "layers.left_out"]
    assert amounts(found) == [-w_o, 6558720 - (44070912 - w_o)]


def test_mistakes_are_listed_in_the_order_in_which_they_act(base_index, whole):
    reading = whole(6558720)
    best = diagnose(base_index, reading).explanations[0]
    turned = best._replace(mistakes=best.mistakes[::-1])
    variant = base_index.variant
    assert breakdown_of(variant, TOTAL, turned, reading) == breakdown_of(variant, TOTAL, best, reading)


def test_mistakes_that_give_another_answer_have_no_breakdown(layer_index, whole):
    best = diagnose(layer_index, whole(31744)).explanations[0]
    assert breakdown_of(layer_index.variant, TOTAL, best, whole(31745)) is None


def test_a_slip_comes_last(layer_index, explained):
    found = explained(layer_index, 31744 * 10)
    assert ids(found) == ["output_projection.counted", "slip"]
    assert amounts(found) == [4096, 9 * 31744]
    assert found.contributions[1].product == Product()


def test_a_slip_without_a_mistake_has_no_breakdown(layer_index, explained):
    assert explained(layer_index, -27648) is None


def test_a_rounded_answer_is_broken_down_before_rounding(layer_index):
    reading = Reading((), (StatedNumber(31700, 50, 3),))
    best = diagnose(layer_index, reading).explanations[0]
    found = breakdown_of(layer_index.variant, TOTAL, best, reading)
    assert (found.total, found.value, found.is_rounded) == (4096, 31744, True)


def test_real_numbers_add_up_to_the_last_digit_shown():
    """ln 2 and ln 4: their mean is 1.0397208; to base 2 they are 1 and 2, the mean is 1.5 and the sum 3."""
    question = solver("cross_entropy")
    given = {"probabilities": [[0.5, 0.5], [0.25, 0.75]], "targets": [0, 0]}
    variant = Variant(question, arguments(question, given))
    mistakes = (Mistake("reduction", "sum"), Mistake("log_base", "2"))
    found = breakdown_of(
        variant, TOTAL, Explanation("exact", 1, mistakes, None, "", None), Reading((), (StatedNumber(3, 0.5, 1),))
    )
    assert ids(found) == ["log_base.2", "reduction.sum"]
    assert amounts(found) == [Decimal("0.46028"), Decimal("1.50000")]
    assert (found.total, found.value, found.is_rounded) == (Decimal("1.96028"), 3, False)


def test_vectors_have_no_breakdown(flying_index, decimals):
    reading = decimals("0.731", "0.269")
    for explanation in diagnose(flying_index, reading).explanations:
        assert breakdown_of(flying_index.variant, TOTAL, explanation, reading) is None


def test_there_is_no_product_where_a_size_has_no_name():
    """A square in the middle adds 6² to each of three modules, in twelve layers; that there are three has no name."""
    question = solver("lora_parameters")
    given = {"rank": 6, "modules": [[768, 2304], [768, 3072], [3072, 768]], "num_layers": 12}
    variant = Variant(question, arguments(question, given))
    right = 12 * 6 * (768 + 2304 + 768 + 3072 + 3072 + 768)
    best = Explanation("exact", 1, (Mistake("middle", "square"),), None, "", None)
    found = breakdown_of(variant, TOTAL, best, Reading((), (StatedNumber(right + 12 * 3 * 36, 0, None),)))
    assert (amounts(found), found.contributions[0].product) == ([12 * 3 * 36], Product())


@pytest.mark.parametrize("name", topics())
def test_contributions_of_two_mistakes_add_up_in_every_question_type(name):
    question = solver(name)
    variant = Variant(question, arguments(question, question.examples[0]))
    index = WrongAnswerIndex(MistakenRuns(variant, [TOTAL]))
    if index.shape or index.is_coded:
        return
    for trace in runs_of(index, 2)[:40]:
        value = trace.values[TOTAL][1][0]
        exact = value if isinstance(value, int) else Decimal(value)
        reading = Reading((), (StatedNumber(exact, 0, None),))
        for explanation in diagnose(index, reading).explanations[:1]:
            found = breakdown_of(variant, TOTAL, explanation, reading)
            if found is None:  # mistakes of which one makes no sense without the other
                continue
            assert sum(amounts(found)) == found.total
            if isinstance(value, int):
                assert found.total == value - index.numbers[0]
                assert not found.is_rounded
            named = [each.mistake.point for each in found.contributions if each.mistake]
            places = [*map(list(variant.menu).index, named)]
            assert places == sorted(places)


def test_a_record_has_the_contributions(layer_index, explained):
    values = explained(layer_index, 31744 * 10).values()
    assert values == {
        Mistake("output_projection", "counted"): {
            "contribution": 4096,
            "product": "64 · 4 · 16",
            "names": "d_model · num_heads · d_v",
        },
        None: {"contribution": 285696},
    }
