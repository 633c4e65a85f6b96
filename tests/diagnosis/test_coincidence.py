"""The guard against coincidence."""

import math
from random import Random

import pytest

from checker.diagnosis import coincidence
from tests.tables import rows


@pytest.mark.parametrize(
    ("factor", "word"), [(99.9, "consistent"), (100.1, "exact"), (10.1, "consistent"), (9.9, "possible"), (1.4, None)]
)
def test_strengths(factor, word):
    window = (1.15, 1.25)
    mass = factor * coincidence.null_probability(*window, 1.0, 1.0)
    assert coincidence.strength(mass * coincidence.evidence([window], [1.0], [0], 1.0)) == word


def test_the_null_probability_is_between_0_and_1():
    rng = Random(1)
    for _ in range(1000):
        truth = rng.choice([-1, 1]) * 10 ** rng.uniform(-6, 12)
        value = truth * rng.uniform(-3, 3)
        half = abs(truth) * 10 ** rng.uniform(-12, 1)
        assert 0 <= coincidence.null_probability(value - half, value + half, truth, abs(truth)) <= 1 + 1e-12


def test_null_probabilities_of_disjoint_windows_add_up_to_at_most_one():
    total = sum(coincidence.null_probability(value - 0.5, value + 0.5, 1000.0, 1000.0) for value in range(1, 100_000))
    assert 0.5 < total <= 1


def test_a_wider_window_is_likelier_to_be_hit():
    assert coincidence.null_probability(1090, 1110, 1000, 1000) > coincidence.null_probability(1099, 1101, 1000, 1000)


def test_the_null_probability_is_higher_near_the_truth():
    chances = [coincidence.null_probability(value - 0.5, value + 0.5, 1000, 1000) for value in (1001, 1200, 9000)]
    assert chances == sorted(chances, reverse=True)


def test_a_window_across_zero_holds_all_small_numbers():
    assert coincidence.null_probability(-0.5, 0.5, 0.2, 0.2) > 0.5


@pytest.mark.parametrize("value", [1.2e-9, 1.2e-5, 1.2e5, 1.2e9])
def test_a_number_far_away_is_little_evidence(value):
    """Two digits do not prove a rare mistake only because the number is a million times too large."""
    window = (0.96 * value, 1.04 * value)
    assert coincidence.null_probability(*window, 1.0, 1.0) > 0.04 * coincidence.null_probability(
        0.96e-2, 1.04e-2, 1.0, 1.0
    )
    assert coincidence.strength(0.0005 * coincidence.evidence([window], [1.0], [0], 1.0)) in {None, "possible"}


@pytest.mark.parametrize("value", [1e-9, 1e-6, 1e6, 1e9])
def test_numbers_beyond_three_decades_are_a_twentieth_as_likely(value):
    within = coincidence.evidence([(0.096, 0.104)], [], [0], 1.0)
    beyond = coincidence.evidence([(0.96 * value, 1.04 * value)], [], [0], 1.0)
    assert math.isclose(beyond, 20 * within)


def test_scaling_everything_changes_nothing():
    assert math.isclose(
        coincidence.null_probability(1100, 1101, 1000, 1000),
        coincidence.null_probability(11.0, 11.01, 10.0, 10.0),
        rel_tol=1e-9,
    )


def test_only_varying_entries_are_evidence():
    windows, truths = [(1.15, 1.25), (5.45, 5.55)], [1.0, 5.0]
    mass = 20 * coincidence.null_probability(*windows[0], 1.0, 1.0)
    assert coincidence.strength(mass * coincidence.evidence(windows, truths, [0], 5.0)) == "consistent"
    assert coincidence.strength(mass * coincidence.evidence(windows, truths, [0, 1], 5.0)) == "exact"
    assert coincidence.strength(mass * coincidence.evidence(windows, truths, [], 5.0)) is None


def test_an_answer_of_another_shape_is_compared_with_no_truth():
    windows = [(1.5, 2.5), (31.5, 32.5), (15.5, 16.5)]
    assert coincidence.strength(1e-3 * coincidence.evidence(windows, [], [0, 1, 2], 32.0)) == "exact"
    assert coincidence.strength(1e-9 * coincidence.evidence(windows, [], [0, 1, 2], 32.0)) is None


@pytest.mark.parametrize(("mistakes", "slip", "detail", "story"), rows(__file__, "kinds_of_explanations"))
def test_kinds_of_explanations(mistakes, slip, detail, story):
    assert coincidence.story_of([None] * mistakes, slip, detail) == story


def test_each_kind_has_its_bars():
    factors = {story: coincidence.strength(50, story) for story in coincidence.BARS}
    assert factors == {
        "mistake": "consistent",
        "mistakes": "possible",
        "slip": "consistent",
        "near": "possible",
    }
