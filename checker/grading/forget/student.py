"""A student is forgotten, or the forgetting is undone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal, NamedTuple

from checker.grading.forget.files import (
    Deleted,
    damaged_stores,
    delete_files,
    delete_mentions,
    file_names,
    is_page_of,
    shown_outside,
)
from checker.grading.forget.person import Person, find, forgotten_number
from checker.grading.forget.remake import Remade, remake
from checker.grading.forget.traces import Traces
from checker.grading.left_out import LeftOut
from checker.grading.output.output_folder import OutputFolder
from checker.grading.output.typed_decisions import refuse_to_overwrite
from checker.grading.output.write import PUBLISHED, REVIEW
from checker.grading.reviews.redaction import about_left_out, redacted
from checker.grading.store import STORE, Removed, Store
from checker.grading.store.removal import naming
from checker.grading.submissions import is_result

What = Literal["submission", "decisions", "roster", "damaged store", "export", "file", "mentioned in", "mention"]
"""`export`: a file outside of the results that a command made, and that shows the student.

`file`: another file in the results that shows the student.
`mentioned in`: a submission of another student that has an id or a name of the student, or the same number or word.
`mention`: a file in the results that has it from there.
"""

SHORTEST_MENTION: Final = 4
"""Minimum number of characters of an id or a name that is looked for in what others wrote."""


class Left(NamedTuple):
    """A file that is not ours to change, and that may still hold data about the student."""

    what: What
    path: str
    """Empty for the roster, whose path is not known."""
    command: str = ""
    """The command that made the file, if it is known."""


class ForgetReport(NamedTuple):
    """The result of forgetting a student."""

    student: str
    was_forgotten: bool
    """The student was forgotten before; what was left to do is done."""
    removed: Removed
    remade: Remade
    deleted: list[Deleted]
    left: list[Left]


def forget(
    results: Path, student: str, commands: Mapping[str, str], others: Mapping[Path, str] | None = None
) -> ForgetReport:
    """Remove a student.  Raise NoSuchStudent, StoreError, Unwritable.

    `commands`: by the name of a file or folder in the results, the command that writes it.  `others`: by the path of
    any other file or folder, the command that made it.
    """
    with _locked(results) as (store, folder):
        history = store.history
        decisions = {
            name: data for each in history.reviewed_folders() for name, data in history.review_files(each).items()
        }
        refuse_to_overwrite(results / REVIEW, decisions)
        store.overwrite_removed()
        with store.transaction():
            person = find(store, student)
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
    left += [Left("mentioned in", path) for path in _below(results, (each.path for each in naming_them))]
    left += [Left("mention", str(path)) for path in mentions]
    left += [Left("damaged store", str(results / name)) for name in damaged_stores(results)]
    others = others or {}
    outside = shown_outside(others, results, person.names, names)
    left += [Left("export", str(path), command) for path, command in outside]
    left += [Left("file", str(path), others.get(path, "")) for path in files if path not in mentions]
    return ForgetReport(person.id, person.number is not None, removed, remade, deleted + quoting, left)


def undo(results: Path, student: str) -> None:
    """Let the next run grade a student again.  Raise NoSuchStudent, StoreError, Unwritable."""
    with _locked(results) as (store, _), store.transaction():
        store.forgotten.remove(forgotten_number(store, student))
        store.history.forget_inputs()


@contextmanager
def _locked(results: Path) -> Iterator[tuple[Store, OutputFolder]]:
    """Lock a folder of results, and open the store in it.  Raise Unwritable, StoreError."""
    with OutputFolder(results, PUBLISHED) as folder, Store(results / STORE) as store:
        store.check()
        yield store, folder


def _remove(store: Store, person: Person, results: Path) -> tuple[int, Removed, list[Left]]:
    """Remove a student from the store; return the student's number, what was removed, and what is left elsewhere."""
    forgotten = store.forgotten
    salted = forgotten.prepared()
    number = forgotten.add(salted.hashes(person.ids), person.number)
    left_out = forgotten.left_out()
    on_roster = store.removal.is_on_roster(left_out, number)
    removed = store.removal.remove(left_out, number, person.names)
    forgotten.add(left_out.hashes((), removed.groups), number)
    left = [Left("submission", path) for path in _below(results, removed.paths)]
    left += [Left("decisions", name) for name in _remove_decisions(store, person, forgotten.left_out())]
    return number, removed, left + ([Left("roster", "")] if on_roster else [])


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
    """Return paths, which are relative to the results, each once; an empty one is not known."""
    return list(dict.fromkeys(os.path.normpath(results / each) for each in paths if each))


def _paths(results: Path, written: Iterable[str]) -> list[Path]:
    """Return the paths of the files of the class; in a folder of pages only those that checker wrote."""
    places = [results / name for name in written]
    pages = [path for place in places if place.is_dir() for path in sorted(place.iterdir()) if is_result(str(path))]
    return [*(place for place in places if not place.is_dir()), *pages]
