"""`checker solve`: shows the right answer to a problem with its worked solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import click

from checker.cli import options, output
from checker.cli.output import Block, Table, heading
from checker.engine.trace import TOTAL
from checker.kinds import flatten
from checker.marking.solution import SolutionLine, expected_answer, spelled, steps
from checker.marking.solved import Solution, formula_of
from checker.problems import Part, Problem, load_problem
from checker.problems.prompt import conventions_sentence
from checker.reading.show import legible


@options.command("solve encoder-layer", "solve --part elements head-output", "solve --student s1042 encoder-layer")
@click.argument("problem", shell_complete=options.complete_problems)
@options.problems_option
@options.part_option
@options.student_option
@options.format_option
@options.plain_option
def solve(problem: str, problems: Path, part: str | None, student: str | None) -> None:
    """Show the answer with its worked solution.

    PROBLEM is a file, or an id below --problems; or the config.json of a model: the number of its parameters.
    """
    if problem.endswith(".json"):
        from checker.problems.model_config import read_config

        config = read_config(Path(problem))
        about = {"id": config.model, "title": f"Parameters of {problem}", "type": config.type, "from": Path(problem)}
        found = load_problem(about)
    else:
        found = options.load_variant(problem, problems, student)
    parts = found.parts if part is None else [found.part(part)]
    output.show(Solution(found, parts).record, lambda: solution(found, parts))


_WIDEST: Final = 44
_HIGHEST: Final = 12
"""Maximum size of a value in a column, in characters and in lines."""


def solution(problem: Problem, parts: Sequence[Part]) -> list[Block]:
    """Return the worked solution of these parts: conventions, steps and answers.  Parts with one solution share it."""
    page = [*heading(problem), ""]
    variants = list(dict.fromkeys(part.variant for part in parts))
    formulas = {part.id: formula_of(problem, part) for part in parts}
    lines = [
        (part.id or "", found.line if (found := formulas[part.id]) and found.symbols else expected_answer(part))
        for part in parts
    ]
    for variant in variants:
        asked = [part for part in parts if part.variant is variant]
        page += [f"Part {', '.join(part.id or '' for part in asked)}:", ""] if len(variants) > 1 else []
        if len(asked) == 1 and (found := formulas[asked[0].id]):
            page += [Table(found.rows), ""]
        page += steps_shown(steps(variant, asked[0].step if len(asked) == 1 else TOTAL), asked)
        page += ["", conventions_sentence(variant)] if conventions_sentence(variant) else []
        if len(asked) > 1:
            page += ["", Table([line for part, line in zip(parts, lines, strict=True) if part in asked])]
        page += [""]
    return page[:-1]


def steps_shown(lines: Iterable[SolutionLine], parts: Sequence[Part]) -> list[Block]:
    """Return steps as a table, and below it the values that are too large for one.

    A step that one of the parts asks for has the digits that this part needs, and any other those of the first part.
    """
    asking = {part.step: part for part in reversed(parts)}
    rows, large = [], []
    for line in lines:
        value = spelled(asking.get(line.path, parts[0]), line.value, line.path)
        cell = in_table(value, line.value)
        rows.append(("  " * line.depth + line.name, "" if line.how == cell else line.how, cell))
        large += [(line.name, value)] if value != cell else []
    return [Table(rows, "lwr", between=" = "), "", Table(large, indent=4)]


def in_table(shown: str, value: Any, widest: int = _WIDEST) -> str:
    """Return a shown value if it is small enough for a column, else its shape."""
    lines = shown.split("\n")
    return shown if len(lines) <= _HIGHEST and max(map(len, lines)) <= widest else legible(flatten(value)[0])
