"""Substances that an amount is one of: `15.0 g of CO2`, `0.1 mol N2`."""

from __future__ import annotations

import re
from typing import Final

from checker.answers.science_names import ELEMENTS
from checker.answers.unit_text import are_alike, is_unit
from checker.notation.lazy_pattern import lazy_pattern
from checker.notation.number import Hints
from checker.notation.numeral import NUMERAL
from checker.notation.units import Unit, unit_of_author

_LOW_INDEX: Final = r"(?:_?\d{1,3}|_\(\d{1,3}\))?"
_FORMULA: Final = rf"((?:[(\[]?[A-Z][a-z]?{_LOW_INDEX}(?:[)\]]{_LOW_INDEX})?){{1,12}}(?:\^?\(?\d?[+-]\)?)?)"
_SUBSTANCE: Final = lazy_pattern(
    rf"(?<=[^\W\d_%])\s+(?:(?:of|von|de)\s+)?{_FORMULA}(?:\s?\((?:s|l|g|aq)\))?\s*\.?$|^{_FORMULA}\s*[:=]\s*(?=[-+]?\d)"
)
"""A formula of chemistry behind or before an amount: `15.0 g of CO2`, `0.1 mol N2(g)`, `CO2: 15.0 g`."""
_MOLECULE: Final = lazy_pattern(r"\d|[A-Z].*[A-Z]")
"""Signs of a formula of chemistry, which no symbol of a unit has."""
_IN_CHEMISTRY: Final = lazy_pattern(r"\\ce\s?\(((?:[^()]|\([^()]*\))*)\)")
r"""`\ce{N2}`"""
_SYMBOL: Final = lazy_pattern(r"[A-Z][a-z]?")
_STATE_BEHIND: Final = lazy_pattern(r"\((?:s|l|g|aq)\)")
_LIMITING: Final = lazy_pattern(
    rf"\s*(?:the )?{_FORMULA} (?:is|was) (?:the )?(?:limiting|in excess)(?: re(?:actant|agent))?\s*[,.;:]?"
    r"\s*(?:so\b|and so|thus|hence|therefore)?,?\s+"
)
"""`Cl2 is limiting, so`"""
_ASKED_SUBSTANCE: Final = lazy_pattern(
    r"(?i:how (?:much|many \w+ of)|(?:what|which|the) (?:\w+ )?(?:mass|amount|volume|yield|number of moles) of)"
    rf" {_FORMULA}(?!\w)"
)
"""`what mass of CO2`, `how many grams of CO2`"""
_LEFT_ASKED: Final = lazy_pattern(r"(?<!\w)(?:left|remain(?:s|ing)?|excess|unreacted)(?!\w)")
_LEFT: Final = lazy_pattern(r"(?: (?:is|are))?(?: left(?: over)?| remain(?:s|ing)?| in excess| unreacted)\s*\.?$")
"""`left over`, behind an amount."""
_WITHIN: Final = lazy_pattern(rf"(?<=[\d( ])([mkµμ]?(?:g|mol|L)) {_FORMULA}(?= ?[)×*/])")
"""`48.0 g Cl_2 × ...`"""
_BEFORE: Final = lazy_pattern(rf"{NUMERAL}\s*([^\W\d_].*?)(?:\s+(?:of|von|de))?\s*$")
"""What is between the last number and a substance."""
_INDICES: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789", "_{}()$")


def without_substance(text: str, wanted: Unit | None, hints: Hints) -> str:
    """Return an amount without the substance that it is an amount of, where the question names it: `15.0 g of CO2`.

    A name that is also a unit (`0.1 mol N2`, `2 g C`) is a substance where what is before it has the question's unit.
    """
    question = _STATE_BEHIND.sub(" ", hints.words.text).translate(_INDICES)
    text = _without_remarks(_IN_CHEMISTRY.sub(r"\1", text), question)
    found = _SUBSTANCE.search(text)
    if found is None:
        return text
    name = (found[1] or found[2]).translate(_INDICES)
    if not all(each in ELEMENTS for each in _SYMBOL.findall(name)):
        return text
    if (found[1] and is_unit(name)) or not _MOLECULE.search(name):
        before = _BEFORE.search(text[: found.start()])
        measured = unit_of_author(before[1]) if before else None
        if wanted is None or measured is None or not are_alike(measured, wanted):
            return text
    if not _is_named(name, question) or _is_another(name, question):
        return text
    return f"{text[: found.start()]}{text[found.end() :]}"


def _is_another(name: str, question: str) -> bool:
    """Return whether a question asks for the amount of another substance."""
    asked = {found[1] for found in _ASKED_SUBSTANCE.finditer(question)}
    return bool(asked) and name not in asked


def _is_named(name: str, question: str) -> bool:
    """Return whether a question names a substance."""
    return re.search(rf"(?<!\w){re.escape(name)}(?![a-z\d])", question) is not None


def _without_remarks(text: str, question: str) -> str:
    """Return the text without what limits a reaction, that something is left, and substances within a calculation."""
    lead = _LIMITING.match(text)
    if lead and _is_named(lead[1].translate(_INDICES), question):
        text = text[lead.end() :]
    if _LEFT_ASKED.search(question):
        text = _LEFT.sub("", text)
    return _WITHIN.sub(lambda found: _unit_alone(found, question), text)


def _unit_alone(found: re.Match[str], question: str) -> str:
    """Return a unit without the substance behind it, if the question names it."""
    end = ")" if found[2].endswith(")") and "(" not in found[2] else ""
    name = found[2].translate(_INDICES)
    is_substance = _is_named(name, question) and (_MOLECULE.search(name) or not is_unit(name))  # not the K of J/(kg K)
    return f"{found[1]}{end}" if is_substance else found[0]
