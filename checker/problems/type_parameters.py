"""`TypeMenu`: the conventions, mistakes and steps of its question type that a problem file may name.

`ParameterSet` has checked parameters, and the question with them, solved once under each choice of conventions.
`declared` merges the conventions of several sections, and `convention_issues` reports unknown ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from checker.derivation.fields import Prompt
from checker.document.findings import DataPath, Findings, Issue
from checker.engine.errors import ParameterError
from checker.engine.recording import ChoicePoint, MenuError
from checker.engine.trace import EMPTY, TOTAL
from checker.engine.values.order import AsymptoticOrder
from checker.questions import parameters
from checker.questions.parameters import arguments, defaults
from checker.questions.presets import PRESETS
from checker.questions.registry import Solver
from checker.questions.variant import Variant
from checker.text.words import UnknownName, describe, did_you_mean, either, nearest, shortened

BY_CAUSE: Final = ("one_mistake", "slip")
"""Keys of `credit` in addition to mistakes, `choice.option`."""

MAX_SUGGESTIONS: Final = 3
"""Maximum number of steps that are suggested for an unknown one."""


class TypeMenu:
    """The names that a problem file may use: choice points, options and steps.

    They are those of the questions in `variants`; if there are none, of the examples of the question type.  Raises
    ParameterError for impossible parameters.
    """

    def __init__(self, solver: Solver, variants: Sequence[Variant]) -> None:
        self.type = solver.name
        self.listing_command = f"checker types {solver.name if solver.named == 1 else 'FILE'}"
        """The command that lists all mistakes; of the problem's file if they depend on its parameters."""
        self.parameters = list(defaults(solver))
        self.secret = solver.secret
        self.fills = solver.fills
        self.variants = variants
        examples = [] if variants else solver.examples
        self._known = list(dict.fromkeys(variants)) or [Variant(solver, arguments(solver, each)) for each in examples]
        self._examples = solver.examples
        self._solver = solver
        self.conventions: Mapping[str, ChoicePoint] = {
            name: point for variant in self._known for name, point in variant.conventions.items()
        }

    @cached_property
    def points(self) -> Mapping[str, ChoicePoint]:
        """Return all choice points by name, also conventions."""
        return {name: point for variant in self._known for name, point in variant.menu.items()}

    @cached_property
    def other_conventions(self) -> Mapping[str, ChoicePoint]:
        """Return conventions that the type has, but not with these parameters; `checker types` lists them, too."""
        known = [Variant(self._solver, arguments(self._solver, each)) for each in self._examples]
        found: dict[str, ChoicePoint] = {}
        for variant in known:
            for each, point in variant.conventions.items():
                if each not in self.conventions:
                    options = dict.fromkeys((*found.get(each, point).options, *point.options))
                    found[each] = replace(point, options=tuple(options))
        return found

    @cached_property
    def mistakes(self) -> list[str]:
        """Return `choice.option` of every option that can be wrong; of a convention every option can."""
        options = {point.name: point.options if point.is_convention else point.wrong for point in self.points.values()}
        return [f"{point}.{option}" for point in options for option in options[point]]

    def step(self, name: str, findings: Findings, path: DataPath) -> str:
        """Return the full path of a step from its name; if there is none, report it and return the result's path."""
        ambiguous = ""
        for variant in self._known:
            try:
                return variant.path(name) if name != TOTAL else TOTAL
            except MenuError as error:
                ambiguous = str(error) if str(error) != name else ambiguous
        if ambiguous:
            findings.report(path, f"{name} names several steps: {ambiguous}; write one of these")
        elif self.variants or not any(letter.isdigit() for letter in name):  # other parameters may have a layer_7
            paths = self._paths
            known = dict.fromkeys([path.rpartition(".")[2] for path in paths] + paths)
            if (
                self.variants or len(paths) > 1 or nearest(name, tuple(known))
            ):  # else only the parameters tell the steps
                meant = did_you_mean(name, known, MAX_SUGGESTIONS)
                findings.report(path, f"{shortened(name)} is not a step of {self.type}{meant}")
        return TOTAL

    @property
    def _paths(self) -> list[str]:
        """Return the paths of all steps of the questions.

        Without questions, return those that all examples of the type share if these are few, else those of any example.
        """
        boards = [variant.board for variant in self._known]
        if not self.variants:
            common = [path for path in boards[0] if all(path in board for board in boards)]
            if 2 * len(common) < min(map(len, boards)):
                return common
        return list(dict.fromkeys(path for board in boards for path in board))

    @cached_property
    def symbols(self) -> list[str]:
        """Return the letters in which orders of growth are written; empty if this type's answers are none."""
        values = (step.value for variant in self._known for step in variant.board.values())
        growths = (value for value in values if isinstance(value, AsymptoticOrder))
        return list(dict.fromkeys(each for growth in growths for each in growth.language({}).names))

    def causes(self, listed: Iterable[str]) -> tuple[str, ...]:
        """Return the keys that `credit` may have; `listed` are those that the problem lists itself."""
        return (*BY_CAUSE, *self.mistakes, *listed)

    def credit_issues(self, causes: Iterable[str], listed: Iterable[str]) -> Iterator[Issue]:
        """Yield an issue for each key of `credit` that is no mistake of this question."""
        given = tuple(causes)
        known = self.causes(listed) if given else ()
        for cause in given:
            if cause not in known:
                unknown = UnknownName(cause, known, self.listing_command)
                yield Issue(
                    (cause,), f"{shortened(cause)} is not a mistake of {self.type}", at_key=True, unknown=unknown
                )


PRESET: Final = "preset"


def as_stated(sections: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the conventions that sections of a file state, {convention: option}, unchecked.

    A later section overrides an earlier one; in a section a convention overrides its preset.
    """
    merged: dict[str, Any] = {}
    for section in sections:
        preset = section.get(PRESET)
        merged |= {**(PRESETS.get(preset, {}) if isinstance(preset, str) else {}), **section}
    return {key: option for key, option in merged.items() if key != PRESET and isinstance(option, str)}


def declared(sections: Iterable[Mapping[str, Any]], known: Mapping[str, ChoicePoint]) -> dict[str, str]:
    """Return the conventions that sections of a file declare, {convention: option}, as far as the type has them.

    A later section overrides an earlier one; in a section a convention overrides its preset.  Unknown ones are left
    out; `convention_issues` reports them.
    """
    merged: dict[str, str] = {}
    for section in sections:
        preset = section.get(PRESET)
        for each in (PRESETS.get(preset, {}) if isinstance(preset, str) else {}, section):
            merged |= {key: each[key] for key in known if key in each and each[key] in known[key].options}
    return merged


def convention_issues(section: Mapping[str, Any], menu: TypeMenu) -> Iterator[Issue]:
    """Yield an issue for each convention and option that questions of this type do not have.

    A convention that only matters at other parameters is accepted: it may come from a file that was copied, and lint
    reports it as unused.
    """
    options = {key: point.options for key, point in menu.conventions.items()}
    options[PRESET] = tuple(PRESETS)
    if any(key not in options for key in section):
        options |= {key: point.options for key, point in menu.other_conventions.items()}
    for key, option in section.items():
        if key not in options:
            unknown = UnknownName(key, tuple(options), f"checker types {menu.type}")
            yield Issue((key,), f"{shortened(key)} is not a convention of {menu.type}", at_key=True, unknown=unknown)
        elif option not in options[key]:
            word = shortened(option) if isinstance(option, str) else describe(option)
            yield Issue((key,), f"{key} must be {either(options[key])}, not {word}")


class ParameterSet:
    """Checked parameters, and the question with them under each choice of conventions, solved once."""

    def __init__(
        self,
        solver: Solver,
        written: Mapping[str, Any],
        declared: Mapping[str, str] = EMPTY,
        prompt: Prompt | None = None,
    ) -> None:
        self.issues: list[Issue] = []
        """The issues of the parameters, with paths into them."""
        self.is_impossible = False
        """The parameters are valid one by one, but not together under these conventions."""
        self._solver = solver
        self._prompt = prompt
        self.written = written
        self._variants: dict[str, Variant] = {}
        self._conflicts: dict[Variant, str] = {}
        self.menu = self._menu(declared)
        for variant in self.menu.variants:  # it need not be solved again
            variant.declared = _that_matter(declared, self.menu)
            self._variants[_text(variant.declared)] = variant

    def variant(self, declared: Mapping[str, str]) -> Variant:
        """Return the question with these parameters and conventions."""
        key = _text(declared)
        if key not in self._variants:
            arguments = parameters.arguments(self._solver, self.written)
            self._variants[key] = Variant(self._solver, arguments, declared, prompt=self._prompt)
        return self._variants[key]

    def conflict(self, variant: Variant) -> str:
        """Return why a question's conventions do not go with its parameters; empty if they do."""
        if variant not in self._conflicts:
            try:
                variant.truth  # noqa: B018 - runs the solver
            except ParameterError as error:
                self._conflicts[variant] = str(error)
            else:
                self._conflicts[variant] = ""
        return self._conflicts[variant]

    def _menu(self, declared: Mapping[str, str]) -> TypeMenu:
        """Return the menu of the question; if it has none, that of the type, with the issues of the parameters."""
        try:
            return TypeMenu(self._solver, [self.variant(declared)])
        except parameters.ParameterFaults as error:
            self.issues = error.faults
        except ParameterError as error:
            self.is_impossible = True
            self.issues = [Issue((parameters.in_file(str(error.path[0])), *error.path[1:]), str(error))]
        return TypeMenu(self._solver, [])


class ParameterCache:
    """All sets of parameters in a problem file, each checked and solved once.

    `prompt` is what students read.
    """

    def __init__(self, solver: Solver, prompt: Prompt | None = None) -> None:
        self.solver = solver
        self._prompt = prompt
        self._sets: dict[str, ParameterSet] = {}

    def parameter_set(
        self, sections: Iterable[Mapping[str, Any]], stated: Iterable[Mapping[str, Any]] = ()
    ) -> ParameterSet:
        """Return the parameters of several sections as one checked set; a later section overrides an earlier one.

        They are solved once, with the conventions in `stated`; if those are impossible, with the default ones.
        """
        written = {name: value for section in sections for name, value in section.items()}
        named = as_stated(stated)
        text = _text([written, named])
        if text not in self._sets:
            self._sets[text] = self._possible(written, named)
        return self._sets[text]

    def _possible(self, written: Mapping[str, Any], named: Mapping[str, str]) -> ParameterSet:
        """Return the parameters under these conventions, or under the default ones if only these are possible."""
        try:
            found = ParameterSet(self.solver, written, named, self._prompt)
        except MenuError:  # questions of this type have no such option, or only at other parameters
            return ParameterSet(self.solver, written, prompt=self._prompt)
        if named and found.is_impossible:
            by_default = ParameterSet(self.solver, written, prompt=self._prompt)
            return found if by_default.is_impossible else by_default
        return found


def _that_matter(declared: Mapping[str, str], menu: TypeMenu) -> dict[str, str]:
    """Return the conventions that a question has or follows, without the others of a preset."""
    kept = {name for point in menu.conventions.values() for name in (point.name, point.follows)}
    return {name: option for name, option in declared.items() if name in kept}


def _text(content: Any) -> str:
    return json.dumps(content, sort_keys=True)
