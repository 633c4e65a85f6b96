"""The guard: what an answer of unknown origin would do."""

import math
from random import Random

import pytest

from checker.diagnosis import coincidence


@pytest.mark.parametrize(
    ("factor", "word"), [(99.9, "consistent"), (100.1, "exact"), (10.1, "consistent"), (9.9, None)]
)
def test_strengths(factor, word):
    window = (1.15, 1.25)
    mass = factor * coincidence.null_probability(*window, 1.0, 1.0)
    assert coincidence.strength(mass * coincidence.evidence([window], [1.0], [0], 1.0)) == word


def test_chance_is_a_probability():
    rng = Random(1)
    for _ in range(1000):
        truth = rng.choice([-1, 1]) * 10 ** rng.uniform(-6, 12)
        value = truth * rng.uniform(-3, 3)
        half = abs(truth) * 10 ** rng.uniform(-12, 1)
        assert 0 <= coincidence.null_probability(value - half, value + half, truth, abs(truth)) <= 1 + 1e-12


def test_chances_of_disjoint_windows_add_up_to_at_most_one():
    total = sum(coincidence.null_probability(value - 0.5, value + 0.5, 1000.0, 1000.0) for value in range(1, 100_000))
    assert 0.5 < total <= 1


def test_a_wider_window_is_likelier_to_be_hit():
    assert coincidence.null_probability(1090, 1110, 1000, 1000) > coincidence.null_probability(1099, 1101, 1000, 1000)


def test_near_the_truth_chance_is_higher():
    chances = [coincidence.null_probability(value - 0.5, value + 0.5, 1000, 1000) for value in (1001, 1200, 9000)]
    assert chances == sorted(chances, reverse=True)


def test_a_window_across_zero_holds_all_that_is_small():
    assert coincidence.null_probability(-0.5, 0.5, 0.2, 0.2) > 0.5


@pytest.mark.parametrize("value", [1.2e-9, 1.2e-5, 1.2e5, 1.2e9])
def test_to_be_far_away_proves_little(value):
    """Two stated digits are not met by a rare mistake beyond doubt, only because they lie a million times too far."""
    window = (0.96 * value, 1.04 * value)
    assert coincidence.null_probability(*window, 1.0, 1.0) > 0.04 * coincidence.null_probability(
        0.96e-2, 1.04e-2, 1.0, 1.0
    )
    assert coincidence.strength(0.0005 * coincidence.evidence([window], [1.0], [0], 1.0)) is None


@pytest.mark.parametrize("value", [1e-9, 1e-6, 1e6, 1e9])
def test_an_unknown_origin_leads_beyond_three_decades_a_twentieth_as_often_as_within(value):
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


def test_an_answer_of_another_shape_has_no_truth_to_be_near():
    windows = [(1.5, 2.5), (31.5, 32.5), (15.5, 16.5)]
    assert coincidence.strength(1e-3 * coincidence.evidence(windows, [], [0, 1, 2], 32.0)) == "exact"
    assert coincidence.strength(1e-9 * coincidence.evidence(windows, [], [0, 1, 2], 32.0)) is None
