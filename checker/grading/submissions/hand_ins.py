"""Groups files into hand-ins: a folder for each student, or the download of a learning management system.

In a download, names of files say whose they are, and so do some files, such as Gradescope's list of submitters.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from checker.document import DocumentError
from checker.grading.submissions.model import (
    Delivery,
    FileSort,
    FoundFile,
    HandIn,
    PlacedFile,
    Who,
    as_single_file,
    printable,
    student_of,
)
from checker.grading.submissions.times import parse_time
from checker.grading.submissions.walk import AWAY, FORBIDDEN, Tree
from checker.lms.students import Student, Submitted

if TYPE_CHECKING:
    from checker.lms.system import Lms, Owner, OwnerKey, System

    Owned = tuple[PlacedFile, Owner]


NOBODY: Final = (
    "names no student: Moodle has it in a default group; move it into a folder with the student's name, outside of "
    "this download"
)
LINK: Final = "is a link to a page that was handed in; a person must open it"
NO_LIST: Final = "{}; so students have the number of their submission as their id"
LARGEST_LIST: Final = 50_000_000


def of_owners(listing: Sequence[PlacedFile], lms: Lms, tree: Tree) -> Iterator[FoundFile | HandIn]:
    """Yield the hand-ins of a download, one for each attempt of a student; files of nobody come one by one.

    A submission by several students is a hand-in of each.
    """
    from checker.lms.systems import owner_of, system_of  # here, because structured files need none of it

    system = system_of(lms)
    found = [(each, owner_of(each.parts, lms)) for each in listing]
    lists = {each.found.path for each, _ in found if system.lists_owners(each.parts)}
    submitted: dict[OwnerKey, Submitted] = {}
    for each, owner in found:
        more, message = _submitted(each, system, tree) if each.found.path in lists else ({}, "")
        submitted |= more
        if message and owner is None:
            yield each.found._replace(error=NO_LIST.format(message))
    owned: dict[tuple[str, str], tuple[Submitted | None, list[Owned]]] = {}
    for each, owner in found:
        if owner is None and system.names_no_student(each.parts):
            yield each.found._replace(error=each.found.error or NOBODY)
        elif owner is None and each.found.path not in lists:
            yield as_single_file(each)
        elif owner is not None and each.found.sort != "none":
            said = submitted.get(owner.key)
            if said and owner.other_ids:
                owner = owner._replace(id=said.students[0].id, other_ids=())  # noqa: PLW2901
            owned.setdefault((owner.id, owner.attempt), (said, []))[1].append((each, owner))
    for said, everything in owned.values():
        yield from _hand_ins(said, everything)


def _hand_ins(said: Submitted | None, everything: Sequence[Owned]) -> Iterator[HandIn]:
    """Yield the files of one attempt as the hand-in of each of its students."""
    first = everything[0][1]
    students, time = said or Submitted((Student(printable(first.id), printable(first.name)),))
    delivery = _delivery(everything, parse_time(time) or "")
    for each in students:
        yield _hand_in(everything, Who(each.id, each.name or None, each.email or None), delivery)


def _submitted(file: PlacedFile, system: System, tree: Tree) -> tuple[dict[OwnerKey, Submitted], str]:
    """Return who handed other files in, as a file of the download says, and what is wrong with it."""
    if file.found.error:
        return {}, file.found.error
    try:
        return system.submitted(tree.contents(file.found.path, LARGEST_LIST), file.parts)
    except DocumentError as error:
        return {}, error.message


def _hand_in(everything: Sequence[Owned], student: Who, delivery: Delivery) -> HandIn:
    """Return the files of one attempt as the hand-in of a student, without receipts if there are other files."""
    # the receipt has the text that a student typed, but repeats names and dates
    files = [pair for pair in everything if pair[1].kind != "receipt"] or everything
    path, *more = [Path(printable(each.found.path)) for each, _ in files]
    assignment = files[0][0].assignment
    return HandIn(
        *student,
        path.parent if more else path,
        tuple(_linked(each.found) if owner.kind == "link" else each.found for each, owner in files),
        assignment or None,
        is_certain=True,
        delivery=delivery,
        key="/".join(filter(None, (assignment, student.student, delivery.attempt))),
    )


def _delivery(everything: Sequence[Owned], time: str) -> Delivery:
    """Return what the names of files say about when they were handed in."""
    attempt = everything[0][1].attempt
    return Delivery(
        time or (parse_time(attempt) or ""),
        any(owner.is_late for _, owner in everything),
        attempt,
        tuple(printable("/".join(each.parts)) for each, _ in everything),
        tuple(dict.fromkeys(printable(id_) for _, owner in everything for id_ in owner.other_ids)),
    )


def _linked(found: FoundFile) -> FoundFile:
    """Return a file that is only a link to a page as one that is not read: a person must open it."""
    return found._replace(error=found.error or LINK)


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
    """Return the folders of assignments, and the folders that they are in: of `a/b` also `a`."""
    pieces = (name.split("/") for name in assignments)
    return {"/".join(each[:end]) for each in pieces for end in range(1, len(each) + 1)}


def hand_ins(
    tree: Tree, assignments: Collection[str], sort_of: Callable[[str], FileSort]
) -> Iterator[FoundFile | HandIn]:
    """Yield the hand-ins among the files of a folder or zip, and all other files one by one.

    `assignments`: the names of the folders of problems.
    """
    known = folders_of(assignments)
    root = tree.root
    everything = [_placed(found, root, known, sort_of(found.path)) for found in tree.walk()]
    yield from tree.strays
    for assignment, group in groupby(everything, key=lambda each: each.assignment):
        listing = [each for each in group if not _is_made_for_students(each)]
        folder = os.path.join(root, *assignment.split("/")) if assignment else root  # noqa: PTH118
        has_documents = any(each.found.sort == "document" for each in listing)
        if lms := _recognised(listing, has_documents=has_documents):
            yield from of_owners(listing, lms, tree)
        elif not has_documents:
            yield from (each.found for each in listing)
        else:
            for student, theirs in groupby(listing, key=lambda each: each.parts[0] if each.parts[1:] else ""):
                if student:
                    yield from _of_folder(list(theirs), os.path.join(folder, student), root)  # noqa: PTH118
                else:
                    yield from (_between_folders(each, known, tree) for each in theirs)


def _placed(found: FoundFile, root: str, known: Collection[str], sort: FileSort) -> PlacedFile:
    """Return a file with its sort and key, the assignment whose folder it is in, and its path below that."""
    path, hint, error, *_ = found
    below = path[len(root) :].lstrip(os.sep) if path != root else os.path.basename(path)  # noqa: PTH119 - speed
    parts = below.split(os.sep)  # noqa: PTH206 - speed
    depth = 0
    while depth < len(parts) - 1 and "/".join(parts[: depth + 1]) in known:
        depth += 1
    key = "/".join(parts)
    found = FoundFile(path, hint, error, sort, key if key.isascii() else printable(key))
    return PlacedFile(found, "/".join(parts[:depth]), tuple(parts[depth:]))


def _below(path: str, root: str) -> str:
    return printable(path[len(root) :].lstrip(os.sep))


def _is_made_for_students(each: PlacedFile) -> bool:
    """Return whether a file is in a folder of feedback, annotated files or handouts, which no student handed in."""
    is_listing = each.parts[-1].casefold() == VARIANTS
    return (is_listing or each.found.sort not in {"structured", "table"}) and any(
        map(NOT_HANDED_IN.fullmatch, each.parts[:-1])
    )


def _between_folders(each: PlacedFile, known: Collection[str], tree: Tree) -> FoundFile | HandIn:
    """Return a file next to the students' folders; a folder that cannot be read is the hand-in of a student."""
    path, error = each.found.path, each.found.error
    if error not in {FORBIDDEN, AWAY} or each.parts[0] in known or not tree.is_folder(path):
        return as_single_file(each)
    folder = Path(printable(path))
    who = student_of(folder, is_folder=True)
    return HandIn(*who, folder, (each.found,), each.assignment or None, key=each.found.key)


def _of_folder(files: Sequence[PlacedFile], path: str, root: str) -> Iterator[FoundFile | HandIn]:
    """Yield what a student's folder holds: one hand-in, and tables, if any file is a document; else each file."""
    counts = Counter(each.found.sort for each in files)
    if not counts["document"]:
        yield from (each.found for each in files)
    elif counts["document"] + counts["structured"] > MOST_FILES:
        yield FoundFile(path, None, TOO_MANY, key=_below(path, root))
        yield from (each.found for each in files if each.found.sort != "document")
    else:
        yield from (each.found for each in files if each.found.sort in ("table", "none"))
        theirs = tuple(each.found for each in files if each.found.sort not in ("table", "none"))
        folder = Path(printable(path))
        who = student_of(folder, is_folder=True)
        yield HandIn(*who, folder, theirs, files[0].assignment or None, key=_below(path, root))


def _recognised(listing: Sequence[PlacedFile], *, has_documents: bool) -> Lms | None:
    """Return the system that a listing is a download of."""
    if not has_documents and not any(OF_DOWNLOADS.search("/".join(each.parts)) for each in listing):
        return None
    from checker.lms.systems import recognised  # here, because structured files need none of it

    return recognised(each.parts for each in listing)
