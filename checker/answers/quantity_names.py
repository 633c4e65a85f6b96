"""Names of quantities: those that an answer has around it, and those of the numbers in a prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from string import ascii_lowercase
from typing import Final

from checker.notation.vocabulary import WORD, lexicon

LABEL: Final = re.compile(r"([^\d=≈:()\[\]*/^+√π\\_]+)[=≈:]")
"""The words before the first sign of an answer: `hidden width: 27648`."""
ANY_WORD: Final = re.compile(WORD)
MOST_WORDS: Final = 3
"""Maximum number of words that say what is counted, or in which unit."""

_AXES: Final = re.compile(r"[,;×]|\b(?:x|by)\b")
"""`channels, height, width: 64, 112, 112`"""
_TWO_NUMBERS: Final = re.compile(r"\d[^=]{0,40}?[^\W\d_]{2}")
"""A number with words between it and another one: `27648 parameters in 4 heads`."""
_FRONT: Final = re.compile(r"([^\d=≈:()\[\]*/^+√π\\.,_]+)(?=[\d(\[])")
_BACK: Final = re.compile(r"[\d)\]]\s+([^\d=≈:()\[\]*/^+,;_]+)\.?\s*$")
_NUMBER: Final = re.compile(r"(?<![\w.-])\[?-?\d[\d.,]*(?<=\d)(?![-\w])")
"""A number that is no part of a name, as in GPT-2."""
_AHEAD: Final = re.compile(rf"\s({WORD})")
_BEFORE: Final = re.compile(
    rf"(?<!\w)({WORD})(?=(?:\s(?:of|is|are|von|de)|\s?([=:])|(?<!s))\s({_NUMBER.pattern})\s?([^.,;?!\n]{{0,30}}))"
)
"""A word before a number, the sign between them, the number, and the text after it."""
_GENERAL: Final = frozenset({"entry", "element", "input", "weight", "parameter", "param"})
"""Words for any of several quantities, besides the fillers and the names of arrays."""
_BETWEEN: Final = re.compile("of|in|for|after|with|per|at|to|on|by|from|over|as|into|and|or|than", re.IGNORECASE)
"""Words that end the name in front of them."""
_LEADING: Final = frozenset({"of", "for", "Of", "For"})
"""Those of them that a name may begin with: `for arrows`."""


def names_of_answer(given: str) -> Iterator[tuple[str, bool]]:
    """Yield the words that name an answer, and whether they are behind it.

    They are before it, before an equals sign, or right behind it.

    >>> list(names_of_answer("hidden width: 27648 heads")), list(names_of_answer("[1, 2] for arrows"))
    ([('hidden width', False), ('heads', True)], [('arrows', True)])
    >>> list(names_of_answer("27648 with biases"))
    []
    """
    if (found := LABEL.match(given) or _FRONT.match(given)) and not _AXES.search(found[1]):
        yield found[1].strip(), False
    if (found := _BACK.search(given)) and not _TWO_NUMBERS.search(given, 0, found.start()):
        name = re.sub(r"^for\s+", "", found[1])
        if not _BETWEEN.fullmatch(name.split(maxsplit=1)[0]):
            yield name.strip(), True


def name_in(text: str) -> str:
    """Return a text up to a preposition in it; empty where it begins with one, and so says only where or when.

    >>> name_in("hidden width of the network"), name_in("for arrows"), name_in("in the layer")
    ('hidden width', 'arrows', '')
    """
    found: list[str] = []
    for word in ANY_WORD.findall(text):
        if _BETWEEN.fullmatch(word) and (found or word not in _LEADING):
            break
        if word.casefold() not in lexicon().fillers:
            found.append(word)
    return " ".join(found)


def main_word(text: str) -> str:
    """Return the main word of a name: the last one before a preposition.

    >>> main_word("the number of heads"), main_word("hidden width of the network"), main_word("the answer is about")
    ('heads', 'width', '')
    """
    return name_in(text).rpartition(" ")[2]


def words_before_numbers(text: str) -> Iterator[re.Match[str]]:
    """Yield the words that say what a number in a prompt is: `a width of 64`, `g = 9.81`, `stride 2`.

    >>> [word[1] for word in words_before_numbers("Its layer has 4 heads, a width of 64 and stride 2.")]
    ['width', 'stride']
    """
    return (word for word in _BEFORE.finditer(text) if not _ends_name(word[1]))


def counted_things(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the words for what is counted by a number in a prompt: `4 attention heads`."""
    for number in _NUMBER.finditer(text):
        end = number.end()
        for _ in range(MOST_WORDS):
            if not (word := _AHEAD.match(text, end)) or _ends_name(word[1]):
                break
            yield word.span(1)
            end = word.end()


@cache
def general_words() -> frozenset[str]:
    """Return the words that may name any quantity, and what is no word."""
    return frozenset(map(folded, lexicon().fillers | lexicon().arrays)) | _GENERAL | set(ascii_lowercase) | {""}


def _ends_name(word: str) -> bool:
    return bool(_BETWEEN.fullmatch(word)) or word.casefold() in lexicon().fillers | lexicon().reserved


def folded(word: str) -> str:
    """Return a word in lower case and in the singular.

    >>> folded("Queries"), folded("biases"), folded("bias"), folded("mass")
    ('query', 'bia', 'bia', 'mass')
    """
    word = word.casefold()
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ses", "xes", "ches", "shes")):
        word = word[:-2]
    return word.removesuffix("s") if not word.endswith("ss") else word
