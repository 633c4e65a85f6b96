"""Question types for authors: the list by topic, and the page of one type."""

from __future__ import annotations

from itertools import groupby

from checker.cli.views.layout import Style, labelled, paragraph
from checker.cli.views.template import template, title
from checker.cli.views.type_facts import FactRows, Facts, facts, told_of
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
