"""The pieces of a text that are mathematics, called runs, without the words between them.

`Query matrices: 3 × (768 × 768) weights × 8 heads` has the run `3 × (768 × 768) × 8`, with two nouns.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from checker.reading.measure import is_unit
from checker.text.numeral import NUMERAL
from checker.text.vocabulary import SCALE_LETTERS, lexicon
from checker.working.spelling import FUNCTIONS, HIDDEN, SHORT_WORDS

OPENING: Final = frozenset("(⌊⌈")
CLOSING: Final = frozenset(")⌋⌉")
_TOKEN: Final = re.compile(
    rf"(?P<number>(?a:{NUMERAL}))|(?P<name>[^\W\d_](?:[^\W_]|_(?=\w))*)|(?P<space>\s+)|(?P<sign>\*\*|\S)"
)


class Token(NamedTuple):
    """A piece of a text: a number, a name, or a sign."""

    kind: str
    text: str
    start: int
    end: int


class Tokens:
    """The tokens of a text, with the closing sign of each bracket and the end of each sequence of names."""

    def __init__(self, text: str) -> None:
        self._all = [
            Token(found.lastgroup or "sign", found[0], *found.span())
            for found in _TOKEN.finditer(text)
            if found.lastgroup != "space"
        ]
        self._ends = _closings(self._all)
        self._beyond = [len(self._all)]
        """By place from the end, the place of the first token that is no name."""
        for place in reversed(range(len(self._all))):
            is_name = self._all[place].kind == "name"
            self._beyond.append(self._beyond[-1] if is_name else place)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, place: int) -> Token:
        return self._all[place]

    def at(self, place: int) -> Token | None:
        """Return the token at this place; None behind the last one."""
        return self._all[place] if place < len(self._all) else None

    def closing(self, place: int) -> int:
        """Return the place of the sign that closes this bracket; the bracket's own place where there is none."""
        return self._ends.get(place, place)

    def inside(self, place: int) -> list[Token]:
        """Return the tokens between this bracket and the one that closes it."""
        return self._all[place + 1 : self.closing(place)]

    def beyond_names(self, place: int) -> int:
        """Return the place of the first token, from this place on, that is no name."""
        return self._beyond[len(self._all) - min(place, len(self._all))]

    def scale(self, place: int) -> str:
        """Return the factor that a letter or word behind a number means, `10^3` in `27.6k`; empty if there is none."""
        number, following = self._all[place], self.at(place + 1)
        if following is None or following.kind != "name":
            return ""
        if following.start == number.end and following.text in SCALE_LETTERS:
            return f"10^{SCALE_LETTERS[following.text]}"
        scale = lexicon().scales.get(following.text.casefold()) if len(following.text) > 1 else None
        return str(scale) if scale else ""


def _closings(tokens: list[Token]) -> dict[int, int]:
    open_: list[int] = []
    found: dict[int, int] = {}
    for place, token in enumerate(tokens):
        if token.text in OPENING:
            open_.append(place)
        elif token.text in CLOSING and open_:
            found[open_.pop()] = place
    return found


LONGEST: Final = 400
"""Characters of a run; a longer one is no line of working."""
_OPERATORS: Final = frozenset("+-*/×^") | {"**"}
_LEADING: Final = frozenset("-+√")
_BREAKS: Final = frozenset(",;:.|")
_TAINTED: Final = frozenset("\\±∛∜∑Σ∏∫°/#&'") | {HIDDEN} | _OPERATORS
"""Signs before a run that may be a part of its mathematics which is not read."""
_TAINTED_NAMES: Final = frozenset({"sum", "mod", "choose", "über", "parmi", "binom", "root", "lim", "frac"})
_NO_SYMBOLS: Final = _TAINTED_NAMES | SHORT_WORDS
_GOES_ON: Final = _OPERATORS | {"(", ")"}
"""Signs behind a noun with which its run goes on."""
_CALLED: Final = FUNCTIONS | {"pi"}
_VALUES: Final = frozenset({"number", "symbol", "close"})
_COUNTED: Final = frozenset({"number", "close", "percent"})
"""What a noun may follow."""
_ENDED: Final = _VALUES | {"percent"}
_UNFINISHED: Final = frozenset({"operator", "open", "function"})
_SYMBOL: Final = re.compile(r"[^\W\d_](?:_?\w{1,2})?|[^\W\d_]\w*_\w+")
_LABEL: Final = re.compile(r"\d{1,2}\.")
_PER: Final = frozenset({"/", "*"})
"""Signs between the units of a number."""
_SHORT: Final = re.compile(r"\d{1,2}")
_COLUMNS: Final = 3
"""Spaces that separate what stands in one line."""
_LETTERS: Final = re.compile(r"[^\W\d_]")
_FEWEST_LETTERS: Final = 2
"""Letters of a word in a bracket that makes it a remark."""
_LONGEST_REMARK: Final = 60
"""Tokens of a remark."""


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

    The text has gone through `spelling.spelled`.
    """
    return _Scan(Tokens(text), names).result()


class _Scan:
    """Goes through tokens and builds one run at a time; each method takes tokens into the open run, or closes it.

    A known symbol is one that the student has defined; a new one is a letter that may be one.
    """

    def __init__(self, tokens: Tokens, names: Collection[str]) -> None:
        self._tokens = tokens
        self._names = names
        self._found: list[Run] = []
        self._is_tainted = False
        """What comes before may belong to the next run."""
        self._restart()

    def result(self) -> list[Run]:
        place = 0
        while place < len(self._tokens):
            place = self._take(place)
        self._close()
        return self._found

    def _restart(self) -> None:
        self._pieces: list[str] = []
        self._kinds: list[str] = []
        self._nouns: list[str] = []
        self._start = self._end = -1
        self._depth = self._operators = 0
        self._after_noun = self._is_unclear = False

    @property
    def _last(self) -> str:
        """Return the kind of the last piece in the open run, such as "number" or "operator"; empty if there is none."""
        return self._kinds[-1] if self._kinds else ""

    def _close(self, *, taints: bool = False) -> None:
        """End the open run without operators at its end; it is kept if it has a number or a symbol.

        With `taints` it and the next one are unclear, as what is between them may belong to either.
        """
        while self._last in _UNFINISHED:
            self._operators -= self._kinds.pop() == "operator"
            self._pieces.pop()
        is_closed = self._kinds.count("open") == self._kinds.count("close")
        if self._pieces and is_closed and self._kinds[0] != "close":
            text = "".join(self._pieces)
            if len(text) <= LONGEST and not {"number", "symbol"}.isdisjoint(self._kinds):
                run = Run(text, self._start, self._end, tuple(self._nouns), self._operators, self._is_unclear or taints)
                self._found.append(run)
        self._is_tainted = taints or not is_closed or (self._is_tainted and not self._kinds)
        self._restart()

    def _add(self, token: Token, kind: str, text: str) -> None:
        if not self._kinds:
            self._start = token.start
            self._is_unclear |= self._is_tainted
            self._is_tainted = False
        self._pieces.append(text)
        self._kinds.append(kind)
        self._end = token.end

    def _take(self, place: int) -> int:
        token = self._tokens[place]
        is_function = token.kind == "name" and token.text.lower() in FUNCTIONS
        gap = token.start - self._end
        if self._last not in {"", "operator", "open"} and gap > 1 and (token.kind == "number" or is_function):
            self._close(taints=gap < _COLUMNS)
        match token.kind:
            case "number":
                return self._number(place)
            case "name":
                return self._name(place)
        return self._sign(place)

    def _number(self, place: int) -> int:
        """Take a number with its scale (`27.6k`), as a new run where none goes on; return the next place."""
        token = self._tokens[place]
        if self._last in _ENDED or self._after_noun:
            is_label = len(self._pieces) == 1 and _LABEL.fullmatch(self._pieces[0]) is not None
            self._close(taints=not self._after_noun and not is_label)
        scale = self._tokens.scale(place)
        if not scale:
            self._add(token, "number", token.text)
            return place + 1
        self._add(token, "number", f"({token.text}*{scale})")
        self._end = self._tokens[place + 1].end
        return place + 2

    def _name(self, place: int) -> int:
        """Take a name: a function, a constant, a symbol, or a word; return the place of the next token."""
        token, last = self._tokens[place], self._last
        lower = token.text.lower()
        is_function = self._is_function(place)
        is_constant = lower in {"pi", "π"} or (token.text == "e" and self._is_next(place, {"^"}))
        if is_function:
            self._function(place)
        elif is_constant or token.text in self._names:
            self._known_symbol(place, lower if is_constant else token.text)
        elif last in _COUNTED and (self._after_noun or not _is_factor(token, self._end)):
            return self._noun(place) + 1
        elif _SYMBOL.fullmatch(token.text) and not self._after_noun and lower not in _NO_SYMBOLS:
            self._new_symbol(token)
        else:
            self._close(taints=lower in _TAINTED_NAMES or lower in FUNCTIONS)
        return place + 1

    def _is_next(self, place: int, signs: Collection[str]) -> bool:
        following = self._tokens.at(place + 1)
        return following is not None and following.text in signs

    def _is_function(self, place: int) -> bool:
        """Return whether a name is that of a function, with an argument behind it."""
        lower = self._tokens[place].text.lower()
        following = self._tokens.at(place + 1)
        has_argument = following is not None and (following.text in {"(", "√", "^"} or following.kind != "sign")
        return lower.startswith("log_") or (lower in FUNCTIONS and has_argument)

    def _function(self, place: int) -> None:
        token = self._tokens[place]
        if self._after_noun or self._last == "close":
            self._close(taints=True)
        self._operators += 1
        self._is_unclear |= _is_divided(self._tokens, place)
        self._add(token, "function", f" {token.text.lower()} ")

    def _known_symbol(self, place: int, text: str) -> None:
        """Take a constant or a symbol of the student's into the run; behind a number it is a factor."""
        token = self._tokens[place]
        if self._after_noun or self._last == "close":
            self._close(taints=True)
        self._is_unclear |= is_unit(text) and (self._last == "number" or bool(self._nouns))  # 3 m, where m is a mass
        self._operators += self._last in {"number", "symbol"}
        if self._is_next(place, {"("}) and self._tokens[place + 1].start == token.end:
            self._is_unclear = True  # a function, or a factor
        self._add(token, "symbol", f" {text} ")

    def _new_symbol(self, token: Token) -> None:
        """Take a letter that may be a symbol into the run; behind a number it is a factor."""
        if self._last == "close":
            self._close(taints=True)
        self._operators += self._last in {"number", "symbol"}
        self._is_unclear |= token.text == "e"
        self._add(token, "symbol", f" {token.text} ")

    def _noun(self, place: int) -> int:
        """Take a noun or a unit (also `mol/l`) after a number; return the place of its last token.

        The run goes on unless other words or signs follow.
        """
        token = self._tokens[place]
        self._nouns.append(token.text)
        while is_unit(token.text) and self._is_next(place, _PER) and self._is_unit(place + 2):
            place += 2
            token = self._tokens[place]
            self._nouns.append(token.text)
        is_glued = token.start == self._end and len(self._nouns) == 1
        place = self._beyond_power(place)
        self._end = self._tokens[place].end
        following = self._tokens.at(self._tokens.beyond_names(place + 1))
        if following is None or following.text in _GOES_ON:
            self._is_unclear |= len(token.text) == 1 and (is_glued or not is_unit(token.text))
            self._after_noun = True
        else:
            self._close(taints=token.text.lower() in _TAINTED_NAMES or len(token.text) == 1)
        return place

    def _beyond_power(self, place: int) -> int:
        """Return the place of the last token of a unit with its power: `mm^2`."""
        if not (is_unit(self._tokens[place].text) and self._is_next(place, {"^"})):
            return place
        end = place + 2
        if (following := self._tokens.at(end)) is None:
            return place
        return self._tokens.closing(end) if following.text in OPENING else end

    def _is_unit(self, place: int) -> bool:
        """Return whether there is a unit at a place, and no symbol of the student's."""
        token = self._tokens.at(place)
        return token is not None and token.kind == "name" and token.text not in self._names and is_unit(token.text)

    def _sign(self, place: int) -> int:
        token = self._tokens[place]
        if token.text == "–":
            if self._is_title(token):
                self._close()
                return place + 1
            token = token._replace(text="-")
        sign, last = token.text, self._last
        if sign in OPENING:
            return self._opening(place)
        if sign in CLOSING:
            self._closing(token)
        elif sign in _OPERATORS and last and last not in _UNFINISHED:
            self._operator(token, place)
        elif sign in _LEADING:
            self._leading(token, place)
        else:
            self._other(token)
        return place + 1

    def _is_title(self, token: Token) -> bool:
        """Return whether the open run is only the number of a heading, which a dash follows: `Layer 3 – 75 × 3`."""
        return len(self._pieces) == 1 and _SHORT.fullmatch(self._pieces[0]) is not None and token.start > self._end

    def _is_apart(self, token: Token, place: int) -> bool:
        """Return whether there is space between a token and the next one."""
        following = self._tokens.at(place + 1)
        return following is None or following.start > token.end

    def _opening(self, place: int) -> int:
        """Take an opening bracket, or pass over a bracket with a remark; return the place of the next token."""
        token = self._tokens[place]
        end = self._tokens.closing(place)
        is_apart = token.start > self._end
        if end == place:  # of a remark with an equation in it: `(96 × 96 = 9216)`
            self._close(taints=bool(self._kinds) and (self._last in _UNFINISHED or not is_apart))
            return place + 1
        if end > place and self._last in _VALUES and self._is_remark(place, is_apart=is_apart):
            self._end = self._tokens[end].end
            return end + 1
        if self._after_noun:
            self._close(taints=True)
        elif self._last in _VALUES:
            self._operators += 1
            self._is_unclear |= is_apart
        self._depth += 1
        self._operators += token.text != "("
        self._add(token, "open", token.text)
        return place + 1

    def _is_remark(self, place: int, *, is_apart: bool) -> bool:
        """Return whether a bracket holds a remark, and no mathematics: `(Embeddings)`, `(8 heads)`."""
        if self._tokens.closing(place) - place > _LONGEST_REMARK:
            return False
        inside = self._tokens.inside(place)
        words = any(
            each.kind == "name"
            and each.text not in self._names
            and each.text.lower() not in _CALLED
            and len(_LETTERS.findall(each.text)) >= _FEWEST_LETTERS
            for each in inside
        )
        has_sign = any(each.kind == "sign" and each.text in _OPERATORS for each in inside)
        has_number = any(each.kind == "number" for each in inside)
        return words and (is_apart or not has_number) and not (has_sign and inside[0].kind == "number")

    def _closing(self, token: Token) -> None:
        """Take a closing bracket into the run; without an open one it ends the run."""
        if self._depth and self._last not in {"open", "operator"}:
            self._depth -= 1
            self._after_noun = False
            self._add(token, "close", token.text)
        else:
            self._close()

    def _operator(self, token: Token, place: int) -> None:
        """Take an operator into the run; `4 -0.2` makes it unclear."""
        if token.text in "+-" and token.start > self._end and not self._is_apart(token, place):
            self._is_unclear = True  # `4 -0.2`: a difference, or a label and a number
        self._after_noun = False
        self._operators += 1
        self._add(token, "operator", token.text)

    def _leading(self, token: Token, place: int) -> None:
        """Take the sign of a number, or a root; a `-` apart from it with nothing open is the bullet of a list."""
        if not self._last and token.text != "√" and self._is_apart(token, place):
            self._is_tainted |= place > 0
            return
        self._operators += (self._last in _VALUES) + (token.text == "√")  # 2√3 has a product too
        self._add(token, "operator", token.text)

    def _other(self, token: Token) -> None:
        """Take a percent sign, a factorial or a comma into the run; close the run at any other sign."""
        sign = token.text
        if sign in "%!" and self._last in _VALUES and not self._after_noun:
            self._add(token, "percent", sign)
        elif sign == "," and self._depth:
            self._is_unclear |= "function" not in self._kinds  # `(2, 1) * (0, 1)` is a product of vectors
            self._add(token, "operator", ",")
        elif sign in _BREAKS:
            self._close()
            self._is_tainted = False
        elif sign != "$":
            self._close(taints=sign in _TAINTED)


def _is_factor(name: Token, end: int) -> bool:
    """Return whether a name right behind a number is a symbol: `2n`, and no unit or noun."""
    return name.start == end and _SYMBOL.fullmatch(name.text) is not None and not is_unit(name.text)


def _is_divided(tokens: Tokens, place: int) -> bool:
    """Return whether a division follows the argument of a function, which may belong to it: `ln (6)/(16)`."""
    place = tokens.beyond_names(place + 1)
    argument = tokens.at(place)
    if argument is None:
        return True
    end = tokens.closing(place) if argument.text == "(" else place
    following = tokens.at(end + 1)
    if following is None or following.text not in {"/", "^", "**"}:
        return False
    return argument.text != "(" or following.start == tokens[end].end
