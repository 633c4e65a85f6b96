"""Submissions: the students' answers in the files of a folder, and the troubles that need a person.

Each format is one module here, found by its name, with `SUFFIXES` (and the name of each), `read(path)` and
`estimated_count(path)`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from checker.document.errors import quote
from checker.grading.submissions._walk import FoundFile, walk_submissions
from checker.notation import packaged

NO_SUBMISSION: Final = re.compile(r"(readme|licen[sc]e|copying)(\..*)?", re.IGNORECASE | re.DOTALL)

MOST_TROUBLES: Final = 100
"""Maximum number of troubles that are reported for one file, which may hold millions."""


class GivenAnswer(NamedTuple):
    """One answer, exactly as it was written; an empty text is no answer."""

    problem: str
    part: str | None
    text: str
    file: str
    line: int


class Submission(NamedTuple):
    """The answers of one student, in one file or one row of a table."""

    student: str
    """The id: any text, never a path."""
    name: str | None
    email: str | None
    path: Path
    answers: tuple[GivenAnswer, ...]
    assignment_hint: str | None = None
    """The first folder below the root: `a` for SUBMISSIONS/a/week-1/s1042.yaml."""

    @property
    def problems(self) -> tuple[str, ...]:
        """Return the problems that it names, answered or not, in its order."""
        return tuple(dict.fromkeys(answer.problem for answer in self.answers))


class Trouble(NamedTuple):
    """An error in a file, and what to do about it."""

    path: Path
    line: int | None
    student: str | None
    message: str

    def __str__(self) -> str:
        return f"{self.path}{'' if self.line is None else f':{self.line}'}  {self.message}"


FoundSubmissions = Submission | Trouble
Reader = Callable[[str], Iterator[FoundSubmissions]]


class Format(NamedTuple):
    """A format of files."""

    name: str
    read: Reader
    estimated_count: Callable[[str], int]


def read_folder(folder: str | os.PathLike[str]) -> Iterator[FoundSubmissions]:
    """Yield the submissions of a folder, or of one file, in natural order, file by file.  No file makes it raise."""
    for file in walk_submissions(os.fspath(folder)):
        yield from read_file(file)


def read_file(found: FoundFile) -> Iterator[FoundSubmissions]:
    """Yield the submissions in a file."""
    path, hint, error = found
    file = Path(printable(path))
    suffix = file.suffix.lower()
    if error:
        yield Trouble(file, None, None, error)
    elif suffix in formats():
        yield from _limited(formats()[suffix].read(path), file, hint)
    elif not NO_SUBMISSION.fullmatch(file.name):
        yield Trouble(file, None, None, _unknown_format(suffix))


def estimated_count(folder: str) -> int:
    """Return about how many submissions a folder holds: the lines of its tables, and one for each other file."""
    count = 0
    for path, _, error in walk_submissions(folder):
        form = formats().get(Path(path).suffix.lower())
        if form and not error:
            count += form.estimated_count(path)
    return count


def _limited(results: Iterator[FoundSubmissions], file: Path, hint: str | None) -> Iterator[FoundSubmissions]:
    troubles = 0
    for found in results:
        if type(found) is Submission:
            yield found._replace(assignment_hint=hint)
            continue
        yield found
        troubles += 1
        if troubles == MOST_TROUBLES:
            yield Trouble(file, None, None, f"has {MOST_TROUBLES} errors or more; the rest of it was not read")
            return


@cache
def formats() -> dict[str, Format]:
    """Return the format of each suffix."""
    found = [import_module(f"{__name__}.{name}") for name in packaged.modules(__path__)]
    return {
        suffix: Format(name, module.read, module.estimated_count)
        for module in found
        for suffix, name in module.SUFFIXES.items()
    }


def printable(path: str) -> str:
    """Return a path that can be written as UTF-8; names of files are bytes and need not be text."""
    return path.encode("utf-8", "backslashreplace").decode()


def _unknown_format(suffix: str) -> str:
    *others, last = dict.fromkeys(form.name for form in formats().values())
    advice = f"hand in {', '.join(others)} or {last}"
    return f"I cannot read {quote(suffix)} files; {advice}" if suffix else f"has no suffix; {advice}"
