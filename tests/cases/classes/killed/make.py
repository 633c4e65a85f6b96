"""Hand-ins of 150 students, with answers of every status."""

from __future__ import annotations

ANSWERS = ("27648", "31,744", "64 or 128", "", "28024")
STATUSES = ("correct 1", "incorrect 0", "unreadable", "not_answered 0", "incorrect 0")
STUDENTS = range(150)


def given() -> dict[str, str]:
    """Return the hand-ins."""
    answers = {
        each: f"encoder-layer: '{ANSWERS[each % 5]}', block: {{queries: {each}, total: 160800}}" for each in STUDENTS
    }
    return {f"submissions/s{each:03}.yaml": f"answers: {{{text}}}" for each, text in answers.items()}


def expected() -> dict[str, dict[str, object]]:
    """Return the records after the first run."""
    records = {
        f"s{each:03}": {
            "encoder-layer": STATUSES[each % 5],
            "block.queries": "incorrect 0",
            "block.total": "correct 2",
        }
        for each in STUDENTS
    }
    waits = dict.fromkeys(("encoder-layer", "block.queries", "block.total"), "needs_review")
    return {"killed": {"records": {**records, "broken": waits}}}
