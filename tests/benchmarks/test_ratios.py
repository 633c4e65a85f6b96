"""The runner of the benchmarks: what it compares, what fails, and what it writes."""

import pytest

from benchmarks import floors, growth
from benchmarks.ratios import Ratio, compare, read, updated, write
from benchmarks.wrong import wrong_answers
from checker.marking.mark import mark
from checker.marking.question import Question

COMMITTED = {"answers": {"a right number": Ratio(4.0, "2025-03-01", "first measured")}}


def compared(figures):
    (only,) = compare({"answers": figures}, COMMITTED)
    return only


def test_less_than_twice_the_committed_ratio_passes():
    assert not compared({"a right number": 7.9}).has_failed


def test_twice_the_committed_ratio_fails_and_says_what_to_do():
    failed = compared({"a right number": 8.0})
    assert failed.has_failed
    assert failed.message == (
        "answers: a right number: 8 floors, 2.0 times the committed 4. Make it faster, or commit the new ratio: "
        '`python -m benchmarks --write answers --reason "WHY"`.'
    )


def test_noise_explains_twice_the_ratio_but_not_four_times():
    assert [compared({"a right number": ratio}).is_doubtful for ratio in (7.9, 8.0, 15.9, 16.0)] == [
        False,
        True,
        True,
        False,
    ]


def test_an_unknown_figure_fails():
    _, unknown = compare({"answers": {"a right number": 4.0, "a wrong number": 9.0}}, COMMITTED)
    assert unknown.has_failed
    assert unknown.message == (
        "answers: a wrong number: 9 floors, and ratios.yaml has no such figure. "
        "Commit it: `python -m benchmarks --write answers`."
    )


def test_a_missing_figure_fails():
    missing = compared({})
    assert missing.has_failed
    assert missing.message == (
        "answers: a right number: ratios.yaml has 4, and nothing measures it. "
        "Remove it: `python -m benchmarks --write answers`."
    )


def test_benchmarks_that_did_not_run_are_not_compared():
    assert list(compare({}, COMMITTED)) == []


def test_what_is_nearly_the_same_keeps_its_ratio_date_and_reason():
    assert updated({"answers": {"a right number": 4.9}}, COMMITTED, "2025-04-01", "") == COMMITTED


def test_what_is_faster_needs_no_reason():
    found = updated({"answers": {"a right number": 2.0}}, COMMITTED, "2025-04-01", "")
    assert found == {"answers": {"a right number": Ratio(2.0, "2025-04-01", "faster")}}


def test_what_is_slower_needs_a_reason():
    slower = {"answers": {"a right number": 6.0}}
    with pytest.raises(ValueError, match="answers: a right number: 6, and 4 is committed"):
        updated(slower, COMMITTED, "2025-04-01", "")
    found = updated(slower, COMMITTED, "2025-04-01", "units are read")
    assert found == {"answers": {"a right number": Ratio(6.0, "2025-04-01", "units are read")}}


def test_only_measured_benchmarks_are_written_anew():
    found = updated({"batch": {"read": 2.5}}, COMMITTED, "2025-04-01", "")
    assert found == COMMITTED | {"batch": {"read": Ratio(2.5, "2025-04-01", "first measured")}}


def test_what_is_written_is_read(tmp_path):
    file = tmp_path / "ratios.yaml"
    write(COMMITTED, file)
    assert read(file) == COMMITTED


def test_the_committed_file_is_in_its_form():
    assert all(ratio.ratio > 0 and ratio.reason for figures in read().values() for ratio in figures.values())


def test_ratios_are_the_least_of_all_runs_to_the_least_floor():
    runs = [{"floor": 2.0, "read": 9.0}, {"floor": 3.0, "read": 8.0}]
    assert floors.ratios(runs) == {"read": 4.0}


def test_a_function_apart_leaves_nothing_behind():
    kept = []
    assert floors.apart(lambda: [*kept, kept.append(1)]) == [None]
    assert kept == []


def test_the_exponent_of_growth_is_that_of_the_larger_sizes():
    flat_then_square = [growth.Size(size, {"first": max(100.0, size**2)}) for size in (1, 2, 5, 10, 20, 40, 80)]
    assert growth.exponent(flat_then_square, "first") == pytest.approx(2)


def test_the_made_up_question_has_the_choice_points_that_it_says():
    part = growth.of_points(12).parts[0]
    assert len(part.variant.menu) == 12


def test_wrong_answers_of_one_mistake_are_what_its_solver_gives():
    wrong = wrong_answers(growth.of_points(2).parts[0], 4)
    assert wrong.explained == ["1084", "1009", "3177"]  # of 1009 + 1084: one left out, one forgotten, one doubled


def test_answers_that_nothing_explains_are_wrong():
    problem = growth.of_points(3)
    question = Question.of(problem, problem.parts[0])
    outcomes = [mark(text, question) for text in wrong_answers(problem.parts[0], 8).unexplained]
    assert {outcome.status for outcome in outcomes} == {"incorrect"}
    assert not any(outcome.diagnosis.explanations for outcome in outcomes)
