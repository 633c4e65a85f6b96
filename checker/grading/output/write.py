"""Writes the files of results (`ResultFiles`), and copies of the students' documents with remarks in them.

Also here: the names of these files, and `signature`, by which the next run sees whether they were changed.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import islice
from typing import IO, Any, Final

from checker.grading.grader.remarks import Remark, RemarkedDocument, RemarkedWriteUp, title
from checker.grading.output import grades, review
from checker.grading.output.output_folder import OutputFolder
from checker.grading.results.course_results import CourseResults
from checker.grading.store import NO_MARK, Row, Standing, Store
from checker.grading.submissions.walk import PAGE_MARK, is_result
from checker.marking.result import record_prefix
from checker.problems import question_name
from checker.text.steering import escaped_in_markdown
from checker.text.words import in_one_line

ANNOTATED: Final = "annotated"
FAULTS: Final[Mapping[str, str]] = {
    "arithmetic": "slip in the arithmetic",
    "mistake": "mistake in the working",
}
"""By finding, what a line of working has."""
LONGEST: Final = 300
"""Maximum number of characters of a line of working in a remark."""

WHO: Final = "> **checker**"


def lines(write_up: RemarkedWriteUp, records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of an annotated document; `records` has one for each question of the assignment."""
    files = {each.file for each in write_up.documents}
    for file, message in write_up.troubles:
        if file not in files:
            yield ""
            yield from _remark([": ".join(filter(None, (file, message)))])
    for document in write_up.documents:
        yield ""
        yield f"## {escaped_in_markdown(document.file)}"
        for note in (*document.notes, *(message for file, message in write_up.troubles if file == document.file)):
            yield ""
            yield from _remark([note])
        yield from _document(document, records)
    if write_up.not_found:
        yield ""
        yield "## Not found"
        for remark in write_up.not_found:
            yield ""
            yield from _remark(_texts(remark, records))


def _texts(remark: Remark, records: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the paragraphs of a remark."""
    record = records[remark.place]
    if remark.working:
        line = _line(remark, record)
        name = question_name(record["problem"], record["part"])
        return [f"{name}: {FAULTS[line['finding']]}", f"“{in_one_line(line['text'], LONGEST)}”", line["message"]]
    return list(filter(None, (title(record), remark.answer, record["message"], remark.considered)))


def _document(document: RemarkedDocument, records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a document; each remark comes after the line that it speaks of."""
    remarks = tuple(each for each in document.remarks if not each.working or _is_shown(each, document.remarks, records))
    for lines, remark in document._replace(remarks=remarks).pieces():
        if lines:
            yield ""
            yield "```text"
            yield from (line.numbered(document.width) for line in lines)
            yield "```"
        if remark:
            yield ""
            yield from _remark(_texts(remark, records))


def _is_shown(remark: Remark, others: Sequence[Remark], records: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a remark on a line of working is shown.

    It is not if the record no longer has the line as wrong, or if an answer at the same place has the same message.
    """
    line = _line(remark, records[remark.place])
    answers = [records[each.place] for each in others if each.after == remark.after and not each.working]
    return bool(line) and not any(line["message"] in each["message"] for each in answers)


def _line(remark: Remark, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the wrong line in a record that a remark is about; an empty mapping if the record no longer has it."""
    lines = (each for each in record.get("working", ()) if each["text"] == remark.working and each["finding"])
    return next(lines, {})


def _remark(texts: Sequence[str]) -> Iterator[str]:
    """Yield a remark; its first text is in bold."""
    first, *others = (escaped_in_markdown(" ".join(text.split())) for text in texts)
    pieces = [f"{WHO} **{first}**", *(f"> {each}" for each in others)]
    yield from (f"{piece}  " for piece in pieces[:-1])  # two spaces break the line
    yield pieces[-1]


RESULTS: Final = "results.jsonl"
GRADES: Final = "grades.csv"
NEEDS: Final = "needs-review.md"
REVIEW: Final = "review.yaml"
SUMMARY: Final = "summary.json"
FILES: Final = (GRADES, RESULTS, NEEDS, REVIEW, SUMMARY)
PUBLISHED: Final = (SUMMARY, GRADES, RESULTS, NEEDS, REVIEW)
"""The files as they are published: the summary first, which shows the next run that the others are ours."""
FOLDER: Final = f"{ANNOTATED}/"


@dataclass(frozen=True)
class ResultFiles:
    """The files of a run, made from its results and the store; the summary comes separately."""

    results: CourseResults
    standings: Sequence[Standing]
    staying: Sequence[Standing]
    """Those that are not graded now: their annotated documents stay as they are."""
    write_ups: Sequence[Row]
    store: Store

    def publish(self, summary: Mapping[str, Any], started: datetime, folder: OutputFolder) -> None:
        """Write all files, and put them into the folder of results.  Raise Unwritable."""
        results, store = self.results, self.store
        with folder.disk_errors():
            with folder.open(RESULTS) as file:
                write_records(results, store, file)
            with folder.text(GRADES) as text:
                grades.write(results, self.standings, text)
            with folder.text(NEEDS) as text:
                review.write_needs_review(results, store, text)
            with folder.text(REVIEW) as text:
                review.write_review(results, store, text)
            self._write_annotated(folder)
            with folder.text(SUMMARY) as text:
                _write_summary(summary, started, text)
            kept = self._kept_names
            folder.publish({ANNOTATED: lambda path: is_result(str(path)) and path.stem not in kept})

    def _write_annotated(self, folder: OutputFolder) -> None:
        """Write the documents of each student into one file, after the reasons why a person has to choose between them.

        Several hand-ins of a student follow each other in order.
        """
        rows: dict[str, list[Row]] = {}
        for row in self.write_ups:
            rows.setdefault(row.student, []).append(row)
        reasons: dict[str, list[str]] = {}
        for (_, student), duplicates in self.results.conflicts.items():
            reasons.setdefault(student, []).append(duplicates.reason)
        for student, some in rows.items():
            with folder.text(f"{ANNOTATED}/{self._names[student]}.md") as file:
                file.write(f"{PAGE_MARK}\n\n# {escaped_in_markdown(student)}\n")
                file.writelines(f"\n{line}\n" for reason in reasons.get(student, ()) for line in _remark([reason]))
                for row in some:
                    found = self.store.marks.fields(row.marks)
                    fields = [found[mark] for mark in row.marks]
                    file.writelines(f"{line}\n" for line in lines(self.store.sources.write_up(row.id), fields))

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
    """Return the names of the files that every run writes, and `annotated/` if that folder exists."""
    has_write_ups = (folder.folder / ANNOTATED).is_dir()
    return [*FILES, *([FOLDER] if has_write_ups else [])]


def signature(folder: OutputFolder) -> dict[str, list[int]]:
    """Return sizes and times of the files in the folder, by which the next run sees whether they were changed."""
    found = {}
    for path in (*(folder.folder / name for name in FILES), *sorted((folder.folder / ANNOTATED).glob("*.md"))):
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
    """Write results.jsonl: a record for each answer, student by student."""
    rows = iter(results.rows.values())
    while some := list(islice(rows, AT_ONCE)):
        file.write("".join(_lines(some, store)).encode())


def _lines(rows: Sequence[Row], store: Store) -> Iterator[str]:
    """Yield the records of these rows as lines of JSON, each with the student at its beginning."""
    marks = [[mark for mark in (*row.marks, *row.more_marks) if mark != NO_MARK] for row in rows]
    records = store.marks.records({mark for some in marks for mark in some})
    for row, some in zip(rows, marks, strict=True):
        beginning = record_prefix(row.student)
        yield from (f"{beginning},{records[mark]}\n" for mark in some)
