"""Finds out whether a student writes decimal commas (`0,75`, `2.416` for thousands) or decimal points.

`0,7503` is one number to most of Europe and South America, and `2.416` is two thousand; in English the first is a list
of two numbers and the second is between 2 and 3.  One number alone cannot say.  So the style is settled once for all
documents of a student, by the numbers that can be read in one way only, and without any right answer:

    decimal commas         0,75   0,7503   12,05   3.747.200   1.234,5
    likely decimal commas  = 11,85   = 1,2873   [0,7503]
    anything else          0.75   1.5   .25   1,234,567   1,234.5
    no evidence            2.416   30,720   0,5   [0,25]   1.2.3   i = 0,1,2

Numbers are read with decimal commas if at least `FEWEST` different numbers show them, not all of them only likely, and
no number shows anything else.  Otherwise each number is read by itself; between semicolons a comma is decimal.

In a language that has decimal commas one such number is enough, and `2.416` is two thousand where a count is asked for:
no count has decimals.  The other way round `1,655` is one thousand where three numbers show decimal points, and none
decimal commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.text import lazy_pattern
from checker.text.number import Hints
from checker.text.numeral import GROUPED, read_numeral
from checker.writeups.document import NO_TEXT, BlockKind, Document, Evidence
from checker.writeups.language.words import one_of, plain
from checker.writeups.sheets import AskedPart, Sheet

_NUMERAL: Final = re.compile(
    r"(?<![\w.,\\])(?<![_^]\{)"
    r"(?:\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3}){1,5}+,\d++|\d++(?:(?:[.,]|\{,\})\d++)++|(?<![)\]}])\.\d++)(?![.,]\d)"
)
"""A number with a sign that is between thousands, or the decimal one."""
_DECIMALS: Final = re.compile(r"0,\d{2,}|\d+,0\d+|.*[. ].*,\d+")
_LIKELY: Final = re.compile(r"\d+,(?:\d\d|\d{4,})")
"""Only after an equals sign: pages 12,14 and sizes 32,1024 are two numbers."""
_EQUALS: Final = re.compile(r"[=≈]\s*[-−–]?\s*$")
_CLOSED: Final = re.compile(r"\s*[\])}⟩]")
_LINE_START: Final = re.compile(r"\W*")
_BEFORE: Final = 40
"""Characters before a number that are looked at."""
_SIZES: Final = re.compile(r"(?:0|[1-9]\d*),(?:0|[1-9]\d*)")
_DIVIDED: Final = re.compile(r"\[[-−–]?\d*[.,]\d+(?:; [-−–]?\d*[.,]\d+)+\]")
"""Semicolons between numbers leave only decimal commas; `results.lists` writes them for bars, too."""
_PAIR: Final = re.compile(r"\d+,\d")
"""In brackets: two whole numbers, or one number."""

FEWEST: Final = 3
"""Number of different numbers with decimal commas that settle the style.  One may be a slip or a list such as `0,75`,
and two may be one result and its rounding; three different ones, and none against them, are a habit."""

_COMMA_WORDS: Final = lazy_pattern(rf"\b{one_of('words-with-decimal-commas')}\b", re.IGNORECASE)
_POINT_WORDS: Final = lazy_pattern(rf"\b{one_of('words-with-decimal-points')}\b", re.IGNORECASE)

Shows = Literal["commas", "likely", "points", "thousands", ""]
"""A decimal comma, probably one, any other style, perhaps a point between thousands, or nothing."""


class NumberStyle(NamedTuple):
    """How a student writes numbers."""

    decimal: Literal["comma", "point"] | None = None
    """The decimal sign; None where each number is read by itself."""
    evidence: Evidence | None = None
    """The first line that shows it."""
    shown: str = ""
    """The number that shows it."""
    given: frozenset[str] = frozenset()
    """The numbers of the sheet, which stay as they are."""
    is_for_counts: bool = False
    """Only the language shows it, so it holds for whole numbers only."""

    @property
    def note(self) -> str:
        """Return a sentence on why commas are read as they are; empty where nothing in the document decided it."""
        if self.evidence is None or self.is_for_counts or self.decimal == "point":
            return ""
        place = self.evidence.place
        where = f"in {place}" if place.cell is not None or place.shown else f"on {place}"
        return f"Numbers are read with decimal commas: `{self.shown}` {where}"

    def for_parts(self, parts: Sequence[AskedPart]) -> NumberStyle:
        """Return the style for answers to these parts: none if a problem declares one.

        A style that holds only for counts is dropped if other numbers are asked for.
        """
        is_unfit = self.is_for_counts and not all(part.is_whole and not part.unit for part in parts)
        return ONE_BY_ONE if is_unfit or any(part.decimal for part in parts) else self

    def rewritten(self, text: str, *, may_be_sizes: bool = False) -> str:
        """Return a text with decimal points and no signs between thousands, as answers are typed in.

        With `may_be_sizes`, `(3,512)` is a list of two.

        >>> style = NumberStyle("comma", Evidence("s1.md", None, "0,7503"), "0,7503")
        >>> style.rewritten("[0,7503] and 2.416 of 3 099,85")
        '[0.7503] and 2416 of 3099.85'
        """
        if self.decimal is None:
            return text.replace(",", ".") if _DIVIDED.fullmatch(text) else text
        pair = GROUPED if self.decimal == "point" else _SIZES if may_be_sizes else _PAIR
        return _NUMERAL.sub(lambda found: self._rewritten(found, pair), text)

    def _rewritten(self, found: re.Match[str], pair: re.Pattern[str]) -> str:
        written = re.sub(r"\s", " ", found[0].replace("{,}", ","))
        is_pair = pair.fullmatch(written) is not None and _is_in_brackets(found)
        is_other = self.decimal == "point" and not (GROUPED.fullmatch(written) and written.count(",") == 1)
        if is_pair or is_other or written in self.given:
            return found[0]
        try:
            coefficient, exponent = read_numeral(written, Hints(whole=False, decimal=self.decimal))
        except UnreadableAnswer:
            return found[0]
        return f"{Decimal(coefficient).scaleb(exponent):f}"

    def of_answer(self, part: AskedPart, text: str, block: BlockKind = "paragraph") -> str:
        """Return the text of an answer, with numbers rewritten unless the part is no number or it is code."""
        if part.answer_kind.is_coded or part.decimal or block in NO_TEXT:
            return text
        return self.rewritten(text, may_be_sizes=part.answer_kind.has_entries and part.is_whole)


ONE_BY_ONE: Final = NumberStyle()
"""Each number is read by itself."""


def number_style(documents: Sequence[Document], sheet: Sheet) -> NumberStyle:
    """Return the number style of a student's documents; numbers that are in the questions count for nothing."""
    given = _numerals_of(sheet)
    shown: dict[Shows, dict[str, Evidence]] = {"commas": {}, "likely": {}, "points": {}, "thousands": {}, "": {}}
    ours = others = 0
    for document in documents:
        for block, line in document.lines:
            if block.kind in NO_TEXT:
                continue
            has_signs = "," in line.text or "." in line.text
            is_titled = block.kind in {"heading", "item"}
            for written, shows in _numbers_that_show(plain(line.text), is_titled=is_titled) if has_signs else ():
                if written not in given:
                    shown[shows].setdefault(written, Evidence(document.file, line.place, line.text))
            if block.kind in {"paragraph", "item"}:
                ours += len(_COMMA_WORDS.findall(line.text))
                others += len(_POINT_WORDS.findall(line.text))
    seen = _seen(shown, ours, others)
    for first, evidence in seen.items():
        decimal: Literal["comma", "point"] = "point" if seen is shown["points"] else "comma"
        return NumberStyle(decimal, evidence, first, given, is_for_counts=seen is shown["thousands"])
    return ONE_BY_ONE


def _seen(shown: dict[Shows, dict[str, Evidence]], ours: int, others: int) -> dict[str, Evidence]:
    """Return the numbers that settle the style, given words of a language with decimal commas and of English."""
    points, commas, likely, thousands = (shown[each] for each in ("points", "commas", "likely", "thousands"))
    is_usual = ours >= max(3, 3 * others)
    if points:
        return points if len(points) >= FEWEST and not is_usual and not commas and not likely else {}
    if commas and (is_usual or len(commas.keys() | likely.keys()) >= FEWEST):
        return commas
    return thousands if is_usual or (len(thousands) > 1 and ours > others) else {}


def _numbers_that_show(text: str, *, is_titled: bool) -> Iterator[tuple[str, Shows]]:
    """Yield the numbers of a line, each with what it shows.

    `is_titled`: the line is a heading or a list item, so a number at its start is its label.
    """
    for found in _NUMERAL.finditer(text):
        if is_titled and _LINE_START.fullmatch(text, 0, found.start()):
            continue
        shows = _shows(re.sub(r"\s", " ", found[0]))
        if shows == "likely" and not _EQUALS.search(text, max(0, found.start() - _BEFORE), found.start()):
            shows = ""
        if shows in {"commas", "likely"} and _is_in_brackets(found):
            # in brackets `[0,25]` may be two numbers, and so may `[0,255]`, which is less common
            shows = "likely" if re.fullmatch(r"0,\d{3,}", found[0]) else ""
        yield found[0], shows


def _shows(written: str) -> Shows:
    signs = [sign for sign in written if sign in ".,"]
    last = signs[-1]
    if len(signs) == 1 and not GROUPED.fullmatch(written):
        if last == ".":
            return "points"
        return "commas" if _DECIMALS.fullmatch(written) else "likely" if _LIKELY.fullmatch(written) else ""
    try:
        read_numeral(written, Hints(whole=False, decimal="point"))
    except UnreadableAnswer:
        return "points" if len({*signs}) > 1 else ""
    if len(signs) == 1:
        return "thousands" if last == "." else ""
    return "commas" if (last == ".") == (signs.count(last) > 1) else "points"


def _is_in_brackets(found: re.Match[str]) -> bool:
    """Return whether a number is alone in brackets, where its comma may separate two numbers."""
    before = found.string[max(0, found.start() - _BEFORE) : found.start()]
    return bool(re.search(r"[\[({⟨]\s*[-−–]?\s*$", before) and _CLOSED.match(found.string, found.end()))


@lru_cache(64)
def _numerals_of(sheet: Sheet) -> frozenset[str]:
    texts = (text for each in sheet.questions for text in (each.label, each.title, each.prompt))
    return frozenset(found[0] for text in texts for found in _NUMERAL.finditer(plain(text)))
