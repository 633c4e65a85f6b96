"""All findings of a run on wrong answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from checker.grading.course import GradeColumn
from checker.grading.grader.finding import FindingKey, MarkingFinding
from checker.grading.results.memos import Memos
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

MOST_KEPT: Final = 512
"""Maximum number of wrong answers to a part whose findings are kept.  A common answer comes early."""


class MarkingFindings:
    """The findings of a run.  Answers that came late in a large class, or in an earlier run, are marked again."""

    def __init__(self, memos: Memos) -> None:
        self.memos = memos
        """What was found out before."""
        self.given: Callable[[FindingKey], str] = _nothing
        """How an answer was written that has no finding."""
        self._found: dict[FindingKey, MarkingFinding] = {}
        self._counts: Counter[int] = Counter()
        self._markers: dict[int, Marker] = {}

    def update(self, findings: Mapping[FindingKey, MarkingFinding]) -> None:
        """Keep the first finding on each answer."""
        for key, finding in findings.items():
            if key not in self._found and self._counts[key[0]] < MOST_KEPT:
                self._found[key] = finding
                self._counts[key[0]] += 1

    def outcome(self, column: GradeColumn, answer: str) -> tuple[Marker, Outcome]:
        """Return the marker and the outcome of a wrong answer."""
        if column.index not in self._markers:
            assert column.problem  # noqa: S101 - for mypy: no answer to a file in error is wrong
            assert column.part  # noqa: S101
            self._markers[column.index] = Marker(column.problem, column.part)
        marker, key = self._markers[column.index], (column.index, answer)
        finding = self._found.get(key)
        return marker, finding.outcome(marker) if finding else marker.mark(self.given(key))


def _nothing(_: FindingKey) -> str:
    return ""
