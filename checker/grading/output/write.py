"""The files of a graded folder: records and write-ups while it is graded, then the files that sum it up."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import IO, Final

from checker.grading import Chunk, CourseResults
from checker.grading.output import annotated, gradebook, needs_review, review
from checker.grading.output.output_folder import OutputFolder
from checker.grading.output.summary import Summary
from checker.marking.record import dumps, record_prefix

RESULTS: Final = "results.jsonl"
GRADES: Final = "grades.csv"
NEEDS: Final = "needs-you.md"
REVIEW: Final = "review.yaml"
SUMMARY: Final = "summary.json"
FILES: Final = (GRADES, RESULTS, NEEDS, REVIEW, SUMMARY)
FOLDER: Final = f"{annotated.FOLDER}/"
WRITERS: Final = {GRADES: gradebook.write, NEEDS: needs_review.write, REVIEW: review.write}


def written(results: CourseResults) -> list[str]:
    """Return the names of what a run has written: the files, and the folder of write-ups if there are any."""
    return [*FILES, *([FOLDER] if results.write_ups else [])]


def save_records(chunks: Iterable[Chunk], folder: OutputFolder) -> Iterator[Chunk]:
    """Yield the chunks, and write their records as they come.  Raise Unwritable."""
    with folder.disk_errors():
        file = folder.open(RESULTS)
    try:
        for chunk in chunks:
            with folder.disk_errors():
                file.write(chunk.records)
                annotated.save(chunk.write_ups, folder)
            yield chunk
    finally:
        with folder.disk_errors():
            file.close()


def publish(results: CourseResults, folder: OutputFolder, started: datetime) -> Summary:
    """Write the files that sum up a run, and publish them with its records.  Raise Unwritable."""
    summary = Summary(results)
    with folder.disk_errors():
        if results.duplicates:
            _settle_duplicates(results, folder)
        for name, write in WRITERS.items():
            with folder.text(name) as file:
                write(summary, file)
        with folder.text(SUMMARY) as file:
            _write_summary(summary, started, file)
        if results.write_ups:
            annotated.finish(results, folder)
        folder.publish({annotated.FOLDER: annotated.is_ours})
    return summary


def _settle_duplicates(results: CourseResults, folder: OutputFolder) -> None:
    """Write the records again: of students who handed in more than once, equal ones once and others undecided."""
    unsettled = (folder.temporary / RESULTS).rename(folder.temporary / "unsettled")
    with unsettled.open("rb") as lines, folder.open(RESULTS) as file:
        file.writelines(_settled(lines, results))


def _settled(lines: Iterable[bytes], results: CourseResults) -> Iterator[bytes]:
    heads = {record_prefix(student).encode() for _, student in results.duplicates}
    hand_ins: Counter[tuple[str, str, str | None]] = Counter()
    for line in lines:
        if line[: line.index(b',"problem":')] not in heads:  # a quote in a student's id has a backslash
            yield line
            continue
        record = json.loads(line)
        student, problem, part = record["student"], record["problem"], record["part"]
        assignment = results.course.assignments[results.course.home[problem]]
        duplicates = results.duplicates.get((assignment.name, student))
        column = assignment.keys.get((problem, part))
        if duplicates is None or column is None:
            yield line
            continue
        place, hand_in = column.index - assignment.columns[0].index, hand_ins[student, problem, part]
        hand_ins[student, problem, part] += 1
        if not duplicates.has_record(place, hand_in):
            continue
        if duplicates.differ_at(place):
            record |= {"status": "needs_review", "points": None, "message": duplicates.reason}
            record.pop("review", None)
            line = dumps(record).encode() + b"\n"  # noqa: PLW2901 - the line, changed
        yield line


def _write_summary(summary: Summary, started: datetime, file: IO[str]) -> None:
    """Write the only file with times and machines in it."""
    ended = datetime.now(UTC)
    run = {
        "started": started.isoformat(timespec="seconds"),
        "seconds": round((ended - started).total_seconds(), 3),
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
    json.dump({**summary.record(students=False), "run": run}, file, indent=2)
    file.write("\n")
