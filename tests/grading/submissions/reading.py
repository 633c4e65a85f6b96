"""Readers of structured files, given a path as the walk finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from checker.grading.submissions.model import FoundFile, FoundSubmissions, Trouble, printable
from checker.grading.submissions.read import loaded_file
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
