"""Formulas of a question's steps (`step_formulas`), from which mistakes such as a term left out are derived.

They are read from the texts that a solver gives for its steps. `repetitions` finds the whole numbers that multiply a
step on the way to the result, such as num_layers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from checker.derivation.arithmetic import NoValue
from checker.derivation.step_formula import StepFormula, read_term
from checker.derivation.trees import product_of
from checker.engine.errors import ParameterError
from checker.engine.recording import ALIKE, FilledFormula, WrittenStep, terms_of
from checker.engine.trace import TOTAL
from checker.formula.nodes import Name, Node, names_in, walk_nodes

MAX_ALIKE: Final = 8
"""Maximum number of steps with the same formula in which one mistake is made."""


def step_formulas(written: Mapping[str, WrittenStep]) -> dict[str, StepFormula]:
    """Return {path: formula} for the steps whose text can be read as a formula that gives the step's value.

    Mistakes such as a term left out are derived from these formulas.
    """
    alike: defaultdict[Any, list[str]] = defaultdict(list)
    for path, step in written.items():
        if (texts := _texts(step)) and not path.endswith(TOTAL):
            alike[step.scope, texts].append(name_of(path))
    found: dict[str, StepFormula] = {}
    known: dict[Any, StepFormula | None] = {}
    for path, step in written.items():
        if not (texts := _texts(step)):
            continue
        names = alike[step.scope, texts]
        shared = [ALIKE.join(names)] if 1 < len(names) <= MAX_ALIKE else []
        kinds = tuple((name, type(value), getattr(value, "shape", None)) for name, value in step.names.items())
        key = name_of(path), *shared, texts, tuple(map(_is_counted, terms_of(step.how))), kinds
        if key not in known:
            known[key] = _formula([name_of(path), *shared], step)
        if (formula := known[key]) and formula.gives(step.value, step.names):
            found[path] = formula
    return found


def repetitions(written: Mapping[str, WrittenStep], path: str) -> Iterator[tuple[str, int]]:
    """Yield (name, value) of each whole number that multiplies a step in the formulas between it and the result.

    An example is ("num_layers", 12).
    """
    while path not in ("", TOTAL):
        scope, _, name = path.rpartition(".")
        names = {name}
        for step_path, step in written.items():
            if step.scope == scope:
                texts = terms_of(step.how) or [(text, True) for text in _texts(step)]
                nodes = [node for text, counted in texts if counted and (node := _read(text))]
                for node in nodes:
                    yield from _factors_beside(node, names, step.names)
                if any(not names.isdisjoint(names_in(node)) for node in nodes):
                    names.add(name_of(step_path))
        path = scope


def _factors_beside(node: Node, names: Collection[str], values: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield (name, value) of each whole number in a formula that is multiplied with one of `names`."""
    for each in walk_nodes(node):
        factors = product_of(each)
        if factors and any(isinstance(factor, Name) and factor.name in names for factor in factors.factors):
            for factor in factors.factors:
                if isinstance(factor, Name) and factor.name not in names and type(values.get(factor.name)) is int:
                    yield factor.name, values[factor.name]


def _is_counted(term: tuple[str, Any]) -> bool:
    """Return whether a term, (text, number), has a number other than 0."""
    return bool(term[1])


def name_of(path: str) -> str:
    """Return the last name in the path of a step: `queries` for `layer.attention.queries`."""
    return path.rpartition(".")[2]


def _texts(step: WrittenStep) -> tuple[str, ...]:
    """Return the text of each term of a step's formula; none if it is a function, or has its numbers filled in."""
    how = step.how
    if isinstance(how, FilledFormula) or callable(how):
        return ()
    return (how,) if isinstance(how, str) else tuple(term for term, _ in terms_of(how))


def _formula(names: Sequence[str], step: WrittenStep) -> StepFormula | None:
    """Return the formula of a step, known by these names; None if one of its terms cannot be read or has no value."""
    texts = [_as_list(text) if isinstance(step.value, tuple) else text for text in _texts(step)]
    terms = [term for text in texts if (term := _read(text))]
    if not terms or len(terms) < len(_texts(step)):
        return None
    counted = [*map(_is_counted, terms_of(step.how))]
    usable = {name: value for name, value in step.names.items() if name != TOTAL}  # a run has no such name
    try:
        return StepFormula(names, terms, counted, usable, step.value, step.steps)
    except (NoValue, ParameterError):
        return None


def _as_list(text: str) -> str:
    """Return a shape that is written in brackets, `(rows, columns)`, as a list."""
    return f"[{text[1:-1]}]" if text.startswith("(") and text.endswith(")") else text


@lru_cache(maxsize=1024)
def _read(text: str) -> Node | None:
    """Return a formula as a tree; None if it is no expression."""
    try:
        return read_term(text)
    except ParameterError:
        return None
