"""Submissions to the desk: in this process, or in several, whose results come back in the same order.

Workers read and mark; only the parent writes.  What is under way is bounded, so that memory stays flat.  Where a worker
is killed, its submissions are marked again, one by one; one that ends its worker again is recorded as a fault of ours.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from checker.engine import processors
from checker.grading.course import Course
from checker.grading.grader import Chunk, SubmissionGrader
from checker.grading.killed import KilledGrader, unread
from checker.grading.reviews import Reviews
from checker.grading.submissions import FoundSubmissions, Submission, Trouble, printable, read_folder
from checker.grading.submissions._walk import walk

if TYPE_CHECKING:
    from checker.grading.crew import Crew

CHUNK: Final = 64
"""Submissions, or files, that are marked in one go."""

SMALL: Final = 100_000
"""Bytes: a larger file may hold the answers of many students.  The parent reads it, and hands these out."""

File = tuple[str, str | None]
"""A path, and the first folder below the root."""

_Item = TypeVar("_Item")
_desks: list[SubmissionGrader] = []


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
    desk = SubmissionGrader(course, reviews)
    found = (each for each in read_folder(folder) if not _is_among(str(each.path), besides))
    for chunk in _chunks(found):
        yield desk.grade(chunk)


def _in_processes(
    sources: Iterable[File | FoundSubmissions], course: Course, reviews: Reviews | None, jobs: int
) -> Iterator[Chunk]:
    from checker.grading.crew import Crew, Killed  # here, because one process needs none of it

    marks = partial(_marker, course, reviews)
    with Crew(marks, min(jobs, processors.available())) as crew:
        for result in crew.results(_chunks(sources)):
            if isinstance(result, Killed):
                with Crew(_reader, 1) as reading, Crew(marks, 1) as marking:
                    yield from _again(result.task, reading, marking, KilledGrader(course, reviews))
            else:
                yield result


def _again(
    sources: Sequence[File | FoundSubmissions], reading: Crew, marking: Crew, ended: SubmissionGrader
) -> Iterator[Chunk]:
    """Read and mark these once more, one by one, to tell the one that ends its worker from the others."""
    from checker.grading.crew import Killed

    for source in sources:
        if isinstance(source, Submission | Trouble):
            found = [source]
        else:
            (found,) = reading.results([source])
            if isinstance(found, Killed):
                yield unread(printable(source[0]))
                continue
        for each, result in zip(found, marking.results([each] for each in found), strict=True):
            yield ended.grade([each]) if isinstance(result, Killed) else result


def _marker(course: Course, reviews: Reviews | None) -> Callable[[Sequence[File | FoundSubmissions]], Chunk]:
    """In a worker: its desk, with indexes and a memory of its own."""
    desk = SubmissionGrader(course, reviews)
    return lambda sources: desk.grade(found for source in sources for found in _read(source))


def _reader() -> Callable[[File], list[FoundSubmissions]]:
    """In a worker that only reads."""
    return lambda source: list(_read(source))


def _read(source: File | FoundSubmissions) -> Iterator[FoundSubmissions]:
    if isinstance(source, Submission | Trouble):
        yield source
        return
    path, hint = source
    for found in read_folder(path):
        yield found._replace(assignment_hint=hint) if isinstance(found, Submission) else found


def _sources(folder: str, besides: frozenset[str]) -> Iterator[File | FoundSubmissions]:
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
