"""Problem files below a folder, and the one with an id; none is loaded for it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from checker.document import LIMIT, beginning
from checker.document.walk import walk
from checker.notation.words import did_you_mean, shortened

ASSIGNMENT: Final = "assignment.yaml"
SUFFIXES: Final = (".yaml", ".yml")
ID: Final = re.compile(
    rb"""^(?:\xef\xbb\xbf)?(?:\{[ \t]*)?["']?id["']?[ \t]*:[ \t]+["']?([a-z0-9-]+)["']?[ \t\r]*(?:[,}#].*)?$""",
    re.MULTILINE,
)
"""A line at the outermost level: inside a prompt, and in a part, there is something before `id`."""


class WrittenId(NamedTuple):
    """An id and its place, counted from 1."""

    id: str
    line: int
    column: int


class NoProblemError(LookupError):
    """There is no such problem, or no folder of problems."""


def find_problem(problem: str, folder: str | os.PathLike[str]) -> Path:
    """The file that is named, or else the one below the folder with this id.  Raises NoProblemError.

    What can only be a path is not looked for as an id; whether it can be read, loading it will tell.
    A file of the id's name is looked into first; where two have the id, the first by path is meant.
    """
    if os.path.isfile(problem):  # noqa: PTH113 - unlike Path.is_file, false for a name that no file can have
        return Path(problem)
    if problem.endswith(SUFFIXES) or os.path.basename(problem) != problem:  # noqa: PTH119 - whatever separates here
        if os.path.lexists(problem):
            return Path(problem)
        raise NoProblemError(f"there is no problem {_printable(problem)}: this file does not exist")
    found = _with_id(problem, folder)
    if found is None and os.path.lexists(problem):
        return Path(problem)  # a folder, perhaps: loading it will tell why
    return found or _nothing(problem, folder)


def find_below(problem: str, folder: str | os.PathLike[str]) -> Path:
    """Return the problem file below the folder that is named, by its path or by its id.  Raises NoProblemError.

    Nothing outside of the folder is looked at, not even through a symbolic link or `..`: whoever sends the name may
    not be who may read the files here.  A path is taken from the working directory, or else from the folder.
    """
    is_path = problem.endswith(SUFFIXES) or os.path.basename(problem) != problem  # noqa: PTH119 - see above
    paths = (
        [Path(problem), Path(folder, problem)] if is_path else [_with_id(problem, folder) or _nothing(problem, folder)]
    )
    try:
        root = Path(folder).resolve()
        for path in paths:
            whole = path.resolve()
            if whole.is_relative_to(root) and whole.is_file() and _is_problem(whole.relative_to(root)):
                return path
    except (OSError, ValueError, RuntimeError):  # a name that no file can have, or links that lead round in a circle
        pass
    raise NoProblemError(
        f"{shortened(problem)} is no problem in {_printable(folder)}: give an id, or a path below this folder"
    )


def _is_problem(path: Path) -> bool:
    """Return whether a file of this path below the folder is one of its problem files."""
    is_hidden = any(part.startswith(".") for part in path.parts)
    return path.name.endswith(SUFFIXES) and path.name != ASSIGNMENT and not is_hidden


def _with_id(problem: str, folder: str | os.PathLike[str]) -> Path | None:
    """Return the file below the folder with this id, or else of this name; None where there is none."""
    files = list(problem_files(folder))
    named = [path for path in files if path.stem == problem]
    for path in [*named, *files]:
        written = written_id(path)
        if written and written.id == problem:
            return path
    return named[0] if named else None  # it does not say its id: loading it will tell why


def _nothing(problem: str, folder: str | os.PathLike[str]) -> NoReturn:
    """Raise NoProblemError, with the ids that are near."""
    written = ((path, written_id(path)) for path in problem_files(folder))
    ids = {found.id if found else path.stem for path, found in written}
    shown, near = shortened(problem) or '""', did_you_mean(problem, sorted(ids))
    raise NoProblemError(f"there is no problem {shown} in {_printable(folder)}{near}")


def problem_files(folder: str | os.PathLike[str]) -> Iterator[Path]:
    """The problem files below a folder, in the order of their paths, without hidden ones.  Raises NoProblemError.

    Also what is named like one and is none, and folders that cannot be read: loading them will tell why.
    """
    if not os.path.isdir(folder):  # noqa: PTH112 - see above
        raise NoProblemError(f"there is no folder {_printable(folder)}")
    for place, names in walk(os.fspath(folder)):
        yield from (
            Path(place, shortened) for shortened in names if shortened.endswith(SUFFIXES) and shortened != ASSIGNMENT
        )


def written_id(path: Path) -> WrittenId | None:
    """The id that stands in a file, however broken the rest; None where none can be seen."""
    try:
        head = beginning(path, LIMIT)
    except (OSError, ValueError):
        return None
    found = ID.search(head)
    if not found:
        return None
    before = head[: found.start(1)]
    return WrittenId(found[1].decode(), before.count(b"\n") + 1, len(before) - before.rfind(b"\n"))


def _printable(path: str | os.PathLike[str]) -> str:
    return os.fspath(path).encode("utf-8", "backslashreplace").decode()
