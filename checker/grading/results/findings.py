"""Findings on wrong answers that several students gave, which hold for as long as the problem stays as it is."""

from __future__ import annotations

import json
from collections.abc import Callable

from checker.grading.course import GradeColumn
from checker.grading.store import Store
from checker.grading.store.database import from_json
from checker.grading.versions import Versions
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.notation.typed import TypedNumber

FindingKey = tuple[int, str]
"""A column, and an answer as it was read."""


class Findings:
    """Short texts about answers that take long to find out, and those of earlier runs."""

    def __init__(self, store: Store, versions: Versions, given: Callable[[FindingKey], str]) -> None:
        """`given`: returns the text of an answer as it was written."""
        self._store = store
        self._versions = versions
        self._given = given
        self._new: dict[str, str] = {}
        self._markers: dict[int, Marker] = {}
        self._outcomes: dict[FindingKey, Outcome] = {}

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

    def outcome(self, column: GradeColumn, answer: str) -> tuple[Marker, Outcome]:
        """Return the marker and the outcome of a wrong answer, marked again."""
        if column.index not in self._markers:
            assert column.problem  # noqa: S101 - for mypy: no answer to a file in error is wrong
            assert column.part  # noqa: S101
            self._markers[column.index] = Marker(column.problem, column.part)
        marker, key = self._markers[column.index], (column.index, answer)
        if key not in self._outcomes:
            given = self._given(key)
            outcome = marker.mark(given)
            self._outcomes[key] = outcome if outcome.read_as == answer else marker.mark(TypedNumber(given))
        return marker, self._outcomes[key]
