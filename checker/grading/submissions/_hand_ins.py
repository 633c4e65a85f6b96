"""Which of the files in a folder are one student's.

    SUBMISSIONS/s1.md                       one document is one student's
    SUBMISSIONS/s2/part-1.md, part-2.tex    so is a folder with documents, with everything in it
    SUBMISSIONS/week-1/s1.md, s2/...        a folder named like a folder of problems is an assignment

In a download of a learning management system, names have the rules of that system instead.
Tables, and folders without any document, are read file by file.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from checker.grading.submissions._walk import AWAY, FORBIDDEN, FoundFile
from checker.grading.submissions._who import Who, student_of

if TYPE_CHECKING:
    from checker.lms.names import Lms, Owner

FileSort = Literal["document", "structured", "table", "other", "none"]
"""How a file is read; `none` is no submission, such as a README."""

MOST_FILES: Final = 200
"""Maximum number of files with answers in the folder of one student."""

NOT_HANDED_IN: Final = re.compile("annotated|feedback|handouts", re.IGNORECASE)
"""Folders of documents that were made for students."""

TOO_MANY: Final = (
    f"has more than {MOST_FILES} files, too many for one student; give each student a folder, or name the folder "
    "like a folder of problems. Its documents are not read"
)
LIST: Final = "submission_metadata.yml"
"""Gradescope's list of what it gives."""

OF_DOWNLOADS: Final = re.compile(r"_[0-9]+_|_attempt_[0-9]|_assignsubmission_|submission_[0-9]|anon_")
"""A piece of each path in a download, except of some with nothing but web pages."""

NOBODY: Final = (
    "names no student: Moodle has it in a default group; move it into a folder with the student's name, outside of "
    "this download"
)
LINK: Final = "is a link to a page that was handed in; a person must open it"


class HandInFile(NamedTuple):
    """A file of a hand-in."""

    found: FoundFile
    name: str
    """The path below the submissions."""
    sort: FileSort


class HandIn(NamedTuple):
    """The files of one student, at least one of which is a document: they are read together."""

    student: str
    """The student by the name of the folder or the file; a document may name another id."""
    name: str | None
    email: str | None
    path: Path
    """The folder, or the only file."""
    files: tuple[HandInFile, ...]
    assignment_hint: str | None = None
    """The folder named like a folder of problems."""
    is_certain: bool = False
    """A learning management system names the student, whatever the documents say."""

    @property
    def owner(self) -> Who:
        """Return the student by the name of the folder or the file."""
        return Who(self.student, self.name, self.email)

    def path_of(self, file: str) -> Path:
        """Return the path of a file of the hand-in by its name there, and the hand-in's own for any other."""
        return next((Path(printable(each.found[0])) for each in self.files if each.name == file), self.path)


class _Sorted(NamedTuple):
    """A file, and where it is."""

    found: FoundFile
    sort: FileSort
    assignment: str
    """The folder named like a folder of problems; empty for none."""
    parts: tuple[str, ...]
    """The names of folders and of the file below that."""

    @property
    def file(self) -> HandInFile:
        name = "/".join(filter(None, (self.assignment, *self.parts)))
        return HandInFile(self.found, printable(name), self.sort)


def hand_ins(
    files: Iterable[FoundFile], root: str, assignments: Collection[str], sort_of: Callable[[str], FileSort]
) -> Iterator[FoundFile | HandIn]:
    """Yield the hand-ins among the files below `root`, and the other files one by one.

    `assignments`: the names of the folders of problems.
    """
    pieces = (name.split("/") for name in assignments)
    known = {"/".join(each[:end]) for each in pieces for end in range(1, len(each) + 1)}
    everything = [_sorted(found, root, known, sort_of(found[0])) for found in files]
    for assignment, group in groupby(everything, key=lambda each: each.assignment):
        listing = [each for each in group if each.sort in ("structured", "table") or not _is_made_for_students(each)]
        folder = os.path.join(root, *assignment.split("/")) if assignment else root  # noqa: PTH118
        has_documents = any(each.sort == "document" for each in listing)
        if lms := _recognised(listing, has_documents=has_documents):
            yield from _of_owners(listing, lms)
        elif not has_documents:
            yield from (each.found for each in listing)
        else:
            for student, theirs in groupby(listing, key=lambda each: each.parts[0] if each.parts[1:] else ""):
                if student:
                    yield from _of_folder(list(theirs), os.path.join(folder, student))  # noqa: PTH118
                else:
                    yield from (_between_folders(each, known) for each in theirs)


def _sorted(found: FoundFile, root: str, known: Collection[str], sort: FileSort) -> _Sorted:
    path = found[0]
    below = path[len(root) :].lstrip(os.sep) if path != root else os.path.basename(path)  # noqa: PTH119 - speed
    parts = below.split(os.sep)  # noqa: PTH206 - speed
    depth = 0
    while depth < len(parts) - 1 and "/".join(parts[: depth + 1]) in known:
        depth += 1
    return _Sorted(found, sort, "/".join(parts[:depth]), tuple(parts[depth:]))


def _is_made_for_students(each: _Sorted) -> bool:
    return any(map(NOT_HANDED_IN.fullmatch, each.parts[:-1]))


def _alone(each: _Sorted) -> FoundFile | HandIn:
    if each.sort != "document":
        return each.found
    path = Path(printable(each.found[0]))
    return HandIn(*student_of(path), path, (each.file,), each.assignment or None)


def _between_folders(each: _Sorted, known: Collection[str]) -> FoundFile | HandIn:
    """Return a file between the students' folders; a folder that cannot be read is a student's."""
    path, _, error = each.found
    if error not in {FORBIDDEN, AWAY} or each.parts[0] in known or not os.path.isdir(path):  # noqa: PTH112
        return _alone(each)
    folder = Path(printable(path))
    return HandIn(*student_of(folder, is_folder=True), folder, (each.file,), each.assignment or None)


def _of_folder(files: Sequence[_Sorted], path: str) -> Iterator[FoundFile | HandIn]:
    """Yield the files of a student's folder: together if any is a document."""
    counts = Counter(each.sort for each in files)
    if not counts["document"]:
        yield from (each.found for each in files)
    elif counts["document"] + counts["structured"] > MOST_FILES:
        yield path, None, TOO_MANY
        yield from (each.found for each in files if each.sort != "document")
    else:
        yield from (each.found for each in files if each.sort in ("table", "none"))
        theirs = tuple(each.file for each in files if each.sort not in ("table", "none"))
        folder = Path(printable(path))
        yield HandIn(*student_of(folder, is_folder=True), folder, theirs, files[0].assignment or None)


def _recognised(listing: Sequence[_Sorted], *, has_documents: bool) -> Lms | None:
    """Return the system that a listing is a download of."""
    if not has_documents and not any(OF_DOWNLOADS.search("/".join(each.parts)) for each in listing):
        return None
    from checker.lms.names import recognised  # here, because structured files need none of it

    return recognised(each.parts for each in listing)


def _of_owners(listing: Sequence[_Sorted], lms: Lms) -> Iterator[FoundFile | HandIn]:
    """Yield the hand-ins of a download, each attempt of a student by itself; files of nobody come one by one."""
    from checker.lms.names import is_of_nobody, owner_of

    owned: dict[tuple[str, str], list[tuple[_Sorted, Owner]]] = {}
    for each in listing:
        owner = owner_of(each.parts, lms)
        if each.parts[-1] == LIST:
            continue
        if owner is None and is_of_nobody(each.parts, lms):
            yield each.found[0], each.found[1], each.found[2] or NOBODY
        elif owner is None:
            yield _alone(each)
        elif each.sort != "none":
            owned.setdefault((owner.id, owner.attempt), []).append((each, owner))
    for everything in owned.values():
        # the receipt has the text that a student typed, but repeats names and dates
        files = [pair for pair in everything if pair[1].kind != "receipt"] or everything
        owner = files[0][1]
        path, *more = [Path(printable(each.found[0])) for each, _ in files]
        who = Who(printable(owner.id), printable(owner.name) or None)
        yield HandIn(
            *who,
            path.parent if more else path,
            tuple(each.file if one.kind != "link" else _link(each.file) for each, one in files),
            files[0][0].assignment or None,
            is_certain=True,
        )


def _link(file: HandInFile) -> HandInFile:
    path, hint, error = file.found
    return file._replace(found=(path, hint, error or LINK))


def printable(path: str) -> str:
    """Return a path that can be written as UTF-8; names of files are bytes and need not be text."""
    return path.encode("utf-8", "backslashreplace").decode()
