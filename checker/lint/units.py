"""Units that an author declares and that are not known, or that only the prompt names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from checker.answers import kind
from checker.document.issues import DataPath
from checker.lint.named_unit import NamedUnit, named_units
from checker.lint.precision import KINDS
from checker.lint.target import LintTarget
from checker.marking.marker import Marker
from checker.notation.units import AmbiguousUnit, UnitError, UnknownUnit, convert, fault_of_author, unit_of_author
from checker.problems import Finding, Part
from checker.questions.parameters import defaults
from checker.questions.variant import UNIT

SYMBOLS: Final = "symbols"
MOST_MEANT: Final = 2


def unit(subject: LintTarget) -> Iterator[Finding]:
    """Report units that are not known, those that contradict a step's, and those that the prompt alone names."""
    yield from _unknown(subject)
    for part in subject.problem.parts:
        yield from _contradicted(subject, part)
    parts = [part for part in subject.problem.parts if part.kind in KINDS]
    for named in named_units(subject.problem.prompt, _names(parts)):
        if finding := _undeclared(subject, parts, named):
            yield finding
            return


def _unknown(subject: LintTarget) -> Iterator[Finding]:
    """Report each declared unit that is not known, once for every place where the file has it."""
    found: dict[tuple[DataPath, str], UnitError] = {}
    for part in subject.problem.parts:
        if UNIT not in defaults(part.variant.solver):
            continue
        for path, text in _declared(part.variant.arguments):
            place = next(each for each in subject.nearest(part, path) if subject.entry(each))
            if error := fault_of_author(text):
                found[place, text] = error
    for (place, text), error in found.items():
        yield subject.finding("unit", f"{_reason(text, error)}; {_consequence(place)}", place)


def _declared(arguments: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    """Yield the units among parameters, with where they are."""
    if isinstance(own := arguments.get(UNIT), str):
        yield ("parameters", UNIT), own
    for name, said in arguments.get(SYMBOLS, {}).items():
        if isinstance(said, dict) and UNIT in said:
            yield ("parameters", SYMBOLS, name, UNIT), said[UNIT]


def _reason(text: str, error: UnitError) -> str:
    if isinstance(error, AmbiguousUnit):
        return f"the unit `{text}` can be read as {error.one} or as {error.other}; write one of these"
    word = error.word if isinstance(error, UnknownUnit) else text
    where = "" if word == text else f" in `{text}`"
    meant = error.suggestions if isinstance(error, UnknownUnit) else ()
    return f"`{word}`{where} is not a known unit" + (
        f"; did you mean {' or '.join(meant[:MOST_MEANT])}?" if meant else ""
    )


def _consequence(place: DataPath) -> str:
    """Return what follows; a given symbol is never the answer, so nothing is converted there."""
    return "answers in another unit cannot be converted" if SYMBOLS not in place else "it cannot be converted"


def _contradicted(subject: LintTarget, part: Part) -> Iterator[Finding]:
    """Report a unit that a question declares for a step which the formula computes in another unit."""
    own = subject.own(part)
    entry = subject.entry((*own, "parameters", UNIT))
    right = part.variant.solver.units(part.variant.arguments).get(part.step)
    said = part.variant.arguments.get(UNIT)
    if entry and right and isinstance(said, str) and unit_of_author(said) != unit_of_author(right):
        message = (
            f"`{part.step}` is computed in {right}, so this unit ({said}) is not used; remove it, or ask for an "
            f"expression that is in {said}"
        )
        yield subject.finding("unit", message, (*own, "parameters", UNIT))


def _names(parts: list[Part]) -> frozenset[str]:
    """Return the names that stand for something else than a unit."""
    return frozenset(
        name for part in parts for name in (*part.variant.arguments, *part.variant.arguments.get(SYMBOLS, ()))
    )


def _undeclared(subject: LintTarget, parts: list[Part], named: NamedUnit) -> Finding | None:
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
            f"the prompt asks for the answer in {named.text}, but an answer without a unit is read in {alike[0]}; "
            "declare the unit that the prompt names, or change the prompt"
        )
        return subject.finding("unit", message, ("prompt",))
    if alike or not silent:
        return None
    if UNIT in defaults(silent[0].variant.solver):
        of_part = " of the part that it belongs to" if subject.problem.is_multipart else ""
        message = (
            f"the prompt asks for the answer in {named.text}, but the question has no unit, so no other unit is "
            f"converted; declare `unit: {named.quoted}` in the `parameters`{of_part}"
        )
        return subject.finding("unit", message, ("prompt",))
    if any(_is_read(subject, part, named) for part in silent):
        return None
    message = (
        f"the prompt asks for the answer in {named.text}, but this type takes no unit, so an answer with one is not "
        "read; ask for the number alone, or take a type with a `unit`"
    )
    return subject.finding("unit", message, ("prompt",))


def _is_read(subject: LintTarget, part: Part, named: NamedUnit) -> bool:
    """Return whether the right answer is read with the unit behind it, as it is without."""
    answer = kind(part.kind).show(subject.exam.truth[subject.problem.parts.index(part)])
    marker = Marker(subject.problem, part)
    alone, measured = (marker.mark(text).status for text in (answer, f"{answer} {named.text}"))
    return measured == alone
