"""Groups submissions into tasks, grades them in this process or in others, and gives the results in order.

Workers read and mark what they are sent, and open no file; only this process writes.  The number of tasks in progress
is bounded, so memory stays flat.  If a worker is killed, its tasks are done again, in the end one by one; what ends its
process alone is recorded as a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from checker.engine import processors
from checker.grading.course import Course
from checker.grading.grader.graded_source import GradedSource, Issue, Response, Unread, WrongAnswer
from checker.grading.grader.mark import Reason, in_error, unmarked
from checker.grading.grader.submission_grader import Graded, SubmissionGrader, Work
from checker.grading.submissions.model import FilePiece, FoundFile, HandIn, Source, printable
from checker.text.words import shortened

if TYPE_CHECKING:
    from checker.grading.executors.cluster import PortableRecipe
    from checker.grading.executors.workers import Do, Workers


CHUNK: Final = 64
"""Number of submissions or files that are marked at once, at first."""

LARGER: Final = 4
"""Factor by which later tasks are larger: equal answers in one task are sent only once."""

SMALL_TASKS: Final = 8
"""Number of tasks after which they are larger, since there are enough for all workers."""

HAND_IN: Final = 8
"""Number of submissions that the documents of one student count as: they take longer to read."""

MOST_BYTES: Final = 4_000_000
"""Bytes of the files that are marked at once, unless one of them alone has more."""

Task = Sequence[Work]
GradeTask = Callable[[Task], list[Graded]]
GradeTasks = Callable[[Iterable[Task]], Iterator[list[Graded]]]
"""A function that grades tasks, in their order: in this process, in several, or on a cluster."""


def tasks_of(sources: Iterable[Source]) -> Iterator[Task]:
    """Yield sources in groups, each of which a worker grades as one task."""
    chunk: list[Source] = []
    size = bytes_ = given = 0
    for source in sources:
        chunk.append(source)
        size += size_of(source)
        bytes_ += _bytes(source)
        if size >= CHUNK * (1 if given < SMALL_TASKS else LARGER) or bytes_ >= MOST_BYTES:
            yield chunk
            given += 1
            chunk, size, bytes_ = [], 0, 0
    if chunk:
        yield chunk


@contextmanager
def task_grader(course: Course, *, jobs: int = 1, workers: Workers | None = None) -> Iterator[GradeTasks]:
    """Give, for a `with` block, a function that grades tasks and yields their results in order.

    The course is taken as it is when tasks are graded: by then it is known who is left out.  `jobs`: number of
    processes on this machine, which stay until the end.  `workers`: those of another executor, which are used instead.
    """
    if workers:
        from checker.grading.executors.cluster import PortableRecipe  # here, because its libraries take long to load

        yield lambda tasks: _graded_by(workers, partial(grade_task, PortableRecipe.of(course)), course, tasks)
    elif jobs > 1:
        from checker.grading.executors.workers import kept_processes  # here, because one process needs none

        with kept_processes(min(jobs, processors.available()), partial(begin, course)) as processes:
            yield partial(_graded_by, processes, grade_here, course)
    else:
        grader = cache(partial(SubmissionGrader, course))
        yield lambda tasks: map(grader().grade, tasks)


def _graded_by(
    workers: Workers, function: GradeTask, course: Course, tasks: Iterable[Task]
) -> Generator[list[Graded], None, None]:
    """Yield the results of tasks in order, graded by these workers; a task whose worker was killed is done again."""
    from checker.grading.executors.workers import in_order, local_processes

    alone = local_processes(1, partial(begin, course))
    return in_order(function, tasks, workers, alone, partial(_one_by_one, function, course))


def begin(course: Course) -> None:
    """Build the grader of this worker process for a course, before its first task."""
    global _grader  # noqa: PLW0603 - one process does the tasks of one run
    _grader = SubmissionGrader(course)


_grader: SubmissionGrader | None = None


def grade_here(task: Task) -> list[Graded]:
    """Return the results of a task, in a worker process after `begin`."""
    assert _grader  # noqa: S101 - for mypy: it has begun
    return _grader.grade(task)


def grade_task(recipe: PortableRecipe, task: Task) -> list[Graded]:
    """Return the results of a task, in any process, by a recipe for the grader.  Raise OtherCode."""
    return recipe.grader().grade(task)


def _one_by_one(function: GradeTask, course: Course, task: Task, do: Do[Task, list[Graded]]) -> Iterator[list[Graded]]:
    """Yield one list: the results of a task, of which each item is graded in a process of its own."""
    from checker.grading.executors.workers import TaskEnded

    found: list[Graded] = []
    for each in task:
        try:
            found += do(function, [each])
        except TaskEnded:
            found.append(recorded(each, course))
    yield found


def size_of(source: Source) -> int:
    """Return about how long a source takes to grade, in units of one table row."""
    if isinstance(source, FilePiece):
        return len(source.found)
    return HAND_IN if isinstance(source, HandIn) else 1


def _bytes(source: Source) -> int:
    """Return the number of bytes that a source holds of files."""
    if isinstance(source, HandIn):
        return sum(len(each.data) for each in source.files)
    return len(source.data) if isinstance(source, FoundFile) else 0


MARKED: Final = Reason(
    "worker_ended",
    "A fault of checker, not of this answer: the process that marked it was ended twice. Please report it.",
)
ENDED: Final = "{} ({}): the process that read it was ended twice"
READ: Final = "the process that read it was ended twice; nothing in it is graded"


def recorded(task: Work, course: Course) -> Graded:
    """Return the result of what ended each process that graded it: its answers wait for a person."""
    if isinstance(task, WrongAnswer):
        return task.failed("WorkerEnded")
    if isinstance(task, Response):
        columns = course.of_problem(task.problem).columns
        pairs = zip(columns, task.texts, strict=True)
        return task._replace(
            marks=tuple(
                in_error(column, text) if column.part is None else unmarked(column, text, MARKED)
                for column, text in pairs
            )
        )
    if isinstance(task, HandIn):
        from checker.grading.grader.write_ups import not_read

        read = not_read(task, course, MARKED)
        fault = ENDED.format(shortened(task.student), task.path)
        return SubmissionGrader(course).of_read(replace(read, faults=[fault]), task)
    file = printable(str(task.path))
    return GradedSource.empty(task)._replace(
        issues=[Issue(None, file, None, READ)], faults=[f"{file}: {READ}"], unread=(Unread.of(task),)
    )
