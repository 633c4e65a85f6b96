"""Question types.  One file in a folder below is one type, by its file name, and nothing else is needed.

A type's file holds a function of that name (the solver), and
    explain    a sentence for each option of each choice point; a dict, or a function of the arguments that gives one;
               of a choice a sentence to the student, of a convention a predicate ("counts W_O"), for either direction;
               a sentence that only holds under one option of a convention has others beside it, with the option in
               their keys: "root.forgotten if scale.none"
    weights    how common a mistake is, by choice point or by `point.option`: 4 common, 2 (the default), 1 rare; a dict,
               or a function of the arguments that gives one
    examples   parameter sets that together meet every choice point and let every option make a difference
    may_fail   mistakes that do not fit every question, such as a row after the last one: their runs may fail.  Those of
               all others give a number, or raise ParameterError for sizes that no question can have; may be left out
    draw(rng)  valid random parameters
    secret     parameters that give the answer away, and are never filled into a prompt; may be left out
    fills      what a prompt may name beside the parameters: a function of those that may be told; may be left out
    named      the share of all mistakes that are on the menu: 1, or less where it is only derived; may be left out
    units      where steps are measured in other units than the result: {step: unit, or "" for none}; a dict, or a
               function of the arguments that gives one; may be left out
    written    the formula of a step as the author wrote it, for types that are given one: a function of the step and
               the arguments; may be left out
    parsed     its tree, and the trees of the symbols that it is made of, likewise; may be left out
    one_by_one True where a run for many students is no faster than one for each: see `many`; may be left out
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from checker import shipped
from checker.notation.nodes import Node

DEFAULT_WEIGHT = 2
IF = " if "
"""Between a mistake and the option of a convention under which something else is said of it."""
NO_ARGUMENTS: Mapping[str, Any] = {}


def under(sentences: Mapping[str, str], right: Collection[str]) -> Mapping[str, str]:
    """Return the sentences by mistake id, where these options of the conventions are right.

    >>> under({"root.forgotten": "Not its root.", "root.forgotten if scale.none": "Not divided."}, {"scale.none"})
    {'root.forgotten': 'Not divided.'}
    """
    conditional = {key: said for key, said in sentences.items() if IF in key}
    if not conditional:
        return sentences
    found = {key: said for key, said in sentences.items() if IF not in key}
    for key, said in conditional.items():
        mistake, _, option = key.partition(IF)
        if option in right:
            found[mistake] = said
    return found


def _nothing(_: Mapping[str, Any]) -> Mapping[str, Any]:
    return {}


def _unwritten(_: str, **__: Any) -> str:
    return ""


def _unparsed(_: str, **__: Any) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Solver:
    """A question type, as its file declares it."""

    name: str
    function: Callable[..., Any]
    sentences: Mapping[str, str] | Callable[..., Mapping[str, str]]
    frequencies: Mapping[str, int] | Callable[..., Mapping[str, int]]
    examples: Sequence[Mapping[str, Any]]
    draw: Callable[[Random], dict[str, Any]]
    measures: Mapping[str, str] | Callable[..., Mapping[str, str]] = field(default_factory=dict)
    secret: Collection[str] = ()
    named: float = 1.0
    fills: Callable[[Mapping[str, Any]], Mapping[str, Any]] = _nothing
    written: Callable[..., str] = _unwritten
    parsed: Callable[..., tuple[Node, Mapping[str, Node]] | None] = _unparsed
    one_by_one: bool = False
    may_fail: Collection[str] = ()

    @property
    def documentation(self) -> str:
        """The docstring of the solver."""
        return inspect.getdoc(self.function) or ""

    def explain(self, arguments: Mapping[str, Any]) -> Mapping[str, str]:
        """The sentences by mistake id, for these arguments; see `under` for those that depend on conventions."""
        return self.sentences(**arguments) if callable(self.sentences) else self.sentences

    def weights(self, arguments: Mapping[str, Any]) -> Mapping[str, int]:
        """The relative frequencies that are not the default, for these arguments."""
        return self.frequencies(**arguments) if callable(self.frequencies) else self.frequencies

    def units(self, arguments: Mapping[str, Any]) -> Mapping[str, str]:
        """The units of steps, where they are not that of the result, for these arguments."""
        return self.measures(**arguments) if callable(self.measures) else self.measures

    def weight(self, point: str, option: str, arguments: Mapping[str, Any] = NO_ARGUMENTS) -> int:
        """The relative frequency of a mistake."""
        weights = self.weights(arguments)
        return weights.get(f"{point}.{option}") or weights.get(point, DEFAULT_WEIGHT)


@cache
def topics() -> dict[str, str]:
    """The topic (folder) of each question type; nothing is imported."""
    folders = {topic: [f"{path}/{topic}" for path in __path__] for topic in shipped.packages(__path__)}
    return {name: topic for topic, paths in folders.items() for name in shipped.modules(paths)}


@cache
def solver(name: str) -> Solver:
    """The question type of this name; only its own file is imported.  KeyError if there is none."""
    module = import_module(f"{__name__}.{topics()[name]}.{name}")
    return Solver(
        name,
        getattr(module, name),
        module.explain,
        module.weights,
        module.examples,
        module.draw,
        getattr(module, "units", {}),
        getattr(module, "secret", ()),
        getattr(module, "named", 1.0),
        getattr(module, "fills", _nothing),
        getattr(module, "written", _unwritten),
        getattr(module, "parsed", _unparsed),
        getattr(module, "one_by_one", False),
        getattr(module, "may_fail", ()),
    )
