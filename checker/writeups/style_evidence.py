"""The numbers of a line that show a number style: those that can be read in one way only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import prod
from typing import Final, Literal

from checker.notation.numeral import INDIAN
from checker.writeups.document import Document, Line
from checker.writeups.language.phrases import one_of
from checker.writeups.language.plain import plain

NUMERAL: Final = re.compile(r"(?<![\w.,\\])(?<![_^]\{)\d++(?:[.,]\d++)++|(?<![\w.,)\]}])\.\d++")
THOUSANDS: Final = r"[1-9]\d{0,2}(?:\.\d{3})"
_COMMAS: Final = re.compile(rf"{THOUSANDS}{{2,}}(?:,\d+)?|{THOUSANDS},\d+|0,\d{{2,}}|\d+,0\d")
_LIKELY: Final = re.compile(r"\d+,\d{4,}")
"""The sizes 32,1024 are two numbers."""
_AFTER_EQUALS: Final = re.compile(r"\d+,(?:\d\d|\d{4,})")
"""Two decimals are likely only after an equals sign: pages 12,14 are two numbers."""
_BRACKETED: Final = re.compile(r"0,\d{3,}")
"""In brackets `[0,25]` may be two numbers, and so may `[0,255]`, which is less common."""
_UNCLEAR: Final = re.compile(rf"{THOUSANDS}|\d+,\d+|\d+(?:\.\d+){{2,}}")
_DOTTED: Final = re.compile(THOUSANDS)
_EQUALS: Final = re.compile(r"[=≈]\s*[-−–]?\s*$")
_OPEN: Final = re.compile(r"[\[({⟨]\s*[-−–]?\s*$")
_CLOSED: Final = re.compile(r"\s*[\])}⟩]")
_PRODUCT: Final = re.compile(rf"(?<![\d.,])((?:\d{{1,9}}\s?[·×*]\s?){{1,9}}\d{{1,9}})\s?=\s?({THOUSANDS}+)(?![\d.,])")
"""`100 · 76 = 7.600`: the point is between thousands if this is true only so."""
_LABEL: Final = re.compile(rf"\b{one_of('numbered-things')}[.\s#:–-]*$", re.IGNORECASE)
_LINE_START: Final = re.compile(r"\W*")
_BEFORE: Final = 40
"""Characters before a number that are looked at."""
_LIST: Final = re.compile(r"(?!\d{1,3}(?:,\d{3})+$)\d{1,3}(?:,\d{1,3}){2,}")
"""Whole numbers between commas."""

_COMMA_WORDS: Final = re.compile(rf"\b{one_of('words-with-decimal-commas')}\b", re.IGNORECASE)
_POINT_WORDS: Final = re.compile(rf"\b{one_of('words-with-decimal-points')}\b", re.IGNORECASE)
_FEWEST_WORDS, _MUCH_MORE = 3, 3
"""Number of such words that show a language, and how many times more there are than of English."""

Shows = Literal["commas", "likely", "list", "points", "thousands"]
"""A decimal comma, probably one, a comma between whole numbers, any other style, or perhaps one between thousands."""


def has_decimal_commas(documents: Iterable[Document]) -> bool:
    """Return whether documents are in a language that has decimal commas; headings may be those of the sheet."""
    ours, others = _words_of_languages(documents)
    return ours >= max(_FEWEST_WORDS, _MUCH_MORE * others)


def may_have_decimal_commas(documents: Iterable[Document]) -> bool:
    """Return whether more of the documents' words are of languages with decimal commas than of English."""
    ours, others = _words_of_languages(documents)
    return ours > others


def _words_of_languages(documents: Iterable[Document]) -> tuple[int, int]:
    """Return how many words are frequent in languages with decimal commas, and how many in English."""
    texts = [line.text for each in documents for block, line in each.lines if block.kind in {"paragraph", "item"}]
    ours, others = (sum(len(words.findall(text)) for text in texts) for words in (_COMMA_WORDS, _POINT_WORDS))
    return ours, others


def numbers_that_show(line: Line, *, is_titled: bool) -> Iterator[tuple[str, Shows]]:
    """Yield the numbers of a line that show a style, and which; `points` is any other than decimal commas."""
    if "," not in line.text and "." not in line.text:
        return
    text = plain(line.text)
    for found in _PRODUCT.finditer(text):
        if prod(map(int, re.findall(r"\d+", found[1]))) == int(found[2].replace(".", "")):
            yield found[2], "commas"
    for found in NUMERAL.finditer(text):
        start, written = found.start(), found[0]
        before = text[max(0, start - _BEFORE) : start]
        if _LABEL.search(before) or (is_titled and _LINE_START.fullmatch(text, 0, start)):
            continue
        if is_in_brackets(found):
            is_certain, likely = False, _BRACKETED
        else:
            is_certain = bool(_COMMAS.fullmatch(written))
            likely = _AFTER_EQUALS if _EQUALS.search(before) else _LIKELY
        if shows := _shown_by(written, likely, is_certain=is_certain):
            yield written, shows


def _shown_by(written: str, likely: re.Pattern[str], *, is_certain: bool) -> Shows | None:
    """Return the style that a number shows; None where it shows none."""
    if is_certain or likely.fullmatch(written):
        return "commas" if is_certain else "likely"
    if _LIST.fullmatch(written) and not INDIAN.fullmatch(written):
        return "list"
    if _DOTTED.fullmatch(written):
        return "thousands"
    return None if _COMMAS.fullmatch(written) or _UNCLEAR.fullmatch(written) else "points"


def is_in_brackets(found: re.Match[str]) -> bool:
    """Return whether a number is alone in brackets, where a comma may separate two."""
    before = found.string[max(0, found.start() - _BEFORE) : found.start()]
    return bool(_OPEN.search(before) and _CLOSED.match(found.string, found.end()))
