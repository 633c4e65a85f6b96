"""`checker schema`: prints the JSON Schema of problem files, of assignment.yaml, or of a result.

That of a result, as in results.jsonl and in `checker check --format json`, is defined here.
"""

from __future__ import annotations

from typing import Any, Final

import click

from checker.marking.result import SCHEMA, STATUSES
from checker.marking.told import LEVELS

Schema = dict[str, Any]

TEXT: Final[Schema] = {"type": "string"}
TEXT_OR_NULL: Final[Schema] = {"type": ["string", "null"]}
NUMBER: Final[Schema] = {"type": ["number", "string"]}
TEXTS: Final[Schema] = {"type": "array", "items": TEXT}
ROW: Final[Schema] = {"type": "array", "items": NUMBER}
VALUE: Final[Schema] = {
    "description": "A number, a list, a list of rows, or null. A number that fits no JSON double is text.",
    "anyOf": [{"type": "null"}, NUMBER, ROW, {"type": "array", "items": ROW}],
}


def _told(schema: Schema, description: str) -> Schema:
    """Return a schema with a description at its end."""
    return {**schema, "description": description}


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    """Return the schema of an object.  Further properties are allowed: readers ignore unknown ones."""
    return {"type": "object", "properties": properties, "required": [key for key in properties if key not in optional]}


MISTAKE: Final = _object(
    {
        "id": _told(TEXT, "choice.option; it does not change between versions."),
        "where": _told(TEXT_OR_NULL, "The entry or expression that it is about, where it is only about one."),
        "message": TEXT,
        "values": _object(
            {
                "contribution": NUMBER
                | {"description": "What this mistake adds to the answer, after the mistakes that act before it."},
                "product": _told(TEXT, "The contribution as a product of sizes, or a sum of two products."),
                "names": _told(TEXT, "The product in the names of parameters: `4 · d_model`."),
            },
            optional=("contribution", "product", "names"),
        ),
    }
)
DIFFERENCE: Final = _object({"step": TEXT, "yours": VALUE, "expected": VALUE}, optional=("yours", "expected"))
EXPLANATION: Final = _object(
    {
        "strength": {"enum": ["exact", "consistent", "possible"]},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "since": {
            "description": "Earlier parts that this answer follows from; their results explain what went wrong.",
            **TEXTS,
        },
        "again": {
            "description": "Earlier parts in which the same mistakes were made; their results explain them.",
            **TEXTS,
        },
        "mistakes": {"type": "array", "items": MISTAKE},
        "slip": TEXT_OR_NULL,
        "first_difference": {"anyOf": [{"type": "null"}, DIFFERENCE]},
        "slip_values": _object({"contribution": NUMBER}),
    },
    optional=("since", "again", "slip_values"),
)
CELL: Final[Schema] = {"type": "integer", "description": "The cell of a notebook, in which lines are counted; from 1."}
WHERE: Final[Schema] = {
    "type": "string",
    "description": "The page, paragraph or row of a table, where a file has no numbered lines.",
}
WORKING: Final = _object(
    {
        "text": _told(TEXT, "The expression and the number that the student gives for it."),
        "label": _told(TEXT, "The student's words before it."),
        "written": {**VALUE, "description": "That number."},
        "value": {**VALUE, "description": "What the expression gives."},
        "ok": {"type": "boolean", "description": "Whether nothing is wrong with the line."},
        "finding": {
            "description": "`arithmetic`: the two sides differ by more than the rounding that is written; `mistake`:"
            " the line has the value that the mistake which explains the answer gives there.",
            "enum": [None, "arithmetic", "mistake"],
        },
        "message": TEXT,
        "file": TEXT,
        "line": {"type": "integer"},
        "cell": CELL,
        "where": WHERE,
    },
    optional=("file", "cell", "where", "label"),
)
EVIDENCE: Final = _object(
    {
        "file": TEXT,
        "line": {"type": ["integer", "null"], "description": "Line in the file, or in the answer itself; from 1."},
        "cell": CELL,
        "where": WHERE,
        "text": TEXT,
        "point": _told(TEXT, "The criterion of the rubric."),
        "kind": {"enum": ["idea", "wrong"], "description": "`wrong` means that it looks like a known wrong claim."},
        "phrase": _told(TEXT, "The phrase of the rubric that matches."),
    },
    optional=("file", "cell", "where", "point", "kind", "phrase"),
)
CANDIDATE: Final = _object(
    {"file": TEXT, "line": {"type": "integer"}, "cell": CELL, "where": WHERE, "text": TEXT}, optional=("cell", "where")
)
REVIEW: Final = _object(
    {
        "points": {"type": "number", "minimum": 0},
        "by": TEXT,
        "at": TEXT_OR_NULL,
        "comment": TEXT_OR_NULL,
        "file": _told(TEXT, "The review file, without folders."),
        "line": {"type": "integer"},
        "overrides": {
            "description": "The automatic result; null where a person was needed anyway.",
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
            "checker": _told(TEXT, "Version of checker."),
            "student": TEXT_OR_NULL,
            "problem": TEXT,
            "part": TEXT_OR_NULL,
            "variant": _told(TEXT_OR_NULL, "Hash of the question as the student sees it; null if the file has errors."),
            "status": {
                "enum": list(STATUSES),
                "description": "`too_coarse` (only in `check` below full feedback) means: give more digits.",
            },
            "points": {
                "type": ["number", "null"],
                "minimum": 0,
                "description": "null if a person decides, or if the answer has too few digits.",
            },
            "max_points": {"type": ["number", "null"], "minimum": 0},
            "given": _told(TEXT, "The answer as written; a number without quotes may have a zero in front: 01.234."),
            "read_as": VALUE,
            "expected": VALUE,
            "expected_formula": _told(TEXT, "The right formula, if a formula is asked for and one is known."),
            "feedback": {"enum": list(LEVELS)},
            "explanations": {"type": "array", "items": EXPLANATION},
            "message": TEXT,
            "note": _told(TEXT, "How the answer was read, or whose numbers it was compared with, if not obvious."),
            "carried_from": {
                "description": "Earlier parts: with the student's answers to them, this answer is right.",
                **TEXTS,
            },
            "not_carried": _told(
                TEXT, "Why an answer that follows from earlier wrong ones earns no follow-through credit."
            ),
            "working": {"type": "array", "items": WORKING},
            "evidence": {
                "description": "Where the answer is in the student's files, and sentences that match a rubric.",
                "type": "array",
                "items": EVIDENCE,
            },
            "candidates": {
                "description": "What may be the answer in the student's files, where a person chooses.",
                "type": "array",
                "items": CANDIDATE,
            },
            "review": {"description": "The decision of a person, if there is one.", **REVIEW},
        },
        optional=(
            *("expected_formula", "note", "carried_from", "not_carried", "search", "working"),
            *("evidence", "candidates", "review"),
        ),
    ),
}


EXAMPLES = """\b
Examples:
  checker schema
  checker schema --assignment
  checker schema --result
"""


@click.command(epilog=EXAMPLES)
@click.option("--assignment", is_flag=True, help="Print the schema of assignment.yaml.")
@click.option(
    "--result",
    is_flag=True,
    help="Print the schema of a result, as in results.jsonl and `checker check --format json`.",
)
def schema(*, assignment: bool, result: bool) -> None:
    """Print the JSON Schema of problem files or of results."""
    from checker.cli.views import terminal

    if assignment and result:
        raise click.UsageError("give one of --assignment and --result")
    if result:
        printed = RESULT
    elif assignment:
        from checker.problems.json_schema import assignment_schema

        printed = assignment_schema()
    else:
        from checker.problems.json_schema import problem_schema

        printed = problem_schema()
    terminal.write_json(printed, indent=2)
