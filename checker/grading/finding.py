"""Findings of marking on wrong answers, for the summary of a run."""

from __future__ import annotations

from typing import Final, NamedTuple

from checker.answers import Reading
from checker.diagnosis import Diagnosis, Ways
from checker.grading.course import GradeColumn
from checker.marking.feedback import Feedback
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

MOST_KEPT: Final = 512
"""Maximum number of wrong answers to a part whose findings are kept.  A common answer comes early."""

FindingKey = tuple[int, str]
"""A column, and an answer as it was read."""


class MarkingFinding(NamedTuple):
    """An outcome without what only its record needs.  It is small, since it is sent from process to process."""

    given: str
    status: str
    reading: Reading | None
    feedback: Feedback
    diagnosis: Diagnosis | None

    @classmethod
    def of(cls, outcome: Outcome) -> MarkingFinding:
        """Return the finding on an answer that was marked alone."""
        reading, diagnosis = outcome.reading, outcome.diagnosis
        if diagnosis:
            likeliest = tuple(each._replace(first_difference=None) for each in diagnosis.explanations[:1])
            diagnosis = diagnosis._replace(explanations=likeliest, ways=_simplest(diagnosis.ways))
        feedback = Feedback("", outcome.feedback.why)
        return cls(outcome.given, outcome.status, reading and reading._replace(tree=None), feedback, diagnosis)

    def outcome(self, marker: Marker) -> Outcome:
        """Return the outcome that the finding was made from."""
        return Outcome(
            marker.marked_question,
            self.status,
            self.given,
            self.feedback,
            points=None,
            reading=self.reading,
            diagnosis=self.diagnosis,
        )


class MarkingFindings:
    """The findings of a run.  Of answers that come late in a large class only the text is kept."""

    def __init__(self) -> None:
        self._found: dict[FindingKey, MarkingFinding] = {}
        self._counts: dict[int, int] = {}
        self._given: dict[FindingKey, str] = {}
        self._markers: dict[int, Marker] = {}

    def add(self, key: FindingKey, finding: MarkingFinding) -> None:
        """Keep the first finding on an answer."""
        if key in self._found:
            return
        count = self._counts.get(key[0], 0)
        if count < MOST_KEPT:
            self._found[key] = finding
            self._counts[key[0]] = count + 1
        else:
            self._given.setdefault(key, finding.given)

    def outcome(self, column: GradeColumn, answer: str) -> tuple[Marker, Outcome]:
        """Return the marker and the outcome of a wrong answer; mark it again where only its text was kept."""
        if column.index not in self._markers:
            assert column.problem  # noqa: S101 - for mypy: no answer to a file in error is wrong
            assert column.part  # noqa: S101
            self._markers[column.index] = Marker(column.problem, column.part)
        marker, key = self._markers[column.index], (column.index, answer)
        finding = self._found.get(key)
        return marker, finding.outcome(marker) if finding else marker.mark(self._given[key])


def _simplest(ways: Ways) -> Ways:
    """Return the way with the fewest mistakes and no slip, or else any."""
    plain = [way for way in ways if way[0] and not way[1]]
    return (min(plain, key=lambda way: len(way[0])),) if plain else ways[:1]
