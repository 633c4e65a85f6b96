"""What `solve` prints: the worked solution, a line for each step with formula and value, up to the asked step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from checker.cli.views.layout import Style, heading, labelled, paragraph, table
from checker.engine.trace import TOTAL
from checker.marking.question import plain_truth
from checker.marking.shown_formula import ShownFormula, formula_of
from checker.marking.solution import SolutionLine, expected_answer, spelled, steps
from checker.problems import Part, Problem
from checker.problems.prompt import conventions_sentence
from checker.reading.show import in_cell

SCHEMA: Final = "checker.solution/1"


def solve(problem: Problem, parts: Sequence[Part], style: Style) -> list[str]:
    """Return the worked solution of these parts as lines: conventions, steps and answers.

    Parts with one solution share it.
    """
    lines = heading(problem, style)
    variants = list(dict.fromkeys(part.variant for part in parts))
    formulas = {part.id: formula_of(problem, part) for part in parts}
    for variant in variants:
        asked = [part for part in parts if part.variant is variant]
        if len(variants) > 1:
            lines += [*paragraph(f"Part {', '.join(part.id or '' for part in asked)}:", style), ""]
        if len(asked) == 1 and (found := formulas[asked[0].id]):
            lines += [*labelled(found.rows, style), *([] if style.plain else [""])]
        lines += shown(steps(variant, asked[0].step if len(asked) == 1 else TOTAL), style, asked)
        if counting := conventions_sentence(variant):
            lines += ["", *paragraph(counting, style)]
        if len(asked) > 1:
            answers = ((part.id or "", _expected_line(part, formulas[part.id])) for part in asked)
            lines += ["", *labelled(answers, style)]
        lines += [""]
    return lines[:-1]


def _expected_line(part: Part, found: ShownFormula | None) -> str:
    """Return the answer as a formula if one is known, else as a number."""
    return found.line if found and found.symbols else expected_answer(part)


def shown(lines: Iterable[SolutionLine], style: Style, parts: Sequence[Part]) -> list[str]:
    """Return steps as lines with columns; in a narrow window, formulas are below the names.

    A step that one of the parts asks for has the digits that this part needs, and any other those of the first part.
    """
    lines, asking = list(lines), {part.step: part for part in reversed(parts)}
    values = [spelled(asking.get(line.path, parts[0]), line.value, line.path) for line in lines]
    if style.plain:
        return [
            f"{line.words or line.path}: {f'{line.how} = ' if line.how else ''}{' '.join(value.split())}"
            for line, value in zip(lines, values, strict=True)
        ]
    names = ["  " * line.depth + line.name for line in lines]
    cells = list(map(in_cell, values))
    formulas = ["" if line.how == cell else line.how for line, cell in zip(lines, cells, strict=True)]
    columns = table(list(zip(names, formulas, cells, strict=True)), left=2)
    is_narrow = max(map(len, columns)) > style.width
    if is_narrow:
        columns = table(list(zip(names, cells, strict=True)))
    shown = []
    for line, column, formula, value, cell in zip(lines, columns, formulas, values, cells, strict=True):
        indent = 6 + 2 * line.depth
        below = [f"= {formula}"] if is_narrow and formula else []
        below += [] if cell else [value]
        shown += [column, *(row for text in below for row in paragraph(text, style, indent))]
    return shown


def solution_record(problem: Problem, parts: Sequence[Part]) -> dict[str, Any]:
    """Return the worked solution as a mapping for JSON."""
    return {
        "schema": SCHEMA,
        "problem": problem.id,
        "title": problem.title,
        "parts": [
            {
                "part": part.id,
                "asks": part.step,
                "answer": plain_truth(part.truth),
                **_formula(problem, part),
                "counting": conventions_sentence(part.variant),
                "steps": [
                    {"step": line.path, "formula": line.formula, "value": plain_truth(line.value)}
                    for line in steps(part.variant, part.step)
                ],
            }
            for part in parts
        ],
    }


def _formula(problem: Problem, part: Part) -> dict[str, str]:
    """Return the formula in symbols and with numbers, if one is known."""
    found = formula_of(problem, part)
    return {"formula": found.symbols, "with_numbers": found.numbers} if found and found.symbols else {}
