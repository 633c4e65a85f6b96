"""Finds what words around a result say against it, such as `not`, `either ... or` and `at least`.

Of two sides of an equation that is false, `1,536 = 1,538`, none counts; one that only repeats the other one, rounded,
is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.kinds import Hints
from checker.kinds.number import kind as number_kind
from checker.text import lazy_pattern
from checker.units import is_unit_word
from checker.working.meaning import may_be_converted
from checker.writeups.language.objections import retraction
from checker.writeups.language.phrases import one_of
from checker.writeups.results.numbers import result_cues
from checker.writeups.results.pieces import Piece

DENIED: Final = "denied"
DOUBTS: Final = frozenset(
    (
        *(DENIED, "cited", "bounded", "alternative", "argument", "unequal"),
        *("withdrawn", "taken_back", "not_stated", "guessed", "unclear"),
    )
)
"""Cues of results that only a person can accept."""

_BEFORE, _AFTER = 80, 60
"""Characters before and after a result that are looked at, in lower case: other searches take twice as long."""
_OPENED: Final = r"[\s*_$(\[]*"
"""Signs right before a result."""
_DENIED_BEFORE: Final = lazy_pattern(
    rf"(?:≠|!=|\\neq?\b|\b{one_of('denials-of-results')}(?:\s+{one_of('denial-fillers')})*){_OPENED}$"
)
_DENIED_AFTER: Final = re.compile(
    rf"[\s)\]*_$]*(?:≠|!=|\\neq?\b|[✗✘❌]|(?:[–(-]\s*)?(?:(?!\b{one_of('denials-of-faults')}\b)[^\d.,;:()=\n–-]){{0,30}}?"
    rf"\b(?:{one_of('faults')}|(?:{one_of('denials-of-results')})\s+{one_of('rights')})\b)"
)
_SURE_AFTER: Final = re.compile(rf"\s*%?\s*{one_of('confidence')}\b")
"""`not 100% sure`"""
_BOUNDED_BEFORE: Final = lazy_pattern(
    rf"(?:[^\s<>=-]\s*(?:[<>]=?|[≤≥⩽⩾])|\\[lg]eq?\b|\\[lg]t\b|\b{one_of('bounds')}){_OPENED}$"
)
_BOUND_SIDE: Final = lazy_pattern(r"(?:[≤≥⩽⩾]|\\[lg]eq?\b)(?P<side>(?:[^.;\n]|\.(?=\d)){0,90})=\s*$")
"""`h ≤ 650·0.12 =` before a result; in brackets, `P(X ≥ 1) =`, the sign says nothing of it."""
_BOUNDED_AFTER: Final = re.compile(
    r"\s+(?:[<>]=?|[≤≥⩽⩾])\s+[^\W\d]|\s*(?:±|\+/-|\.{2,3}\s?\d|…\s?\d|\\pm\b)"
    rf"|\s*(?:is|as) an? {one_of('kinds-of-bounds')}"
)
_CITED: Final = lazy_pattern(
    rf"\b(?:{one_of('other-people')}\b[^.;:=\d]{{0,15}}\b{one_of('saying')}\b[^.;=\d]{{0,15}}"
    rf"|{one_of('expectations')}\b[^.;=\d]{{0,15}}|{one_of('pointers')}[\s#(]*"
    rf"|{one_of('unreal-results')}\b[^.;,]{{0,40}}"
    r"|(?:sample|model|official|published|reference) (?:solution|answer|key|result)s?\b[^.;=\d]{0,15})$"
)
_ARGUMENT: Final = lazy_pattern(rf"(?<![^\W_]){one_of('functions')}(?P<bracket>\(*)$")
_MULTIPLIED: Final = re.compile(
    r"\s*(?:\((?![^()]*[\d=≈])[^()]{1,30}\)\s*[×x·*/]\s*\d|\(\s*[×x·*/]\s*\d"
    rf"|,?\s*(?:per [^\W\d]+\s?,?\s?)?{one_of('operations-after')}\s*\(?\d)"
)
"""`7,077,888 (per head) x 8`, `7,077,888, so times 8`"""
_OUT_OF: Final = lazy_pattern(r"\d\s+(?:[^\W\d_]+\s+){0,2}?(?:out )?(?:of|von|sur|su|van|aus)\s+$")
"""Before the whole of which a result is a part: `19 pairs of 24`."""
_MULTIPLE: Final = lazy_pattern(rf"\b{one_of('multiples')}{_OPENED}$")
_BETWEEN: Final = re.compile(
    rf"(?:\s+[^\W\d]+){{0,2}}?[\s()\],;:/*_$]*(?:\b{one_of('alternatives')}\b[\s,]*)"
    rf"(?:{one_of('alternative-fillers')}\b[\s,]*)*{_OPENED}",
    re.IGNORECASE,
)
_RANGE: Final = re.compile(
    r"\s*(?:\.{2,3}|…|[–—-])\s*"
    r"|(?:[\s\\,;]*(?:\\(?:mathrm|text|mbox)\{)?[^\W\d_]{1,12}\}?)?[\s$)\]\\]*(?<!\w)"
    r"(?:to|and|bis|und|à|a|et|hasta|y|e|en|i|tot)(?!\w)[\s$(\[\\]*",
    re.IGNORECASE,
)
"""Between the ends of a range, the first perhaps with its unit: `from 0.589 kWh to 3.68 kWh`."""
_RANGED_BEFORE: Final = lazy_pattern(rf"\b{one_of('ranges')}{_OPENED}$", re.IGNORECASE)
_LIST: Final = r"[(\[⟨<]\s*[-−]?\d[\d.,]*(?:\s*[,;|\s]\s*[-−]?\d[\d.,]*)+\s*[)\]⟩>](?:\s*\^\s*\{?T\}?)?"
"""A list of numbers, in any brackets and with any signs between them."""
_OTHER_END: Final = lazy_pattern(
    rf"\b{one_of('ranges')}\s+(?:{_LIST}|\d[\d.,]{{2,}}\s?[^\W\d_]{{1,4}})\s*(?:to|and|bis|und|à|a|et|hasta|y|e|en|i|tot)\s*$",
    re.IGNORECASE,
)
"""Before a result: the other end of a range, a list or a number with its unit."""
_ONLY_RANGE: Final = re.compile(rf"\W*{one_of('ranges')}\s\W*", re.IGNORECASE)
"""What is before the first end of a range that is all that is said."""
_DASHES: Final = re.compile(r"\s*(?:\.{2,3}|…|[–—])\s*")
_FEWEST_DIGITS: Final = 3
"""Digits of the ends of a range, so that `3 – 4` may be anything."""
_WORDS: Final = re.compile(r"[^\W\d_]+")
_LONGEST_LINK: Final = 60
"""Characters between two alternatives."""
_LONGEST_DENIAL: Final = 25
"""Characters between a result and the one that it is not: `1,538 (not 1,536)`."""
_EQUALS: Final = re.compile(r"[\s*)$}]*(?P<word>(?:[^\W\d_]{1,12}|[€£¥%])\s*)?(?:[≈≃=~]|\\approx)[\s*($~]*")
"""Between two sides of an equation, the first perhaps with its unit."""
_SIDE_BEGINS: Final = re.compile(
    r"(?:^|[=≈:\n]|\b(?:is|are|get|have|gives?|that|equals?|ist|sind|haben|also)\s)[\s*($]*$", re.IGNORECASE
)
"""Before a number that is a whole side of an equation."""
_LARGE: Final = Decimal(10) ** 30
_SAID_AGAIN: Final = re.compile(r"\bsoit\b", re.IGNORECASE)
_UNIT: Final = re.compile(r"\s?([^\W\d_]{1,5})\b")
_ENDED: Final = re.compile(r"[\s)\].,!*_$]*(?:\n|$)")


def with_doubts(text: str, found: Sequence[Piece]) -> list[Piece]:
    """Return the results of a sentence, each with a cue for every doubt that the words around it raise.

    A result that follows a denied one counts as its correction.
    """
    found = _without_rounded(text, found)
    pairs = pairwise([piece for piece in found if "stacked" not in piece.cues])  # it is made of the others
    either = {piece for pair in pairs if _are_alternatives(text, *pair) for piece in pair}
    several = [piece.with_cues(*doubts(text, piece), *(["alternative"] if piece in either else [])) for piece in found]
    for place, (piece, following) in enumerate(pairwise(several)):
        if _is_last_before_denied(text, piece, following):
            cues = result_cues(text[: piece.end], piece.start, piece.end)
            several[place] = piece._replace(cues=cues or piece.cues)
        elif DENIED in piece.cues and DENIED not in following.cues:
            cues = (*(cue for cue in following.cues if cue != "compared"), "correction")
            several[place + 1] = following._replace(cues=cues)
        elif _is_taken_back(text, piece, following):
            several[place] = piece.with_cues("taken_back")
    return several


def _without_rounded(text: str, found: Sequence[Piece]) -> list[Piece]:
    """Return results without numbers that repeat the one before, rounded; sides of a false equation get a cue."""
    kept: list[Piece] = []
    end = 0
    for piece in found:
        last = kept[-1] if kept else piece
        link = _EQUALS.fullmatch(text, end, piece.start) if last.kind == piece.kind == "number" else None
        end = piece.end
        one, other = (_number(last.text), _number(piece.text)) if link else (None, None)
        if link and one and other:
            difference = abs(one.value - other.value)
            if difference <= other.unit / 2 and other.digits < one.digits:
                goes_on = [cue for cue in last.cues if cue != "goes_on" or cue in piece.cues]
                kept[-1] = last._replace(cues=tuple(goes_on))
                continue
            is_long = min(len(last.text), len(piece.text)) >= _FEWEST_DIGITS
            word = (link["word"] or "").strip()
            is_alike = not word or re.match(rf"\s*{re.escape(word)}(?!\w)", text[piece.end :])
            if (
                is_long
                and is_alike
                and _SIDE_BEGINS.search(text[: last.start])
                and difference >= max(one.unit if one.digits < other.digits else 0, other.unit)
            ):
                kept[-1], piece = last.with_cues("unequal"), piece.with_cues("unequal")  # noqa: PLW2901
        kept.append(piece)
    return kept


def doubts(text: str, piece: Piece) -> Iterator[str]:
    """Yield a cue for each doubt about a result: denied, alternative, cited, argument, `bounded` (`at least 5`)."""
    start, end = piece.start, piece.end
    before, after = text[max(0, start - _BEFORE) : start].lower(), text[end : end + _AFTER].lower()
    if (_DENIED_BEFORE.search(before) and not _SURE_AFTER.match(after)) or _DENIED_AFTER.match(after):
        yield DENIED
    if _OTHER_END.search(before):
        yield "alternative"
    side = _BOUND_SIDE.search(before)
    is_bound = side is not None and side["side"].count(")") <= side["side"].count("(")
    if is_bound or _BOUNDED_BEFORE.search(before) or _BOUNDED_AFTER.match(after):
        yield "bounded"
    if _CITED.search(before):
        yield "cited"
    call = _ARGUMENT.search(before)
    if (
        _OUT_OF.search(before)
        or (call and (call["bracket"] or text[start] == "("))
        or _MULTIPLIED.match(after)
        or _MULTIPLE.search(before)
    ):
        yield "argument"


def _is_last_before_denied(text: str, piece: Piece, following: Piece) -> bool:
    """Return whether a number ends its sentence but for another number that is denied: `1,538, not 1,536`."""
    if not DOUBTS.isdisjoint(piece.cues) or DENIED not in following.cues:
        return False
    is_near = piece.end < following.start <= piece.end + _LONGEST_DENIAL
    return is_near and piece.kind == "number" and bool(_ENDED.match(text, following.end))


def _are_alternatives(text: str, first: Piece, second: Piece) -> bool:
    """Return whether the words between two pieces offer a choice between them."""
    start, end = first.end, second.start
    if not start < end <= start + _LONGEST_LINK or _is_in_other_words(text, first, second):
        return False
    return bool(_BETWEEN.fullmatch(text, start, end)) or _is_range(text, first, second)


def _is_taken_back(text: str, piece: Piece, following: Piece) -> bool:
    """Return whether the words behind a piece take it back: `27,648 no, 27,649`, `27,648 weights, wait, 27,649`."""
    start, end = piece.end, following.start
    if not DOUBTS.isdisjoint(piece.cues) or not start < end <= start + _LONGEST_LINK:
        return False
    return any(retraction(text[word.start() : end]) for word in islice(_WORDS.finditer(text, start, end), 3))


def _is_in_other_words(text: str, first: Piece, second: Piece) -> bool:
    """Return whether the second piece says the first again: `1.01692 ; soit 1,69 %`, `74,880 kB or 74.88 MB`."""
    link = text[first.end : second.start]
    if _SAID_AGAIN.search(link) and not _SAID_AGAIN.search(text[: first.start]):
        return True
    unit, other = _UNIT.match(link), _UNIT.match(text[second.end :])
    if first.kind != "number" or second.kind != "number" or not unit or not other or unit[1] == other[1]:
        return False
    one, two = _number(first.text), _number(second.text)
    if not one or not two:
        return False
    return (
        is_unit_word(unit[1]) and is_unit_word(other[1]) and may_be_converted(Fraction(one.value), Fraction(two.value))
    )


class _Number(NamedTuple):
    """A number as written: its value, the place value of its last digit that is not 0, and the digits up to it."""

    value: Decimal
    unit: Decimal
    digits: int


@lru_cache(1_000)
def _number(text: str) -> _Number | None:
    """Return the number that a text is; None for anything else, for a fraction, and for 0."""
    for whole in (True, False) if "/" not in text else ():
        try:
            (number,) = number_kind.read(text, Hints(whole=whole)).numbers
        except (UnreadableAnswer, ValueError):
            continue
        value = Decimal(number.value if isinstance(number.value, int | Decimal) else str(float(number.value)))
        if not value or abs(value) > _LARGE:
            return None
        digits = value.normalize().as_tuple()
        return _Number(value, Decimal(10) ** int(digits.exponent), len(digits.digits))
    return None


def _is_range(text: str, first: Piece, second: Piece) -> bool:
    """Return whether two pieces are the ends of a range: `from 27,000 to 28,000`, `27,000 – 28,000`."""
    link = text[first.end : second.start]
    before = text[max(0, first.start - _BEFORE) : first.start]
    is_whole = _ONLY_RANGE.fullmatch(text[: first.start]) and _ENDED.match(text, second.end)
    is_long = is_whole or min(len(first.text), len(second.text)) >= _FEWEST_DIGITS
    return bool(is_long) and bool(_DASHES.fullmatch(link) or (_RANGE.fullmatch(link) and _RANGED_BEFORE.search(before)))
