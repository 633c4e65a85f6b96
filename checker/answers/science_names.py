"""Rewrites answers as the sciences spell them with plain symbols: `[Fe²⁺]`, `ΔG°`, `t1/2`, `(3.2 ± 0.1) mL`, `+VI`.

Names of quantities: `[Fe²⁺]`, `ΔG°`, `E°cell`, `t1/2`, `% yield`.  Oxidation numbers, where a question asks for them:
`+VI`, `−III`, `5+`, `-3 in NH4+`.  A ±: a measured value with its uncertainty, `(3.2 ± 0.1) mL`, and a deviation, `s =
±0.03 mL`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache
from typing import Final

from checker.answers.surrounding_text import not_understood
from checker.engine.errors import UnreadableAnswer
from checker.notation.lazy_pattern import lazy_pattern
from checker.notation.names import latex_greek
from checker.notation.number import Hints
from checker.notation.numeral import NUMERAL
from checker.notation.text import MAX_ANSWER_LENGTH
from checker.notation.vocabulary import Words

_PLUS_MINUS: Final = r"(?:±|\\pm(?![A-Za-z])|\+ ?/ ?-)"
_MEASURED: Final = lazy_pattern(
    rf"(?P<front>^|[=≈:] ?)(?P<bracket>\( ?)?(?P<value>[-+]?{NUMERAL}) ?{_PLUS_MINUS}"
    rf" ?(?P<margin>{NUMERAL})(?(bracket) ?\))"
    r"(?P<rest>(?! ?[*×/^\d(])[^±=≈]*)$",
    re.ASCII,
)
_SPREAD: Final = lazy_pattern(rf"(^|[=≈:] ?){_PLUS_MINUS} ?(?=[\d.])")
_ASKS_SPREAD: Final = lazy_pattern(
    r"deviation|uncertaint|\bmargin|standard error|abweichung|unsicherheit|standardfehler|écart[- ]type|incertitude"
    r"|desviaci|incertidumbre",
    re.IGNORECASE,
)
"""Words of questions about a spread."""
_LONGEST: Final = 2_000
_TOKENS: Final = lazy_pattern(r"[A-Z][a-z]?")
ELEMENTS: Final = frozenset(
    _TOKENS.findall(
        "HHeLiBeBCNOFNeNaMgAlSiPSClArKCaScTiVCrMnFeCoNiCuZnGaGeAsSeBrKrRbSrYZrNbMoTcRuRhPdAgCdInSnSbTeIXeCsBaLaCePrNd"
        "PmSmEuGdTbDyHoErTmYbLuHfTaWReOsIrPtAuHgTlPbBiPoAtRnFrRaAcThPaUNpPuAmCmBkCfEsFmMdNoLrDT"
    )
)
_CHEMICAL: Final = lazy_pattern(r"\\(?:ce|text|mathrm)\s?\(((?:[^()]|\([^()]*\))*)\)")
r"""`\ce{[Fe^2+]}`"""
_SIGN: Final = r"(?:°|⦵|\\circ|o(?![A-Za-z])|0(?!\.?\d))"
_STANDARD: Final = rf" ?(?:°|⦵|\^ ?{_SIGN}|\^ ?\( ?{_SIGN} ?\))(?! ?[CFKR](?![A-Za-z]))"
"""The sign of the standard state: `E°`, `ΔG^\\circ`."""
_DELTA: Final = lazy_pattern(
    r"(?:Δ|∆|\\?(?<![A-Za-z])[Dd]elta) ?(?:_? ?\(?(?P<index>[a-z]{1,4})\)?)? ?(?P<letter>[A-Z])(?![a-z]{2})"
)
_STATE: Final = lazy_pattern(
    rf"(?<![A-Za-z\d])(?<!\d )((?:Δ ?_? ?\(?[a-z]{{0,4}}\)? ?)?[EGHSUK](?:_\w{{1,10}})?){_STANDARD}"
)
_JOINED: Final = lazy_pattern(r"(?<![A-Za-z])([EGHS])(cell|rxn|red|ox|anode|cathode)(?![A-Za-z])")
_CONSTANT: Final = lazy_pattern(r"(?<![A-Za-z])(p?)K_? ?\(?(sp|eq|stab|diss)\)?(?![A-Za-z])")
_HALF_LIFE: Final = lazy_pattern(r"(?<![A-Za-z\d.])([tT])_? ?(\()? ?1/2(?(2) ?\))(?![\w.])")
_PERCENT: Final = lazy_pattern(r"(?:^|(?<=[=:,;]))\s*(?:the\s)?%[ -]?(?=[A-Za-z][A-Za-z ]{1,30}\s?[=:≈])")
_INDEX: Final = r"(?:_?\d{1,3}|_\(\d{1,3}\))?"
_SPECIES: Final = rf"(?:\(?[A-Z][a-z]?{_INDEX}\)?{_INDEX}){{1,8}}(?: ?\^? ?\(?\d?[+-]\d?\)?)?(?: ?\((?:aq|g|l|s)\))?"
_CONCENTRATION: Final = lazy_pattern(
    rf"(?:\[ ?(?P<ring>\()? ?(?P<inside>{_SPECIES}) ?(?(ring)\)) ?\]|(?<![A-Za-z])c ?\( ?(?P<of>{_SPECIES}) ?\))"
    r"(?P<time>_? ?\(? ?(?:[0t]|eq|init|initial|total)\)?(?![\w.]))?"
)
"""`[Fe^(2+)]`, `c(H+)`, `[HA]_0`."""
_COLON: Final = lazy_pattern(r"^(\s*c_[A-Z]\w*) ?:")
_ASKED: Final = lazy_pattern(
    rf"(?:\[ ?|(?i:concentration|molarity|konzentration)s? (?:of|von) (?:the )?)(?P<of>{_SPECIES})"
)
_OF_PH: Final = lazy_pattern(r"(?<!\w)(?:what is|give|find|calculate|how large is) (?:the )?pO?H(?!\w)", re.IGNORECASE)
"""Questions about a pH, which is no concentration."""
_GENERAL: Final = frozenset("AMXYLRQSED")
"""Letters for any species."""
_SIGNS: Final = lazy_pattern(r"[^A-Za-z\d]")
_DIGITS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789+-0123456789")
_CHARGE: Final = lazy_pattern(r"\^? ?\(?\d?[+-]\d?\)?$")
_ASKS_OXIDATION: Final = lazy_pattern(
    r"oxidation (?:number|state)|oxidations?(?:zahl|stufe)|d'oxydation|oxidación", re.IGNORECASE
)
_OXIDIZED: Final = (
    r"(?:[A-Z][a-z]?[₀-₉]?\d{0,2}|\((?:[A-Z][a-z]?[₀-₉]?\d{0,2})+\)\d{0,2})+(?:\^?\{?\d?[-+−⁺⁻]\}?|[¹²³]?[⁺⁻])?"
)
_IN_SPECIES: Final = lazy_pattern(
    rf"\s*\(\s*(?:in\s+)?({_OXIDIZED})\s*\)|\s*\b(?:in|for|bei|für|dans|en)\s+({_OXIDIZED})(?!\w)"
)
"""`(NH4+)` and `in NH4+` behind a number."""
_OXIDATION_LABEL: Final = lazy_pattern(rf"(?<![\w+-])({_OXIDIZED})\s*[:=]\s*(?=[-+−]?[\dIV])")
_LIKELY_OXIDATION: Final = lazy_pattern(r"[A-Z]|\d\s?[-+−](?!\s?\d)")
_ROMAN: Final = lazy_pattern(r"(?<![\w.])(?:([-+−])\s?)?(VIII|VII|VI|IV|V|III|II|I)(?![\w.])")
_SIGN_BEHIND: Final = lazy_pattern(r"(?<![\w.^+-])(\d)\s?([-+−])(?=\s*(?:[,;)}\]]|$|\b(?:and|or|und|oder|et|ou|y)\b))")
_SHORT: Final = 100
"""Characters of a text that takes less time to search than the words of a question."""
_ROMAN_VALUES: Final = {name: value for value, name in enumerate(("I", "II", "III", "IV", "V", "VI", "VII", "VIII"), 1)}


def without_uncertainty(text: str, hints: Hints) -> str:
    """Return an amount without its uncertainty; if the question asks for a spread, without the sign ±.

    >>> without_uncertainty("V = (3.2 ± 0.1) mL", Hints(whole=False, unit="mL"))
    'V = 3.2 mL'
    >>> from checker.notation.vocabulary import Words
    >>> without_uncertainty("s = ±0.03 mL", Hints(whole=False, words=Words("Give the standard deviation.")))
    's = 0.03 mL'
    """
    if not re.search(_PLUS_MINUS, text):
        return text
    if _ASKS_SPREAD.search(hints.words.text):
        return _SPREAD.sub(r"\1", text)
    found = _MEASURED.search(text) if hints.unit else None
    if found is None or not _is_smaller(found["margin"], found["value"]):
        return text
    return f"{text[: found.start()]}{found['front']}{found['value']}{found['rest']}"


def _is_smaller(margin: str, value: str) -> bool:
    """Return whether a margin is smaller than its value; False for numbers in groups of digits."""
    try:
        return abs(float(margin.replace(",", "."))) < abs(float(value.replace(",", ".")))
    except ValueError:
        return False


def plain_names(text: str, hints: Hints) -> str:
    """Return the text with a plain symbol for each name that contains signs, and without an uncertainty.

    Raise UnreadableAnswer for the concentration of another species than the one asked for.

    >>> plain_names("[Fe^(2+)] = 0.08 M", Hints(whole=False)), plain_names("t1/2 = ln2/k = 5 s", Hints(whole=False))
    ('c_Fe2 = 0.08 M', 't_12 = ln2/k = 5 s')
    >>> plain_names("ΔrG° = -2", Hints(whole=False)), plain_names("E°cell = 1.1", Hints(whole=False))
    ('ΔG_r = -2', 'E_cell = 1.1')
    """
    if len(text) > _LONGEST:
        return text
    text = without_uncertainty(text, hints)
    text = _CHEMICAL.sub(r"\1", latex_greek(text))
    text = _JOINED.sub(r"\1_\2", _STATE.sub(r"\1", text))
    text = _DELTA.sub(lambda found: f"Δ{found['letter']}" + (f"_{found['index']}" if found["index"] else ""), text)
    text = _CONSTANT.sub(r"\1K_\2", _HALF_LIFE.sub(r"\1_12", text))
    if hints.unit == "%" or "%" in hints.words.text or "percent" in hints.words:
        text = _PERCENT.sub(" ", text)
    return _COLON.sub(
        r"\1 =", _CONCENTRATION.sub(lambda found: _concentration_symbol(found, hints.words, text, hints), text)
    )


def in_own_words(message: str, given: str) -> str:
    """Return an error message with names as the student wrote them, instead of our plain symbols.

    >>> in_own_words('I do not understand "t_12" in "t_12 = ?".', "t1/2 = ?")
    'I do not understand "t1/2" in "t1/2 = ?".'
    """
    for pattern in (_CONCENTRATION, _HALF_LIFE, _CONSTANT, _DELTA, _STATE):
        for found in pattern.finditer(given) if len(given) <= _LONGEST else ():
            name = found[0].strip()
            with suppress(UnreadableAnswer):
                symbol = plain_names(name, Hints(whole=False))
                if symbol != name and symbol not in given:
                    message = message.replace(symbol, name)
    return message


def standard_symbols(text: str, symbols: Collection[str]) -> str:
    """Return the text with `E0` for `E°`, if `E0` is a symbol of the question.

    >>> standard_symbols("E° - R T/(z F) ln Q", ["E0", "R", "T", "z", "F", "Q"])
    'E0 - R T/(z F) ln Q'
    """

    def spelled(found: re.Match[str]) -> str:
        names = (f"{found[1]}{zero}" for zero in ("0", "_0", "std", "_std"))
        return next((name for name in names if name in symbols), found[0])

    return _STATE.sub(spelled, text)


def _concentration_symbol(found: re.Match[str], words: Words, text: str, hints: Hints) -> str:
    """Return the plain symbol for a concentration: `c_Fe2` for `[Fe^(2+)]`; what is no species is returned as it is.

    Next to other names it is made a factor.  Raise UnreadableAnswer for a label that is not the species asked for.
    """
    species = found["inside"] or found["of"]
    if not all(each in ELEMENTS or each in _GENERAL for each in _TOKENS.findall(species)):
        return found[0]
    is_label = re.match(r"\s*[=≈:]", text[found.end() :]) and not text[: found.start()].strip()
    sentences = (words.asked, words.text) if is_label else ()
    every = ([each["of"] for each in _ASKED.finditer(sentence.translate(_DIGITS))] for sentence in sentences)
    asked: list[str] = next(filter(None, every), [])
    if is_label and (
        not any(_is_same(species, each) for each in asked) if asked else _OF_PH.search(words.text) and not hints.unit
    ):
        raise not_understood(found[0], text, hints)
    symbol = f"c_{_SIGNS.sub('', species)}{_SIGNS.sub('', found['time'] or '')}"
    if text[: found.start()].endswith("]"):
        return f"*{symbol}"
    return f"({symbol})" if text[: found.start()][-1:].isalpha() else symbol


def _is_same(one: str, other: str) -> bool:
    """Return whether two species are one: without its charge one may be any ion, but Fe2+ is not Fe3+."""
    charges = {charge[0].strip("^ ()") for each in (one, other) if (charge := _CHARGE.search(each))}
    return _bare(one) == _bare(other) and len(charges) < 2  # noqa: PLR2004 - two that differ


def _bare(species: str) -> str:
    """Return a species without its charge."""
    return _SIGNS.sub("", _CHARGE.sub("", species))


@lru_cache(64)
def asks_for_oxidation(words: Words) -> bool:
    """Return whether a question asks for oxidation numbers, which people write in Roman digits."""
    return _ASKS_OXIDATION.search(words.text) is not None


def without_roman(text: str, words: Words) -> str:
    """Return an answer with oxidation numbers as signed digits, if the question asks for such numbers.

    >>> without_roman("N: −III and 5+", Words("Which oxidation numbers does N have?"))
    '-3 and +5'
    """
    if len(text) > MAX_ANSWER_LENGTH or (len(text) > _SHORT and not asks_for_oxidation(words)):
        return text
    if not _LIKELY_OXIDATION.search(text) or not asks_for_oxidation(words):  # a short text first: few have words
        return text
    named = {
        found[found.lastindex or 0] for pattern in (_IN_SPECIES, _OXIDATION_LABEL) for found in pattern.finditer(text)
    }
    if len(named) <= 1:  # of several, which number belongs to which would be lost
        text = _OXIDATION_LABEL.sub("", _IN_SPECIES.sub("", text))
    text = _ROMAN.sub(lambda found: f"{(found[1] or '').replace('−', '-')}{_ROMAN_VALUES[found[2]]}", text)
    return _SIGN_BEHIND.sub(lambda found: f"{found[2].replace('−', '-')}{found[1]}", text)
