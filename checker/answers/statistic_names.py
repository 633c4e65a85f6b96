"""Names of statistics that look like formulas, where the question asks for them: `s^2 = 3` is 3, as `Var(X) = 3` is.

A mean and a deviation with their names are a list: `x̄ = 99.95, s = 1.54`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from checker.notation.numeral import NUMERAL
from checker.notation.vocabulary import Words

_SQUARE: Final = re.compile(r"([^\W\d_](?:_?\w{1,3}|_\(\w{1,3}\))?|\\?chi|\\?sigma)\s?(?:\^\s?\(?2\)?|²)")
_SQUARES: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("s", "\u03c3", "sigma"), ("variance", "varianz")),
    **dict.fromkeys(("χ", "chi", "x"), ("chi-sq", "chi sq", "chi2", "chi^2", "χ", "chi-quadrat", "khi")),
    "r": ("determination", "bestimmtheit", "détermination", "determinación"),
}
"""Squares that are names, with stems of the words that ask for them."""
_OPERATOR: Final = re.compile(r"([A-Za-z]{1,5})\s?\(\s?[^\W\d_]\w{0,2}(?:\s?,\s?[^\W\d_]\w{0,2})?\s?\)")
_OPERATORS: Final[Mapping[str, tuple[str, ...]]] = {
    "var": ("variance", "varianz"),
    "cov": ("covariance", "covarianz", "kovarianz"),
    **dict.fromkeys(("cor", "corr"), ("correl", "corrél", "korrel")),
    **dict.fromkeys(("sd", "std", "se"), ("standard",)),
}
"""Functions of random variables that are names, in the same way."""
_ABBREVIATED: Final = re.compile(
    r"(?:the )?(?:s(?:am)?ple )?(?:std\.?|st\.?|stand\.?|s\.? ?d\.?|s\.? ?e\.?(?: ?m\.?)?)(?: ?(?:dev|err(?:or)?)\.?)?",
    re.IGNORECASE,
)
"""`std dev`, `St. Dev.`, `s.d.`, `SEM`."""
_MEAN: Final = (
    r"(?:x\u0304|x[ -]?bar|\\(?:bar|overline) ?\{? ?x ?\}?|(?:sample )?(?:mean|average)|mittelwert|moyenne|media|M"
    r"|\\?mu|\u03bc)"
)
_DEVIATION: Final = (
    r"(?:s(?:_x|_\{?n-1\}?)?|sd|stddev|st(?:andar)?d\.? ?dev(?:iation|\.)?|std\.?|standardabweichung|\\?sigma|\u03c3)"
)
_BOTH: Final = re.compile(
    rf"\s*(?:the )?{_MEAN}(?:\s*[=≈:]|\s+is)?\s*(?P<mean>{NUMERAL}[^=≈:]*?)(?:\s*[;,]\s*(?:and )?|\s+and\s+|\s*\n\s*)"
    rf"(?:the )?{_DEVIATION}(?:\s*[=≈:]|\s+is)?\s*(?P<deviation>{NUMERAL}[^=≈:,;]*)",
    re.IGNORECASE,
)
"""`x̄ = 99.95 Ω, s = 1.54 Ω`"""
_MEANS_ASKED, _DEVIATIONS_ASKED = (
    r"(?<!\w)(?:mean|average|mittelwert|moyenne|media)(?!\w)",
    r"(?:deviation|standardabweichung|écart[- ]type|desviaci|scarto)",
)
_IN_ORDER: Final = re.compile(rf"{_MEANS_ASKED}[^.?!]{{1,80}}{_DEVIATIONS_ASKED}")
_TURNED: Final = re.compile(rf"{_DEVIATIONS_ASKED}[^.?!]{{1,80}}{_MEANS_ASKED}")
_LONGEST: Final = 200


def without_names(text: str, words: Words) -> str:
    """Return a mean and a deviation as a list, where the question asks for them in this order; else the text itself.

    >>> without_names("x̄ = 99.95 Ω, s = 1.54 Ω", Words("Give the mean and the standard deviation."))
    '[99.95 Ω, 1.54 Ω]'
    """
    bare = unicodedata.normalize("NFD", text[: _LONGEST + 1]).replace("$", " ").strip(" .")
    both = _BOTH.fullmatch(bare) if len(bare) <= _LONGEST else None
    asked = words.text.casefold() if both else ""
    if both is None or not _IN_ORDER.search(asked) or _TURNED.search(asked):
        return text
    mean, deviation = (unicodedata.normalize("NFC", each.strip()) for each in both.groups())
    return f"[{mean}{';' if ',' in mean + deviation else ','} {deviation}]"


def is_statistic(name: str, words: Words) -> bool:
    """Return whether a square or a function is the name of what the question asks for: `s^2`, `χ²`, `Var(X)`."""
    if found := _SQUARE.fullmatch(name):
        stems = _SQUARES.get(found[1].lstrip("\\").partition("_")[0].lower(), ())
        square = re.escape(found[1]).replace("_", "_?")
        is_named = re.search(rf"(?<!\w){square}\s?(?:\^\s?\{{?2|²)", words.text)
    elif found := _OPERATOR.fullmatch(name):
        stems, is_named = _OPERATORS.get(found[1].lower(), ()), None
    elif _ABBREVIATED.fullmatch(name):
        stems, is_named = ("standard",), None
    else:
        return False
    text = words.text.casefold()
    return bool(is_named) or any(stem in text for stem in stems)
