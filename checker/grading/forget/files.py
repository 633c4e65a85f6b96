"""Files in a folder of results that show a student: those of other commands, and those that somebody else put there."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from checker.grading.forget.traces import Traces, is_common
from checker.grading.output import annotated
from checker.grading.output.output_folder import LOCK, TEMPORARY
from checker.grading.results.identity import relative_to_results
from checker.grading.store import STORE
from checker.grading.submissions import is_result
from checker.lms.names import safe_name

PAGES: Final = (".md", ".html")
SUFFIXES: Final = (*PAGES, ".json")
"""Those of files for one student."""


class Deleted(NamedTuple):
    """A file that was deleted."""

    name: str
    """The path below the results."""
    command: str
    """The command that writes it again; empty for a file of this student alone."""


def file_names(ids: Iterable[str]) -> set[str]:
    """Return the names, without suffix, that files of a student with these ids may have."""
    found: set[str] = set()
    for id_ in ids:
        names: list[str] = []
        with suppress(StopIteration):  # the last way to name a file
            while True:
                names.append(safe_name(id_, names))
        found.update(names)
    return found


def delete_files(results: Path, commands: Mapping[str, str], names: Iterable[str]) -> list[Deleted]:
    """Delete what commands wrote into a folder of results, and in folders only the student's files.  Raise OSError.

    `commands`: by the name of a file or folder, the command that writes it.  `names`: those of the student's files.
    """
    theirs = {f"{name}{suffix}" for name in names for suffix in SUFFIXES}
    deleted: list[Deleted] = []
    for name, command in commands.items():
        path = results / name
        if path.is_file() and _is_ours(path):
            path.unlink()
            deleted.append(Deleted(name, command))
        elif path.is_dir():
            for each in sorted(path.iterdir()):
                if each.name in theirs and each.is_file() and _is_ours(each):
                    each.unlink()
                    deleted.append(Deleted(f"{name}/{each.name}", ""))
            with suppress(OSError):  # other files are left in it
                path.rmdir()
    return deleted


def delete_mentions(
    results: Path,
    commands: Mapping[str, str],
    names: Collection[str],
    file_names: Collection[str],
    known: Iterable[str],
) -> tuple[list[Deleted], list[Path]]:
    """Delete what commands wrote for others if it shows the student; return it, and the other files that do so.

    A file that only holds a common word or a number that is also a name of the student is not deleted, but returned.
    `known`: paths of files that are reported already, or were written again without the student.  Raise OSError.
    """
    traces = Traces(names, file_names)
    certain = Traces([each for each in names if not is_common(each)], file_names)
    skipped = set(map(os.path.realpath, known))
    deleted: list[Deleted] = []
    left: list[Path] = []
    for path in _files(results):
        if os.path.realpath(path) in skipped or not traces.are_in(path, results):
            continue
        name = path.relative_to(results)
        command = _writer_of(path, results, commands)
        if command and certain.are_in(path, results):
            path.unlink()
            deleted.append(Deleted(name.as_posix(), command))
            with suppress(OSError):  # other files are left in it
                path.parent.rmdir()
        else:
            left.append(path)
    return deleted, left


def shown_outside(
    made: Mapping[Path, str], results: Path, names: Collection[str], file_names: Iterable[str]
) -> Iterator[tuple[Path, str]]:
    """Yield the files outside of the results that show the student, each with the command that writes it again.

    `made`: by the path of a file or folder, the command that made it.  In a folder with a file for each student only
    the student's files are looked for, since it may hold anything; no command writes those again.
    """
    file_names = list(file_names)
    traces = Traces(names, file_names)
    for path, command in made.items():
        below = Path(relative_to_results(path, results))
        if not below.is_absolute() and below.parts[0] != os.pardir:
            continue
        if path.is_dir():
            theirs = (path / f"{name}{suffix}" for name in file_names for suffix in SUFFIXES)
            yield from ((each, "") for each in theirs if each.is_file())
        elif path.is_file() and traces.are_in(path, path.parent):
            yield path, command


def is_page_of(names: Collection[str], path: Path, results: Path, commands: Mapping[str, str]) -> bool:
    """Return whether a file is a page that checker wrote for a student whose files may have these names."""
    return path.stem in names and bool(_writer_of(path, results, commands))


def _writer_of(path: Path, results: Path, commands: Mapping[str, str]) -> str:
    """Return the command that writes a page for one student; an empty text for another file."""
    folder, *rest = path.relative_to(results).parts
    is_page = len(rest) == 1 and path.suffix in SUFFIXES and _is_ours(path)
    return {**commands, annotated.FOLDER: "checker grade"}.get(folder, "") if is_page else ""


def _files(results: Path) -> Iterator[Path]:
    """Yield the files in a folder of results, except the store and what other runs keep aside."""
    for folder, folders, names in os.walk(results):
        folders[:] = sorted(each for each in folders if not TEMPORARY.fullmatch(os.fsencode(each)))
        for name in sorted(names):
            path = Path(folder, name)
            is_of_store = path.parent == results and (name in {STORE, LOCK} or name.startswith(f"{STORE}.damaged-"))
            if not is_of_store and path.is_file():
                yield path


def _is_ours(path: Path) -> bool:
    """Return whether checker wrote a file: its pages say so."""
    return path.suffix not in PAGES or is_result(str(path))


def damaged_stores(results: Path) -> list[str]:
    """Return the names of the damaged stores that were kept aside."""
    return sorted(each.name for each in results.glob(f"{STORE}.damaged-*"))
