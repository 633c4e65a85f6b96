"""Takes the name of a substance from behind an amount, if the question asks about it: `2.5 mol N2`, `15.0 g of CO2`."""

from __future__ import annotations

from typing import Final

from checker.text import lazy_pattern
from checker.text.vocabulary import Words

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
    rf"\s+(?:(?:of|von|de)\s+)?(?:\\ce\s?\()?(?P<name>{_FORMULA})\)?(?:\s?\((?:s|l|g|aq)\))?\s*\.?$"
)
_ASKS: Final = lazy_pattern(
    r"\b(?:[Ww]hat|[Ww]hich|[Hh]ow|[Ff]ind|[Gg]ive|[Cc]alculate|[Dd]etermine|[Ww]ie|[Ww]elche\w*|[Gg]ib)\b"
)
_NAMED: Final = lazy_pattern(rf"(?<!\w){_FORMULA}(?![a-z\d])")
_MOLECULE: Final = lazy_pattern(r"\d|[A-Z].*[A-Z]")
"""Signs of a formula of chemistry, which no symbol of a unit has."""
_STATE: Final = lazy_pattern(r"\((?:s|l|g|aq)\)")
_PLAIN: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁺⁻", "0123456789+-", "_{}()$^")


def without_substance(text: str, words: Words) -> str:
    """Return a text without the substance at its end: ` g` for ` g of CO2`.

    It is the first one behind the word that asks, or the only one in the question.
    """
    found = _BEHIND.search(text)
    name = _STATE.sub(" ", found["name"]).translate(_PLAIN) if found else ""
    if found is None or not found.start() or not _MOLECULE.search(name):
        return text
    asked = (each for piece in _ASKS.split(words.asked)[1:] for each in _formulas(piece))
    is_asked = name == next(asked, "") or {each for each in _formulas(words.text) if _MOLECULE.search(each)} == {name}
    return text[: found.start()] if is_asked else text


def _formulas(text: str) -> list[str]:
    """Return the formulas of chemistry in a text: `CO2` for `CO₂`."""
    found = [each[1] for each in _NAMED.finditer(_STATE.sub(" ", text).translate(_PLAIN))]
    return [each for each in found if all(symbol in _ELEMENTS for symbol in _SYMBOL.findall(each))]
