"""Finds all candidates in the text for a question: every number, list, formula and so on that may be an answer.

Tables may be matrices, and their rows and columns lists; lines that differ only in their numbers are a series. Later
statements may withdraw or correct earlier results.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, islice, zip_longest
from typing import Final

from checker.text import lazy_pattern
from checker.units import is_unit_word
from checker.writeups.document import Place
from checker.writeups.language.phrases import one_of
from checker.writeups.results.candidate import Candidate
from checker.writeups.results.doubts import with_doubts
from checker.writeups.results.lists import as_list, counts
from checker.writeups.results.pieces import pieces
from checker.writeups.results.statement_candidates import StatementCandidates
from checker.writeups.results.statements import Statement

_CORRECTION: Final = lazy_pattern(
    rf"\b(?:{one_of('corrections')}|{one_of('corrections-of-results')})\b|^\W*(?:wait|no,)\s"
)
_SUMMARY: Final = re.compile(rf"\W*+{one_of('summaries')}", re.IGNORECASE)
_NUMBERS: Final = re.compile(rf"\W*{one_of('question-columns')}?\W*", re.IGNORECASE)
"""The heading of a column with the numbers of questions."""

MOST: Final = 2_000
"""Maximum number of candidates of a section."""

_NUMBER: Final = re.compile(r"[-−]?[\d.,]+")


def candidates(read: Iterable[Statement], kinds: Collection[str]) -> list[Candidate]:
    """Return everything in a text for a question that may be an answer of these kinds, in order."""
    found: list[Candidate] = []
    previous, corrected, is_summary = "", -1, False
    for (is_table, _), group in groupby(read, key=lambda each: (each.kind == "table", each.file)):
        cells = list(group)
        several = [each for each in cells if not _is_row_number(each)]
        for statement, following in zip_longest(several, several[1:]):
            if len(found) >= MOST:
                break
            text = statement.text
            correction = _CORRECTION.search(text.lower())  # to search without regard to case takes twice as long
            corrected = statement.block if correction else corrected
            # characters of the title of a summary
            is_summary = is_summary or bool(len(text) < 60 and _SUMMARY.match(text))
            own = StatementCandidates(statement, previous, following.text if following else "")
            begin = correction.start() if correction else 0
            made = []
            for piece in with_doubts(text, list(islice(pieces(text, kinds), MOST - len(found)))):
                corrects = corrected == statement.block and piece.start >= begin
                more = {"correction": corrects, "summary": is_summary}
                made.append(own.candidate(piece, *(cue for cue, holds in more.items() if holds)))
            last = max((place for place, each in enumerate(made) if each.is_result), default=-1)
            found += [each.with_cues("last") if place == last else each for place, each in enumerate(made)]
            previous = text
        if is_table and len(found) < MOST:
            found += (each for each in _table_candidates(cells) if each.kind in kinds)
    return [each._replace(order=order) for order, each in enumerate(_with_series(found))]


def _is_row_number(statement: Statement) -> bool:
    """Return whether a statement is the first cell of a longer row and has the number of a question."""
    if not statement.row or statement.row[0] or statement.is_last or not _NUMBERS.fullmatch(statement.row[1]):
        return False
    return bool(re.fullmatch(r"\W*\d{1,2}[a-h]?\W*", statement.text)) and bool(statement.places[0][1].cells[0].strip())


def _with_series(found: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates, with a cue for those whose lines differ only in their numbers: `x1 = 3`, `x2 = 5`."""
    for form, group in groupby(found, key=_form):
        run = list(group)
        values = [each for each in run if each.kind == "number" and each.is_result]
        if not form or len({each.place for each in values}) < 3:  # number of lines from which results are a series
            yield from run
        else:
            yield from (each.with_cues("series") for each in run)


def _form(candidate: Candidate) -> str:
    """Return what is before `=` in a candidate's line, with `#` for each number; empty if it has none or is long."""
    start = candidate.line.partition("=")[0]
    # characters before the equals sign of a line in a series
    form = _NUMBER.sub("#", start).strip() if len(start) < 500 else ""
    return form if "#" in form and len(form) < 60 else ""  # characters of these without the digits


Rows = Sequence[Sequence[str]]
"""The cells of a table that are numbers; those that are none are empty."""


def _table_candidates(cells: Sequence[Statement]) -> Iterator[Candidate]:
    """Yield the matrix that a table may be."""
    first = cells[0]
    line = first.places[0][1]
    title = first.above[0] if first.above else ""
    by_line: dict[Place, list[str]] = {}
    for cell in cells:
        by_line.setdefault(cell.places[0][1].place, []).append(_value(cell.text))
    if text := _matrix(list(by_line.values())):
        yield Candidate(
            *(text, "matrix", first.file, line.place, line.text, ("whole_table",), title),
            above=first.above,
            mark=first.mark,
        )


def _matrix(table: Rows) -> str:
    """Return a table of numbers as a matrix, without a first column of words or that counts; empty if it is none."""
    # length from which a row may begin with a label
    rows = [row for row in table if all(row) or (len(row) >= 3 and all(row[1:]))]
    width = Counter(map(len, rows)).most_common(1)[0][0] if rows else 0
    rows = [row for row in rows if len(row) == width]
    if len(rows) <= 1:
        return ""
    first = [row[0] for row in rows]
    body = [row[1:] for row in rows] if not all(first) or counts(first) else rows
    return as_list(map(as_list, body)) if len(body[0]) > 1 else ""


def _value(text: str) -> str:
    """Return the value of a cell: what comes after its last =, if it is a number, with its unit."""
    value = re.split(r"[=≈]", text)[-1].strip().strip("*` ")
    number = re.match(r"[-−–+]?(?:\d[\d.,]*|\d+/\d+|√?\d+(?:/\d+)?)", value)
    unit = value[number.end() :].strip() if number else ""
    return value if number and (not unit or is_unit_word(unit)) else ""
