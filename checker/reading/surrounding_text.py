"""Removes or refuses the text around an answer: words that lead up to it, labels before `=`, and words after it.

A label (`is_label`) may not name another quantity or event than the one asked for.  `is_formula` recognizes sides in
symbols, such as `d_model/h`, and `not_understood` makes the error for any other text.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import RESERVED_NAMES
from checker.formula.names import NAME, latex_greek
from checker.formula.nodes import Name, names_in
from checker.formula.parser import parse
from checker.text.lazy_pattern import lazy_pattern
from checker.text.number import Hints
from checker.text.plain import brief
from checker.text.vocabulary import (
    WORD,
    Words,
    is_number_in_words,
    is_reserved,
    is_understood,
    lexicon,
    unknown_word,
)

_MOST_LETTERS: Final = 4
"""Maximum number of symbols of one letter that are read next to each other, beyond those that the question has."""
MAX_LABELS: Final = 8
MAX_LABEL_LENGTH: Final = 200
MAX_LEAD_LENGTH: Final = 60

_WORD: Final = lazy_pattern(rf"({WORD})(?![\w(]|-\d)[.]?")
_DASH: Final = lazy_pattern(r"-\s+[.\d]")
_LAST_OF: Final = lazy_pattern(rf"({WORD})\s+(?:of|von|de|di|da|van|del|du)\s*$", re.IGNORECASE)
"""`the square of 5` is no lead-in to 5."""
_FOLLOWED: Final = lazy_pattern(r"\s+[^\W\d_]{2}")
_SIGNS: Final = lazy_pattern(r"(?:\s|=>|->|[~≈=:∴⇒→]|[,.;](?!\d))+")
_SYMBOL: Final = lazy_pattern(r"[A-Za-z\u0370-\u03ff][A-Za-z]?(?:\d{0,3}|_\w{1,20}|_\(\w{1,20}(?:\.\d{1,4})?\))'?")
"""A symbol as the sciences write it: v, pH, d_k, x1, λ_max."""
_MARKED: Final = lazy_pattern(
    r"""(?:[a-zX-Z\u0370-\u03ff][\u0304\u0305]|[A-Za-z\u0370-\u03ff][\u0302\u0303\u0307\u20d7]
    |[a-zX-Z][ -]?bar|[A-Za-z][ -]?hat
    |\\(?:bar|overline)\s?[({]?\s?(?:[a-zX-Z]|\\?mu|\\?theta)\s?[)}]?
    |\\(?:(?:wide)?(?:hat|tilde)|vec|dot)\s?[({]?\s?[A-Za-z\u0370-\u03ff]\s?[)}]?)(?:_?\(?\w{1,20}\)?)?""",
    re.VERBOSE,
)
"""A letter with a mark, in Unicode, in words or in LaTeX: x̄, xbar, \\bar(x).  The bar of other capitals denies them."""
_BOUND: Final = re.compile(r"(at (?:least|most)) (?=\d)", re.IGNORECASE)
"""`at least 202`, to a question such as "At least how many"."""
_JOINING: Final = frozenset(
    {"so", "if", "is", "as", "in", "to", "of", "at", "by", "an", "it", "on", "no", "and", "da", "si"}
)
"""Words of two or three letters that join statements, and are no products of symbols."""
_CAPITALS: Final = lazy_pattern(r"[A-Z]{3,5}")
NO_BASE: Final = lazy_pattern(r"(?<![\w.])(?:log|lg)(?= ?[(\d])", re.IGNORECASE)
"""A logarithm without its base."""
_TIMES: Final = lazy_pattern(r"(?<=[\w)]) [xX] (?=[\d(])")
_INDEX: Final = lazy_pattern(r"(?<=[^\W\d_])_ ?\( ?(\w{1,20}(?:\.\d{1,4})?) ?\)")
"""`S_{xy}`, as the text has it without its braces."""
_OF_SIZE: Final = lazy_pattern(
    r"\||magnitude|modulus|amplitude|norm|length|size|absolute|speed|how (?:fast|large|far|strong|long|big)|betrag"
    r"|wie (?:groß|schnell|stark)",
    re.IGNORECASE,
)
"""Words of questions about a size, which may be called |v|."""
_BARS: Final = lazy_pattern(rf"\|\|? ?(?:\\vec ?\(? ?)?({NAME}) ?\)? ?\|?\|")
"""A size: |v|."""
_PRODUCT: Final = lazy_pattern(r"[A-Z]{2}")
_OF_MATRICES: Final = lazy_pattern(r"matri|product|vector|produkt|vektor", re.IGNORECASE)
_OF: Final = lazy_pattern(rf"({NAME})\s?\([^()]{{1,60}}\)")
"""A value of a function: f(3), PE(pos, 2i)."""
_COMPLEMENT: Final = lazy_pattern(
    r"¬|(?<=[^\W\d_])'|\^ ?\(?[cC](?![^\W_])|[\u0304\u0305]|\\(?:bar|overline|neg|lnot)(?![a-z])"
)
"""The signs of an event that does not happen: ¬A, A', A^c, Ā."""
_EXTREMES: Final = frozenset({"max", "min"})
_PLACES: Final = frozenset({"out", "no"})
_ATTRIBUTE: Final = lazy_pattern(r"\.(?:shape|size\(\))(?=\s*$)")
_OPEN_END: Final = lazy_pattern(r"[\s,;]*\.\s?\.")
_RATE: Final = lazy_pattern(r"\s*(an?)\s")
"""A word that means `per` after a number: 5 a month."""
_LONE: Final = lazy_pattern(r"[^\W\d_](?![^\W_])|\.\w+")
"""A letter right after a number, or a method: `0.6i`, `[1, 2].sum()`."""
GREEK: Final = lazy_pattern(
    "alpha|beta|[gG]amma|[dD]elta|epsilon|zeta|eta|[tT]heta|kappa|[lL]ambda|mu|nu|xi|rho|[sS]igma|tau|[pP]hi|chi|[pP]si"
    "|[oO]mega"
)


class PassedOver(UnreadableAnswer):
    """Raised for a side that is no number, but may lead to one: `what` says that it is a formula, or a calculation.

    `is_given`: the question gives all of its symbols.
    """

    def __init__(self, side: str, hints: Hints, what: str, *, is_given: bool) -> None:
        super().__init__(f'"{brief(side)}" is {what}. Write only the number, in {hints.unit}.')
        self.is_given = is_given


def without_front(text: str, words: Words) -> str:
    """Return the text from the answer on, without fillers, words of the question and signs before it.

    Raise UnreadableAnswer if a dash after such words may be a minus sign.

    >>> without_front("The total (weights only): about 27648", Words("weights"))
    '27648'
    """
    place = 0
    while place < len(text):
        if signs := _SIGNS.match(text, place):
            place = signs.end()
        elif (bound := _BOUND.match(text, place)) and f"{bound[1]} how".casefold() in words.text.casefold():
            place = bound.end()
        elif (word := _WORD.match(text, place)) and _is_lead_word(word, words):
            place = word.end()
        elif (end := _end_of_remark(text, place, words)) is not None:
            place = end
        else:
            break
    front, rest = text[:place], text[place:].strip()
    if _DASH.match(rest) and front.strip():
        raise unclear_dash(text)
    of = _LAST_OF.search(front[-MAX_LEAD_LENGTH:])
    is_of = of is not None and of[1].casefold() not in lexicon().fillers
    return f"{of[0].strip()} {rest}" if of and is_of and rest else rest


def _is_lead_word(word: re.Match[str], words: Words) -> bool:
    """Return whether a word only leads up to the answer.

    A single letter is one only before another word: `a total of 5`.
    """
    is_letter = len(word[1]) == 1 and word[1].isascii() and not _FOLLOWED.match(word.string, word.end())
    if is_letter or word[1] in RESERVED_NAMES or not is_understood(word[1], words):
        return False
    return word[1].casefold() in lexicon().fillers or not _is_other_unit(word[1], words)


def _is_other_unit(name: str, words: Words) -> bool:
    """Return whether a word of the question is a unit there, after a number, and not the one that is asked for.

    `GB: 65536` is no number of tokens where a token takes 2 GB.
    """
    if not re.search(rf"\d[\s~]?{re.escape(name)}s?\b", words.text):
        return False
    from checker.reading.undeclared_unit import is_other_unit  # here, because few answers begin with such a word

    return is_other_unit(name, words)


def _end_of_remark(text: str, place: int, words: Words) -> int | None:
    """Return the index after brackets at `place` that hold only known words and have something after them.

    Return None if there are none.
    """
    if text[place] not in "([":
        return None
    end = text.find(")" if text[place] == "(" else "]", place, place + MAX_LABEL_LENGTH) + 1
    inside = text[place + 1 : end - 1]
    is_remark = end and inside.strip() and text[end:].strip() and unknown_word(inside, words) is None
    return end if is_remark else None


def without_labels(text: str, words: Words, signs: str = "=≈:") -> str:
    """Return the text without words that lead up to the answer, and without labels such as `Q =` and `f(3) =`."""
    for _ in range(MAX_LABELS):
        text = without_front(text, words)
        sign = re.search(f"[{signs}]", text[:MAX_LABEL_LENGTH])
        if not sign or not is_label(text[: sign.start()], words, colon=sign[0] == ":"):
            break
        text = text[sign.end() :]
    return text


def is_label(side: str, words: Words, *, colon: bool = False) -> bool:
    """Return whether a side of an equation only names the answer: `total weights`, `d_k`, `f(3)`, `λ`.

    Before a colon only a name in the question is a label.
    """
    name = without_front(_ATTRIBUTE.sub("", latex_greek(side)), words)
    if (bars := _BARS.fullmatch(name)) and (not _is_shown(bars[1], words) or _OF_SIZE.search(words.text)):
        name = bars[1]
    if not name:
        return True
    if name[0] == "(" and name[-1] == ")":
        return unknown_word(name[1:-1], words) is None
    if (of := _OF.fullmatch(name)) and not of[1].endswith("_"):
        is_name = of[1] not in RESERVED_NAMES and (_is_known(of[1], words) or _is_symbol(of[1]))
        return is_name and not other_event(name[of.end(1) :], words)
    if is_reserved(name) or is_given(name, words) or name in RESERVED_NAMES or _has_negated_subscript(name, words):
        return False
    if _is_known(name, words):
        return not _is_other_unit(name, words)
    is_symbol = _is_symbol(name) and not _is_turned(name, words)
    return not colon and (is_symbol or is_abbreviation(name, words.text))


def _is_turned(name: str, words: Words) -> bool:
    """Return whether a product has the other order than the one in the question: BA for the matrix AB."""
    is_product = _PRODUCT.fullmatch(name) and _OF_MATRICES.search(words.text)
    return bool(is_product) and name not in words.text and name[::-1] in words.text


def is_abbreviation(name: str, text: str) -> bool:
    """Return whether capitals are the initials of words that follow each other in a text, or stand for one word of it.

    >>> text = "What is the net present value? What is the monthly payment?"
    >>> is_abbreviation("NPV", text), is_abbreviation("PMT", text), is_abbreviation("NPP", text)
    (True, True, False)
    """
    if not _CAPITALS.fullmatch(name):
        return False
    initials = r"\w*[\s-]+(?:of\s+|the\s+)*".join(name)
    return re.search(rf"(?<!\w)(?:{initials}|{'[a-z]*'.join(name)}(?=[a-z]*(?!\w)))", text, re.IGNORECASE) is not None


def is_given(name: str, words: Words) -> bool:
    """Return whether a name already belongs to another quantity of the question.

    A single letter that the question neither shows nor describes is free.
    """
    if name not in words.others or len(name) > 1 or name in words.described:
        return name in words.others
    return _is_shown(name, words)


def _is_shown(name: str, words: Words) -> bool:
    """Return whether a question shows a symbol."""
    return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", words.text) is not None


def other_event(inside: str, words: Words) -> str:
    """Return the word, such as `not`, that makes `P(not A)` another event; all of `inside` for a sign, as in `A'`.

    It is empty if there is none.  Negations count only if the question has none, and so do comparisons, and words such
    as `or`.
    """
    known = lexicon()
    asked = {word.casefold() for word in re.findall(WORD, words.text)} if re.search(r"[^\W\d_]", inside) else set()
    if _COMPLEMENT.search(unicodedata.normalize("NFD", inside)):
        return "" if known.negations & asked or _COMPLEMENT.search(words.text) else inside
    said = [word for word in re.findall(WORD, inside) if len(word) > 1]
    for sort in (known.negations, known.comparisons - _EXTREMES, known.alternatives):
        if not sort & asked and (other := next((word for word in said if word.casefold() in sort), "")):
            return other
    return ""


def _has_negated_subscript(name: str, words: Words) -> bool:
    """Return whether the subscript of a name is a negation that the question lacks: `x_not`.

    Places such as the `out` of V_out are none.
    """
    subscript = name.partition("_")[2].strip("()").casefold()
    return subscript in lexicon().negations - _PLACES and subscript not in words


def _is_symbol(name: str) -> bool:
    """Return whether this is a symbol as the sciences write it, which need not be in the question."""
    found = GREEK.fullmatch(name) or _SYMBOL.fullmatch(name) or _MARKED.fullmatch(unicodedata.normalize("NFD", name))
    return found is not None


def is_formula(side: str, hints: Hints) -> bool:
    """Return whether a side of an equation is a formula in symbols: `d_model/h` in `d_model/h = 256/4 = 64`."""
    try:
        node = parse(_TIMES.sub("×", NO_BASE.sub("ln", _INDEX.sub(r"_\1", latex_greek(side)))), hints)
    except UnreadableAnswer:
        return False
    found = [name for name in names_in(node) if name not in RESERVED_NAMES]
    is_alone = isinstance(node, Name) and is_given(node.name, hints.words)
    if not found or is_alone or any(map(joins, found)):  # `5 or x`
        return False
    return all(_is_known(name, hints.words) or _is_symbol(name) or _is_product(name, hints.words) for name in found)


def _is_product(name: str, words: Words) -> bool:
    """Return whether a name is a few letters next to each other, among them a symbol of the question: `zFE`."""
    is_short = name.isalpha() and len(name) <= _MOST_LETTERS
    return is_short and any(letter in words.symbols for letter in name) and not is_understood(name, words)


def joins(word: str) -> bool:
    """Return whether a word, such as `so` in `5 so x`, joins two statements or changes their meaning."""
    return word.casefold() in _JOINING or (len(word) > 1 and is_reserved(word))


def _is_known(name: str, words: Words) -> bool:
    """Return whether a name, perhaps with brackets or a prime, is a word of the question."""
    name = name.replace("(", "").replace(")", "").rstrip("'")
    return name[:1].isalpha() and name.replace("_", "").isalnum() and (name in words or name.casefold() in words)


def refuse_unknown(text: str, whole: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for the first word or sign behind an answer that is not understood."""
    if _OPEN_END.match(text):
        raise not_understood("...", whole, hints)
    if (alone := _RATE.match(text)) or (alone := _LONE.match(text)):
        raise not_understood(alone[0].strip(), whole, hints)
    text = text.strip(" \t\n.,;?")
    if not text or (word := unknown_word(text, hints.words)) is None:
        return
    if re.search(r"\d", text) and (word.casefold() in lexicon().alternatives or word[0].isdigit()):
        raise two_numbers(whole)
    raise not_understood(word, whole, hints)


def not_understood(word: str, whole: str, hints: Hints) -> UnreadableAnswer:
    """Return the error to raise for a word or sign that is not understood; it says what to write."""
    in_unit = f", in {hints.unit}" if hints.unit else ""
    if is_number_in_words(word, whole):
        return UnreadableAnswer(f'"{brief(whole)}" has a number in words. Write it in digits{in_unit}.')
    instead = f"Write only the answer{in_unit}."
    if is_reserved(word):
        return UnreadableAnswer(f'"{brief(word, 20)}" could change the meaning of "{brief(whole)}". {instead}')
    return UnreadableAnswer(f'I do not understand "{brief(word, 20)}" in "{brief(whole)}". {instead}')


def two_numbers(whole: str) -> UnreadableAnswer:
    """Return the error to raise for an answer with more than one number."""
    return UnreadableAnswer(f'"{brief(whole)}" is more than one number. Write one.')


def unclear_dash(whole: str) -> UnreadableAnswer:
    """Return the error to raise for a dash that may be a minus sign or a mere dash; `whole` is the student's text."""
    return UnreadableAnswer(
        f'The dash in "{brief(whole)}" could be a minus sign. Write a minus sign right before the number, or no dash.'
    )
