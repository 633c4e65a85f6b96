"""The parameters of a problem file and the solved questions that follow from them, shared by parts with the same."""

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
    """Checked parameters, and the question that they make under each choice of conventions, solved once."""

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
        for variant in self.menu.variants:  # it need not be solved again
            variant.declared = _that_matter(declared, self.menu)
            self._variants[_text(variant.declared)] = variant

    def variant(self, declared: Mapping[str, str]) -> Variant:
        """Return the variant with these conventions."""
        key = _text(declared)
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
        """Return the right value of a step, from the board of a variant that is kept."""
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
    """All sets of parameters that a problem file has, each checked and solved once.

    `shown` are the names that its prompt has.
    """

    def __init__(self, solver: Solver, shown: frozenset[str] | None = None) -> None:
        self.solver = solver
        self._shown = shown
        self._by_sections: dict[tuple[Any, ...], ParameterSet] = {}
        self._by_text: dict[str, ParameterSet] = {}

    def parameter_set(
        self, sections: Iterable[Mapping[str, Any]], stated: Iterable[Mapping[str, Any]] = ()
    ) -> ParameterSet:
        """Return the parameters of several sections, merged; a later section overrides an earlier one.

        Their menu is the same under all conventions.  It comes from a run under those that are `stated`, so that the
        question need not be solved again; or from one under the default ones, if only these are possible.
        """
        given = [section for section in sections if section]
        named = conventions.as_stated(stated)
        key = (*map(id, given), tuple(named.items()))  # the sections live longer than this cache
        if key not in self._by_sections:
            written = {name: value for section in given for name, value in section.items()}
            text = _text([written, named])
            if text not in self._by_text:
                self._by_text[text] = self._possible(written, named)
            self._by_sections[key] = self._by_text[text]
        return self._by_sections[key]

    def _possible(self, written: Mapping[str, Any], named: Mapping[str, str]) -> ParameterSet:
        """Return the parameters under these conventions, or under the default ones if only these are possible."""
        try:
            found = ParameterSet(self.solver, written, named, self._shown)
        except MenuError:  # questions of this type have no such option, or only at other parameters
            return ParameterSet(self.solver, written, shown=self._shown)
        if named and found.is_impossible:
            by_default = ParameterSet(self.solver, written, shown=self._shown)
            return found if by_default.is_impossible else by_default
        return found


def _that_matter(declared: Mapping[str, str], menu: TypeMenu) -> dict[str, str]:
    """Return the conventions that a question has or follows, without the others of a preset."""
    kept = {name for point in menu.conventions.values() for name in (point.name, point.follows)}
    return {name: option for name, option in declared.items() if name in kept}


def _text(content: Any) -> str:
    return json.dumps(content, sort_keys=True)
