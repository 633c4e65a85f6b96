"""Two halves of the question types, and of the parameters drawn for them: nothing is tuned on what is reported.

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
    """The half that a type belongs to: a property of its name, so that later types fall into place."""
    return HALVES[hashlib.sha256(name.encode()).digest()[-1] % 2]


def types() -> list[str]:
    """The types that can be measured: those with choice points."""
    return [name for name in topics() if _has_choices(name)]


def seed(half: str, name: str, what: object) -> Random:
    """The same numbers on each run, and others for each half, type and purpose."""
    return Random(f"{half} {name} {what}")


def _has_choices(name: str) -> bool:
    from checker.questions.parameters import arguments
    from checker.questions.variant import Variant

    question = solver(name)
    return bool(Variant(question, arguments(question, question.examples[0])).menu)
