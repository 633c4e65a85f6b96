"""The start of a run in several processes: what each of them would work out first is worked out once.

An index of wrong answers takes longer than marking a hundred submissions, and every worker needs it.  So each process
marks the answers to some of the problems in the first submissions.  It sends its indexes and marks to this process,
whose copies become the workers.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from checker.grading.executors.processes import local_processes
from checker.grading.executors.recipe import GraderRecipe
from checker.grading.grader.cell import MarkedAnswer
from checker.grading.grader.finding import FindingKey, MarkingFinding
from checker.grading.submissions import Submission
from checker.marking.indexes import keep_indexes, known_questions, pickled_indexes

Findings = dict[FindingKey, MarkingFinding]
ReadFirst = Callable[[], list[Submission]]


class MarkedProblem(NamedTuple):
    """What a process has worked out about a problem."""

    indexes: list[bytes]
    marks: dict[int, dict[str, MarkedAnswer]]
    """By column, the marked answers by their text."""
    findings: Findings


def warm_up(recipe: GraderRecipe, read: ReadFirst, count: int) -> Findings:
    """Mark the first submissions in so many processes; keep what was worked out, and return the findings.

    If a process is killed, each worker begins anew, and what ends a process is found when it is graded.
    """
    workers = local_processes(count, partial(_begin, recipe, read))
    known, findings = recipe.grader.marker.known, Findings()
    with suppress(BrokenExecutor), workers.start() as executor:
        for marked in executor.map(_marked, recipe.course.home):
            for each in marked.indexes:
                keep_indexes(each)
            for column, marks in marked.marks.items():
                known[column].update(marks)
            findings |= marked.findings
    return findings


class _First(NamedTuple):
    """What a process needs to mark the first submissions."""

    recipe: GraderRecipe
    read: ReadFirst


_first: _First | None = None


def _begin(recipe: GraderRecipe, read: ReadFirst) -> None:
    """Prepare a process, which reads the submissions once."""
    global _first  # noqa: PLW0603 - one process does one thing
    _first = _First(recipe, cache(read))


def _marked(problem: str) -> MarkedProblem:
    """Mark the answers to a problem."""
    assert _first  # noqa: S101 - for mypy: it has begun
    course, marker = _first.recipe.course, _first.recipe.grader.marker
    questions, marker.findings = known_questions(), {}
    for submission in _first.read():
        answers = {(each.problem, each.part): each.text for each in submission.answers if each.problem == problem}
        for assignment in course.fitting(submission) if answers else ():
            columns = tuple(column for column in assignment.columns if column.id == problem)
            marker.marks(replace(assignment, columns=columns), answers)
    marks = {column.index: marker.known[column.index] for column in course.columns if column.id == problem}
    return MarkedProblem(pickled_indexes(questions), marks, marker.findings)
