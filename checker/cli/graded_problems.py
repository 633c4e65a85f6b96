"""The problems that grades are about, as they were when they were graded."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from checker.grading.exports import GradedAssignment
    from checker.grading.store import Store
    from checker.grading.versions import Versions
    from checker.problems import Collection

MOST_NAMED: Final = 5
"""Maximum number of problems that are named."""


def problems_as_graded(
    folder: Path, store: Store, assignments: Iterable[GradedAssignment]
) -> tuple[Collection, Versions]:
    """Return the problems in a folder, and their versions.

    Raise UsageError if they, or the dates and rules of these assignments, are not those that the grades are about.
    """
    from checker.grading import Course
    from checker.grading.exports import changed_since
    from checker.grading.results.earlier import rules_of
    from checker.grading.results.identity import Identities, relative_to_results
    from checker.grading.versions import Versions
    from checker.notation.words import shortened
    from checker.problems import NoProblemError, load_problems

    try:
        found = load_problems(folder)
    except NoProblemError as error:
        raise click.UsageError(f"{error}; the messages for students need the problems") from None
    course = Course(found)
    versions = Versions(course)
    results = store.path.parent
    Identities(course, store, versions, relative_to_results(folder, results), str(results.resolve())).adopt()
    found = found.with_ids({name: each.stored_name for name, each in course.assignments.items()})
    chosen = list(assignments)
    changed = [problem for each in chosen for problem in changed_since(store, each, versions.problems)]
    if changed:
        names = ", ".join(map(shortened, changed[:MOST_NAMED]))
        advice = "grade again, or name the folder of problems that they were graded with (--problems)"
        what = f"not the same as when they were graded, in {folder}, or graded by another version of checker"
        raise click.UsageError(f"{names}: {what}; {advice}")
    known, names_now = store.history.assignments(), {each.stored_name: each for each in course.assignments.values()}
    for each in chosen:
        before, now = known[each.name].get("rules"), names_now.get(each.name)
        if before and now and before != rules_of(now):
            raise click.UsageError(f"the title, dates or rules of {shortened(each.title)} changed; grade again")
    return found, versions
