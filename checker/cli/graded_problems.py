"""The problems that grades are about, as they were when they were graded."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from checker.grading.exports import GradedAssignment
    from checker.grading.store import Store
    from checker.problems import Collection

MOST_NAMED: Final = 5
"""Maximum number of problems that are named."""


def problems_as_graded(folder: Path, store: Store, assignments: Iterable[GradedAssignment]) -> Collection:
    """Return the problems in a folder.  Raise UsageError if they are not those that the grades are about."""
    from checker.grading import Course
    from checker.grading.exports import changed_since
    from checker.grading.versions import Versions
    from checker.notation.words import shortened
    from checker.problems import NoProblemError, load_problems

    try:
        found = load_problems(folder)
    except NoProblemError as error:
        raise click.UsageError(f"{error}; the messages for students need the problems") from None
    versions = Versions(Course(found)).problems
    changed = [problem for each in assignments for problem in changed_since(store, each, versions)]
    if changed:
        names = ", ".join(map(shortened, changed[:MOST_NAMED]))
        advice = "grade again, or name the folder of problems that they were graded with (--problems)"
        raise click.UsageError(f"{names}: not the same as when they were graded, in {folder}; {advice}")
    return found
