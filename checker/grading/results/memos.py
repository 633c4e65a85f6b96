"""What was found out about wrong answers that many students gave: kept, since it takes long to find out."""

from __future__ import annotations

import json
from collections.abc import Callable

from checker.grading.course import GradeColumn
from checker.grading.store import Store
from checker.grading.store.texts import from_json
from checker.grading.versions import Versions


class Memos:
    """Short texts by question and answer, for as long as the problem stays as it is."""

    def __init__(self, store: Store, versions: Versions) -> None:
        self._store = store
        self._versions = versions
        self._new: dict[str, str] = {}

    def get(self, kind: str, column: GradeColumn, answer: str, make: Callable[[], list[str]]) -> list[str]:
        """Return what is known about an answer, and find it out if it is not."""
        key = json.dumps([kind, column.id, column.part_id, self._versions.problems[column.id], answer])
        known = self._new.get(key) or self._store.history.memo(key)
        if known is None:
            known = self._new[key] = json.dumps(make())
        return from_json(known, list)

    def save(self) -> None:
        """Keep what was found out now."""
        self._store.history.save_memos(self._new)
