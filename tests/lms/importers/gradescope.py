"""Gradescope's reading of an autograder's results, by its specification."""

from __future__ import annotations

import json

CHOICES = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}


class FailedAutograderError(Exception):
    """Gradescope shows the autograder as failed."""


def shown(data: bytes) -> tuple[float, bool]:
    """Return the score of a submission, and whether the student sees it at once."""
    results = json.loads(data)
    tests = results.get("tests", [])
    if "score" not in results and not (tests and all("score" in each for each in tests)):
        raise FailedAutograderError("no score")
    if {results["visibility"], results["stdout_visibility"]} - CHOICES or results["output_format"] not in FORMATS:
        raise FailedAutograderError("unknown choice")
    if any(not isinstance(each["name"], str) or "\r" in each["output"] for each in tests):
        raise FailedAutograderError("malformed test")
    is_seen = results["visibility"] == "visible" and all(each.get("visibility") != "hidden" for each in tests)
    score = results.get("score", sum(each.get("score", 0) for each in tests))
    return float(score), is_seen
