"""The symbols that stand for parts: `r = 0.75` is the reset gate, `Q = [[1, 0]]` the queries."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from checker.writeups.sheets import AskedPart

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


def _pattern(part: AskedPart) -> re.Pattern[str] | None:
    """Return the symbols of a part: those that its name usually has, and the one that its author calls it by."""
    usual = _SYMBOLS.get(part.key.part or "", "")
    own = rf"{re.escape(part.symbol)}[*']?" if part.symbol else ""
    return _compiled("|".join(filter(None, (usual, own))))


@lru_cache(256)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    return re.compile(pattern) if pattern else None


class PartSymbols:
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
