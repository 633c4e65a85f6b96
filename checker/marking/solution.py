"""The right answer to a part, also as text, and its worked solution: steps, each with its formula and its value.

`rows_of` compares them with the student's steps, as the likeliest mistakes imply them.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final, NamedTuple

from checker.diagnosis import preceding_steps
from checker.diagnosis.mistakes import options_of
from checker.diagnosis.wording import may_be_mentioned
from checker.engine.trace import TOTAL
from checker.kinds import flatten, is_whole
from checker.marking.result import Result
from checker.problems import Part
from checker.reading.show import Spelling, legible
from checker.solvers.variant import Variant

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


def spelled(part: Part, value: Any, path: str | None = None) -> str:
    """Return a value as people write it, right under the tolerance; demanded digits are for the asked step only."""
    is_silent = is_whole(part.truth) and not is_whole(value)
    digits = part.rules.digits
    if digits and path in (None, part.step) and isinstance(value, float) and value:
        places = digits.amount
        if digits.chosen == "significant":
            places -= 1 + Decimal(f"{value:.{places - 1}e}").adjusted()  # 9.996 is 10.0 when it is rounded
        if places >= 0:
            return Spelling(is_whole=False, decimal=part.decimal).number(f"{value:,.{places}f}")
    shown = legible(value, part.decimal, None if is_silent else part.tolerance, is_list=part.answer_kind.is_list)
    return part.answer_kind.in_form(shown, part.rules.form)


def expected_value(part: Part) -> str:
    """Return the right answer to a part as text, with its unit."""
    return " ".join(filter(None, (spelled(part, part.truth), part.variant.unit_of(part.step))))


def expected_answer(part: Part, formula: str = "") -> str:
    """Return the right answer as text: `formula, here value`, or only the value if there is no formula.

    A part that asks for a formula has one of its own, which is used where `formula` is empty.
    """
    if part.answer_kind.is_formula:
        formula = formula or part.expected_form
    value = expected_value(part)
    return f"{formula}, here {value}" if formula else value


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
