"""Question types for authors: the list by topic, and all there is to know of one."""

from __future__ import annotations

from itertools import groupby

from checker.report.layout import Style, labelled, paragraph
from checker.report.template import template, title
from checker.report.type_facts import Rows, facts
from checker.solvers import Solver, solver, topics


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
    known = facts(type_)
    sections: list[tuple[str, Rows]] = [
        ("Parameters", known.parameters),
        ("Conventions (the first option is the default)", known.conventions),
        ("Misconceptions", known.misconceptions),
        ("Steps", [("", ", ".join(known.steps))]),
    ]
    lines = [type_.name, "", *(f"  {line}".rstrip() for line in type_.documentation.split("\n"))]
    for name, rows in sections:
        if rows:
            lines += ["", name, *labelled(rows, style)]
    return [*lines, "", "A problem file", *paragraph(template(type_).rstrip(), style._replace(width=200))]
