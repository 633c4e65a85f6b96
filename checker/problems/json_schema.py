"""JSON Schemas of problem files and of assignment.yaml, with which editors check them.

That of problem files has their keys, and the parameters, conventions and documentation of each question type.
It does not cover what only a run of the solver shows: the steps, and sizes that do not go together.
"""

from __future__ import annotations

from typing import Final

import yaml

from checker.document.json_schema import JsonSchemas, Schema
from checker.problems.assignment import NEED_DUE, AssignmentFile
from checker.problems.build import PART_KEYS
from checker.problems.menu import PRESET, TypeMenu
from checker.problems.schema import FROM, ProblemFile
from checker.solvers import signature
from checker.solvers.formula_types import FormulaType
from checker.solvers.registry import Solver, solver, topics
from checker.solvers.variant import PRESETS
from checker.text.packaged import text

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


_NUMBER: Final[Schema] = {"type": "number"}
_DRAW: Final[Schema] = {
    "oneOf": [
        {"properties": properties, "required": required, "additionalProperties": False}
        for properties, required in (
            ({"choose": {"type": "array", "minItems": 1}}, ["choose"]),
            ({"from": _NUMBER, "to": _NUMBER, "step": {**_NUMBER, "exclusiveMinimum": 0}}, ["from", "to"]),
            ({"like": {"type": "string"}}, ["like"]),
        )
    ],
    "type": "object",
}
"""What may stand in place of a parameter, so that each student gets another value."""


def problem_schema() -> Schema:
    """Return the JSON Schema (2020-12) of a problem file."""
    schemas = JsonSchemas()
    schema, definitions = schemas.mapping(ProblemFile), schemas.definitions
    schema["properties"] |= {
        "type": {
            "enum": list(topics()),
            "enumDescriptions": [_about(solver(name)).partition("\n")[0] for name in topics()],
        },
        FROM: {"type": "string", "pattern": r"\.json$"},
    }
    schema["dependentSchemas"] = {"parts": {"properties": dict.fromkeys(PART_KEYS, False)}}
    definitions["Draw"] = _DRAW
    _describe("problem", schema, definitions["PartSection"])
    schema["allOf"] = [_of_type(solver(name), definitions) for name in topics()]
    return {"$schema": _DRAFT, "title": "A problem of checker", **schema, "$defs": definitions}


def assignment_schema() -> Schema:
    """Return the JSON Schema (2020-12) of an assignment.yaml."""
    schemas = JsonSchemas()
    schema, definitions = schemas.mapping(AssignmentFile), schemas.definitions
    schema["properties"]["due"] |= {"type": "string", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}"}
    for duration in (schema["properties"]["grace"], definitions["LateSection"]["properties"]["within"]):
        duration |= {"type": "string", "pattern": "^([0-9]+[wdhms] ?)+$"}
    schema["dependentRequired"] = {key: ["due"] for key in NEED_DUE}
    _describe("assignment", schema)
    return {"$schema": _DRAFT, "title": "An assignment of checker", **schema, "$defs": definitions}


def _describe(of: str, *schemas: Schema) -> None:
    """Add to the keys of these schemas what they mean."""
    about = yaml.safe_load(text("checker.problems", "keys.yaml"))[of]
    for properties in (schema["properties"] for schema in schemas):
        for key in about.keys() & properties.keys():
            properties[key]["description"] = about[key]


def _of_type(type_: Solver, definitions: Schema) -> Schema:
    """Return the rule (`if` and `then`) for files of one question type: which conventions and parameters they may have.

    Parts may have parameters too, so only a file without parts must have all.  Add the type's schemas to `definitions`.
    """
    given = signature.json_schema(type_, f"#/$defs/{type_.name}.{{model}}", {"$ref": "#/$defs/Draw"})
    definitions |= {f"{type_.name}.{name}": definition for name, definition in given.pop("$defs", {}).items()}
    required = given.pop("required")
    sizes = type_.function.sizes if isinstance(type_.function, FormulaType) else {}
    for name, size in sizes.items():
        given["properties"][name] |= {key: each for key, each in size.keys.items() if key == "description"}
    definitions[type_.name] = given
    options = {  # one that looks like a number may be written as one
        name: {"enum": [*point.options, *(int(option) for option in point.options if option.isdigit())]}
        for name, point in TypeMenu(type_, []).conventions.items()
    }
    counted = {"properties": options | {PRESET: {"enum": list(PRESETS)}}, "additionalProperties": False}
    properties: Schema = {"parameters": {"$ref": f"#/$defs/{type_.name}"}, "conventions": counted}
    if {"mistakes", "rubric"} & given["properties"].keys():
        properties["mistakes"] = False  # they belong to the parameters
    about = {"description": _about(type_)}
    of_file: Schema = {"type": about, "parameters": properties["parameters"] | about}
    then: Schema = {"properties": {**properties, **of_file, "parts": {"items": {"properties": properties}}}}
    if required:
        complete = {"required": ["parameters"], "properties": {"parameters": {"required": required}}}
        then["anyOf"] = [{"required": ["parts"]}, {"required": ["draw"]}, complete]
    return {"if": {"required": ["type"], "properties": {"type": {"const": type_.name}}}, "then": then}


def _about(type_: Solver) -> str:
    """Return the documentation of a question type without its example, which editors show next to its name."""
    return type_.documentation.partition("\n>>>")[0].strip()
