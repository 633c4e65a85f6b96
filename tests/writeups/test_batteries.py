"""Write-ups with known verdicts, some of them in each run: hardly a false full mark, hardly a zero for a right answer."""

import pytest

from tests.writeups.battery import COURSES, measure

MOST = {
    # one of so many documents, false full marks, false zeros, and the share of right answers that a person has to decide
    "statements": (5, 3, 2, 0.16),
    "statements-unseen": (5, 4, 2, 0.45),
    "form": (5, 9, 1, 0.45),
    "english": (5, 0, 0, 0.15),
    "german-french": (5, 0, 1, 0.38),
    "spanish-english": (5, 0, 2, 0.25),
    "seven-languages": (8, 0, 1, 0.14),
}


@pytest.mark.parametrize("name", MOST)
def test_documents_are_graded_as_a_careful_person_would(name):
    every, full, zero, review = MOST[name]
    found = measure(name, every)
    assert sum(each["false full"] for each in found.values()) <= full, found
    assert sum(each["false zero"] for each in found.values()) <= zero, found
    assert found["correct"]["review"] <= review * found["correct"].total(), found


REVIEWED = {
    # the share of right answers that a person has to decide
    "chemistry-networks": 0.15,
    "circuits-structures": 0.17,
    "economics-optics": 0.25,
    "mechanics-transformers": 0.17,
    "probability-cnn": 0.25,
    "signals-recurrent": 0.25,
    "statistics-finance": 0.15,
    "thermodynamics-learning": 0.25,
}


def test_each_course_is_graded():
    assert sorted(REVIEWED) == sorted(each.name for each in COURSES.iterdir())


@pytest.mark.parametrize("name", REVIEWED)
def test_whole_hand_ins_of_other_courses_are_graded_as_a_careful_person_would(name):
    found = measure(name, 3)
    assert found["other"]["false full"] == 0, found
    assert found["correct"]["false zero"] <= (name == "thermodynamics-learning"), found
    assert found["correct"]["review"] <= REVIEWED[name] * found["correct"].total(), found
