"""Gradescope's list of what it gives: the students of each submission, and the time.

    submission_287654321:
      :submitters:
      - :name: Ana Lee
        :sid: '1042'
        :email: ana@uni.edu
      :created_at: 2026-10-05 13:12:07.123456789 Z

The file is written by Ruby: its keys are symbols, and the results of an autograder, of any size, have tags.  So only
the lines on students and times are read as YAML; no others are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from checker.document import DocumentError, Mapping, Sequence, parse_document
from checker.document.entries import answer_text
from checker.document.text import decode
from checker.grading.submissions._who import Who
from checker.notation.times import parse_time

LIST: Final = "submission_metadata.yml"
LIMIT: Final = 50_000_000

SUBMISSION: Final = re.compile(r"""["']?submission_(?P<id>[0-9]+)["']?:[ \t]*""")
KEY: Final = re.compile(r"  (?P<key>:?[\w-]+):(?:[ \t]+(?P<value>.*))?")
"""A key of a submission; what is deeper belongs to its value."""
WANTED: Final = (":submitters", ":created_at")


class Handed(NamedTuple):
    """The students of a submission, and the time."""

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
    for each in submitters.items if isinstance(submitters, Sequence) else ():
        if isinstance(each, Mapping):
            name, sid, email = (answer_text(each.get(key)).strip() for key in (":name", ":sid", ":email"))
            if sid or email:
                yield Who(sid or email, name or None, email or None)
