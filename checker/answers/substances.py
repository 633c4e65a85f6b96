"""Substances that an amount is one of: `15.0 g of CO2`, `0.1 mol N2`."""

from __future__ import annotations

import re
from typing import Final

from checker.answers.unit_text import are_alike, is_unit
from checker.notation.number import Hints
from checker.notation.numeral import NUMERAL
from checker.notation.units import Unit, unit_of_author

_INDEX: Final = r"(?:_?\d{1,3}|_\(\d{1,3}\))?"
_FORMULA: Final = rf"((?:[(\[]?[A-Z][a-z]?{_INDEX}(?:[)\]]{_INDEX})?){{1,12}}(?:\^?\(?\d?[+-]\)?)?)"
_SUBSTANCE: Final = re.compile(
    rf"(?<=[^\W\d_%])\s+(?:(?:of|von|de)\s+)?{_FORMULA}(?:\s?\((?:s|l|g|aq)\))?\s*\.?$|^{_FORMULA}\s*[:=]\s*(?=[-+]?\d)"
)
"""A formula of chemistry behind or before an amount: `15.0 g of CO2`, `0.1 mol N2(g)`, `CO2: 15.0 g`."""
_MOLECULE: Final = re.compile(r"\d|[A-Z].*[A-Z]")
"""Signs of a formula of chemistry, which no symbol of a unit has."""
_CHEMICAL: Final = re.compile(r"\\ce\s?\(((?:[^()]|\([^()]*\))*)\)")
r"""`\ce{N2}`"""
_SYMBOL: Final = re.compile(r"[A-Z][a-z]?")
_ELEMENTS: Final = frozenset(
    _SYMBOL.findall(
        "HHeLiBeBCNOFNeNaMgAlSiPSClArKCaScTiVCrMnFeCoNiCuZnGaGeAsSeBrKrRbSrYZrNbMoTcRuRhPdAgCdInSnSbTeIXeCsBaLaCePrNd"
        "PmSmEuGdTbDyHoErTmYbLuHfTaWReOsIrPtAuHgTlPbBiPoAtRnFrRaAcThPaUNpPuAmCmBkCfEsFmMdNoLrDT"
    )
)
_BEFORE: Final = re.compile(rf"{NUMERAL}\s*([^\W\d_].*?)(?:\s+(?:of|von|de))?\s*$")
"""What is between the last number and a substance."""
_INDICES: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789", "_{}()$")


def without_substance(text: str, wanted: Unit | None, hints: Hints) -> str:
    """Return an amount without the substance that it is an amount of, where the question names it: `15.0 g of CO2`.

    A name that is also a unit (`0.1 mol N2`, `2 g C`) is a substance where what is before it has the question's unit.
    """
    text = _CHEMICAL.sub(r"\1", text)
    found = _SUBSTANCE.search(text)
    if found is None:
        return text
    name, question = (found[1] or found[2]).translate(_INDICES), hints.words.text.translate(_INDICES)
    if not all(each in _ELEMENTS for each in _SYMBOL.findall(name)):
        return text
    if (found[1] and is_unit(name)) or not _MOLECULE.search(name):
        before = _BEFORE.search(text[: found.start()])
        measured = unit_of_author(before[1]) if before else None
        if wanted is None or measured is None or not are_alike(measured, wanted):
            return text
    named = re.search(rf"(?<!\w){re.escape(name)}(?![a-z\d])", question)
    return f"{text[: found.start()]}{text[found.end() :]}" if named else text
