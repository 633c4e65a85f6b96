"""Takes the name of a substance from behind an amount, as a word of the question: `2.5 mol N2`, `15.0 g of CO2`."""

from __future__ import annotations

import re
from typing import Final

from checker.reading.unit_text import are_alike, is_unit
from checker.text.lazy_pattern import lazy_pattern
from checker.text.numeral import NUMERAL
from checker.text.vocabulary import Words
from checker.units import Unit, unit_of_author

_SYMBOL: Final = lazy_pattern(r"[A-Z][a-z]?")
_ELEMENTS: Final = frozenset(
    _SYMBOL.findall(
        "HHeLiBeBCNOFNeNaMgAlSiPSClArKCaScTiVCrMnFeCoNiCuZnGaGeAsSeBrKrRbSrYZrNbMoTcRuRhPdAgCdInSnSbTeIXeCsBaLaCePrNd"
        "PmSmEuGdTbDyHoErTmYbLuHfTaWReOsIrPtAuHgTlPbBiPoAtRnFrRaAcThPaUNpPuAmCmBkCfEsFmMdNoLrDT"
    )
)
_INDEX: Final = r"(?:_?\d{1,3}|_\(\d{1,3}\))?"
_FORMULA: Final = rf"((?:[(\[]?[A-Z][a-z]?{_INDEX}(?:[)\]]{_INDEX})?){{1,12}}(?:\^?\(?\d?[+-]\)?)?)"
_BEHIND: Final = lazy_pattern(
    rf"(?P<amount>{NUMERAL}\s*(?P<unit>[^\W\d_][^\d]*?(?:\d(?=\s))?))\s+(?:(?:of|von|de)\s+)?(?:\\ce\s?\()?"
    rf"(?P<name>{_FORMULA})\)?(?:\s?\((?:s|l|g|aq)\))?\s*\.?$"
)
_ASKS: Final = lazy_pattern(r"\b(?:what|which|how|find|give|calculate|determine|wie|welche\w*|gib)\b", re.IGNORECASE)
_NAMED: Final = lazy_pattern(rf"(?<!\w){_FORMULA}(?![a-z\d])")
_MOLECULE: Final = lazy_pattern(r"\d|[A-Z].*[A-Z]")
"""Signs of a formula of chemistry, which no symbol of a unit has."""
_STATE: Final = lazy_pattern(r"\((?:s|l|g|aq)\)")
_INDICES: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁺⁻", "0123456789+-", "_{}()$^")


def without_substance(text: str, wanted: Unit | None, words: Words) -> str:
    """Return an amount without the substance behind it, if the question asks about it: `15.0 g` for `15.0 g of CO2`.

    A name that is also a unit (`2 g C`) is a substance if the unit before it fits the question's.
    """
    found = _BEHIND.search(text)
    if found is None or not _is_asked(name := _plain(found["name"]), words):
        return text
    if is_unit(name) or not _MOLECULE.search(name):
        measured = unit_of_author(found["unit"])
        if wanted is None or measured is None or not are_alike(measured, wanted):
            return text
    return f"{text[: found.start()]}{found['amount']}"


def _is_asked(name: str, words: Words) -> bool:
    """Return whether a name is the first formula of chemistry behind the word that asks, or the only one of all."""
    asked = (each for piece in _ASKS.split(words.asked)[1:] for each in _formulas(piece))
    said = _formulas(words.text)
    only = {each for each in said if _MOLECULE.search(each)} or {*said}
    return name == next(asked, "") or only == {name}


def _formulas(text: str) -> list[str]:
    """Return the formulas of chemistry in a text: `CO2` for `CO₂`."""
    found = [each[1] for each in _NAMED.finditer(_plain(text))]
    return [each for each in found if all(symbol in _ELEMENTS for symbol in _SYMBOL.findall(each))]


def _plain(text: str) -> str:
    """Return a text with `CO2` for `CO₂`, and without brackets and states such as `(aq)`."""
    return _STATE.sub(" ", text).translate(_INDICES)
