"""Hand-ins: the files in a folder that are one student's.

    SUBMISSIONS/s1.md                       one document is one student's
    SUBMISSIONS/s2/part-1.md, part-2.tex    so is a folder with documents, with everything in it
    SUBMISSIONS/week-1/s1.md, s2/...        a folder named like a folder of problems is an assignment

In a download of a learning management system, names have the rules of that system instead.
Tables, and folders without any document, are read file by file.  Nothing is loaded here.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from checker.grading.submissions._model import FileSort, FoundFile, HandIn, SortedFile, alone, printable, student_of
from checker.grading.submissions._tree import Tree
from checker.grading.submissions._walk import AWAY, FORBIDDEN

if TYPE_CHECKING:
    from checker.lms.names import Lms

MOST_FILES: Final = 200
"""Maximum number of files with answers in the folder of one student."""

NOT_HANDED_IN: Final = re.compile("annotated|feedback|handouts", re.IGNORECASE)
"""Folders of documents that were made for students."""

VARIANTS: Final = "variants.csv"
"""The list of everybody's numbers, between the handouts."""

TOO_MANY: Final = (
    f"has more than {MOST_FILES} files, too many for one student; give each student a folder, or name the folder "
    "like a folder of problems. Its documents are not read"
)

OF_DOWNLOADS: Final = re.compile(r"_[0-9]+_|_attempt_[0-9]|_assignsubmission_|submission_[0-9]|anon_")
"""A piece of each path in a download, except of some with nothing but web pages."""


def folders_of(assignments: Collection[str]) -> set[str]:
    """Return the folders of assignments, with those that they are in: of `a/b` also `a`."""
    pieces = (name.split("/") for name in assignments)
    return {"/".join(each[:end]) for each in pieces for end in range(1, len(each) + 1)}


def hand_ins(
    tree: Tree, assignments: Collection[str], sort_of: Callable[[str], FileSort]
) -> Iterator[FoundFile | HandIn]:
    """Yield the hand-ins among the files of a tree, and the other files one by one.

    `assignments`: the names of the folders of problems.
    """
    known = folders_of(assignments)
    root = tree.root
    everything = [_sorted(found, root, known, sort_of(found.path)) for found in tree.walk()]
    yield from tree.strays
    for assignment, group in groupby(everything, key=lambda each: each.assignment):
        listing = [each for each in group if not _is_made_for_students(each)]
        folder = os.path.join(root, *assignment.split("/")) if assignment else root  # noqa: PTH118
        has_documents = any(each.sort == "document" for each in listing)
        if lms := _recognised(listing, has_documents=has_documents):
            from checker.grading.submissions._downloads import of_owners

            yield from of_owners(listing, lms, tree)
        elif not has_documents:
            yield from (each.found for each in listing)
        else:
            for student, theirs in groupby(listing, key=lambda each: each.parts[0] if each.parts[1:] else ""):
                if student:
                    yield from _of_folder(list(theirs), os.path.join(folder, student), root)  # noqa: PTH118
                else:
                    yield from (_between_folders(each, known, tree) for each in theirs)


def _sorted(found: FoundFile, root: str, known: Collection[str], sort: FileSort) -> SortedFile:
    path, hint, error, *_ = found
    below = path[len(root) :].lstrip(os.sep) if path != root else os.path.basename(path)  # noqa: PTH119 - speed
    parts = below.split(os.sep)  # noqa: PTH206 - speed
    depth = 0
    while depth < len(parts) - 1 and "/".join(parts[: depth + 1]) in known:
        depth += 1
    key = below if below.isascii() else printable(below)
    return SortedFile(FoundFile(path, hint, error, sort, key), "/".join(parts[:depth]), tuple(parts[depth:]))


def _below(path: str, root: str) -> str:
    return printable(path[len(root) :].lstrip(os.sep))


def _is_made_for_students(each: SortedFile) -> bool:
    is_listing = each.parts[-1].casefold() == VARIANTS
    return (is_listing or each.sort not in {"structured", "table"}) and any(
        map(NOT_HANDED_IN.fullmatch, each.parts[:-1])
    )


def _between_folders(each: SortedFile, known: Collection[str], tree: Tree) -> FoundFile | HandIn:
    """Return a file between the students' folders; a folder that cannot be read is a student's."""
    path, error = each.found.path, each.found.error
    if error not in {FORBIDDEN, AWAY} or each.parts[0] in known or not tree.is_folder(path):
        return alone(each)
    folder = Path(printable(path))
    who = student_of(folder, is_folder=True)
    return HandIn(*who, folder, (each.file,), each.assignment or None, key=each.found.key)


def _of_folder(files: Sequence[SortedFile], path: str, root: str) -> Iterator[FoundFile | HandIn]:
    """Yield the files of a student's folder: together if any is a document."""
    counts = Counter(each.sort for each in files)
    if not counts["document"]:
        yield from (each.found for each in files)
    elif counts["document"] + counts["structured"] > MOST_FILES:
        yield FoundFile(path, None, TOO_MANY, key=_below(path, root))
        yield from (each.found for each in files if each.sort != "document")
    else:
        yield from (each.found for each in files if each.sort in ("table", "none"))
        theirs = tuple(each.file for each in files if each.sort not in ("table", "none"))
        folder = Path(printable(path))
        who = student_of(folder, is_folder=True)
        yield HandIn(*who, folder, theirs, files[0].assignment or None, key=_below(path, root))


def _recognised(listing: Sequence[SortedFile], *, has_documents: bool) -> Lms | None:
    """Return the system that a listing is a download of."""
    if not has_documents and not any(OF_DOWNLOADS.search("/".join(each.parts)) for each in listing):
        return None
    from checker.lms.names import recognised  # here, because structured files need none of it

    return recognised(each.parts for each in listing)
