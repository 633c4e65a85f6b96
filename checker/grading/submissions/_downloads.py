"""The hand-ins in a download of a learning management system, by student and attempt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from checker.document import DocumentError, Mapping, parse_document
from checker.document import Sequence as SequenceNode
from checker.document.entries import answer_text
from checker.document.tree import decode
from checker.grading.submissions._model import (
    Delivery,
    FoundFile,
    HandIn,
    HandInFile,
    SortedFile,
    Who,
    alone,
    printable,
)
from checker.grading.submissions._tree import Tree
from checker.lms.names import names_no_student, owner_of
from checker.notation.times import parse_time

if TYPE_CHECKING:
    from checker.lms.names import Lms, Owner


NOBODY: Final = (
    "names no student: Moodle has it in a default group; move it into a folder with the student's name, outside of "
    "this download"
)
LINK: Final = "is a link to a page that was handed in; a person must open it"
NO_LIST: Final = "{}; so students have the number of their submission as their id"


class Owned(NamedTuple):
    """A file of a download, and the student who owns it by its name."""

    file: SortedFile
    owner: Owner


def of_owners(listing: Sequence[SortedFile], lms: Lms, tree: Tree) -> Iterator[FoundFile | HandIn]:
    """Yield the hand-ins of a download, each attempt of a student by itself; files of nobody come one by one."""
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
            yield alone(each)
        elif each.sort != "none":
            owned.setdefault((owner.id, owner.attempt), []).append(Owned(each, owner))
    for everything in owned.values():
        first = everything[0].owner
        students, time = handed.get(first.id, Handed((Who(printable(first.id), printable(first.name) or None),)))
        delivery = _delivery(everything, time)
        for student in students:
            yield _hand_in(everything, student, delivery)


def _with_owners(listing: Sequence[SortedFile], lms: Lms, tree: Tree) -> list[tuple[SortedFile, Owner | None]]:
    """Return each file with its owner, as its name and Blackboard's receipts tell."""
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
    # the receipt has the text that a student typed, but repeats names and dates
    files = [pair for pair in everything if pair.owner.kind != "receipt"] or everything
    path, *more = [Path(printable(each.found.path)) for each, _ in files]
    assignment = files[0].file.assignment
    return HandIn(
        *student,
        path.parent if more else path,
        tuple(each.file if owner.kind != "link" else _link(each.file) for each, owner in files),
        assignment or None,
        is_certain=True,
        delivery=delivery,
        key="/".join(filter(None, (assignment, student.student, delivery.attempt))),
    )


def _delivery(everything: Sequence[Owned], time: str) -> Delivery:
    """Return what the names of files say about when they were handed in."""
    attempt = everything[0].owner.attempt
    return Delivery(
        time or (parse_time(attempt) or ""),
        any(owner.is_late for _, owner in everything),
        attempt,
        tuple(printable("/".join(each.parts)) for each, _ in everything),
        tuple(dict.fromkeys(printable(id_) for _, owner in everything for id_ in owner.other_ids)),
    )


def _link(file: HandInFile) -> HandInFile:
    return file._replace(found=file.found._replace(error=file.found.error or LINK))


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
    """Who handed a submission in, and when."""

    students: tuple[Who, ...]
    time: str = ""


def read_list(data: bytes, file: str) -> tuple[dict[str, Handed], str]:
    """Return by the number of a submission who handed it in, and what is wrong with the list.  Raise DocumentError."""
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


def usernames(owned: Iterable[tuple[SortedFile, Owner]], tree: Tree) -> Usernames:
    """Return the usernames in the receipts of attempts that may be of several students."""
    found = {}
    for file, owner in owned:
        if owner.kind == "receipt" and owner.other_ids:
            name = _username(file, tree)
            if name in {owner.id, *owner.other_ids}:
                found[file.parts[-1].removesuffix(SUFFIX)] = name
    return found


def with_username(file: SortedFile, owner: Owner, known: Usernames) -> Owner:
    """Return the owner of a file with the username that the receipt of its attempt names."""
    if not owner.other_ids:
        return owner
    end = f"_attempt_{owner.attempt}"
    stem = "".join(file.parts[-1].partition(end)[:2])
    return owner._replace(id=known[stem], other_ids=()) if stem in known else owner


def _username(file: SortedFile, tree: Tree) -> str:
    try:
        lines = decode(tree.contents(file.found.path, LARGEST_RECEIPT), file.parts[-1]).lstrip("\ufeff").splitlines()
    except DocumentError:
        return ""
    match = NAME.fullmatch(lines[0]) if lines else None
    return match["username"] if match else ""
