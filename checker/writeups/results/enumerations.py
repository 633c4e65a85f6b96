"""Vectors whose entries are told one by one: `160 mA, 88.9 mA and 35.3 mA`, `z1 = 0.454, z2 = 1.537`, `(5 | 4)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.writeups.language.phrases import one_of
from checker.writeups.results.numbers import Found, role

_NUMBER: Final = r"(?:(?<!\^)[-−–]\s?)?(?:\d+(?:[.,]\d+)?|\.\d+)(?:/\d+)?"
_UNIT: Final = r"(?:\s?(?:%|°C?|(?:percent|prozent|procent|pourcent|per cent|[^\W\d_]{1,4})(?:[/·^][^\W\d_]{1,3}[\d²³]?)?))"
_SEPARATOR: Final = r"(?:\s*(?:[;|/&]|,(?!\d))\s*|\s*[,;]?\s+(?:and|und|et|y|e|en|then|dann|puis)\s+)"
_WITH_UNITS: Final = re.compile(
    rf"(?<![\w.,/×·*^+=(\[-])(?<![\d=] ){_NUMBER}(?P<unit>{_UNIT})(?:{_SEPARATOR}{_NUMBER}(?P=unit)){{1,20}}(?![\w/^·])"
)
"""Each number has the same unit."""
_NAME: Final = r"[^\W\d_][^\s,;=:|]{0,15}(?:\s[^\W\d_][^\s,;=:|]{0,15})?"
_NAMED_ENTRY: Final = rf"{_NAME}\s*(?:[=≈:]\s*|\s)(?:[^,;=|\n]{{1,40}}=\s*)?{_NUMBER}(?:{_UNIT})?"
_NAMED: Final = re.compile(rf"(?<![\w.,]){_NAMED_ENTRY}(?:{_SEPARATOR}{_NAMED_ENTRY}){{1,20}}(?![\w/^·])")
"""Each number has a name of its own."""
_FEWEST_NAMED: Final = 2
_AFTER_SIGN: Final = re.compile(
    rf"(?:[=:]|\b{one_of('result-verbs')})\s*(?P<list>{_NUMBER}(?:\s+(?:and|und|et|y|e|en)\s+{_NUMBER}|(?:,\s{_NUMBER})+"
    rf"\s*,?\s*(?:and|und|et|y|e|en)\s+{_NUMBER}))(?![\w%/^·]|[.,]\d)",
    re.IGNORECASE,
)
"""`z = 0.454 and 1.537`"""
_BRACKETS: Final = re.compile(
    rf"[(\[⟨<{{]\s*(?P<list>{_NUMBER}(?:\s*[|/]\s*{_NUMBER}|\s{{1,9}}(?=[-−–\d.]){_NUMBER}){{1,40}})\s*[)\]⟩>}}]"
    r"(?:\s*\^\s*\{?\s*(?:T|\\top)\s*\}?|ᵀ)?"
)
"""`(0.454 | 1.537)`, `(0.454  1.537)^T`"""
_LAST: Final = re.compile(rf"({_NUMBER})(?:{_UNIT})?\s*$")
_SPLIT: Final = re.compile(_SEPARATOR)
_BARS: Final = re.compile(r"\s*[|/]\s*|\s+(?=[-−–\d.])")
_DIGIT_NAME: Final = re.compile(r"\d")


def enumerations(text: str) -> Iterator[Found]:
    """Yield the vectors whose entries are told one by one, as one would type them.

    >>> [each.text for each in enumerations("The currents are 160 mA, 88.9 mA and 35.3 mA.")]
    ['[160; 88.9; 35.3] mA']
    >>> [each.text for each in enumerations("z1 = 0.454, z2 = 1.537")]
    ['[0.454; 1.537]']
    """
    for found in _WITH_UNITS.finditer(text):
        unit = found["unit"].strip()
        entries = [each[1] for each in re.finditer(rf"({_NUMBER}){re.escape(found['unit'])}", found[0])]
        yield from _vector(text, found.start(), found.end(), entries, unit)
    for found in _NAMED.finditer(text):
        entries = [last[1] for each in _SPLIT.split(found[0]) if (last := _LAST.search(each))]
        yield from _vector(text, found.start(), found.end(), entries)
    for found in _AFTER_SIGN.finditer(text):
        yield from _vector(text, *found.span("list"), _SPLIT.split(found["list"]))
    for found in _BRACKETS.finditer(text):
        yield from _vector(text, found.start(), found.end(), _BARS.split(found["list"].strip()))


def _vector(text: str, start: int, end: int, entries: list[str], unit: str = "") -> Iterator[Found]:
    """Yield a vector of some entries, unless it is worked with."""
    cues = role(text, start, end)
    if cues is not None and len(entries) >= _FEWEST_NAMED and all(map(_DIGIT_NAME.search, entries)):
        shown = "; ".join("".join(each.split()) for each in entries)
        yield Found(start, end, f"[{shown}] {unit}".strip(), (*cues, "bare_list"))
