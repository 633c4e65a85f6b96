"""A deeper search for what many students share."""

from __future__ import annotations

import pytest

from checker import load_problem
from checker.grading.class_answers.shared import _sets, hypothesis
from checker.marking.marker import Marker
from tests.bank import bank

LENET = bank().problems["lenet-5"].path.read_text(encoding="utf-8").partition("parts:")[0]
FOUND = (
    "You left out the + 1. The first window counts as well. "
    "And: In convolution 2 (layer 3) only: your answer leaves the biases out; this question does not."
)
RIGHT, SHARED = "61706", "21370"


@pytest.fixture(scope="module")
def marker(tmp_path_factory):
    file = tmp_path_factory.mktemp("lenet") / "lenet-5.yaml"
    file.write_text(LENET, encoding="utf-8")
    return Marker(load_problem(file), load_problem(file).parts[0])


def test_a_mistake_in_one_layer_next_to_another_mistake(marker):
    assert hypothesis(marker, marker.mark(SHARED)) == FOUND


@pytest.mark.parametrize("answer", ["61470", "1234567", "61.7K is my guess"])
def test_nothing_for_what_is_explained_or_means_nothing(marker, answer):
    assert hypothesis(marker, marker.mark(answer)) == ""


def test_sets_have_a_local_mistake_or_three(marker):
    singles = [cause for cause in marker.target.index.slip_starts if cause.mistakes]
    sets = [mistakes for mistakes, _ in _sets(singles)]
    assert {len(each) for each in sets} == {2, 3}
    assert all(len(each) == 3 or any(mistake.scope for mistake in each) for each in sets)


@pytest.mark.parametrize(("students", "is_found"), [(5, True), (4, False)])
def test_the_instructor_sees_it_with_the_entry_to_paste(graded, students, is_found):
    answers = [{"lenet-5": SHARED}] * students + [{"lenet-5": RIGHT}] * 12
    (shared,) = graded({"lenet-5": LENET}, *answers).shared
    assert ("a deeper search finds this way: “You left out the + 1." in shared.message) is is_found
    assert (f'says: "{FOUND}"' in shared.entry) is is_found
