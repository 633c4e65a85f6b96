"""Submissions: the students' answers in the files of a folder, and the troubles that need a person.

    walk            a folder          to FoundFile, in natural order
    walk_hand_ins   the same          to HandIn: the documents of one student; other files one by one
    read_file       a FoundFile       to Submission | Trouble

Each structured format is one module here, found by its name, with `SUFFIXES` (and the name of each), `IS_TABLE`,
`read(path, owner)` and `estimated_count(path)`.  Documents are read by `checker.writeups`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from checker.document.errors import quote
from checker.grading.submissions._hand_ins import FileSort, HandIn, HandInFile, hand_ins, printable
from checker.grading.submissions._walk import ANNOTATED, TO_REVIEW, FoundFile, is_among_results, is_result, walk_submissions
from checker.grading.submissions._who import Who, who_in
from checker.notation import packaged

__all__ = [
    "ANNOTATED",
    "TO_REVIEW",
    "FoundFile",
    "FoundSubmissions",
    "GivenAnswer",
    "HandIn",
    "HandInFile",
    "Submission",
    "Trouble",
    "Who",
    "estimated_count",
    "formats",
    "printable",
    "read_file",
    "read_folder",
    "walk_hand_ins",
    "who_in",
]

WRITTEN: Final = "was written by `checker grade`; hand in the student's own file"
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
Reader = Callable[[str, str], Iterator[FoundSubmissions]]


class Format(NamedTuple):
    """A structured format of files."""

    name: str
    is_table: bool
    """Each row names its student."""
    read: Reader
    estimated_count: Callable[[str], int]


def read_folder(
    folder: str | os.PathLike[str], assignments: Collection[str] = ()
) -> Iterator[FoundSubmissions | HandIn]:
    """Yield the submissions of a folder, or of one file, in natural order, file by file.  No file makes it raise."""
    for found in walk_hand_ins(os.fspath(folder), assignments):
        if isinstance(found, HandIn):
            yield found
        else:
            yield from read_file(found)


def walk_hand_ins(
    folder: str, assignments: Collection[str], exclude: Collection[str] = ()
) -> Iterator[FoundFile | HandIn]:
    """Yield the hand-ins in a folder, and its other files one by one.

    `assignments`: the names of the folders of problems.  `exclude`: real paths of files that are left out.
    """
    files: Iterable[FoundFile] = walk_submissions(folder)
    if exclude:
        files = (found for found in files if os.path.realpath(found[0]) not in exclude)
    return hand_ins(files, folder, assignments, sort_of)


def sort_of(path: str) -> FileSort:
    """Return how a file is read."""
    name = os.path.basename(path)  # noqa: PTH119 - a Path costs more than the rest
    suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122
    if suffix in formats():
        return "table" if formats()[suffix].is_table else "structured"
    if _is_no_submission(path, name):
        return "none"
    if _is_written(path):
        return "other"
    from checker.writeups.formats import is_document  # here, because structured files need none of it

    return "document" if is_document(path) else "other"


def read_file(found: FoundFile, owner: str = "") -> Iterator[FoundSubmissions]:
    """Yield the submissions in a file that is no document; the owner is the student where the file names none."""
    path, hint, error = found
    file = Path(printable(path))
    suffix = file.suffix.lower()
    if error:
        yield Trouble(file, None, owner or None, error)
    elif suffix in formats():
        yield from _limited(formats()[suffix].read(path, owner), file, hint)
    elif not _is_no_submission(path, file.name):
        yield Trouble(file, None, owner or None, WRITTEN if _is_written(path) else _unknown_format(suffix))


def _is_no_submission(path: str, name: str) -> bool:
    """Return whether a file is a README, or one that an earlier run wrote and that is where it was written."""
    return bool(NO_SUBMISSION.fullmatch(name)) or (is_among_results(path) and _is_written(path))


def _is_written(path: str) -> bool:
    """Return whether an earlier run wrote a file."""
    return path.endswith(".md") and is_result(path)


def estimated_count(folder: str) -> int:
    """Return about how many submissions a folder holds: the lines of its tables, and one for each other file."""
    count = 0
    for path, _, error in walk_submissions(folder):
        form = formats().get(Path(path).suffix.lower())
        if form and not error:
            count += form.estimated_count(path)
        elif not error:
            count += sort_of(path) == "document"
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
        suffix: Format(name, module.IS_TABLE, module.read, module.estimated_count)
        for module in found
        for suffix, name in module.SUFFIXES.items()
    }


def _unknown_format(suffix: str) -> str:
    names = ", ".join(dict.fromkeys(form.name for form in formats().values()))
    advice = f"hand in {names} or a document such as `.md`"
    return f"I cannot read {quote(suffix)} files; {advice}" if suffix else f"has no suffix; {advice}"
