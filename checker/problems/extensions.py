"""Extended due dates of single students, from a CSV file `student,due`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import datetime, tzinfo
from io import StringIO
from pathlib import Path
from typing import Final

from checker.document import DocumentError, read_bytes
from checker.document.findings import Finding
from checker.document.tree import BOM, decode
from checker.notation.words import counted, did_you_mean, shortened
from checker.problems.moment import MomentError, read_moment

COLUMNS: Final = ("student", "due")
HEADER: Final = "the first line must be `student,due`"
SEPARATORS: Final = ",;\t"

Row = tuple[int, list[str] | None]
"""A line, counted from 1, and its cells; None if its quotes do not match."""


class OutsideError(ValueError):
    """A path that leads out of the problems folder."""


def path_below(written: str, folder: Path, top: Path) -> Path:
    """Return a path next to an assignment.yaml.  Raises OutsideError if it leads out of the problems folder."""
    path = folder / written
    try:
        is_below = path.resolve().is_relative_to(top.resolve())
    except (OSError, ValueError, RuntimeError):  # a NUL, or links in a circle: reading it reports why
        is_below = True
    if not is_below:
        raise OutsideError(f"{shortened(written)} is not in the problems folder; move it next to assignment.yaml")
    return path


def read_extensions(path: Path, zone: tzinfo) -> tuple[dict[str, datetime], list[Finding]]:
    """Return the due dates by student, and everything that is wrong with the file.

    Raises DocumentError if it cannot be read at all; then it has no line.
    """
    data = read_bytes(path)
    file = str(path).encode("utf-8", "backslashreplace").decode()
    try:
        text = decode(data, file)
    except DocumentError as error:
        return {}, [Finding(file, error.line, error.column, "schema", error.message)]
    found: dict[str, tuple[int, datetime | None]] = {}
    findings = [Finding(file, line, None, "schema", message) for line, message in _read(text, zone, found)]
    return {student: due for student, (_, due) in found.items() if due}, findings


def _read(text: str, zone: tzinfo, found: dict[str, tuple[int, datetime | None]]) -> Iterator[tuple[int, str]]:
    """Read the rows into `found`, which has the line and the due date of each student; yield what is wrong."""
    rows = _rows(text)
    line, header = next(rows, (1, []))
    names = [cell.lower() for cell in header or []]
    wrong = list(_wrong_columns(names)) if header is not None else ["has quotes that do not match"]
    yield from ((line, message) for message in wrong)
    if wrong:
        return
    for line, cells in rows:
        if cells is None or len(cells) != len(names):
            given = "has quotes that do not match" if cells is None else f"has {counted(len(cells), 'cell')}"
            yield line, f"{given}; write two cells, a student and a due date"
            continue
        row = dict(zip(names, cells, strict=True))
        student, due = row["student"], None
        if not student:
            yield line, "names no student"
        elif student in found:
            message = f"{shortened(student)} has a due date in line {found[student][0]} already; remove one of them"
            yield line, message
        try:
            due = read_moment(row["due"], zone)
        except MomentError as error:
            yield line, f"due {error}"
        if student:
            found.setdefault(student, (line, due))


def _rows(text: str) -> Iterator[Row]:
    """Yield the rows that are not empty; each is one line."""
    separator = ""
    for line, written in enumerate(StringIO(text.removeprefix(BOM), newline=None), 1):
        if not written.strip(f"{SEPARATORS} \n"):
            continue
        separator = separator or max(SEPARATORS, key=written.count)
        try:
            (cells,) = csv.reader([written.rstrip("\n")], delimiter=separator, strict=True)
        except csv.Error:
            yield line, None
            continue
        cells = [cell.strip() for cell in cells]
        while len(cells) > len(COLUMNS) and not cells[-1]:
            cells.pop()
        yield line, cells


def _wrong_columns(names: list[str]) -> Iterator[str]:
    """Yield what is wrong with the names of the columns."""
    if not names:
        yield f"is empty; {HEADER}"
        return
    for name in names:
        if not name:
            yield f"has a column without a name; {HEADER}"
        elif name not in COLUMNS:
            yield f"{shortened(name)} is not a column{did_you_mean(name, COLUMNS)}"
    for name in COLUMNS:
        if name not in names:
            yield f"has no column `{name}`; {HEADER}"
        elif names.count(name) > 1:
            yield f"has two columns `{name}`; remove one of them"
