"""`TypeMenu`: the conventions, mistakes and steps of its question type that a problem file may name.

`ParameterSet` has checked parameters, and the question with them, solved once under each choice of conventions.
`declared` merges the conventions of several sections, and `convention_issues` reports unknown ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
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
from checker.text.words import UnknownName, did_you_mean, either, nearest, shortened

BY_CAUSE: Final = ("one_mistake", "slip")
"""Keys of `credit` in addition to mistakes, `choice.option`."""

PRESET: Final = "preset"

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
        self._solver = solver
        self._known = list(dict.fromkeys(variants)) or self._examples
        self.conventions: Mapping[str, ChoicePoint] = {
            name: point for variant in self._known for name, point in variant.conventions.items()
        }

    @cached_property
    def _examples(self) -> list[Variant]:
        return [Variant(self._solver, arguments(self._solver, each)) for each in self._solver.examples]

    @cached_property
    def points(self) -> Mapping[str, ChoicePoint]:
        """Return all choice points by name, also conventions."""
        return {name: point for variant in self._known for name, point in variant.menu.items()}

    def options(self, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return the options of each convention, also those that matter only at other parameters if `names` has any."""
        found = {name: point.options for name, point in self.conventions.items()} | {PRESET: tuple(PRESETS)}
        if any(name not in found for name in names):
            points = [point for each in self._examples for point in each.conventions.values()]
            for point in points:
                if point.name not in self.conventions:
                    found[point.name] = tuple(dict.fromkeys((*found.get(point.name, ()), *point.options)))
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
            # without questions only the parameters may tell the steps
            if self.variants or len(paths) > 1 or nearest(name, tuple(known)):
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
                message = f"{shortened(cause)} is not a mistake of {self.type}"
                unknown = UnknownName(cause, known, self.listing_command)
                yield Issue((cause,), message, at_key=True, unknown=unknown)


def declared(sections: Iterable[Mapping[str, str]], known: Mapping[str, ChoicePoint] | None = None) -> dict[str, str]:
    """Return the conventions that sections of a file declare, {convention: option}, as far as `known` has them.

    A later section overrides an earlier one; in a section a convention overrides its preset.
    """
    merged: dict[str, str] = {}
    for section in sections:
        for each in (PRESETS.get(section.get(PRESET, ""), {}), section):
            names = (
                (name for name in each if name != PRESET) if known is None else (name for name in known if name in each)
            )
            merged |= {name: each[name] for name in names if known is None or each[name] in known[name].options}
    return merged


def convention_issues(section: Mapping[str, str], menu: TypeMenu) -> Iterator[Issue]:
    """Yield an issue for each convention and option that questions of this type do not have.

    A convention that only matters at other parameters is accepted: it may come from a file that was copied, and lint
    reports it as unused.
    """
    options = menu.options(section)
    for key, option in section.items():
        if key not in options:
            unknown = UnknownName(key, tuple(options), f"checker types {menu.type}")
            yield Issue((key,), f"{shortened(key)} is not a convention of {menu.type}", at_key=True, unknown=unknown)
        elif option not in options[key]:
            yield Issue((key,), f"{key} must be {either(options[key])}, not {shortened(option)}")


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
        self._written = written
        self._variants: dict[str, Variant] = {}
        self._conflicts: dict[Variant, str] = {}
        try:
            self.menu = TypeMenu(solver, [self.variant(declared)])
        except parameters.ParameterFaults as error:
            self.issues = error.faults
        except ParameterError as error:
            self.is_impossible = True
            self.issues = [Issue((parameters.in_file(str(error.path[0])), *error.path[1:]), str(error))]
        if self.issues:
            self.menu = TypeMenu(solver, [])
        for variant in self.menu.variants:  # it need not be solved again
            kept = {name for point in self.menu.conventions.values() for name in (point.name, point.follows)}
            variant.declared = {name: option for name, option in declared.items() if name in kept}
            self._variants[_text(variant.declared)] = variant

    def variant(self, declared: Mapping[str, str]) -> Variant:
        """Return the question with these parameters and conventions."""
        key = _text(declared)
        if key not in self._variants:
            arguments = parameters.arguments(self._solver, self._written)
            self._variants[key] = Variant(self._solver, arguments, declared, prompt=self._prompt)
        return self._variants[key]

    def conflict(self, variant: Variant) -> str:
        """Return why a question's conventions do not go with its parameters; empty if they do."""
        if variant not in self._conflicts:
            self._conflicts[variant] = ""
            try:
                variant.truth  # noqa: B018 - runs the solver
            except ParameterError as error:
                self._conflicts[variant] = str(error)
        return self._conflicts[variant]


class ParameterCache:
    """All sets of parameters in a problem file, each checked and solved once; `prompt` is what students read."""

    def __init__(self, solver: Solver, prompt: Prompt | None = None) -> None:
        self.solver = solver
        self._prompt = prompt
        self._sets: dict[str, ParameterSet] = {}

    def parameter_set(
        self, sections: Iterable[Mapping[str, Any]], stated: Iterable[Mapping[str, str]] = ()
    ) -> ParameterSet:
        """Return the parameters of several sections as one checked set; a later section overrides an earlier one.

        They are solved once, with the conventions in `stated`; if only those are impossible, with the default ones.
        """
        written = {name: value for section in sections for name, value in section.items()}
        named = declared(stated)
        text = _text([written, named])
        if text not in self._sets:
            found = None
            with suppress(MenuError):  # questions of this type have no such option, or only at other parameters
                found = ParameterSet(self.solver, written, named, self._prompt)
            if found is None or (named and found.is_impossible):
                by_default = ParameterSet(self.solver, written, prompt=self._prompt)
                found = found if found and by_default.is_impossible else by_default
            self._sets[text] = found
        return self._sets[text]


def _text(content: Any) -> str:
    return json.dumps(content, sort_keys=True)
