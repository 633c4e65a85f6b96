"""Files that other commands wrote for a student, or for the whole class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

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


def _is_ours(path: Path) -> bool:
    """Return whether checker wrote a file: its pages say so."""
    return path.suffix not in PAGES or is_result(str(path))


def damaged_stores(results: Path) -> list[str]:
    """Return the names of the damaged stores that were kept aside."""
    return sorted(each.name for each in results.glob(f"{STORE}.damaged-*"))
