"""Finds out whether a student writes decimal commas (`0,75`, `2.416` for thousands) or decimal points.

`0,7503` is one number to most of Europe and South America, and `2.416` is two thousand; in English the first is a list
of two numbers and the second is between 2 and 3.  One number alone cannot say.  So the style is settled once for all
documents of a student, by the numbers that can be read in one way only, and without any right answer:

    decimal commas         0,75   0,7503   12,05   3.747.200   1.234,5   100 · 76 = 7.600
    likely decimal commas  = 11,85   = 1,2873
    anything else          0.75   1.5   .25   1,234,567   1,234.5
    no evidence            2.416   30,720   0,5   [0,25]   1.2.3   i = 0,1,2

Numbers are read with decimal commas if at least `FEWEST` different numbers show them, not all of them only likely, and
no number shows anything else.  Otherwise each number is read by itself.

In a language that has decimal commas one such number is enough, and `2.416` is two thousand where a count is asked for:
no count has decimals.  The other way round `1,655` is one thousand where three numbers show decimal points, and none
decimal commas.

`NumberStyle` rewrites numbers accordingly, with decimal points, unless a problem declares its decimal sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Final, Literal, NamedTuple

from checker.text import lazy_pattern
from checker.writeups.document import NO_TEXT, BlockKind, Document, Line
from checker.writeups.language.phrases import one_of
from checker.writeups.language.plain import plain
from checker.writeups.reading import Evidence
from checker.writeups.results.statements import Statement
from checker.writeups.sheets import AskedPart, Sheet

_NUMERAL: Final = re.compile(r"(?<![\w.,\\])(?<![_^]\{)\d++(?:[.,]\d++)++|(?<![\w.,)\]}])\.\d++")
_THOUSANDS: Final = r"[1-9]\d{0,2}(?:\.\d{3})"
_COMMAS: Final = re.compile(rf"{_THOUSANDS}{{2,}}(?:,\d+)?|{_THOUSANDS},\d+|0,\d{{2,}}|\d+,0\d")
_LIKELY: Final = re.compile(r"\d+,(?:\d\d|\d{4,})")
"""Only after an equals sign: pages 12,14 and sizes 32,1024 are two numbers."""
_BRACKETED: Final = re.compile(r"0,\d{3,}")
"""In brackets `[0,25]` may be two numbers, and so may `[0,255]`, which is less common."""
_UNCLEAR: Final = re.compile(
    rf"{_COMMAS.pattern}|\d+,\d+|\d+(?:\.\d+){{2,}}|(?!\d{{1,3}}(?:,\d{{3}})+$)\d{{1,3}}(?:,\d{{1,3}}){{2,}}"
)
_DOTTED: Final = re.compile(_THOUSANDS)
_EQUALS: Final = re.compile(r"[=≈]\s*[-−–]?\s*$")
_OPEN: Final = re.compile(r"[\[({⟨]\s*[-−–]?\s*$")
_CLOSED: Final = re.compile(r"\s*[\])}⟩]")
_PRODUCT: Final = re.compile(rf"(?<![\d.,])((?:\d{{1,9}}\s?[·×*]\s?){{1,9}}\d{{1,9}})\s?=\s?({_THOUSANDS}+)(?![\d.,])")
"""`100 · 76 = 7.600`: the point is between thousands if this is true only so."""
_LINE_START: Final = re.compile(r"\W*")
_BEFORE: Final = 40
"""Characters before a number that are looked at."""

_COMMA_WORDS: Final = lazy_pattern(rf"\b{one_of('words-with-decimal-commas')}\b", re.IGNORECASE)
_POINT_WORDS: Final = lazy_pattern(rf"\b{one_of('words-with-decimal-points')}\b", re.IGNORECASE)
_FEWEST_WORDS, _MUCH_MORE = 3, 3
"""Number of such words that show a language, and how many times more there are than of English."""

FEWEST: Final = 3
"""Number of different numbers with decimal commas that settle the style.  One may be a slip or a list such as `0,75`,
and two may be one result and its rounding; three different ones, and none against them, are a habit."""

_WRITTEN: Final = re.compile(
    r"(?<![\w.,\\])(?<![_^]\{)"
    r"(?:[1-9]\d{0,2}(?:[ \u00a0\u202f\u2009]\d{3}){1,5}+,\d++(?![.,]\d)|\d++(?:(?:[.,]|\{,\})\d++)++)"
)
_THOUSAND: Final = re.compile(r"(?<![\w.,\\])(?<![_^]\{)[1-9]\d{0,2},\d{3}(?![.,]?\d)")
_GROUPED: Final = re.compile(
    r"(?<![\w.,\\])(?<![_^]\{)[1-9]\d{0,2}(?:\.\d{3}|[ \u00a0\u202f\u2009]\d{3}){1,5}+(?=(?:,|\{,\})\d+(?![.,]?\d))"
)
"""Thousands before a decimal comma: `6.724,44`, `6 724,44`."""
_IN_STYLE: Final = re.compile(rf"{_THOUSANDS}+(?:,\d+)?|\d+,\d+")
_SIZES: Final = re.compile(r"(?:0|[1-9]\d*),(?:0|[1-9]\d*)")
_PAIR: Final = re.compile(r"\d+,\d")
"""In brackets: two whole numbers, or one number."""

Shows = Literal["commas", "likely", "points", "thousands"]
"""A decimal comma, probably one, any other style, or perhaps a point between thousands."""


class NumberStyle(NamedTuple):
    """How a student writes numbers, with decimal commas or points, so that all can be rewritten with points."""

    evidence: Evidence | None = None
    """The first line that shows decimal commas; None where each number is read by itself."""
    shown: str = ""
    """The number that shows it."""
    given: frozenset[str] = frozenset()
    """The numbers of the sheet, which stay as they are."""
    is_for_counts: bool = False
    """Only the language shows it, so it holds for whole numbers only."""
    has_points: bool = False
    """Decimals have points, so `1,655` is one thousand."""
    is_declared: bool = False
    """The problem declares decimal commas: numbers keep theirs and lose only the points before them."""
    may_be_sizes: bool = False
    """Lists of whole numbers are asked for, so `(3,512)` is two of them."""

    @property
    def note(self) -> str:
        """Return a sentence on why commas are read as they are; empty where nothing in the document decided it."""
        if self.evidence is None or self.is_for_counts or self.has_points:
            return ""
        place = self.evidence.place
        where = f"in {place}" if place.cell is not None or place.shown else f"on {place}"
        return f"Numbers are read with decimal commas: `{self.shown}` {where}"

    def for_parts(self, parts: Iterable[AskedPart]) -> NumberStyle:
        """Return the style for answers to these parts: the one that their problems declare, else this one.

        A style that holds only for counts is dropped if other numbers are asked for.
        """
        several = list(parts)
        if declared := {part.decimal for part in several} - {None}:
            return DECLARED_COMMAS if declared == {"comma"} else ONE_BY_ONE
        if self.is_for_counts and not all(part.is_whole and not part.unit for part in several):
            return ONE_BY_ONE
        if self.evidence is None:
            return self
        return self._replace(may_be_sizes=any(part.answer_kind.has_entries and part.is_whole for part in several))

    def rewritten(self, text: str) -> str:
        """Return a text with decimal points and no signs between thousands, as answers are typed in.

        >>> style = NumberStyle(Evidence("s1.md", None, "0,7503"), "0,7503")
        >>> style.rewritten("[0,7503] and 2.416 of 3 099,85")
        '[0.7503] and 2416 of 3099.85'
        """
        if self.is_declared:
            return _GROUPED.sub(lambda found: re.sub(r"[.\s]", "", found[0]), text)
        if self.evidence is None:
            return text
        return (_THOUSAND if self.has_points else _WRITTEN).sub(self._rewritten, text)

    def _rewritten(self, found: re.Match[str]) -> str:
        written = re.sub(r"\s", "", found[0].replace("{,}", ","))
        pair = _THOUSAND if self.has_points else _SIZES if self.may_be_sizes else _PAIR
        if (pair.fullmatch(written) and _is_in_brackets(found)) or written in self.given:
            return found[0]
        if self.has_points:
            return written.replace(",", "")
        return written.replace(".", "").replace(",", ".") if _IN_STYLE.fullmatch(written) else found[0]

    def of_statement(self, statement: Statement) -> Statement:
        """Return a sentence or table cell with its numbers rewritten; those in code have decimal points anyway."""
        if (self.evidence is None and not self.is_declared) or statement.kind in NO_TEXT:
            return statement
        starts = [start for start, _ in statement.places]
        texts: list[str] = []
        places: list[tuple[int, Line]] = []
        for (start, line), end in zip(statement.places, [*starts[1:], len(statement.text)], strict=True):
            places.append((sum(map(len, texts)), line))
            texts.append(self.rewritten(statement.text[start:end]))
        strong = tuple(map(self.rewritten, statement.strong))
        return statement._replace(text="".join(texts), places=tuple(places), strong=strong)

    def of_answer(self, part: AskedPart, text: str, block: BlockKind) -> str:
        """Return the text of an answer line, with numbers rewritten unless the part is no number or it is code."""
        if self.evidence is None or part.answer_kind.is_coded or part.decimal or block in NO_TEXT:
            return text
        sizes = part.answer_kind.has_entries and part.is_whole
        return self._replace(may_be_sizes=sizes).rewritten(text)


ONE_BY_ONE: Final = NumberStyle()
"""Each number is read by itself."""
DECLARED_COMMAS: Final = NumberStyle(is_declared=True)
"""Each number is read with the decimal comma that its problem declares."""


def number_style(documents: Sequence[Document], sheet: Sheet) -> NumberStyle:
    """Return the number style of a student's documents; numbers that are in the questions count for nothing."""
    given = _numerals_of(sheet)
    shown: dict[Shows, dict[str, Evidence]] = {"commas": {}, "likely": {}, "thousands": {}, "points": {}}
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
                ours, others = (
                    ours + len(_COMMA_WORDS.findall(line.text)),
                    others + len(_POINT_WORDS.findall(line.text)),
                )
    is_usual = ours >= max(_FEWEST_WORDS, _MUCH_MORE * others)
    points, commas, thousands = shown["points"], shown["commas"], shown["thousands"]
    if points:
        is_clear = len(points) >= FEWEST and not is_usual and not commas and not shown["likely"]
        first = next(iter(points))
        return NumberStyle(points[first], first, given, has_points=True) if is_clear else ONE_BY_ONE
    if commas and (is_usual or len(commas.keys() | shown["likely"].keys()) >= FEWEST):
        first, evidence = next(iter(commas.items()))
        return NumberStyle(evidence, first, given)
    if thousands and (is_usual or (len(thousands) > 1 and ours > others)):
        first, evidence = next(iter(thousands.items()))
        return NumberStyle(evidence, first, given, is_for_counts=True)
    return ONE_BY_ONE


def _numbers_that_show(text: str, *, is_titled: bool) -> Iterator[tuple[str, Shows]]:
    """Yield the numbers of a line that show a style, each with what it shows.

    `is_titled`: the line is a heading or a list item, so a number at its start is its label.
    """
    for found in _PRODUCT.finditer(text):
        if prod(map(int, re.findall(r"\d+", found[1]))) == int(found[2].replace(".", "")):
            yield found[2], "commas"
    for found in _NUMERAL.finditer(text):
        if is_titled and _LINE_START.fullmatch(text, 0, found.start()):
            continue
        written, is_bracketed = found[0], _is_in_brackets(found)
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        likely = _BRACKETED if is_bracketed else _LIKELY
        if _COMMAS.fullmatch(written) and not is_bracketed:
            yield written, "commas"
        elif likely.fullmatch(written) and (is_bracketed or _EQUALS.search(before)):
            yield written, "likely"
        elif _DOTTED.fullmatch(written):
            yield written, "thousands"
        elif not _UNCLEAR.fullmatch(written):
            yield written, "points"


def _is_in_brackets(found: re.Match[str]) -> bool:
    """Return whether a number is alone in brackets, where its comma may separate two numbers."""
    before = found.string[max(0, found.start() - _BEFORE) : found.start()]
    return bool(_OPEN.search(before) and _CLOSED.match(found.string, found.end()))


@lru_cache(64)
def _numerals_of(sheet: Sheet) -> frozenset[str]:
    """Return the numbers with points or commas that the questions of a sheet have."""
    texts = (text for each in sheet.questions for text in (each.label, each.title, each.prompt))
    return frozenset(found[0] for text in texts for found in _NUMERAL.finditer(plain(text)))
