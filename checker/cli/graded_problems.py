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
        what = f"not the same as when they were graded, in {folder}, or graded by another version of checker"
        raise click.UsageError(f"{names}: {what}; {advice}")
    if _have_other_rules(found, folder, store):
        raise click.UsageError(f"dates or rules of {folder} changed since the last run; grade again")
    return found


def _have_other_rules(found: Collection, folder: Path, store: Store) -> bool:
    """Return whether the last run graded with the problems in this folder, but with other titles, dates or rules."""
    from checker.grading import Course
    from checker.grading.versions import Versions

    last = store.asked.last()
    if last is None:
        return False
    options = last[1].options
    is_same = (store.path.parent.resolve() / options["problems"]).resolve() == folder.resolve()
    return is_same and bool(options["course"] != Versions(Course(found)).with_rules)
