"""The places of answers in documents, in their records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from checker.grading.grader.cell import MarkedAnswer
from checker.marking.record import dumps
from checker.writeups.reading import BoundAnswer, Evidence


def with_places(mark: MarkedAnswer, answer: BoundAnswer) -> MarkedAnswer:
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
