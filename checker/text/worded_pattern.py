"""Regular expressions of words and phrases, which most texts have none of: a quick test rules these texts out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from checker.text.lazy_pattern import lazy_pattern

_LONG: Final = 5
"""Characters of a piece that is rare enough, the spaces around a word counted."""

_MOST: Final = 300
"""Maximum number of pieces that are looked for: with more, the expression itself is as fast."""

_FEW: Final = 12
"""Maximum number of characters of a set, each of which is looked for."""

_GREEK: Final = frozenset(map(chr, (0xB5, *range(0x370, 0x400))))
"""Letters, some of which are equal to several others where case does not count."""

_ODD: Final = re.compile("[ıſİẞ\u1c80-\u1c8a\ufb05\ufb06]")
"""Other letters that are equal to ones with other small letters."""

_BETWEEN_WORDS: Final = re.compile(r"\W+")

_START: Final = 4
"""Number of letters by which a word is looked up."""

_WORD_START: Final = re.compile(rf" (\w{{{_START}}}|\w+(?= ))")
"""The first letters of a piece that begins with a word: all of a shorter word."""

_REPEATS: Final = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})

_OPERATIONS: Final = _REPEATS | {
    *("ANY", "ASSERT", "ASSERT_NOT", "AT", "ATOMIC_GROUP", "BRANCH", "FAILURE", "GROUPREF", "GROUPREF_EXISTS"),
    *("IN", "LITERAL", "NOT_LITERAL", "SUBPATTERN"),
}
"""Operations of expressions, as the private parser of `re` names them."""

_COMMON: Final = frozenset("=-:(),.*/+")
"""Signs that are in most texts with numbers."""


class WordedPattern:
    r"""Stands in for a compiled regular expression of words.

    Before it searches a text, it looks for fixed pieces, one of which every match must contain; most texts have none.
    It is compiled when the first text may match.  Its methods are some of `re.Pattern`, and take whole texts: there is
    no place to begin or end, and no count.

    >>> guess = WordedPattern(r"\b(?:perhaps|i (?:guess|think))\b", re.IGNORECASE)
    >>> guess.search("Perhaps 12"), guess.search("It is 12")
    (<re.Match object; span=(0, 7), match='Perhaps'>, None)
    """

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self.flags = flags
        self._compiled = lazy_pattern(pattern, flags)

    @cached_property
    def _pieces(self) -> tuple[Mapping[str, Sequence[str]], Sequence[str], Sequence[str]]:
        """Return the pieces that begin with a word, by the first letters of this word; other words; and signs."""
        words, signs = _pieces_of(self.pattern, self.flags)
        starts = [_WORD_START.match(piece) for piece in words]
        by_start: dict[str, list[str]] = {}
        for start, piece in zip(starts, words, strict=True):
            if start:
                by_start.setdefault(start[1], []).append(piece)
        return by_start, [piece for start, piece in zip(starts, words, strict=True) if not start], signs

    def _may_match(self, text: str) -> bool:
        """Return whether a text has a piece that every match needs; True if no such pieces are known."""
        by_start, inner, signs = self._pieces
        if not by_start and not inner and not signs:
            return True
        if signs and any(map(text.__contains__, signs)):
            return True
        known = _words_of(text)
        if known is None:
            return True
        words, starts = known
        if any(piece in words for start in by_start.keys() & starts for piece in by_start[start]):
            return True
        return any(map(words.__contains__, inner))

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match."""
        return self._compiled.search(text) if self._may_match(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        """Return the match at the beginning."""
        return self._compiled.match(text) if self._may_match(text) else None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match of the whole text."""
        return self._compiled.fullmatch(text) if self._may_match(text) else None

    def findall(self, text: str) -> list[Any]:
        """Return the texts of all matches."""
        return self._compiled.findall(text) if self._may_match(text) else []

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Return all matches."""
        return self._compiled.finditer(text) if self._may_match(text) else iter(())

    def split(self, text: str) -> list[Any]:
        """Return what is between the matches."""
        return self._compiled.split(text) if self._may_match(text) else [text]

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str) -> str:
        """Return the text with something else in place of each match."""
        return self._compiled.sub(new, text) if self._may_match(text) else text


class _Pieces(NamedTuple):
    """Pieces of text, at least one of which is in every text that the expression matches: words, and signs.

    Both are empty if this is not known; then every text is searched.
    """

    words: tuple[str, ...]
    """Words, or parts of them, in small letters; a space is a place between two words, or the end of the text."""
    signs: tuple[str, ...]


@lru_cache(64)
def _words_of(text: str) -> tuple[str, frozenset[str]] | None:
    """Return a text in small letters with one space around each word, and the first letters of its words.

    Return None if it has letters whose lower case may not match as expected.
    """
    if not text.isascii() and _ODD.search(text):
        return None
    words = _BETWEEN_WORDS.split(text.lower())
    return f" {' '.join(words)} ", frozenset(word[:_START] for word in words)


def _pieces_of(pattern: str, flags: int) -> _Pieces:
    """Return pieces, one of which is in every text that the expression matches.

    Return none if Python's private parser of expressions is not as this module knows it.
    """
    try:
        tree = import_module("re._parser").parse(pattern, flags)
        found = sorted({*(_needed([*tree]) or ())}, key=len)
    except (ImportError, AttributeError, LookupError, TypeError, ValueError):  # private: another Python may differ
        return _Pieces((), ())
    kept = [piece for at, piece in enumerate(found) if not any(other in piece for other in found[:at])]
    if len(kept) > _MOST:
        kept = []
    return _Pieces(tuple(filter(_is_of_words, kept)), tuple(piece for piece in kept if not _is_of_words(piece)))


def _is_of_words(piece: str) -> bool:
    """Return whether a piece has a letter, so that it is no sign."""
    return any(map(_is_letter, piece))


def _is_letter(sign: str) -> bool:
    """Return whether a word may have a character; of Greek letters it is not known which are equal."""
    return (sign.isalnum() or sign == "_") and sign not in _GREEK


def _needed(items: list[Any], *, opens: bool = False, closes: bool = False) -> list[str] | None:
    """Return pieces, one of which is in every match of these parsed items; None if no piece is sure to be.

    `opens`: a word begins at the first item.  `closes`: a word ends at the last one.  Raise LookupError for an unknown
    operation.
    """
    found: list[list[str]] = []
    run, signs = " " if opens else "", ""
    for at, (operation, argument) in enumerate(items):
        name = str(operation)
        if name not in _OPERATIONS:
            raise LookupError(name)
        if name == "LITERAL":
            sign = chr(argument).lower()
            if _is_letter(sign):
                run += sign
                continue
            if sign not in _GREEK:
                run, signs = f"{run.rstrip()} ", signs + sign.strip()
                continue
        elif _is_between_words(name, argument):
            run = f"{run.rstrip()} "
            if some := _needed_by(name, argument) if name == "IN" else None:
                found.append(some)
            continue
        elif name in {"AT", "ASSERT", "ASSERT_NOT"}:
            continue
        found += [[run], [*signs[:1]]]
        ends = items[at + 1 : at + 2]
        is_end = (not ends and closes) or bool(ends and _is_between_words(str(ends[0][0]), ends[0][1]))
        if inner := _needed_by(name, argument, opens=run.endswith(" "), closes=is_end):
            found.append(inner)
        run, signs = "", ""
    found += [[f"{run.rstrip()} " if closes and run else run], [*signs[:1]]]
    told = [pieces for pieces in found if pieces and all(map(str.strip, pieces))]
    return max(told, key=_selectivity, default=None)


def _is_between_words(name: str, argument: Any) -> bool:
    """Return whether an operation fits only where a word begins or ends, or spaces and signs that are none of words."""
    if name == "AT":
        return str(argument) == "AT_BOUNDARY"
    if name == "ASSERT_NOT":
        inner = [*argument[1]]
        return len(inner) == 1 and _has(inner[0], "CATEGORY_WORD")
    if name in _REPEATS and argument[0]:
        inner = [*argument[-1]]
        return len(inner) == 1 and _is_of_signs(inner[0])
    return _is_of_signs((name, argument))


def _has(item: tuple[Any, Any], category: str) -> bool:
    r"""Return whether a set of characters has all of a category; one such as `[^\w]` has what it does not name."""
    if str(item[0]) != "IN" or any(str(kind) == "NEGATE" for kind, _ in item[1]):
        return False
    return any(str(what) == category for kind, what in item[1] if str(kind) == "CATEGORY")


def _is_of_signs(item: tuple[Any, Any]) -> bool:
    """Return whether an operation is a set of characters, none of which words have."""
    if str(item[0]) != "IN":
        return False
    return all(
        (str(kind) == "CATEGORY" and str(what) in {"CATEGORY_SPACE", "CATEGORY_NOT_WORD"})
        or (str(kind) == "LITERAL" and not re.match(r"\w", chr(what)))
        for kind, what in item[1]
    )


def _needed_by(name: str, argument: Any, *, opens: bool = False, closes: bool = False) -> list[str] | None:
    """Return the pieces one of which is in each match of an operation other than a character."""
    match name:
        case "SUBPATTERN":
            return _needed([*argument[-1]], opens=opens, closes=closes)
        case "ATOMIC_GROUP":
            return _needed([*argument], opens=opens, closes=closes)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT" if argument[0]:
            return _needed([*argument[-1]])
        case "BRANCH":
            branches = [_needed([*each], opens=opens, closes=closes) for each in argument[1]]
            return [piece for each in branches for piece in each or ()] if all(branches) else None
        case "IN" if len(argument) <= _FEW and all(str(kind) == "LITERAL" for kind, _ in argument):
            signs = [chr(code).lower() for _, code in argument]
            return None if _GREEK.intersection(signs) else signs
    return None


def _selectivity(pieces: list[str]) -> tuple[int, int]:
    """Return a sort key that is larger if fewer texts have one of the pieces.

    It is the rarity of the commonest piece, and then how few there are.
    """
    return min(_rarity(piece) for piece in pieces), -len(pieces)


def _rarity(piece: str) -> int:
    """Return how rare a piece is, from 1 to a maximum: a word by its length, a sign by whether it is common."""
    if _is_of_words(piece):
        return min(_LONG, len(piece))
    return 1 if piece in _COMMON else _LONG
