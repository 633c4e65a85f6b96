"""Ids of review groups: equal answers to one part that need a person for the same reason."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from checker.grading.grader.old_sentences import SENTENCES, UNREADABLE
from checker.notation.text import brief

HASH_DIGITS: Final = 10
"""Hexadecimal digits of an id or a fingerprint."""

QUOTED: Final = re.compile(r'["“](.*?)["”]')
SLOT: Final = re.compile(r"\{\d\}")
PUNCTUATION: Final = '.,;:?!()"“”'


class Reason(NamedTuple):
    """Why an answer needs a person."""

    code: str
    """Group ids are made of the code, so the sentence may be reworded."""
    sentence: str
    values: tuple[str, ...] = ()
    """The names in the sentence."""
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


@lru_cache(4096)
def old_group_id(problem: str, part: str | None, answer: str, reason: Reason, wanted: frozenset[str]) -> str | None:
    """Return the id of the group in an earlier version, which hashed the reason's sentence, if it is a wanted one."""
    start = hashlib.sha256(json.dumps([problem, part, " ".join(answer.split())])[:-1].encode())
    for sentence in _old_sentences(answer, reason):
        whole = start.copy()  # of the text that `group_id` hashes
        whole.update(f", {json.dumps(sentence)}]".encode())
        if (id_ := whole.hexdigest()[:HASH_DIGITS]) in wanted:
            return id_
    return None


def _old_sentences(answer: str, reason: Reason) -> Iterator[str]:
    """Yield the sentences in which earlier versions may have put a reason."""
    yield reason.sentence
    if reason.code in SENTENCES:
        yield SENTENCES[reason.code].format(*reason.values)
    if reason.code == "unreadable":
        words = reason.sentence.split()
        quotes = dict.fromkeys([*QUOTED.findall(reason.sentence), brief(answer), brief(answer, 20)])
        names = [word.strip(PUNCTUATION) for word in words]
        pairs = {pair for gap in (1, 2, 3) for pair in zip(names, names[gap:], strict=False)}  # `X Y` to `X or as Y`
        ends = [" ".join(words[place:])[:-1] for place in range(len(words))]
        for template in UNREADABLE:
            slots = sorted(set(SLOT.findall(template)))
            unquoted = [slot for slot in slots if f'"{slot}"' not in template]
            others = ends if len(unquoted) == 1 and template[:-1].endswith(unquoted[0]) else names
            for values in product(*(others if slot in unquoted else quotes for slot in slots)):
                if not unquoted[1:] or values[-2:] in pairs:
                    yield template.format(*values)
