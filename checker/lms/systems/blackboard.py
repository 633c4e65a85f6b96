"""Blackboard: its downloads, and its gradebooks, which are filled in.

A download: `Homework 3_alee_attempt_2026-10-05-12-00-59_homework.md`, all files in one folder, and a receipt for each
attempt, `Homework 3_alee_attempt_2026-10-05-12-00-59.txt`, also where nothing was typed in.

A gradebook, as Work Offline > Download gives it.  Tab-separated files are UTF-16.

    "Last Name","First Name","Username","Student ID","Last Access","Availability","HW 1 [Total Pts: 10 Score] |123"

The id behind `|` in a heading is what Blackboard knows a column by.  Without it, an upload makes a new text column that
is worth no points.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from checker.document.nodes import quote
from checker.document.tree import decode
from checker.lms.gradebooks import Column, Exported, ExportError, ExportRequest, GradebookForm, GradebookTable, number
from checker.lms.headings import Layout, plain
from checker.lms.students import Student, Submitted
from checker.lms.system import FileKind, Owner, Parts, System

NAME: Final = "blackboard"
ATTEMPT: Final = re.compile(
    r"(?P<stem>(?P<title_and_user>.+?_[^\s_]+)_attempt_(?P<time>[0-9]{4}(?:-[0-9]{2}){5}))(?P<end>_.+|\.txt)", re.DOTALL
)


def owner_of(parts: Parts) -> Owner | None:
    """Return the owner of a file in a download, by the shortest username: titles and usernames may have underscores."""
    found = ATTEMPT.fullmatch(parts[-1])
    if found is None:
        return None
    pieces = found["title_and_user"].split("_")
    starts = range(len(pieces) - 1, max(len(pieces) - 5, 0), -1)  # a username has at most three
    users = ["_".join(pieces[start:]) for start in starts if any(pieces[:start]) and pieces[start]]
    others = tuple(each for each in users[1:] if not re.search(r"\s", each))
    kind: FileKind = "receipt" if found["end"] == ".txt" else "file"
    return Owner(users[0], kind=kind, attempt=found["time"], other_ids=others, stem=found["stem"])


def lists_owners(parts: Parts) -> bool:
    """Return whether a file is a receipt that tells where a username begins, as the title has underscores, too."""
    owner = owner_of(parts)
    return owner is not None and owner.kind == "receipt" and bool(owner.other_ids)


def submitted(data: bytes, parts: Parts) -> tuple[dict[str, Submitted], str]:
    """Return who handed in the attempt of a receipt.  Raise DocumentError."""
    owner, lines = owner_of(parts), decode(data, parts[-1]).lstrip("\ufeff").splitlines()
    # the first line of a receipt, in any language: `Name: Ann Lee (ann_lee)`; the name may have brackets, too
    match = re.fullmatch(r"[^(\n]*:.*\((?P<username>[^()\s]+)\)\s*", lines[0]) if lines else None
    if owner is None or match is None or match["username"] not in {owner.id, *owner.other_ids}:
        return {}, ""
    return {owner.key: Submitted((Student(match["username"]),))}, ""


HEADING: Final = re.compile(
    r"(?P<title>.*?)\s*\[[^\[\]:]*:\s*(?P<most>[0-9][0-9.,]*)?\s*(?P<shown>[^\[\]]*)\]\s*(?:\|(?P<id>[0-9]+))?",
    re.DOTALL,
)
_WHO: Final = ("last name", "first name", "username")


def students(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of a Blackboard gradebook; None if the list is none."""
    headings = [plain(each) for each in header]
    if not set(_WHO) <= set(headings):
        return None
    last, first, username = map(headings.index, _WHO)
    return Layout((username, *(place for place, each in enumerate(headings) if each == "student id")), (first, last))


def export(request: ExportRequest) -> Exported:
    """Return the downloaded gradebook with the grades in the assignment's column.

    Raise ExportError if its heading lost the column's id, or if it does not hold points.
    """
    gradebook = GradebookTable(
        request, students, "a Blackboard gradebook, which has the columns Last Name, First Name and Username"
    )
    columns = []
    for place, text in enumerate(gradebook.header):
        if plain(text) not in {*_WHO, "student id", "last access", "availability", ""}:
            found = HEADING.fullmatch(text.strip())
            title, id_ = (found["title"], found["id"] or "") if found else (text, "")
            columns.append(Column(place, text.strip(), title, id_))
    column = gradebook.chosen(columns)
    found, heading = HEADING.fullmatch(column.heading), quote(column.heading)
    if found is None or not column.id:
        advice = "download the gradebook again and keep its headings as they are"
        raise ExportError(f"the heading {heading} lost its column id, `|` and a number; {advice}")
    # no points, or such as Blackboard computes itself
    if re.fullmatch(r"text|percentage|letter|complete/incomplete|up to .*", found["shown"].strip(), re.IGNORECASE):
        advice = "choose another, or set its primary display to Score in Blackboard and download again"
        raise ExportError(f"the column {heading} does not hold points; {advice}")
    maximum = number(found["most"] or "")
    replaceable = re.compile(r"-?|(?:Needs Grading|In Progress)\b.*", re.DOTALL).fullmatch
    return gradebook.export(NAME, column.place, lambda _: maximum, takes_more=True, replaceable=replaceable)


SYSTEM: Final = System(
    NAME,
    owner_of,
    lists_owners=lists_owners,
    submitted=submitted,
    students=students,
    gradebooks=(GradebookForm(NAME, export),),
)
