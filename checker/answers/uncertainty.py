"""Numbers with a ±: a measured value with its uncertainty, `(3.2 ± 0.1) mL`, and a deviation, `s = ±0.03 mL`."""

from __future__ import annotations

import re
from typing import Final

from checker.notation.number import Hints
from checker.notation.numeral import NUMERAL

_SIGN: Final = r"(?:±|\\pm(?![A-Za-z])|\+ ?/? ?-)"
_VALUE: Final = re.compile(
    rf"(?P<front>^|[=≈:] ?)(?P<bracket>\( ?)?(?P<value>[-+]?{NUMERAL}) ?{_SIGN} ?(?P<margin>{NUMERAL})(?(bracket) ?\))"
    r"(?P<rest>(?! ?[*×/^\d(])[^±=≈]*)$",
    re.ASCII,
)
_MARGIN: Final = re.compile(rf"(^|[=≈:] ?){_SIGN} ?(?=[\d.])")
_ASKED: Final = re.compile(
    r"deviation|uncertaint|margin|error|interval|tolerance|abweichung|unsicherheit|fehler|écart|incertitude|erreur"
    r"|desviaci|incertidumbre|±|\\pm",
    re.IGNORECASE,
)
"""Words of questions about a spread."""


def without_uncertainty(text: str, hints: Hints) -> str:
    """Return an amount without its uncertainty; of a spread, if the question asks for one, its size.

    >>> without_uncertainty("V = (3.2 ± 0.1) mL", Hints(whole=False, unit="mL"))
    'V = 3.2 mL'
    >>> from checker.notation.vocabulary import Words
    >>> without_uncertainty("s = ±0.03 mL", Hints(whole=False, words=Words("Give the standard deviation.")))
    's = 0.03 mL'
    """
    if not re.search(_SIGN, text):
        return text
    if _ASKED.search(hints.words.text):
        return _MARGIN.sub(r"\1", text)
    found = _VALUE.search(text) if hints.unit else None
    if found is None or abs(float(found["margin"].replace(",", "."))) >= abs(float(found["value"].replace(",", "."))):
        return text
    return f"{text[: found.start()]}{found['front']}{found['value']}{found['rest']}"
