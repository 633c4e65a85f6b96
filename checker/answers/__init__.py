"""Kinds of answers: how each is read, compared and shown.  The file of a kind has its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from checker.answers.base import Kind
from checker.answers.compare import Comparison, Judge
from checker.answers.reading import Reading, fit_shape, flatten, hints_of, is_whole
from checker.answers.tolerance import Tolerance
from checker.notation.number import Hints, StatedNumber
from checker.notation.text import is_blank

__all__ = [
    "KINDS",
    "Comparison",
    "Hints",
    "Judge",
    "Kind",
    "Reading",
    "StatedNumber",
    "Tolerance",
    "fit_shape",
    "flatten",
    "hints_of",
    "is_blank",
    "is_whole",
    "kind",
]

KINDS: Final = ("number", "shape", "vector", "matrix", "complexity", "choice", "text", "formula")
"""Kinds in the order in which a truth is tried: whole numbers in a row are a shape, and one number is no formula."""


@cache
def kind(name: str) -> Kind:
    """Return the kind of answer with this name.  Raises KeyError if there is none; imports only its file."""
    if name not in KINDS:
        raise KeyError(name)
    found: Kind = import_module(f"{__name__}.{name}").kind
    return found
