"""Question types for authors: the list by topic, and all there is to know of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import Parameter
from itertools import groupby
from typing import Any, Final

from checker.parameters import arguments, defaults, json_schema
from checker.report.layout import Style, labelled, paragraph
from checker.report.template import template, title
from checker.solvers import Solver, solver, topics
from checker.survey import Point
from checker.variant import Variant

WORDS: Final = {
    "boolean": "true or false",
    "integer": "whole number",
    "number": "number",
    "object": "mapping",
    "string": "text",
}
Rows = list[tuple[str, str]]


def overview(style: Style) -> list[str]:
    """Every type with a line of its own, by topic."""
    lines: list[str] = []
    for topic, names in groupby(topics(), key=topics().__getitem__):
        rows = [(name, title(solver(name))) for name in names]
        lines += ["" if not style.plain else f"Topic: {topic}", *([] if style.plain else [topic])]
        lines += labelled(rows, style)
    return [*lines, "", "`checker types TYPE` explains one."]


def page(type_: Solver, style: Style) -> list[str]:
    """What a type computes, and what may stand in its problem files."""
    variants = [Variant(type_, arguments(type_, example)) for example in type_.examples]
    sentences = {name: said for variant in reversed(variants) for name, said in variant.sentences.items()}
    points = {name: point for variant in reversed(variants) for name, point in variant.menu.items()}
    steps = dict.fromkeys(path for variant in variants for path in variant.board)
    conventions = [point for point in points.values() if point.is_convention]
    choices = [point for point in points.values() if not point.is_convention]
    mistakes = [f"{each.name}.{option}" for each in choices for option in each.wrong]
    sections: list[tuple[str, Rows]] = [
        ("Parameters", parameters(type_)),
        ("Conventions (the first option is the default)", _conventions(conventions, sentences)),
        ("Misconceptions", [(mistake, sentences[mistake]) for mistake in mistakes]),
        ("Steps", [("", ", ".join(steps))]),
    ]
    lines = [type_.name, "", *(f"  {line}".rstrip() for line in type_.documentation.split("\n"))]
    for name, rows in sections:
        if rows:
            lines += ["", name, *labelled(rows, style)]
    return [*lines, "", "A problem file", *paragraph(template(type_).rstrip(), style._replace(width=200))]


def parameters(type_: Solver) -> Rows:
    """Each parameter with what it holds and its default."""
    schema = json_schema(type_)
    rows = []
    for name, default in defaults(type_).items():
        holds = described(schema["properties"][name], schema.get("$defs", {}))
        rows.append((name, holds if default is Parameter.empty else f"{holds}; {_default(default)}"))
    return rows


def described(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """A JSON Schema in words: `whole number`, `rows of numbers`, `none, causal, or rows of numbers`."""
    if "$ref" in schema:
        return described(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        words = [described(choice, definitions) for choice in choices if choice.get("type") != "null"]
        return " or ".join(dict.fromkeys(words))
    if options := schema.get("enum") or [schema[key] for key in ("const",) if key in schema]:
        return _either(list(map(str, options)))
    if schema.get("type") == "array":
        return _list(schema, definitions)
    if "properties" in schema:
        return f"mapping {{{', '.join(schema['properties'])}}}"
    word = WORDS.get(schema.get("type", ""), "anything")
    return f"{word} from 0 on" if word == "whole number" and schema.get("minimum") == 0 else word


def _list(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"list of {len(schema['prefixItems'])}: {described(schema['prefixItems'][0], definitions)} each"
    inner = described(schema.get("items", {}), definitions)
    if inner.startswith("list of "):
        return f"rows of {inner.removeprefix('list of ')}"
    return f"list of {inner}s" if inner in ("number", "whole number", "text") else f"list, each a {inner}"


def _conventions(points: Sequence[Point], sentences: Mapping[str, str]) -> Rows:
    rows = []
    for point in points:
        options = [f"{option}: {sentences[f'{point.name}.{option}']}" for option in point.options]
        follows = [f"where it is not stated, as {point.follows}"] if point.follows else []
        rows.append((point.name, "\n".join([*options, *follows])))
    return rows


def _default(value: Any) -> str:
    if value is None:
        return "may be left out"
    return f"default {str(value).lower() if isinstance(value, bool) else value}"


def _either(options: Sequence[str]) -> str:
    return f"{', '.join(options[:-1])} or {options[-1]}" if len(options) > 1 else options[0]
