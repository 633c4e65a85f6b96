"""Grading in this process, or in several, with results in the order of the submissions.

Workers read and mark; only the parent writes.  The number of tasks in progress is bounded, so memory stays flat.  If a
worker is killed, its submissions are marked again, one by one; one that ends its worker again is recorded as a fault.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from checker.engine import processors
from checker.grading.chunk import Chunk
from checker.grading.course import Course
from checker.grading.grader import SubmissionGrader
from checker.grading.killed import KilledGrader, unread
from checker.grading.reviews import Reviews
from checker.grading.submissions import (
    FoundFile,
    FoundSubmissions,
    HandIn,
    Submission,
    Trouble,
    printable,
    read_file,
    walk_hand_ins,
)

if TYPE_CHECKING:
    from checker.grading.crew import Crew

CHUNK: Final = 64
"""Number of submissions or files that are marked at once."""

HAND_IN: Final = 8
"""Number of submissions that the documents of one student count as: they take longer to read."""

SMALL_FILE: Final = 100_000
"""Bytes of a file; a larger one may hold many students' answers, so the parent reads it and hands these out."""

Gradable = FoundSubmissions | HandIn
Source = FoundFile | Gradable
"""A file to read, what was read from a large one, or the documents of a student, which the grader reads."""


def grade_folder(
    folder: str,
    course: Course,
    *,
    jobs: int = 1,
    exclude: frozenset[str] = frozenset(),
    reviews: Reviews | None = None,
) -> Iterator[Chunk]:
    """Mark every submission in a folder; the results are the same for any number of jobs.

    `exclude`: real paths of files that are no submissions: the results of an earlier run, and reviews.
    """
    tasks = _chunks(_sources(folder, course, exclude))
    if jobs > 1:
        return _in_processes(tasks, course, reviews, jobs)
    return map(_marking(course, reviews), tasks)


def _in_processes(
    tasks: Iterable[Sequence[Source]], course: Course, reviews: Reviews | None, jobs: int
) -> Iterator[Chunk]:
    from checker.grading.crew import Crew, Killed  # here, because one process needs none of it

    prepare = partial(_marking, course, reviews)
    with Crew(prepare, min(jobs, processors.available())) as crew:
        for result in crew.results(tasks):
            if isinstance(result, Killed):
                with Crew(_reading, 1) as reading, Crew(prepare, 1) as marking:
                    yield from _one_by_one(result.task, reading, marking, KilledGrader(course, reviews))
            else:
                yield result


def _one_by_one(sources: Sequence[Source], reading: Crew, marking: Crew, recorder: KilledGrader) -> Iterator[Chunk]:
    """Read and mark these once more, one by one, to find the one that ends its worker."""
    from checker.grading.crew import Killed

    for source in sources:
        if isinstance(source, Submission | Trouble | HandIn):
            found: list[Gradable] = [source]
        else:
            (found,) = reading.results([source])
            if isinstance(found, Killed):
                yield unread(printable(source[0]))
                continue
        for each, result in zip(found, marking.results([each] for each in found), strict=True):
            yield recorder.grade([each]) if isinstance(result, Killed) else result


def _marking(course: Course, reviews: Reviews | None) -> Callable[[Sequence[Source]], Chunk]:
    """Return the function that reads and marks, in a worker."""
    grader = SubmissionGrader(course, reviews)
    return lambda sources: grader.grade(found for source in sources for found in _read(source))


def _reading() -> Callable[[FoundFile], list[Gradable]]:
    """Return the function that only reads, in a worker."""
    return lambda source: list(_read(source))


def _read(source: Source) -> Iterable[Gradable]:
    return [source] if isinstance(source, Submission | Trouble | HandIn) else read_file(source)


def _sources(folder: str, course: Course, exclude: frozenset[str]) -> Iterator[Source]:
    """Yield the hand-ins and files in a folder, and in place of a large file the submissions in it."""
    for found in walk_hand_ins(folder, course.folder_names, exclude):
        if not isinstance(found, HandIn) and not found[2] and _size(found[0]) > SMALL_FILE:
            yield from read_file(found)
        else:
            yield found


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - a Path costs more than the call
    except OSError:
        return 0  # it was removed in the meantime; the reader reports that


def _chunks(sources: Iterator[Source]) -> Iterator[list[Source]]:
    chunk: list[Source] = []
    size = 0
    for source in sources:
        chunk.append(source)
        size += HAND_IN if isinstance(source, HandIn) else 1
        if size >= CHUNK:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
