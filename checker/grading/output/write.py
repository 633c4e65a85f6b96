"""Writes all files of a folder of results from the store: grades.csv, results.jsonl, review.yaml, summary.json."""

from __future__ import annotations

import json
import platform
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import islice
from typing import IO, Any, Final

from checker.grading import CourseResults
from checker.grading.output import annotated, gradebook, needs_review, review
from checker.grading.output.output_folder import OutputFolder
from checker.grading.store import NO_MARK, Row, Standing, Store
from checker.grading.submissions import is_result
from checker.marking.record import record_prefix

RESULTS: Final = "results.jsonl"
GRADES: Final = "grades.csv"
NEEDS: Final = "needs-review.md"
REVIEW: Final = "review.yaml"
SUMMARY: Final = "summary.json"
FILES: Final = (GRADES, RESULTS, NEEDS, REVIEW, SUMMARY)
PUBLISHED: Final = (SUMMARY, GRADES, RESULTS, NEEDS, REVIEW)
"""The files as they are published: the summary first, which shows the next run that the others are ours."""
FOLDER: Final = f"{annotated.FOLDER}/"


@dataclass(frozen=True)
class ResultFiles:
    """The files of a run: all but the summary are written from the results and the store."""

    results: CourseResults
    standings: Sequence[Standing]
    staying: Sequence[Standing]
    """Those that are not graded now: their annotated documents stay as they are."""
    write_ups: Sequence[Row]
    store: Store

    def write(self, folder: OutputFolder) -> None:
        """Write all files but the summary into the temporary folder.  Raise Unwritable."""
        with folder.disk_errors():
            with folder.open(RESULTS) as file:
                write_records(self.results, self.store, file)
            with folder.text(GRADES) as text:
                gradebook.write(self.results, self.standings, text)
            with folder.text(NEEDS) as text:
                needs_review.write(self.results, self.store, text)
            with folder.text(REVIEW) as text:
                review.write(self.results, self.store, text)
            self._write_annotated(folder)

    def publish(self, summary: Mapping[str, Any], started: datetime, folder: OutputFolder) -> None:
        """Write the summary, and put all files into their places.  Raise Unwritable."""
        with folder.disk_errors():
            with folder.text(SUMMARY) as file:
                _write_summary(summary, started, file)
            kept = self._kept_names
            folder.publish({annotated.FOLDER: lambda path: is_result(str(path)) and path.stem not in kept})

    def _write_annotated(self, folder: OutputFolder) -> None:
        if not self.write_ups:
            return
        for row in self.write_ups:
            found = self.store.marks.fields(row.marks)
            fields = [found[mark] for mark in row.marks]
            annotated.save(row.student, self.store.sources.write_up(row.id), fields, folder)
        reasons: dict[str, list[str]] = {}
        for (_, student), duplicates in self.results.conflicts.items():
            reasons.setdefault(student, []).append(duplicates.reason)
        annotated.finish(self._names, reasons, folder)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """Return the name of the annotated file of each student."""
        from checker.lms.names import safe_names  # here, because only documents need it

        return safe_names({each.student for each in self.standings})

    @property
    def _kept_names(self) -> Collection[str]:
        """Return the names of annotated files of students who are not graded now."""
        if not self.staying:
            return ()
        now = {row.student for row in self.write_ups}
        names = self._names
        return {names[each.student] for each in self.staying if each.student not in now}


def written(folder: OutputFolder) -> list[str]:
    """Return the names of what is in the folder now: the files, and the folder of write-ups if there are any."""
    has_write_ups = (folder.folder / annotated.FOLDER).is_dir()
    return [*FILES, *([FOLDER] if has_write_ups else [])]


def signature(folder: OutputFolder) -> dict[str, list[int]]:
    """Return the sizes and times of the files in the folder, by which the next run knows them."""
    found = {}
    for path in (*(folder.folder / name for name in FILES), *sorted((folder.folder / annotated.FOLDER).glob("*.md"))):
        try:
            status = path.stat()
        except OSError:
            continue
        found[path.name] = [status.st_size, status.st_mtime_ns]
    return found


def _write_summary(summary: Mapping[str, Any], started: datetime, file: IO[str]) -> None:
    """Write the only file with times and machines in it."""
    ended = datetime.now(UTC)
    run = {
        "started": started.isoformat(timespec="seconds"),
        "seconds": round((ended - started).total_seconds(), 3),
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
    sheets = [{key: value for key, value in sheet.items() if key != "grades"} for sheet in summary["assignments"]]
    json.dump({**summary, "assignments": sheets, "run": run}, file, indent=2)
    file.write("\n")


AT_ONCE: Final = 64
"""Number of rows whose records are looked up at once."""


def write_records(results: CourseResults, store: Store, file: IO[bytes]) -> None:
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
