"""The text of `types`: the facts about question types, or a problem's questions, as lines, or all types in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter
from itertools import groupby
from typing import Any, Final, NamedTuple

from checker.cli.views.layout import Style, labelled, paragraph
from checker.cli.views.template import in_yaml, template, title
from checker.engine.recording import AUTHOR_LISTED, ChoicePoint
from checker.engine.trace import TOTAL
from checker.marking.solution import SolutionLine, steps
from checker.problems import Problem
from checker.questions.parameters import arguments, defaults, json_schema
from checker.questions.registry import Solver, solver, topics
from checker.questions.variant import Variant
from checker.reading.show import legible
from checker.text.words import either


def overview(style: Style) -> list[str]:
    """Return one line for every question type, by topic."""
    lines: list[str] = []
    for topic, names in groupby(topics(), key=topics().__getitem__):
        rows = [(name, title(solver(name))) for name in names]
        lines += ["" if not style.plain else f"Topic: {topic}", *([] if style.plain else [topic])]
        lines += labelled(rows, style)
    return [*lines, "", "`checker types TYPE` explains one, `checker types FILE` the question of a problem file."]


def page(type_: Solver, style: Style) -> list[str]:
    """Return what a question type computes, and the keys that its problem files may have, as lines."""
    known = facts(type_)
    lines = [type_.name, "", *(f"  {line}".rstrip() for line in type_.documentation.split("\n"))]
    lines += _sections([("Parameters", known.parameters), *_of_questions(known)], style)
    return [*lines, "", "A problem file", *paragraph(template(type_).rstrip(), style._replace(width=200))]


def problem_page(problem: Problem, style: Style) -> list[str]:
    """Return the names that `asks`, `conventions` and `credit` may use in this problem, as lines."""
    lines = [f"{problem.id} ({problem.type})"]
    variants = list(dict.fromkeys(part.variant for part in problem.parts))
    for variant in variants:
        ids = [part.id for part in problem.parts if part.variant is variant and part.id]
        lines += ["", f"Part {', '.join(ids)}"] if len(variants) > 1 else []
        lines += _sections(_of_questions(facts_of([variant], with_listed=True)), style)
    return lines


def _of_questions(known: Facts) -> list[tuple[str, FactRows]]:
    """Return the headings and rows on conventions, misconceptions and steps."""
    return [
        ("Conventions (the first option is the default)", known.conventions),
        ("Misconceptions", known.misconceptions),
        ("Steps", [("", ", ".join(known.steps))]),
    ]


def _sections(sections: list[tuple[str, FactRows]], style: Style) -> list[str]:
    """Return the sections that have rows as lines, each below its name."""
    return [line for name, rows in sections if rows for line in ("", name, *labelled(rows, style))]


HEAD = """# Question types

Written by `checker types --markdown`; do not edit. Each type is one file, and everything here comes from it. In a
problem file, `type` names the type, `parameters` and `conventions` are listed below, and `asks` names a step. Every
type has the step `total`. The first option of a convention is the default."""


def reference() -> list[str]:
    """Return the reference of all types as lines of Markdown, by topic, with a table of contents."""
    lines = HEAD.splitlines()
    sections = [(topic, list(names)) for topic, names in groupby(topics(), key=topics().__getitem__)]
    for topic, names in sections:
        links = [f"[`{name}`](#{name})" for name in names]
        lines += ["", f"**{topic}**: {', '.join(links)}"]
    for topic, names in sections:
        lines += ["", f"## {topic.capitalize()}"]
        for name in names:
            lines += ["", *_section(solver(name))]
    return lines


def _section(type_: Solver) -> list[str]:
    """Return the section on a question type in the Markdown reference, with a worked example."""
    known = facts(type_)
    lines = [f"### {type_.name}", "", f"{title(type_)}.", *_documentation(type_)]
    lines += _table(("parameter", "holds"), known.parameters)
    lines += _table(("convention", "options"), known.conventions)
    lines += _table(("misconception", "what the student reads"), known.misconceptions)
    lines += ["", f"Steps: {', '.join(f'`{step}`' for step in known.steps)}."]
    given = ", ".join(f"{name}: {in_yaml(value)}" for name, value in type_.examples[0].items())
    worked = steps(known.example, TOTAL)
    return [*lines, "", f"For `{{{given}}}`:", *_worked(worked)]


def _documentation(type_: Solver) -> list[str]:
    """Return the sections of the docstring, one paragraph each; the doctest is left out."""
    text = type_.documentation.partition(">>>")[0]
    found = re.findall(r"^(Formula|Sizes|Shapes|Answer|Source): (.*?)(?=^\w+: |\Z)", text, re.MULTILINE | re.DOTALL)
    return [line for name, said in found for line in ("", f"**{name}.** {' '.join(said.split())}")]


def _worked(lines: Sequence[SolutionLine]) -> list[str]:
    """Return a worked solution as a table in Markdown."""
    rows = [(line.path, line.formula, legible(line.value).replace("\n", " ")) for line in lines]
    return _table(("step", "formula", "value"), rows)


def _table(heads: Sequence[str], rows: FactRows | Iterable[Sequence[str]]) -> list[str]:
    """Return a table in Markdown, with the first column as code; nothing without rows."""
    body = [f"| {' | '.join([f'`{name}`', *map(_cell, rest)])} |" for name, *rest in rows]
    return ["", f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *body] if body else []


def _cell(text: str) -> str:
    """Escape markup of a table; line ends stay."""
    return text.strip().replace("|", "\\|").replace("\n", "<br>")


WORDS: Final = {
    "boolean": "true or false",
    "integer": "whole number",
    "number": "number",
    "object": "mapping",
    "string": "text",
}
FactRows = list[tuple[str, str]]


class Facts(NamedTuple):
    """What there is to say about a question type: conventions, mistakes with their sentences, steps."""

    parameters: FactRows
    conventions: FactRows
    misconceptions: FactRows
    steps: list[str]
    example: Variant
    """The first of the questions."""


def facts(type_: Solver) -> Facts:
    """Return the facts about a question type; where mistakes depend on parameters, those of its first example."""
    examples = type_.examples if type_.named == 1 else type_.examples[:1]
    return facts_of([Variant(type_, arguments(type_, example)) for example in examples])


def facts_of(variants: Sequence[Variant], *, with_listed: bool = False) -> Facts:
    """Return the facts about some questions of one type.

    With `with_listed`, the mistakes that the author of one of them lists are among them.
    """
    sentences = {name: said for variant in reversed(variants) for name, said in variant.sentences.items()}
    points = _points(variants)
    choices = [point for point in points.values() if not point.is_convention]
    choices = [point for point in choices if with_listed or point.name != AUTHOR_LISTED]
    return Facts(
        parameters=parameters(variants[0].solver),
        conventions=_conventions([point for point in points.values() if point.is_convention], sentences),
        misconceptions=[
            (name, sentences[name]) for each in choices for name in (f"{each.name}.{option}" for option in each.wrong)
        ],
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


def parameters(type_: Solver) -> FactRows:
    """Return a row for each parameter of a question type: name, what it holds, default."""
    schema = json_schema(type_)
    rows = []
    for name, default in defaults(type_).items():
        holds = described(schema["properties"][name], schema.get("$defs", {}))
        rows.append((name, holds if default is Parameter.empty else f"{holds}; {_default(default)}"))
    return rows


def described(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Return a JSON Schema in words: `whole number`, `rows of numbers`, `none, causal, or rows of numbers`."""
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
    """Return a schema of a list in words: `list of 2: number each`, `rows of numbers`."""
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
    """Return a row for each convention: its options, each with its sentence, and which one it follows."""
    rows = []
    for point in points:
        options = [f"{option}: {sentences[f'{point.name}.{option}']}" for option in point.options]
        follows = [f"default: the same as {point.follows}"] if point.follows else []
        rows.append((point.name, "\n".join([*options, *follows])))
    return rows


def _default(value: Any) -> str:
    """Return the default of a parameter in words: `optional`, `default 1`."""
    if value is None:
        return "optional"
    return f"default {str(value).lower() if isinstance(value, bool) else value}"
