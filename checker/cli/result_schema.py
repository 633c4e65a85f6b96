"""The JSON Schema of a result, one per student, problem and part: what results.jsonl and `checker check` hold."""

from __future__ import annotations

from typing import Any, Final

from checker.marking.feedback import LEVELS
from checker.marking.outcome import STATUSES
from checker.marking.record import SCHEMA

Schema = dict[str, Any]

TEXT: Final[Schema] = {"type": "string"}
TEXT_OR_NULL: Final[Schema] = {"type": ["string", "null"]}
NUMBER: Final[Schema] = {"type": ["number", "string"]}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT}
ROW: Final[Schema] = {"type": "array", "items": NUMBER}
VALUE: Final[Schema] = {
    "description": "A number, a list or a list of rows, or nothing; a number that fits no JSON double is text.",
    "anyOf": [{"type": "null"}, NUMBER, ROW, {"type": "array", "items": ROW}],
}


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    """Readers ignore what they do not know: other properties may come."""
    return {"type": "object", "properties": properties, "required": [key for key in properties if key not in optional]}


MISTAKE: Final = _object(
    {
        "id": {"type": "string", "description": "choice.option; it stays the same."},
        "where": {"type": ["string", "null"], "description": "The scope of a mistake that was made in one place only."},
        "message": TEXT,
        "values": _object(
            {
                "contribution": NUMBER | {"description": "What it adds to the answer, after those that act before it."},
                "product": {
                    "type": "string",
                    "description": "The contribution as a product, or a sum of two, at all sizes.",
                },
                "names": {"type": "string", "description": "The same in the names of parameters: `4 · d_model`."},
            },
            optional=("contribution", "product", "names"),
        ),
    }
)
DIFFERENCE: Final = _object({"step": TEXT, "yours": VALUE, "expected": VALUE}, optional=("yours", "expected"))
EXPLANATION: Final = _object(
    {
        "strength": {"enum": ["exact", "consistent"]},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "since": {"description": "The parts that it follows from; what went wrong is told there.", **TEXTS},
        "again": {"description": "The parts whose mistakes are made once more; they are told there.", **TEXTS},
        "mistakes": {"type": "array", "items": MISTAKE},
        "slip": TEXT_OR_NULL,
        "first_difference": {"anyOf": [{"type": "null"}, DIFFERENCE]},
        "slip_values": _object({"contribution": NUMBER}),
    },
    optional=("since", "again", "slip_values"),
)
WORKING: Final = _object(
    {"text": TEXT, "written": VALUE, "value": VALUE, "ok": {"type": "boolean"}, "line": {"type": "integer"}}
)
EVIDENCE: Final = _object(
    {
        "file": TEXT,
        "line": {"type": ["integer", "null"], "description": "Of the file, or of the answer itself; from 1."},
        "text": TEXT,
        "point": {"type": "string", "description": "What of a rubric it touches."},
        "kind": {"enum": ["idea", "wrong"], "description": "`wrong`: it looks like a known wrong claim."},
        "phrase": {"type": "string", "description": "The phrase of the rubric that it touches."},
    },
    optional=("file", "point", "kind", "phrase"),
)
BESIDE: Final = _object(
    {
        "kind": {"enum": ["number", "formula"]},
        "read_as": VALUE,
        "status": {"enum": list(STATUSES)},
        "explanations": {"type": "array", "items": EXPLANATION},
        "gives": {**VALUE, "description": "What the formula gives; left out where that would give the answer away."},
        "fits": {"type": "boolean", "description": "Whether the number is what the formula gives."},
        "evaluation": {
            "type": "array",
            "items": EXPLANATION,
            "description": "What may have gone wrong between the formula and the number.",
        },
    },
    optional=("gives",),
)
REVIEW: Final = _object(
    {
        "points": {"type": "number", "minimum": 0},
        "by": TEXT,
        "at": TEXT_OR_NULL,
        "comment": TEXT_OR_NULL,
        "file": {"type": "string", "description": "The review file, without folders."},
        "line": {"type": "integer"},
        "overrides": {
            "description": "What was found automatically; null where a person was needed anyway.",
            "anyOf": [
                {"type": "null"},
                _object({"status": {"enum": list(STATUSES)}, "points": {"type": ["number", "null"]}}),
            ],
        },
    }
)

RESULT: Final[Schema] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A result of checker",
    **_object(
        {
            "schema": {"const": SCHEMA},
            "checker": {"type": "string", "description": "The version."},
            "student": TEXT_OR_NULL,
            "problem": TEXT,
            "part": TEXT_OR_NULL,
            "variant": {
                "type": ["string", "null"],
                "description": "A hash of the question as the student sees it; null where the file is in error.",
            },
            "status": {
                "enum": list(STATUSES),
                "description": "`too_coarse`, in `check` below full feedback only: give more digits.",
            },
            "points": {
                "type": ["number", "null"],
                "minimum": 0,
                "description": "null where a person decides, and where the answer is too coarse.",
            },
            "max_points": {"type": ["number", "null"], "minimum": 0},
            "given": {"type": "string", "description": "The answer exactly as it was written."},
            "read_as": VALUE,
            "expected": VALUE,
            "expected_formula": {"type": "string", "description": "The right formula, where one is asked and known."},
            "feedback": {"enum": list(LEVELS)},
            "explanations": {"type": "array", "items": EXPLANATION},
            "message": TEXT,
            "note": {"type": "string", "description": "How the answer was read, where that is not obvious."},
            "carried_from": {
                "description": "The parts with whose answers, as the student gave them, a carried one is right.",
                **TEXTS,
            },
            "not_carried": {
                "type": "string",
                "description": "Why an answer that is right given earlier ones earns nothing by that.",
            },
            "search": {
                "description": "There where nothing was found before the search for an explanation came to its bounds.",
                "const": "stopped",
            },
            "working": {"type": "array", "items": WORKING},
            "evidence": {"type": "array", "items": EVIDENCE},
            "beside": {"description": "The number beside a formula, or the formula beside a number.", **BESIDE},
            "review": {"description": "What a person decided, where one did.", **REVIEW},
        },
        optional=(
            *("expected_formula", "note", "carried_from", "not_carried", "search", "working"),
            *("evidence", "beside", "review"),
        ),
    ),
}
