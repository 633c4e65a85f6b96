"""What is known of a wrong answer that a report speaks of."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from checker.grading import CourseResults, GradeColumn
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

COARSE: Final = re.compile(r"(-?\d[\d,]*) \((\d+) digits? stated\)")


class FoundByMarking:
    """The wrong answers of a run, with what was found out when they were marked."""

    def __init__(self, book: CourseResults) -> None:
        self._findings = book.findings
        self._markers: dict[int, Marker] = {}

    def of(self, column: GradeColumn, answer: str) -> tuple[Marker, Outcome] | None:
        """Return the marker and the outcome of an answer; None for a problem file in error.

        An answer that came late in a large class is marked once more, for not all findings are kept.
        """
        if column.problem is None or column.part is None:
            return None
        if column.index not in self._markers:
            self._markers[column.index] = Marker(column.problem, column.part)
        marker = self._markers[column.index]
        finding = self._findings.get((column.index, answer))
        return marker, finding.outcome(marker, answer) if finding else marking_findings(marker, answer)


def marking_findings(marker: Marker, answer: str) -> Outcome:
    """An answer of a report, marked once more: of whole numbers that stand for many only the stated digits count."""

    def stated(number: re.Match[str]) -> str:
        return f"{Decimal(number[1].replace(',', '')):.{int(number[2]) - 1}e}"

    return marker.mark(COARSE.sub(stated, answer))
