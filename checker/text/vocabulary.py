"""Words around an answer, as in `about 5 km in total`: which may be ignored, and which change what it means.

An answer is read only if every word of it is understood.  words.txt lists words to ignore (`lexicon`), as the words of
the question itself are (`Words`), and words that are never ignored: negations, comparisons, operations, numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Mapping
from fractions import Fraction
from functools import cache, cached_property
from typing import Final, NamedTuple

from checker.text import lazy_pattern, packaged

SCALE_LETTERS: Final[Mapping[str, int]] = {"K": 3, "k": 3, "M": 6, "G": 9, "B": 9, "T": 12}
"""Letters that multiply the number before them, with their powers of ten."""

WORD: Final = r"[^\W\d_]+(?:['-][^\W\d_]+)*"
"""A word of letters, with hyphens and apostrophes inside: `feed-forward`, `isn't`."""

_PIECE: Final = lazy_pattern(rf"({WORD})(?![\w])|[\s,:]+|\.(?!\w)|(\.\w+|\w+|.)", re.DOTALL)
_WORDS: Final = lazy_pattern(rf"(?<!\w)[^\W\d_]\w*|{WORD}")
_NAMED: Final = lazy_pattern(r"(?<![^\W_])(?<!\^)([^\W\d_](?:_?\w{1,3})?)\s?=\s?[-+.\d{]")
"""`R = 5`"""
_ASKS: Final = lazy_pattern(
    r"\?|\b(?:give|find|compute|calculate|determine|solve|evaluate|state|write|express|what|how|which|where|berechne|bestimme"
    r"|gib|löse|wie|was|welche)\b",
    re.IGNORECASE,
)
"""Signs and words of a sentence that asks."""
_PER: Final = lazy_pattern(rf"\b(per|each|every|pro|par|por|je)\s+({WORD})", re.IGNORECASE)


class Lexicon(NamedTuple):
    """The words that words.txt lists, in lower case, by what they do to an answer."""

    fillers: frozenset[str]
    """Words that do not change the answer around which they are written."""
    arrays: frozenset[str]
    """Names of a list or a table of numbers."""
    counted: frozenset[str]
    """Nouns that questions count, which are neither units nor fillers."""
    prose: frozenset[str]
    """Words of running text, over which write-ups pass."""
    negations: frozenset[str]
    alternatives: frozenset[str]
    numbers: frozenset[str]
    """Numbers and fractions in words."""
    reserved: frozenset[str]
    """Words that change the meaning of an answer, whatever the words of the question are."""
    scales: Mapping[str, Fraction]
    """Words that multiply the number before them, with their values."""


@cache
def lexicon() -> Lexicon:
    """Return the words that words.txt lists; the file is read on the first call."""
    _, *parts = re.split(r"^\[(\w+)\].*$", packaged.text("checker.text", "words.txt"), flags=re.MULTILINE)
    texts = dict(zip(parts[::2], parts[1::2], strict=True))
    values: dict[str, Fraction] = {}
    value = Fraction(1)
    for word in texts.pop("scales").replace(" =", "=").split():
        if word.endswith("="):
            value = Fraction(word[:-1])
        else:
            values[word] = value
    words = {section: frozenset(text.split()) for section, text in texts.items()}
    passed = {"fillers", "arrays", "counted", "prose"}
    reserved = frozenset().union(values, *(words[each] for each in words if each not in passed))
    named = {name: words[name] for name in Lexicon._fields if name in words}
    return Lexicon(**named, reserved=reserved, scales=values)


class Words(Container[str]):
    """The words of one question, from its prompt, title and steps.  An answer may repeat them.

    They are collected when one is first looked up, because most answers have no words.
    """

    def __init__(
        self,
        texts: Callable[[], str] | str = "",
        others: Collection[str] = (),
        units: Callable[[], Collection[str]] = tuple,
        symbols: Collection[str] = (),
        names: Callable[[], str] = str,
    ) -> None:
        self._texts = texts
        self._names = names
        self.others = others
        """Names of other quantities of the question: `d_model = 5` is no answer to what d_ff is."""
        self._units = units
        self._symbols = symbols

    @cached_property
    def text(self) -> str:
        """Return the prompt, title and other texts that the words come from, as one text."""
        text = self._texts if isinstance(self._texts, str) else self._texts()
        return re.sub(r"_\{(\w+)\}", r"_\1", text.replace("\u2019", "'"))

    @cached_property
    def asked(self) -> str:
        """Return the sentences of the question that ask for something; all sentences where none is recognised as such.

        >>> Words("The pH is 3. Give the concentration.").asked
        'Give the concentration.'
        """
        sentences = re.split(r"(?<=[.?!])\s+|\n", self.text)
        return "\n".join([each for each in sentences if _ASKS.search(each)] or sentences)

    @cached_property
    def other_units(self) -> Collection[str]:
        """Return the units of the question's other parts, which an answer to this part cannot have."""
        return self._units()

    @cached_property
    def symbols(self) -> frozenset[str]:
        """Return the symbols of the question: those that it declares, and those that its text gives a value."""
        return frozenset({*self._symbols, *_NAMED.findall(self.text)})

    def product(self, text: str) -> list[str]:
        """Return the symbols of the question that a text multiplies or divides; empty if it holds anything else.

        >>> words = Words(symbols=("R", "C"))
        >>> words.product("RC"), words.product("R^2/C"), words.product("kC")
        (['R', 'C'], ['R', 'C'], [])
        """
        found: list[str] = []
        rest = text
        while symbol := max((each for each in self.symbols if rest.startswith(each)), key=len, default=""):
            found.append(symbol)
            # what joins the symbols of a formula without a bracket
            rest = re.sub(r"^(?:[ ·*/]|\^ ?\d)*", "", rest[len(symbol) :], count=1)
        return [] if rest else found

    @cached_property
    def all(self) -> frozenset[str]:
        """Return the words that may stand around an answer, in lower case too, and rates such as `per layer`.

        They are those of the sentences that ask, and of what is asked for: the other sentences name other quantities.
        """
        text = f"{self.asked}\n{self._names()}"
        words = {*_WORDS.findall(text), *(each[0] for each in re.finditer(WORD, text))}
        words |= {piece for word in words for piece in re.split("[_'-]", word)}
        rates = {f"{rate} {of}".casefold() for rate, of in _PER.findall(text)}
        return frozenset(words | {word.casefold() for word in words} | rates)

    def __contains__(self, word: object) -> bool:
        return word in self.all


NO_WORDS: Final = Words()


def unknown_word(text: str, words: Container[str] = NO_WORDS) -> str | None:
    """Return the first word or sign of a text that must not be ignored around an answer; None if there is none.

    A bracket that is not closed counts, and so does a last word of one letter.

    >>> unknown_word("parameters, I think", {"parameters"}), unknown_word("is wrong"), unknown_word("apples in total")
    (None, 'wrong', 'apples')
    """
    text = re.sub(r"\bor so\b|\bgive or take\b|\bor thereabouts\b", " ", text, flags=re.IGNORECASE)
    text = _PER.sub(lambda rate: " " if rate[0].casefold() in words else rate[0], text)
    depth = 0
    last = ""
    for word, sign in _PIECE.findall(text):
        last = word or last
        if sign in {"(", ")"}:
            depth += 1 if sign == "(" else -1
            if depth < 0:
                return str(sign)
        elif sign or (word and not is_understood(word, words)):
            return str(sign or word)
    return "(" if depth else last if len(last) == 1 else None


def is_understood(word: str, words: Container[str] = NO_WORDS) -> bool:
    """Return whether a word may be ignored around an answer: it is a filler such as `about`, or in the question.

    A lone letter is a symbol, not a word.

    >>> is_understood("weights", {"weight"}), is_understood("not", {"not"}), is_understood("d", {"d"})
    (True, False, False)
    """
    folded = word.casefold()
    if _is_known(folded, words):
        return True
    # l'encodeur, qu'environ
    pieces = [re.sub(r"^[^\W\d_]{1,2}'", "", piece) for piece in folded.split("-")]
    return pieces != [folded] and all(len(piece) > 1 and _is_known(piece, words) for piece in pieces)


def _is_known(folded: str, words: Container[str]) -> bool:
    """Return whether a word is a filler, or in the question, and changes nothing."""
    known = lexicon()
    if folded in known.reserved or folded in known.fillers:
        return folded not in known.reserved
    # short forms of words in questions
    folded = {"params": "parameters", "param": "parameters", "dims": "dimensions"}.get(folded, folded)
    return len(folded) > 1 and any(
        each in words
        for each in (folded, f"{folded}s", f"{folded}es", folded.removesuffix("s"), folded.removesuffix("es"))
    )


def is_number_in_words(word: str, whole: str) -> bool:
    """Return whether a word consists of number words, and stands in a text with such words but without digits.

    >>> is_number_in_words("twenty-three", "twenty-three"), is_number_in_words("two", "two of 3")
    (True, False)
    """
    numbers = lexicon().numbers | lexicon().scales.keys()
    known = set(re.findall(r"[^\W\d_]+", word.casefold())) <= numbers | {"minus", "point"}
    return known and not re.search(r"\d", whole) and not numbers.isdisjoint(re.findall(r"[^\W\d_]+", whole.casefold()))


def is_rate(text: str, words: Container[str]) -> bool:
    """Return whether a text begins with a rate, such as `per layer`, that is among the question's words."""
    rate = _PER.match(text)
    return rate is not None and rate[0].casefold() in words


def is_reserved(phrase: str) -> bool:
    """Return whether a word or phrase, such as `not` or `at most`, changes the meaning of an answer around it."""
    return any(word in lexicon().reserved for word in phrase.casefold().split())
