"""Builds a Problem from a validated problem file: its parts, and its prompts with the names in braces filled in.

All that is wrong with the settings of the file, and of its assignment.yaml, is raised at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from checker.document.findings import Findings, ProblemError
from checker.engine.values import SelectedOptions
from checker.problems.menu import Settings, SolvedVariants, TypeMenu, conflict
from checker.problems.model import Part, Problem
from checker.problems.part_builder import PartBuilder
from checker.problems.prompt import (
    MAX_LENGTH,
    as_written,
    conventions_sentence,
    named_symbols,
    names_shown,
    rendered,
    texts_by_name,
)
from checker.problems.schema import PartSection, ProblemFile
from checker.solvers.registry import is_type, solver, topics
from checker.text.words import UnknownName, shortened

if TYPE_CHECKING:
    from checker.problems.assignment import Assignment

PART_KEYS: Final = ("asks", "key", "examples", "mistakes")
"""Keys that belong to the parts where a problem has parts."""


def build(path: Path, file: ProblemFile, findings: Findings, assignment: Assignment | None) -> Problem:
    """Return the problem in a file.  Raise ProblemError with all findings, also those in `findings`."""
    shared = [Settings(assignment.file, assignment.findings(), is_shared=True)] if assignment else []
    settings = [*shared, Settings(file, findings)]
    _check_parts(file, findings)
    builders = _builders(file, settings, findings)
    built = [(builder, part) for builder in builders if not findings.is_full and (part := builder.part())]
    if found := [finding for each in settings for finding in each.findings.sorted]:
        raise ProblemError(found)
    values = _prompt_values(builders, settings)
    filled_in = texts_by_name(file.prompt, values)
    texts = [_rendered(file.prompt, filled_in, findings, ("prompt",))]
    shown = []
    for builder, part in built:
        mine: dict[str, str] = {}
        if file.parts and (template := builder.section.prompt):
            place = builder.nearest.path
            own = {**values, **builder.visible(), "conventions": conventions_sentence(part.variant)}
            mine = texts_by_name(template, own | as_written(own, findings) | as_written(own, findings, place))
            texts.append(f"({part.id}) {_rendered(template, mine, findings, (*place, 'prompt'))}")
        hidden = {"conventions", "expression"}  # conventions are part of the key anyway, an expression never is
        shown.append({name: text for name, text in (filled_in | mine).items() if name not in hidden})
    findings.check()
    prompt = "\n\n".join(filter(None, map(str.strip, texts))) if len(texts) > 1 else texts[0]
    parts = tuple(_as_shown(part, prompt, names) for (_, part), names in zip(built, shown, strict=True))
    return Problem(
        id=file.id,
        title=file.title or file.id,
        label=assignment.labels.get(file.id, "") if assignment else "",
        assignment=assignment.file.title if assignment else "",
        type=file.type,
        prompt=prompt,
        path=path,
        parts=parts,
    )


def _check_parts(file: ProblemFile, findings: Findings) -> None:
    for key in PART_KEYS if file.parts else ():
        if key in file.data:
            findings.report((key,), f"`{key}` is not allowed next to `parts`; move it into each part", at_key=True)
    first: dict[str, int] = {}
    for number, part in enumerate(file.parts):
        if part.id and first.setdefault(part.id, number) != number:
            line, _ = findings.place(("parts", first[part.id]))
            message = f"the part id {part.id} is already used in line {line}; choose another id"
            findings.report(("parts", number, "id"), message)


def _builders(file: ProblemFile, settings: list[Settings], findings: Findings) -> list[PartBuilder]:
    """Return a builder for each part, and check all settings; none if the question type is not known."""
    if not is_type(file.type):
        if "type" in file.data:
            unknown = UnknownName(file.type, tuple(topics()), "checker types")
            name = shortened(file.type) or "an empty text"
            findings.report(("type",), f"{name} is not a question type", unknown=unknown)
        return []
    text = "\n\n".join(filter(str.strip, (file.prompt, *(part.prompt for part in file.parts))))
    solved = SolvedVariants(solver(file.type), names_shown(text))
    of_parts = [[Settings(part, findings, ("parts", number))] for number, part in enumerate(file.parts)] or [[]]
    builders = [PartBuilder(solved, [*settings, *own], file) for own in of_parts if not findings.is_full]
    whole_menu = TypeMenu(solved.solver, [variant for each in builders for variant in each.menu.variants])
    for each in settings:
        each.check(whole_menu)
    for builder in builders:
        if builder.nearest not in settings and not findings.is_full:
            builder.nearest.check(builder.menu)
    return builders


def _prompt_values(builders: Sequence[PartBuilder], settings: Sequence[Settings]) -> dict[str, Any]:
    """Return what the problem's prompt may fill in, {name: value}: visible parameters, and the `conventions`."""
    first = builders[0]
    sections = [each.section.conventions for each in settings]
    variant = first.variant(sections)
    if conflict(variant):
        variant = first.variant([*sections, first.section.conventions])
    values: dict[str, Any] = {"conventions": conventions_sentence(variant)}
    for builder in builders:
        of_part = builder.section.parameters if isinstance(builder.section, PartSection) else ()
        values = builder.visible(of_part) | values
    return values | as_written(values, settings[-1].findings)


def _rendered(prompt: str, texts: Mapping[str, str], findings: Findings, path: tuple[str | int, ...]) -> str:
    found = rendered(prompt, texts)
    if found is None:
        message = f"with its values the prompt is longer than {MAX_LENGTH:,} characters; fill in fewer or smaller ones"
        findings.report(path, message)
    return found or ""


def _as_shown(part: Part, prompt: str, shown: dict[str, Any]) -> Part:
    """Return a part with what students see of its parameters, and with `named` if it has symbols or formulas."""
    value = part.truth
    if isinstance(value, SelectedOptions):
        shown["options"] = list(value.options)
    if not part.answer_kind.is_formula and not part.symbols:
        return replace(part, shown=shown)
    return replace(part, shown=shown, named=named_symbols(part.symbols, part.variant.arguments, prompt, shown))
