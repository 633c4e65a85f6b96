"""The order of growth in an answer: `O(n^2 d)`, a sum or a product of such, or an order without a letter.

It is found only if every word and sign around it is understood.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import takewhile
from typing import Final, NamedTuple

from checker.answers.brackets import inside, not_closed
from checker.engine.errors import UnreadableAnswer
from checker.notation.names import NAME, split_names
from checker.notation.text import brief, plain, refuse_long
from checker.notation.vocabulary import unknown_word

MAX_LENGTH: Final = 1_000

_SPELLINGS: Final = (
    (
        re.compile(r"\\(?:mathcal|mathrm|mathbf|operatorname|text)\s{0,9}(?:\{\s{0,9}([Oo0])\s{0,9}\}|([Oo])\b)"),
        r" \1\2",
    ),
    (re.compile(r"\\Theta(?![A-Za-z])|[ΘϴѲθ]"), " Theta "),
    (re.compile(r"\\Omega(?![A-Za-z])|[ΩΩ]"), " Omega "),
    (re.compile(r"\\omega(?![A-Za-z])|ω"), " littleomega "),
    (re.compile(r"^\s*~"), "≈"),
    (re.compile(r"\\in(?![A-Za-z])|∈"), " = "),
)
_BIG_O: Final = re.compile(r"(?<![\w.])(O|0|Theta|Omega|littleomega) ?\(", re.IGNORECASE)
_JOINING: Final = ("+", "*", "×")
_LABEL: Final = re.compile(r"(?<![A-Za-z_])([A-Za-z]) ?(?:\(([A-Za-z_, ]{1,40})\)|(?==))")
"""`T(n)`, or a letter in front of an equals sign."""
_PASSED_OVER: Final = re.compile(r"(?<![!<>~/])[=≈:]|\*\*|(?<=[A-Za-z])-(?=[A-Za-z])")
"""Signs that say nothing: equality, Markdown's emphasis, the hyphen of `big-O`."""
_EQUALITY: Final = re.compile(r"(?<![!<>~/])[=≈:]")
_GROWTH_WORDS: Final = re.compile(r"(?i)\b(?:big|order|time|complexity|running|runtime|grows|as|like|asymptotically)\b")
"""Words that people write around any order of growth."""
_OPERATION: Final = re.compile(r"[-\d+*/^<>≤≥≠√%!&|=]")
_NAME: Final = re.compile(NAME)
_CLOSING: Final = " \n.,;?"
_WORD: Final = re.compile(r"[A-Za-z']+[,.;]?")


class BigO(NamedTuple):
    """A letter and the order of growth after it."""

    letter: str
    """`O`, `0` (a zero for the letter), `o`, `theta`, `omega` or `littleomega`; empty for an order without a letter."""
    body: str


class BigOReader(NamedTuple):
    """Finds the order of growth in the answers to a question."""

    symbols: Collection[str]
    words: Collection[str]
    example: str
    """An order of growth for messages that is not the answer."""

    def read(self, text: str) -> BigO:
        """Return the order of growth.  Raises UnreadableAnswer for a second one and for anything not understood."""
        refuse_long(text)
        body = text
        for pattern, spelling in _SPELLINGS:
            body = pattern.sub(spelling, body)
        body = plain(body, MAX_LENGTH)
        inner = inside(body)
        found, gaps = _split(inner if inner and _BIG_O.search(inner) else body)
        if not found:
            return BigO("", self._without_letter(gaps[0], text))
        self._refuse_unknown(self._without_labels(gaps[0], has_letter=True), text)
        self._refuse_unknown(gaps[-1], text)
        letters = {"O" if each.letter == "0" else each.letter for each in found}
        signs = [gap.strip() for gap in gaps[1:-1]]
        if len(letters) > 1 or any(sign not in _JOINING for sign in signs):
            raise UnreadableAnswer(f'"{brief(text)}" has {len(found)} orders of growth. Write only one.')
        if not all(each.body.strip() for each in found):
            raise UnreadableAnswer(f"The brackets after the O are empty. {self.instead}")
        if len(found) == 1:
            return found[0]
        joined = "".join(f"{sign}({each.body})" for sign, each in zip(["", *signs], found, strict=True))
        return BigO("0" if any(each.letter == "0" for each in found) else letters.pop(), joined)

    @property
    def instead(self) -> str:
        """Return what to write, as a sentence."""
        return f"Write one order of growth, such as O({self.example})."

    def _without_letter(self, body: str, text: str) -> str:
        """Return an order of growth without the words that are understood around it."""
        if signs := [*_EQUALITY.finditer(body)]:
            end = signs[-1].end()
            self._refuse_unknown(self._without_labels(body[:end], has_letter=False), text)
            body = body[end:]
        pieces = body.strip(_CLOSING).split()
        front = len(list(takewhile(self._is_word, pieces)))
        back = len(list(takewhile(self._is_word, reversed(pieces[front:]))))
        words, growth, more = pieces[:front], pieces[front : len(pieces) - back], pieces[len(pieces) - back :]
        is_understood = growth and not any(self._unknown(" ".join(each)) for each in (words, more))
        return " ".join(growth if is_understood else pieces)

    def _without_labels(self, text: str, *, has_letter: bool) -> str:
        """Return a text without names of the answer, such as `T(n) =`.  A symbol of the question is no name."""
        known = {symbol.casefold() for symbol in self.symbols}

        def kept(label: re.Match[str]) -> str:
            sizes = [size.strip().casefold() for size in (label[2] or "").split(",")]
            is_time = label[1] == "T" and (has_letter or label[2])
            is_name = is_time or label[1].casefold() not in known
            return "" if is_name and (label[2] is None or known.issuperset(sizes)) else label[0]

        return _LABEL.sub(kept, text)

    def _refuse_unknown(self, gap: str, text: str) -> None:
        """Raise UnreadableAnswer for the first part of a text around an order of growth that is not understood."""
        unknown = self._unknown(_PASSED_OVER.sub(" ", gap))
        if not unknown:
            return
        shown, whole = brief(unknown, 20), brief(text)
        if self._is_growth(unknown) or _OPERATION.match(unknown):
            raise UnreadableAnswer(f'"{shown}" is outside the order of growth in "{whole}". {self.instead}')
        raise UnreadableAnswer(f'I do not understand "{shown}" in "{whole}". {self.instead}')

    def _unknown(self, text: str) -> str | None:
        """Return the first part of a text that is not understood as words; None if all is."""
        if name := next((each for each in _NAME.findall(text) if self._is_growth(each)), None):
            return str(name)
        sign = _OPERATION.search(text)
        return sign[0] if sign else unknown_word(_GROWTH_WORDS.sub(" ", text).strip(_CLOSING), self.words)

    def _is_word(self, piece: str) -> bool:
        """Return whether a piece is a word, perhaps with a comma after it."""
        return bool(_WORD.fullmatch(piece)) and not self._is_growth(piece.strip(_CLOSING))

    def _is_growth(self, name: str) -> bool:
        """Return whether a name is made of symbols and functions, so it is no word."""
        try:
            return name in ("e", "pi") or bool(split_names(name, self.symbols))
        except UnreadableAnswer:
            return False


def _split(body: str) -> tuple[list[BigO], list[str]]:
    """Return each letter with what is in its brackets, and the texts before, between and after them."""
    found, gaps, start = [], [], 0
    while match := _BIG_O.search(body, start):
        end = _closing(body, match.end() - 1)
        letter = match[1] if match[1] in "Oo0" else match[1].lower()
        found.append(BigO(letter, body[match.end() : end]))
        gaps.append(body[start : match.start()])
        start = end + 1
    return found, [*gaps, body[start:]]


def _closing(text: str, start: int) -> int:
    """Return the place of the bracket that closes the one at `start`.  Raises UnreadableAnswer."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return place
    raise not_closed(text)
