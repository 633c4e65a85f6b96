"""Facts about a question type, taken from its file, for every page that shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from inspect import Parameter
from typing import Any, Final, NamedTuple

from checker.engine.recording import AUTHOR_LISTED, ChoicePoint
from checker.notation.words import either
from checker.questions.parameters import arguments, defaults, json_schema
from checker.questions.registry import Solver
from checker.questions.variant import Variant

WORDS: Final = {
    "boolean": "true or false",
    "integer": "whole number",
    "number": "number",
    "object": "mapping",
    "string": "text",
}
FactRows = list[tuple[str, str]]


class Facts(NamedTuple):
    """What is told of a question type: its conventions, its mistakes with their sentences, its steps."""

    parameters: FactRows
    conventions: FactRows
    misconceptions: FactRows
    steps: list[str]
    example: Variant
    """The first of the questions."""


def facts(type_: Solver) -> Facts:
    """Return the facts of a type; where mistakes are derived from parameters, those of its first example."""
    examples = type_.examples if type_.named == 1 else type_.examples[:1]
    return told_of([Variant(type_, arguments(type_, example)) for example in examples])


def told_of(variants: Sequence[Variant], *, with_listed: bool = False) -> Facts:
    """Return the facts of questions of one type.  Mistakes that an author lists belong to a single question."""
    sentences = {name: said for variant in reversed(variants) for name, said in variant.sentences.items()}
    points = _points(variants)
    choices = [point for point in points.values() if not point.is_convention]
    choices = [point for point in choices if with_listed or point.name != AUTHOR_LISTED]
    return Facts(
        parameters=parameters(variants[0].solver),
        conventions=_conventions([point for point in points.values() if point.is_convention], sentences),
        misconceptions=[(name, sentences[name]) for each in choices for name in _mistakes(each)],
        steps=list(dict.fromkeys(path for variant in variants for path in variant.board)),
        example=variants[0],
    )


def _points(variants: Sequence[Variant]) -> dict[str, ChoicePoint]:
    """Return the choice points of all variants, each with every option that any of them has."""
    points: dict[str, ChoicePoint] = {}
    for variant in variants:
        for name, point in variant.menu.items():
            known = points.get(name, point)
            points[name] = replace(known, options=tuple(dict.fromkeys([*known.options, *point.options])))
    return points


def _mistakes(point: ChoicePoint) -> list[str]:
    return [f"{point.name}.{option}" for option in point.wrong]


def parameters(type_: Solver) -> FactRows:
    """Return each parameter with what it holds and its default."""
    schema = json_schema(type_)
    rows = []
    for name, default in defaults(type_).items():
        holds = described(schema["properties"][name], schema.get("$defs", {}))
        rows.append((name, holds if default is Parameter.empty else f"{holds}; {_default(default)}"))
    return rows


def described(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Describe a JSON Schema in words: `whole number`, `rows of numbers`, `none, causal, or rows of numbers`."""
    if "$ref" in schema:
        return described(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        words = [described(choice, definitions) for choice in choices if choice.get("type") != "null"]
        return " or ".join(dict.fromkeys(words))
    if options := schema.get("enum") or [schema[key] for key in ("const",) if key in schema]:
        return either(map(str, options))
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
    if inner.startswith("rows of "):
        return f"blocks of {inner}"
    if inner in ("number", "whole number", "text"):
        return f"list of {inner}s"
    return f"list of {inner.replace('number', 'numbers', 1)}" if inner.endswith(" on") else f"list, each a {inner}"


def _conventions(points: Sequence[ChoicePoint], sentences: Mapping[str, str]) -> FactRows:
    rows = []
    for point in points:
        options = [f"{option}: {sentences[f'{point.name}.{option}']}" for option in point.options]
        follows = [f"default: the same as {point.follows}"] if point.follows else []
        rows.append((point.name, "\n".join([*options, *follows])))
    return rows


def _default(value: Any) -> str:
    if value is None:
        return "optional"
    return f"default {str(value).lower() if isinstance(value, bool) else value}"
