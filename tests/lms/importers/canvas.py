"""Canvas's import of a gradebook and of a zip with feedback, by the rules of its source."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from io import StringIO
from types import MappingProxyType
from typing import NamedTuple

TITLE_AND_ID = re.compile(r"(.*)\s\((\d+)\)", re.DOTALL)
TOTALS = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")
NUMBER = re.compile(r"-?[0-9.,]+%?")
EMPTY = MappingProxyType({})


class InvalidFileError(Exception):
    """Canvas refuses the file."""


class Person(NamedTuple):
    id: int
    name: str
    sis_id: str = ""
    login: str = ""


class Course(NamedTuple):
    people: list[Person]
    assignments: dict[int, str]
    scores: Mapping[tuple[int, int], str] = EMPTY
    """Person and assignment to the score; `EX` is excused."""


def changes(data: bytes, course: Course) -> dict[tuple[int, int], str]:
    """Return the changed scores by person and assignment; an empty text clears a score."""
    if data.startswith(b'\xef\xbb\xbf"'):
        raise InvalidFileError("illegal quoting in line 1")
    text = data.decode("utf-8")
    delimiter = ";" if _fields(text, ";") > _fields(text, ",") else ","
    rows = [row for row in csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True) if any(row)]
    header, *rest = rows
    columns = _assignment_columns(header, _info_columns(header), course)
    read_only: set[int] = set()
    changed = {}
    for row in rest:
        if "Points Possible" in row[0]:
            read_only = {each for each, place in columns.items() if re.search(r"read\s+only", row[place])}
        elif not all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", cell, re.IGNORECASE) for cell in row):
            person = _person(header, row, course)
            for assignment, place in columns.items():
                new, old = _grade(row[place]), course.scores.get((person, assignment), "")
                if assignment not in read_only and new != "N/A" and not _is_same(old, new):
                    changed[person, assignment] = new
    return changed


def _fields(text, delimiter):
    lines = text.splitlines(keepends=True)[:3]
    try:
        counts = {len(next(csv.reader([line], delimiter=delimiter, strict=True), [])) for line in lines}
    except csv.Error:
        return 0
    return counts.pop() if len(counts) == 1 else 0


def _info_columns(header):
    count = 3
    if header[2] == "SIS Login ID":
        count = 4
    elif header[2:4] == ["SIS User ID", "SIS Login ID"]:
        count = 5 + (header[4] == "Integration ID")
        count += header[count - 1] == "Root Account"
    if "Student" not in header[0] or "ID" not in header[1] or "Section" not in header[count - 1]:
        raise InvalidFileError("Invalid header row")
    return count


def _assignment_columns(header, info, course):
    """Return the column of each assignment; new assignments have negative ids."""
    columns = {}
    for heading in header[info:]:
        if not TOTALS.search(heading):
            found = TITLE_AND_ID.fullmatch(heading)
            known = [int(found[2])] if found and int(found[2]) in course.assignments else []
            known += [id_ for id_, title in course.assignments.items() if title == heading]
            columns[known[0] if known else -len(columns) - 1] = header.index(heading)  # the first of a name
    return columns


def _person(header, row, course):
    sis, login = (row[header.index(each)] if each in header else "" for each in ("SIS User ID", "SIS Login ID"))
    by_id = [each.id for each in course.people if str(each.id) == row[1]]
    by_sis = [each.id for each in course.people if sis and each.sis_id == sis]
    by_login = [each.id for each in course.people if login and each.login == login]
    by_name = [each.id for each in course.people if each.name == row[0]]
    return (by_id or by_sis or by_login or by_name or [-1])[0]


def _grade(cell):
    cell = cell.strip()
    if not NUMBER.fullmatch(cell):
        return "EX" if cell.upper() == "EX" else cell
    *whole, last = re.split("[,.]", cell)
    return f"{''.join(whole)}.{last}" if whole else last


def _is_same(old, new):
    if old == new or (old in {"", "-"} and new in {"", "-"}):
        return True
    return bool(old and new) and "EX" not in {old, new} and f"{float(old):.2f}" == f"{float(new):.2f}"


class Assignment(NamedTuple):
    attachments: Mapping[int, Mapping[int, str]]
    """By the id of a user: the attachments of the current submission, and their names."""
    anonymous: Mapping[str, int] = EMPTY
    """Users by their anonymous ids."""


class Comment(NamedTuple):
    user: int
    display_name: str
    """The name that the student sees."""
    type: str
    """The end of the name in the zip, by which Canvas guesses the type."""
    data: bytes


def comments(entries: Mapping[str, bytes], assignment: Assignment) -> tuple[list[Comment], list[str]]:
    """Return the comments, and the files that Canvas ignores."""
    made, ignored, extracted = [], [], set()
    for path, data in entries.items():
        name = path.rpartition("/")[2]
        if ".." in path.split("/"):
            continue  # skipped as unsafe
        if name in extracted:
            raise FileExistsError(name)  # all folders are extracted into one
        extracted.add(name)
        found = _context(name, assignment)
        if found is None:
            ignored.append(path)
        else:
            made.append(Comment(*found, name.rpartition(".")[2], data))
    return made, ignored


def _context(name, assignment):
    pieces = [piece for piece in name.split("_") if piece != "LATE"]
    if pieces[:1] == ["anon"]:
        user, attachment = assignment.anonymous.get("".join(pieces[1:2])), "".join(pieces[2:3])
    else:
        numbers = [piece for piece in pieces if re.search(r"^[0-9]+$", piece, re.MULTILINE)][:2]
        user, attachment = int("".join(numbers[:1]) or 0), "".join(numbers[1:])
    if name.startswith("._") or pieces[-1].startswith("link") or not (attachment.isascii() and attachment.isdigit()):
        return None
    display_name = assignment.attachments.get(user, {}).get(int(attachment))
    return None if display_name is None else (user, display_name)
