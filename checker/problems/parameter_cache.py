"""The parameters of questions, and what follows from them alone: parts that ask of the same share it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from checker.document.issues import Issue
from checker.engine.errors import ParameterError
from checker.engine.recording import MenuError
from checker.engine.trace import EMPTY
from checker.problems import conventions
from checker.problems.type_menu import TypeMenu
from checker.questions import parameters
from checker.questions.registry import Solver
from checker.questions.variant import Variant


class ParameterSet:
    """Some parameters; each conventions with them make one variant, which is solved once."""

    def __init__(self, solver: Solver, written: Mapping[str, Any], declared: Mapping[str, str] = EMPTY) -> None:
        self.faults: list[Issue] = []
        """What is wrong with the parameters, with paths into them."""
        self.is_impossible = False
        """Whether each parameter may be what it is, but not together with the others, by these conventions."""
        self._solver = solver
        self.written = written
        self._variants: dict[str, Variant] = {}
        self._wrong: dict[Variant, str] = {}
        self._values: dict[tuple[Variant, str], Any] = {}
        self.menu = self._menu(declared)

    def variant(self, declared: Mapping[str, str]) -> Variant:
        """The variant with these conventions."""
        key = json.dumps(declared, sort_keys=True)
        if key not in self._variants:
            arguments = parameters.arguments(self._solver, self.written)
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

    def _menu(self, declared: Mapping[str, str]) -> TypeMenu:
        try:
            return TypeMenu(self._solver, [self.variant(declared)])
        except parameters.ParameterFaults as error:
            self.faults = error.faults
        except ParameterError as error:
            self.is_impossible = True
            self.faults = [Issue((parameters.in_file(str(error.path[0])), *error.path[1:]), str(error))]
        return TypeMenu(self._solver, [])


class ParameterCache:
    """The different parameters in a problem file."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self._by_levels: dict[tuple[int, ...], ParameterSet] = {}
        self._by_text: dict[str, ParameterSet] = {}

    def given(self, levels: Iterable[Mapping[str, Any]], stated: Iterable[Mapping[str, Any]] = ()) -> ParameterSet:
        """The parameters merged from those of several levels, of which the last wins.

        What a type has at some parameters is the same under all its conventions, so parts share it whatever these are;
        but where the usual conventions make the parameters impossible, those that are `stated` decide.
        """
        said = [level for level in levels if level]
        key = tuple(map(id, said))  # of what the file says, which outlives this
        if key not in self._by_levels:
            written = {name: value for level in said for name, value in level.items()}
            text = json.dumps(written, sort_keys=True)
            if text not in self._by_text:
                self._by_text[text] = ParameterSet(self.solver, written)
            self._by_levels[key] = self._by_text[text]
        found = self._by_levels[key]
        return self._under(found, stated) if found.is_impossible else found

    def _under(self, given: ParameterSet, stated: Iterable[Mapping[str, Any]]) -> ParameterSet:
        """The same parameters under the conventions that are stated; as they are where these decide nothing."""
        declared = conventions.declared(stated, TypeMenu(self.solver, []).points)
        text = json.dumps([given.written, declared], sort_keys=True)
        if text not in self._by_text:
            try:
                self._by_text[text] = ParameterSet(self.solver, given.written, declared) if declared else given
            except MenuError:  # an option that questions of this type have at other parameters only
                self._by_text[text] = given
        return self._by_text[text]
