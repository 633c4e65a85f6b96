"""A file, and where it is below the submissions."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from checker.grading.submissions._model import FileSort, FoundFile, HandIn, HandInFile, printable
from checker.grading.submissions._who import student_of


class SortedFile(NamedTuple):
    """A file, and where it is."""

    found: FoundFile
    assignment: str
    """The folder named like a folder of problems; empty for none."""
    parts: tuple[str, ...]
    """The names of folders and of the file below that."""

    @property
    def sort(self) -> FileSort:
        """Return how the file is read."""
        return self.found.sort

    @property
    def file(self) -> HandInFile:
        """Return the file as one of a hand-in."""
        name = "/".join(filter(None, (self.assignment, *self.parts)))
        return HandInFile(self.found, printable(name), self.sort)


def alone(each: SortedFile) -> FoundFile | HandIn:
    """Return a file that is a hand-in of its own, if it is a document."""
    if each.sort != "document":
        return each.found
    path = Path(printable(each.found.path))
    return HandIn(*student_of(path), path, (each.file,), each.assignment or None, key=each.found.key)
