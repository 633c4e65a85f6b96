"""What a recorded run met: the menu of choice points, and the board with the worked solution."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple


class FilledFormula(NamedTuple):
    """A formula with its numbers filled in, and the names that it is made of: of those that are steps it uses them."""

    formula: str
    uses: tuple[str, ...] = ()


How = str | FilledFormula | Sequence[tuple[str, Any]] | Callable[[], str]
"""A formula in the parameters' names; or its terms with their values, of which those that are 0 are not shown.

Callable where writing it down takes a look at values: then it is asked only where somebody reads it.
"""


AUTHOR_LISTED: Final = "listed"
"""The choice point whose options are wrong answers that an author has listed: no coincidence, so without a guard."""

NAME: Final = re.compile(r"[A-Za-z_]\w*")


class MenuError(LookupError):
    """A choice, an option or a step that the solver does not have: a fault in whoever named it."""


@dataclass(slots=True)
class ChoicePoint:
    """A choice point: one belief.  `scopes` are the places where it acts."""

    name: str
    options: tuple[str, ...]
    right: str
    is_convention: bool = False
    follows: str | None = None
    scopes: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> tuple[str, ...]:
        """All options but the right one."""
        return tuple(option for option in self.options if option != self.right)


@dataclass(slots=True, frozen=True)
class Step:
    """A line of the worked solution.  `path` holds the scopes it stands in, as in `layer.attention.queries`."""

    path: str
    value: Any
    formula: str
    uses: tuple[str, ...] = ()
    """The steps beside it that its formula names."""


class Recording:
    """The record of one run."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self.menu: dict[str, ChoicePoint] = {}
        self.board: dict[str, Step] = {}
        self._names = {"": dict(arguments)}  # by scope: what a formula may name there

    def enter(self, scope: str, arguments: Mapping[str, Any]) -> None:
        """A solver begins in this scope."""
        self._names[scope] = dict(arguments)

    def meet(self, scope: str, point: ChoicePoint) -> None:
        """A choice point; MenuError if it was met before with other options."""
        known = self.menu.setdefault(point.name, point)
        if known.options != point.options:
            raise MenuError(f"{point.name} is met with the options {known.options} and with {point.options}")
        if scope not in known.scopes:
            known.scopes.append(scope)

    def record(self, scope: str, path: str, value: Any, how: How, names: Mapping[str, Any]) -> None:
        """A step; MenuError if it was met before."""
        if path in self.board:
            raise MenuError(f"the step {path} is met twice")
        known = self._names[scope]
        how = how() if callable(how) else how
        filled = how if isinstance(how, FilledFormula) else _filled(how, {**known, **names})
        beside = [f"{scope}.{word}" if scope else word for word in filled.uses]
        uses = tuple(step for step in beside if step in self.board)
        self.board[path] = Step(path, value, filled.formula, uses)
        outer, _, name = path.rpartition(".")
        self._names[outer][name] = value


def _filled(how: str | Sequence[tuple[str, Any]], names: Mapping[str, Any]) -> FilledFormula:
    """The formula with whole numbers in the place of their names."""
    formula = how if isinstance(how, str) else " + ".join(term for term, counted in how if counted) or "0"

    def number(match: re.Match[str]) -> str:
        value = names.get(match[0])
        return f"{value:,}" if type(value) is int else match[0]

    terms = NAME.sub(number, formula).split(" + ")
    return FilledFormula(" + ".join(term for term in terms if term != "0") or "0", tuple(NAME.findall(formula)))
