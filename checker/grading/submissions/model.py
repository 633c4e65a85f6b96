"""Data of submissions: sources, hand-ins, answers, times, and errors in reading them.

Also reads the student that a `student:` key, or the name of a file, names, and the times in a file or a column.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Final, Literal, NamedTuple

from checker.document import DocumentNode, Mapping, Scalar, Sequence
from checker.document.entries import answer_text
from checker.document.errors import quote
from checker.grading.submissions.times import ADVICE, has_two_readings, is_day_first, parse_time

KEY: Final = "submitted"

NO_TIME: Final = frozenset(("", "-"))
"""Cells of rows that were not handed in."""
UNREADABLE: Final = "{} in the column {} is no time{}; " + ADVICE + ". The answers are graded as if it were blank"
MONTH_FIRST: Final = (
    "{} in the column {} is read with the month first, and no row tells whether it is; if the day is first, write the "
    "times like `2026-10-05 15:12`"
)


class OwnTime(NamedTuple):
    """The time of handing in that a file itself states, or what is wrong with it."""

    line: int | None = None
    time: str = ""
    trouble: str = ""


def own_time(front: Mapping | None) -> OwnTime:
    """Return the time that a file states at the key `submitted`, in any case."""
    for name, (_, node) in front.entries.items() if front else ():
        if name.strip().lower() == KEY and (text := answer_text(node).strip()):
            time = parse_time(text)
            return OwnTime(node.line, time or "", "" if time else f"`{KEY}: {quote(text)[1:-1]}` is no time; {ADVICE}")
    return OwnTime()


class RowTimes:
    """Reads the times in a table's column, in which day and month have the same order."""

    def __init__(self, cells: Iterable[tuple[int, str]], heading: str) -> None:
        texts = [(line, text.strip()) for line, text in cells if text.strip() not in NO_TIME]
        order = is_day_first(text for _, text in texts)
        self._is_day_first = bool(order)
        self.troubles: list[str] = []
        """What is wrong with the times, once each."""
        wrong = [(line, text) for line, text in texts if parse_time(text) is None]
        if wrong:
            (line, text), *more = wrong
            where = f" (line {line}{f', and {len(more):,} more' if more else ''})"
            self.troubles.append(UNREADABLE.format(quote(text), heading, where))
        if order is None and (doubtful := next((text for _, text in texts if has_two_readings(text)), None)):
            self.troubles.append(MONTH_FIRST.format(quote(doubtful), heading))

    def time(self, text: str) -> str:
        """Return the time in a cell as ISO 8601; empty if the cell has none."""
        return parse_time(text, is_day_first=self._is_day_first) or ""


FileSort = Literal["document", "structured", "table", "other", "none"]
"""How a file is read; `none` is no submission, such as a README."""


class Delivery(NamedTuple):
    """When and how something was handed in: time, attempt, files."""

    time: str = ""
    """ISO 8601, with a zone if one was written; empty if it is not known."""
    is_late: bool = False
    """The learning management system says that it is late, but not when it was handed in."""
    attempt: str = ""
    """The attempt as the system numbers it.  Sorted as text, the last one is the latest."""
    files: tuple[str, ...] = ()
    """The names of the files in the download, which a zip with feedback has to repeat."""
    other_ids: tuple[str, ...] = ()
    """Ids that the file name may mean instead of the student's; a roster can tell."""

    def with_own(self, own: Delivery) -> Delivery:
        """Return this delivery with the time that the work itself states, if the system says nothing about it."""
        return self if self.time or self.is_late else self._replace(time=own.time)


class GivenAnswer(NamedTuple):
    """One answer to a part, exactly as it was written; an empty text is no answer."""

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
    delivery: Delivery = Delivery()

    @property
    def problems(self) -> tuple[str, ...]:
        """Return the ids of the problems that it names, answered or not, in its order."""
        return tuple(dict.fromkeys(answer.problem for answer in self.answers))


class Trouble(NamedTuple):
    """An error in a submitted file, as the instructor reads it, with what to do."""

    path: Path
    line: int | None
    student: str | None
    message: str

    def __str__(self) -> str:
        return f"{self.path}{'' if self.line is None else f':{self.line}'}  {self.message}"


class NotRead(Trouble):
    """An error because of which a student's file was not read."""

    __slots__ = ()


class Scanned(NotRead):
    """A trouble for scanned pages, which a person reads as pictures.

    It is not reported where an answer waits for these pages.
    """

    __slots__ = ()


class Hiding(Trouble):
    """An error that hides answers of unknown students; those who seem to have handed nothing in may be among them."""

    __slots__ = ()


FoundSubmissions = Submission | Trouble


class FoundFile(NamedTuple):
    """A file below the submissions: its path, and its contents once it is to be read."""

    path: str
    """The path as the system has it, which need not be text."""
    hint: str | None
    """The first folder below the root; None in the root itself."""
    error: str = ""
    """Why it is not read; empty for a regular file."""
    sort: FileSort = "other"
    key: str = ""
    """The path below the root, as text; no other source has it."""
    data: bytes = b""
    """The contents, if they are needed to read it."""
    unread: str = ""
    """Why the contents were not loaded."""
    digest: bytes = b""
    """The hash of everything that decides what is read from it."""


class HandIn(NamedTuple):
    """The files of one student, at least one of which is a document: they are read together."""

    student: str
    """The student by the name of the folder or the file; a document may name another id."""
    name: str | None
    email: str | None
    path: Path
    """The folder, or the only file."""
    files: tuple[FoundFile, ...]
    assignment_hint: str | None = None
    """The folder named like a folder of problems."""
    is_certain: bool = False
    """A learning management system names the student, whatever the documents say."""
    delivery: Delivery = Delivery()
    key: str = ""
    """The path below the root, or the folder and the student's id in a download; no other source has it."""
    digest: bytes = b""
    """The hash of everything that decides what is read from it."""

    @property
    def owner(self) -> Who:
        """Return the student whom the name of the folder or file gives as its owner."""
        return Who(self.student, self.name, self.email)

    def path_of(self, file: str) -> Path:
        """Return the path of a file of the hand-in by its key; the hand-in's path for any other text."""
        return next((Path(printable(each.path)) for each in self.files if each.key == file), self.path)


class FilePiece(NamedTuple):
    """Some rows of a large file, which this process has read and hands to a worker."""

    path: str
    key: str
    """`all.csv#1` is the first piece of the file."""
    digest: bytes
    """The hash of what this piece was read from."""
    found: tuple[FoundSubmissions, ...]
    hint: str | None = None
    """The hint of the file."""
    sort: FileSort = "table"
    """The sort of the file, if this is all of it."""


Source = FoundFile | HandIn | FilePiece
"""A unit of work.  It holds everything that is read, so that nobody has to open a file."""

MOST_IN_PIECE: Final = 64
"""Maximum number of submissions and troubles in a piece."""


def printable(path: str) -> str:
    """Return a path in which bytes that are no UTF-8 are replaced, so that it can be written."""
    return path.encode("utf-8", "backslashreplace").decode()


class Who(NamedTuple):
    """A student as a submission names them; the id is empty where nobody is named."""

    student: str
    name: str | None = None
    email: str | None = None


def who_in(node: DocumentNode | None, default: str = "") -> Who:
    """Return the student whom a `student:` key names, as an id or a mapping; without it the default."""
    if isinstance(node, Mapping):
        student, name, email = (answer_text(node.get(key)) for key in ("id", "name", "email"))
        if not isinstance(node.get("id"), Scalar):
            return Who("")
        return Who(student if student.strip() else "", name or None, email or None)
    if isinstance(node, Sequence):
        return Who("")
    student = answer_text(node)
    return Who(student if student.strip() else default.strip() and default)


def student_of(path: PurePath, *, is_folder: bool = False) -> Who:
    """Return the student that the name of a file, or of a student's folder, stands for."""
    return Who(path.name if is_folder else path.stem)


class PlacedFile(NamedTuple):
    """A file with the assignment whose folder it is in, and the path below that."""

    found: FoundFile
    assignment: str
    """The folder named like a folder of problems; empty for none."""
    parts: tuple[str, ...]
    """The names of folders and of the file below that."""


def as_single_file(each: PlacedFile) -> FoundFile | HandIn:
    """Return a file that belongs to no folder of a student; a document becomes a hand-in of its own."""
    if each.found.sort != "document":
        return each.found
    path = Path(printable(each.found.path))
    return HandIn(*student_of(path), path, (each.found,), each.assignment or None, key=each.found.key)
