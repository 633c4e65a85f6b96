"""`KeptFindings`: texts about shared wrong answers and authors' keys, kept in the store, since finding out takes long.

They hold until the problem or the code of checker changes.  Workers find out what is new about answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from typing import Final

from checker.grading.course import GradeColumn
from checker.grading.executors.jobs import GradeTasks
from checker.grading.grader.graded_source import WrongAnswer
from checker.grading.store import Store
from checker.grading.store.database import from_json
from checker.grading.versions import Versions
from checker.marking.result import Result

FindingKey = tuple[int, str]
"""A column, and an answer as it was read."""

LATER: Final = ("", "", "")
"""What is known of an answer that was not looked into yet."""

AT_ONCE: Final = 8
"""Number of answers that are looked into at once."""


class KeptFindings:
    """Short texts about wrong answers, kept in the store from run to run."""

    def __init__(self, store: Store, versions: Versions, given: Callable[[FindingKey], str], grade: GradeTasks) -> None:
        """`given`: returns the text of an answer as it was written.  `grade`: looks into answers."""
        self._store = store
        self._versions = versions
        self._given = given
        self._grade = grade
        self._new: dict[str, str] = {}
        self._wanted: dict[str, WrongAnswer] = {}

    def get(self, kind: str, column: GradeColumn, answer: str, find: Callable[[Result], list[str]]) -> list[str]:
        """Return the texts that are kept about an answer; if there are none, empty ones until `find_out` was called."""
        key = self._key(kind, column, answer)
        known = self._known(key)
        if known is None:
            self._wanted[key] = WrongAnswer(column.index, answer, self._given((column.index, answer)), find)
            return [*LATER]
        return from_json(known, list)

    def of_key(self, column: GradeColumn, find: Callable[[], str]) -> str:
        """Return the text about the key of a question, computed now if it is not kept."""
        key = self._key("key", column, "")
        known = self._known(key)
        if known is None:
            known = self._new[key] = json.dumps([find()])
        return str(from_json(known, list)[0])

    def find_out(self) -> bool:
        """Compute the texts that `get` did not have, in the workers; return whether there were any."""
        wanted, self._wanted = self._wanted, {}
        keys, answers = iter(wanted), iter(wanted.values())
        tasks = iter(lambda: list(islice(answers, AT_ONCE)), [])
        for found in (each for done in self._grade(tasks) for each in done):
            if isinstance(found, WrongAnswer):
                self._new[next(keys)] = json.dumps(found.found)
        return bool(wanted)

    def save(self) -> None:
        """Keep in the store what this run found out."""
        self._store.history.save_cached(self._new)

    def _known(self, key: str) -> str | None:
        return self._new.get(key) or self._store.history.cached(key)

    def _key(self, kind: str, column: GradeColumn, answer: str) -> str:
        return json.dumps([kind, column.id, column.part_id, self._versions.problems[column.id], answer])
