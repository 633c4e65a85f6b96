"""Advice to authors on names that expressions do not know: NORM.DIST and pnorm are `normal_cdf` here."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from checker.derivation.symbols import CALLABLE
from checker.formula.functions import RESERVED_NAMES
from checker.text.words import did_you_mean, nearest, shortened

WHERE: Final = "docs/expressions.md lists the functions"
_CALL_WITH_LIST: Final = re.compile(r"(?<![\w.])([^\W\d_]\w*)\s*\([^()]*,")


def unknown_name(word: str, symbols: Collection[str], *, is_called: bool = False) -> str:
    """Return what to tell an author about an unknown name in an expression: which one was probably meant."""
    meant = _meant(word)
    if " " in meant and is_called:
        return f"; {meant}"
    if is_called or (meant and " " not in meant):
        return f"; did you mean {meant}? {WHERE}" if meant else f"; {WHERE}"
    known = did_you_mean(word, symbols)
    return known if known.endswith("?") else f"{known}; add it to the symbols, or write a function ({WHERE})"


def unknown_function(text: str) -> str:
    """Return what is wrong with a name before a list in brackets, as in `1/C(n, k)`; empty if nothing is."""
    unknown = (call[1] for call in _CALL_WITH_LIST.finditer(text) if call[1] not in CALLABLE | RESERVED_NAMES)
    word = next(unknown, "")
    return word and f"has {shortened(word)}(...), which is no function{unknown_name(word, (), is_called=True)}"


def _meant(word: str) -> str:
    spelled = word.lower().replace(".", "_")
    for each in (word, spelled, spelled.replace("_", "")):
        if each in _names():
            return _names()[each]
    return next(iter(nearest(word, tuple(sorted(CALLABLE)))), "")


@cache
def _names() -> Mapping[str, str]:
    text = files("checker.derivation").joinpath("other_names.txt").read_text(encoding="utf-8")
    lines = (line.split(" => ") for line in text.splitlines() if not line.startswith("#"))
    ours = {name.replace("_", ""): name for name in CALLABLE if "_" in name}
    return ours | {name: meaning for names, meaning in lines for name in names.split()}
