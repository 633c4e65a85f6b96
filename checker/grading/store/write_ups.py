"""Write-ups with remarks as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from checker.grading.grader.remarks import FileTrouble, Remark, RemarkedDocument, RemarkedWriteUp, SourceLine
from checker.grading.store.texts import from_json


def write_up_json(write_up: RemarkedWriteUp) -> str:
    """Return a write-up as JSON."""
    return json.dumps(write_up, separators=(",", ":"))


def write_up_from(text: str) -> RemarkedWriteUp:
    """Return the write-up in a JSON text."""
    return from_json(text, _write_up)


def _write_up(fields: Sequence[Any]) -> RemarkedWriteUp:
    documents, troubles, not_found = fields
    found = (
        FileTrouble("", each) if isinstance(each, str) else FileTrouble(*each) for each in troubles
    )  # str: earlier
    return RemarkedWriteUp(tuple(map(_document, documents)), tuple(found), _remarks(not_found))


def _document(fields: Sequence[Any]) -> RemarkedDocument:
    file, lines, notes, remarks = fields
    return RemarkedDocument(file, tuple(SourceLine(*line) for line in lines), tuple(notes), _remarks(remarks))


def _remarks(fields: Sequence[Any]) -> tuple[Remark, ...]:
    return tuple(Remark(*each) for each in fields)
