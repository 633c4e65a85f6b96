"""The JSON object that `checker read` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from checker.marking.line_findings import LineFinding, line_record, slip_of

if TYPE_CHECKING:
    from checker.cli.student_documents import ReadDocuments
    from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion, WorkedLine

SCHEMA: Final = "checker.reading/1"


def reading_record(read: ReadDocuments) -> dict[str, Any]:
    """Return how the documents of a student were read, with an entry for each part of each question."""
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "student": read.student,
        "assignment": read.reading.assignment,
        "files": [document.file for document in read.documents],
        "questions": [
            _part(question, answer, is_last=answer is question.answers[-1])
            for question in read.reading.questions
            for answer in question.answers
        ],
    }
    optional = {"trouble": read.reading.trouble, "notes": read.notes}
    return record | {key: value for key, value in optional.items() if value}


def evidence_record(evidence: Evidence) -> dict[str, Any]:
    """Return a place in a student's file, and what is written there."""
    line, cell, shown = evidence.place
    where = {"line": line, "cell": cell, "where": shown or None}
    there = {key: value for key, value in where.items() if value is not None}
    return {"file": evidence.file, **there, "text": evidence.text}


def _line(worked: WorkedLine) -> dict[str, Any]:
    """Return a line of working with what it should give."""
    finding = LineFinding() if worked.equation.is_right else LineFinding("arithmetic", slip_of(worked.equation))
    where = {key: value for key, value in evidence_record(worked.evidence).items() if key != "text"}
    return line_record(worked.equation, finding) | where


def _part(question: FoundQuestion, answer: BoundAnswer, *, is_last: bool) -> dict[str, Any]:
    """Return the record of a part; that of the last part of a question has its working."""
    record: dict[str, Any] = {
        "problem": answer.problem,
        "part": answer.part,
        **_place(answer.evidence),
        "confidence": round(answer.confidence, 3),
        "reason": answer.reason,
        "answer": answer.text,
    }
    if answer.doubt:
        record["doubt"] = answer.doubt
    return record | {
        "candidates": [evidence_record(each) for each in answer.candidates],
        "section": {
            "confidence": round(question.confidence, 3),
            "reason": question.reason,
            "evidence": [evidence_record(each) for each in question.evidence],
        },
        "working": [_line(each) for each in question.working] if is_last else [],
    }


def _place(evidence: Sequence[Evidence]) -> dict[str, Any]:
    """Return the file and the line of an answer; a `cell` only for notebooks."""
    if not evidence:
        return {"file": None, "line": None}
    return {key: value for key, value in evidence_record(evidence[0]).items() if key != "text"}
