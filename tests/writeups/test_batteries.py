"""Write-ups with known verdicts, some of each: hardly a false full mark, hardly a zero for a right answer.

`python -m tests.writeups.battery` grades them all, which who changes how documents are read does.
"""

import pytest

from tests.writeups.battery import COURSES, measure

MOST = {
    # one of so many documents, false full marks, false zeros, and the share of right answers that a person has to decide
    "statements": (17, 0, 0, 0.22),
    "statements-unseen": (17, 0, 0, 0.29),
    "form": (9, 6, 0, 0.23),
    "english": (18, 0, 0, 0.15),
    "german-french": (9, 0, 0, 0.28),
    "spanish-english": (18, 0, 1, 0.16),
    "seven-languages": (32, 0, 0, 0.08),
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
    "acids-packets": 0.2,
    "chances-orbits": 0.22,
    "chemistry-networks": 0.12,
    "circuits-structures": 0.15,
    "economics-optics": 0.2,
    "forces-queues": 0.25,
    "gases-convolutions": 0.12,
    "kinetics-perceptrons": 0.2,
    "lenses-inventory": 0.18,
    "matrices-epidemics": 0.17,
    "mechanics-transformers": 0.15,
    "metrics-heat": 0.27,
    "pipes-savings": 0.28,
    "probability-cnn": 0.2,
    "signals-air": 0.28,
    "signals-recurrent": 0.17,
    "sizes-machines": 0.15,
    "statistics-finance": 0.12,
    "thermodynamics-learning": 0.2,
}
CHEATED = {"pipes-savings": 1}
"""The number of parts that cheats get full marks for."""


def test_each_course_is_graded():
    assert sorted(REVIEWED) == sorted(each.name for each in COURSES.iterdir())


@pytest.mark.parametrize("name", REVIEWED)
def test_whole_hand_ins_of_other_courses_are_graded_as_a_careful_person_would(name):
    found = measure(name, 10)
    assert found["other"]["false full"] == 0, found
    assert found["trap"]["false full"] <= CHEATED.get(name, 0), found
    assert found["correct"]["false zero"] == 0, found
    assert found["correct"]["review"] <= REVIEWED[name] * found["correct"].total(), found
