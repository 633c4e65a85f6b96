"""Readers of structured files, given a path as the walk finds it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from checker.grading.submissions import walk_sources
from checker.grading.submissions.column_names import ColumnNames
from checker.grading.submissions.model import FilePiece, FoundFile, FoundSubmissions, HandIn, Source, Trouble, printable
from checker.grading.submissions.read import loaded_file, read_file
from checker.grading.submissions.walk import Tree


def of_paths(read: Callable[..., Iterator[FoundSubmissions]]) -> Callable[[str], Iterator[FoundSubmissions]]:
    """Return a function that reads the file with this path."""

    def read_path(path: str) -> Iterator[FoundSubmissions]:
        found = loaded_file(FoundFile(path, None, sort="table"), Tree(path))
        if found.unread:
            yield Trouble(Path(printable(path)), None, None, found.unread)
        else:
            yield from read(found.data, printable(path))

    return read_path


def read_source(source: Source, names: ColumnNames = ColumnNames()) -> Iterator[FoundSubmissions | HandIn]:  # noqa: B008
    """Yield the submissions in a file, or a hand-in unchanged, since its documents are read elsewhere."""
    if isinstance(source, HandIn):
        yield source
    elif isinstance(source, FilePiece):
        yield from source.found
    else:
        yield from read_file(source, names=names)


def read_folder(
    folder: str | os.PathLike[str],
    assignments: Collection[str] = (),
    names: ColumnNames = ColumnNames(),  # noqa: B008
) -> Iterator[FoundSubmissions | HandIn]:
    """Yield the submissions of a folder, or of one file, in natural order, file by file.  No file makes it raise."""
    for source in walk_sources(os.fspath(folder), assignments, names=names):
        yield from read_source(source, names)
