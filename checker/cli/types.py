"""`checker types`: lists the question types, or explains one of them or the questions of a problem."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from inspect import Parameter
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from checker.cli import output
from checker.cli.new import template, title
from checker.cli.options import command, complete_types, plain_option, problems_option, type_of
from checker.cli.output import Block, Page, Table, Text
from checker.engine.recording import AUTHOR_LISTED, ChoicePoint
from checker.problems import NoProblemError, Problem, find_problem, load_problem
from checker.solvers.registry import Solver, solver, source_of, topics
from checker.solvers.signature import defaults, json_schema
from checker.solvers.variant import Variant, examples
from checker.text.words import either


@command("types", "types attention_output", "types problems/my-problem.yaml")
@click.argument("type_", metavar="[TYPE]", required=False, shell_complete=complete_types)
@click.option("--source", "is_source", is_flag=True, help="Print the file of the question type.")
@problems_option
@plain_option
def types(type_: str | None, problems: Path, *, is_source: bool) -> None:
    """List the question types, or explain one.

    Of one it prints what it computes, its parameters, conventions, misconceptions and steps, and a problem file. TYPE
    may also be a problem, by its file or id: then it prints the conventions, misconceptions and steps of its questions.
    """
    if type_ is None:
        page: list[Block] = []
        for topic, names in groupby(topics(), key=topics().__getitem__):
            page += ["", Text(topic, "Topic", indent=0), Table([(name, title(solver(name))) for name in names])]
        more = "`checker types TYPE` explains one, `checker types FILE` the question of a problem file."
        output.print_page([*page, "", more])
        return
    if type_.replace("-", "_") not in topics():
        try:
            path = str(find_problem(type_, problems))
        except NoProblemError:
            if "." in type_ or "/" in type_:
                raise
        else:
            problem = load_problem(path, problems=problems, without=("credit",))  # the page helps to write it
            output.print_page(_problem_page(problem))
            return
    found = type_of(type_)
    if is_source:
        output.write([source_of(found)], is_open=True)
        return
    known = facts(found)  # first, as it says what is wrong with the type
    parameters = _section("Parameters", _parameters(found))
    output.print_page([Text(found.name, indent=0), "", found.documentation, *parameters, *_sections(known)])
    output.write(["", "A problem file", "", template(found)], is_open=True)


_WORDS: Final = {"boolean": "true or false", "integer": "whole number", "object": "mapping", "string": "text"}
"""Types of JSON Schema in words, where they differ."""

_Rows = list[tuple[str, str]]


class Facts(NamedTuple):
    """What problem files may say about questions of one type: names, each with what it means."""

    conventions: _Rows
    misconceptions: _Rows
    steps: list[str]


def facts(type_: Solver) -> Facts:
    """Return the facts about a question type; where mistakes depend on parameters, those of its first example."""
    found = examples(type_)
    return _facts(found if type_.named == 1 else found[:1], hidden=AUTHOR_LISTED)


def _facts(variants: Sequence[Variant], hidden: str = "") -> Facts:
    """Return the facts about some questions of one type, without the choice point `hidden`."""
    sentences = {name: said for variant in reversed(variants) for name, said in variant.sentences.items()}
    points: dict[str, ChoicePoint] = {}
    for variant in variants:
        for name, point in variant.menu.items():
            known = points.get(name, point)
            points[name] = replace(known, options=tuple(dict.fromkeys([*known.options, *point.options])))
    points.pop(hidden, None)
    conventions, misconceptions = _Rows(), _Rows()
    for name, point in points.items():
        if point.is_convention:
            options = [f"{option}: {sentences[f'{name}.{option}']}" for option in point.options]
            options += [f"default: the same as {point.follows}"] if point.follows else []
            conventions.append((name, "\n".join(options)))
        else:
            ids = (f"{name}.{option}" for option in point.wrong)
            misconceptions += [(id_, sentences[id_]) for id_ in ids]
    return Facts(
        conventions, misconceptions, list(dict.fromkeys(path for variant in variants for path in variant.board))
    )


def _problem_page(problem: Problem) -> Page:
    """Return the names that `asks`, `conventions` and `credit` may use in this problem."""
    yield Text(f"{problem.id} ({problem.type})", indent=0)
    variants = list(dict.fromkeys(part.variant for part in problem.parts))
    for variant in variants:
        ids = ", ".join(part.id or "" for part in problem.parts if part.variant is variant)
        yield from ("", Text(f"Part {ids}", indent=0)) if len(variants) > 1 else ()
        yield from _sections(_facts([variant]))


def _sections(known: Facts) -> Page:
    yield from _section("Conventions (the first option is the default)", known.conventions)
    yield from _section("Misconceptions", known.misconceptions)
    yield from ("", Text("Steps", indent=0), ", ".join(known.steps))


def _section(name: str, rows: _Rows) -> Page:
    yield from ("", Text(name, indent=0), Table(rows)) if rows else ()


def _parameters(type_: Solver) -> _Rows:
    schema, rows = json_schema(type_), _Rows()
    for name, default in defaults(type_).items():
        holds = _described(schema["properties"][name], schema.get("$defs", {}))
        if default is None:
            holds += "; optional"
        elif default is not Parameter.empty:
            holds += f"; default {str(default).lower() if isinstance(default, bool) else default}"
        rows.append((name, holds))
    return rows


def _described(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Return a JSON Schema in words: `whole number`, `rows of numbers`, `none or causal or rows of numbers`."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        words = [_described(choice, definitions) for choice in choices if choice.get("type") != "null"]
        return " or ".join(dict.fromkeys(words))
    if options := schema.get("enum") or [schema[key] for key in ("const",) if key in schema]:
        return either(map(str, options))
    if "prefixItems" in schema:
        return f"list of {len(schema['prefixItems'])}: {_described(schema['prefixItems'][0], definitions)} each"
    if schema.get("type") == "array":
        return _list_of(_described(schema.get("items", {}), definitions))
    if "properties" in schema:
        return f"mapping {{{', '.join(schema['properties'])}}}"
    word = _WORDS.get(schema.get("type", ""), schema.get("type", "anything"))
    return f"{word} from 0 on" if word == "whole number" and schema.get("minimum") == 0 else word


def _list_of(inner: str) -> str:
    for outer, first in (("rows", "list"), ("blocks of rows", "rows")):
        if inner.startswith(f"{first} of "):
            return outer + inner.removeprefix(first)
    return "list of " + re.sub(r"^(whole number|number|text|mapping)\b", r"\1s", inner)
