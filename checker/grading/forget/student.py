"""`checker forget`: finds a student in the store and removes them, or lets a forgotten student in again (`undo`).

After the removal the files of the last run are written again without the student (`remake`), and the report names the
files that were deleted, and those that are left and may still show the student.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal, NamedTuple

from checker.engine.errors import UserError
from checker.grading.computed_grades import GradeComputation, NothingGraded, RunOptions
from checker.grading.course import Course
from checker.grading.executors.jobs import task_grader
from checker.grading.forget.files import (
    Deleted,
    Traces,
    delete_files,
    delete_mentions,
    file_names,
    is_page_of,
    shown_outside,
)
from checker.grading.left_out import LeftOut
from checker.grading.output import write
from checker.grading.output.output_folder import OutputFolder
from checker.grading.output.review import refuse_to_overwrite
from checker.grading.output.write import FILES, PUBLISHED, REVIEW, signature, written
from checker.grading.results.members import Members
from checker.grading.reviews.read import about_left_out, read_reviews, redacted
from checker.grading.store import STORE, Removed, Store
from checker.grading.store.removal import naming
from checker.grading.store.sources import StoredPaths
from checker.grading.submissions.walk import is_result
from checker.lms.students import key
from checker.problems import NoProblemError, load_problems
from checker.text.words import did_you_mean, is_near, shortened

What = Literal["submission", "decisions", "roster", "damaged store", "export", "file", "mentioned in", "mention"]
"""`export`: a file outside of the results that a command made, and that shows the student.

`file`: another file in the results that shows the student.
`mentioned in`: a submission of another student that has an id or a name of the student, or the same number or word.
`mention`: a file in the results that has it from there.
"""

SHORTEST_MENTION: Final = 4
"""Minimum number of characters of an id or a name that is looked for in what others wrote."""

EARLIER: Final = "the last run is of an earlier version of checker"
NO_PROBLEMS: Final = "the problems are not where they were"
CHANGED: Final = "the problems or checker changed since the last run"
NOBODY: Final = "nobody else has grades"


class LeftFile(NamedTuple):
    """A file that checker leaves as it is though it may still hold data about a forgotten student."""

    what: What
    path: str
    """Empty for the roster, whose path is not known."""
    command: str = ""
    """The command that made the file, if it is known."""


class ForgetReport(NamedTuple):
    """What forgetting a student removed, which files were deleted, and which may still show the student."""

    student: str
    was_forgotten: bool
    """The student was forgotten before; what was left to do is done."""
    removed: Removed
    remade: Remade
    deleted: list[Deleted]
    left: list[LeftFile]


def forget(
    results: Path, student: str, commands: Mapping[str, str], others: Mapping[Path, str] | None = None
) -> ForgetReport:
    """Remove a student from a folder of results, and report what was done.

    `commands`: by the name of a file or folder in the results, the command that writes it.  `others`: by the path of
    any other file or folder, the command that made it.  Raise NoSuchStudent, StoreError, Unwritable.
    """
    with _locked(results) as (store, folder):
        history = store.history
        decisions = {
            name: data for each in history.reviewed_folders() for name, data in history.review_files(each).items()
        }
        refuse_to_overwrite(results / REVIEW, decisions)
        store.overwrite_removed()
        with store.transaction():
            person = find_student(store, student)
            number, removed, left = _remove(store, person, results)
            traces = Traces([each for each in person.names if len(each) >= SHORTEST_MENTION], ())
            store.removal.remove_earlier(traces.are_in_text)
            naming_them = store.removal.named_by(traces.are_in_text)
        store.compact()
        names = file_names(person.ids)
        with folder.disk_errors():
            deleted = delete_files(results, commands, names)
        remade = remake(store, folder, names, number)
        with folder.disk_errors():
            written = _paths(results, remade.written)
            mentions = [path for path in written if traces.are_in(path, results)]
            known = [*map(str, written), *(each.path for each in left if each.path)]
            quoting, files = delete_mentions(results, commands, person.names, names, known)
        with store.errors():
            if naming_them or store.removal.is_elsewhere(traces.are_in_text):
                mentions.insert(0, results / STORE)
    theirs = file_names({each.student for each in naming_them})
    mentions += [path for path in files if is_page_of(theirs, path, results, commands)]
    left += [LeftFile("mentioned in", path) for path in _below(results, (each.path for each in naming_them))]
    left += [LeftFile("mention", str(path)) for path in mentions]
    left += [LeftFile("damaged store", str(path)) for path in sorted(results.glob(f"{STORE}.damaged-*"))]
    others = others or {}
    outside = shown_outside(others, results, person.names, names)
    left += [LeftFile("export", str(path), command) for path, command in outside]
    left += [LeftFile("file", str(path), others.get(path, "")) for path in files if path not in mentions]
    return ForgetReport(person.id, person.number is not None, removed, remade, deleted + quoting, left)


def undo(results: Path, student: str) -> None:
    """Let the next run grade a forgotten student again.  Raise NoSuchStudent, StoreError, Unwritable."""
    with _locked(results) as (store, _), store.transaction():
        number = store.forgotten.left_out().number(student)
        if number is None:
            is_there = any(key(each) == key(student) for each in store.removal.students())
            advice = ": it has grades there" if is_there else "; give the id exactly as it was when it was forgotten"
            raise NoSuchStudent(NOT_FORGOTTEN.format(shortened(student), advice))
        store.forgotten.remove(number)
        store.history.mark_inputs_changed()


@contextmanager
def _locked(results: Path) -> Iterator[tuple[Store, OutputFolder]]:
    """Lock a folder of results, and open the store in it.  Raise Unwritable, StoreError."""
    with OutputFolder(results, PUBLISHED) as folder, Store(results / STORE) as store:
        store.check()
        yield store, folder


def _remove(store: Store, person: Person, results: Path) -> tuple[int, Removed, list[LeftFile]]:
    """Remove a student from the store; return the student's number, what was removed, and what is left elsewhere."""
    forgotten = store.forgotten
    salted = forgotten.with_salt()
    number = forgotten.add(salted.hashes(person.ids), person.number)
    left_out = forgotten.left_out()
    on_roster = store.removal.is_on_roster(left_out, number)
    removed = store.removal.remove(left_out, number, person.names)
    forgotten.add(left_out.hashes((), removed.groups), number)
    left = [LeftFile("submission", path) for path in _below(results, removed.paths)]
    left += [LeftFile("decisions", name) for name in _remove_decisions(store, person, forgotten.left_out())]
    return number, removed, left + ([LeftFile("roster", "")] if on_roster else [])


def _remove_decisions(store: Store, person: Person, left_out: LeftOut) -> list[str]:
    """Remove the decisions about a student from the copies in the store; return the names of the files with some."""
    found: list[str] = []
    is_about = naming(person.names)
    for folder in store.history.reviewed_folders():
        files = store.history.review_files(folder)
        found += about_left_out(files, left_out)
        found += [name for name, data in files.items() if is_about(data.decode("utf-8", "replace"))]
        kept = redacted(files, left_out, with_groups=False)
        store.history.save_review_files(folder, {name: data for name, data in kept.items() if isinstance(data, bytes)})
    return list(dict.fromkeys(found))


def _below(results: Path, paths: Iterable[str]) -> list[str]:
    """Return full paths for paths relative to the results, each once; empty ones are left out."""
    return list(dict.fromkeys(os.path.normpath(results / each) for each in paths if each))


def _paths(results: Path, written: Iterable[str]) -> list[Path]:
    """Return the paths of the files in `written`; a folder in it stands for the pages that checker wrote there."""
    places = [results / name for name in written]
    pages = [path for place in places if place.is_dir() for path in sorted(place.iterdir()) if is_result(str(path))]
    return [*(place for place in places if not place.is_dir()), *pages]


UNKNOWN: Final = "there is no student {} in these results{}"
NOT_YET: Final = "; to leave out somebody who is not graded yet, remove the files from the submissions"
SEVERAL: Final = "{} may mean {}; give the id as it is in grades.csv"
NOT_FORGOTTEN: Final = "{} was not forgotten in these results{}"


class NoSuchStudent(UserError):  # noqa: N818 - the name of a state
    """Raised where no student is meant by a name, or several; the message says what to do."""


class Person(NamedTuple):
    """A student with all ids and names by which the store knows them."""

    id: str
    ids: frozenset[str]
    """Everything by which submissions may name the student."""
    names: frozenset[str]
    """All texts that name the student: ids, names, email addresses."""
    number: int | None
    """The number of a student who was forgotten before."""


def find_student(store: Store, wanted: str) -> Person:
    """Return the student with this id, other id or email address.  Raise NoSuchStudent."""
    graded = [each.who for each in store.history.standings()]
    owners: dict[str, dict[str, None]] = {}
    for student in graded:
        for id_ in student.keys:
            owners.setdefault(id_, {})[student.id] = None
    number = store.forgotten.left_out().number(wanted)
    known = store.removal.students()
    same = [each for each in known if key(each) == key(wanted)]
    owned = list(owners.get(key(wanted), ()))
    if len(owned) > 1 and wanted not in owned:
        raise NoSuchStudent(SEVERAL.format(shortened(wanted), " or ".join(map(shortened, owned))))
    if not {*owned} & {*same}:  # files may name a student in another way than the roster does
        same = [*owned, *same]
    if not same and number is None:
        raise NoSuchStudent(UNKNOWN.format(shortened(wanted), _advice(wanted, known)))
    ids = {wanted, *same} | {id_ for id_, students in owners.items() if students.keys() <= {*same}}
    ids |= store.removal.other_ids(ids) - {each.id for each in graded}
    names = {name for each in graded if each.id in same for name in (each.name, each.email) if name}
    return Person(same[0] if same else wanted, frozenset(ids), frozenset(names | ids), number)


def _advice(wanted: str, known: set[str]) -> str:
    """Return the nearest id that is known, or else what to do about a student without grades."""
    near = [each for each in sorted(known) if each.casefold() == wanted.casefold()]
    near = near or [each for each in get_close_matches(wanted, sorted(known), 1) if is_near(wanted, each)]
    return did_you_mean(wanted, near) if near else NOT_YET


class Remade(NamedTuple):
    """The files of a class after a student was removed: which were made again, which deleted, and why."""

    written: list[str]
    """Their names; empty where they were deleted."""
    why_not: str = ""
    """Why they were deleted instead."""


def remake(store: Store, folder: OutputFolder, names: Collection[str], number: int) -> Remade:
    """Write the files of the last run again without a removed student, or delete them if that is impossible.

    `names`: the names that the student's file in annotated/ may have.  `number`: the number of the student.  Raise
    Unwritable, StoreError.
    """
    if not any((folder.folder / name).exists() for name in (*FILES, write.ANNOTATED)):
        return Remade([])
    why_not = _remake(store, folder, number)
    if not why_not:
        return Remade(written(folder))
    with folder.disk_errors():
        folder.publish({write.ANNOTATED: lambda path: is_result(str(path)) and path.stem in names})
    return Remade([], why_not)


def _remake(store: Store, folder: OutputFolder, number: int) -> str:
    """Write the files of the last run again; return why not, if that cannot be done."""
    with store.errors():
        if not any(store.history.standings()):
            return NOBODY
        if (found := store.inputs.last()) is None:
            return EARLIER
        submissions, given = found
        out, options = folder.folder.resolve(), given.options
        problems = out / options["problems"]
        try:
            course = Course(load_problems(problems))
        except NoProblemError:
            return NO_PROBLEMS
        rules = {"attempts": options["attempts"], "never_lower": options["never_lower"]}
        run = RunOptions(out / submissions, problems, members=Members(given.roster), **rules)
        computation = GradeComputation(run, course, store, out)
        computation.identities.adopt()
        if computation.versions.with_rules != options["course"]:
            return CHANGED
        computation.left_out.update(options["left_out"], [number])
        course.left_out = store.forgotten.left_out()
        store.sources.paths = StoredPaths(options["root"])
        try:
            reviews = read_reviews(store.history.review_files(submissions), course.columns)
            with task_grader(course) as grade:
                computed = computation.compute(given.sources, reviews, grade)
        except NothingGraded:
            return NOBODY
        computed.files.publish(computed.summary, datetime.now(UTC), folder)
        with store.transaction():
            computed.save(store)
            store.history.replace_run(given.run, signature(folder), computed.summary)
    return ""
