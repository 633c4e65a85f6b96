"""Everything wrong or risky in problem files: `lint` one, or all below a folder.  Each kind of finding is one check."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from checker.document.findings import bounded
from checker.engine import processors
from checker.lint.author_mistakes import listed
from checker.lint.collisions import alias, hidden
from checker.lint.conventions import ignored, undeclared, unstated, unused
from checker.lint.examples_and_key import example, key
from checker.lint.precision import precision
from checker.lint.target import LintTarget
from checker.lint.units import unit
from checker.problems import Finding, NoProblemError, Problem, ProblemError, load_problem, load_problems
from checker.problems.find import problem_files

__all__ = ["CHECKS", "Report", "lint"]

CHECKS: Final[tuple[Callable[[LintTarget], Iterator[Finding]], ...]] = (
    undeclared,
    unused,
    ignored,
    unstated,
    alias,
    hidden,
    listed,
    precision,
    unit,
    key,
    example,
)
"""Of problems that can be loaded; what keeps one from that is `schema`."""


WORTH_PROCESSES: Final = 24
"""So many problems are worth starting processes for."""

Progress = Callable[[int, int], None]

CHUNK: Final = 4
"""Problems that one process looks at in one go."""


class Report(NamedTuple):
    """The findings, by file, line, column and code, and how many problem files were looked at."""

    findings: tuple[Finding, ...]
    problems: int


def lint(path: str | os.PathLike[str], *, jobs: int | None = None, progress: Progress | None = None) -> Report:
    """Return all findings of a problem file, or of all below a folder.  Raises NoProblemError where there is neither.

    `jobs` processes look at many problems, by default as many as there are processors; `progress` is called with how
    many problems are done, and with how many there are.
    """
    path = Path(path)
    if path.is_dir():
        collection = load_problems(path)
        found = _found(list(collection.problems.values()), jobs or processors.available(), progress)
        return _report(collection.findings, found, sum(1 for _ in problem_files(path)))
    if not path.exists():
        raise NoProblemError(f"there is no file or folder {path}")
    try:
        problem = load_problem(path)
    except ProblemError as error:
        return _report(error.findings, (), 1)
    return _report((), _of(problem), 1)


def _report(schema: Iterable[Finding], found: Iterable[Finding], count: int) -> Report:
    return Report(tuple(bounded(sorted({*schema, *found}, key=_place))), count)


def _found(problems: Sequence[Problem], jobs: int, progress: Progress | None) -> Iterator[Finding]:
    """Yield the findings of all checks; where there are many problems, from several processes."""
    for done, found in enumerate(_each(problems, min(jobs, processors.available())), 1):
        yield from found
        if progress:
            progress(done, len(problems))


def _each(problems: Sequence[Problem], jobs: int) -> Iterator[Iterable[Finding]]:
    """Yield the findings of each problem."""
    if len(problems) < WORTH_PROCESSES or jobs == 1:
        yield from map(_of, problems)
        return
    from concurrent.futures import ProcessPoolExecutor  # here, because few problems need none of it

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_at, [problem.path for problem in problems], chunksize=CHUNK)


def _at(path: Path) -> list[Finding]:
    """In a worker: the problem is read again, which is faster than to send it."""
    return list(_of(load_problem(path)))


def _of(problem: Problem) -> Iterator[Finding]:
    subject = LintTarget(problem)
    for check in CHECKS:
        yield from check(subject)


def _place(finding: Finding) -> tuple[str, int, int, bool, str, str]:
    place = finding.file, finding.line or 0, finding.column or 0
    return *place, bool(finding.rest), finding.code, finding.message
