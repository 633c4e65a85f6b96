"""Registry of question types: what the file of a type declares, found by its name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from checker import solvers
from checker.notation import packaged
from checker.notation.nodes import Node

DEFAULT_WEIGHT = 2
IF = " if "
"""Between a mistake and the option of a convention under which something else is said of it."""
NO_ARGUMENTS: Mapping[str, Any] = {}


def for_conventions(sentences: Mapping[str, str], right: Collection[str]) -> Mapping[str, str]:
    """Return the sentences by mistake id, where these options of the conventions are right.

    >>> said = {"root.left_out": "Not its root.", "root.left_out if scale.none": "Not divided."}
    >>> for_conventions(said, {"scale.none"})
    {'root.left_out': 'Not divided.'}
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
        """Return the sentences by mistake id, for these arguments; see `for_conventions`."""
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
    folders = {topic: [f"{path}/{topic}" for path in solvers.__path__] for topic in packaged.packages(solvers.__path__)}
    return {name: topic for topic, paths in folders.items() for name in packaged.modules(paths)}


@cache
def solver(name: str) -> Solver:
    """The question type of this name; only its own file is imported.  KeyError if there is none."""
    module = import_module(f"{solvers.__name__}.{topics()[name]}.{name}")
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
