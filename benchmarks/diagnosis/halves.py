"""Two halves of the question types and of their drawn parameters: nothing is tuned on the reported half.

Priors, weights and the guard's thresholds are the catalogue's; none was fitted to either half.  Whoever changes the
engine looks at `tune`, and lets `report` speak once.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Final

from checker.questions.registry import solver, topics

HALVES: Final = ("report", "tune")


def half_of(name: str) -> str:
    """Return the half of a type; it depends on the name alone, so that later types have one too."""
    return HALVES[hashlib.sha256(name.encode()).digest()[-1] % 2]


def types() -> list[str]:
    """Return the types that can be measured: those with choice points."""
    return [name for name in topics() if _has_choices(name)]


def seed(half: str, name: str, what: object) -> Random:
    """Return a generator with the same numbers in each run, and others for each half, type and purpose."""
    return Random(f"{half} {name} {what}")


def _has_choices(name: str) -> bool:
    from checker.questions.parameters import arguments
    from checker.questions.variant import Variant

    question = solver(name)
    return bool(Variant(question, arguments(question, question.examples[0])).menu)
