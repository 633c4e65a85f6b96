"""JSON Schema of problem files, for editors: their keys, and the parameters and conventions of each question type.

It does not cover what only a run of the solver shows: the steps, and sizes that do not go together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from checker.document.core_schema import schema_of
from checker.document.section import Section
from checker.problems.build import PART_KEYS
from checker.problems.conventions import PRESET
from checker.problems.schema import (
    AcceptSection,
    ExampleSection,
    FollowThroughSection,
    PartSection,
    ProblemFile,
    ToleranceRule,
    WrongAnswer,
)
from checker.problems.type_menu import TypeMenu
from checker.questions import parameters
from checker.questions.presets import PRESETS
from checker.questions.registry import Solver, solver, topics

Schema = dict[str, Any]


def problem_schema() -> Schema:
    """Return the JSON Schema (2020-12) of a problem file."""
    from pydantic.json_schema import GenerateJsonSchema

    schema = GenerateJsonSchema().generate(schema_of(ProblemFile))
    definitions = schema.pop("$defs")
    for model in (AcceptSection, ExampleSection, FollowThroughSection, PartSection, ToleranceRule, WrongAnswer):
        _as_in_files(definitions[model.__name__], model)
    _as_in_files(schema, ProblemFile)
    definitions["ToleranceRule"] |= {"minProperties": 1, "maxProperties": 1}
    definitions["WrongAnswer"]["oneOf"] = [{"required": ["answer"]}, {"required": ["expression"]}]
    schema["properties"]["type"] = {"enum": list(topics())}
    schema["dependentSchemas"] = {"parts": {"properties": dict.fromkeys(PART_KEYS, False)}}
    schema["allOf"] = [_of_type(solver(name), definitions) for name in topics()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A problem of checker",
        **schema,
        "$defs": definitions,
    }


def _as_in_files(schema: Schema, model: type[Section]) -> None:
    """Adapt a schema to files: required keys, any value where text is taken as written, and numbers as decimals."""
    schema["required"] = list(model.required)
    for key, field in schema["properties"].items():
        del field["title"]
        if key in model.as_text:
            del field["type"]
        if key in model.as_decimal:
            schema["properties"][key] = {"type": "number", "minimum": 0}


def _as_written(options: Iterable[str]) -> list[str | int]:
    """Return the options; one that looks like a number may be written as one."""
    return [option for text in options for option in ((text, int(text)) if text.isdigit() else (text,))]


def _of_type(type_: Solver, definitions: Schema) -> Schema:
    """Return the rule for one type: its conventions, and its parameters, in one place or spread over the parts."""
    given = parameters.json_schema(type_, f"#/$defs/{type_.name}.{{model}}")
    definitions |= {f"{type_.name}.{name}": definition for name, definition in given.pop("$defs", {}).items()}
    required = given.pop("required")
    definitions[type_.name] = given
    points = [point for point in TypeMenu(type_, []).points.values() if point.is_convention]
    options = {point.name: {"enum": _as_written(point.options)} for point in points}
    counted = {"properties": options | {PRESET: {"enum": list(PRESETS)}}, "additionalProperties": False}
    properties: Schema = {"parameters": {"$ref": f"#/$defs/{type_.name}"}, "conventions": counted}
    if {"mistakes", "rubric"} & given["properties"].keys():
        properties["mistakes"] = False  # they belong to the parameters
    then: Schema = {"properties": {**properties, "parts": {"items": {"properties": properties}}}}
    if required:
        complete = {"required": ["parameters"], "properties": {"parameters": {"required": required}}}
        then["anyOf"] = [{"required": ["parts"]}, complete]
    return {"if": {"required": ["type"], "properties": {"type": {"const": type_.name}}}, "then": then}
