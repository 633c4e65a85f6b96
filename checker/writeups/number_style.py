"""Finds out whether a student writes decimal commas (`0,75`, `2.416` for thousands) or decimal points.

`0,7503` is one number to most of Europe and South America, and `2.416` is two thousand; in English the first is a list
of two numbers and the second is between 2 and 3.  One number alone cannot say.  So the style is settled once for all
documents of a student, by the numbers that can be read in one way only, and without any right answer:

    decimal commas         0,75   0,7503   12,05   3.747.200   1.234,5   100 · 76 = 7.600
    likely decimal commas  = 11,85   1,2873   [0,7503]
    anything else          0.75   1.5   .25   1,234,567   4,40,70,912   1,234.5
    no evidence            2.416   30,720   0,5   [0,25]   1.2.3   i = 0,1,2

Numbers are read with decimal commas if at least `FEWEST` different numbers show them, not all of them only likely, and
no number shows anything else.  Otherwise each number is read by itself.  If commas also separate whole numbers, as in
`i = 0,1,2`, the likely ones do not count.

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
from checker.text.numeral import INDIAN
from checker.writeups.document import NO_TEXT, Block, BlockKind, Document, Line
from checker.writeups.language.phrases import one_of
from checker.writeups.language.plain import plain
from checker.writeups.reading import Evidence
from checker.writeups.results.statements import Statement
from checker.writeups.sheets import AskedPart, Sheet

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

_COMMA_WORDS: Final = lazy_pattern(rf"\b{one_of('words-with-decimal-commas')}\b", re.IGNORECASE)
_POINT_WORDS: Final = lazy_pattern(rf"\b{one_of('words-with-decimal-points')}\b", re.IGNORECASE)
_FEWEST_WORDS, _MUCH_MORE = 3, 3
"""Number of such words that show a language, and how many times more there are than of English."""

Shows = Literal["commas", "likely", "list", "points", "thousands"]
"""A decimal comma, probably one, a comma between whole numbers, any other style, or perhaps one between thousands."""


def _words_of_languages(documents: Iterable[Document]) -> tuple[int, int]:
    """Return how many words are frequent in languages with decimal commas, and how many in English."""
    texts = [line.text for each in documents for block, line in each.lines if block.kind in {"paragraph", "item"}]
    ours, others = (sum(len(words.findall(text)) for text in texts) for words in (_COMMA_WORDS, _POINT_WORDS))
    return ours, others


def numbers_that_show(line: Line, *, is_titled: bool) -> Iterator[tuple[str, Shows]]:
    """Yield the numbers of a line that show a style, each with what it shows (see Shows).

    `is_titled`: the line is a heading or a list item, so a number at its start is its label.
    """
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
    """Return what a number shows (see Shows); None if nothing. `is_certain`: it surely has a decimal comma.

    `likely`: the pattern of numbers that probably have one.
    """
    if is_certain or likely.fullmatch(written):
        return "commas" if is_certain else "likely"
    if _LIST.fullmatch(written) and not INDIAN.fullmatch(written):
        return "list"
    if _DOTTED.fullmatch(written):
        return "thousands"
    return None if _COMMAS.fullmatch(written) or _UNCLEAR.fullmatch(written) else "points"


def is_in_brackets(found: re.Match[str]) -> bool:
    """Return whether a number is alone in brackets, where its comma may separate two numbers."""
    before = found.string[max(0, found.start() - _BEFORE) : found.start()]
    return bool(_OPEN.search(before) and _CLOSED.match(found.string, found.end()))


FEWEST: Final = 3
"""Number of different numbers with decimal commas that settle the style.  One may be a slip or a list such as `0,75`,
and two may be one result and its rounding; three different ones, and none against them, are a habit."""
ENOUGH: Final = 8
"""Number of different numbers with decimal points, after which no further line is looked at."""
READ_SO: Final = "read with decimal commas"
READ_IN_THOUSANDS: Final = "read with commas between thousands"

_SEMICOLONS: Final = re.compile(r"[\[(][^\[\]()]{0,200}\d\s{0,9};\s{0,9}[-−–]?\d")
"""A list whose entries are separated by semicolons."""


_WRITTEN: Final = re.compile(
    r"(?<![\w.,\\])(?<![_^]\{)"
    r"(?:[1-9]\d{0,2}(?:[ \u00a0\u202f\u2009]\d{3}){1,5}+,\d++(?![.,]\d)|\d++(?:(?:[.,]|\{,\})\d++)++)"
)
_THOUSAND: Final = re.compile(r"(?<![\w.,\\])(?<![_^]\{)[1-9]\d{0,2},\d{3}(?![.,]?\d)")
_GROUPED: Final = re.compile(
    r"(?<![\w.,\\])(?<![_^]\{)[1-9]\d{0,2}(?:\.\d{3}|[ \u00a0\u202f\u2009]\d{3}){1,5}+(?=(?:,|\{,\})\d+(?![.,]?\d))"
)
"""Thousands before a decimal comma: `6.724,44`, `6 724,44`."""
_IN_STYLE: Final = re.compile(rf"{THOUSANDS}+(?:,\d+)?|\d+,\d+")
_PAIR: Final = re.compile(r"(?:0|[1-9]\d*),(?:0|[1-9]\d*)")
"""In brackets: two whole numbers, or one number."""
_SHORT_PAIR: Final = re.compile(r"\d+,\d")
_NO_ZERO_PAIR: Final = re.compile(r"[1-9]\d*,(?:0|[1-9]\d*)|0,\d")


class NumberStyle(NamedTuple):
    """How a student writes numbers, with decimal commas or points, so that all can be rewritten with points."""

    evidence: Evidence | None = None
    """The first line that shows decimal commas; None where each number is read by itself."""
    shown: str = ""
    """The number that shows it."""
    given: frozenset[str] = frozenset()
    """The numbers of the sheet, which stay as they are."""
    has_semicolons: bool = False
    """Semicolons separate the entries of lists, so `[4,5]` is one number."""
    has_lists: bool = False
    """Commas separate whole numbers too, so `(4,52)` is two."""
    is_for_counts: bool = False
    """Only the language shows it, so it holds for whole numbers only."""
    has_points: bool = False
    """Decimals have points, so `1,655` is one thousand."""
    is_declared: bool = False
    """The problem declares decimal commas: numbers keep theirs and lose only the points before them."""

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
        is_for_all = not self.is_for_counts or all(part.is_whole and not part.unit for part in several)
        return self if is_for_all else ONE_BY_ONE

    def rewritten(self, text: str, *, may_be_sizes: bool = False) -> str:
        """Return a text with decimal points and no signs between thousands, as answers are typed in.

        `may_be_sizes`: lists of whole numbers are asked for, so `(3,512)` is two of them.  `(4,5)` stays as it is too,
        unless the student separates entries by semicolons.

        >>> style = NumberStyle(Evidence("s1.md", None, "0,7503"), "0,7503")
        >>> style.rewritten("[0,7503] and 2.416 of 3 099,85")
        '[0.7503] and 2416 of 3099.85'
        """
        if self.is_declared:
            return _GROUPED.sub(lambda found: re.sub(r"[.\s]", "", found[0]), text)
        if self.evidence is None:
            return text
        if self.has_points:
            return _THOUSAND.sub(
                lambda found: (
                    found[0] if is_in_brackets(found) or found[0] in self.given else found[0].replace(",", "")
                ),
                text,
            )

        pair = _NO_ZERO_PAIR if self.has_lists else None if self.has_semicolons else _SHORT_PAIR
        if may_be_sizes:
            pair = _PAIR

        def replaced(found: re.Match[str]) -> str:
            written = re.sub(r"\s", "", found[0].replace("{,}", ","))
            is_pair = pair and pair.fullmatch(written) and is_in_brackets(found)
            if is_pair or written in self.given or not _IN_STYLE.fullmatch(written):
                return found[0]
            return written.replace(".", "").replace(",", ".")

        return _WRITTEN.sub(replaced, text)

    def of_statement(self, statement: Statement, *, may_be_sizes: bool) -> Statement:
        """Return a sentence or table cell with its numbers rewritten; those in code have decimal points anyway."""
        if self == ONE_BY_ONE or statement.kind in NO_TEXT:
            return statement
        if self.has_points and not _THOUSAND.search(statement.text):
            return statement
        starts = [start for start, _ in statement.places]
        texts: list[str] = []
        places: list[tuple[int, Line]] = []
        for (start, line), end in zip(statement.places, [*starts[1:], len(statement.text)], strict=True):
            places.append((sum(map(len, texts)), line))
            texts.append(self.rewritten(statement.text[start:end], may_be_sizes=may_be_sizes))
        rewritten = tuple(self.rewritten(piece, may_be_sizes=may_be_sizes) for piece in statement.strong)
        return statement._replace(text="".join(texts), places=tuple(places), strong=rewritten)

    def of_answer(self, part: AskedPart, text: str, block: BlockKind) -> str:
        """Return the text of an answer line, with numbers rewritten unless the part is no number or it is code."""
        if self.evidence is None or part.answer_kind.is_coded or part.decimal or block in NO_TEXT:
            return text
        return self.rewritten(text, may_be_sizes=may_be_sizes([part]))

    def reason(self, reason: str, answer: str, line: str) -> str:
        """Return `reason`, with how numbers were read added if the answer's numbers are not in the line as written."""
        if self.evidence is None:
            return reason
        written = plain(line)
        is_rewritten = any(each not in written for each in re.findall(r"\d+(?:\.\d+)?", answer))
        how = READ_IN_THOUSANDS if self.has_points else READ_SO
        return ", ".join(filter(None, (reason, how))) if is_rewritten else reason


ONE_BY_ONE: Final = NumberStyle()
"""Each number is read by itself."""
DECLARED_COMMAS: Final = NumberStyle(is_declared=True)
"""Each number is read with the decimal comma that its problem declares."""


def number_style(documents: Sequence[Document], sheet: Sheet) -> NumberStyle:
    """Return the number style of a student's documents; numbers that are in the questions count for nothing."""
    given = _numerals_of(sheet)
    shown: dict[str, dict[str, Evidence]] = {"commas": {}, "likely": {}, "thousands": {}, "points": {}}
    has_semicolons = has_lists = False
    may_have_points = any(_THOUSAND.search(line.text) for document in documents for _, line in document.lines)
    most_points = ENOUGH if may_have_points else 1
    for document, block, line in _lines_of_text(documents):
        has_semicolons = has_semicolons or bool(_SEMICOLONS.search(line.text))
        for written, shows in numbers_that_show(line, is_titled=block.kind in {"heading", "item"}):
            if written in given:
                continue
            if shows == "list":
                has_lists = True
            elif written not in shown[shows]:
                shown[shows][written] = Evidence(document.file, line.place, line.text)
        if len(shown["points"]) >= most_points:
            break
    likely = set() if has_lists else shown["likely"].keys()
    ours, others = _words_of_languages(documents)
    is_usual = ours >= max(_FEWEST_WORDS, _MUCH_MORE * others)
    if points := shown["points"]:
        is_clear = len(points) >= FEWEST and not is_usual and not shown["commas"] and not likely
        first = next(iter(points))
        return NumberStyle(points[first], first, given, has_points=True) if is_clear else ONE_BY_ONE
    if shown["commas"] and (is_usual or len(shown["commas"].keys() | likely) >= FEWEST):
        first, evidence = next(iter(shown["commas"].items()))
        return NumberStyle(evidence, first, given, has_semicolons, has_lists)
    if shown["thousands"] and (is_usual or (len(shown["thousands"]) > 1 and ours > others)):
        first, evidence = next(iter(shown["thousands"].items()))
        return NumberStyle(evidence, first, given, has_semicolons, has_lists, is_for_counts=True)
    return ONE_BY_ONE


def _lines_of_text(documents: Iterable[Document]) -> Iterator[tuple[Document, Block, Line]]:
    """Yield the lines that are the student's own text."""
    for document in documents:
        yield from ((document, block, line) for block, line in document.lines if block.kind not in NO_TEXT)


def may_be_sizes(parts: Iterable[AskedPart]) -> bool:
    """Return whether some of these parts ask for lists of whole numbers, in which `,` separates entries."""
    return any(part.answer_kind.has_entries and part.is_whole for part in parts)


@lru_cache(64)
def _numerals_of(sheet: Sheet) -> frozenset[str]:
    """Return the numbers with points or commas that the questions of a sheet have."""
    texts = (text for each in sheet.questions for text in (each.label, each.title, each.prompt))
    return frozenset(found[0] for text in texts for found in NUMERAL.finditer(plain(text)))
