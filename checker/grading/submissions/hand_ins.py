"""Groups files into hand-ins: a folder for each student, or the download of a learning management system.

In a download, names of files say whose they are, and so do Gradescope's list of submitters and Blackboard's receipts.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from checker.document import DocumentError, Mapping, parse_document
from checker.document import Sequence as SequenceNode
from checker.document.entries import answer_text
from checker.document.tree import decode
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

if TYPE_CHECKING:
    from checker.lms.system import Lms, Owner

    Owned = tuple[PlacedFile, Owner]


NOBODY: Final = (
    "names no student: Moodle has it in a default group; move it into a folder with the student's name, outside of "
    "this download"
)
LINK: Final = "is a link to a page that was handed in; a person must open it"
NO_LIST: Final = "{}; so students have the number of their submission as their id"


def of_owners(listing: Sequence[PlacedFile], lms: Lms, tree: Tree) -> Iterator[FoundFile | HandIn]:
    """Yield the hand-ins of a download, one for each attempt of a student; files of nobody come one by one.

    A submission of Gradescope by several students is a hand-in of each.
    """
    from checker.lms.systems import names_no_student  # here, because structured files need none of it

    owned: dict[tuple[str, str], list[Owned]] = {}
    handed: dict[str, Handed] = {}
    for each, owner in _with_owners(listing, lms, tree):
        if owner is None and each.parts[-1] == LIST:
            if lms == "gradescope":
                more, message = _read_list(each.found, tree)
                handed |= more
                if message:
                    yield each.found._replace(error=NO_LIST.format(message))
        elif owner is None and names_no_student(each.parts, lms):
            yield each.found._replace(error=each.found.error or NOBODY)
        elif owner is None:
            yield as_single_file(each)
        elif each.found.sort != "none":
            owned.setdefault((owner.id, owner.attempt), []).append((each, owner))
    for everything in owned.values():
        first = everything[0][1]
        students, time = handed.get(first.id, Handed((Who(printable(first.id), printable(first.name) or None),)))
        delivery = _delivery(everything, time)
        for student in students:
            yield _hand_in(everything, student, delivery)


def _with_owners(listing: Sequence[PlacedFile], lms: Lms, tree: Tree) -> list[tuple[PlacedFile, Owner | None]]:
    """Return each file with its owner, as its name and Blackboard's receipts tell."""
    from checker.lms.systems import owner_of  # here, because structured files need none of it

    found = [(each, owner_of(each.parts, lms)) for each in listing]
    if lms != "blackboard":
        return found
    known = usernames([(each, owner) for each, owner in found if owner], tree)
    return [(each, owner and with_username(each, owner, known)) for each, owner in found]


def _read_list(found: FoundFile, tree: Tree) -> tuple[dict[str, Handed], str]:
    """Return who handed in each submission, and what is wrong with the list."""
    if found.error:
        return {}, found.error
    try:
        return read_list(tree.contents(found.path, LARGEST_LIST), printable(found.path))
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


# Gradescope lists the students of each submission, and the time:
#
#     submission_287654321:
#       :submitters:
#       - :name: Ana Lee
#         :sid: '1042'
#         :email: ana@uni.edu
#       :created_at: 2026-10-05 13:12:07.123456789 Z
#
# The file is written by Ruby: its keys are symbols, and the results of an autograder, of any size, have tags.  So only
# the lines on students and times are read as YAML; no others are looked at.

LIST: Final = "submission_metadata.yml"
LARGEST_LIST: Final = 50_000_000

SUBMISSION: Final = re.compile(r"""["']?submission_(?P<id>[0-9]+)["']?:[ \t]*""")
KEY: Final = re.compile(r"  (?P<key>:?[\w-]+):(?:[ \t]+(?P<value>.*))?")
"""A key of a submission; what is deeper belongs to its value."""
WANTED: Final = (":submitters", ":created_at")


class Handed(NamedTuple):
    """The students who handed a submission in together, and when."""

    students: tuple[Who, ...]
    time: str = ""


def read_list(data: bytes, file: str) -> tuple[dict[str, Handed], str]:
    """Return who handed in each submission, by its number, and what is wrong with the list.

    The list is the one that Gradescope puts into a download.  Raise DocumentError.
    """
    found: dict[str, Handed] = {}
    wrong = ""
    for number, lines in _blocks(decode(data, file).splitlines()):
        try:
            node = parse_document("\n".join(lines), source=file)
        except DocumentError as error:
            wrong = wrong or f"submission_{number} cannot be read: {error.message}"
            continue
        students = tuple(_students(node)) if isinstance(node, Mapping) else ()
        time = answer_text(node.get(":created_at")) if isinstance(node, Mapping) else ""
        if students:
            found[number] = Handed(students, parse_time(time) or "")
    return found, wrong or ("" if found else "names no students")


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the number of each submission, and its lines on students and time."""
    block: list[str] = []
    number, is_wanted = "", False
    for line in lines:
        if line[:1] not in {"", " "}:
            if block:
                yield number, block
            top = SUBMISSION.fullmatch(line)
            number, block, is_wanted = (top["id"] if top else ""), [], False
        elif number:
            if line[2:3] not in {"", " ", "-"}:  # a list may begin as far left as its key
                key = KEY.fullmatch(line)
                is_wanted = key is not None and key["key"] in WANTED
            if is_wanted:
                block.append(line)
    if block:
        yield number, block


def _students(node: Mapping) -> Iterator[Who]:
    """Yield the students of a submission who have an id or an email address."""
    submitters = node.get(":submitters")
    for each in submitters.items if isinstance(submitters, SequenceNode) else ():
        if isinstance(each, Mapping):
            name, sid, email = (answer_text(each.get(key)).strip() for key in (":name", ":sid", ":email"))
            if sid or email:
                yield Who(sid or email, name or None, email or None)


# A receipt of Blackboard, Homework_1_ann_lee_attempt_2026-10-05-12-00-00.txt, begins with `Name: Ann Lee (ann_lee)`.
# The title and the username may both have underscores, so a file name alone does not tell where the username begins.

LARGEST_RECEIPT: Final = 1_000_000
SUFFIX: Final = ".txt"
NAME: Final = re.compile(r"[^(\n]*:.*\((?P<username>[^()\s]+)\)\s*")
"""The first line, in any language; the name before the username may have brackets, too."""

Usernames = dict[str, str]
"""By the beginning of the file names of an attempt, the username that its receipt names."""


def usernames(owned: Iterable[tuple[PlacedFile, Owner]], tree: Tree) -> Usernames:
    """Return the usernames that receipts name, for attempts that may be of several students."""
    found = {}
    for file, owner in owned:
        if owner.kind == "receipt" and owner.other_ids:
            name = _username(file, tree)
            if name in {owner.id, *owner.other_ids}:
                found[file.parts[-1].removesuffix(SUFFIX)] = name
    return found


def with_username(file: PlacedFile, owner: Owner, known: Usernames) -> Owner:
    """Return a file's owner, with the username from the receipt of the attempt."""
    if not owner.other_ids:
        return owner
    end = f"_attempt_{owner.attempt}"
    stem = "".join(file.parts[-1].partition(end)[:2])
    return owner._replace(id=known[stem], other_ids=()) if stem in known else owner


def _username(file: PlacedFile, tree: Tree) -> str:
    """Return the username that a receipt names in its first line; empty if it names none or cannot be read."""
    try:
        lines = decode(tree.contents(file.found.path, LARGEST_RECEIPT), file.parts[-1]).lstrip("\ufeff").splitlines()
    except DocumentError:
        return ""
    match = NAME.fullmatch(lines[0]) if lines else None
    return match["username"] if match else ""


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
