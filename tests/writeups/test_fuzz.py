"""Write-ups from a grammar with known truth: no right answer at zero, no wrong answer or trap with full marks."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.writeups.fuzz.grammar import FORMATS, LANGUAGES, ending_cases, traps_of, truths, words_of, write_up
from tests.writeups.fuzz.judge import judge, judge_seeds

SEED, COUNT = 7_000_000, 160
"""These documents take about two seconds; `python -m tests.writeups.fuzz` grades as many as one likes."""
EVERY = 9
"""One of so many endings is graded, right ones and wrong ones."""
DECIDED = 0.72
"""Share of the natural endings that are decided."""


@pytest.fixture(scope="module")
def found():
    return judge_seeds(range(SEED, SEED + COUNT))


def test_no_right_answer_is_at_zero(found):
    assert [(each.case["id"], *more) for each, *more in found.false if more[1].startswith("false zero")] == []


def test_no_wrong_answer_has_full_marks(found):
    assert [each.case["id"] for each, *_ in found.false if each.label == "wrong"] == []


def test_no_trap_has_full_marks(found):
    assert [
        (each.case["id"], each.ending) for each, *_, verdict in found.false if verdict.startswith("false full")
    ] == []


def test_the_grammar_is_rich():
    kinds = {truth["kind"] for truth in truths().values()}
    assert kinds == {"number", "unit", "vector", "matrix", "shape", "choice", "formula", "growth"}
    assert sum(len({*words_of(each)["endings"]["any"]}) for each in LANGUAGES) >= 80
    traps = {trap for kind in kinds for form in FORMATS for trap in traps_of("en", kind, form)}
    assert len(traps) >= 60
    assert write_up(5) == write_up(5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_natural_endings_are_read(language):
    several = [each for each in ending_cases() if each.language == language]
    assert len(several) > 400
    found = judge(several[::EVERY])
    assert [(each.ending, *more) for each, *more in found.false] == []
    outcomes = Counter({(label, verdict): n for (group, label, verdict), n in found.counted.items() if group == "all"})
    for label in {label for label, _ in outcomes}:
        decided = outcomes[label, "right"]
        assert decided >= DECIDED * (decided + outcomes[label, "review"]), outcomes
