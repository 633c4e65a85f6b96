"""Objections: what the words around a result say, if they do not simply state it.

A result counts if the clause that holds it asserts it.  Here are the words by which it denies, doubts, changes, asks or
quotes it, and those by which a later sentence takes it back.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from checker.writeups.language.phrases import one_of

_REACH: Final = 240
"""Characters before and after a result in which its sentence lies."""
_SENTENCE: Final = re.compile(r"[.!?;](?=\s|$)(?!\s*\d)|\n\s*\n")
_CLAUSE: Final = re.compile(
    r"[,()\[\]{}]\s|\s[–—-]\s"
    r"|\b(?:because|since|so that|so|but|weil|da|aber|car|parce|mais|porque|pero|perché|ma|mas|want|maar)\b"
)
_AFTER: Final = re.compile(r"^[\s)\]}*_$`\"”»]*")
_OF_OTHERS: Final = rf"(?!(?:\s+\w+){{0,2}}?\s+{one_of('left-out')})(?!\s*(?:\w+ ){{0,2}}[-−]?[\d[])"
"""Not after a denial: words about what is left out, and another number."""
_DENIED: Final = re.compile(
    rf"\b(?:{one_of('verbal-denials')})(?!\w){_OF_OTHERS}|\b{one_of('negative-nouns')}\b", re.IGNORECASE
)
_FAULTY: Final = re.compile(rf"\b{one_of('faulty')}\b", re.IGNORECASE)
_DOUBTED: Final = re.compile(rf"\b{one_of('doubting')}(?!\w)", re.IGNORECASE)
_QUOTED: Final = re.compile(
    rf"\b{one_of('somebody')}(?!\w)(?:\W+\w+){{0,4}}?\W+{one_of('asserting')}(?!\w)"
    r"|\b(?:according to|laut|selon|d['’]après|según|secondo|segundo|volgens)\b"
    rf"|\bone (?:might|could|would|may)(?: \w+)? {one_of('asserting')}(?!\w)",
    re.IGNORECASE,
)
_AGREED: Final = re.compile(rf"\b{one_of('agreements')}\b", re.IGNORECASE)
_EARLIER: Final = re.compile(rf"\b{one_of('earlier')}\b", re.IGNORECASE)
_UNREAL: Final = re.compile(rf"\b{one_of('unreal')}(?!\w)", re.IGNORECASE)
_CHANGED_AFTER: Final = re.compile(rf"(?:\s*(?:[^\W\d_]+\s+){{0,2}}?){one_of('changing')}(?!\w)", re.IGNORECASE)
_CHANGED_BEFORE: Final = re.compile(
    rf"^\W*(?:(?:so|then|thus|and|also|that|this)\W+)*{one_of('fractions-of-it')}(?!\w)", re.IGNORECASE
)
_ASKED: Final = re.compile(r"^[^.!;\n]{0,60}\?|\s*\?")
_RETRACTED: Final = re.compile(
    rf"\W*(?:(?:but|and|hmm+|well|oh|ah|ok|okay|however|though),?\s+)*{one_of('retractions')}(?!\w)", re.IGNORECASE
)
_SECOND_TRY: Final = re.compile(rf"\W*{one_of('second-tries')}(?!\w)", re.IGNORECASE)
_POINTS_BACK: Final = re.compile(
    r"\b(?:that|this|it|which|these|das|dies|es|was|ce|cela|ça|ceci|qui|eso|esto|lo que|questo|ciò|isso|isto"
    r"|dat|dit|het|wat)\b"
    rf"[^.;!?]{{0,30}}?\b(?:(?:{one_of('verbal-denials')})(?!\w){_OF_OTHERS}"
    rf"|{one_of('faulty')}(?!\w))",
    re.IGNORECASE,
)


class Objection(NamedTuple):
    """What the sentence around a result says, if it does not state it."""

    words: str
    is_offer: bool = False
    """Whether the student offers the result all the same: as a guess or a question."""


def objection(text: str, start: int, end: int) -> Objection | None:
    """Return what the sentence around a result says; None if it states the result.

    >>> objection("So the total is 27648 weights.", 16, 21), objection("Half the answer is 27648", 19, 24).words
    (None, 'Half the')
    """
    before, after = _around(text, start, end)
    own = _last_clause(before)
    following = _first_clause(after)
    rest = after[len(following) :]
    checks = (
        *((pattern.search(where)) for pattern in (_DENIED, _FAULTY) for where in (own, following)),
        *((pattern.search(where)) for pattern in (_EARLIER, _UNREAL) for where in (before, after)),
        *(_QUOTED.search(where) for where in (before, after) if not _AGREED.search(f"{before} {after}")),
        _CHANGED_BEFORE.match(own),
        _CHANGED_AFTER.match(following),
        _POINTS_BACK.search(rest),
        _FAULTY.search(rest),
    )
    if found := next(filter(None, checks), None):
        return Objection(found[0].strip())
    if found := _DOUBTED.search(own) or _DOUBTED.search(following):
        return Objection(found[0].strip(), is_offer=True)
    is_asked = _ASKED.match(text, end) and _is_question(after, text, end)
    return Objection("?", is_offer=True) if is_asked else None


def retraction(text: str) -> str:
    """Return the words by which a sentence takes back what is before it; empty if it does not.

    >>> retraction("Scrap that. 31744"), retraction("No biases were counted.")
    ('Scrap', '')
    """
    found = _RETRACTED.match(text)
    return found[0].strip() if found else ""


def second_try(text: str) -> str:
    """Return the words by which a sentence offers another result than the one before it."""
    found = _SECOND_TRY.match(text)
    return found[0].strip() if found else ""


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the text of the sentence before a result, and after it."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    begin = max((found.end() for found in _SENTENCE.finditer(before)), default=0)
    stop = _SENTENCE.search(after)
    return before[begin:], after[: stop.start()] if stop else after


def _last_clause(before: str) -> str:
    """Return the clause that ends with a result."""
    begin = max((found.end() for found in _CLAUSE.finditer(before)), default=0)
    return before[begin:]


def _first_clause(after: str) -> str:
    """Return the rest of the clause that a result is in."""
    opened = _AFTER.match(after)
    place = opened.end() if opened else 0
    stop = _CLAUSE.search(after, place)
    return after[: stop.start()] if stop else after


def _is_question(after: str, text: str, end: int) -> bool:
    """Return whether the sentence of a result ends with a question mark."""
    return text[end + len(after) : end + len(after) + 1] == "?" or after.lstrip().startswith("?")
