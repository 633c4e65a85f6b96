"""Time the pages of feedback and the report of a class of 300 with ten answers each."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.batch import grade, make
from benchmarks.floors import in_turn
from checker.grading.published import Results
from checker.reports.class_report import report_page
from checker.reports.feedback import pages

STUDENTS = 300
ROUNDS = 3


def figures() -> dict[str, float]:
    """Return the ratios of pages and of a report to plain work."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder, STUDENTS)
        grade(folder)
        results = Results(folder / "results")
        of_today, assignments = results.problems(), results.assignments
        return in_turn(
            {
                f"{STUDENTS} pages of feedback": lambda: list(pages(results, assignments, of_today, "explain", "html")),
                f"a report on {STUDENTS} students": lambda: report_page(results),
            },
            ROUNDS,
        )
