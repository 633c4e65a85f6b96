"""Opens the folder of results for a command, and loads the problems that were graded, if they have not changed.

Also the argument RESULTS, the option --problems of commands that need it, and `require`, for libraries that are
missing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from checker.cli.options import file_option
from checker.text.packaged import extra

if TYPE_CHECKING:
    from checker.grading.exports import GradedAssignment
    from checker.grading.output.output_folder import OutputFolder
    from checker.grading.store import Store
    from checker.grading.student_feedback import GradedProblems


results_argument = click.argument("results", type=click.Path(path_type=Path), default=Path("results"), required=False)


@contextmanager
def opened(results: Path) -> Iterator[Store]:
    """Open the store in a folder of results, in a `with` block, without a lock.  Raise UsageError if there is none."""
    from checker.grading.store import Store

    with Store(store_in(results)) as store, store.errors():
        yield store


@contextmanager
def opened_to_write(results: Path, names: Sequence[str]) -> Iterator[tuple[Store, OutputFolder]]:
    """Open the store in a `with` block, and lock the folder until its end.

    Files with these names can be replaced in it.  Raise Unwritable.
    """
    from checker.grading.output.output_folder import OutputFolder

    store_in(results)  # no folder is made where there is none
    with OutputFolder(results, names) as folder, folder.disk_errors(), opened(results) as store:
        yield store, folder


def require(module: str, command: str, needed: str = "reports") -> None:
    """Raise UsageError, with how to install it, if a library (`module`) that a command needs is missing."""
    if find_spec(module) is None:
        raise click.UsageError(f"`{command}` needs {extra(needed)}")


def store_in(results: Path) -> Path:
    """Return the path of the store in a folder of results.  Raise UsageError if there is none."""
    from checker.grading.store import STORE

    path = results / STORE
    if not path.is_file():
        raise click.UsageError(f"there are no grades in {results}: `checker grade` writes them there")
    return path


MOST_NAMED: Final = 5
"""Maximum number of problems that are named."""

MOVED: Final = (
    "{}; the messages for students need the problems that were graded. "
    "If their folder has moved, name it with --problems"
)
UNKNOWN: Final = (
    "an earlier version of checker wrote these results; grade again, or name the folder of problems with --problems"
)
SEVERAL: Final = "{} differs between the folders of problems {}; name one assignment with --assignment"

graded_problems_option = file_option(
    "--problems",
    "The folder of problem files, if it is not where it was.  [default: as the answers were graded]",
    "DIR",
)


def problems_as_graded(folder: Path | None, store: Store, assignments: Iterable[GradedAssignment]) -> GradedProblems:
    """Return the problems that were graded, from `folder`, or from the folders recorded for the assignments.

    Raise UsageError if the problems, or the dates or rules of the assignments, have changed since then.
    """
    from checker.grading.student_feedback import GradedProblems
    from checker.problems import NoProblemError, load_problems
    from checker.text.words import enumerated, shortened

    chosen = list(assignments)
    try:
        folders = {folder: chosen} if folder else _folders(store, chosen)
        loaded = {each: GradedProblems.of(load_problems(each), each, store) for each in folders}
    except NoProblemError as error:
        raise click.UsageError(MOVED.format(error)) from None
    shown = ", ".join(map(str, folders))
    found = GradedProblems({}, {}, {})
    for path, theirs in folders.items():
        each = loaded[path]
        if other := [id_ for id_, version in each.versions.items() if found.versions.get(id_, version) != version]:
            raise click.UsageError(SEVERAL.format(shortened(other[0]), enumerated(map(str, folders))))
        assignments_here = {one.name: each.assignments[one.name] for one in theirs if one.name in each.assignments}
        found = GradedProblems(
            {**found.problems, **each.problems},
            {**found.versions, **each.versions},
            {**found.assignments, **assignments_here},
        )
    _check_unchanged(store, chosen, found, shown)
    return found


def _check_unchanged(store: Store, assignments: Sequence[GradedAssignment], found: GradedProblems, shown: str) -> None:
    """Raise UsageError if the assignments are not as they were when they were graded."""
    from checker.grading.exports import problems_changed
    from checker.grading.results.identity import rules_of
    from checker.text.words import shortened

    if changed := [problem for each in assignments for problem in problems_changed(store, each, found.versions)]:
        names = ", ".join(map(shortened, changed[:MOST_NAMED]))
        advice = "grade again, or name the folder of problems that they were graded with (--problems)"
        what = f"not the same as when they were graded, in {shown}, or graded by another version of checker"
        raise click.UsageError(f"{names}: {what}; {advice}")
    known = store.history.assignments()
    for each in assignments:
        before, now = known[each.name].get("rules"), found.assignments.get(each.name)
        if before and now and before != rules_of(now):
            raise click.UsageError(f"the title, dates or rules of {shortened(each.title)} changed; grade again")


def _folders(store: Store, assignments: Iterable[GradedAssignment]) -> dict[Path, list[GradedAssignment]]:
    """Return the folders of problems that these assignments were graded with.  Raise UsageError."""
    results = Path(os.path.realpath(store.path.parent))
    known = store.history.assignments()
    found: dict[Path, list[GradedAssignment]] = {}
    for each in assignments:
        top = known[each.name].get("top")
        if top is None:
            raise click.UsageError(UNKNOWN)
        found.setdefault(from_here(Path(os.path.normpath(results / top))), []).append(each)
    return found


def from_here(path: Path) -> Path:
    """Return a path relative to the working directory where it is below it."""
    here = Path.cwd().resolve()
    return path.relative_to(here) if path.is_relative_to(here) else path
