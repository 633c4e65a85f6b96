# ruff: noqa: RUF001 - signs that students write
"""What a sentence mentions, in order: parts of the question, and options of one symbol each (`y`, `the decoder`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final, Literal, NamedTuple

from checker.writeups.parts.part_words import part_words
from checker.writeups.sheets import AskedPart

_TOKEN: Final = re.compile(r"\w+(?:['’]\w+)?")
_NEGATION: Final = re.compile(
    r"\b(?:not|no|never|nicht|kein\w*|pas|aucun\w*|sin|nunca|without|neither|nor|ni)\b|n['’]t\b|≠|\\neq?\b",
    re.IGNORECASE,
)
_ABOUT: Final = re.compile(
    r"\b(?:over|über|sur|sobre)\s+(?:the\s+|a\s+)?(?:\w{3,}\s+)?$|\b(?:atten\w*|aufmerk\w*|aten\w*)\s+(?:of"
    r"|from|von|de)\s+(?:the\s+)?$|\bon\s+$",
    re.IGNORECASE,
)
"""Before an option: it says what is attended to, not where something comes from."""
_PRODUCT: Final = re.compile(r"\b\w\s+$"), re.compile(r"\s+(?:\w|d\w*|\d+)\b(?!\s*=)")
_AND: Final = frozenset("ye")
"""Options that are also a word for “and”: `keys y values`."""
_ALIAS: Final = (
    re.compile(
        r"\b([^\W\d_]{4,})(?:['’]s)?(?:\s+(?:with|has|mit|avec|con))?\s+(?:hidden\s+)?(?:states?|outputs?"
        r"|zuständen?|états?|estados?)\s+(\w+)\b",
        re.IGNORECASE,
    ),
    re.compile(r"\b([^\W\d_]{4,})(?:\s+(?:states?|outputs?))?\s*\(\s*(\w+)\s*\)", re.IGNORECASE),
)
_ALIAS_AFTER: Final = re.compile(
    r"\b(\w+)\s*\(\s*(?:(?:the|from|der|die|das|le|la|el|los|of)\s+)*([^\W\d_]{4,})[^()]{0,20}\)", re.IGNORECASE
)
_NEAR: Final = 40
_JOINS: Final = frozenset("- –‑/")
_SHORT: Final = 3
"""Letters up to which a word is no other name of an option."""
_ALIAS_STEM: Final = 6


class Sign(NamedTuple):
    """A part or an option that a sentence mentions, and its place in the sentence."""

    kind: Literal["part", "option", "scope", "reset"]
    number: int
    start: int
    end: int


class SignReader:
    """Finds the parts and options of a question in sentences.

    A part with a hyphen, such as `self-attention`, is a scope: what is said of it says nothing of other parts.
    """

    def __init__(self, parts: Sequence[AskedPart], options: Sequence[str], texts: Iterable[str]) -> None:
        self.parts_of = _lookup(tuple(parts))
        self._options = {option.casefold(): place for place, option in enumerate(options)}
        names = [part.key.part or "" for part in parts]
        self.scopes = {place for place, name in enumerate(names) if "-" in name}
        self.bases = tuple(names[place].rpartition("-")[2][:6].casefold() for place in sorted(self.scopes))
        self._aliases = self._find_aliases(texts)

    def signs(self, text: str) -> Iterator[Sign]:
        """Yield the parts and the options that a text mentions."""
        tokens = list(_TOKEN.finditer(text))
        last = 0
        skip = False
        for token, following in zip_longest(tokens, tokens[1:]):
            if skip:
                skip = False
                continue
            gap = text[token.end() : following.start()] if following else ""
            after = following[0] if following and gap in _JOINS else ""
            if after and (scope := self._scope_in(f"{token[0]}-{after}", token[0])) is not None:
                yield Sign("scope", scope, token.start(), following.end())
                last, skip = following.end(), True
            elif (option := self._option(token[0])) is not None:
                skip = bool(after.strip()) and gap != " " and self._option(after) is not None  # encoder-decoder
                if not skip and not self._is_passing(text, token, text[last : token.start()], after):
                    yield Sign("option", option, token.start(), token.end())
                last = token.end()
            elif parts := self.parts_of(token[0]):
                for part in parts:
                    yield Sign("scope" if part in self.scopes else "part", part, token.start(), token.end())
                last = token.end()
            elif self.bases and token[0].casefold().startswith(self.bases):
                yield Sign("reset", 0, token.start(), token.end())

    def _is_passing(self, text: str, token: re.Match[str], around: str, after: str) -> bool:
        """Return whether an option is denied, attended to, a sign of multiplication, or a word for “and”."""
        before = text[max(0, token.start() - _NEAR) : token.start()]
        if _NEGATION.search(around) or _ABOUT.search(before):
            return True
        if _PRODUCT[0].search(before) and _PRODUCT[1].match(text, token.end()):
            return True
        words = _TOKEN.findall(before)
        return token[0] in _AND and bool(words and after and self.parts_of(words[-1]) and self.parts_of(after))

    def _option(self, word: str) -> int | None:
        known = self._options.get(word.casefold())
        return self._aliases.get(word.casefold()[:_ALIAS_STEM]) if known is None and len(word) > _SHORT else known

    def _scope_in(self, pair: str, first: str) -> int | None:
        parts = [part for part in self.parts_of(pair) if part in self.scopes and part not in self.parts_of(first)]
        return parts[0] if parts else None

    def _find_aliases(self, texts: Iterable[str]) -> dict[str, int]:
        """Return the words that the texts use for an option: `a decoder with states y`, `y (the decoder)`."""
        found: dict[str, set[int]] = {}
        for text in texts:
            pairs = [(each[1], each[2]) for pattern in _ALIAS for each in pattern.finditer(text)]
            pairs += [(each[2], each[1]) for each in _ALIAS_AFTER.finditer(text)]
            for noun, sign in pairs:
                option = self._options.get(sign.casefold())
                if (
                    option is not None
                    and not self.parts_of(noun)
                    and not noun.casefold().startswith(self.bases or ("\0",))
                ):
                    found.setdefault(noun.casefold()[:_ALIAS_STEM], set()).add(option)
        return {noun: next(iter(options)) for noun, options in found.items() if len(options) == 1}


@lru_cache(64)
def _lookup(parts: tuple[AskedPart, ...]) -> Callable[[str], tuple[int, ...]]:
    """Return a function from a text to the parts that it names in full."""
    words = part_words(parts)

    @lru_cache(4096)
    def named(text: str) -> tuple[int, ...]:
        return tuple(place for place, value in enumerate(words.matches(text)) if value == 1)

    return named
