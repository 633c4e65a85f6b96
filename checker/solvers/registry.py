"""Registry of question types: finds the file of a type by its name, and returns what it declares as a `Solver`.

`topics` names all types without importing any.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from checker import solvers
from checker.document.findings import ProblemError
from checker.engine.errors import ParameterError
from checker.formula.nodes import Node
from checker.solvers import outside
from checker.solvers.formula_types import FormulaType, formula_type, own_files
from checker.text import packaged

if TYPE_CHECKING:
    from checker.derivation.formula_sentences import FormulaSentences

Arguments = Mapping[str, Any]

_TRIES: Final = 5
"""Maximum number of values that are drawn in place of one of an example."""


@dataclass(frozen=True, slots=True, eq=False)
class Solver:
    """A question type as its file declares it: the function that solves it, sentences, examples, weights.

    `checker/solvers/__init__.py` says what each name means; those with a default need not be declared.
    """

    name: str
    function: Callable[..., Any]
    examples: Sequence[Arguments]
    draw: Callable[[Random], dict[str, Any]]
    units: Callable[[Arguments], Mapping[str, str]] = lambda _: {}
    secret: Collection[str] = ()
    named: float = 1.0
    fills: Callable[[Arguments], Mapping[str, Any]] = lambda _: {}
    in_words: Callable[..., FormulaSentences | None] = lambda *_, **__: None
    parsed: Callable[..., tuple[Node, Mapping[str, Node]] | None] = lambda *_, **__: None
    path: Path | None = None
    """The file of a type from outside the package."""
    digest: str = ""
    """A hash of that file and all next to it; another one is another type."""

    def __reduce__(self) -> tuple[Callable[..., Solver], tuple[str, Path | None]]:
        """Return what finds it in another process."""
        return _in_another_process, (self.name, self.path and self.path.absolute())

    def fault(self, message: str, *path: str | int) -> ProblemError:
        """Return the error for what is wrong in the file of a type from outside.

        It is at a path of a YAML file; in Python where the last name of the path is first written.
        """
        assert self.path  # noqa: S101 - of a type of the package no other fault is told
        if isinstance(self.function, FormulaType):
            return outside.fault(self.path, message, *self.function.findings.place(path, at_key=True))
        text = source_of(self)
        word = next((each for each in reversed(path) if isinstance(each, str)), self.name)
        at = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
        return outside.fault(self.path, message, text.count("\n", 0, at.start()) + 1 if at else 1)

    @property
    def documentation(self) -> str:
        """Return the docstring of the solver, which documents the question type, each of its paragraphs on one line."""
        function = self.function
        written = function.documentation if isinstance(function, FormulaType) else inspect.getdoc(function) or ""
        about, *example = written.partition("\n>>>")
        return re.sub(r"\n +", " ", about) + "".join(example)


def topics() -> dict[str, str]:
    """Return the topic of each question type, which is its folder.  Nothing is imported."""
    return outside.own_topics() | dict.fromkeys(outside.public(), outside.FOLDER)


def is_type(name: str) -> bool:
    """Return whether there is a question type of this name."""
    return name in outside.own_topics() or name in outside.public()


def solver(name: str) -> Solver:
    """Return the question type of this name, and read only its file.  Raise KeyError if there is none.

    Raise ProblemError for faults in the file of a type from outside the package.
    """
    return _solver(name) if name in outside.own_topics() else _from_outside(outside.paths()[name], outside.digest())


def source_of(type_: Solver) -> str:
    """Return the text of the file of a question type."""
    return outside.text_of(type_.path) if type_.path else packaged.text(solvers.__name__, own_files()[type_.name])


def version_of(name: str) -> str:
    """Return a hash of what decides the questions of a type, next to the package; empty if nothing does."""
    return "" if name in outside.own_topics() or not is_type(name) else outside.digest()


@cache
def _solver(name: str) -> Solver:
    if own_files()[name].endswith(".yaml"):
        return _of_formulas(formula_type(name))
    return _of_module(name, import_module(f"{solvers.__name__}.{outside.own_topics()[name]}.{name}"))


@cache
def _from_outside(path: Path, digest: str) -> Solver:
    """Return the question type in a file; another digest of all types makes it read the file again."""
    if path.suffix == ".yaml":
        found = _of_formulas(outside.read_formulas(path))
    else:
        found = _of_module(path.stem, outside.read_module(path, (path.stem, "examples")))
    return replace(found, path=path, digest=digest, units=outside.guarded(path)(found.units))


def _of_formulas(type_: FormulaType) -> Solver:
    return Solver(type_.__name__, type_, type_.examples, type_.draw, units=lambda _: type_.units)


def _of_module(name: str, module: ModuleType) -> Solver:
    declared = {each.name: getattr(module, each.name) for each in fields(Solver) if hasattr(module, each.name)}
    declared.setdefault("draw", partial(_drawn_like, module.examples, getattr(module, name)))
    if callable(units := declared.get("units", {})):
        declared["units"] = lambda arguments: dict(units(**arguments))
    else:
        declared["units"] = lambda _: units
    return Solver(**declared | {"name": name, "function": getattr(module, name)})


def _drawn_like(examples: Sequence[Arguments], function: Callable[..., Any], rng: Random) -> dict[str, Any]:
    """Return an example with other numbers, as far as the type accepts them."""
    found = deepcopy(dict(rng.choice(examples)))

    def change(holder: Any, key: Any) -> None:
        before = holder[key]
        for _ in range(_TRIES):
            holder[key] = _similar(before, rng)
            try:
                function(**found)
            except ParameterError:
                continue
            return
        holder[key] = before
        for each in before if isinstance(before, dict) else range(len(before)) if isinstance(before, list) else ():
            change(before, each)

    for name in found:
        change(found, name)
    return found


def _similar(value: Any, rng: Random) -> Any:
    """Return a value with other numbers, each of the same sign and decimals."""
    match value:
        case dict():
            return {key: _similar(each, rng) for key, each in value.items()}
        case list():
            return [_similar(each, rng) for each in value]
        case int() if not isinstance(value, bool):
            drawn = rng.randint(bool(value), 2 * abs(value) + 1)
            return -drawn if value < 0 else drawn
        case float():
            return round(value * rng.uniform(0.5, 1.5), -int(Decimal(str(value)).as_tuple().exponent))
    return value


def _in_another_process(name: str, path: Path | None) -> Solver:
    if path and outside.paths().get(name) != path:
        outside.use_types(path.parent, is_asked=False)
    return solver(name)
