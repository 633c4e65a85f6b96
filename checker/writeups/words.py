"""Words of prompts and of write-ups, reduced to what they have in common."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import log
from typing import Final

_TOKEN: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:[,  ' ]\d{3})*(?:\.\d+)?")
_COMMAND: Final = re.compile(r"\\(?:text|mathrm|mathbf|mathit|operatorname)\b|\\[a-zA-Z]+|[{}$\\_^]")
_SEPARATORS: Final = re.compile(r"[,  ' ](?=\d{3})")
_STEM: Final = 6
_ENDINGS: Final = ("ings", "ing", "es", "ed", "s")
_COMMON: Final = frozenset(
    """a an and are as at be by can do does for from has have how i if in into is it its many much of on one or so
    than that the their them then there they this to two up was we what when where which with you your not no all each
    our us my me let also but will would should following given question answer""".split()
)
"""English words that say nothing about a question."""


def tokens(text: str) -> list[str]:
    """Return the telling words and numbers of a text, each reduced to its stem.

    >>> tokens("How many parameters do the layers of width 40,000 hold?")
    ['parame', 'layer', 'width', '40000', 'hold']
    """
    return list(_tokens(text))


@lru_cache(1024)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(token for word in _TOKEN.findall(_COMMAND.sub(" ", text)) if (token := _reduced(word)))


@lru_cache(4096)
def _reduced(word: str) -> str:
    if word[0].isdigit():
        number = _SEPARATORS.sub("", word)
        return number.rstrip("0").rstrip(".") if "." in number else number
    word = word.casefold()
    if word in _COMMON or (len(word) == 1 and word.isascii()):
        return ""
    for ending in _ENDINGS:
        if len(word) > len(ending) + 3 and word.endswith(ending):
            word = word.removesuffix(ending)
            break
    return word[:_STEM]


def weights(texts: Iterable[Iterable[str]]) -> dict[str, float]:
    """Return how much a token tells these texts apart: 0 for one that all of them have."""
    sets = [set(text) for text in texts]
    counts = Counter(token for each in sets for token in each)
    return {token: log(len(sets) / count) for token, count in counts.items()}
