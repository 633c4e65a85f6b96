"""Decisions that somebody typed into the review.yaml of the results: no run overwrites them.

A decision belongs into the reviewers' folder: the name of its file there says who decided, and it outlives the results.
So they are not taken up from here, and a run ends that would overwrite one that no reviewer's file has.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from checker.document import DocumentError, DocumentNode, Scalar, beginning, parse_document
from checker.document import Mapping as Fields
from checker.document import Sequence as List
from checker.document.files import NotAFileError
from checker.grading.output.output_folder import Unwritable
from checker.grading.reviews.read import ReviewFiles

TEMPLATE: Final = re.compile(
    r'#.*|- group: ".*"|  (?:problem|part): ".*"|  points:[ \t]*(?:#.*)?|  comment:[ \t]*|\[\]|\s*'
)
"""A line as it is written here."""

MOST: Final = 1_000_000_000
"""Maximum number of bytes that are read: more than a class can write."""

FILLED_IN: Final = (
    "{place} was filled in, and no file in the folder of reviews has this decision; {copy} and grade again, or delete"
    " it if you do not need what was typed there"
)
BROKEN: Final = (
    "{place} was changed and cannot be read; correct it and {copy}, or delete it if you do not need what was typed"
    " there; then grade again"
)
COPY: Final = "copy {file} to reviews/NAME.yaml"
APPEND: Final = (
    "append what was typed to your file in the folder of reviews, where earlier decisions are (a copy would replace"
    " them),"
)


class _Entry(NamedTuple):
    """A decision in review.yaml: points as they are written, or none for a comment alone."""

    about: tuple[str, ...]
    points: str
    line: int


def refuse_to_overwrite(file: Path, known: ReviewFiles) -> None:
    """Raise Unwritable if the review.yaml in the results has a decision that none of the reviewers' files has.

    Those may be given by names only; the file itself is none of them.
    """
    try:
        data = beginning(file, MOST)
    except (FileNotFoundError, NotAFileError):
        return
    except OSError:
        raise Unwritable(BROKEN.format(place=file, copy=COPY.format(file=file))) from None
    if all(TEMPLATE.fullmatch(line) for line in data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")):
        return
    decided = _decided(known, os.path.realpath(file))
    copy = (APPEND if decided else COPY).format(file=file)
    try:
        typed = list(_entries(data, str(file)))
    except DocumentError as error:
        place = f"{file}:{error.line}" if error.line else file
        raise Unwritable(BROKEN.format(place=place, copy=copy)) from None
    for each in typed:
        if each.about not in decided or (each.points and each.points not in decided[each.about]):
            raise Unwritable(FILLED_IN.format(place=f"{file}:{each.line}", copy=copy))


def _decided(files: ReviewFiles, without: str) -> dict[tuple[str, ...], set[str]]:
    """Return what reviewers decided: the points by what they are about."""
    found: dict[tuple[str, ...], set[str]] = {}
    for name, data in files.items():
        if isinstance(data, bytes) and os.path.realpath(name) != without:
            try:
                for each in _entries(data, name):
                    found.setdefault(each.about, set()).add(each.points)
            except DocumentError:
                continue  # no decision in it applies
    return found


def _entries(data: bytes, name: str) -> Iterator[_Entry]:
    """Yield the entries that somebody filled in.  Raise DocumentError."""
    root = parse_document(data, source=name)
    for each in root.items if isinstance(root, List) else [root]:
        texts = _texts(each) if isinstance(each, Fields) else {}
        points, comment = texts.get("points", ""), texts.get("comment", "")
        if points or comment or not isinstance(each, Fields):
            who = texts.get("group", "").lower() or texts.get("student", "")
            yield _Entry((who, texts.get("problem", ""), texts.get("part", "")), _number(points), each.line)


def _texts(fields: Fields) -> Mapping[str, str]:
    found: dict[str, DocumentNode] = {key: value for key, (_, value) in fields.entries.items()}
    return {key: each.text.strip() for key, each in found.items() if isinstance(each, Scalar)}


def _number(text: str) -> str:
    """Return points in one spelling."""
    try:
        return f"{float(text):g}"
    except ValueError:
        return text
