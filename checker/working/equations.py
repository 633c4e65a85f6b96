"""Finds equations in running text: `3 × 4 = 12`, chains `a = b = c`, and words for the sign: `3 × 4 gives 12`.

The pieces of a text that are mathematics are runs, without the words and units between them: `Query matrices: 3 × 768
weights × 8 heads` has the run `3 × 768 × 8`, with two nouns.  `Chain`s of `Side`s begin and end with them;
`ledger` computes them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import FUNCTION_NAMES
from checker.reading.measure import is_unit
from checker.text.numeral import NUMERAL
from checker.text.plain import closings, plain
from checker.text.vocabulary import SCALE_LETTERS, lexicon

HIDDEN: Final = "\0"
"""Stands for an equality sign inside a bracket, `P(X = 1)`, which has no sides."""
LONGEST: Final = 400
"""Characters of a run; a longer one is no line of working."""
_TOKEN: Final = re.compile(rf"(?P<number>(?a:{NUMERAL}))|(?P<name>[^\W\d_](?:[^\W_]|_(?=\w))*)|(?P<sign>\*\*|[^\s$])")
_FUNCTIONS: Final = FUNCTION_NAMES | {"log", "lg", "frac"}
_BRACKETS: Final = {"(": ")", "⌊": "⌋", "⌈": "⌉"}
_OPERATORS: Final = frozenset("+-*/×^") | {"**"}
_LEADING: Final = frozenset("-+√")
_GOES_ON: Final = _OPERATORS | {"(", ")"}
"""Signs behind a noun with which its run goes on."""
_ODD_WORDS: Final = frozenset({"sum", "mod", "choose", "über", "parmi", "binom", "root", "lim"})
_NO_SYMBOLS: Final = _ODD_WORDS | frozenset(
    """so the let and for is we in of all our one two to it as at by if or an
    das der die und mit le la les des et du un una el los las il per con sei""".split()  # noqa: SIM905 - quotes would hide the words
)
_ODD: Final = rf"[\\±∑Σ∏∫°/#&'\0+*×^\d]|(?<![^\W_])(?:{'|'.join(_ODD_WORDS | _FUNCTIONS)})(?![^\W_])"
_ODD_BEFORE: Final = re.compile(rf"(?:{_ODD}|_|\S\s*-)\s*$|[^\W\d_]$", re.IGNORECASE)
_ODD_AFTER: Final = re.compile(rf"\s*(?:{_ODD}|-)", re.IGNORECASE)
"""Signs and words next to a run that may be a part of its mathematics which is not read."""
_VALUES: Final = frozenset({"number", "symbol", "close", "percent"})
_COUNTED: Final = frozenset({"number", "close", "percent"})
"""What a noun may follow."""
_UNFINISHED: Final = frozenset({"operator", "open", "function"})
_SYMBOL: Final = re.compile(r"[^\W\d_](?:_?\w{1,2})?|[^\W\d_]\w*_\w+")
_POWER: Final = r"(?:\^(?:\d|\(-?\d\)))?"
_UNIT: Final = re.compile(rf"[^\W\d_]+{_POWER}(?:(?:[/*]|(?<=[\d)]))[^\W\d_]+{_POWER})*(?!\w)")
_DIVIDED: Final = re.compile(r"\s*(?:[\w.,]+\s?|\([^()]*\))(?:/|\^|\*\*)|\s*$")
"""A division behind the argument of a function, which may belong to it: `ln (6)/(16)`."""
_WORD: Final = re.compile(r"[^\W\d_]{2}")


class Run(NamedTuple):
    """A piece of a text that is mathematics, such as `3 × (4 + 1)`, with the nouns that stood in it."""

    text: str
    """The mathematics, without nouns and remarks in brackets."""
    start: int
    end: int
    """Where it begins in its text, and where its last sign or noun ends."""
    nouns: tuple[str, ...]
    """The words after its numbers: units, or what they count."""
    operators: int
    """The number of its operators, roots and functions."""
    is_unclear: bool
    """Whether a part of it may be meant otherwise: a bracket after a number and a space is a factor or a remark."""

    @property
    def is_calculation(self) -> bool:
        """Return whether it has anything to calculate, and is not just a number or a symbol."""
        return self.operators > 0


def runs(text: str, names: Collection[str]) -> list[Run]:
    """Return the pieces of mathematics in a text, in order; `names` are symbols that the student has defined.

    The text has gone through `equations.spelled`.
    """
    scan = _Scan(text, names)
    place = 0
    while place < len(scan.tokens):
        place = scan.take(place)
    scan.close()
    return scan.found


class _Scan:
    """Goes through the tokens of a text and builds one run at a time."""

    def __init__(self, text: str, names: Collection[str]) -> None:
        self.found: list[Run] = []
        self.tokens = [*_TOKEN.finditer(text)]
        self._ends = closings(enumerate(token[0] for token in self.tokens), _BRACKETS)
        self._text, self._names = text, names
        self._begin()

    def _begin(self) -> None:
        self._pieces: list[str] = []
        self._kinds: list[str] = []
        self._nouns: list[str] = []
        self._start = self._end = self._operators = 0
        self._is_after_noun = self._is_unclear = False

    @property
    def _last(self) -> str:
        """Return the kind of the last piece in the open run, such as "number" or "operator"; empty if there is none."""
        return self._kinds[-1] if self._kinds else ""

    def close(self, *, is_unclear: bool = False) -> None:
        """End the open run without operators at its end; it is kept if it has a number or a symbol.

        If that is unclear, what is between it and the next one may belong to either.
        """
        while self._last in _UNFINISHED:
            self._operators -= self._kinds.pop() == "operator"
            self._pieces.pop()
        text, kinds = "".join(self._pieces), self._kinds
        is_closed = kinds.count("open") == kinds.count("close") and self._kinds[:1] != ["close"]
        if is_closed and len(text) <= LONGEST and not {"number", "symbol"}.isdisjoint(kinds):
            before = self._text[max(0, self._start - 20) : self._start]
            is_odd = _ODD_BEFORE.search(before) or _ODD_AFTER.match(self._text, self._end)
            is_any = self._is_unclear or is_unclear or is_odd is not None
            self.found.append(Run(text, self._start, self._end, tuple(self._nouns), self._operators, is_any))
        self._begin()
        self._is_unclear = is_unclear

    def take(self, place: int) -> int:
        """Take a token into the open run, or close it; return the place of the next token."""
        return {"number": self._number, "name": self._name}.get(str(self.tokens[place].lastgroup), self._sign)(place)

    def _add(self, token: re.Match[str], kind: str, text: str) -> None:
        if not self._kinds:
            self._start = token.start()
        self._pieces.append(text)
        self._kinds.append(kind)
        self._end = token.end()

    def _is_next(self, place: int, signs: Collection[str]) -> bool:
        return place + 1 < len(self.tokens) and self.tokens[place + 1][0] in signs

    def _number(self, place: int) -> int:
        """Take a number with its scale (`27.6k`), as a new run where none goes on."""
        if self._last in _VALUES or self._is_after_noun:
            self.close(is_unclear=not self._is_after_noun)
        token = self.tokens[place]
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else token
        scale = lexicon().scales.get(following[0].casefold())
        if following.start() == token.end() and following[0] in SCALE_LETTERS:
            self._add(token, "number", f"({token[0]}*{10 ** SCALE_LETTERS[following[0]]})")
        elif scale:
            self._add(token, "number", f"({token[0]}*{scale})")
        else:
            self._add(token, "number", token[0])
            return place + 1
        self._end = following.end()
        return place + 2

    def _name(self, place: int) -> int:
        """Take a name: a function, a constant, a symbol, or a word."""
        token, last = self.tokens[place], self._last
        name, lower = token[0], token[0].lower()
        is_constant = lower in {"pi", "π"} or (name == "e" and self._is_next(place, {"^"}))
        is_known = is_constant or name in self._names
        is_glued = token.start() == self._end and _SYMBOL.fullmatch(name) is not None and not is_unit(name)
        if lower in _FUNCTIONS or lower.startswith("log_"):
            if self._is_after_noun or last == "close":
                self.close(is_unclear=True)
            self._operators += 1
            is_beside = last == "number" and token.start() > self._end  # in another column, perhaps
            self._is_unclear |= is_beside or _DIVIDED.match(self._text, token.end()) is not None
            self._add(token, "function", f" {lower} ")
        elif not is_known and last in _COUNTED and (self._is_after_noun or not is_glued):
            return self._noun(place)
        elif is_known or (_SYMBOL.fullmatch(name) and not self._is_after_noun and lower not in _NO_SYMBOLS):
            if self._is_after_noun or last == "close":
                self.close(is_unclear=True)
            may_be_unit = name in self._names and is_unit(name) and (last == "number" or bool(self._nouns))
            is_called = self._is_next(place, {"("}) and self.tokens[place + 1].start() == token.end()
            self._is_unclear |= may_be_unit or (is_called and is_known) or (name == "e" and not is_known)
            self._operators += last in {"number", "symbol"}
            self._add(token, "symbol", f" {lower if is_constant else name} ")
        else:
            self.close()
        return place + 1

    def _noun(self, place: int) -> int:
        """Take a noun or a unit (also `mol/l`) after a number; the run goes on unless other words or signs follow."""
        start = self.tokens[place].start()
        unit = _UNIT.match(self._text, start)
        is_symbol = unit is not None and any(each in self._names for each in re.findall(r"[^\W\d_]+", unit[0]))
        is_measure = unit is not None and is_unit(unit[0]) and not is_symbol
        name = unit[0] if unit and is_measure else self.tokens[place][0]
        is_glued = start == self._end and not self._nouns
        self._nouns.append(name)
        self._end = start + len(name)
        while place < len(self.tokens) and self.tokens[place].start() < self._end:
            place += 1
        after = next((each for each in self.tokens[place:] if each.lastgroup != "name"), None)
        if after is None or after[0] in _GOES_ON:
            self._is_unclear |= len(name) == 1 and (is_glued or not is_measure)
            self._is_after_noun = True
        else:
            self.close(is_unclear=len(name) == 1)
        return place

    def _sign(self, place: int) -> int:
        token, last = self.tokens[place], self._last
        sign, depth = token[0], self._kinds.count("open") - self._kinds.count("close")
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else token
        is_glued = following.start() == token.end()
        if sign in _BRACKETS:
            return self._opening(place)
        if sign in _BRACKETS.values() and depth and last not in {"open", "operator"}:
            self._is_after_noun = False
            self._add(token, "close", sign)
        elif sign in _OPERATORS and last and last not in _UNFINISHED:
            # `4 -0.2`: a difference, or a label and a number
            self._is_unclear |= sign in "+-" and token.start() > self._end and is_glued
            self._is_after_noun = False
            self._operators += 1
            self._add(token, "operator", sign)
        elif sign in _LEADING and (last or sign == "√" or is_glued):  # or it is the bullet of a list
            self._operators += (last in _VALUES) + (sign == "√")  # 2√3 has a product too
            self._add(token, "operator", sign)
        elif sign in "%!" and last in _VALUES and not self._is_after_noun:
            self._add(token, "percent", sign)
        elif sign == "," and depth:
            self._is_unclear |= "function" not in self._kinds  # `(2, 1) * (0, 1)` is a product of vectors
            self._add(token, "operator", sign)
        elif self._kinds or sign not in _LEADING:
            self.close()
        else:
            self._is_unclear = following[0].lower().startswith(tuple(_FUNCTIONS))
        return place + 1

    def _opening(self, place: int) -> int:
        """Take an opening bracket, or pass over a bracket with a remark."""
        token, end = self.tokens[place], self._ends.get(place)
        is_apart = token.start() > self._end
        if end is None:  # of a remark with an equation in it: `(96 × 96 = 9216)`
            self.close(is_unclear=bool(self._kinds) and (self._last in _UNFINISHED or not is_apart))
            return place + 1
        if self._last in _VALUES and self._is_remark(self.tokens[place + 1 : end], is_apart=is_apart):
            self._end = self.tokens[end].end()
            self._is_after_noun = True
            return end + 1
        if self._is_after_noun:
            self.close(is_unclear=True)
        elif self._last in _VALUES:
            self._operators += 1
            self._is_unclear |= is_apart
        self._operators += token[0] != "("
        self._add(token, "open", token[0])
        return place + 1

    def _is_remark(self, inside: list[re.Match[str]], *, is_apart: bool) -> bool:
        """Return whether a bracket holds a remark, and no mathematics: `(Embeddings)`, `(8 heads)`."""
        names = {each[0] for each in inside if each.lastgroup == "name" and each[0].lower() not in _FUNCTIONS | {"pi"}}
        has_words = any(_WORD.search(name) for name in names - {*self._names})
        has_number = any(each.lastgroup == "number" for each in inside)
        is_calculated = inside[:1] and inside[0].lastgroup == "number" and any(each[0] in _OPERATORS for each in inside)
        return has_words and (is_apart or not has_number) and not is_calculated


_VERBS: Final = (
    r"gives?(?: us| me)?|giving|makes?|equals?|yields?|comes? to|is|are|was|leaves"
    r"|ergibt|ergeben|macht|machen|sind|ist|gibt|donnent?|font|fait|égale?|soit|vaut|est|dan?|son|es|resultan?|hacen?"
)
_LEAD_INS: Final = (
    r"which|that|this|it|so|and|das|was|dies|also|und|ce qui|cela|ça|donc|et|lo que|esto|eso|y|nos|uns|me"
)
_HEDGES: Final = (
    r"about|around|roughly|approximately|exactly|a total of|in total|etwa|rund|ca\.|ungefähr|genau|insgesamt"
    r"|environ|à peu près|unos|aproximadamente"
)
_SIGN: Final = re.compile(
    rf"(?<![<>!:≤≥≠])(?P<sign>==?|≈|≃|≅|≐|~=|~|=>|⇒|→|->)(?:\s*(?:{_HEDGES})\b)?"
    rf"|(?<=[\d)%!\w])(?:,?\s+(?:{_LEAD_INS}))?,?\s+(?P<word>{_VERBS})\s+(?:(?:{_HEDGES})\s+)*(?=\$?\s?[-−]?\d)",
    re.IGNORECASE,
)
_WORDS: Final = tuple(
    (re.compile(rf"(?<=[\d)])((?: [^\W\d_]{{1,20}}){{0,4}}),? (?:{words}) (?=[\d(])", re.IGNORECASE), rf"\1 {sign} ")
    for words, sign in (
        ("(?:and )?(?:times|multiplied by)|mal|multipliziert mit|fois|multiplié par", "*"),
        ("(?:and |und |et )?plus", "+"),
        ("(?:and |und |et )?(?:minus|moins)", "-"),
        ("divided by|geteilt durch|divisé par", "/"),
    )
)
"""Signs as words, behind what a number counts: `9,216 weights, plus 96 biases`."""
_TIMES: Final = re.compile(r"(?<=[\d)]) ?[xX] ?(?=[\d√])|(?<=[\d)]) [xX] (?=[-(])")
_INNER_SIGN: Final = re.compile(r"\((?![^()=]{0,30}\d ?[-+*/×][^()=]{0,30}\d ?=)[^()=]{0,30}=[^()]{0,30}\)")
"""An equality sign in a bracket, unless numbers are calculated there: `(96 * 96 = 9216)`."""
_SQUARE: Final = re.compile(r"\[(?!\s?\d{1,2}\s?\])([^\[\]]*)\]")
"""Square brackets, but not those of the number of an equation."""
_FRACTION: Final = re.compile(r"\\[tdc]?frac\s?\{([^{}]*)\}\s?\{([^{}]*)\}")
_CALLED: Final = re.compile(rf"(?<![^\W\d_])({'|'.join(FUNCTION_NAMES)}) (?=\()")
_NAME: Final = re.compile(r"(?:^|[\s:;,.(|$])([^\W\d_][\w']{0,30})\s*$")
_DEFINED: Final = re.compile(
    r"(?:^|[,;:.(|]|\b(?:let|and|with|where|so|for|take|sei|und|mit|soit|et|avec|sea|y|con)\b)\s*\$?\s*[^\W\d_][\w']{0,30}\s*$",
    re.IGNORECASE,
)
"""A name that stands alone at the end of a side, and is defined there."""


class Side(NamedTuple):
    """The text between two equals signs, with the mathematics at its start and at its end, and a symbol at its end."""

    text: str
    """The whole text between two signs."""
    name: str
    """The symbol that ends it and that the next side defines: `d_model`; empty if there is none."""
    first: Run | None
    """The mathematics that it begins with."""
    last: Run | None
    """The mathematics that it ends with; usually both are one."""
    ends_alone: bool
    """Whether only words or the end of a sentence are before the name that ends it."""

    @property
    def label(self) -> str:
        """Return the text before its last mathematics."""
        return self.text[: self.last.start] if self.last else self.text

    @property
    def is_whole(self) -> bool:
        """Return whether it is one piece of mathematics: a chain goes on behind it, as behind b in `a = b = c`."""
        defines = self.ends_alone and self.last is not None and self.last.text.strip() != self.name
        return self.first is not None and self.first is self.last and not defines

    @property
    def is_only_name(self) -> bool:
        """Return whether it only names a symbol, with nothing to calculate."""
        return bool(self.name) and not (self.last and self.last.is_calculation)


Chain = Sequence[Side]
"""Expressions that a student joined with equals signs: `a = b = c`."""


@lru_cache(64)
def spelled(text: str) -> str:
    """Return a text in which each sign of mathematics has one spelling; empty if parts of it are struck out."""
    try:
        # the number of a heading, which a dash follows: `Layer 3 – 75 × 3`
        text = _FRACTION.sub(r"((\1)/(\2))", re.sub(r"((?:^|[^\W\d_] )\d{1,2}) +[–—] ", r"\1: ", text))
        text = plain(text.replace("$", " ").replace("-\\", "-"))
    except UnreadableAnswer:
        return ""
    for words, sign in _WORDS:
        text = words.sub(sign, text)
    text = re.sub(r"\blog_(?=(?:2|10)\b)", "log", re.sub(r" ?_ ?\( ?(\w+) ?\)", r"_\1", text))
    text = _TIMES.sub(" × ", _SQUARE.sub(r"(\1)", _CALLED.sub(r"\1", text).replace("( ", "(")))
    return _INNER_SIGN.sub(lambda found: found[0].replace("=", HIDDEN), text)


def chains(text: str, names: Collection[str]) -> list[Chain]:
    """Return the chains of equations in a text, such as `a = b = c`.

    A text without an equals sign is one chain with one side.
    """
    text = spelled(text)
    signs = list(_SIGN.finditer(text))
    sides: list[Side] = []
    start = 0
    for each in [*signs, None]:
        end = each.start() if each else len(text)
        sides.append(_side(text[start:end], names))
        start = each.end() if each else end
    found: list[Chain] = []
    begin = 0
    for place in range(len(sides)):
        is_last = place == len(sides) - 1
        if is_last or not (place == begin or sides[place].is_whole):
            found.append(sides[begin : place + 1])
            begin = place
    return [each for each in found if len(each) > 1 or len(sides) == 1]


def _side(text: str, names: Collection[str]) -> Side:
    """Return a side, with the mathematics and the symbol at its ends."""
    found = runs(text, names)
    named = _NAME.search(text)
    first = found[0] if found and not text[: found[0].start].strip(" \n\t$*_`(|≈~") else None
    last = found[-1] if found and not text[found[-1].end :].strip(" \n\t$*_`)|") else None
    ends_alone = named is not None and _DEFINED.search(text) is not None
    is_defined = named and (last is None or ends_alone or last.text.strip() == named[1])
    return Side(text, named[1] if named and is_defined else "", first, last, ends_alone)


def only_run(text: str, names: Collection[str]) -> Run | None:
    """Return the one piece of mathematics, with its nouns, that a text consists of; None if there is more than that."""
    text = spelled(text)
    found = runs(text, names)
    is_only = len(found) == 1 and not f"{text[: found[0].start]}{text[found[0].end :]}".strip(" $*")
    return found[0] if is_only else None
