"""Finds vectors that are not written as usual lists: `160 mA, 88.9 mA and 35.3 mA`, `z1 = 0.454, z2 = 1.537`, `⟨1 2⟩`.

`lists` finds the usual ones, such as `[1, 2]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.writeups.language.phrases import one_of
from checker.writeups.results.lists import TRANSPOSED
from checker.writeups.results.numbers import Found, result_cues

_NUMBER: Final = r"(?:(?<!\^)[-−–]\s?)?(?:\d+(?:[.,]\d+)?|\.\d+)(?:/\d+)?"
_PERCENT: Final = r"(?:percent|prozent|procent|pourcent|per cent)"
_UNIT: Final = rf"(?:\s?(?:%|°C?|(?:{_PERCENT}|[^\W\d_]{{1,4}})(?:[/·^][^\W\d_]{{1,3}}[\d²³]?)?))"
_SEPARATOR: Final = r"(?:\s*(?:[;|&]|,(?!\d)|(?<=\s)/(?=\s))\s*|\s*[,;]?\s+(?:and|und|et|y|e|en|then|dann|puis)\s+)"
_WITH_UNITS: Final = re.compile(
    rf"(?<![\w.,/×·*^+=(\[-])(?<![\d=] ){_NUMBER}(?P<unit>{_UNIT})(?:{_SEPARATOR}{_NUMBER}(?P=unit)){{1,20}}"
    rf"(?![\w/^·]|{_SEPARATOR}[-−–]?\d)"
)
"""Each number has the same unit."""
_NAME: Final = r"[^\W\d_][^\s,;=:|]{0,15}(?:\s[^\W\d_][^\s,;=:|]{0,15})?"
_NAMED_ENTRY: Final = rf"{_NAME}\s*(?:[=≈:]\s*|\s)(?:[^,;=|\n]{{1,40}}=\s*)?{_NUMBER}(?:{_UNIT})?"
_NAMED: Final = re.compile(rf"(?<![\w.,]){_NAMED_ENTRY}(?:{_SEPARATOR}{_NAMED_ENTRY}){{1,20}}(?![\w/^·])")
"""Each number has a name of its own."""
_NO_NAME: Final = re.compile(
    rf"(?<![^\W\d_])(?:{one_of('functions')}|{one_of('numbered-things')}|{one_of('operators')})\s*[(]?\s*[-−–]?[\d.]",
    re.IGNORECASE,
)
"""A function with its argument, or the number of a thing: `sin 2`, `step 3`."""
_LONGEST: Final = 2_000
"""Characters of a statement in which entries are looked for."""
_FEWEST_NAMED: Final = 2
_PLACE: Final = r"(?:\s(?:for|in|as) (?:the )?[^\W\d_]+(?: (?:entry|component|one|place))?)?"
"""`0.454 for the first and 1.537 for the second`"""
_AFTER_SIGN: Final = re.compile(
    rf"(?:[=:]|\b{one_of('result-verbs')})\s*(?P<list>{_NUMBER}(?:{_PLACE}\s+(?:and|und|et|y|e|en)\s+{_NUMBER}|(?:,\s{_NUMBER})+"
    rf"\s*,?\s*(?:and|und|et|y|e|en)\s+{_NUMBER}))(?![\w%/^·]|[.,]\d)",
    re.IGNORECASE,
)
"""`z = 0.454 and 1.537`"""
_BRACKETS: Final = re.compile(
    rf"[(\[⟨<{{]\s*(?P<list>{_NUMBER}(?:\s*\|\s*{_NUMBER}|\s/\s{_NUMBER}|,\s{{1,3}}{_NUMBER}|\s{{1,9}}(?=[-−–\d.]){_NUMBER}){{1,40}})\s*[)\]⟩>}}]"
    rf"{TRANSPOSED}?"
)
"""`(0.454 | 1.537)`, `(0.454  1.537)^T`"""
_ENTRY: Final = re.compile(_NUMBER)
_LAST: Final = re.compile(rf"({_NUMBER})({_UNIT})?\s*$")
_NAMES: Final = re.compile(r"[^=≈:\d]*\d*\s*(?=[=≈:]|\s)|[^=≈:]+")
_SPLIT: Final = re.compile(_SEPARATOR)
_BARS: Final = re.compile(r"\s*\|\s*|\s/\s|,\s+|\s+(?=[-−–\d.])")
_OPENED: Final = "⟨<{"
_DECIMAL_COMMA: Final = re.compile(r"(?<!\d)0,\d|,\d{1,2}(?!\d)|,\d{4,}")
"""A comma that separates no thousands."""
_THOUSANDS: Final = re.compile(r"^[1-9]\d{0,2},\d{3}$")
_DIGIT_NAME: Final = re.compile(r"\d")


def enumerations(text: str) -> Iterator[Found]:
    """Yield the vectors in a text whose entries are named one by one, written as one list each.

    >>> [each.text for each in enumerations("The currents are 160 mA, 88.9 mA and 35.3 mA.")]
    ['[160; 88.9; 35.3] mA']
    >>> [each.text for each in enumerations("z1 = 0.454, z2 = 1.537")]
    ['[0.454; 1.537]']
    """
    if len(text) > _LONGEST:
        return
    for found in _WITH_UNITS.finditer(text):
        unit = found["unit"].strip()
        entries = [each[1] for each in re.finditer(rf"({_NUMBER}){re.escape(found['unit'])}", found[0])]
        yield from _vector(text, found.span(), entries, unit, "bare_list")
    for found in _NAMED.finditer(text):
        if not _NO_NAME.search(found[0]):
            yield from _of_names(text, found)
    for found in _AFTER_SIGN.finditer(text):
        yield from _vector(text, found.span("list"), [each[0] for each in _ENTRY.finditer(found["list"])])
    for found in _BRACKETS.finditer(text):
        is_read = ", " in found["list"] and found[0][0] not in _OPENED  # as any list in brackets
        yield from _vector(text, found.span(), [] if is_read else _BARS.split(found["list"].strip()))


def _of_names(text: str, found: re.Match[str]) -> Iterator[Found]:
    """Yield the vector of entries with names of their own, if all have one unit or none."""
    several = [(_NAMES.match(each), _LAST.search(each)) for each in _SPLIT.split(found[0])]
    entries = [(name[0].strip(), last[1], (last[2] or "").strip()) for name, last in several if name and last]
    units = {unit for *_, unit in entries}
    if len({name for name, *_ in entries}) < len(entries) or len(units - {""}) > 1 or len(entries) < len(several):
        return
    unit = max(units, default="") if "" not in units or entries[-1][2] else ""
    more = () if "=" in found[0] else ("bare_list",)
    yield from _vector(text, found.span(), [entry for _, entry, _ in entries], unit, *more)


def _vector(text: str, span: tuple[int, int], entries: list[str], unit: str = "", *more: str) -> Iterator[Found]:
    """Yield the vector of these entries, with `more` cues; none of too few, or if the text computes with them."""
    cues = result_cues(text, *span) if entries else None
    if cues is not None and len(entries) >= _FEWEST_NAMED and all(map(_DIGIT_NAME.search, entries)):
        entries = ["".join(each.split()) for each in entries]
        if any(map(_DECIMAL_COMMA.search, entries)):
            if any(map(_THOUSANDS.search, entries)) and not all("," in each for each in entries):
                return
            entries = [each.replace(",", ".") for each in entries]
        yield Found(*span, f"[{'; '.join(entries)}] {unit}".strip(), (*cues, "told", *more))
