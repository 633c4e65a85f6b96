"""Splits an answer with a formula at its equals signs into formulas and numbers, without names such as `total =`.

The result is text: no side is parsed or compared here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final, NamedTuple

from checker.formula.alphabet import Alphabet, is_product
from checker.formula.functions import RESERVED_NAMES, SPELLINGS
from checker.formula.names import NAME, latex_greek
from checker.reading.surrounding_text import is_label, without_front
from checker.text.numeral import NUMERAL
from checker.text.plain import plain, refuse_long
from checker.text.vocabulary import NO_WORDS, SCALE_LETTERS, Words

MAX_LENGTH: Final = 2_000
MAX_SIDES: Final = 20

EQUALS: Final = re.compile(r":?={1,3}|≈")
PIECE: Final = re.compile(rf"(?P<number>{NUMERAL})|{NAME}", re.ASCII)
"""A number or a name."""

_INDEX: Final = re.compile(r"(?<!log)(?<!root)_ ?\( ?(\( ?)?([A-Za-z0-9]+(?:_[A-Za-z0-9]+)*) ?(?(1)\) ?)\)")
"""`N_{heads}`, as the text has it without its braces."""
_BRACKETS: Final = str.maketrans("[]", "()")
_LONE_X: Final = re.compile(r"(?<=[\w)]) [xX] (?=[\w(])")
_STOP: Final = re.compile(r"(?<=[\w)|!]) ?[.,;?]$")
_ENDING: Final = re.compile(
    r"(?<=[\w)])(?: (?:parameters|params|weights|operations|flops|in total|in all))+[.]?$", re.IGNORECASE
)
_TAIL: Final = re.compile(r"(?<=[\d.)]) ?[^\W\d_]+(?: [^\W\d_]+)*\.?$")
"""Words after a number."""


class Sides(NamedTuple):
    """An answer such as `4d² = 16384` in two texts: its formulas joined with `=`, and its numbers joined with `=`.

    Each may be empty.
    """

    formula: str
    number: str


class _OtherWords(Words):
    """The words of a question that are no symbols of its formulas."""

    def __init__(self, words: Words, symbols: Mapping[str, str]) -> None:
        super().__init__(lambda: words.text)
        self._words, self._symbols = words, symbols

    @cached_property
    def all(self) -> frozenset[str]:
        """Return the words of the question that are no symbols."""
        return self._words.all.difference(self._symbols)


def split_sides(text: str, alphabet: Alphabet, words: Words = NO_WORDS) -> Sides:
    """Return the formulas and the numbers in an answer, without labels such as `total =`.  Raise UnreadableAnswer."""
    refuse_long(text)
    spellings = alphabet.spellings
    body = plain(latex_greek(text), MAX_LENGTH)
    body = _INDEX.sub(r"_\2", body).translate(_BRACKETS)
    body = _STOP.sub("", body if {"x", "X"} & spellings.keys() else _LONE_X.sub("×", body))
    others = _OtherWords(words, spellings)
    *before, last = (side.strip() for side in EQUALS.split(body, maxsplit=MAX_SIDES))
    sides = [_ENDING.sub("", _without_front(side, spellings, others)) for side in (*before, last)]
    labels = [side for side in sides[:-1] if _is_label(side, spellings, others) and not _is_used(side, last, spellings)]
    sides = [side for side in sides[:-1] if side not in labels] + sides[-1:]
    formulas: list[str] = []
    numbers: list[str] = []
    for side in filter(None, sides):
        (formulas if _has_symbols(side, spellings) else numbers).append(side)
    return Sides(" = ".join(formulas), " = ".join(numbers))


def _without_front(side: str, spellings: Mapping[str, str], words: Words) -> str:
    """Return a side without the words that lead up to it; a symbol of the question is none of them: `a sin(x)`."""
    rest = without_front(side, words)
    front = side[: len(side) - len(rest)]
    symbol = next((each for each in PIECE.finditer(front) if each[0] in spellings), None)
    return rest if symbol is None else side[len(front[: symbol.start()].rstrip("( +-|√")) :].lstrip()


def _is_label(side: str, spellings: Mapping[str, str], words: Words) -> bool:
    """Return whether a side before another one only names it: a single symbol, f(n), or words that are no symbols."""
    name = side.partition("(")[0].strip()
    return side in spellings or (name not in spellings and is_label(side, words))


def _is_used(symbol: str, formula: str, spellings: Mapping[str, str]) -> bool:
    """Return whether a symbol occurs in a formula: `T = nRT/V` is no formula for another quantity."""
    names = _names(formula)
    return symbol in names or any(symbol in name and is_product(name, spellings) for name in names)


def _has_symbols(side: str, spellings: Mapping[str, str]) -> bool:
    """Return whether a side is a formula.  A number may have words after it: 44M, 44 million, 44 MB."""
    tail = _TAIL.search(side)
    body, words = (side[: tail.start()], _names(tail[0])) if tail else (side, [])
    if any(name in spellings or (name not in RESERVED_NAMES and name not in SPELLINGS) for name in _names(body)):
        return True
    is_scale = len(words) == 1 and words[0] in SCALE_LETTERS and words[0] not in spellings
    return bool(words) and not is_scale and all(is_product(word, spellings) for word in words)


def _names(side: str) -> list[str]:
    """Return the names in a side, without its numbers."""
    return [piece[0] for piece in PIECE.finditer(side) if not piece["number"]]
