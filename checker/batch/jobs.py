"""Submissions to the desk: in this process, or in several, whose results come back in the same order.

Workers read and mark; only the parent writes.  What is under way is bounded, so that memory stays flat, and a worker
that is killed raises BrokenProcessPool.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from checker import processors
from checker.batch.course import Course
from checker.batch.desk import Chunk, Desk
from checker.batch.reviews import Reviews
from checker.submission import Found, Submission, Trouble, printable, read_folder, walk

if TYPE_CHECKING:
    from concurrent.futures import Future

CHUNK: Final = 64
"""Submissions, or files, that are marked in one go."""

AHEAD: Final = 3
"""Chunks under way for each worker."""

SMALL: Final = 100_000
"""Bytes: a larger file may hold the answers of many students.  The parent reads it, and hands these out."""

File = tuple[str, str | None]
"""A path, and the first folder below the root."""

_Item = TypeVar("_Item")
_desks: list[Desk] = []


def grade_folder(
    folder: str,
    course: Course,
    *,
    jobs: int = 1,
    besides: frozenset[str] = frozenset(),
    reviews: Reviews | None = None,
) -> Iterator[Chunk]:
    """Mark every submission below a folder; the result is the same for any number of jobs.

    `besides`: real paths of files that are no submissions: what an earlier run wrote there, and reviews.
    """
    if jobs > 1:
        yield from _in_processes(_sources(folder, besides), course, reviews, jobs)
        return
    desk = Desk(course, reviews)
    found = (each for each in read_folder(folder) if not _is_among(str(each.path), besides))
    for chunk in _chunks(found):
        yield desk.grade(chunk)


def _in_processes(
    sources: Iterable[File | Found], course: Course, reviews: Reviews | None, jobs: int
) -> Iterator[Chunk]:
    from concurrent.futures import ProcessPoolExecutor  # here, because one process needs none of it

    chunks = _chunks(sources)
    first = list(islice(chunks, min(jobs, processors.available())))
    jobs = max(1, len(first))  # no more workers than processors, nor than there are chunks
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=(course, reviews)) as pool:
        under_way: deque[Future[Chunk]] = deque()
        try:
            for chunk in chain(first, chunks):
                under_way.append(pool.submit(_work, chunk))
                if len(under_way) > AHEAD * jobs:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _start(course: Course, reviews: Reviews | None) -> None:
    """In a worker: its desk, with indexes and a memory of its own."""
    _desks[:] = [Desk(course, reviews)]


def _work(sources: Sequence[File | Found]) -> Chunk:
    return _desks[0].grade(found for source in sources for found in _read(source))


def _read(source: File | Found) -> Iterator[Found]:
    if isinstance(source, Submission | Trouble):
        yield source
        return
    path, hint = source
    for found in read_folder(path):
        yield found._replace(assignment_hint=hint) if isinstance(found, Submission) else found


def _sources(folder: str, besides: frozenset[str]) -> Iterator[File | Found]:
    for path, hint, complaint in walk(folder):
        if _is_among(path, besides):
            continue
        if complaint:
            yield Trouble(Path(printable(path)), None, None, complaint)
        elif _size(path) > SMALL:
            yield from _read((path, hint))
        else:
            yield path, hint


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - a Path costs more than the call
    except OSError:
        return 0  # gone since: whoever reads it will tell


def _is_among(path: str, files: frozenset[str]) -> bool:
    return bool(files) and os.path.realpath(path) in files


def _chunks(items: Iterable[_Item]) -> Iterator[list[_Item]]:
    items = iter(items)
    while chunk := list(islice(items, CHUNK)):
        yield chunk
