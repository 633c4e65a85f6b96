"""Findings of marking on wrong answers, for the summary of a run."""

from __future__ import annotations

from typing import NamedTuple

from checker.answers import Reading
from checker.diagnosis import Diagnosis, Ways
from checker.marking.feedback import Feedback
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

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


def _simplest(ways: Ways) -> Ways:
    """Return the way with the fewest mistakes and no slip, or else any."""
    plain = [way for way in ways if way[0] and not way[1]]
    return (min(plain, key=lambda way: len(way[0])),) if plain else ways[:1]
