"""Ids of review groups: equal answers to one part that need a person for the same reason."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from checker.grading.old_sentences import SENTENCES, UNREADABLE
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
def old_group_ids(problem: str, part: str | None, answer: str, reason: Reason) -> frozenset[str]:
    """Return the ids of the group in earlier versions, which hashed the reason's sentence in place of its code."""
    return frozenset(group_id(problem, part, answer, sentence) for sentence in _old_sentences(answer, reason))


def _old_sentences(answer: str, reason: Reason) -> Iterator[str]:
    """Yield the sentences in which earlier versions may have put a reason."""
    yield reason.sentence
    if reason.code in SENTENCES:
        yield SENTENCES[reason.code].format(*reason.values)
    if reason.code == "unreadable":
        words = reason.sentence.split()
        quotes = dict.fromkeys([*QUOTED.findall(reason.sentence), brief(answer), brief(answer, 20)])
        names = dict.fromkeys(word.strip(PUNCTUATION) for word in words)
        ends = [" ".join(words[place:])[:-1] for place in range(len(words))]
        for template in UNREADABLE:
            pools = []
            for slot in sorted(set(SLOT.findall(template))):
                is_end = template[:-1].endswith(slot) and template.count(slot) == 1
                pools.append(quotes if f'"{slot}"' in template else ends if is_end else names)
            yield from (template.format(*values) for values in product(*pools))
