"""What is said to students about their answers to a problem, below full feedback, in the form in which it is kept.

It is made where wrong answers are marked, since the same mistakes explain them, and for the pages where it is missing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from checker.marking.parts import PartOutcomes
from checker.problems import Problem

LEVEL: Final = "explain"
"""Level of feedback of pages, if none is given."""

DECIDED: Final = frozenset({"correct", "carried", "partial", "incorrect"})
READ: Final = DECIDED | {"unreadable"}


def is_judged(record: Mapping[str, Any]) -> bool:
    """Return whether checker decided on an answer."""
    return record["status"] in DECIDED and "review" not in record


def key_of(level: str, problem: Problem, version: str | None, given: Mapping[str | None, str]) -> str:
    """Return the key under which is kept what is said to the answers to a version of a problem."""
    content = [level, problem.id, version, problem.drawn, *given.items()]
    return f"feedback {hashlib.sha256(json.dumps(content).encode()).hexdigest()}"


def written(outcomes: PartOutcomes) -> str:
    """Return the status, the feedback and the reading of each answer, as they are kept."""
    return json.dumps([(part, each.status, each.feedback, each.shown_reading) for part, each in outcomes.items()])
