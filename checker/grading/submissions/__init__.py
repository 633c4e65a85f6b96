"""Where students' answers come from: every file below a folder, as submissions and as troubles that need a person.

A format is one file here, found by its name, with `SUFFIXES` (what each is called) and `read(path)`.
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
from checker.grading.submissions._walk import walk
from checker.notation import packaged

NO_SUBMISSION: Final = re.compile(r"(readme|licen[sc]e|copying)(\..*)?", re.IGNORECASE | re.DOTALL)

MANY: Final = 100
"""Troubles of one file that are worth telling; it may hold millions."""


class GivenAnswer(NamedTuple):
    """One answer, exactly as it was written; empty text is no answer."""

    problem: str
    part: str | None
    text: str
    file: str
    line: int


class Submission(NamedTuple):
    """What one student handed in, in one file or one row of a table."""

    student: str
    """Any text, and never a path."""
    name: str | None
    email: str | None
    path: Path
    answers: tuple[GivenAnswer, ...]
    assignment_hint: str | None = None
    """The first folder below the root: `a` for SUBMISSIONS/a/week-1/s1042.yaml."""

    @property
    def problems(self) -> tuple[str, ...]:
        """The problems it names, answered or not, in its order."""
        return tuple(dict.fromkeys(answer.problem for answer in self.answers))


class Trouble(NamedTuple):
    """What could not be taken from a file, and what to do about it."""

    path: Path
    line: int | None
    student: str | None
    message: str

    def __str__(self) -> str:
        return f"{self.path}{'' if self.line is None else f':{self.line}'}  {self.message}"


FoundSubmissions = Submission | Trouble
Reader = Callable[[str], Iterator[FoundSubmissions]]


class Format(NamedTuple):
    """What a suffix stands for."""

    name: str
    read: Reader


def read_folder(folder: str | os.PathLike[str]) -> Iterator[FoundSubmissions]:
    """All below a folder (or the one file named), in natural order, a file at a time; no file makes it raise."""
    for path, hint, complaint in walk(os.fspath(folder)):
        file = Path(printable(path))
        suffix = file.suffix.lower()
        if complaint:
            yield Trouble(file, None, None, complaint)
        elif suffix in formats():
            yield from _enough(formats()[suffix].read(path), file, hint)
        elif not NO_SUBMISSION.fullmatch(file.name):
            yield Trouble(file, None, None, _unknown(suffix))


def _enough(results: Iterator[FoundSubmissions], file: Path, hint: str | None) -> Iterator[FoundSubmissions]:
    troubles = 0
    for found in results:
        if type(found) is Submission:
            yield found._replace(assignment_hint=hint)
            continue
        yield found
        troubles += 1
        if troubles == MANY:
            yield Trouble(file, None, None, f"has {MANY} troubles or more; the rest of it was not read")
            return


@cache
def formats() -> dict[str, Format]:
    """The format of each suffix."""
    found = [import_module(f"{__name__}.{name}") for name in packaged.modules(__path__)]
    return {suffix: Format(name, module.read) for module in found for suffix, name in module.SUFFIXES.items()}


def printable(path: str) -> str:
    """A path that can be written as UTF-8; the names of files are bytes, and need not be text."""
    return path.encode("utf-8", "backslashreplace").decode()


def _unknown(suffix: str) -> str:
    *others, last = dict.fromkeys(form.name for form in formats().values())
    advice = f"hand in {', '.join(others)} or {last}"
    return f"I cannot read {quote(suffix)} files; {advice}" if suffix else f"has no suffix; {advice}"
