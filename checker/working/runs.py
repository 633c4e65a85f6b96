"""The pieces of a text that are mathematics, called runs, without the words and units between them.

`Query matrices: 3 × (768 × 768) weights × 8 heads` has the run `3 × (768 × 768) × 8`, with two nouns.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from checker.formula.functions import FUNCTION_NAMES
from checker.reading.measure import is_unit
from checker.text.numeral import NUMERAL
from checker.text.plain import closings
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
_NEAR: Final = 20
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
            before = self._text[max(0, self._start - _NEAR) : self._start]
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
