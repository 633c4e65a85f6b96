"""What marking found out about a wrong answer, as far as the summary of a run speaks of it."""

from __future__ import annotations

from typing import Final, NamedTuple

from checker.answers import Reading
from checker.diagnosis import Diagnosis, Ways
from checker.marking.feedback import Feedback
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

MOST: Final = 512
"""Different wrong answers to a part whose findings are kept.  An answer that several students give comes early."""

FindingKey = tuple[int, str]
"""A column, and an answer as it was read."""


class MarkingFinding(NamedTuple):
    """An outcome without what only its record needs.  It is small, for it travels from process to process."""

    status: str
    reading: Reading | None
    feedback: Feedback
    diagnosis: Diagnosis | None

    @classmethod
    def of(cls, outcome: Outcome) -> MarkingFinding:
        """Return what was found out about an answer that was marked by itself."""
        reading, diagnosis = outcome.reading, outcome.diagnosis
        if diagnosis:
            likeliest = tuple(each._replace(first_difference=None) for each in diagnosis.explanations[:1])
            diagnosis = diagnosis._replace(explanations=likeliest, ways=_simplest(diagnosis.ways))
        return cls(
            outcome.status, reading and reading._replace(tree=None), Feedback("", outcome.feedback.why), diagnosis
        )

    def outcome(self, marker: Marker, answer: str) -> Outcome:
        """Return the outcome that it was."""
        return Outcome(
            marker.marked_question,
            self.status,
            answer,
            self.feedback,
            points=None,
            reading=self.reading,
            diagnosis=self.diagnosis,
        )


class MarkingFindings:
    """The findings of a run, in the order in which the answers came."""

    def __init__(self) -> None:
        self._found: dict[FindingKey, MarkingFinding] = {}
        self._counts: dict[int, int] = {}

    def add(self, key: FindingKey, finding: MarkingFinding) -> None:
        """Keep what was found out about an answer, if it is the first with this text and there is room."""
        count = self._counts.get(key[0], 0)
        if count < MOST and key not in self._found:
            self._found[key] = finding
            self._counts[key[0]] = count + 1

    def get(self, key: FindingKey) -> MarkingFinding | None:
        """Return what is known of an answer."""
        return self._found.get(key)


def _simplest(ways: Ways) -> Ways:
    """Return the way with the fewest mistakes and no slip; where there is none, any."""
    plain = [way for way in ways if way[0] and not way[1]]
    return (min(plain, key=lambda way: len(way[0])),) if plain else ways[:1]
