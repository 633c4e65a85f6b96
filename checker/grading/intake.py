"""Intake of a run: it finds the sources that are new or changed, and the answers to problems that changed since."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from checker.grading.course import AssignmentColumns, Course
from checker.grading.grader.cell import OURS
from checker.grading.grader.chunk import Chunk, GradedSource
from checker.grading.grader.submission_grader import AnswersToMark
from checker.grading.store import LeftOutSource, MarkKey, Store, StoredSource
from checker.grading.submissions import HandIn, Source
from checker.grading.versions import Versions

AT_ONCE: Final = 64
"""Number of answers that are marked at once."""


class Intake:
    """The sources of a run, in their order: those that the store knows already, and those that it gets to know."""

    def __init__(self, course: Course, versions: Versions, store: Store, folder: str) -> None:
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
        self.left_out: set[int] = set()
        """The numbers of the students in the sources who are not graded."""

    @property
    def digest(self) -> str:
        """Return the digest of all sources so far."""
        return self._digest.hexdigest()

    def pending(self, sources: Iterable[Source]) -> Iterator[Source]:
        """Yield the sources that have to be graded now."""
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
            self.left_out |= found.students
            return known or StoredSource(0, found.depends_on)
        return known

    def save(self, chunk: Chunk) -> None:
        """Keep what was graded, all or nothing."""
        with self._store.transaction():
            for graded in chunk.sources:
                path = self._path(graded.key)
                if graded.left_out:
                    self._leave_out(path, graded)
                if not (graded.left_out and graded.is_empty):
                    self.ids[self._indexes[graded.key]] = self._store.sources.save(path, graded, self._keys)
        self.graded += len(chunk.sources)

    def _leave_out(self, path: str, graded: GradedSource) -> None:
        """Keep who was left out of a source, without its name."""
        self.left_out |= graded.left_out
        found = LeftOutSource(graded.depends_on, graded.left_out)
        self._store.forgotten.save(self._course.left_out, path, graded.digest, found)

    def outdated(self) -> Outdated:
        """Return the answers that were graded against problems that have changed since."""
        graded_now = set(self._indexes.values())
        kept = [id_ for place, id_ in enumerate(self.ids) if place not in graded_now]
        return Outdated(self._course, self._keys, self._store, kept)

    def _path(self, key: str) -> str:
        return f"{self._folder}/{key}"


class _Wanted(NamedTuple):
    """Answers to all parts of a problem that has changed, and who gave them."""

    assignment: str
    column: int
    """The index of the problem's first column."""
    places: list[tuple[int, int]]
    """The rows that have these answers, each with the place of the first."""


class Outdated:
    """Answers to problems that have changed since; equal ones are marked once."""

    def __init__(self, course: Course, keys: Sequence[MarkKey], store: Store, sources: Iterable[int]) -> None:
        self._keys = keys
        self._store = store
        self._rows: list[tuple[int, list[int]]] = []
        """Submissions with answers to problems that changed, and their marks."""
        self._wanted: dict[tuple[int, ...], _Wanted] = {}
        """By the marks that the answers have now."""
        store.sources.choose(sources)
        self._collect([(row.id, course.assignments[row.assignment], row.marks) for row in store.sources.rows()])

    def __len__(self) -> int:
        """Return the number of different answers."""
        return len(self._wanted)

    def _collect(self, rows: Sequence[tuple[int, AssignmentColumns, tuple[int, ...]]]) -> None:
        versions = {key.problem: key.version for key in self._keys}
        ids = {mark for _, _, marks in rows for mark in marks}
        stale = {id_ for id_, key in self._store.marks.keys(ids).items() if versions.get(key.problem) != key.version}
        for id_, assignment, marks in rows if stale else ():
            changed = [
                places for places in assignment.by_problem if not stale.isdisjoint(marks[places.start : places.stop])
            ]
            for places in changed:
                own = marks[places.start : places.stop]
                wanted = _Wanted(assignment.name, assignment.columns[places.start].index, [])
                self._wanted.setdefault(own, wanted).places.append((len(self._rows), places.start))
            if changed:
                self._rows.append((id_, list(marks)))

    def tasks(self) -> Iterator[list[AnswersToMark]]:
        """Yield the different answers, some at once."""
        left = iter(self._wanted.items())
        while some := list(islice(left, AT_ONCE)):
            records = self._store.marks.fields({mark for marks, _ in some for mark in marks})
            yield [
                AnswersToMark(
                    wanted.assignment,
                    self._keys[wanted.column].problem,
                    tuple(records[mark]["given"] for mark in marks),
                )
                for marks, wanted in some
            ]

    def save(self, chunks: Iterable[Chunk]) -> None:
        """Give the submissions their new marks, chunk by chunk."""
        left = iter(self._wanted.items())
        for chunk in chunks:
            with self._store.transaction():
                self._store.history.forget_inputs()  # the last run's results are not those of these marks any more
                touched: dict[int, bool] = {}
                for (before, wanted), marks in zip(
                    islice(left, len(chunk.marked_anew)), chunk.marked_anew, strict=True
                ):
                    new = [self._store.marks.save(mark, self._keys[wanted.column + n]) for n, mark in enumerate(marks)]
                    has_fault = any(mark.reason and mark.reason.code in OURS for mark in marks)
                    for number, place in wanted.places:
                        self._rows[number][1][place : place + len(before)] = new
                        touched[number] = touched.get(number, False) or has_fault
                self._store.sources.replace_marks(self._rows[number] for number in touched)
                self._store.sources.distrust(
                    self._rows[number][0] for number, is_faulty in touched.items() if is_faulty
                )
