"""Finds kinds of answers, such as number or formula: `kind` by name, `natural_kind` for a right answer.

Each kind is one file of this room, imported on first use.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from checker import kinds
from checker.engine.values.complex_number import ComplexNumber
from checker.engine.values.encoded import EncodedValue
from checker.kinds.base import Kind
from checker.reading.reading import flatten
from checker.text import packaged

HELPERS: Final = frozenset(("base", "compare", "registry"))
"""Files of this room that are no kind."""

KINDS: Final = tuple(name for name in packaged.modules(kinds.__path__) if name not in HELPERS)
"""The names of all kinds."""


@cache
def kind(name: str) -> Kind:
    """Return the kind of answer with this name.  Raises KeyError if there is none; imports only its file."""
    if name not in KINDS:
        raise KeyError(name)
    found: Kind = import_module(f"{kinds.__name__}.{name}").kind
    return found


def natural_kind(truth: Any, *, has_unit: bool) -> Kind:
    """Return the kind of answer for a right answer whose problem file names no kind.

    A list of whole numbers is a shape, unless it has a unit.  Other numbers are a number, vector or matrix by axes.
    An EncodedValue carries the name of its kind, and a ComplexNumber is of kind `complex`.
    """
    if isinstance(truth, EncodedValue):
        return kind(truth.kind)
    if isinstance(truth, ComplexNumber):
        return kind("complex")
    axes = len(flatten(truth)[0])
    if axes == 1 and not has_unit and isinstance(truth, tuple | list) and kind("shape").fits(truth):
        return kind("shape")
    return kind(("number", "vector", "matrix")[axes])
