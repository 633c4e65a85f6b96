"""`checker new`: prints a problem file to start from, which loads as it is, with comments on what else it may hold."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import click

from checker.cli import output
from checker.cli.options import command, complete_types, type_of, types_option
from checker.cli.schema import MODELINE, PROBLEM
from checker.engine.errors import INVALID_RUN
from checker.engine.recording import AUTHOR_LISTED, ChoicePoint
from checker.engine.trace import TOTAL
from checker.engine.values import EncodedValue
from checker.engine.values.rubric import Rubric
from checker.kinds import flatten, is_whole
from checker.reading.show import nest
from checker.solvers.registry import Solver, topics
from checker.solvers.signature import defaults
from checker.solvers.variant import UNIT, Variant, examples
from checker.text import packaged


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

_COMMENT: Final = 40
"""Column at which comments begin, if there is room."""

_PLAIN: Final = re.compile(r"(?!true|false|null)[^\W\d]([^\0-\x1f,:#\[\]{}\"'\\]*[^\s,:#\[\]{}\"'\\])?", re.IGNORECASE)
"""Texts that are the same without quotes."""


def template(type_: Solver) -> str:
    """Return the text of a problem file for this question type, with the parameters of its first example."""
    example, variant = type_.examples[0], examples(type_)[0]
    truth = variant.run()["total"]
    is_essay = isinstance(truth, Rubric)
    conventions = list(_conventions(variant))
    others = [name for name in defaults(type_) if name not in example]
    units = "or km/h, GB, USD, ...; answers in other units are converted"
    mistakes = _line("# mistakes:", "further wrong answers, and what to say about them")
    lines = [
        MODELINE.format(PROBLEM),
        _line("id: " + type_.name.replace("_", "-"), "lowercase letters, digits and hyphens"),
        f"title: {json.dumps(title(type_), ensure_ascii=False)}",
        _line(f"type: {type_.name}", f"`checker types {type_.name}` explains it"),
        "prompt: |",
        *_prompt(type_, example),
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


def _prompt(type_: Solver, example: Mapping[str, Any]) -> Iterator[str]:
    """Yield a prompt to fill in, with the parameters it may name; those that give the answer away are left out."""
    names = type_.fills(example) if topics()[type_.name] == "generic" else example
    yield "  Write here what the student reads." + (" Names in braces are filled in:" if names else "")
    yield from (f"  - {name} = {{{name}}}" for name in names)


def _conventions(variant: Variant) -> Iterator[str]:
    """Yield the conventions that matter with their defaults, those that follow another one as comments."""
    points = list(variant.conventions.values())
    stated = [each for each in points if each.follows is None and _matters(variant, each)]
    if stated:
        yield _line("conventions:", "what counts; tell students in the prompt")
        for each in stated:
            yield _line(f"  {each.name}: {_in_yaml(each.right)}", f"or {', '.join(map(_in_yaml, each.wrong))}")
        for each in points:
            if each.follows:
                yield _line(f"  # {each.name}: {_in_yaml(each.right)}", f"default: the same as {each.follows}")


def _matters(variant: Variant, point: ChoicePoint) -> bool:
    """Return whether another option of a convention changes the answer to this example."""
    truth = flatten(variant.run()["total"])
    for option in point.wrong:
        with suppress(*INVALID_RUN):  # the example does not allow it
            if flatten(variant.run({point.name: option})["total"]) != truth:
                return True
    return False


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
    return json.dumps(nest(shape, written, _list))


def _list(entries: Iterable[str]) -> str:
    return f"[{', '.join(entries)}]"


def _in_yaml(value: Any) -> str:
    """Return a parameter's value as YAML on one line, with quotes only where needed."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_in_yaml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return _list(map(_in_yaml, value))
    is_plain = isinstance(value, str) and _PLAIN.fullmatch(value)
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _line(text: str, comment: str) -> str:
    return f"{text.ljust(_COMMENT)}  # {comment}" if comment else text
