"""Lint checks `unit` and `dimension`: units that are not known, or that do not fit the expression or the prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from checker.document.findings import DataPath
from checker.engine.trace import TOTAL
from checker.formula.symbols import argument_names
from checker.lint.linted import LintedProblem
from checker.problems import Finding
from checker.reading.measure import prompt_units
from checker.solvers.generic import formula
from checker.solvers.signature import defaults
from checker.solvers.variant import UNIT
from checker.text.number import PLAIN_NUMBER
from checker.units.kinds import is_thing
from checker.units.reading import fault_of_author, unit_of_author
from checker.units.unit import AmbiguousUnit, UnitError, UnknownUnit, convert

_SYMBOLS: Final = "symbols"
_DECLARED: Final = (("parameters", UNIT), (UNIT, "is"))

_ASKS: Final = re.compile(
    r"\?$|\b(?:give|state|compute|calculate|find|express|determine|write|report|estimate|convert|enter)\b",
    re.IGNORECASE,
)
_EVERYDAY: Final = frozenset({"turn", "turns", "second", "gray", "stones", "bars", "cups", "cycles"})
"""Words that are rarely units in a prompt: "in turn", "how many turns"."""


def dimension(problem: LintedProblem) -> Iterator[Finding]:
    """Yield findings on expressions that add different things, or whose value is not in the declared unit."""
    for i, part in enumerate(problem.parts):
        arguments = part.variant.arguments
        if part.variant.solver.name != "formula":
            continue
        of_step = part.variant.unit_of(part.step) if part.step != TOTAL else None
        for path, fault in formula.unit_problems((part.step, of_step) if of_step else None, **arguments):
            is_result = path == ("expression",)
            subject = "The expression" if is_result else f"The expression of {path[1]}"
            keys = [*(_DECLARED if is_result else ()), ("parameters", *path), ("parameters",)]
            yield problem.finding("dimension", f"{subject} {fault}.", *problem.nearest(i, *keys))


def unit(problem: LintedProblem) -> Iterator[Finding]:
    """Yield findings on units that are not known, contradict a step's unit, or are only in the prompt."""
    for i, part in enumerate(problem.parts):
        arguments = part.variant.arguments
        for path, text in _declared(arguments) if UNIT in defaults(part.variant.solver) else ():
            if error := fault_of_author(text):
                places = problem.nearest(i, *(_DECLARED if path in _DECLARED else [path]))
                yield problem.finding("unit", _unknown(text, error, path), *places)
        right, declared = part.variant.solver.units(arguments).get(part.step), arguments.get(UNIT)
        own = [place for place in ((*problem.section(i), *each) for each in _DECLARED) if problem.has(place)]
        if own and right and unit_of_author(str(declared)) != unit_of_author(right):
            message = (
                f"`{part.step}` is computed in {right}, so the unit {declared} is not used. Remove it, or ask for an "
                f"expression in {declared}."
            )
            yield problem.finding("unit", message, *own)
    if message := _only_in_prompt(problem):
        yield problem.finding("unit", message, ("prompt",))


def _declared(arguments: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    units: dict[DataPath, Any] = {_DECLARED[0]: arguments.get(UNIT)}
    for name, symbol in (arguments.get(_SYMBOLS) or {}).items():
        units["parameters", _SYMBOLS, name, UNIT] = symbol.get(UNIT) if isinstance(symbol, dict) else None
    yield from ((path, text) for path, text in units.items() if isinstance(text, str) and text not in PLAIN_NUMBER)


def _unknown(text: str, error: UnitError, path: DataPath) -> str:
    what = "it cannot be converted" if _SYMBOLS in path else "answers in another unit cannot be converted"
    if isinstance(error, AmbiguousUnit):
        return f"The unit `{text}` can be read as {error.one} or as {error.other}, so {what}. Write one of these."
    if not isinstance(error, UnknownUnit):
        return f"`{text}` is not a known unit, so {what}."
    where = "" if error.word == text else f" in `{text}`"
    meant = " or ".join(error.suggestions[:2])
    return f"`{error.word}`{where} is not a known unit, so {what}.{f' Did you mean {meant}?' if meant else ''}"


def _only_in_prompt(problem: LintedProblem) -> str:
    """Return a remark on the first unit that the prompt asks for and no part declares, so that it is not converted."""
    parts = [part for part in problem.parts if part.answer_kind.may_have_unit]
    names = {name for part in parts for name in argument_names(part.variant.arguments)}
    silent = [part for part in parts if not part.variant.unit_of(part.step) and UNIT in defaults(part.variant.solver)]
    units = [declared for part in parts if (declared := part.variant.unit_of(part.step))]
    known = {found: text for text in units if (found := unit_of_author(text))}
    sentences = re.split(r"(?<=[.?!:])\s+", problem.prompt.replace("degrees of freedom", "freedom"))
    asking = filter(_ASKS.search, sentences)
    asked = prompt_units(" ".join(asking))
    for named, text in asked.items():
        alike = [each for each in known if convert(Fraction(1), each, named) is not None]
        if text in {*units, *names, *_EVERYDAY} or is_thing(named) or not asked.keys().isdisjoint(alike):
            continue
        if alike:
            return (
                f"The prompt asks for the answer in {text}, but an answer without a unit is read in {known[alike[0]]}. "
                "Declare the unit that the prompt names, or change the prompt."
            )
        if silent:
            of_part = " of the part that it belongs to" if problem.problem.is_multipart else ""
            quoted = text if text[0].isalpha() else f'"{text}"'
            return (
                f"The prompt asks for the answer in {text}, but the question has no unit, so answers in other units "
                f"cannot be converted. Declare `unit: {quoted}` in the `parameters`{of_part}."
            )
    return ""
