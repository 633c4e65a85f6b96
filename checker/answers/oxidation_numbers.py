"""Oxidation numbers as chemists write them: `+VI`, `−III`, `5+`, `-3 in NH4+`; where a question asks for them."""

from __future__ import annotations

import re
from typing import Final

from checker.notation.text import MAX_ANSWER_LENGTH
from checker.notation.vocabulary import Words

_ASKED: Final = re.compile(r"oxidation (?:number|state)|oxidations?(?:zahl|stufe)|d'oxydation|oxidación", re.IGNORECASE)
_SPECIES: Final = (
    r"(?:[A-Z][a-z]?[₀-₉]?\d{0,2}|\((?:[A-Z][a-z]?[₀-₉]?\d{0,2})+\)\d{0,2})+(?:\^?\{?\d?[-+−⁺⁻]\}?|[¹²³]?[⁺⁻])?"
)
_OF: Final = re.compile(rf"\s*\(\s*(?:in\s+)?({_SPECIES})\s*\)|\s*\b(?:in|for|bei|für|dans|en)\s+({_SPECIES})(?!\w)")
"""`(NH4+)` and `in NH4+` behind a number."""
_LABEL: Final = re.compile(rf"(?<![\w+-])({_SPECIES})\s*[:=]\s*(?=[-+−]?[\dIV])")
_MARKED: Final = re.compile(r"[A-Z]|\d\s?[-+−](?!\s?\d)")
_ROMAN: Final = re.compile(r"(?<![\w.])(?:([-+−])\s?)?(VIII|VII|VI|IV|V|III|II|I)(?![\w.])")
_BEHIND: Final = re.compile(r"(?<![\w.^+-])(\d)\s?([-+−])(?=\s*(?:[,;)}\]]|$|\b(?:and|or|und|oder|et|ou|y)\b))")
_VALUES: Final = {name: value for value, name in enumerate(("I", "II", "III", "IV", "V", "VI", "VII", "VIII"), 1)}


def without_roman(text: str, words: Words) -> str:
    """Return an answer with its oxidation numbers as signed digits, where the question asks for such numbers.

    >>> without_roman("N: −III and 5+", Words("Which oxidation numbers does N have?"))
    '-3 and +5'
    """
    if len(text) > MAX_ANSWER_LENGTH or not _MARKED.search(text) or not _ASKED.search(words.text):
        return text
    named = {found[found.lastindex or 0] for pattern in (_OF, _LABEL) for found in pattern.finditer(text)}
    if len(named) <= 1:  # of several, which number belongs to which would be lost
        text = _LABEL.sub("", _OF.sub("", text))
    text = _ROMAN.sub(lambda found: f"{(found[1] or '').replace('−', '-')}{_VALUES[found[2]]}", text)
    return _BEHIND.sub(lambda found: f"{found[2].replace('−', '-')}{found[1]}", text)
