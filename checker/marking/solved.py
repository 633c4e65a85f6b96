"""`Solution`: the right answers to a problem with their worked solutions, for programs and notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from checker.marking.question import plain_truth
from checker.marking.result import html
from checker.marking.shown_formula import formula_of
from checker.marking.solution import expected_value, spelled, steps
from checker.problems import Part, Problem
from checker.problems.prompt import conventions_sentence

SCHEMA: Final = "checker.solution/1"


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
        return {
            "schema": SCHEMA,
            "problem": self.problem.id,
            "title": self.problem.title,
            "parts": [
                {
                    "part": part.id,
                    "asks": part.step,
                    "answer": plain_truth(part.truth),
                    **_formula(self.problem, part),
                    "counting": conventions_sentence(part.variant),
                    "steps": [
                        {"step": line.path, "formula": line.formula, "value": plain_truth(line.value)}
                        for line in steps(part.variant, part.step)
                    ],
                }
                for part in self.asked
            ],
        }


def _formula(problem: Problem, part: Part) -> dict[str, str]:
    found = formula_of(problem, part)
    return {"formula": found.symbols, "with_numbers": found.numbers} if found and found.symbols else {}


def _table(part: Part) -> str:
    cells = [(line.name, line.how, spelled(part, line.value, line.path)) for line in steps(part.variant, part.step)]
    rows = "".join(f"<tr>{''.join(f'<td>{html(cell)}</td>' for cell in row)}</tr>" for row in cells)
    return f"<table><caption>{html(part.name)}</caption>{rows}</table>"
