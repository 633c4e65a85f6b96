"""Cache of the parameters in a problem file and of what follows from them, shared by parts with the same ones."""

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
    """A set of parameters, with a variant for each choice of conventions; each is solved once."""

    def __init__(
        self,
        solver: Solver,
        written: Mapping[str, Any],
        declared: Mapping[str, str] = EMPTY,
        shown: frozenset[str] | None = None,
    ) -> None:
        self.issues: list[Issue] = []
        """The issues of the parameters, with paths into them."""
        self.is_impossible = False
        """The parameters are valid one by one, but not together under these conventions."""
        self._solver = solver
        self._shown = shown
        self.written = written
        self._variants: dict[str, Variant] = {}
        self._conflicts: dict[Variant, str] = {}
        self.menu = self._menu(declared)

    def variant(self, declared: Mapping[str, str]) -> Variant:
        """Return the variant with these conventions."""
        key = json.dumps(declared, sort_keys=True)
        if key not in self._variants:
            arguments = parameters.arguments(self._solver, self.written)
            self._variants[key] = Variant(self._solver, arguments, declared, shown=self._shown)
        return self._variants[key]

    def conflict(self, variant: Variant) -> str:
        """Return why the conventions of a variant do not go with the parameters; empty if they do."""
        if variant not in self._conflicts:
            try:
                variant.truth  # noqa: B018 - runs the solver
            except ParameterError as error:
                self._conflicts[variant] = str(error)
            else:
                self._conflicts[variant] = ""
        return self._conflicts[variant]

    def value(self, variant: Variant, step: str) -> Any:
        """Return the right answer to a step."""
        return variant.board[step].value

    def _menu(self, declared: Mapping[str, str]) -> TypeMenu:
        try:
            return TypeMenu(self._solver, [self.variant(declared)])
        except parameters.ParameterFaults as error:
            self.issues = error.faults
        except ParameterError as error:
            self.is_impossible = True
            self.issues = [Issue((parameters.in_file(str(error.path[0])), *error.path[1:]), str(error))]
        return TypeMenu(self._solver, [])


class ParameterCache:
    """The different parameters in a problem file.  `shown` are the names that its prompt has."""

    def __init__(self, solver: Solver, shown: frozenset[str] | None = None) -> None:
        self.solver = solver
        self._shown = shown
        self._by_sections: dict[tuple[int, ...], ParameterSet] = {}
        self._by_text: dict[str, ParameterSet] = {}

    def parameter_set(
        self, sections: Iterable[Mapping[str, Any]], stated: Iterable[Mapping[str, Any]] = ()
    ) -> ParameterSet:
        """Return the parameters of several sections, merged; a later section overrides an earlier one.

        A menu is the same under all conventions, so parts with other conventions share it.  But if the default
        conventions make the parameters impossible, those that are `stated` decide.
        """
        given = [section for section in sections if section]
        key = tuple(map(id, given))  # the sections live longer than this cache
        if key not in self._by_sections:
            written = {name: value for section in given for name, value in section.items()}
            text = json.dumps(written, sort_keys=True)
            if text not in self._by_text:
                self._by_text[text] = ParameterSet(self.solver, written, shown=self._shown)
            self._by_sections[key] = self._by_text[text]
        found = self._by_sections[key]
        return self._with_conventions(found, stated) if found.is_impossible else found

    def _with_conventions(self, found: ParameterSet, stated: Iterable[Mapping[str, Any]]) -> ParameterSet:
        """Return the same parameters under the stated conventions, or unchanged if none of these is known."""
        declared = conventions.declared(stated, TypeMenu(self.solver, []).conventions)
        text = json.dumps([found.written, declared], sort_keys=True)
        if text not in self._by_text:
            try:
                self._by_text[text] = (
                    ParameterSet(self.solver, found.written, declared, self._shown) if declared else found
                )
            except MenuError:  # an option that questions of this type only have at other parameters
                self._by_text[text] = found
        return self._by_text[text]
