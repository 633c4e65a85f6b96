"""Declared units that are not known, and units that only the prompt names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from checker.derivation.dimensions import PLAIN_NUMBER
from checker.document.issues import DataPath
from checker.lint.named_unit import NamedUnit, named_units
from checker.lint.target import LintTarget
from checker.marking.marker import Marker
from checker.notation.units import AmbiguousUnit, UnitError, UnknownUnit, convert, fault_of_author, unit_of_author
from checker.problems import Finding, Part
from checker.questions.parameters import defaults
from checker.questions.variant import UNIT

SYMBOLS: Final = "symbols"
MAX_SUGGESTIONS: Final = 2


def unit(target: LintTarget) -> Iterator[Finding]:
    """Report units that are not known, that contradict the unit of a step, or that only the prompt names."""
    yield from _unknown(target)
    for part in target.problem.parts:
        yield from _contradicted(target, part)
    parts = [part for part in target.problem.parts if part.answer_kind.may_have_unit]
    for named in named_units(target.problem.prompt, _names(parts)):
        if finding := _undeclared(target, parts, named):
            yield finding
            return


def _unknown(target: LintTarget) -> Iterator[Finding]:
    """Report each declared unit that is not known, once for every place where the file has it."""
    found: dict[tuple[DataPath, str], UnitError] = {}
    for part in target.problem.parts:
        if UNIT not in defaults(part.variant.solver):
            continue
        for path, text in _declared(part.variant.arguments):
            paths = (("unit", "is"), path) if path == ("parameters", UNIT) else (path,)
            place = next(each for each in target.nearest(part, *paths) if target.entry(each))
            if error := fault_of_author(text):
                found[place, text] = error
    for (place, text), error in found.items():
        yield target.finding("unit", _message(text, error, place), place)


def _declared(arguments: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    """Yield the units among parameters, with where they are."""
    if isinstance(unit := arguments.get(UNIT), str):
        yield ("parameters", UNIT), unit
    for name, symbol in arguments.get(SYMBOLS, {}).items():
        if isinstance(symbol, dict) and UNIT in symbol and symbol[UNIT].strip() != PLAIN_NUMBER:
            yield ("parameters", SYMBOLS, name, UNIT), symbol[UNIT]


def _message(text: str, error: UnitError, place: DataPath) -> str:
    """Return what is wrong with a unit, what follows from it, and what to write."""
    what = "answers in another unit cannot be converted" if SYMBOLS not in place else "it cannot be converted"
    if isinstance(error, AmbiguousUnit):
        return f"The unit `{text}` can be read as {error.one} or as {error.other}, so {what}. Write one of these."
    if not isinstance(error, UnknownUnit):
        return f"`{text}` is not a known unit, so {what}."
    where = "" if error.word == text else f" in `{text}`"
    meant = " or ".join(error.suggestions[:MAX_SUGGESTIONS])
    return f"`{error.word}`{where} is not a known unit, so {what}.{f' Did you mean {meant}?' if meant else ''}"


def _contradicted(target: LintTarget, part: Part) -> Iterator[Finding]:
    """Report a unit that a question declares for a step which the formula computes in another unit."""
    places = [(*target.section(part), *key) for key in (("parameters", UNIT), (UNIT, "is"))]
    right = part.variant.solver.units(part.variant.arguments).get(part.step)
    place = next((each for each in places if target.entry(each)), None)
    declared = part.variant.arguments.get(UNIT)
    if not right or place is None or not isinstance(declared, str):
        return
    if unit_of_author(declared) != unit_of_author(right):
        message = (
            f"`{part.step}` is computed in {right}, so the unit {declared} is not used. Remove it, or ask for an "
            f"expression in {declared}."
        )
        yield target.finding("unit", message, place)


def _names(parts: list[Part]) -> frozenset[str]:
    """Return the names of parameters and symbols, which are not units."""
    return frozenset(
        name for part in parts for name in (*part.variant.arguments, *part.variant.arguments.get(SYMBOLS, ()))
    )


def _undeclared(target: LintTarget, parts: list[Part], named: NamedUnit) -> Finding | None:
    """Return the finding of a unit that the prompt names and no part declares; None where nothing is wrong."""
    units = [declared for part in parts if (declared := part.variant.unit_of(part.step))]
    known = [found for each in units if (found := unit_of_author(each))]
    if named.text in units or named.unit in known:
        return None
    alike = [
        text
        for text in units
        if (found := unit_of_author(text)) and convert(Fraction(1), found, named.unit) is not None
    ]
    silent = [part for part in parts if not part.variant.unit_of(part.step)]
    if alike and not named.is_rounding:
        message = (
            f"The prompt asks for the answer in {named.text}, but an answer without a unit is read in {alike[0]}. "
            "Declare the unit that the prompt names, or change the prompt."
        )
        return target.finding("unit", message, ("prompt",))
    if alike or not silent:
        return None
    if UNIT in defaults(silent[0].variant.solver):
        of_part = " of the part that it belongs to" if target.problem.is_multipart else ""
        message = (
            f"The prompt asks for the answer in {named.text}, but the question has no unit, so answers in other units "
            f"cannot be converted. Declare `unit: {named.quoted}` in the `parameters`{of_part}."
        )
        return target.finding("unit", message, ("prompt",))
    if any(_is_read(target, part, named) for part in silent):
        return None
    message = (
        f"The prompt asks for the answer in {named.text}, but this type has no unit, so an answer with one cannot be "
        "read. Ask for the number alone, or use a type with a `unit`."
    )
    return target.finding("unit", message, ("prompt",))


def _is_read(target: LintTarget, part: Part, named: NamedUnit) -> bool:
    """Return whether the right answer has the same status with the unit behind it as without."""
    truth = target.table.truth[target.problem.parts.index(part)]
    answer = part.answer_kind.show(truth, part.decimal, part.tolerance)
    marker = Marker(target.problem, part)
    alone, measured = (marker.mark(text).status for text in (answer, f"{answer} {named.text}"))
    return measured == alone
