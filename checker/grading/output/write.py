"""The files of a graded folder: results.jsonl while it is graded, then what sums it up."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import IO, Final

from checker.grading import Chunk, CourseResults
from checker.grading.output import gradebook, needs_review, review
from checker.grading.output.output_folder import OutputFolder
from checker.grading.output.summary import Summary
from checker.marking.outcome import dumps, head

RESULTS: Final = "results.jsonl"
GRADES: Final = "grades.csv"
NEEDS: Final = "needs-you.md"
REVIEW: Final = "review.yaml"
SUMMARY: Final = "summary.json"
FILES: Final = (GRADES, RESULTS, NEEDS, REVIEW, SUMMARY)


class NothingGraded(Exception):  # noqa: N818 - not an error of the program: the name of an end
    """No submission belongs to any assignment."""


def write(chunks: Iterable[Chunk], book: CourseResults, place: OutputFolder) -> Summary:
    """Fill the book and the files, and publish them.  Raises NothingGraded, and Unwritable."""
    started = datetime.now(UTC)
    with place.disk_errors():
        file = place.open(RESULTS)
    try:
        for chunk in chunks:
            book.add(chunk)
            with place.disk_errors():
                file.write(chunk.records)
    finally:
        with place.disk_errors():
            file.close()
    if not book.rows:
        raise NothingGraded
    summary = Summary(book)
    with place.disk_errors():
        if book.repeated:
            _settle(book, place)
        with place.text(GRADES) as text:
            gradebook.write(book, text)
        with place.text(NEEDS) as text:
            needs_review.write(summary, text)
        with place.text(REVIEW) as text:
            review.write(summary, text)
        with place.text(SUMMARY) as text:
            _write_summary(summary, started, text)
        place.publish()
    return summary


def _settle(book: CourseResults, place: OutputFolder) -> None:
    """Go over the records again: of who handed in more than once, those that agree are one, and others undecided."""
    spool = (place.temporary / RESULTS).rename(place.temporary / "spool")
    with spool.open("rb") as lines, place.open(RESULTS) as file:
        file.writelines(_settled(lines, book))


def _settled(lines: Iterable[bytes], book: CourseResults) -> Iterator[bytes]:
    heads = {head(student).encode() for _, student in book.repeated}
    met: Counter[tuple[str, str, str | None]] = Counter()
    for line in lines:
        if line[: line.index(b',"problem":')] not in heads:  # in a student's own text a quote has a backslash
            yield line
            continue
        record = json.loads(line)
        student, problem, part = record["student"], record["problem"], record["part"]
        assignment = book.course.assignments[book.course.home[problem]]
        repeated, column = book.repeated.get((assignment.name, student)), assignment.keys.get((problem, part))
        if repeated is None or column is None:
            yield line
            continue
        at, hand_in = column.index - assignment.columns[0].index, met[student, problem, part]
        met[student, problem, part] += 1
        if not repeated.is_told(at, hand_in):
            continue
        if repeated.differs_at(at):
            record |= {"status": "needs_review", "points": None, "message": repeated.reason}
            record.pop("review", None)
            line = dumps(record).encode() + b"\n"  # noqa: PLW2901 - the line, changed
        yield line


def _write_summary(summary: Summary, started: datetime, file: IO[str]) -> None:
    """The only file with times and machines in it."""
    ended = datetime.now(UTC)
    run = {
        "started": started.isoformat(timespec="seconds"),
        "seconds": round((ended - started).total_seconds(), 3),
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
    json.dump({**summary.record(students=False), "run": run}, file, indent=2)
    file.write("\n")
