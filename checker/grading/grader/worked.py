"""Add to the marks of a hand-in what its working shows: where a wrong answer began, and the lines of each part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.answer_marker import WRONG, AnswerMarker
from checker.grading.grader.hand_in_files import Scan
from checker.grading.grader.mark import Mark
from checker.grading.grader.write_ups import ReadHandIn
from checker.marking.line_findings import LineFinding, line_record
from checker.marking.record import dumps
from checker.problems import QuestionKey
from checker.working.equation import numbers_behind
from checker.writeups.document import Place
from checker.writeups.parts.part_words import named_in
from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion, WorkedLine

PICTURE: Final = "a picture"


def with_working(
    read: ReadHandIn,
    assignment: AssignmentColumns,
    found: Mapping[QuestionKey, BoundAnswer],
    marks: Sequence[Mark],
    marker: AnswerMarker,
) -> list[Mark]:
    """Return the marks of a hand-in with what its working says about them."""
    told = list(marks)
    for question in read.questions:
        places = [place for place, column in enumerate(assignment.columns) if column.id == question.problem]
        if not question.working or not places:
            continue
        columns = [assignment.columns[place] for place in places]
        given = {
            column.part_id: found[column.id, column.part_id].text
            for place, column in zip(places, columns, strict=True)
            if (column.id, column.part_id) in found and marks[place].points is not None
        }
        equations = [each.equation for each in question.working]
        explained, findings = marker.explained_by_working(columns, given, equations, named_in)
        lines = _by_part(question, columns, findings)
        for place, column in zip(places, columns, strict=True):
            if column.part_id in explained and marks[place].status in WRONG:
                told[place] = with_places(explained[column.part_id], found[column.id, column.part_id])
            told[place] = told[place].with_working(lines[column.part_id])
    return told


def places_behind(question: FoundQuestion, answers: Iterable[BoundAnswer]) -> set[tuple[str, Place]]:
    """Return the places in documents of the lines of working that lead to some answers."""
    equations = [each.equation for each in question.working]
    found: set[int] = set()
    for answer in answers:
        if answer.problem == question.problem and answer.evidence:
            file, place, _ = answer.evidence[-1]
            ends = (each for each in question.working if each.evidence.file == file and each.evidence.place == place)
            for end in ends:
                found |= numbers_behind(equations, end.equation) - {end.equation.number}
    return {(each.evidence.file, each.evidence.place) for each in question.working if each.equation.number in found}


def _by_part(
    question: FoundQuestion, columns: Sequence[GradeColumn], findings: Sequence[LineFinding]
) -> dict[str | None, list[dict[str, Any]]]:
    """Return the records of lines by part: each line belongs to the first answer that is not above it, or the last."""
    answers = {each.part: each for each in question.answers}
    ends = [
        (_position(answer.evidence[-1]), column.part_id)
        for column in columns
        if (answer := answers.get(column.part_id)) and answer.evidence
    ]
    lines: dict[str | None, list[dict[str, Any]]] = {column.part_id: [] for column in columns}
    for each, finding in zip(question.working, findings, strict=True):
        position = _position(each.evidence)
        below = [(end, part) for end, part in ends if end >= position]
        part = min(below)[1] if below else columns[-1].part_id
        lines[part].append(_line(each, finding))
    return lines


def _position(evidence: Evidence) -> tuple[str, int, int]:
    return evidence.file, evidence.place.cell or 0, evidence.place.line


def _line(worked: WorkedLine, finding: LineFinding) -> dict[str, Any]:
    """Return the record of a line."""
    file, place, _ = worked.evidence
    where = {"file": file, "line": place.line, "cell": place.cell, "where": place.shown or None}
    return line_record(worked.equation, finding) | {key: value for key, value in where.items() if value is not None}


def with_places(mark: Mark, answer: BoundAnswer) -> Mark:
    """Return a marked answer with the places that it was found at, and what else it may be, in its record."""
    places, candidates = _places(answer.evidence), _places(answer.candidates) if answer.doubt else []
    if not places and not candidates:
        return mark
    added: dict[str, Any] = {"evidence": places} if places else {}
    if '"evidence":' in mark.record:
        added["evidence"] = [*places, *mark.fields.get("evidence", ())]
        return mark._replace(record=dumps(mark.fields | added | ({"candidates": candidates} if candidates else {}))[1:])
    if candidates:
        added["candidates"] = candidates
    return mark._replace(record=f"{mark.record[:-1]},{dumps(added)[1:]}")


MOST_PAGES: Final = 40
"""Maximum number of pages that are named in a record."""


def with_pages(mark: Mark, scans: Iterable[Scan]) -> Mark:
    """Return an answer that was not found, with the pages in its record that a person reads as pictures."""
    pages = [(each.file, page) for each in scans for page in each.pages][:MOST_PAGES]
    if not pages:
        return mark
    found = [{"file": file, "line": 1, "where": f"page {page}", "text": PICTURE} for file, page in pages]
    return mark._replace(record=f"{mark.record[:-1]},{dumps({'candidates': found})[1:]}")


def _places(found: Iterable[Evidence]) -> list[dict[str, Any]]:
    """Return places for JSON, each once: several candidates may be in one line."""
    return [
        {
            "file": file,
            "line": place.line,
            **({} if place.cell is None else {"cell": place.cell}),
            **({"where": place.shown} if place.shown else {}),
            "text": text,
        }
        for file, place, text in dict.fromkeys(found)
    ]
