"""Finds words next to a result that nobody knows: they may say anything about it, even that it is wrong.

Words of a statement that only names results, `El precio es 17 € y la cantidad es 280 tarros.`, need not be known: what
results are called does not change whether they are stated.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from checker.text import lazy_pattern
from checker.text.vocabulary import WORD, lexicon
from checker.units import is_unit_word

PLAIN_WORD: Final = re.compile(r"(?<![\\\w])(?<![_^]\{)[^\W\d_]{2,}(?![\w({])")
"""A word, but no command, symbol, subscript or function."""
_SYMBOLS: Final = re.compile(r"[^\W\d_]?[A-ZΔΩ][A-ZΔΩ]?|[ΔΣ][^\W\d_]{1,2}")
"""A product of symbols: UI, ΔT."""
_SYMBOL: Final = re.compile(r"\W*[^\W\d_]{1,2}\W*")
_FUNCTION: Final = re.compile(r"\b(?:cos|sin|tan|cot|ln|lg|log|exp|sqrt)\b", re.IGNORECASE)
_COGNATE: Final = 5
"""Letters in which a word of the question and its translation agree."""
_PER_CENT: Final = re.compile(
    r"\b(?:per ?cent|percentage|pour ?cent|por ?cien?to|per ?cento|prozent|procent)\b", re.IGNORECASE
)
_TIMES_AS_MANY: Final = lazy_pattern(
    r"\b(?:\d+|two|three|four|five|ten|zwei|drei|vier|deux|trois|dos|tres) ?-?(?:times|mal|fois|veces) "
    r"(?:(?:as|so) (?:many|much|viele?)|this|that|it|davon|cela|eso)(?=\s*[:=,])",
    re.IGNORECASE,
)
"""What a sum before a colon is multiplied by: `so 3 times as many: 1,179,648,000`."""
_SIDES: Final = re.compile(
    r"[=≈→⇒]|->|=>|\b(?:gives?|yields?|makes?|ergibt|gibt|macht|donne|fait|dà|geeft|maakt)\b", re.IGNORECASE
)
_OPERATED: Final = re.compile(r"[=≈→⇒·×*/+^]|->|\d")
_DIGIT: Final = re.compile(r"\d")
_LONGEST: Final = 400
"""Characters of the longest statement that is looked at."""
_NUMBER: Final = r"(?:[^\w\s.,;:]|\s)*\d(?:[\d²³]|[.,'](?=\d)|[^\w.,;:\n]|[,;](?=\s*[-−+]?\d))*"
"""A number, a list of numbers, or working with nothing but numbers and signs."""
_IS: Final = r"(?:is|are|equals|ist|sind|beträgt|est|sont|vaut|es|son|è|sono|é|são|vale|is|zijn)"
_LABEL: Final = (
    rf"(?:\(?(?:[a-h]|\d|[ivx]{{1,4}})[.):]\s?)?(?:{WORD}\.?\s){{0,6}}{WORD}[\s*_)]{{0,3}}(?:[=≈:]|\s{_IS}\s)"
)
_UNIT: Final = rf"(?:\s?{WORD}(?:[/·^][^\W\d_]+[\d²³]?)?)?"
_NEXT: Final = r"[\s*_$)\]]*(?:[,;.]?\s+(?:and|y|und|et|e|en)\s|[,;.]\s|[,;.]?\s*\n)?\s*"
_RESULTS: Final = re.compile(
    rf"[\s*_>•–-]*(?:{_LABEL}[\s*_$]*(?:{_NUMBER}[=≈])*{_NUMBER}{_UNIT}{_NEXT})+[\s.*_)\]]*", re.IGNORECASE
)
_ONE: Final = re.compile(rf"\W*{_LABEL}\W*", re.IGNORECASE)
_ENDED: Final = re.compile(r"[\s*_$)\]}.;%°\\]*(?:[^\W\d_]{1,5}[\s*_$)\]}.;]*)?")
"""The end of a statement, with a unit."""


def unknown_label(text: str, known: Collection[str], *, is_name: bool = False) -> str:
    """Return the first unknown word of a label or a table's heading; empty if all words are known.

    `is_name`: it only names a result, so that more words count as known.
    """
    share = _PER_CENT.search(text)
    if share and PLAIN_WORD.findall(share[0].lower())[-1] not in known:
        return share[0]
    return next((word for word in PLAIN_WORD.findall(text) if not _is_known(word, known, is_name=is_name)), "")


def unknown_word(own: str, following: str, known: Collection[str], *, is_named: bool) -> str:
    """Return the first unknown word next to a result, before or after it in its clause; empty if there is none.

    Words in the working that leads to the result do not count.
    """
    *sides, label = _SIDES.split(_TIMES_AS_MANY.sub(" = ", own))
    # the others are formulas: `p = nRT/V = 253`; so is a symbol or a function
    pieces = [_FUNCTION.sub(" ", each) for each in sides[:1] if not _DIGIT.search(each) and not _SYMBOL.fullmatch(each)]
    tail = _OPERATED.split(following, maxsplit=1)[0]
    return next(
        (word for piece in (*pieces, label, tail) if (word := unknown_label(piece, known, is_name=is_named))), ""
    )


def _is_known(word: str, known: Collection[str], *, is_name: bool) -> bool:
    """Return whether a word cannot change what the result next to it means.

    It is an ordinary word, one of the questions, or a unit.  With `is_name`, any word will do except scales such as
    `millions`.
    """
    folded = word.casefold()
    words = lexicon()
    if not word.isalpha() or _SYMBOLS.fullmatch(word) or (is_name and folded not in words.scales):  # d²
        return True
    if folded in words.prose or folded in words.fillers or folded in words.counted or folded in words.arrays:
        return True
    if folded in words.negations:  # what they deny is looked at by itself
        return True
    if folded in words.scales:  # billion in a number of billions
        return any(words.scales.get(each) == words.scales[folded] for each in known)
    if folded in words.reserved:
        return is_unit_word(word) and folded in known  # min is a minimum, or the unit of the question
    return _is_of_question(word, folded, known)


def _is_of_question(word: str, folded: str, known: Collection[str]) -> bool:
    """Return whether a word is a unit, or one of the questions, perhaps in another language."""
    if is_unit_word(word) or folded in known or folded.removesuffix("s") in known or f"{folded}s" in known:
        return True
    return len(folded) >= _COGNATE and _beginning(folded) in _beginnings(frozenset(known))


def _beginning(word: str) -> str:
    """Return the first letters of a word, by which it is known in other languages: encodeur, Projektion."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", word) if sign.isalpha())
    return plain[:_COGNATE].replace("k", "c").replace("z", "c")


@lru_cache(64)
def _beginnings(known: frozenset[str]) -> frozenset[str]:
    """Return the beginnings of these words, and of nouns that are counted, from a cache."""
    return frozenset(_beginning(word) for word in {*known, *lexicon().counted} if len(word) >= _COGNATE)


def only_names(statement: str, clause: str, after: str) -> bool:
    """Return whether the words around a result are only its name, as in a list of named results.

    `clause`, `after`: what is before the result in its clause, and after it up to the end of the statement.

    >>> only_names("Precio: 17 €, cantidad: 280 tarros", "Precio: ", " €, cantidad: 280 tarros")
    True
    >>> only_names("280 tarros, creo", "", " tarros, creo")
    False
    """
    return bool(is_end(after) and _ONE.fullmatch(clause)) or _are_named(statement)


def is_end(after: str) -> bool:
    """Return whether nothing but a unit comes after a result up to the end of its sentence."""
    return _ENDED.fullmatch(after) is not None


@lru_cache(512)
def _are_named(statement: str) -> bool:
    """Return whether a statement is only a list of named results: `Precio: 17 €, cantidad: 280`."""
    return len(statement) <= _LONGEST and _RESULTS.fullmatch(statement) is not None
