"""The records of a run of a solver: its choice points (the menu), and the steps of its worked solution (the board).

An `Option` of a choice point has the sentence about it.

Also `AUTHOR_LISTED`, the name of the choice point of the wrong answers that an author lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from checker.engine.weights import USUAL


class FilledFormula(NamedTuple):
    """A step's formula with its numbers filled in, and the names of the earlier steps and parameters that it uses."""

    formula: str
    uses: tuple[str, ...] = ()


StepFormula = str | FilledFormula | Sequence[tuple[str, Any]] | Callable[[], str | FilledFormula]
"""A formula in the parameters' names; or its terms with their values, where terms with the value 0 are not shown.

A callable builds the formula from values, and is called only where it is read.
"""


AUTHOR_LISTED: Final = "listed"
"""The choice point whose options are wrong answers that an author lists.  They need no guard against coincidence."""

_NAME: Final = re.compile(r"([A-Za-z_]\w*)")


class MenuError(LookupError):
    """Raised where a run is given the name of a choice, an option or a step that its solver does not have."""


@dataclass(slots=True)  # not frozen: each run makes some hundred
class Option:
    """What a student may take at a choice point: its value, the sentence about it, and how common it is."""

    value: Any
    says: str = ""
    weight: int = USUAL


@dataclass(slots=True)
class ChoicePoint:
    """A point of a solver at which students may go wrong, or courses differ: its options and the right one of them.

    `scopes` are the places where the solver met it, such as `layer.attention`.
    """

    name: str
    options: tuple[str, ...]
    right: str
    is_convention: bool = False
    follows: str | None = None
    scopes: list[str] = field(default_factory=list)
    says: dict[str, str] = field(default_factory=dict)
    """The sentence about each option."""
    weights: dict[str, int] = field(default_factory=dict)
    """How common each option is, compared with the others of the question; USUAL if it is not here."""

    def tell(self, options: Mapping[str, Any]) -> ChoicePoint:
        """Add what options say; plain values say nothing, because the same belief speaks elsewhere."""
        for name, option in options.items():
            if isinstance(option, Option):
                self.weights[name] = option.weight
                if option.says:
                    self.says[name] = option.says
        return self

    @property
    def wrong(self) -> tuple[str, ...]:
        """Return the names of all options but the right one."""
        return tuple(option for option in self.options if option != self.right)


@dataclass(slots=True, frozen=True)
class Step:
    """A line of the worked solution.  `path` starts with its scopes, as in `layer.attention.queries`."""

    path: str
    value: Any
    formula: str
    uses: tuple[str, ...] = ()
    """The steps of the same scope that its formula names."""


MakePoints = Callable[[], Iterable[ChoicePoint]]


class Recording:
    """The recording of one run: its choice points by name (`menu`) and its steps by path (`board`)."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self.conventions: dict[str, ChoicePoint] = {}
        self.board: dict[str, Step] = {}
        self._met: list[tuple[str, MakePoints]] = []
        self._names = {"": dict(arguments)}  # by scope: the names that a formula may use there

    def copy(self) -> Recording:
        """Return a copy, to which choice points and steps can be added without changing this one."""
        copied = Recording({})
        copied.conventions, copied.board, copied._met = dict(self.conventions), dict(self.board), list(self._met)
        return copied

    @cached_property
    def menu(self) -> Mapping[str, ChoicePoint]:
        """Return all choice points by name, also conventions; those derived from formulas are made on first use.

        What an outer solver says of an option counts more than what one inside it says, and the first more than those
        after it.  Raise MenuError if a point was met with other options.
        """
        menu: dict[str, ChoicePoint] = {}
        met = [(scope, point) for scope, points in self._met for point in points()]
        for scope, point in met:
            known = menu.setdefault(point.name, replace(point, scopes=[], says={}, weights={}))
            if known.options != point.options:
                raise MenuError(f"{point.name} occurs with the options {known.options} and with {point.options}")
            if scope not in known.scopes:
                known.scopes.append(scope)
        for _, point in sorted(met, key=lambda each: each[0].count(".") + bool(each[0])):
            known = menu[point.name]
            known.says, known.weights = point.says | known.says, point.weights | known.weights
        return menu

    def __getstate__(self) -> dict[str, Any]:
        """Return what is sent to another process, with the derived choice points made."""
        met: list[tuple[str, MakePoints]] = [
            (scope, partial(list, [point])) for point in self.menu.values() for scope in point.scopes
        ]
        return {**self.__dict__, "_met": met}

    def enter_scope(self, scope: str, arguments: Mapping[str, Any]) -> None:
        """Record the arguments of a solver that is called inside another one; formulas in this scope may use them."""
        self._names[scope] = dict(arguments)

    def record_points(self, scope: str, points: MakePoints) -> None:
        """Record how to make the choice points that the solver met, which is done when the menu is first read."""
        self._met.append((scope, points))

    def record_convention(self, scope: str, point: ChoicePoint) -> None:
        """Record a convention that the solver met, with its scope at once: the unit of a step depends on it."""
        known = self.conventions.setdefault(point.name, point)
        if scope not in known.scopes:
            known.scopes.append(scope)
        self.record_points(scope, lambda: [point])

    def record_step(self, scope: str, path: str, value: Any, how: StepFormula, names: Mapping[str, Any]) -> None:
        """Record a step of the worked solution under its path.  Raise MenuError if this path was recorded before."""
        if path in self.board:
            raise MenuError(f"the step {path} occurs twice")
        how = how() if callable(how) else how
        filled = how if isinstance(how, FilledFormula) else _fill_in(how, {**self._names[scope], **names})
        paths = [f"{scope}.{word}" if scope else word for word in filled.uses]
        uses = tuple(step for step in paths if step in self.board)
        self.board[path] = Step(path, value, filled.formula, uses)
        outer, _, name = path.rpartition(".")
        self._names[outer][name] = value


def _fill_in(how: str | Sequence[tuple[str, Any]], names: Mapping[str, Any]) -> FilledFormula:
    formula = how if isinstance(how, str) else " + ".join(term for term, counted in how if counted) or "0"
    words = _NAME.split(formula)  # each second one is a name
    shown = [f"{value:,}" if type(value := names.get(word)) is int else word for word in words]
    terms = [term for term in "".join(shown).split(" + ") if term != "0"]
    return FilledFormula(" + ".join(terms) or (formula and "0"), tuple(words[1::2]))


def option_name(place: int) -> str:
    """Return the name of the wrong answer at this place (from 0) of an author's list: `mistake_1` for place 0."""
    return f"mistake_{place + 1}"


def author_sentences(texts: Sequence[str]) -> dict[str, str]:
    """Return the authors' texts about their listed wrong answers as whole sentences, by the id of the mistake."""
    return {f"{AUTHOR_LISTED}.{option_name(place)}": _sentence(text) for place, text in enumerate(texts)}


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ")")) else ".")
