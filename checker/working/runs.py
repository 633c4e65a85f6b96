"""Runs: the pieces of a text that are mathematics, without the words between them.

`Query matrices: 3 × (768 × 768) weights × 8 heads` has the run `3 × (768 × 768) × 8`, with two nouns.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from checker.answers.unit_text import is_unit
from checker.notation.dialect import FUNCTION_NAMES
from checker.notation.numeral import NUMERAL
from checker.notation.vocabulary import SCALE_LETTERS, lexicon

LONGEST: Final = 400
"""Characters of a run; a longer one is no line of working."""
_TOKEN: Final = re.compile(
    rf"(?P<number>(?a:{NUMERAL}))|(?P<name>[^\W\d_](?:[^\W_]|_(?=\w))*)|(?P<space>\s+)|(?P<sign>\*\*|\S)"
)
_LETTERS: Final = re.compile(r"[^\W\d_]")
_SIGNS: Final = str.maketrans(
    {"·": "*", "∙": "*", "⋅": "*", "•": "*", "⨯": "×", "÷": "/", "−": "-"}
    | dict.fromkeys("{[", "(")
    | dict.fromkeys("}]", ")")
)
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_FLOORS: Final = tuple(
    (re.compile(rf"\\\\?{name}(?![a-z])"), sign)
    for name, sign in (("lfloor", "⌊"), ("rfloor", "⌋"), ("lceil", "⌈"), ("rceil", "⌉"))
)
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_LOWERED: Final = re.compile("[₀₁₂₃₄₅₆₇₈₉]+")
_LOG_OF: Final = re.compile(r"\blog\s?_\s?\(?(2|10)\)?(?=\W|$)")
_RAISED: Final = re.compile("⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_BRACES: Final = (
    (re.compile(r"_\s?\{\\?(?:text|mathrm)?\s?(\w+)\s?\}"), r"_\1"),
    (re.compile(r"\^\s?\{([^{}]*)\}"), r"^(\1)"),
    (re.compile(r"\\sqrt\s?\[[^\]]*\]"), "∛"),
    (re.compile(r"\\sqrt\s?\{([^{}]*)\}"), r"√(\1)"),
    (re.compile(r"\\[tdc]?frac\s?\{([^{}]*)\}\s?\{([^{}]*)\}"), r"((\1)/(\2))"),
)
_SHORT_FRACTION: Final = re.compile(r"\\[tdc]?frac\s?(\d)\s?(\d)")
_MOST_NESTED: Final = 4
_TIMES: Final = re.compile(r"(?<=[\d)\]])(\s?)[xX](\s?)(?=[-−\d(\[√])")
_FUNCTIONS: Final = FUNCTION_NAMES | {"log", "lg"}
_COMMAND: Final = re.compile(rf"(?<=[^\W\d_])\\(?=(?:{'|'.join(sorted(_FUNCTIONS | {'pi'}))})(?![a-z]))")
_COMMAND_APART: Final = re.compile(rf"\\(?=(?:{'|'.join(sorted(_FUNCTIONS | {'pi'}))})(?![a-z]))")
_DOUBLE: Final = re.compile(r"(?<=\d)\s*\\?,\s*\\?!\s*(?=\d{3})")
_INNER_SIGN: Final = re.compile(r"\([^()=]{0,30}=[^()]{0,30}\)")
_OPERATORS: Final = frozenset("+-*/×^") | {"**"}
_LEADING: Final = frozenset("-+√")
_OPENING: Final = frozenset("(⌊⌈")
_CLOSING: Final = frozenset(")⌋⌉")
_TAINTED: Final = frozenset("\\±∛∜∑Σ∏∫°/#&'\0")
"""Signs before a run that may be a part of its mathematics which is not read."""
_BREAKS: Final = frozenset(",;:.|")
_TAINTED_NAMES: Final = frozenset({"sum", "mod", "choose", "über", "parmi", "binom", "root", "lim", "frac"})
_SYMBOL: Final = re.compile(r"[^\W\d_](?:_?\w{1,2})?|[^\W\d_]\w*_\w+")
_LABEL: Final = re.compile(r"\d{1,2}\.")
_SHORT: Final = re.compile(r"\d{1,2}")
_COLUMNS: Final = 3
"""Spaces that separate what stands in one line."""
_FEWEST_LETTERS: Final = 2
"""Letters of a word in a bracket that makes it a remark."""


class Token(NamedTuple):
    """A piece of a text: a number, a name, or a sign."""

    kind: str
    text: str
    start: int
    end: int


class Run(NamedTuple):
    """A piece of a text that is mathematics."""

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
    """A bracket after a number and a space may be a factor or something else."""

    @property
    def is_calculation(self) -> bool:
        """Return whether there is something to calculate."""
        return self.operators > 0


def spelled(text: str) -> str:
    """Return a text with one spelling of each sign of mathematics."""
    if "{" in text:
        for _ in range(_MOST_NESTED):
            for pattern, instead in _BRACES:
                text = pattern.sub(instead, text)
    text = _RAISED.sub(lambda found: f"^({found[0].translate(_SUPERSCRIPTS)})", text)
    if "\\" in text:
        text = _SHORT_FRACTION.sub(r"((\1)/(\2))", text)
        text = _COMMAND_APART.sub("", _COMMAND.sub(" ", _DOUBLE.sub("", text)))
    text = _LOWERED.sub(lambda found: f"_{found[0].translate(_SUBSCRIPTS)}", text)
    text = _LOG_OF.sub(lambda found: f"log{found[1]}", text)
    for pattern, sign in _FLOORS:
        text = pattern.sub(sign, text)
    text = _INNER_SIGN.sub(lambda found: found[0].replace("=", "\0"), text)
    return _TIMES.sub(r"\1×\2", text.translate(_SIGNS).replace("//", "/"))


def runs(text: str, names: Collection[str]) -> list[Run]:
    """Return the runs of a text, in order; `names` are symbols that the student has given a value."""
    scan = _Scan(names)
    tokens = list(_tokens(text))
    place = 0
    while place < len(tokens):
        place = scan.take(tokens, place)
    scan.close()
    return scan.found


def _tokens(text: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(text):
        if found.lastgroup != "space":
            yield Token(found.lastgroup or "sign", found[0], *found.span())


class _Scan:
    """The runs found so far, and the one that is open."""

    def __init__(self, names: Collection[str]) -> None:
        self.found: list[Run] = []
        self._names = names
        self._is_tainted = False
        """What comes before may belong to the next run."""
        self._restart()

    def _restart(self) -> None:
        self._pieces: list[str] = []
        self._kinds: list[str] = []
        self._nouns: list[str] = []
        self._start = self._end = -1
        self._depth = self._operators = 0
        self._after_noun = self._is_unclear = False

    @property
    def _last(self) -> str:
        return self._kinds[-1] if self._kinds else ""

    def close(self, *, taints: bool = False) -> None:
        """End the open run, without operators at its end, and keep it if it has a number or a symbol."""
        while self._kinds and self._kinds[-1] in {"operator", "open", "function"}:
            self._operators -= self._kinds.pop() == "operator"
            self._pieces.pop()
        is_closed = self._kinds.count("open") == self._kinds.count("close")
        if self._pieces and is_closed and self._kinds[0] != "close":
            text = "".join(self._pieces)
            if len(text) <= LONGEST and any(kind in {"number", "symbol"} for kind in self._kinds):
                run = Run(text, self._start, self._end, tuple(self._nouns), self._operators, self._is_unclear or taints)
                self.found.append(run)
        self._is_tainted = taints or not is_closed or (self._is_tainted and not self._kinds)
        self._restart()

    def take(self, tokens: list[Token], place: int) -> int:
        """Take the token at a place; return the place of the next one."""
        token = tokens[place]
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        is_function = token.kind == "name" and token.text.lower() in _FUNCTIONS
        gap = token.start - self._end
        if self._last not in {"", "operator", "open"} and gap > 1 and (token.kind == "number" or is_function):
            self.close(taints=gap < _COLUMNS)
        if token.kind == "number":
            return self._number(token, following, place)
        if token.kind == "name":
            return self._name(tokens, place)
        return self._sign(tokens, place)

    def _number(self, token: Token, following: Token | None, place: int) -> int:
        if self._last in {"number", "symbol", "close", "percent"} or self._after_noun:
            is_label = len(self._pieces) == 1 and _LABEL.fullmatch(self._pieces[0]) is not None
            is_next = not self._after_noun and not is_label
            self.close(taints=is_next)
        scale = _scale(token, following)
        self._add(token, "number", f"({token.text}*{scale})" if scale else token.text)
        if scale and following:
            self._end = following.end
        return place + 2 if scale else place + 1

    def _name(self, tokens: list[Token], place: int) -> int:
        token, last = tokens[place], self._last
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        lower = token.text.lower()
        is_function = (
            lower in _FUNCTIONS
            and following is not None
            and (following.text in {"(", "√", "^"} or following.kind == "number" or following.kind == "name")
        ) or lower.startswith("log_")
        is_constant = lower in {"pi", "π"} or (token.text == "e" and following is not None and following.text == "^")
        if is_function or is_constant or token.text in self._names:
            if self._after_noun or last == "close":
                self.close(taints=True)
            self._operators += is_function or last in {"number", "symbol"}
            if is_function:
                self._is_unclear |= _is_divided(tokens, place)
            elif following is not None and following.text == "(" and following.start == token.end:
                self._is_unclear = True  # a function, or a factor
            text = f"{lower if is_function or is_constant else token.text}"
            self._add(token, "function" if is_function else "symbol", f" {text} ")
        elif last in {"number", "close", "percent"} and (self._after_noun or not _is_factor(token, self._end)):
            if not _ends_or_goes_on(tokens, place):
                self._nouns.append(token.text)
                self._end = token.end
                self.close(taints=lower in _TAINTED_NAMES or len(token.text) == 1)
            else:
                self._nouns.append(token.text)
                self._is_unclear |= len(token.text) == 1
                self._after_noun, self._end = True, token.end
        elif _SYMBOL.fullmatch(token.text) and not self._after_noun and lower not in _TAINTED_NAMES:
            if last == "close":
                self.close(taints=True)
            self._operators += last in {"number", "symbol"}
            self._is_unclear |= token.text == "e"
            self._add(token, "symbol", f" {token.text} ")
        else:
            self.close(taints=lower in _TAINTED_NAMES or lower in _FUNCTIONS)
        return place + 1

    def _sign(self, tokens: list[Token], place: int) -> int:
        token, last = tokens[place], self._last
        sign = token.text
        if sign == "–":
            if len(self._pieces) == 1 and _SHORT.fullmatch(self._pieces[0]) and token.start > self._end:
                self.close()  # `Layer 3 – 75 × 3`
                return place + 1
            token, sign = token._replace(text="-"), "-"
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        is_next_apart = following is None or following.start > token.end
        if sign in _OPENING:
            end = _closing(tokens, place)
            inside = tokens[place + 1 : end]
            if (
                end > place
                and last in {"number", "close", "symbol"}
                and _is_remark(inside, self._names, is_apart=token.start > self._end)
            ):
                self._end = tokens[end].end
                return end + 1
            if self._after_noun:
                self.close(taints=True)
            elif last in {"number", "symbol", "close"}:
                self._operators += 1
                self._is_unclear |= token.start > self._end
            self._depth += 1
            self._operators += sign != "("
            self._add(token, "open", sign)
        elif sign in _CLOSING:
            if self._depth and last not in {"open", "operator"}:
                self._depth -= 1
                self._after_noun = False
                self._add(token, "close", sign)
            else:
                self.close()
        elif sign in _OPERATORS and last and last not in {"open", "operator", "function"}:
            if sign in "+-" and token.start > self._end and not is_next_apart:
                self._is_unclear = True  # `4 -0.2`: a difference, or a label and a number
            self._after_noun = False
            self._operators += 1
            self._add(token, "operator", sign)
        elif sign in _LEADING:
            if not last and sign != "√" and is_next_apart:
                self._is_tainted |= place > 0  # else it is a bullet
                return place + 1
            if last in {"number", "symbol", "close"}:  # 2√3
                self._operators += 1
            self._operators += sign == "√"
            self._add(token, "operator", sign)
        elif sign in "%!" and last in {"number", "close", "symbol"} and not self._after_noun:
            self._add(token, "percent", sign)
        elif sign == "," and self._depth:
            self._add(token, "operator", ",")
        elif sign in _BREAKS:
            self.close()
            self._is_tainted = False
        elif sign != "$":
            self.close(taints=sign in _TAINTED or sign in _OPERATORS)
        return place + 1

    def _add(self, token: Token, kind: str, text: str) -> None:
        if not self._kinds:
            self._start = token.start
            self._is_unclear |= self._is_tainted
            self._is_tainted = False
        self._pieces.append(text)
        self._kinds.append(kind)
        self._end = token.end


def _is_factor(name: Token, end: int) -> bool:
    """Return whether a name right behind a number is a symbol: `2n`, and no unit or noun."""
    return name.start == end and _SYMBOL.fullmatch(name.text) is not None and not is_unit(name.text)


def _ends_or_goes_on(tokens: list[Token], place: int) -> bool:
    """Return whether nouns are followed by an operator, a bracket, or the end."""
    for token in tokens[place + 1 :]:
        if token.kind != "name":
            return token.kind == "sign" and token.text in _OPERATORS | {"(", ")"}
    return True


def _is_divided(tokens: list[Token], place: int) -> bool:
    """Return whether a division follows the argument of a function, which may belong to it: `ln (6)/(16)`."""
    place += 1
    while place < len(tokens) and tokens[place].kind == "name":
        place += 1
    if place >= len(tokens):
        return True
    has_bracket = tokens[place].text == "("
    end = _closing(tokens, place) if has_bracket else place
    if end + 1 >= len(tokens) or tokens[end + 1].text not in {"/", "^", "**"}:
        return False
    return not has_bracket or tokens[end + 1].start == tokens[end].end


def _scale(number: Token, following: Token | None) -> str:
    """Return the power of ten of the word or letter behind a number: `27.6k`, `110 million`; else nothing."""
    if following is None or following.kind != "name":
        return ""
    if following.start == number.end and following.text in SCALE_LETTERS:
        return f"10^{SCALE_LETTERS[following.text]}"
    scale = lexicon().scales.get(following.text.casefold()) if len(following.text) > 1 else None
    return str(scale) if scale else ""


def _closing(tokens: list[Token], place: int) -> int:
    """Return the place of the sign that closes a bracket; the bracket's own where there is none."""
    depth = 0
    for end in range(place, len(tokens)):
        depth += (tokens[end].text in _OPENING) - (tokens[end].text in _CLOSING)
        if not depth:
            return end
    return place


def _is_remark(inside: list[Token], names: Collection[str], *, is_apart: bool) -> bool:
    """Return whether a bracket holds a remark, and no mathematics: `(Embeddings)`, `(8 heads)`."""
    words = [
        each
        for each in inside
        if each.kind == "name"
        and each.text not in names
        and each.text.lower() not in _FUNCTIONS | {"pi"}
        and len(_LETTERS.findall(each.text)) >= _FEWEST_LETTERS
    ]
    has_sign = any(each.kind == "sign" and each.text in _OPERATORS for each in inside)
    return (
        bool(words)
        and (is_apart or not any(each.kind == "number" for each in inside))
        and not (has_sign and inside[0].kind == "number")
    )
