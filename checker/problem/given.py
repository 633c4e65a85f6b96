"""The parameters of questions, and what follows from them alone: parts that ask of the same share it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from checker import parameters
from checker.errors import ParameterError
from checker.faults import Fault
from checker.problem.menu import Menu
from checker.solvers import Solver
from checker.variant import Variant


class Given:
    """Some parameters; each conventions with them make one variant, which is solved once."""

    def __init__(self, solver: Solver, written: Mapping[str, Any]) -> None:
        self.faults: list[Fault] = []
        """What is wrong with the parameters, with paths into them."""
        self._solver = solver
        self._written = written
        self._variants: dict[str, Variant] = {}
        self._wrong: dict[Variant, str] = {}
        self._values: dict[tuple[Variant, str], Any] = {}
        self.menu = self._menu()

    def variant(self, declared: Mapping[str, str]) -> Variant:
        """The variant with these conventions."""
        key = json.dumps(declared, sort_keys=True)
        if key not in self._variants:
            arguments = parameters.arguments(self._solver, self._written)
            self._variants[key] = Variant(self._solver, arguments, declared)
        return self._variants[key]

    def wrong(self, variant: Variant) -> str:
        """Why its conventions do not go with the parameters; empty where they do."""
        if variant not in self._wrong:
            try:
                variant.run()
            except ParameterError as error:
                self._wrong[variant] = str(error)
            else:
                self._wrong[variant] = ""
        return self._wrong[variant]

    def value(self, variant: Variant, step: str) -> Any:
        """The right answer to a step."""
        if (variant, step) not in self._values:
            self._values[variant, step] = variant.run(wanted=(step,))[step]
        return self._values[variant, step]

    def _menu(self) -> Menu:
        try:
            return Menu(self._solver, [self.variant({})])
        except parameters.ParameterFaults as error:
            self.faults = error.faults
        except ParameterError as error:
            self.faults = [Fault((parameters.in_file(str(error.path[0])), *error.path[1:]), str(error))]
        return Menu(self._solver, [])


class Shared:
    """The different parameters in a problem file."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self._by_levels: dict[tuple[int, ...], Given] = {}
        self._by_text: dict[str, Given] = {}

    def given(self, levels: Iterable[Mapping[str, Any]]) -> Given:
        """The parameters merged from those of several levels, of which the last wins."""
        said = [level for level in levels if level]
        key = tuple(map(id, said))  # of what the file says, which outlives this
        if key not in self._by_levels:
            written = {name: value for level in said for name, value in level.items()}
            text = json.dumps(written, sort_keys=True)
            if text not in self._by_text:
                self._by_text[text] = Given(self.solver, written)
            self._by_levels[key] = self._by_text[text]
        return self._by_levels[key]
