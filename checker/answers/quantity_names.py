"""Finds names of quantities: those around an answer (`heads: 12`), and those of the numbers in a prompt.

Names of statistics look like formulas: `s^2 = 3` is 3, as `Var(X) = 3` is, where the question asks for a variance.  A
mean and a deviation with their names are a list: `x̄ = 99.95, s = 1.54`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from string import ascii_lowercase
from typing import Final

from checker.notation.lazy_pattern import lazy_pattern
from checker.notation.numeral import NUMERAL
from checker.notation.vocabulary import WORD, Words, lexicon

ANY_WORD: Final = lazy_pattern(WORD)
MOST_WORDS: Final = 3
"""Maximum number of words that say what is counted, or in which unit."""

_AXES: Final = lazy_pattern(r"[,;×]|\b(?:x|by)\b")
"""`channels, height, width: 64, 112, 112`"""
_TWO_NUMBERS: Final = lazy_pattern(r"\d[^=]{0,40}?[^\W\d_]{2}")
"""A number with words between it and another one: `27648 parameters in 4 heads`."""
_MARKUP: Final = lazy_pattern(r"\\(?:text\w{0,4}|math\w{1,4}|operatorname)\s?\{([^{}]*)\}|\*\*|__|[`$]")
_FRONT: Final = lazy_pattern(r"([^\d=≈:()\[\]*/^+√π\\_]+)[=≈:]|([^\d=≈:()\[\]*/^+√π\\.,_]+)(?=[\d(\[])")
"""The words before the first sign of an answer, or right before it: `hidden width: 27648`, `hidden width 27648`."""
_BACK: Final = lazy_pattern(r"[\d)\]],?\s*([^\W\d_][^\d=≈:()\[\]*/^+,;_]*)(?:[,;][^\d=]*)?$")
_NUMBER: Final = lazy_pattern(r"(?<![\w.-])\[?-?\d[\d.,]*(?<=\d)(?![-\w])")
"""A number that is no part of a name, as in GPT-2."""
_AHEAD: Final = lazy_pattern(rf"\s({WORD})")
_BEFORE: Final = lazy_pattern(
    rf"(?<!\w)({WORD})(?=(?:\s(?:of|is|are|von|de)|\s?([=:])|(?<!s))\s({_NUMBER.pattern})\s?([^.,;?!\n]{{0,30}}))"
)
"""A word before a number, the sign between them, the number, and the text after it."""
_GENERAL: Final = frozenset({"entry", "element", "input", "weight", "parameter", "param"})
"""Words for any of several quantities, besides the fillers and the names of arrays."""
_BETWEEN: Final = lazy_pattern(
    r"(?:of|in|for|after|with|per|at|to|on|by|from|over|as|into|than|and|or)\s", re.IGNORECASE
)
"""Words that end the name in front of them."""
_JOINING: Final = frozenset({"and", "or", "und", "oder", "et", "ou", "y", "e", "en"})
_LEADING: Final = frozenset({"of", "for", "Of", "For"})
"""Those of them that a name may begin with: `for arrows`."""
_SQUARE: Final = lazy_pattern(r"([^\W\d_](?:_?\w{1,3}|_\(\w{1,3}\))?|\\?chi|\\?sigma)\s?(?:\^\s?\(?2\)?|²)")
_SQUARES: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("s", "\u03c3", "sigma"), ("variance", "varianz")),
    **dict.fromkeys(("χ", "chi", "x"), ("chi-sq", "chi sq", "chi2", "chi^2", "χ", "chi-quadrat", "khi")),
    "r": ("determination", "bestimmtheit", "détermination", "determinación"),
}
"""Squares that are names, with stems of the words that ask for them."""
_OPERATOR: Final = lazy_pattern(r"([A-Za-z]{1,5})\s?\(\s?[^\W\d_]\w{0,2}(?:\s?,\s?[^\W\d_]\w{0,2})?\s?\)")
_OPERATORS: Final[Mapping[str, tuple[str, ...]]] = {
    "var": ("variance", "varianz"),
    "cov": ("covariance", "covarianz", "kovarianz"),
    **dict.fromkeys(("cor", "corr"), ("correl", "corrél", "korrel")),
    **dict.fromkeys(("sd", "std", "se"), ("standard",)),
}
"""Functions of random variables that are names, in the same way."""
_ABBREVIATED: Final = lazy_pattern(
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
_BOTH: Final = lazy_pattern(
    rf"\s*(?:the )?{_MEAN}(?:\s*[=≈:]|\s+is)?\s*(?P<mean>{NUMERAL}[^=≈:]*?)(?:\s*[;,]\s*(?:and )?|\s+and\s+|\s*\n\s*)"
    rf"(?:the )?{_DEVIATION}(?:\s*[=≈:]|\s+is)?\s*(?P<deviation>{NUMERAL}[^=≈:,;]*)",
    re.IGNORECASE,
)
"""`x̄ = 99.95 Ω, s = 1.54 Ω`"""
_MEANS_ASKED, _DEVIATIONS_ASKED = (
    r"(?<!\w)(?:mean|average|mittelwert|moyenne|media)(?!\w)",
    r"(?:deviation|standardabweichung|écart[- ]type|desviaci|scarto)",
)
_IN_ORDER: Final = lazy_pattern(rf"{_MEANS_ASKED}[^.?!]{{1,80}}{_DEVIATIONS_ASKED}")
_TURNED: Final = lazy_pattern(rf"{_DEVIATIONS_ASKED}[^.?!]{{1,80}}{_MEANS_ASKED}")
_LONGEST: Final = 200


def without_markup(given: str) -> str:
    r"""Return an answer's text without Markdown and LaTeX markup around its words.

    >>> without_markup(r"**heads:** 27648"), without_markup(r"$\text{heads} = 27648$")
    ('heads: 27648', 'heads = 27648')
    """
    return _MARKUP.sub(r"\1", given)


def name_before(given: str) -> str:
    """Return the words before an answer that name it; empty if there are none, or only names of axes.

    >>> name_before("hidden width: 27648"), name_before("recurrent O(n)"), name_before("height, width: 5, 7")
    ('hidden width', 'recurrent O', '')
    """
    found = _FRONT.match(given)
    name = (found[1] or found[2]).strip() if found else ""
    return "" if _AXES.search(name) else name


def name_behind(given: str) -> str:
    """Return the words right behind an answer that name it; empty if there are none.

    >>> name_behind("27648 heads, I think"), name_behind("[1, 2] for arrows"), name_behind("5 with biases")
    ('heads', 'arrows', '')
    """
    found = _BACK.search(given)
    if found is None or _TWO_NUMBERS.search(given, 0, found.start()):
        return ""
    name = found[1].strip(" \n.!?").removeprefix("for ")
    return "" if _BETWEEN.match(f"{name} ") else name


def name_in(text: str) -> str:
    """Return the name at the beginning of a text, up to the first preposition.

    It is empty where the text begins with one, and so says only where or when, and where there are two names.

    >>> name_in("hidden width of the network"), name_in("for arrows"), name_in("in a layer"), name_in("keys and values")
    ('hidden width', 'arrows', '', '')
    """
    found: list[str] = []
    for word in ANY_WORD.findall(text):
        if word.casefold() in _JOINING:
            return ""
        if _BETWEEN.fullmatch(f"{word} ") and (found or word not in _LEADING):
            break
        if word.casefold() not in lexicon().fillers:
            found.append(word)
    return " ".join(found)


def main_word(text: str) -> str:
    """Return the main word of a name, which is the last one before a preposition.

    >>> main_word("the number of heads"), main_word("hidden width of the network"), main_word("the answer is about")
    ('heads', 'width', '')
    """
    return name_in(text).rpartition(" ")[2]


def words_before_numbers(text: str) -> Iterator[re.Match[str]]:
    """Yield a match for each word in a prompt that names the number after it: `a width of 64`, `g = 9.81`.

    >>> [word[1] for word in words_before_numbers("Its layer has 4 heads, a width of 64 and stride 2.")]
    ['width', 'stride']
    """
    return (word for word in _BEFORE.finditer(text) if not _ends_name(word[1]))


def counted_things(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each word for what a number counts: `attention`, `heads` in `4 attention heads`."""
    for number in _NUMBER.finditer(text):
        end = number.end()
        for _ in range(MOST_WORDS):
            if not (word := _AHEAD.match(text, end)) or _ends_name(word[1]):
                break
            yield word.span(1)
            end = word.end()


@cache
def general_words() -> frozenset[str]:
    """Return the words, folded, that say nothing about which quantity is meant: `answer`, fillers, single letters."""
    return frozenset(map(folded, lexicon().fillers | lexicon().arrays)) | _GENERAL | set(ascii_lowercase) | {""}


def _ends_name(word: str) -> bool:
    """Return whether a word belongs to no name: a preposition, a filler or a reserved word."""
    return bool(_BETWEEN.fullmatch(f"{word} ")) or word.casefold() in lexicon().fillers | lexicon().reserved


def folded(word: str) -> str:
    """Return a word in lower case and, roughly, in the singular, for comparison.

    >>> folded("Queries"), folded("biases"), folded("bias"), folded("mass")
    ('query', 'bia', 'bia', 'mass')
    """
    word = word.casefold()
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ses", "xes", "ches", "shes")):
        word = word[:-2]
    return word.removesuffix("s") if not word.endswith("ss") else word


def without_names(text: str, words: Words) -> str:
    """Return a mean and a deviation with their names as a list, if the question asks for both in this order.

    Return any other text as it is.

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
    """Return whether a name of a statistic, as `s^2`, `χ²`, `Var(X)` or `std dev`, names what the question asks for."""
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
