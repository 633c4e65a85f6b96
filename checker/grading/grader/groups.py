"""Ids of review groups: equal answers to one part that need a person for the same reason."""

from __future__ import annotations

import hashlib
import json
from typing import Final, NamedTuple

HASH_DIGITS: Final = 10
"""Hexadecimal digits of an id or a fingerprint."""


class Reason(NamedTuple):
    """Why an answer needs a person."""

    code: str
    """Group ids are made of the code, so the sentence may be reworded."""
    sentence: str
    candidates: str = ""
    """What a person chooses from; only answers with equal ones are in one group."""


def short_hash(text: str) -> str:
    """Return a short hash of a text, which may hold half a character."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_DIGITS]


def fingerprint(answer: str) -> str:
    """Return a short hash of an answer as it was given, however its words are spaced."""
    return short_hash(" ".join(answer.split()))


def group_id(problem: str, part: str | None, answer: str, code: str) -> str:
    """Return the id of the group that an answer belongs to."""
    return short_hash(json.dumps([problem, part, " ".join(answer.split()), code]))
