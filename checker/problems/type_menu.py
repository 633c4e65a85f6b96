"""What a problem file may name of its question type at given parameters: choice points, options, steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from checker.document.findings import Findings
from checker.document.issues import DataPath, Issue
from checker.engine.recording import ChoicePoint, MenuError
from checker.engine.trace import TOTAL
from checker.engine.values.order import AsymptoticOrder
from checker.notation.words import UnknownName, did_you_mean, nearest, shortened
from checker.questions.parameters import arguments, defaults
from checker.questions.registry import Solver
from checker.questions.variant import Variant

BY_CAUSE: Final = ("one_mistake", "slip")
"""Keys of `credit` in addition to mistakes, `choice.option`."""

MAX_SUGGESTIONS: Final = 3
"""Maximum number of steps that are suggested for an unknown one."""


class TypeMenu:
    """The choice points, options and steps of some questions; without any, of the examples of their type.

    Raises ParameterError if a variant's parameters are impossible.
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
        """Return the choice points by name, conventions too."""
        return {name: point for variant in self._known for name, point in variant.menu.items()}

    @cached_property
    def other_conventions(self) -> Mapping[str, ChoicePoint]:
        """Return the conventions that the type only has at other parameters; `checker types` lists these too."""
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
        """Return the full path of a step; report it if there is none, and return that of the result."""
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
        """Return the paths of all steps; where the parameters are in error, of those that do not depend on them."""
        boards = [variant.board for variant in self._known]
        if not self.variants:
            common = [path for path in boards[0] if all(path in board for board in boards)]
            if 2 * len(common) < min(map(len, boards)):
                return common
        return list(dict.fromkeys(path for board in boards for path in board))

    @cached_property
    def symbols(self) -> list[str]:
        """Return the symbols in which answers of this type are written, if they are orders of growth."""
        values = (step.value for variant in self._known for step in variant.board.values())
        growths = (value for value in values if isinstance(value, AsymptoticOrder))
        return list(dict.fromkeys(each for growth in growths for each in growth.language({}).names))

    def causes(self, listed: Iterable[str]) -> tuple[str, ...]:
        """Return the causes that `credit:` may name; `listed` are the mistakes that the problem lists."""
        return (*BY_CAUSE, *self.mistakes, *listed)

    def credit_issues(self, causes: Iterable[str], listed: Iterable[str]) -> Iterator[Issue]:
        """Yield the issues of keys of `credit` that name no mistake of this question."""
        given = tuple(causes)
        known = self.causes(listed) if given else ()
        for cause in given:
            if cause not in known:
                unknown = UnknownName(cause, known, self.listing_command)
                yield Issue(
                    (cause,), f"{shortened(cause)} is not a mistake of {self.type}", at_key=True, unknown=unknown
                )
