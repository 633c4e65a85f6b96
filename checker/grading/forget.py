"""`forget`: deletes everything that checker wrote about a student, and grades again without the student.

Later runs know the student by salted hashes of the ids only.  What people wrote is neither changed nor deleted: the
files in the folder of results that still hold an id or a name are named.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from checker.engine.errors import UserError
from checker.grading import own_files as own
from checker.grading.api import NothingGraded, Options, gradable, is_page, run
from checker.grading.decisions import review_files
from checker.grading.members import Forgotten
from checker.grading.model import file_of
from checker.grading.output_folder import OutputFolder
from checker.grading.published import Results, ResultsError
from checker.grading.review_files import refuse_to_overwrite
from checker.grading.totals import StudentResult
from checker.lms.roster import roster_of
from checker.lms.students import called, key
from checker.lms.systems import GRADEBOOKS
from checker.text.words import MEANT, did_you_mean, shortened


class ForgetReport(NamedTuple):
    """What `forget` did about a student, and which files still hold an id or a name."""

    student: str
    deleted: tuple[str, ...]
    written: tuple[str, ...]
    left: tuple[str, ...]
    """Paths of files of people in the folder of results that still hold an id or a name of the student."""


def forget(out: Path, student: str) -> ForgetReport:
    """Remove a student from the results, and leave the student out of later runs.

    Raise UserError, and change nothing, if there is no such student, if something that was graded is not there now, or
    if somebody has filled in review.yaml.
    """
    with OutputFolder(out, []):  # what a killed run left is put in order before it is read
        forgotten = Forgotten.read(out)
    is_again = forgotten.has(student)  # perhaps that run was killed before all was deleted
    results: Results | None = None
    with suppress(*[ResultsError] * is_again):
        results = Results(out)
    options = _options(results, out) if results else None
    problems = gradable(options) if options else None
    roster = None
    if options and problems and options.roster:
        roster = roster_of(options.roster, problems.assignments.values())
    refuse_to_overwrite(out / own.REVIEW, review_files(options.reviews) if options and options.reviews else {})
    ids, names = {student}, set[str]()
    if results and not is_again:
        found = _found(results, student)
        ids |= {id_ for each in found for id_ in (each.who.id, each.who.email, *each.who.other_ids) if id_}
        names = {each.who.name for each in found if each.who.name}
        student = found[0].who.id if found else student
        _write(out, forgotten.with_student(ids))
    deleted = tuple(_delete(out))
    written: tuple[str, ...] = ()
    if options and problems:
        with suppress(NothingGraded):
            written = run(options, problems, roster).files
    return ForgetReport(student, deleted, written, tuple(_holding(out, ids | names)))


def undo(out: Path, student: str) -> None:
    """Let the next run grade a student again.  Raise UserError if the student is not forgotten."""
    forgotten = Forgotten.read(out)
    if not forgotten.has(student):
        raise UserError(f"{shortened(student)} is not forgotten in {out}")
    _write(out, forgotten.without(student))


def _found(results: Results, student: str) -> list[StudentResult]:
    """Return the results of a student by any id; none where the student's files could not be graded.

    Raise UserError if there are no such files either.
    """
    everyone = [each for assignment in results.assignments for each in assignment.students]
    found = [each for each in everyone if key(student) in each.who.keys]
    others = results.summary["needs_person"]["others"]
    unread = {key(each["student"] or PurePosixPath(file_of(each["place"])).stem) for each in others}
    if not found and key(student) not in unread:
        named = called(student, [each.who for each in everyone])
        near = get_close_matches(student, [each.who.id for each in everyone], 1)
        meant = f"{MEANT}{' or '.join(map(shortened, named))}?" if named else did_you_mean(student, near)
        raise UserError(f"there is no student {shortened(student)} in these results{meant}; nothing was removed")
    if len({each.who.id for each in found}) > 1:
        names = " and ".join(sorted({shortened(each.who.id) for each in found}))
        raise UserError(f"{shortened(student)} may be {names}; name one of them by that id")
    return found


def _options(results: Results, out: Path) -> Options:
    results.use_types()
    options = Options.of_record(results.summary["options"], out)
    for path in (options.submissions, options.problems, options.roster, options.reviews):
        if path is not None and not path.exists():
            raise UserError(
                f"{path} is not where the last run found it, and the others have to be graded again; put it back"
            )
    return options


def _write(out: Path, forgotten: Forgotten) -> None:
    with OutputFolder(out, [own.FORGOTTEN]) as folder, folder.disk_errors():
        with folder.text(own.FORGOTTEN) as file:
            file.write(forgotten.text())
        folder.publish()


def _delete(out: Path) -> Iterator[str]:
    """Delete what checker wrote, but for the list of the forgotten; yield the names of what a run does not write."""
    exports = {f"{form.new}{zipped}" for form in GRADEBOOKS.values() if form.new for zipped in ("", ".zip")}

    def is_export(path: Path) -> bool:
        return path.suffix == ".json"

    folders = dict.fromkeys(own.PAGE_FOLDERS, is_page) | dict.fromkeys(exports, is_export)
    with OutputFolder(out, []) as folder, folder.disk_errors():
        for path in sorted(out.iterdir()):
            if path.is_dir() and not path.is_symlink() and path.name in folders:
                with OutputFolder(path, []):  # what a killed export left is removed
                    ours = [each for each in path.iterdir() if each.is_file() and folders[path.name](each)]
                    for each in ours:
                        each.unlink()
                with suppress(OSError):  # it holds files of people
                    path.rmdir()
                yield from [f"{path.name}/"] * (bool(ours) and path.name != own.ANNOTATED)
            elif path.is_file() and (
                path.name in exports or (own.OWN.fullmatch(path.name) and path.name != own.FORGOTTEN)
            ):
                if path.name == own.REPORT and not is_page(path):
                    continue
                path.unlink()
                if path.name not in {*own.FILES, own.CACHE, own.JOURNAL}:
                    yield path.name


def _holding(out: Path, texts: Iterable[str]) -> Iterator[str]:
    """Yield the paths of files of people in the folder of results that hold an id or a name, if it is not too short."""
    wanted = [re.escape(text) for text in texts if len(text) >= 4]  # noqa: PLR2004
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(wanted)})(?!\w)".encode(), re.IGNORECASE)
    for path in sorted(out.rglob("*")) if wanted else ():
        is_theirs = path.is_file() and path.name not in {own.FORGOTTEN, own.CACHE}
        if is_theirs and (pattern.search(os.fsencode(path.name)) or pattern.search(path.read_bytes())):
            yield str(path)
