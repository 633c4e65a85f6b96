"""Outcomes of the wrong answers that the summary of a run reports."""

from __future__ import annotations

from checker.grading import CourseResults, GradeColumn
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome


class ReportedOutcomes:
    """Outcomes of wrong answers, from what was found out when they were marked."""

    def __init__(self, results: CourseResults) -> None:
        self._findings = results.findings
        self._markers: dict[int, Marker] = {}

    def of(self, column: GradeColumn, answer: str) -> tuple[Marker, Outcome] | None:
        """Return the marker and the outcome of an answer; None for a problem file in error.

        An answer that came late in a large class is marked again, since not all findings are kept.
        """
        if column.problem is None or column.part is None:
            return None
        if column.index not in self._markers:
            self._markers[column.index] = Marker(column.problem, column.part)
        marker = self._markers[column.index]
        return marker, self._findings.outcome((column.index, answer), marker)
