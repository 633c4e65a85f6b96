"""Units that do not follow from those of an expression's symbols."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from checker.engine.trace import TOTAL
from checker.lint.target import LintTarget
from checker.problems import Finding, Part
from checker.questions.variant import UNIT
from checker.solvers.generic import formula

_SHARE: Final = "%"
_QUOTIENT: Final = re.compile(r"/\s*[(A-Za-z]")
_PARAMETERS: Final = "parameters"
_TOTAL: Final = ("expression",)


def dimension(target: LintTarget) -> Iterator[Finding]:
    """Report expressions that add different things, or whose value would not be in the unit that is declared for it."""
    found: set[tuple[object, str]] = set()
    for part in target.problem.parts:
        if part.variant.solver.name != "formula":
            continue
        declared = part.variant.arguments.get(UNIT)
        if declared == _SHARE and (message := _small_share(target, part)):
            yield target.finding("dimension", message, *target.nearest(part, (_PARAMETERS, UNIT), (UNIT, "is")))
        of_step = part.variant.unit_of(part.step) if part.step != TOTAL else None
        asked = (part.step, of_step) if of_step else None
        for path, problem in formula.unit_problems(asked, **part.variant.arguments):
            places = target.nearest(part, (_PARAMETERS, *path), (_PARAMETERS, _TOTAL[0]))
            if path == _TOTAL and declared:
                places = [*target.nearest(part, (_PARAMETERS, UNIT), (UNIT, "is")), *places]
            place = next((each for each in places if target.entry(each)), _TOTAL)
            subject = "The expression" if path == _TOTAL else f"The expression of {path[1]}"
            message = f"{subject} {problem}."
            if (place, message) not in found:
                found.add((place, message))
                yield target.finding("dimension", message, place)


def _small_share(target: LintTarget, part: Part) -> str:
    """Return that a quotient of plain numbers is probably a share, and no percentage; empty where it is not."""
    arguments = part.variant.arguments
    truth = target.table.truth[target.problem.parts.index(part)]
    written = arguments["expression"]
    has_units = bool(part.variant.solver.units(arguments))
    if has_units or part.step != TOTAL or not isinstance(truth, float) or not 0 < truth < 1:
        return ""
    if "100" in json.dumps(arguments) or not _QUOTIENT.search(written):
        return ""
    return f"The expression gives {truth:.3g}, so the answer is {truth:.3g}%. Multiply it by 100 if it is a share."
