"""Kinds of answers: how each is read from text, compared and shown.  One file is one kind, its name the kind's name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from checker.answers.compare import Comparison, Judge
from checker.answers.reading import Kind, Reading, fitted, flatten, hints_of
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
    "fitted",
    "flatten",
    "hints_of",
    "is_blank",
    "kind",
]

KINDS: Final = ("number", "shape", "vector", "matrix", "complexity", "choice", "text", "formula")
"""In the order in which a truth is tried: whole numbers in a row are a shape, and one number is no formula."""


@cache
def kind(name: str) -> Kind:
    """The kind of answer of this name.  KeyError if there is none; only its own file is imported."""
    if name not in KINDS:
        raise KeyError(name)
    found: Kind = import_module(f"{__name__}.{name}").kind
    return found
