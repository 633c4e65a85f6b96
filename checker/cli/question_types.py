"""`checker types` and `new`: question types explained, and files to start from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from inspect import Parameter
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from checker.cli import output
from checker.cli.course import MODELINE, PROBLEM_SCHEMA
from checker.cli.options import command, complete_types, plain_option, problems_option, type_of, types_option
from checker.cli.output import Block, Page, Table, Text
from checker.engine.errors import INVALID_RUN
from checker.engine.recording import AUTHOR_LISTED, ChoicePoint
from checker.engine.trace import TOTAL
from checker.engine.values import EncodedValue
from checker.engine.values.rubric import Rubric
from checker.kinds import flatten, is_whole
from checker.problems import NoProblemError, Problem, find_problem, load_problem
from checker.reading.show import nest
from checker.solvers.registry import Solver, solver, source_of, topics
from checker.solvers.signature import defaults, json_schema
from checker.solvers.variant import UNIT, Variant, examples
from checker.text import packaged
from checker.text.words import either


@command("new attention_output > problems/week-1/my-problem.yaml", "new --type my_layer > types/my_layer.yaml")
@click.argument("type_", metavar="TYPE", shell_complete=complete_types)
@click.option("--type", "is_type", is_flag=True, help="Print a question type of that name instead.")
@types_option
def new(type_: str, *, is_type: bool) -> None:
    """Print a problem file to start from.

    It loads as it is; comments in it say what else may stand there. Its first line leads editors to the schema that
    `checker schema --write problems` writes.
    """
    text = packaged.text("checker.cli", "new_type.yaml").replace("NAME", type_) if is_type else template(type_of(type_))
    output.write([text], is_open=True)


_MOST_STEPS: Final = 8

_PLAIN: Final = re.compile(r"(?!true|false|null)[^\W\d]([^\0-\x1f,:#\[\]{}\"'\\]*[^\s,:#\[\]{}\"'\\])?", re.IGNORECASE)
"""Texts that are the same without quotes."""


def template(type_: Solver) -> str:
    """Return the text of a problem file for this question type, with the parameters of its first example."""
    example, variant = type_.examples[0], examples(type_)[0]
    truth = variant.run()["total"]
    is_essay = isinstance(truth, Rubric)
    conventions = list(_conventions(variant))
    # those that give the answer away are left out of the prompt
    names = type_.fills(example) if topics()[type_.name] == "generic" else example
    others = [name for name in defaults(type_) if name not in example]
    units = "or km/h, GB, USD, ...; answers in other units are converted"
    mistakes = _line("# mistakes:", "further wrong answers, and what to say about them")
    lines = [
        MODELINE.format(PROBLEM_SCHEMA),
        _line("id: " + type_.name.replace("_", "-"), "lowercase letters, digits and hyphens"),
        f"title: {json.dumps(title(type_), ensure_ascii=False)}",
        _line(f"type: {type_.name}", f"`checker types {type_.name}` explains it"),
        "prompt: |",
        "  Write here what the student reads." + (" Names in braces are filled in:" if names else ""),
        *(f"  - {name} = {{{name}}}" for name in names),
        *(["  {conventions}"] if conventions else []),
        "parameters:",
        *(_line(f"  {name}: {_in_yaml(value)}", units if name == UNIT else "") for name, value in example.items()),
        *([f"  # also: {', '.join(others)}"] if others else []),
        *conventions,
        "",
        *_asked(variant, is_whole=is_whole(truth)),
        # a list of wrong answers would be none where the parameters have one, or a person grades
        *([] if is_essay or AUTHOR_LISTED in variant.menu else [mistakes, "#   - {answer: ..., says: ...}"]),
        _line("# key: ...", "your key; `checker lint` compares it with the solver"),
        "",
        _line("examples:", "tests; `checker lint` runs them"),
        f"  - {{answer: {_answer(truth)}, verdict: {'needs_review' if is_essay else 'correct'}}}",
    ]
    return "\n".join(lines) + "\n"


def title(type_: Solver) -> str:
    """Return the first sentence of a question type's documentation, for the title of a problem."""
    return re.split(r"[.:;]", type_.documentation, maxsplit=1)[0]


def _conventions(variant: Variant) -> Iterator[str]:
    """Yield the conventions that matter with their defaults, those that follow another one as comments."""
    truth = flatten(variant.run()["total"])

    def changes(name: str, option: str) -> bool:
        with suppress(*INVALID_RUN):  # the example does not allow it
            return flatten(variant.run({name: option})["total"]) != truth
        return False

    points = list(variant.conventions.values())
    stated = [each for each in points if each.follows is None and any(changes(each.name, one) for one in each.wrong)]
    if stated:
        yield _line("conventions:", "what counts; tell students in the prompt")
        for each in stated:
            yield _line(f"  {each.name}: {_in_yaml(each.right)}", f"or {', '.join(map(_in_yaml, each.wrong))}")
        for each in points:
            if each.follows:
                yield _line(f"  # {each.name}: {_in_yaml(each.right)}", f"default: the same as {each.follows}")


def _asked(variant: Variant, *, is_whole: bool) -> Iterator[str]:
    steps = [path for path in variant.board if "." not in path and path != TOTAL]
    if steps:
        more = ", ..." if len(steps) > _MOST_STEPS else ""
        yield _line(f"# asks: {steps[-1]}", f"a step: {', '.join(steps[:_MOST_STEPS])}{more}")
    yield _line("# parts:", "several questions, instead of `asks`")
    yield f"#   - {{id: first, {f'asks: {steps[0]}, ' if steps else ''}points: 1}}"
    others = "{relative: 0.01}" if is_whole else "{significant: 4}, {absolute: 0.01}; default: 3 significant digits"
    yield _line(f"# tolerance: {'exact' if is_whole else '{decimals: 3}'}", f"or {others}")
    yield "# points: 1"
    yield _line("# credit: {one_mistake: 0.5}", "partial credit, by mistake")


def _answer(truth: Any) -> str:
    """Return the truth as a student may write it, in quotes."""
    if isinstance(truth, EncodedValue):
        return json.dumps(str(truth), ensure_ascii=False)
    shape, numbers = flatten(truth)
    written = [str(number) if isinstance(number, int) else f"{number + 0.0:.6g}" for number in numbers]
    return json.dumps(nest(shape, written, lambda entries: f"[{', '.join(entries)}]"))


def _in_yaml(value: Any) -> str:
    """Return a parameter's value as YAML on one line, with quotes only where needed."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_in_yaml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_in_yaml, value))}]"
    is_plain = isinstance(value, str) and _PLAIN.fullmatch(value)
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _line(text: str, comment: str) -> str:
    return f"{text.ljust(40)}  # {comment}" if comment else text


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
    sections = _sections(known, _parameters(found))
    output.print_page([Text(found.name, indent=0), "", found.documentation, *sections])
    output.write(["", "A problem file", "", template(found)], is_open=True)


_Rows = list[tuple[str, str]]


class Facts(NamedTuple):
    """The names that problem files may use for questions of one type, each with its meaning."""

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
            misconceptions += [(id_, sentences[id_]) for id_ in (f"{name}.{option}" for option in point.wrong)]
    steps = dict.fromkeys(path for variant in variants for path in variant.board)
    return Facts(conventions, misconceptions, list(steps))


def _problem_page(problem: Problem) -> Page:
    """Return the names that `asks`, `conventions` and `credit` may use in this problem."""
    yield Text(f"{problem.id} ({problem.type})", indent=0)
    variants = list(dict.fromkeys(part.variant for part in problem.parts))
    for variant in variants:
        ids = ", ".join(part.id or "" for part in problem.parts if part.variant is variant)
        yield from ("", Text(f"Part {ids}", indent=0)) if len(variants) > 1 else ()
        yield from _sections(_facts([variant]))


def _sections(known: Facts, parameters: _Rows | None = None) -> Page:
    tables = {
        "Parameters": parameters,
        "Conventions (the first option is the default)": known.conventions,
        "Misconceptions": known.misconceptions,
    }
    for name, rows in tables.items():
        yield from ("", Text(name, indent=0), Table(rows)) if rows else ()
    yield from ("", Text("Steps", indent=0), ", ".join(known.steps))


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
        inner = _described(schema.get("items", {}), definitions)
        nested = {"list": f"rows{inner.removeprefix('list')}", "rows": f"blocks of {inner}"}
        several = re.sub(r"^(whole number|number|text|mapping)\b", r"\1s", inner)
        return nested.get(inner.partition(" of ")[0], f"list of {several}")
    if "properties" in schema:
        return f"mapping {{{', '.join(schema['properties'])}}}"
    names = {"boolean": "true or false", "integer": "whole number", "object": "mapping", "string": "text"}
    word = names.get(name := schema.get("type", "anything"), name)
    return f"{word} from 0 on" if word == "whole number" and schema.get("minimum") == 0 else word
