"""`lint` returns everything wrong or risky in one problem file, or in all below a folder; `CHECKS` are the checks.

For a folder it uses several processes, and compares the problems; for one problem with draws it also shows variants.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from checker.document.findings import bounded
from checker.engine import processors
from checker.lint.collisions import alias, hidden
from checker.lint.draws import Drawn, DrawnVariant, draws, example, key, redundant_mistakes
from checker.lint.precision import precision
from checker.lint.prompts import Exposure, exposure, revealed, undeclared, unstated, unused, without_effect
from checker.lint.target import LintTarget
from checker.lint.units import dimension, unit
from checker.problems import Finding, NoProblemError, Problem, ProblemError, load_problem, load_problems
from checker.problems.load import problem_files

__all__ = ["CHECKS", "DrawnVariant", "Report", "lint"]

CHECKS: Final[tuple[Callable[[LintTarget], Iterator[Finding]], ...]] = (
    undeclared,
    unused,
    without_effect,
    unstated,
    alias,
    hidden,
    redundant_mistakes,
    precision,
    unit,
    dimension,
    key,
    example,
    draws,
)
"""The checks of one problem that can be loaded; what is wrong with any other has the code `schema`."""


WORTH_PROCESSES: Final = 24
"""Minimum number of problems for which processes are started."""

Progress = Callable[[int, int], None]

CHUNK: Final = 4
"""Number of problems that a process gets at a time."""


class Linted(NamedTuple):
    """The findings in one problem, and the numbers that other problems of the course are compared with."""

    findings: tuple[Finding, ...]
    exposure: Exposure


class Report(NamedTuple):
    """All findings, sorted by place, and how many problem files were looked at."""

    findings: tuple[Finding, ...]
    problems: int
    drawn: tuple[DrawnVariant, ...] = ()
    """Some variants of the only problem, if it draws its numbers."""


def lint(path: str | os.PathLike[str], *, jobs: int | None = None, progress: Progress | None = None) -> Report:
    """Return all findings in a problem file, or in all below a folder.  Raises NoProblemError where there is neither.

    `jobs` is the number of processes for many problems, by default that of processors.  `progress` is called with the
    number of problems done and the number of all.
    """
    path = Path(path)
    if path.is_dir():
        collection = load_problems(path)
        problems = list(collection.problems.values())
        linted = []
        for each in _each(problems, min(jobs or sys.maxsize, processors.available())):
            linted.append(each)
            if progress:
                progress(len(linted), len(problems))
        found = [finding for each in linted for finding in each.findings]
        across = revealed(each.exposure for each in linted)
        return _report((*collection.findings, *across), found, sum(1 for _ in problem_files(path)))
    if not path.exists():
        raise NoProblemError(f"there is no file or folder {path}")
    try:
        problem = load_problem(path)
    except ProblemError as error:
        return _report(error.findings, (), 1)
    return _report((), _of(problem).findings, 1)._replace(drawn=tuple(Drawn(problem).shown()))


def _report(schema: Iterable[Finding], found: Iterable[Finding], count: int) -> Report:
    return Report(tuple(bounded(sorted({*schema, *found}, key=_place))), count)


def _each(problems: Sequence[Problem], jobs: int) -> Iterator[Linted]:
    """Yield the findings of each problem; with many problems from several processes."""
    if len(problems) < WORTH_PROCESSES or jobs == 1:
        yield from map(_of, problems)
        return
    from concurrent.futures import ProcessPoolExecutor  # only loaded for many problems

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_of_file, [problem.path for problem in problems], chunksize=CHUNK)


def _of_file(path: Path) -> Linted:
    """Return the findings of a problem file, in a worker; reading it again is faster than sending the problem."""
    return _of(load_problem(path))


def _of(problem: Problem) -> Linted:
    target = LintTarget(problem)
    return Linted(tuple(finding for check in CHECKS for finding in check(target)), exposure(target))


def _place(finding: Finding) -> tuple[str, int, int, bool, str, str]:
    place = finding.file, finding.line or 0, finding.column or 0
    return *place, bool(finding.rest), finding.code, finding.message
