"""Finds words of doubt around a result, such as `not 5`, `maybe 5`, `5. Scrap that.`: only a person can accept it.

The stems of these words are one list, doubt.txt; its head says how one is added.  Any other word says nothing.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from checker.text import packaged

_REACH: Final = 240
"""Characters before and after a result in which its sentence lies."""
_END: Final = re.compile(r"(?<!\.)(?<!\be\.g)(?<!\bi\.e)(?<!\bz\.B)[.!?;](?=\s|$)(?!\s*\d)|\n\s*\n")
_SHORT: Final = 120
"""Characters of the next sentence up to which it may speak of the result before it."""
_LEADS: Final = re.compile(
    r"[:,]\s*$|^[^\d\n.!?]{1,60}$"
    r"|^(?=[^\d\n]{1,120}$).*\b(?:next|follow|below|nächst|folg|suiv|suit|sigu|segu|volg)",
    re.IGNORECASE,
)
"""A line that goes on with the result below it: `Not my answer:`, `Someone claims`."""
_ALONE: Final = re.compile(r"[\W\d]*+(?:[^\W\d_]{1,12}[\W\d]*+)?")
"""What stands before a result that is led to by the line above it."""
_OF_RESULTS: Final = frozenset({"earlier", "part"})
"""Kinds of what is said of a result in its own sentence, never in the next one."""
_OF_EARLIER: Final = frozenset({"corrected"})
"""Kinds of what is said of a result in the next sentence, never in its own."""
_REST: Final = r"[^\W_]*"
"""The other letters of a word."""
_ENDS: Final = {".": r"(?![^\W_])", "!": r"(?![^\W_]|\s*[^\W\d_]{2})"}
"""By the sign at the end of a stem: what follows the word."""
_APOSTROPHES: Final = str.maketrans("’", "'")


class Doubt(NamedTuple):
    """The words by which a text does not simply state a result, and what they do to it."""

    words: str
    kind: str
    """A section of doubt.txt."""


def doubt_around(text: str, start: int, end: int, above: str = "", below: str = "") -> Doubt | None:
    """Return the first words of doubt in the sentence of a result or in a short next one; None if it simply states it.

    `above`, `below`: the lines before and after the text; the first counts where it leads to the result.

    >>> doubt_around("So the total is 27648 weights.", 16, 21), doubt_around("5. Scrap that.", 0, 1).words
    (None, 'Scrap')
    """
    own, rest = _own_and_rest(text, start, end, above)
    return doubt_in(own) or doubt_below(rest or below)


def choice_doubt_around(text: str, start: int, end: int, above: str = "") -> Doubt | None:
    """Return the same for a chosen option, of which nothing is a part."""
    own, rest = _own_and_rest(text, start, end, above)
    return doubt_in(own, passed=_OF_RESULTS | _OF_EARLIER) or doubt_below(rest)


def _own_and_rest(text: str, start: int, end: int, above: str) -> tuple[str, str]:
    """Return the sentence of a result, with the line above that leads to it, and the text behind that sentence."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    begin = max((found.end() for found in _END.finditer(before)), default=0)
    stop = _END.search(after)
    size = stop.end() if stop else len(after)
    own = before[begin:] + text[start:end] + after[:size]
    if not begin and (re.search(r"^[^\d\n]*:[\s*_]*$", above) or (_LEADS.search(above) and _ALONE.fullmatch(before))):
        own = f"{above[-_REACH:]} {own}"
    return own, after[size:].strip()


def doubt_below(text: str) -> Doubt | None:
    """Return what the first sentence below a result says against it; None if it is long.

    Where it has a label, only that may speak of the result: `Sorry: 7`, but not `(b) no idea` or `Entropy: unknown`.

    >>> doubt_below("Forget this: 7").words, doubt_below("Entropy: forget it"), doubt_below("b) forget it")
    ('Forget this', None, None)
    """
    text = text[: _SHORT + 1]
    end = re.search(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bz\.B)(?<!\bresp)(?<!\bvs)[.!?;](?=\s|$)", text)
    first = text[: end.end() if end else None].strip()
    # the start of a sentence that speaks of something else: of another part, or of what its label names
    labelled = re.match(
        r"\W*(?:[a-hA-H]|[ivx]{1,4}|[qQ]?\d{1,2})[a-h]?[).:]|\W*[a-h]\s+[\d(]|(?P<label>[^:]{1,60}:)(?:\s|$)", first
    )
    return doubt_from_afar((labelled["label"] or "") if labelled else first) if len(first) <= _SHORT else None


def doubt_from_afar(text: str) -> Doubt | None:
    """Return the first words of a text that may speak against a result in another sentence."""
    return doubt_in(text, passed=_OF_RESULTS)


def doubt_in(text: str, *, passed: frozenset[str] = _OF_EARLIER) -> Doubt | None:
    """Return the first words of doubt in the text of a result; None if it has none of other kinds than `passed`."""
    return next((each for each in _doubts(text) if each.kind not in passed), None)


@lru_cache(16_384)
def _doubts(text: str) -> tuple[Doubt, ...]:
    found = _stems().finditer(text.translate(_APOSTROPHES))
    return tuple(Doubt(text[each.start() : each.end()], each.lastgroup or "") for each in found)


@cache
def _stems() -> re.Pattern[str]:
    kinds: dict[str, list[str]] = {}
    kind = ""
    for line in packaged.text("checker.writeups.language", "doubt.txt").splitlines():
        if heading := re.fullmatch(r"\[(?P<kind>[a-z-]+)\].*", line):
            kind = heading["kind"]
        elif line and not line.startswith("#"):
            kinds.setdefault(kind, []).extend(line.split(", "))
    groups = (f"(?P<{kind}>{'|'.join(map(_pattern, stems))})" for kind, stems in kinds.items())
    return re.compile("|".join(groups), re.IGNORECASE)


def _pattern(stem: str) -> str:
    """Return the pattern of the words that begin as a stem, see the head of doubt.txt."""
    if not any(map(str.isalpha, stem)):
        return re.escape(stem)
    words = stem.removeprefix("-").split()
    pieces = (re.escape(each.rstrip(".!")) + _ENDS.get(each[-1], _REST) for each in words)
    return (_REST if stem.startswith("-") else r"(?<![^\W_])") + r"\W+".join(pieces)
