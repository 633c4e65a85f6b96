"""The worked solution of a part: `steps`, each with its formula and its value; `Solution`, for programs and notebooks.

`rows_of` compares the steps with the student's, as the likeliest mistakes imply them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from checker.diagnosis import preceding_steps
from checker.diagnosis.mistakes import options_of
from checker.diagnosis.wording import may_be_mentioned
from checker.engine.trace import TOTAL
from checker.kinds import flatten
from checker.marking.expected import expected_value, formula_of, spelled
from checker.marking.question import plain_truth
from checker.marking.result import Result, html
from checker.problems import Part, Problem
from checker.problems.prompt import conventions_sentence
from checker.solvers.variant import Variant

SCHEMA: Final = "checker.solution/1"

_NOTHING: Final = ((), (0,))
"""Steps with value 0 are left out: the question does not count them."""


class SolutionLine(NamedTuple):
    """A step of the worked solution as it is shown; `depth` counts the shown steps that contain it."""

    path: str
    depth: int
    formula: str
    value: Any
    unit: str | None = None
    words: str = ""
    """The step in a student's words, where it has any."""
    function: str = ""
    """The formula in a student's words, where it is a function that has any."""

    @property
    def name(self) -> str:
        """Return the step's name without the steps that contain it, and with its unit."""
        return (self.words or self.path.rpartition(".")[2]) + (f" ({self.unit})" if self.unit else "")

    @property
    def how(self) -> str:
        """Return the step's formula as students read it; empty if the step's words already say the same."""
        how = self.function or self.formula
        return "" if how == self.words else how


def steps(variant: Variant, asked_step: str) -> list[SolutionLine]:
    """Return the lines of the worked solution that lead to a step: the steps inside it, or else those before it.

    Steps with the value 0 are left out, and so are steps that no student would work out by themselves.
    """
    board = list(variant.board.values())
    within = [step for step in board if asked_step in (TOTAL, step.path) or step.path.startswith(f"{asked_step}.")]
    scope = "" if asked_step == TOTAL else f"{asked_step}."
    if len(within) == 1:
        outer = asked_step.rpartition(".")[0]
        scope = f"{outer}." if outer else ""
        place = board.index(within[0])
        within = [step for step in board[: place + 1] if step.path.startswith(scope)]
    unit, said = variant.unit_of(asked_step), variant.in_words
    if said:
        within = [step for step in within if step.path not in said.silent]
    return [
        SolutionLine(
            step.path,
            0 if step.path == asked_step else step.path.removeprefix(scope).count(".") + (scope == f"{asked_step}."),
            step.formula,
            step.value,
            unit if step.path == asked_step else None,
            *((said.steps.get(step.path, ""), said.formulas.get(step.path, "")) if said else ()),
        )
        for step in within
        if flatten(step.value) != _NOTHING or step.path == asked_step
    ]


class DifferenceRow(NamedTuple):
    """A step of the solution: its value with the student's mistakes, and the right value."""

    path: str
    yours: Any
    expected: Any
    step: str
    """The step's name, without those of the steps around it."""

    @property
    def differs(self) -> bool:
        """Return whether the student's value differs from the right one."""
        return flatten(self.yours) != flatten(self.expected)


def rows_of(part: Part, result: Result) -> list[DifferenceRow]:
    """Return the steps up to the asked one, with their values by the likeliest mistakes and their right values.

    It is empty where no mistake is known, or where earlier answers of the student enter.  Steps that are 0 in both are
    left out.
    """
    diagnosis = result.diagnosis
    best = diagnosis.explanations[0] if diagnosis and diagnosis.explanations else None
    if best is None or not best.mistakes or best.since or best.again:  # with earlier answers other steps are unknown
        return []
    variant, asked_step = part.variant, part.step
    paths = [*(path for path in preceding_steps(variant.board, asked_step) if path != asked_step), asked_step]
    yours, right = variant.run(options_of(best.mistakes), paths), variant.run(wanted=paths)
    said = variant.in_words
    names = {path: (said and said.steps.get(path)) or path.rpartition(".")[2] for path in paths}
    rows = [
        DifferenceRow(path, yours[path], right[path], names[path]) for path in paths if may_be_mentioned(variant, path)
    ]
    return [row for row in rows if row.differs or flatten(row.expected) != _NOTHING]


@dataclass(frozen=True, repr=False)
class Solution:
    """The worked solution of a problem, or of some of its parts."""

    problem: Problem
    asked: Sequence[Part]

    def __repr__(self) -> str:
        found = (" ".join(filter(None, (part.id, expected_value(part)))) for part in self.asked)
        return f"<Solution of {self.problem.id}: {', '.join(found)}>"

    def _repr_html_(self) -> str:
        """Return the steps as tables for a notebook."""
        return "".join(map(_table, self.asked))

    @property
    def parts(self) -> Mapping[str, Solution]:
        """Return the solutions of the parts; none of a problem without parts."""
        return (
            {part.id: Solution(self.problem, [part]) for part in self.asked if part.id} if len(self.asked) > 1 else {}
        )

    @property
    def answer(self) -> Any:
        """Return the right answer as JSON has it; of several parts a mapping from each to its answer."""
        found = {part.id: plain_truth(part.truth) for part in self.asked}
        return found if len(found) > 1 else next(iter(found.values()))

    @property
    def steps(self) -> list[dict[str, Any]]:
        """Return the steps, each with its formula and its value; those of several parts one after the other."""
        return [step for part in self.record()["parts"] for step in part["steps"]]

    def record(self) -> dict[str, Any]:
        """Return everything as a mapping for JSON."""
        parts = []
        for part in self.asked:
            record: dict[str, Any] = {"part": part.id, "asks": part.step, "answer": plain_truth(part.truth)}
            if (found := formula_of(self.problem, part)) and found.symbols:
                record |= {"formula": found.symbols, "with_numbers": found.numbers}
            record["counting"] = conventions_sentence(part.variant)
            record["steps"] = [
                {"step": line.path, "formula": line.formula, "value": plain_truth(line.value)}
                for line in steps(part.variant, part.step)
            ]
            parts.append(record)
        return {"schema": SCHEMA, "problem": self.problem.id, "title": self.problem.title, "parts": parts}


def _table(part: Part) -> str:
    cells = [(line.name, line.how, spelled(part, line.value, line.path)) for line in steps(part.variant, part.step)]
    rows = "".join(f"<tr>{''.join(f'<td>{html(cell)}</td>' for cell in row)}</tr>" for row in cells)
    return f"<table><caption>{html(part.name)}</caption>{rows}</table>"
