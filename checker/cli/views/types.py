"""Question types on the screen and as a reference in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from checker.answers.legible import legible
from checker.cli.views.layout import Style, labelled, paragraph
from checker.cli.views.template import flow, template, title
from checker.cli.views.type_facts import FactRows, Facts, facts, told_of
from checker.engine.trace import TOTAL
from checker.marking.solution import SolutionLine, steps
from checker.problems import Problem
from checker.questions.registry import Solver, solver, topics


def overview(style: Style) -> list[str]:
    """Return one line for every type, by topic."""
    lines: list[str] = []
    for topic, names in groupby(topics(), key=topics().__getitem__):
        rows = [(name, title(solver(name))) for name in names]
        lines += ["" if not style.plain else f"Topic: {topic}", *([] if style.plain else [topic])]
        lines += labelled(rows, style)
    return [*lines, "", "`checker types TYPE` explains one, `checker types FILE` the question of a problem file."]


def page(type_: Solver, style: Style) -> list[str]:
    """Return what a type computes, and the keys that its problem files may have."""
    known = facts(type_)
    lines = [type_.name, "", *(f"  {line}".rstrip() for line in type_.documentation.split("\n"))]
    lines += _sections([("Parameters", known.parameters), *_of_questions(known)], style)
    return [*lines, "", "A problem file", *paragraph(template(type_).rstrip(), style._replace(width=200))]


def problem_page(problem: Problem, style: Style) -> list[str]:
    """Return the names that `asks`, `conventions` and `credit` may use in this problem."""
    lines = [f"{problem.id} ({problem.type})"]
    variants = list(dict.fromkeys(part.variant for part in problem.parts))
    for variant in variants:
        ids = [part.id for part in problem.parts if part.variant is variant and part.id]
        lines += ["", f"Part {', '.join(ids)}"] if len(variants) > 1 else []
        lines += _sections(_of_questions(told_of([variant], with_listed=True)), style)
    return lines


def _of_questions(known: Facts) -> list[tuple[str, FactRows]]:
    return [
        ("Conventions (the first option is the default)", known.conventions),
        ("Misconceptions", known.misconceptions),
        ("Steps", [("", ", ".join(known.steps))]),
    ]


def _sections(sections: list[tuple[str, FactRows]], style: Style) -> list[str]:
    return [line for name, rows in sections if rows for line in ("", name, *labelled(rows, style))]


HEAD = """# Question types

Written by `checker types --markdown`; do not edit. Each type is one file, and everything here comes from it. In a
problem file, `type` names the type, `parameters` and `conventions` are listed below, and `asks` names a step. Every
type has the step `total`. The first option of a convention is the default."""


def reference() -> list[str]:
    """Return the page, by topic, with a table of contents."""
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
    known = facts(type_)
    lines = [f"### {type_.name}", "", f"{title(type_)}.", *_documentation(type_)]
    lines += _table(("parameter", "holds"), known.parameters)
    lines += _table(("convention", "options"), known.conventions)
    lines += _table(("misconception", "what the student reads"), known.misconceptions)
    lines += ["", f"Steps: {', '.join(f'`{step}`' for step in known.steps)}."]
    given = ", ".join(f"{name}: {flow(value)}" for name, value in type_.examples[0].items())
    worked = steps(known.example, TOTAL)
    return [*lines, "", f"For `{{{given}}}`:", *_worked(worked)]


def _documentation(type_: Solver) -> list[str]:
    """Return the sections of the docstring, one paragraph each; the doctest is left out."""
    text = type_.documentation.partition(">>>")[0]
    found = re.findall(r"^(Formula|Sizes|Shapes|Answer|Source): (.*?)(?=^\w+: |\Z)", text, re.MULTILINE | re.DOTALL)
    return [line for name, said in found for line in ("", f"**{name}.** {' '.join(said.split())}")]


def _worked(lines: Sequence[SolutionLine]) -> list[str]:
    rows = [(line.path, line.formula, legible(line.value).replace("\n", " ")) for line in lines]
    return _table(("step", "formula", "value"), rows)


def _table(heads: Sequence[str], rows: FactRows | Iterable[Sequence[str]]) -> list[str]:
    body = [f"| {' | '.join([f'`{name}`', *map(_cell, rest)])} |" for name, *rest in rows]
    return ["", f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *body] if body else []


def _cell(text: str) -> str:
    """Escape markup of a table; line ends stay."""
    return text.strip().replace("|", "\\|").replace("\n", "<br>")
