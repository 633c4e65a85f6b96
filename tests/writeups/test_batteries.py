"""Write-ups with known verdicts, a fifth of them in each run: hardly a false full mark, hardly a zero for a right answer."""

import pytest

from tests.writeups.battery import measure

MOST = {
    # false full marks, false zeros, and the share of right answers that a person has to decide
    "statements": (7, 2, 0.50),
    "english": (0, 0, 0.29),
    "german-french": (0, 2, 0.68),
    "spanish-english": (0, 4, 0.40),
}


@pytest.mark.parametrize("name", MOST)
def test_documents_are_graded_as_a_careful_person_would(name):
    found = measure(name, every=5)
    full, zero, review = MOST[name]
    assert sum(each["false full"] for each in found.values()) <= full, found
    assert sum(each["false zero"] for each in found.values()) <= zero, found
    assert found["correct"]["review"] <= review * found["correct"].total(), found
