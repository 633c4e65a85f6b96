"""Intake of a run: it finds the sources that are new or changed, and the answers that have no marks yet."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from checker.grading.course import Course
from checker.grading.grader.graded_source import GradedSource, Response
from checker.grading.store import LeftOutSource, MarkKey, Store, StoredSource
from checker.grading.submissions import HandIn, Source
from checker.grading.versions import Versions

AT_ONCE: Final = 64
"""Number of answers to a problem that are marked at once."""


class Intake:
    """The sources of a run, in their order: those that the store knows already, and those that it gets to know."""

    def __init__(self, course: Course, versions: Versions, store: Store, folder: str, left_out: set[int]) -> None:
        """`left_out`: the numbers of students who are not graded; those in the sources are added."""
        self._course = course
        self._versions = versions
        self._store = store
        self._folder = folder
        self._indexes: dict[str, int] = {}
        """By key, the indexes in `ids` of the sources that are graded now."""
        self._keys = [MarkKey(each.id, each.part_id, versions.problems[each.id]) for each in course.columns]
        self._digest = hashlib.sha256()
        self.ids: list[int] = []
        """The ids of all sources, in their order; 0 until it is known."""
        self.graded = 0
        """Number of sources that were graded now."""
        self._left_out = left_out
        self._waiting: deque[int] = deque()
        """The ids of the answers that are being marked."""

    @property
    def digest(self) -> str:
        """Return the digest of all sources so far."""
        return self._digest.hexdigest()

    def pending(self, sources: Iterable[Source]) -> Iterator[Source]:
        """Yield the sources whose grades are not in the store, or not as they would be today."""
        is_first = not self._store.sources.exist and not self._course.left_out
        for source in sources:
            self._digest.update(source.key.encode("utf-8", "surrogatepass") + source.digest)
            known = None if is_first else self._known(self._path(source.key), source.digest.hex())
            hint = source.assignment_hint if isinstance(source, HandIn) else None
            if known and self._versions.is_valid(known.depends_on, hint):
                self.ids.append(known.id)
            else:
                self._indexes[source.key] = len(self.ids)
                self.ids.append(0)
                yield source

    def _known(self, path: str, digest: str) -> StoredSource | None:
        """Return the source with this content, if it was graded before; one without an id was left out whole."""
        known = self._store.sources.find(path, digest)
        left_out = self._course.left_out
        if left_out and (found := self._store.forgotten.find(left_out, path, digest)):
            self._left_out |= found.students
            return known or StoredSource(0, found.depends_on)
        return known

    def save(self, sources: Sequence[GradedSource]) -> None:
        """Keep what was read, all or nothing."""
        with self._store.transaction():
            for graded in sources:
                path = self._path(graded.key)
                if graded.left_out:
                    self._leave_out(path, graded)
                if not (graded.left_out and graded.is_empty):
                    self.ids[self._indexes[graded.key]] = self._store.sources.save(path, graded, self._keys)
        self.graded += len(sources)

    def _leave_out(self, path: str, graded: GradedSource) -> None:
        """Keep who was left out of a source, without its name."""
        self._left_out |= graded.left_out
        found = LeftOutSource(graded.depends_on, graded.left_out)
        self._store.forgotten.save(self._course.left_out, path, graded.digest, found)

    def unmarked(self) -> Iterator[list[Response]]:
        """Yield the answers that have no marks yet, as the problems are today, some at once."""
        self._store.sources.choose(self.ids)
        left = self._store.responses.unmarked()
        while some := list(islice(left, AT_ONCE)):
            self._waiting += [id_ for id_, _ in some]
            yield [response for _, response in some]

    def save_marks(self, responses: Sequence[Response]) -> None:
        """Keep the marks of the next of these answers, all or nothing."""
        with self._store.transaction():
            for response in responses:
                self._store.responses.save_marks(self._waiting.popleft(), response, self._keys)
            self._store.history.save_cached(dict(each.told for each in responses if each.told))

    def _path(self, key: str) -> str:
        return f"{self._folder}/{key}"
