"""Names of statistics that are written as a square or a function: `s^2`, `χ²`, `Var(X)`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

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


def is_statistic(name: str, words: Words) -> bool:
    """Return whether a square or a function is the name of what the question asks for: `s^2`, `χ²`, `Var(X)`."""
    if found := _SQUARE.fullmatch(name):
        stems = _SQUARES.get(found[1].lstrip("\\").partition("_")[0].lower(), ())
        square = re.escape(found[1]).replace("_", "_?")
        is_named = re.search(rf"(?<!\w){square}\s?(?:\^\s?\{{?2|²)", words.text)
    elif found := _OPERATOR.fullmatch(name):
        stems, is_named = _OPERATORS.get(found[1].lower(), ()), None
    else:
        return False
    text = words.text.casefold()
    return bool(is_named) or any(stem in text for stem in stems)
