"""Pieces of the JSON of records (contract: `checker.result/1`): explanations, right answers, and JSON text (`dumps`).

`Outcome.record` puts them together.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from checker.diagnosis import Explanation, Mistake
from checker.diagnosis.breakdown import Breakdown
from checker.diagnosis.flat_values import Value
from checker.engine.values.encoded import EncodedValue
from checker.engine.version import VERSION
from checker.kinds import flatten
from checker.reading.show import json_number, nest
from checker.text.steering import escaped_in_json

SCHEMA: Final = "checker.result/1"
_BEGINNING: Final = f'{{"schema":"{SCHEMA}","checker":"{VERSION}","student":'


def explanation_record(
    explanation: Explanation, messages: Mapping[Mistake, str], level: str, breakdown: Breakdown | None = None
) -> dict[str, Any]:
    """Return an explanation as a mapping for JSON, as far as the level of feedback allows.

    `messages` has a sentence for each mistake; `breakdown` what each contributes.
    """
    difference = explanation.first_difference
    first: dict[str, Any] | None = {"step": difference.step} if difference else None
    if first and difference and level == "full":
        first |= {"yours": to_json(difference.yours), "expected": to_json(difference.expected)}
    is_hint = level == "hint"
    values = breakdown.values() if breakdown else {}
    record: dict[str, Any] = {"strength": explanation.strength, "share": round(explanation.share, 3)}
    if explanation.since:
        record["since"] = list(explanation.since)
    if explanation.again:
        record["again"] = list(explanation.again)
    record["mistakes"] = [
        {"id": one.id, "where": None, "message": messages[one], "values": values.get(one, {})}
        for one in (() if is_hint else explanation.mistakes)
    ]
    record["slip"] = None if is_hint else explanation.slip
    record["first_difference"] = first
    if None in values:  # that of the slip
        record["slip_values"] = values[None]
    return record


def dumps(value: Any) -> str:
    """Return compact JSON, in which control characters and invalid characters are escapes."""
    import orjson  # here, because most single answers need no JSON

    try:
        return escaped_in_json(orjson.dumps(value).decode())
    except orjson.JSONEncodeError:
        return json.dumps(value, separators=(",", ":"))


def record_prefix(student: str | None) -> str:
    """Return the beginning of a record's JSON text, which names the student, up to the comma before the rest."""
    return f"{_BEGINNING}{dumps(student)}"


def to_json(value: Value) -> Any:
    """Return an array's shape and numbers as nested lists for JSON; numbers that do not fit a double are strings."""
    shape, numbers = value
    if not all(type(number) is float for number in numbers):
        numbers = tuple(map(json_number, numbers))
    return nest(shape, numbers)


def plain_truth(value: Any) -> Any:
    """Return a right answer for JSON; one that is no number as text."""
    return str(value) if isinstance(value, EncodedValue) else to_json(flatten(value))
