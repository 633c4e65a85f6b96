"""What an answer claims: `O(n^2 d)`, a sum or a product of such, or a growth without a letter.

A claim is found only if every word and sign around it is understood.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import takewhile
from typing import Final, NamedTuple

from checker.answers.rows import inside
from checker.engine.errors import UnreadableAnswer
from checker.notation.names import NAME, split_names
from checker.notation.text import brief, plain, refuse_long
from checker.notation.vocabulary import unknown_word

LONGEST: Final = 1_000

_SPELLINGS: Final = (
    (
        re.compile(r"\\(?:mathcal|mathrm|mathbf|operatorname|text)\s{0,9}(?:\{\s{0,9}([Oo0])\s{0,9}\}|([Oo])\b)"),
        r" \1\2",
    ),
    (re.compile(r"\\Theta(?![A-Za-z])|[ΘϴѲθ]"), " Theta "),
    (re.compile(r"\\Omega(?![A-Za-z])|[ΩΩω]"), " Omega "),
    (re.compile(r"\\in(?![A-Za-z])|∈"), " = "),
)
_CLAIM: Final = re.compile(r"(?<![\w.])(O|0|Theta|Omega) ?\(", re.IGNORECASE)
_JOINING: Final = ("+", "*", "×")
_LABEL: Final = re.compile(r"(?<![A-Za-z_])([A-Za-z]) ?(?:\(([A-Za-z_, ]{1,40})\)|(?==))")
"""`T(n)`, or a letter in front of an equals sign."""
_PASSED: Final = re.compile(r"(?<![!<>~/])[=≈:]|\*\*|(?<=[A-Za-z])-(?=[A-Za-z])")
"""Signs that say nothing: equality, Markdown's emphasis, the hyphen of `big-O`."""
_EQUALITY: Final = re.compile(r"(?<![!<>~/])[=≈:]")
_OF_GROWTH: Final = re.compile(r"(?i)\b(?:big|order|time|complexity|running|runtime|grows|as|like|asymptotically)\b")
"""Words that people write around any order of growth."""
_OPERATION: Final = re.compile(r"[-\d+*/^<>≤≥≠√%!&|=]")
_NAME: Final = re.compile(NAME)
_CLOSING: Final = " \n.,;?"
_WORD: Final = re.compile(r"[A-Za-z']+[,.;]?")


class Claim(NamedTuple):
    """A letter and the growth behind it."""

    letter: str
    """`O`, `0` (a zero for the letter), `o`, `theta` or `omega`; empty for a growth without a letter."""
    body: str


class Surroundings(NamedTuple):
    """What may stand around a claim, and what may not."""

    symbols: Collection[str]
    words: Collection[str]
    sample: str
    """An order of growth for messages, which is no answer."""

    def is_growth(self, name: str) -> bool:
        """Return whether a name is made of symbols and functions, so it is no word."""
        try:
            return name in ("e", "pi") or bool(split_names(name, self.symbols))
        except UnreadableAnswer:
            return False

    def is_word(self, piece: str) -> bool:
        """Return whether a piece is a word, perhaps with a comma behind it."""
        return bool(_WORD.fullmatch(piece)) and not self.is_growth(piece.strip(_CLOSING))

    def unknown(self, text: str) -> str | None:
        """Return the first part of a text that is not understood as words; None if all is."""
        if name := next((each for each in _NAME.findall(text) if self.is_growth(each)), None):
            return str(name)
        sign = _OPERATION.search(text)
        return sign[0] if sign else unknown_word(_OF_GROWTH.sub(" ", text).strip(_CLOSING), self.words)

    def without_labels(self, text: str, *, claimed: bool) -> str:
        """Return a text without names of the answer, such as `T(n) =`.  A symbol of the question is no name."""
        known = {symbol.casefold() for symbol in self.symbols}

        def kept(label: re.Match[str]) -> str:
            sizes = [size.strip().casefold() for size in (label[2] or "").split(",")]
            is_time = label[1] == "T" and (claimed or label[2])
            is_name = is_time or label[1].casefold() not in known
            return "" if is_name and (label[2] is None or known.issuperset(sizes)) else label[0]

        return _LABEL.sub(kept, text)


def claim_of(text: str, around: Surroundings) -> Claim:
    """Return the claim of an answer.  Raise Unreadable where there is another claim or anything not understood."""
    refuse_long(text)
    spelled = text
    for pattern, spelling in _SPELLINGS:
        spelled = pattern.sub(spelling, spelled)
    body = plain(spelled, LONGEST)
    inner = inside(body)
    body = inner if inner and _CLAIM.search(inner) else body
    claims, gaps = _split(body)
    if not claims:
        return Claim("", _bare(body, text, around))
    gaps[0] = around.without_labels(gaps[0], claimed=True)
    for gap in (gaps[0], gaps[-1]):
        if unknown := around.unknown(_PASSED.sub(" ", gap)):
            raise _refusal(text, unknown, around)
    letters = {"O" if letter == "0" else letter for letter, _ in claims}
    if len(letters) > 1 or any(gap.strip() not in _JOINING for gap in gaps[1:-1]):
        raise UnreadableAnswer(f'I expected one order of growth and read {len(claims)} in "{brief(text)}".')
    if not all(inner.strip() for _, inner in claims):
        raise UnreadableAnswer("There is nothing in the brackets behind the O.")
    if len(claims) == 1:
        return Claim(*claims[0])
    joined = "".join(f"{gap.strip()}({inner})" for gap, (_, inner) in zip(["", *gaps[1:-1]], claims, strict=True))
    return Claim("0" if "0" in dict(claims) else letters.pop(), joined)


def _split(body: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Return each letter with what is in its brackets, and the texts before, between and after them."""
    claims, gaps, at = [], [], 0
    while found := _CLAIM.search(body, at):
        end = _closing(body, found.end() - 1)
        letter = found[1] if found[1] in "Oo0" else found[1].lower()
        claims.append((letter, body[found.end() : end]))
        gaps.append(body[at : found.start()])
        at = end + 1
    return claims, [*gaps, body[at:]]


def _closing(text: str, start: int) -> int:
    """Return the place of the bracket that closes the one at `start`.  Raise Unreadable."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return place
    raise UnreadableAnswer(f'A bracket is not closed in "{brief(text)}".')


def _bare(body: str, text: str, around: Surroundings) -> str:
    """Return a growth without a letter, without the words that are understood around it."""
    signs = [*_EQUALITY.finditer(body)]
    if signs:
        lead = around.without_labels(body[: signs[-1].end()], claimed=False)
        if unknown := around.unknown(_PASSED.sub(" ", lead)):
            raise _refusal(text, unknown, around)
        body = body[signs[-1].end() :]
    pieces = body.strip(_CLOSING).split()
    front = len(list(takewhile(around.is_word, pieces)))
    back = len(list(takewhile(around.is_word, reversed(pieces[front:]))))
    words, growth, more = pieces[:front], pieces[front : len(pieces) - back], pieces[len(pieces) - back :]
    is_understood = growth and not any(around.unknown(" ".join(each)) for each in (words, more))
    return " ".join(growth if is_understood else pieces)


def _refusal(text: str, unknown: str, around: Surroundings) -> UnreadableAnswer:
    shown, sample = f'"{brief(unknown, 20)}"', f"Write one order of growth, such as O({around.sample})."
    is_outside = around.is_growth(unknown) or _OPERATION.match(unknown)
    reason = (
        f"{shown} does not belong in front of the growth or behind it"
        if is_outside
        else f"I do not know what {shown} means here"
    )
    return UnreadableAnswer(f'I cannot read "{brief(text)}": {reason}. {sample}')
