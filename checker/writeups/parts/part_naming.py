"""Cues by which the letters, symbols, words and order around a candidate speak for or against each part."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from checker.writeups.parts.part_words import PartWords, part_words
from checker.writeups.results.candidate import Candidate
from checker.writeups.sheets import AskedPart

_AFTER: Final = 0.8
"""How much the words after a candidate count, of those before it."""
_DEEPER: Final = 0.8
"""How much a title counts, of the one below it."""
_SHORT: Final = 3
"""Words of a label that holds little but a name."""
_CLEARLY: Final = 0.5
"""How much better words name another part, from which the last result is not for the last part."""
_TITLES: Final = 4
"""Number of titles above a candidate that are looked at."""
_SYMBOLS: Final = {
    "reset": r"r(?:_t)?",
    "update": r"[zu](?:_t)?",
    "candidate": r"(?:[ng]|c~|h~|\\tilde\{?[ch]\}?)(?:_t)?",
    "state": r"h(?:'|_t|_new|_1|1)?",
    "input-gate": r"i(?:_t)?",
    "forget-gate": r"f(?:_t)?",
    "output-gate": r"o(?:_t)?",
    "cell": r"[cC](?:'|_t|_n|_new|_1|1|n)?",
    "hidden": r"[hH](?:'|_t|_n|_new|_1|1|n)?",
    "cells": r"[cC]",
    "queries": r"Q",
    "query": r"[qQ]'?(?:_?rot)?",
    "keys": r"K",
    "key": r"[kK]'?(?:_?rot)?",
    "values": r"V",
    "scores": r"S|Q ?[·@*]? ?K(?:\^?T|ᵀ|\.T|\^\\top)",
    "weights": r"[AWPaw]|\u03b1|\\alpha",
    "output": r"[OYZ]|out|[Aw] ?[·@*]? ?V",
    "probabilities": r"[pP]",
    "exponentials": r"e\^\{?z\}?|exp",
    "cross-entropy": r"H|CE",
    "perplexity": r"PPL|[Pp]pl|PP",
    "loss": r"[lL]|\\ell",
    "targets": r"[tTy]'?",
    "angles": r"[θφΘ]|m ?[θ]|\\(?:theta|varphi|phi)",
    "matrix": r"[RM]",
    "encodings": r"PE",
    "slopes": r"m(?:_[ji])?",
    "means": r"[μm]|\\mu",
    "variances": r"\u03c3\^?²?|\\sigma\^2|var",
    "height": r"H'?",
    "width": r"W'?",
}  # fmt: skip
"""By the names of parts."""
_LEAD: Final = re.compile(r"\W*?([^\W\d](?:\\?[^\s=:≈|<>,()\[\]]){0,11})\s*(?:[=:≈|]|\s\s|\(|->|→|$)")
"""A symbol that a text begins with, before a sign."""
_LAST: Final = re.compile(r"(?:^|[\s,;$(])(\\?[^\W\d](?:[^\s=:≈|<>,()]){0,11})\s*=[\s\[(]*$")
"""A symbol that a text ends with, before an equals sign."""
_TAIL: Final = re.compile(r"[\s,;$(](\\?[^\W\d](?:[^\s=:≈|<>,()]){0,11})\s*$")
"""A symbol that a label ends with: `slope b`."""


class PartNaming:
    """Cues that name a part of a question that has several."""

    def __init__(self, parts: Sequence[AskedPart], found: Sequence[Candidate]) -> None:
        self._found = found
        self._count = len(parts)
        self._words = part_words(tuple(parts))
        self._symbols = _PartSymbols(parts)
        self._marks = _marks(found, self._count)
        results = [place for place, each in enumerate(found) if each.is_result]
        self._last_of_mark = {found[place].mark: place for place in results}
        self._named: dict[int, list[dict[str, float]]] = {}

    def cues(self, place: int, number: int, *, is_last: bool) -> dict[str, float]:
        """Return how the words and letters around a result speak for it as the answer to a part, by cue."""
        each = self._found[place]
        mark = self._marks.get(each.mark)
        if mark is not None:
            cues = {
                "same_mark" if mark == number else "other_mark": 1.0,
                "last_of_mark": float(self._last_of_mark.get(each.mark) == place),
            }
        else:
            cues = {"unmarked": float(len(self._marks) >= self._count), **self._names(place)[number]}
        is_another = cues.get("named_other", 0.0) > _CLEARLY
        cues["last_for_last"] = float(is_last and number == self._count - 1 and not is_another)
        return cues

    def _names(self, place: int) -> list[dict[str, float]]:
        """Return for each part how well the words around a candidate name it; worked out once."""
        if place not in self._named:
            each = self._found[place]
            named = _named(self._words, each)
            if (meant := self._symbols.meant(each.near, each.label)) is not None:
                for number, cues in enumerate(named):
                    cues["symbol" if number == meant else "other_symbol"] = 1.0
            self._named = {place: named}
        return self._named[place]


def _marks(found: Sequence[Candidate], count: int) -> dict[str, int]:
    """Return the place of the part for each letter, where the student marked the parts with letters from a on."""
    marks = {each.mark: ord(each.mark) - ord("a") for each in found if each.mark}
    is_of_parts = 0 in marks.values() or len(marks) > 1
    return marks if is_of_parts and max(marks.values()) < count else {}


def _named(words: PartWords, candidate: Candidate) -> list[dict[str, float]]:
    """Return for each part how well the words around a candidate name it, and how much better they name another."""
    texts = (*words.naming(candidate.near, candidate.label, candidate.after), candidate.after)
    called = words.called(candidate.near)
    near, label, after = map(words.matches, texts)
    nothing = [0.0] * len(near)
    above = [
        max(_DEEPER**depth * value for depth, value in enumerate(values))
        for values in zip(*[words.matches(text) for text in candidate.above[:_TITLES]], strict=True)
    ] or nothing
    close = [max(each) for each in zip(near, label, (_AFTER * value for value in after), strict=True)]
    close_others = _better(close)
    previous = nothing if any(close) else words.matches(candidate.previous)
    return [
        {
            "named": near[number],
            "labelled": label[number],
            "followed": after[number],
            "above": above[number],
            "previous": previous[number],
            "named_other": close_others[number],
            "titled": float(len(candidate.label.split()) <= _SHORT and label[number] == max(label) > 0),
            "called": float(called == number),
            "called_other": float(called not in {None, number}),
            "other_ordinal": words.other_ordinal(candidate.label, number),
        }
        for number in range(len(near))
    ]


def _better(values: Sequence[float]) -> list[float]:
    """Return for each part how much the best of the others is better than it."""
    *_, second, best = sorted(values)
    return [max(0.0, (second if value == best else best) - value) for value in values]


def _pattern(part: AskedPart) -> re.Pattern[str] | None:
    """Return the symbols of a part: those that its name usually has, and the one that its author calls it by."""
    usual = _SYMBOLS.get(part.key.part or "", "")
    own = rf"{re.escape(part.symbol)}[*']?" if part.symbol else ""
    return _compiled("|".join(filter(None, (usual, own))))


@lru_cache(256)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    return re.compile(pattern) if pattern else None


class _PartSymbols:
    """The symbols of the parts of a question."""

    def __init__(self, parts: Sequence[AskedPart]) -> None:
        self._patterns = [_pattern(part) for part in parts]
        self._meant = lru_cache(4096)(self._part)

    def meant(self, near: str, label: str) -> int | None:
        """Return the part whose symbol is the first to lead to a result; None where no symbol is one of a part."""
        ways = ((near, _LAST.search), (near, _LEAD.match), (label, _LEAD.match), (label, _TAIL.search))
        return next((part for text, find in ways if text and (part := self._meant(text, find)) is not None), None)

    def _part(self, text: str, find: Callable[[str], re.Match[str] | None]) -> int | None:
        if not (found := find(text)):
            return None
        several = [number for number, each in enumerate(self._patterns) if each and each.fullmatch(found[1])]
        return several[0] if len(several) == 1 else None
