"""The hand-ins in a download of a learning management system, by student and attempt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from checker.document import DocumentError
from checker.grading.submissions._gradescope import LIMIT, LIST, Handed, read_list
from checker.grading.submissions._model import Delivery, FoundFile, HandIn, HandInFile, printable
from checker.grading.submissions._receipts import usernames, with_username
from checker.grading.submissions._sorted_file import SortedFile, alone
from checker.grading.submissions._tree import Tree
from checker.grading.submissions._who import Who
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
    """A file with its owner."""

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
        return read_list(tree.contents(found.path, LIMIT), printable(found.path))
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
