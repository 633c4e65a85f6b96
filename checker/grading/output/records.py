"""results.jsonl: the record of each answer, from the store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import IO, Final

from checker.grading import CourseResults, Row
from checker.grading.store import NO_MARK, Store
from checker.marking.record import record_prefix

AT_ONCE: Final = 64
"""Number of rows whose records are looked up at once."""


def write(results: CourseResults, store: Store, file: IO[bytes]) -> None:
    """Write a line for each answer, student by student."""
    rows = iter(results.rows.values())
    while some := list(islice(rows, AT_ONCE)):
        file.write("".join(_lines(some, store)).encode())


def _lines(rows: Sequence[Row], store: Store) -> Iterator[str]:
    marks = [[mark for mark in (*row.marks, *row.more_marks) if mark != NO_MARK] for row in rows]
    records = store.marks.records({mark for some in marks for mark in some})
    for row, some in zip(rows, marks, strict=True):
        beginning = record_prefix(row.student)
        yield from (f"{beginning},{records[mark]}\n" for mark in some)
