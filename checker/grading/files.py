"""The files of results, made from a gradebook: `texts` yields each with its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain
from operator import attrgetter
from typing import Any, Final

import orjson

from checker.document.tables import NumberText, TableWriter
from checker.grading import own_files as own
from checker.grading.annotated import annotated
from checker.grading.gradebook import Gradebook
from checker.grading.model import Record
from checker.grading.review_files import needs_review, review_form
from checker.grading.totals import StudentResult, format_points
from checker.lms.names import safe_names
from checker.marking.result import dumps
from checker.text.steering import ascii_json, escaped_in_json

_POINTS: Final = ("points", "max_points", "raw_points", "late_credit", "to_review")


def texts(
    book: Gradebook, summary: Mapping[str, Any], changes: Mapping[str, Any]
) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the name and the pieces of the text of each file."""
    everyone = book.results.values()
    yield own.RESULTS, ("".join(f"{dumps(record)}\n" for record in _records(each)) for each in everyone)
    yield own.GRADES, [grades(book)]
    yield own.NEEDS, [needs_review(book)]
    yield own.REVIEW, [review_form(book)]
    yield own.SUMMARY, [_indented(summary)]
    yield own.CHANGES, [_indented(changes)]
    if with_documents := [each for each in everyone if each.documents]:
        yield own.DOCUMENTS, (f"{dumps(line)}\n" for each in with_documents for line in _documents(each))
        names = safe_names({each.who.id for each in everyone})
        for student in dict.fromkeys(each.who.id for each in with_documents):
            results = [each for each in everyone if each.who.id == student]
            lines = annotated([*chain(*map(_documents, results))], [*chain(*map(_records, results))])
            yield f"{own.ANNOTATED}/{names[student]}.md", ["\n".join([own.PAGE_MARK, "", *lines, ""])]


def _indented(value: Any) -> str:
    """Return JSON with indents, in which control characters and invalid characters are escapes."""
    try:
        lines = orjson.dumps(value, option=orjson.OPT_INDENT_2).decode().split("\n")
    except orjson.JSONEncodeError:
        return f"{ascii_json(value, indent=2)}\n"
    return "".join(f"{escaped_in_json(line)}\n" for line in lines)


def _about(result: StudentResult) -> dict[str, Any]:
    return {"student": result.who.id, "assignment": result.assignment}


def _records(result: StudentResult) -> Iterator[Record]:
    return (record | _about(result) for record in (*result.records, *result.more))


def _documents(result: StudentResult) -> Iterator[Mapping[str, Any]]:
    return ({**_about(result), **each} for each in result.documents)


def grades(book: Gradebook) -> str:
    """Return grades.csv."""
    text = StringIO()
    table = TableWriter(text, "\n")
    headings, rows = grade_table(book)
    table.row(headings)
    for row in rows:
        table.row([cell if isinstance(cell, str) else NumberText(format_points(cell)) for cell in row])
    return text.getvalue()


def grade_table(book: Gradebook) -> tuple[list[str], list[list[str | float | None]]]:
    """Return the headings and the rows of grades.csv: a row for each student, a column for each question.

    Of several assignments a column is `assignment/problem`; a student has one row for all.
    """
    students: dict[str, list[tuple[str, StudentResult]]] = {}
    for (name, student), each in book.results.items():
        students.setdefault(student, []).append((name, each))
    to_review = book.to_review()
    everyone = [each for row in students.values() for _, each in row]
    extra = [name for name in ("name", "email", "section") if any(getattr(each.who, name) for each in everyone)]
    graded = {name for name, _ in book.results}
    assignments = [each for each in book.course.assignments.values() if each.name in graded]
    is_one = len(book.course.assignments) == 1
    headings = [
        column.name if is_one or not each.name else f"{each.id}/{column.name}"
        for each in assignments
        for column in each.columns
    ]
    rows = list[list[str | float | None]]()
    for student, some in students.items():
        known = [next((value for _, each in some if (value := getattr(each.who, name))), "") for name in extra]
        counted: list[float | None] = []
        for assignment in assignments:
            result = book.results.get((assignment.name, student))
            records = result.records if result else ()
            counted += [record["counted"] for record in records] or [None] * len(assignment.columns)
        rows.append([student, *known, *_sums([each for _, each in some]), to_review[student], *counted])
    return ["student", *extra, *_POINTS, *headings], rows


def _sums(row: Sequence[StudentResult]) -> list[float | None]:
    """Return the sums of points, and what late work keeps where that is the same in all assignments.

    Who handed nothing in, or waits and has earned nothing so far, has no points, but the maximum stands.
    """
    handed_in = [each for each in row if each.handed_in]
    nothing = None if any(each.waiting for each in handed_in) else 0.0
    points, raw = (sum(map(attrgetter(name), handed_in)) or nothing for name in ("points", "raw_points"))
    most, credits_ = sum(each.max_points for each in row), {each.late_credit for each in handed_in}
    late = credits_.pop() if len(credits_) == 1 else None
    return [points, most, raw, late] if handed_in else [None, most, None, None]
