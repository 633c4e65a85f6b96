r"""Names of quantities with signs in them, as chemists write them: `[Fe²⁺]`, `ΔG°`, `E°cell`, `t1/2`, `% yield`.

Each becomes a plain symbol, so that labels and formulas before a result are read like any others.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from checker.answers.surrounding_text import not_understood
from checker.answers.uncertainty import without_uncertainty
from checker.notation.greek import latex_greek
from checker.notation.number import Hints
from checker.notation.vocabulary import Words

_LONGEST: Final = 2_000
_TOKENS: Final = re.compile(r"[A-Z][a-z]?")
ELEMENTS: Final = frozenset(
    _TOKENS.findall(
        "HHeLiBeBCNOFNeNaMgAlSiPSClArKCaScTiVCrMnFeCoNiCuZnGaGeAsSeBrKrRbSrYZrNbMoTcRuRhPdAgCdInSnSbTeIXeCsBaLaCePrNd"
        "PmSmEuGdTbDyHoErTmYbLuHfTaWReOsIrPtAuHgTlPbBiPoAtRnFrRaAcThPaUNpPuAmCmBkCfEsFmMdNoLrDT"
    )
)
_CHEMICAL: Final = re.compile(r"\\(?:ce|text|mathrm)\s?\(((?:[^()]|\([^()]*\))*)\)")
r"""`\ce{[Fe^2+]}`"""
_SIGN: Final = r"(?:°|⦵|\\circ|o(?![A-Za-z])|0(?!\.?\d))"
_STANDARD: Final = rf" ?(?:°|⦵|\^ ?{_SIGN}|\^ ?\( ?{_SIGN} ?\))(?! ?[CFKR](?![A-Za-z]))"
"""The sign of the standard state: `E°`, `ΔG^\\circ`."""
_DELTA: Final = re.compile(
    r"(?:Δ|∆|\\?(?<![A-Za-z])[Dd]elta) ?(?:_? ?\(?(?P<index>[a-z]{1,4})\)?)? ?(?P<letter>[A-Z])(?![a-z]{2})"
)
_STATE: Final = re.compile(
    rf"(?<![A-Za-z\d])(?<!\d )((?:Δ ?_? ?\(?[a-z]{{0,4}}\)? ?)?[EGHSUK](?:_\w{{1,10}})?){_STANDARD}"
)
_JOINED: Final = re.compile(r"(?<![A-Za-z])([EGHS])(cell|rxn|red|ox|anode|cathode)(?![A-Za-z])")
_CONSTANT: Final = re.compile(r"(?<![A-Za-z])(p?)K_? ?\(?(sp|eq|stab|diss)\)?(?![A-Za-z])")
_HALF_LIFE: Final = re.compile(r"(?<![A-Za-z\d.])([tT])_? ?(\()? ?1/2(?(2) ?\))(?![\w.])")
_PERCENT: Final = re.compile(r"(?:^|(?<=[=:,;]))\s*(?:the\s)?%[ -]?(?=[A-Za-z][A-Za-z ]{1,30}\s?[=:≈])")
_INDEX: Final = r"(?:_?\d{1,3}|_\(\d{1,3}\))?"
_SPECIES: Final = rf"(?:\(?[A-Z][a-z]?{_INDEX}\)?{_INDEX}){{1,8}}(?: ?\^? ?\(?\d?[+-]\d?\)?)?(?: ?\((?:aq|g|l|s)\))?"
_CONCENTRATION: Final = re.compile(
    rf"(?:\[ ?(?P<ring>\()? ?(?P<inside>{_SPECIES}) ?(?(ring)\)) ?\]|(?<![A-Za-z])c ?\( ?(?P<of>{_SPECIES}) ?\))"
    r"(?P<time>_? ?\(? ?(?:[0t]|eq|init|initial|total)\)?(?![\w.]))?"
)
"""`[Fe^(2+)]`, `c(H+)`, `[HA]_0`."""
_COLON: Final = re.compile(r"^(\s*c_[A-Z]\w*) ?:")
_ASKED: Final = re.compile(
    rf"(?:\[ ?|(?i:concentration|molarity|konzentration)s? (?:of|von) (?:the )?)(?P<of>{_SPECIES})"
)
_OF_PH: Final = re.compile(r"(?<!\w)(?:what is|give|find|calculate|how large is) (?:the )?pO?H(?!\w)", re.IGNORECASE)
"""Questions about a pH, which is no concentration."""
_GENERAL: Final = frozenset("AMXYLRQSED")
"""Letters for any species."""
_SIGNS: Final = re.compile(r"[^A-Za-z\d]")
_DIGITS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789+-0123456789")
_CHARGE: Final = re.compile(r"\^? ?\(?\d?[+-]\d?\)?$")


def plain_names(text: str, hints: Hints) -> str:
    """Return the text with a plain symbol for each name with signs in it.  Raises UnreadableAnswer.

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
    return _COLON.sub(r"\1 =", _CONCENTRATION.sub(lambda found: _symbol(found, hints.words, text, hints), text))


def standard_symbols(text: str, symbols: Collection[str]) -> str:
    """Return the text with `E0` for `E°`, where that is a symbol of the question.

    >>> standard_symbols("E° - R T/(z F) ln Q", ["E0", "R", "T", "z", "F", "Q"])
    'E0 - R T/(z F) ln Q'
    """

    def spelled(found: re.Match[str]) -> str:
        names = (f"{found[1]}{zero}" for zero in ("0", "_0", "std", "_std"))
        return next((name for name in names if name in symbols), found[0])

    return _STATE.sub(spelled, text)


def _symbol(found: re.Match[str], words: Words, text: str, hints: Hints) -> str:
    """Return the symbol for a concentration.  Raises UnreadableAnswer for one that the question does not ask for."""
    species = found["inside"] or found["of"]
    if not all(each in ELEMENTS or each in _GENERAL for each in _TOKENS.findall(species)):
        return found[0]
    is_label = re.match(r"\s*[=≈:]", text[found.end() :]) and not text[: found.start()].strip()
    asked = [each["of"] for each in _ASKED.finditer(words.text.translate(_DIGITS))] if is_label else []
    if is_label and (not any(_is_same(species, each) for each in asked) if asked else _OF_PH.search(words.text)):
        raise not_understood(found[0], text, hints)
    symbol = f"c_{_SIGNS.sub('', species)}{_SIGNS.sub('', found['time'] or '')}"
    return f"({symbol})" if text[: found.start()][-1:].isalpha() else symbol


def _is_same(one: str, other: str) -> bool:
    """Return whether two species are one: without its charge one may be any ion, but Fe2+ is not Fe3+."""
    charges = {charge[0].strip("^ ()") for each in (one, other) if (charge := _CHARGE.search(each))}
    return _bare(one) == _bare(other) and len(charges) < 2  # noqa: PLR2004 - two that differ


def _bare(species: str) -> str:
    """Return a species without its charge."""
    return _SIGNS.sub("", _CHARGE.sub("", species))
