"""What may be written around an amount: words that lead up to it, labels such as `d_k =`, words behind it.

Words of the question and fillers of words.txt are passed over.  Anything else is refused, and the message names it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Container
from functools import lru_cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import RESERVED_NAMES
from checker.formula.nodes import Literal, names_in
from checker.formula.parser import parse
from checker.formula.symbols import latex_greek
from checker.reading.measure import is_other_unit, is_unit, like_asked
from checker.reading.refusals import not_understood, two_numbers
from checker.text import lazy_pattern
from checker.text.number import Hints
from checker.text.numeral import NUMERAL
from checker.text.vocabulary import WORD, Words, is_reserved, is_understood, lexicon, unknown_word

_LEAD: Final = lazy_pattern(rf"\s*(?:({WORD})[.]?(?![\w([/^]|-\d)|\(([^()\d]{{1,60}})\)|[,:](?!\S)|=>|->|[:=~≈∴⇒→])")
"""A word, words in brackets, or a sign in front of an amount."""
_UNIT: Final = lazy_pattern(r"\s*([^\s:=()\d]+)(?=\s*[:=]|\s+[-+.\d]|\s+(?:is|ist|est|es)\s|\s*$)")
_SYMBOL: Final = lazy_pattern(r"[^\W\d_]|[A-Z][a-z]")
_FOLLOWED: Final = lazy_pattern(r"\s+[^\W\d_]{2}")
_MARK: Final = lazy_pattern(
    r"\\(?:bar|overline|(?:wide)?hat|(?:wide)?tilde|vec|dot)\s?\(? ?([a-zX-Z\u0370-\u03ff]|\\mu) ?\)?"
    r"|([a-zX-Z])[ -]?(?:bar|hat)\b"
)
r"""A letter with a mark, in LaTeX or in words: `\bar(x)`, `x-bar`."""
_LABEL: Final = lazy_pattern(
    r"(?:[A-Za-z\u0370-\u03ff][\u0302\u0303\u0307\u20d7]?|[a-zX-Z\u0370-\u03ff][\u0304\u0305])"
    r"(?:\d{1,3}|[a-z]|max|min|in|out|tot|net|avg|eff|rms|kin|pot|_(?!not|no\b)[^\W_]{1,5}|_\((?!not|no\b)[\w/.]{1,6}\))?"
)
"""A name that the question need not have: one letter, perhaps with a mark or an index."""
_COMPLEMENT: Final = lazy_pattern(r"[¬~'^]|\\(?:neg|lnot|bar|overline)")
_CAPITALS: Final = lazy_pattern(r"[A-Z]{2,5}")
_COMPARED: Final = ((">=", "≥"), ("<=", "≤"), (r"\geq", "≥"), (r"\leq", "≤"), (r"\ge", "≥"), (r"\le", "≤"))
_NAME: Final = r"(?:[^\W\d_]+|[€£¥$%°])(?:\^\(?-?\d\)?)?"
_AMOUNT: Final = lazy_pattern(
    rf"(?<![\w.,])(?:dollars +|[€£¥$] ?)?({NUMERAL})(?:\s?({_NAME}(?:/\([^\W\d_][^()]{{0,20}}\)|[ /*×]{_NAME})*))?"
)


class Lead(NamedTuple):
    """A text from the answer on, and the unit that was written in front of it."""

    rest: str
    unit: str


def lead_of(text: str, hints: Hints) -> Lead:
    """Return the text from the answer on, without fillers, words of the question and signs before it.

    A unit like the one that is asked for may be among them: `Size in MB: 44`.

    >>> lead_of("The total (weights only): about 27648", Hints(whole=True, words=Words("weights")))
    Lead(rest='27648', unit='')
    """
    place, unit = 0, ""
    while True:
        if found := _LEAD.match(text, place):
            word, inside = found.groups()
            is_known = unknown_word(inside, hints.words) is None if inside else not word or _is_lead(word, found, hints)
            if is_known:
                place = found.end()
                continue
            if inside and not unit and _is_front_unit(inside, hints):
                place, unit = found.end(), inside.strip()
                continue
        if not unit and hints.unit and (found := _UNIT.match(text, place)) and _is_front_unit(found[1], hints):
            place, unit = found.end(), found[1]
            continue
        return Lead(text[place:].strip(), unit)


def _is_lead(word: str, found: re.Match[str], hints: Hints) -> bool:
    """Return whether a word only leads up to an answer; a letter is a symbol, unless a word follows: `a total of 5`."""
    if len(word) == 1 and word.isascii() and not _FOLLOWED.match(found.string, found.end()):
        return False
    if word in RESERVED_NAMES or not is_understood(word, hints.words):
        return False
    if word.casefold() in lexicon().fillers:
        return True
    return not _is_unit_there(word, hints.words) and not (hints.unit and like_asked(word, hints))


def _is_unit_there(word: str, words: Words) -> bool:
    """Return whether a word is a unit in the question, behind a number: `GB: 65536` is no number of tokens."""
    return is_other_unit(word) and re.search(rf"\d[\s~]?{re.escape(word)}s?\b", words.text) is not None


def _is_front_unit(name: str, hints: Hints) -> bool:
    """Return whether a name in front of a number is its unit, and no symbol such as m or Ts, and no filler."""
    is_symbol = _SYMBOL.fullmatch(name) is not None or name.casefold() in lexicon().fillers
    return name == hints.unit or (not is_symbol and like_asked(name, hints))


def label_of(side: str, hints: Hints) -> Lead | None:
    """Return the name of the answer that a side of an equation is, and a unit in it; None if it is no name.

    The question has the name, or it is one letter.  A quantity that the question gives is no label of another one, and
    neither is a word that changes what an answer means: `not`, `half`, the complement in `P(no rain)`.
    """
    name, unit = lead_of(re.sub(r"_\( ?(\w+) ?\)", r"_\1", _MARK.sub(r"\1\2", latex_greek(side))), hints)
    # `v (km/h)`, `Memory in MB`
    if not unit and hints.unit and (found := re.fullmatch(r"(.*\S)\s+(?:\(([^()]{1,30})\)|in\s+(\S{1,30}))", name)):
        inside = found[2] or found[3]
        if _is_front_unit(inside, hints):
            name, unit = found[1], inside
    return Lead(name, unit) if not name or _names_answer(name, hints) else None


def _names_answer(name: str, hints: Hints) -> bool:
    words = hints.words
    # `P(X >= 8)`, `f(3)`
    if value := re.fullmatch(r"(\w{0,19}[^\W_])\s?\((.{1,80})\)", name):
        return name not in words.others and _is_value(name, value, hints)
    if name in words.others or is_reserved(name):
        return False
    if name in words or name.casefold() in words:
        return not _is_unit_there(name, words)
    # `|v|`, where the question has no v
    if (size := re.fullmatch(r"\|\|? ?(?:\\vec ?\(? ?)?(\w+) ?\)? ?\|?\|", name)) and not _has(size[1], words.text):
        name = size[1]
    if _is_abbreviation(name, words.text):
        return True
    is_symbol = _SYMBOL.fullmatch(name) is not None
    is_other = (is_other_unit(name) and not is_symbol) or _has(name, words.text)
    # a product with a symbol of the question: `xy` and `iz`, where it has an x and a z
    is_other = is_other or any(_has(each, words.text) for each in name if each.casefold() not in lexicon().fillers)
    if name in RESERVED_NAMES or (name.isalpha() and len(name) > 1 and is_other):
        return False
    is_unit = len(name) == 1 and name not in words.symbols and name != hints.unit and like_asked(name, hints)
    return not is_unit and _LABEL.fullmatch(unicodedata.normalize("NFD", name)) is not None


def _is_value(name: str, value: re.Match[str], hints: Hints) -> bool:
    """Return whether `P(X >= 8)` or `f(3)` is the value that is asked for.

    The question has it, or no other value of this function.
    """
    function, inside = value.groups()
    text = _squeezed(hints.words.text)
    if _squeezed(name) in text:
        return True
    is_known = (
        function in hints.words
        or (_LABEL.fullmatch(function) and not function[1:].isalpha())
        or _is_abbreviation(function, hints.words.text)
    )
    is_unit = inside != hints.unit and like_asked(inside, hints)
    is_other = function in RESERVED_NAMES or f"{function}(" in text or is_reserved(inside) or _COMPLEMENT.search(inside)
    return bool(is_known) and not is_other and not is_unit


def _is_abbreviation(name: str, text: str) -> bool:
    """Return whether capitals are the initials of words of a text: NPV for `net present value`."""
    initials = r"\w*[\s-]+(?:of\s+|the\s+)*".join(name)
    return _CAPITALS.fullmatch(name) is not None and re.search(rf"(?<!\w){initials}", text, re.IGNORECASE) is not None


@lru_cache(256)
def _squeezed(text: str) -> str:
    r"""Return a text without spaces and signs of LaTeX, in which `P(X \geq 8)` is `P(X≥8)`."""
    for written, sign in _COMPARED:
        text = text.replace(written, sign)
    return re.sub(r"[\s\\${}]|left|right", "", text)


def is_given(name: str, value: str, words: Words) -> bool:
    """Return whether a name belongs to another quantity of the question, or its text gives it this value."""
    given = rf"(?<!\w){re.escape(name)}\s*=\s*{re.escape(value)}(?![\w.,]*\d)"
    return name in words.others or (name != "" and re.search(given, words.text) is not None)


def _has(name: str, text: str) -> bool:
    """Return whether a text has a name that is not a part of another one."""
    return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", text) is not None


def is_formula(side: str, hints: Hints, labels: Collection[str]) -> bool:
    """Return whether a side that is no amount is a calculation: numbers, with units or money, and symbols.

    It is not evaluated: `d_model/h` in `d_k = d_model/h = 64`, `2 kg * 3 m/s^2` in `F = 2 kg * 3 m/s^2 = 6 N`.  Behind
    a label it may have symbols that the question does not give, but not the label.
    """
    if "-" in side and re.fullmatch(WORD, side):  # `p-value`
        return False
    calculation = re.sub(r"(?<![A-Za-z])log(?=\s?[\d(])", "ln", _AMOUNT.sub(_without_unit, latex_greek(side)))
    try:
        tree = parse(calculation, hints._replace(decimal=hints.decimal or "point"), is_strict=False)
    except UnreadableAnswer:
        return False
    found = {name.replace("π", "") for name in names_in(tree) if name not in RESERVED_NAMES}
    if not found:
        return calculation != side and not isinstance(tree, Literal)
    if any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", side) for name in labels):
        return False
    others = {name for name in found if not (name in hints.words.others or hints.words.product(name))}
    is_known = all(len(name) < 3 or _LABEL.fullmatch(name) or _has(name, hints.words.text) for name in others)  # noqa: PLR2004
    return not (others and not labels) and is_known and not any(map(is_reserved, found))


def _without_unit(amount: re.Match[str]) -> str:
    """Return the number of an amount, if what follows it is a unit or a word such as `billion`."""
    number, name = amount.groups()
    return number if not name or name in lexicon().scales or is_unit(name) else amount[0]


def refuse_unknown(text: str, whole: str, hints: Hints, words: Container[str] | None = None) -> None:
    """Raise UnreadableAnswer for the first word or sign behind an answer that is not understood."""
    # `5 a month`, the i of `0.6i`, a method as in `[1, 2].sum()`, dots: they change what is before them
    if alone := re.match(r"\s*(an?\s|to$)|([^\W\d_](?![^\W_])|\.\w+)|[\s,;]*(\.(?:\s?\.)+)", text):
        raise not_understood(next(filter(None, alone.groups())), whole, hints)
    word = unknown_word(text.strip(" \t\n.,;?"), hints.words if words is None else words)
    if word is None:
        return
    if re.search(r"\d", text) and (word.casefold() in lexicon().alternatives or word[0].isdigit()):
        raise two_numbers(whole)
    raise not_understood(word, whole, hints)
