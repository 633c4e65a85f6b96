"""The pieces of benchmarks/diagnosis: what it calls identifiable, random, calibrated and reached is that."""

import math
from collections import Counter
from decimal import Decimal
from random import Random

import pytest

from benchmarks.diagnosis import goals, halves, page, tables
from benchmarks.diagnosis.calibration import add, expected_error
from benchmarks.diagnosis.identifiable import is_identifiable, states
from benchmarks.diagnosis.measure import Found
from benchmarks.diagnosis.nulls import digit_slip, null_answer, numbers_of, structured
from benchmarks.diagnosis.questions import asked, no_guard, without
from benchmarks.diagnosis.recall import outcomes, recall, told
from benchmarks.diagnosis.stated import reading, stated
from checker.answers import StatedNumber
from checker.diagnosis import Explanation, Mistake, diagnose
from checker.engine.trace import choose, step
from checker.questions.registry import Solver
from checker.questions.variant import Variant


def area(width: int, height: int) -> int:
    """A toy: two beliefs, of which one has an alias, and a third that counts next to nothing."""
    sides = choose("sides", width * height, added=width + height, squared=width * width)
    edges = choose("edges", 0, counted=width * width - width * height)
    return step("total", sides + edges + choose("corner", 0, counted=1), "width·height")


@pytest.fixture
def question():
    weights: dict[str, int] = {}
    solver = Solver("area", area, lambda _: {}, lambda _: weights, [], lambda _: {})
    return asked(Variant(solver, {"width": 3000, "height": 7001}))


def trace_of(question, *choices):
    made = {Mistake(*choice.split(".")) for choice in choices}
    return next(trace for trace in question.index.runs.of_size(len(made)) if set(trace.mistakes) == made)


def test_a_mistake_without_rivals_is_identifiable(question):
    assert "identifiable" in outcomes(question, trace_of(question, "sides.added"), None)


def test_aliases_are_not_identifiable(question):
    """Nine million either way; both are told."""
    for choice in ("sides.squared", "edges.counted"):
        happened = outcomes(question, trace_of(question, choice), None)
        assert "identifiable alone" not in happened
        assert "in set" in happened


def test_few_digits_hide_what_is_small(question):
    assert outcomes(question, trace_of(question, "corner.counted"), 3) == ["made", "invisible"]
    alone = outcomes(question, trace_of(question, "sides.added"), 4)
    assert "identifiable alone" in alone
    assert "identifiable" in outcomes(question, trace_of(question, "sides.added"), None)


def test_without_the_guard_what_is_identifiable_comes_first(question):
    tally = recall(question, Random(1), 100)
    assert sum(count for key, count in tally.items() if key[-1] == "identifiable") > 0
    assert sum(count for key, count in tally.items() if key[-1] == "broken") == 0


def test_the_guard_is_off_only_inside(question):
    answer = reading(((), (63_009_000,)), None)  # three times: of a thousand slips one
    with no_guard():
        assert diagnose(question.index, answer).explanations
    assert not diagnose(question.index, answer).explanations


def test_a_point_that_is_held_out_is_unknown(question):
    poorer = asked(without(question.index.variant, "sides"))
    answer = reading(((), (10_001,)), None)
    made = {Mistake("sides", "added")}
    assert {*diagnose(question.index, answer).explanations[0].mistakes} == made
    assert all(each.is_derived for one in diagnose(poorer.index, answer).explanations for each in one.mistakes)
    assert "sides" in question.index.variant.menu


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (9_248_256, 3, StatedNumber(9_250_000, Decimal(5000), 3)),
        (27_648, None, StatedNumber(27_648, Decimal("0.5"), 5)),
        (27_648, 5, StatedNumber(27_648, Decimal("0.5"), 5)),
        (-0.60891, 2, StatedNumber(Decimal("-0.61"), Decimal("0.005"), 2)),
        (0, 3, StatedNumber(0, Decimal("0.5"), 1)),
    ],
)
def test_stating(value, digits, expected):
    assert stated(value, digits) == expected
    assert states(expected, value)


def test_whole_numbers_with_all_digits_state_only_themselves():
    assert states(StatedNumber(27_648, Decimal("0.5"), 5), 27_648)
    assert not states(StatedNumber(27_648, Decimal("0.5"), 5), 27_649)
    assert not states(StatedNumber(27_648, Decimal("0.5"), 5), 27_648.5)


def test_reports_are_true_as_far_as_they_go():
    one, other = Mistake("sides", "added"), Mistake("corner", "counted")

    def way(*mistakes, slip=None):
        return Explanation("exact", 1.0, mistakes, slip, "", None)

    made = frozenset([one, other])
    assert told([way(one, other)], made) == ["in set", "true", "first"]
    assert told([way(one), way(one, other)], made) == ["in set", "true"]
    assert told([way(one, slip="sign")], made) == []
    assert told([way(Mistake("sides", "squared"))], made) == []
    assert told([], made) == ["silent"]


def test_random_answers_are_spread_as_said(question):
    rng = Random(1)
    truth = question.index.numbers[0]
    near = [null_answer("near", rng, question.index)[1][0] / truth for _ in range(2000)]
    assert 0.7 <= min(near) < 0.71
    assert 1.29 < max(near) <= 1.3
    assert sum(near) / len(near) == pytest.approx(1, abs=0.02)
    far = [math.log10(null_answer("log-uniform", rng, question.index)[1][0] / truth) for _ in range(2000)]
    assert -3.01 < min(far) < -2.9
    assert 2.9 < max(far) < 3.01
    assert sum(value < 0 for value in far) / len(far) == pytest.approx(0.5, abs=0.05)


def test_a_digit_slip_changes_one_digit():
    for seed in range(100):
        rng = Random(seed)
        changed = str(digit_slip(-9_248_256, rng, whole=True)).lstrip("-").zfill(7)
        assert sum(one != other for one, other in zip(changed, "9248256", strict=True)) == 1


def test_structured_arithmetic_is_made_of_the_givens():
    assert sorted(numbers_of({"a": 3, "b": [[0.5, 2]], "name": "x", "flag": True})) == [0.5, 2, 3]
    drawn = {structured([10], Random(seed), whole=True) for seed in range(200)}
    assert {10, 20, 100} <= drawn
    assert all(value % 10 == 0 for value in drawn)


def test_the_error_of_calibration():
    """Half of 0.8 and all of 1.0: off by 0.3 in a quarter of the cases."""
    tally = Counter()
    for right in (True, False):
        add(tally, 0.8, right=right)
    for _ in range(6):
        add(tally, 1.0, right=True)
    assert expected_error(tally) == pytest.approx(0.3 * 2 / 8)
    assert expected_error(Counter()) == 0


def test_shares_that_are_right_have_no_error():
    tally, rng = Counter(), Random(1)
    for _ in range(20_000):
        share = rng.random()
        add(tally, share, right=rng.random() < share)
    assert expected_error(tally) < 0.015


def test_halves_are_fixed_and_even():
    names = halves.types()
    assert 0.35 < sum(halves.half_of(name) == "report" for name in names) / len(names) < 0.65
    assert halves.half_of("softmax") == halves.half_of("softmax")
    assert halves.seed("report", "softmax", 1).random() != halves.seed("tune", "softmax", 1).random()


def test_the_page_has_every_goal():
    text = page.PAGE.read_text(encoding="utf-8")
    for goal in goals.goals(Found()):
        assert f"| {goal.name} | {goal.goal} |" in text
    for name in ("recall", "alarms", "calibration", "latency"):
        picture = page.DOCS / "diagnosis" / f"{name}.png"
        assert f"(diagnosis/{name}.png)" in text
        assert picture.stat().st_size < 60_000


def test_what_is_not_measured_is_a_dash():
    (_, *rows) = tables.goals_table(Found(), Found())
    assert {row[3] for row in rows} <= {"-", "yes"}


def test_identifiable_means_alone_in_the_window(question):
    trace = trace_of(question, "sides.added")
    answer = reading(trace.values["total"], 2)
    rivals = question.rivals((), 2)
    made = frozenset(trace.mistakes)
    assert is_identifiable(rivals, answer, made, 1)
    assert not is_identifiable(rivals, answer, made, 2), "the corner beside it cannot be seen in two digits"
