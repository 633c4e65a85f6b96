"""What a reader at a level of feedback sees of the record of an answer."""

from __future__ import annotations

import pytest

from checker.marking.told import ToldAnswer, told_lines, told_record

FULL = {"status": "partial", "headline": "Five.", "why": ["It is 7."], "next": "Add 2."}
BELOW = {"status": "too_coarse", "headline": "Give every digit."}
RECORD = {
    "status": "partial",
    "points": 0.5,
    "given": "5",
    "reading": "5",
    "message": "Five. It is 7. Add 2.",
    "told": {"full": FULL, "explain": BELOW},
    "working": [
        {"finding": "arithmetic", "message": "2 + 2 is 4, not 5.", "told": {"explain": "Work it out.", "hint": ""}},
        {"finding": None, "message": ""},
    ],
}


@pytest.mark.parametrize(
    ("level", "more", "expected"),
    [
        ("full", {}, ToldAnswer("partial", "Five.", ["It is 7."], next="Add 2.", reading="5")),
        ("explain", {}, ToldAnswer("too_coarse", "Give every digit.", reading="5")),
        ("hint", {}, ToldAnswer("partial", "Five.", ["It is 7."], next="Add 2.", reading="5")),  # as at full
        ("verdict", {}, ToldAnswer("partial", "Partly correct.")),
        ("full", {"status": "needs_review", "points": None}, ToldAnswer("needs_review", "A person will look at this answer.")),
        ("full", {"status": "not_answered", "given": "?"}, ToldAnswer("not_answered", '"?" counts as no answer. Write your result.')),
        ("hint", {"review": {}, "message": "ada gave 1."}, ToldAnswer("partial", remark="ada gave 1.")),
    ],
)  # fmt: skip
def test_what_is_told_of_an_answer(level, more, expected):
    assert told_record(RECORD | more, level) == expected


@pytest.mark.parametrize(
    ("level", "expected"),
    [("verdict", []), ("hint", []), ("explain", ["Work it out."]), ("full", ["2 + 2 is 4, not 5."])],
)
def test_what_is_told_of_lines_of_working(level, expected):
    assert [message for _, message in told_lines(RECORD, level)] == expected


def test_the_message_is_the_remark_of_a_person_or_all_parts():
    assert told_record(RECORD, "full").message == RECORD["message"]
    assert told_record(RECORD | {"review": {}, "message": "ada gave 1."}, "full").message == "ada gave 1."
