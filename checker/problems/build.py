"""From the form of a problem file to its Problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from checker.document.findings import Findings, ProblemError
from checker.document.issues import Issue
from checker.engine.values.choice import SelectedOptions
from checker.notation.words import UnknownName, shortened
from checker.problems import conventions, model
from checker.problems.model import Problem
from checker.problems.parameter_cache import ParameterCache
from checker.problems.part_builder import Inherited, PartBuilder
from checker.problems.prompt import TooLongError, filled, legible, rendered
from checker.problems.schema import PartSection, ProblemFile
from checker.problems.type_menu import TypeMenu
from checker.problems.wording import sentence
from checker.questions import parameters
from checker.questions.registry import solver, topics

if TYPE_CHECKING:
    from checker.problems.assignment import Assignment

NEVER_SHOWN: Final = ("conventions", "expression")
"""Names in a prompt that do not count as shown parameters: conventions count by themselves, an expression never."""

OF_PARTS: Final = ("asks", "key", "examples", "mistakes")
"""What each part says for itself."""


def build(path: Path, file: ProblemFile, findings: Findings, assignment: Assignment | None) -> Problem:
    """The problem.  Raises ProblemError with all that was found wrong, in its form or here."""
    general = [Inherited(assignment.file, assignment.findings(), is_general=True)] if assignment else []
    levels = [*general, Inherited(file, findings)]
    _check_parts(file, findings)
    asked = _asked(file, levels, findings)
    parts = [part for each in asked if not findings.is_full and (part := each.part())]
    if found := [finding for level in levels for finding in level.findings.sorted]:
        raise ProblemError(found)
    filling = _filling(asked, levels)
    try:
        prompt = rendered(file.prompt, filling)
    except TooLongError as error:
        findings.tell(("prompt",), str(error))
        raise ProblemError(findings.sorted) from None
    return Problem(
        id=file.id,
        title=file.title or file.id,
        label=assignment.labels.get(file.id, "") if assignment else "",
        assignment=assignment.title if assignment else "",
        type=file.type,
        prompt=prompt,
        path=path,
        parts=tuple(replace(part, shown=_shown(part, file.prompt, filling)) for part in parts),
    )


def _shown(part: model.Part, prompt: str, filling: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a student reads of the parameters: what the prompt fills in, and the options of a choice."""
    shown: dict[str, Any] = {
        shortened: legible(filling[shortened]) for shortened in filled(prompt, filling) if shortened not in NEVER_SHOWN
    }
    value = part.variant.board[part.step].value
    return {**shown, "options": list(value.options)} if isinstance(value, SelectedOptions) else shown


def _check_parts(file: ProblemFile, findings: Findings) -> None:
    if not file.parts:
        return
    for key in OF_PARTS:
        if key in file.said:
            findings.tell((key,), f"{key} belongs to the parts, each of which has its own", at_key=True)
    first: dict[str, int] = {}
    for place, part in enumerate(file.parts):
        if part.id and first.setdefault(part.id, place) != place:
            line, _ = findings.place(("parts", first[part.id]))
            findings.tell(("parts", place, "id"), f"the part {part.id} is there already, in line {line}")


def _asked(file: ProblemFile, levels: list[Inherited], findings: Findings) -> list[PartBuilder]:
    """The questions; none where their type is not known."""
    if file.type not in topics():
        if file.type:
            unknown = UnknownName(file.type, tuple(topics()), "checker types")
            findings.add(Issue(("type",), f"{shortened(file.type)} is not a question type", unknown=unknown))
        return []
    shared = ParameterCache(solver(file.type))
    own = [[Inherited(part, findings, ("parts", place))] for place, part in enumerate(file.parts)] or [[]]
    asked = [PartBuilder(shared, [*levels, *part], file) for part in own if not findings.is_full]
    everything = TypeMenu(shared.solver, [variant for each in asked for variant in each.menu.variants])
    for level in levels:
        level.check(everything)
    for each in asked:
        if each.own not in levels and not findings.is_full:
            each.own.check(each.menu)
    return asked


def _filling(asked: Sequence[PartBuilder], levels: Sequence[Inherited]) -> dict[str, Any]:
    """What the names in a prompt stand for: the parameters, and what the problem counts.

    Where parts have parameters of their own the problem's are meant; what only parts have is left standing.  Where the
    problem's conventions do not go with the parameters, so that every part has its own, those of the first are meant.
    """
    first = asked[0]
    layers = [level.says.conventions for level in levels]
    variant = first.variant(conventions.declared(layers, first.menu.points))
    if not first.is_possible(variant):
        variant = first.variant(conventions.declared([*layers, first.own.says.conventions], first.menu.points))
    values: dict[str, Any] = {"conventions": sentence(variant)}
    for each in asked:
        own = each.own.says.parameters if isinstance(each.own.says, PartSection) else ()
        given = {parameters.in_file(key): value for key, value in each.menu.variants[0].arguments.items()}
        hidden = (*own, *each.menu.secret)
        told = {key: value for key, value in given.items() if key not in hidden}
        values = {**told, **each.menu.fills(told)} | values
    return values
