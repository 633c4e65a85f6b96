"""Removes the name of a substance from an amount (`15.0 g of CO2`, `CO2: 0.1 mol`), and refuses that of another one.

Only substances that the question names count.  Remarks such as `Cl2 is limiting, so` are removed, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from checker.answers.science_names import ELEMENTS
from checker.answers.unit_text import are_alike, is_unit
from checker.engine.errors import UnreadableAnswer
from checker.notation.lazy_pattern import lazy_pattern
from checker.notation.number import Hints
from checker.notation.numeral import NUMERAL
from checker.notation.units import Unit, unit_of_author
from checker.notation.vocabulary import Words

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
_OF: Final = (
    r"(?i:how (?:much|many \w+ of)"
    r"|(?:what|which|the) (?:(?!molar)\w+ )?(?:mass|amount|volume|yield|number of moles) of)"
    r"(?: the| \d[\d.]* ?(?:m?M|mol/L|m))?"
)
_ASKED_SUBSTANCE: Final = lazy_pattern(rf"{_OF} {_FORMULA}(?!\w)")
"""`what mass of CO2`, `how many grams of CO2`, `what volume of 0.10 M HCl`"""
_ASKS: Final = lazy_pattern(r"(?i:(?<!\w)(?:what|which|how (?:much|many)|find|calculate|determine|balance)(?!\w))")
_ASKED_WORD: Final = lazy_pattern(rf"{_OF} ([a-z]{{3,}})")
_APPOSED: Final = lazy_pattern(rf"([a-z]{{3,}})(?: gas)? ?[,(] ?{_FORMULA}(?![\w])")
"""`oxygen, O2`, `methane (CH4)`"""
_NAMED: Final = lazy_pattern(rf"\s*(?:[mnVNc] ?\( ?{_FORMULA} ?\)|[mnVc]_\(?{_FORMULA}\)?|{_FORMULA}) ?[:=]")
"""`m(CO2) =`, `n_CO2 =`, `CO2:`"""
_WORD_BEHIND: Final = lazy_pattern(r"(?:of|von|de)? ?([a-z]{3,})\s*\.?$")
_LEFT_ASKED: Final = lazy_pattern(r"(?<!\w)(?:left|remain(?:s|ing)?|excess|unreacted)(?!\w)")
_LEFT: Final = lazy_pattern(r"(?: (?:is|are))?(?: left(?: over)?| remain(?:s|ing)?| in excess| unreacted)\s*\.?$")
"""`left over`, behind an amount."""
_WITHIN: Final = lazy_pattern(rf"(?<=[\d( ])([mkµμ]?(?:g|mol|L)) {_FORMULA}(?= ?[)×*/])")
"""`48.0 g Cl_2 × ...`"""
_BEFORE: Final = lazy_pattern(rf"{NUMERAL}\s*([^\W\d_].*?)(?:\s+(?:of|von|de))?\s*$")
"""What is between the last number and a substance."""
_INDICES: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789", "_{}()$")


def without_substance(text: str, wanted: Unit | None, hints: Hints) -> str:
    """Return an amount without the name of its substance, if the question has it: `15.0 g of CO2` is `15.0 g`.

    A name that is also a unit (`0.1 mol N2`, `2 g C`) is a substance if the unit before it fits the question's.  Raise
    UnreadableAnswer for a substance of the question that is not the one asked for.
    """
    question = _plain_words(hints.words)
    text = _without_remarks(_IN_CHEMISTRY.sub(r"\1", text), question)
    found = _SUBSTANCE.search(text)
    _refuse_others(text, found, question, hints)
    if found is None:
        return text
    name = (found[1] or found[2]).translate(_INDICES)
    if not _is_substance(name):
        return text
    if (found[1] and is_unit(name)) or not _MOLECULE.search(name):
        before = _BEFORE.search(text[: found.start()])
        measured = unit_of_author(before[1]) if before else None
        if wanted is None or measured is None or not are_alike(measured, wanted):
            return text
    _, asked = _asked(question)
    if not _is_named(name, question):
        return text
    if asked and name not in asked:
        return text
    return f"{text[: found.start()]}{text[found.end() :]}"


def _refuse_others(text: str, found: re.Match[str] | None, question: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for the amount of a substance of the question that is not the one it asks for."""
    words, asked = _asked(question)
    if not asked or len(_ASKS.findall(question)) > 1:  # perhaps of another part
        return
    behind = _WORD_BEHIND.search(text)
    if behind and words.get(behind[1], behind[1]) not in {*asked, behind[1]}:
        raise _other_substance(behind[1], hints)
    named = _NAMED.match(text) or found
    name = next(filter(None, named.groups()), "").translate(_INDICES) if named else ""
    if name and _is_substance(name) and _is_named(name, question) and name not in asked:
        raise _other_substance(name, hints)


def _other_substance(name: str, hints: Hints) -> UnreadableAnswer:
    """Return the error to raise for the amount of another substance."""
    in_unit = f", in {hints.unit}" if hints.unit else ""
    return UnreadableAnswer(f"The question asks for another substance than {name}. Write only the answer{in_unit}.")


@lru_cache(maxsize=256)
def _asked(question: str) -> tuple[Mapping[str, str], frozenset[str]]:
    """Return the formulas in a question by their names (CO2 by `carbon dioxide`), and those that it asks for."""
    words = {word: formula for word, formula in _APPOSED.findall(question) if _is_substance(formula)}
    formulas = {formula for formula in _ASKED_SUBSTANCE.findall(question) if _is_substance(formula)}
    return words, frozenset(formulas | {words[word] for word in _ASKED_WORD.findall(question) if word in words})


def _is_substance(name: str) -> bool:
    """Return whether all symbols of a formula are elements."""
    return all(each in ELEMENTS for each in _SYMBOL.findall(name))


@lru_cache(64)
def _plain_words(words: Words) -> str:
    """Return the words of a question with `CO2` for `CO₂`, and without brackets and states such as `(aq)`."""
    return _STATE_BEHIND.sub(" ", words.text).translate(_INDICES)


def _is_named(name: str, question: str) -> bool:
    """Return whether a question names a substance."""
    return re.search(rf"(?<!\w){re.escape(name)}(?![a-z\d])", question) is not None


def _without_remarks(text: str, question: str) -> str:
    """Return the text without a remark on the limiting substance in front, and without `left over` behind.

    Names of substances inside a calculation are left out, too.
    """
    lead = _LIMITING.match(text)
    if lead and _is_named(lead[1].translate(_INDICES), question):
        text = text[lead.end() :]
    if _LEFT_ASKED.search(question):
        text = _LEFT.sub("", text)
    return _WITHIN.sub(lambda found: _without_substance_name(found, question), text)


def _without_substance_name(found: re.Match[str], question: str) -> str:
    """Return a unit without the substance behind it, if the question names it."""
    end = ")" if found[2].endswith(")") and "(" not in found[2] else ""
    name = found[2].translate(_INDICES)
    is_amount = found.string[: found.start()].rstrip()[-1:].isdigit()  # 24 g C, but not the K of J/(kg K)
    is_substance = _is_named(name, question) and (is_amount or _MOLECULE.search(name) or not is_unit(name))
    return f"{found[1]}{end}" if is_substance else found[0]
