"""Findings on wrong answers: those of this run, and those of earlier runs in a cache."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from checker.grading.course import GradeColumn
from checker.grading.grader.finding import FindingKey, MarkingFinding
from checker.grading.store import Store
from checker.grading.store.texts import from_json
from checker.grading.versions import Versions
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

MOST_KEPT: Final = 512
"""Maximum number of wrong answers to a part whose findings are kept.  A common answer comes early."""


class FindingCache:
    """Short texts about answers that take long to find out; they hold for as long as the problem stays as it is."""

    def __init__(self, store: Store, versions: Versions) -> None:
        self._store = store
        self._versions = versions
        self._new: dict[str, str] = {}

    def get(self, kind: str, column: GradeColumn, answer: str, make: Callable[[], list[str]]) -> list[str]:
        """Return what is known about an answer, and find it out if it is not."""
        key = json.dumps([kind, column.id, column.part_id, self._versions.problems[column.id], answer])
        known = self._new.get(key) or self._store.history.cached(key)
        if known is None:
            known = self._new[key] = json.dumps(make())
        return from_json(known, list)

    def save(self) -> None:
        """Keep what was found out now."""
        self._store.history.save_cached(self._new)


class MarkingFindings:
    """The findings of a run.  Answers that came late in a large class, or in an earlier run, are marked again."""

    def __init__(self, cache: FindingCache) -> None:
        self.cache = cache
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
