"""`lint` returns everything wrong or risky in one problem file, or in all below a folder; `CHECKS` are the checks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from checker.document.findings import bounded
from checker.lint.answers import draw, example, key
from checker.lint.conventions import undeclared, unstated, unused
from checker.lint.linted import LintedProblem
from checker.lint.mistakes import alias, hidden, listed, unfit
from checker.lint.precision import precision
from checker.lint.units import dimension, unit
from checker.problems import Finding, NoProblemError, Problem, ProblemError, load_problem, load_problems
from checker.problems.load import problem_files

__all__ = ["CHECKS", "Report", "lint"]

CHECKS: Final[tuple[Callable[[LintedProblem], Iterator[Finding]], ...]] = (
    undeclared,
    unused,
    unstated,
    alias,
    hidden,
    listed,
    precision,
    unit,
    dimension,
    key,
    example,
    draw,
)
"""The checks of one problem that can be loaded; what is wrong with any other has the code `schema`."""


class Report(NamedTuple):
    """All findings, sorted by place, and how many problem files were looked at."""

    findings: tuple[Finding, ...]
    problems: int
    types: int = 0
    """How many question types from outside the package were run."""


def lint(
    path: str | os.PathLike[str], *, with_types: bool = False, progress: Callable[[int, int], None] = lambda *_: None
) -> Report:
    """Return all findings in or below a path; `progress` gets the problems done and all.  Raise NoProblemError.

    With `with_types` the question types from outside the package are run, too, and no problems are needed.
    """
    if with_types:
        from checker.lint.types import names, type_findings  # here, because few run them

        report = lint(path, progress=progress) if os.path.exists(path) else Report((), 0)  # noqa: PTH110
        found = type_findings()
        files = {each.file for each in found}  # what is wrong with a type, its problems have, too
        found += [each for each in report.findings if each.file not in files]
        return Report(_report(found, 0).findings, report.problems, len(names()))
    path = Path(path)
    if not path.exists():
        raise NoProblemError(f"there is no file or folder {path}")
    if not path.is_dir():
        try:
            return _report(_linted(load_problem(path)), 1)
        except ProblemError as error:
            return _report(error.findings, 1)
    collection = load_problems(path)
    problems, found = list(collection.problems.values()), list(collection.findings)
    for done, problem in enumerate(problems, 1):
        found += _linted(problem)
        progress(done, len(problems))
    for folder in collection.assignments.values():
        found += () if folder.broken else unfit(folder.problems)
    return _report(found, sum(1 for _ in problem_files(path)))


def _report(findings: Iterable[Finding], count: int) -> Report:
    ordered = sorted(findings, key=lambda each: (each.file, each.line or 0, each.column or 0, each.rest, *each[3:5]))
    return Report(tuple(bounded(ordered)), count)


def _linted(problem: Problem) -> list[Finding]:
    linted = LintedProblem(problem)
    try:
        return [finding for check in CHECKS for finding in check(linted)]
    except ProblemError as error:  # of its type from outside
        return list(error.findings)
