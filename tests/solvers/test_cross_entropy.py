from __future__ import annotations

from math import log

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.losses.cross_entropy import cross_entropy

LOGITS = [log(1), log(2), log(5)]  # of probabilities 1/8, 2/8, 5/8
TWO = {"probabilities": [[0.5, 0.3, 0.2], [0.1, 0.2, 0.7]], "targets": [0, 2]}
SMOOTHED = {"probabilities": [0.25, 0.25, 0.5], "targets": 2, "label_smoothing": 0.3}


def test_of_logits(ask):
    question = ask("cross_entropy", {"logits": LOGITS, "targets": 1})
    assert question.answer() == pytest.approx(log(4))
    assert question.answer("probabilities") == pytest.approx([1 / 8, 2 / 8, 5 / 8])
    assert ask("cross_entropy", {"logits": LOGITS, "targets": 1}, log_base="2").answer() == pytest.approx(2)
    assert ask("cross_entropy", {"logits": LOGITS, "targets": 1}, first_class="1").answer() == pytest.approx(log(8))
    assert ask("cross_entropy", {"logits": LOGITS, "targets": [0, 1, 0]}).answer() == pytest.approx(log(4))


def test_of_several_examples(ask):
    question = ask("cross_entropy", TWO)
    assert question.answer("losses") == pytest.approx([-log(0.5), -log(0.7)])
    assert question.answer() == pytest.approx(-log(0.35) / 2)
    assert question.mistakes(-log(0.35)) == ["reduction.sum"]
    assert question.mistakes(-log(0.35) / 3) == ["average.over_classes"]
    assert question.mistakes(-log(0.35) / 6) == ["average.over_entries"]
    assert question.mistakes(-log(0.6)) == ["average.of_probabilities"]


def test_classes_are_counted_from_1_where_they_cannot_be_from_0(ask):
    parameters = {"probabilities": [[0.5, 0.5], [0.2, 0.8]], "targets": [1, 2]}
    for conventions in ({}, {"first_class": "0"}, {"first_class": "1"}):
        assert ask("cross_entropy", parameters, **conventions).answer("losses") == pytest.approx([log(2), -log(0.8)])
    with pytest.raises(ParameterError, match="targets must be classes from 1 to 2"):
        ask("cross_entropy", parameters | {"targets": [0, 1]}, first_class="1").answer()


def test_equal_probabilities_give_the_logarithm_of_their_number():
    assert cross_entropy(logits=[0] * 10, targets=3) == pytest.approx(log(10))
    assert cross_entropy(logits=[0] * 10, targets=3, label_smoothing=0.1) == pytest.approx(log(10))


def test_a_certain_prediction_costs_nothing():
    assert cross_entropy(probabilities=[1, 0], targets=0) == 0
    assert str(cross_entropy(probabilities=[1, 0], targets=[1, 0])) == "0.0"


def test_label_smoothing(ask):
    question = ask("cross_entropy", SMOOTHED)
    assert question.answer("smoothed_targets") == pytest.approx([0.1, 0.1, 0.8])
    assert question.answer() == pytest.approx(0.2 * log(4) + 0.8 * log(2))
    assert question.answer("smoothed_targets", smoothing="over_the_others") == pytest.approx([0.15, 0.15, 0.7])
    assert question.mistakes(log(2)) == ["smoothing.left_out"]
    assert question.mistakes(0.3 * log(4) + 0.7 * log(2)) == ["smoothing.over_the_others"]


def test_soft_targets(ask):
    question = ask("cross_entropy", {"probabilities": [0.5, 0.5], "targets": [0.25, 0.75]}, log_base="2")
    assert question.answer() == pytest.approx(1)
    assert question.answer(loss="divergence") == pytest.approx(1 - (0.25 * 2 + 0.75 * log(4 / 3) / log(2)))
    assert question.answer(loss="swapped") == pytest.approx(0.5 * 2 + 0.5 * log(4 / 3) / log(2))


def test_named_mistakes(ask):
    question = ask("cross_entropy", {"logits": LOGITS, "targets": 1})
    assert question.mistakes(-log(4)) == ["sign.left_out"]
    assert question.mistakes(log(4) / log(10)) == ["logarithm.base_10"]
    assert question.mistakes(log(8)) == ["first_class.1"]
    assert question.mistakes(log(8 / 5)) == ["target_class.likeliest"]
    assert question.mistakes(log(4) - log(7 / 8) - log(3 / 8)) == ["loss.binary"]
    assert question.mistakes(-log(log(2) / log(10))) == ["exponentials.left_out", "exponentials.absolute"]
    assert question.answer(softmax="left_out") == pytest.approx(-log(log(2)))


def test_softmax_of_probabilities(ask):
    question = ask("cross_entropy", {"probabilities": [0.5, 0.5, 0], "targets": 0})
    assert question.answer(softmax="twice") == pytest.approx(log(2 + 1 / 1.6487212707))


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ({"targets": 0}, "logits or probabilities must be given"),
        ({"targets": 0, "logits": [1, 2], "probabilities": [0.5, 0.5]}, "probabilities and logits are given"),
        ({"targets": 3, "logits": [1, 2]}, "targets must be classes from 0 to 1"),
        ({"targets": [0, 2], "logits": [[1, 2], [2, 1]]}, "targets must be classes from 0 to 1"),
        ({"targets": [0.5], "logits": [[1, 2]]}, "targets must be classes from 0 to 1"),
        ({"targets": [0], "logits": [[1, 2], [2, 1]]}, "targets must be 2 classes, one for each example"),
        ({"targets": [[0]], "logits": [1, 2]}, "targets must be one class"),
        ({"targets": [0, 1, 0], "logits": [1, 2]}, "targets are 3, but the predictions are 2"),
        ({"targets": [0.5, 0.6], "logits": [1, 2]}, "targets must hold probabilities"),
        ({"targets": 0, "probabilities": [0.5, 0.6]}, "probabilities must hold probabilities"),
        ({"targets": 0, "probabilities": [1.5, -0.5]}, "probabilities must hold probabilities"),
        ({"targets": 1, "probabilities": [1, 0]}, "probabilities must be positive where the target is"),
        (
            {"targets": 0, "probabilities": [1, 0], "label_smoothing": 0.1},
            "probabilities must be positive where the target is",
        ),
        ({"targets": 0, "logits": [1, 301]}, "logits must lie within ±300"),
    ],
)
def test_impossible_parameters(parameters, problem):
    with pytest.raises(ParameterError, match=problem):
        cross_entropy(**parameters)


def test_what_is_said_depends_on_the_targets(ask):
    def said(targets, **more):
        question = ask("cross_entropy", {"probabilities": [0.25, 0.25, 0.5], "targets": targets} | more)
        assert question.answer() > 0
        return question.solver.explain(question.parameters)

    for certain in (said(1), said([0, 1, 0])):
        assert "Only the logarithm of the target counts" in certain["target_class.all_classes"]
        assert "the true class" in certain["target_class.likeliest"]
    smoothed, soft = said(1, label_smoothing=0.1), said([0.5, 0.3, 0.2])
    for sentences in (smoothed, soft):
        for mistake in ("target_class.all_classes", "loss.binary"):
            assert "each" in sentences[mistake]
            assert "by its target" in sentences[mistake]
    assert "All classes count, weighted by their targets" in soft["target_class.likeliest"]
    several = said([0.5, 0.3, 0.2], label_smoothing=0.1)
    assert not any("true" in several[mistake] for mistake in several if mistake.startswith("smoothing"))
