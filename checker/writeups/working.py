"""The working in the sections of a question: each equation with its place, recomputed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from checker.working.equation import Equation
from checker.working.ledger import Ledger
from checker.writeups.document import Document, Line
from checker.writeups.language.phrases import one_of
from checker.writeups.number_style import NumberStyle
from checker.writeups.questions.sections import Section
from checker.writeups.reading import Evidence, WorkedLine
from checker.writeups.results.statements import Statement, statements

_NO_TEXT: Final = frozenset({"code", "output", "picture", "included", "unread", "quote"})
_ASIDE: Final = re.compile(
    rf"\b(?:{one_of('comparing-sentences')}|{one_of('unreal')}|{one_of('unreal-results')}|{one_of('comparisons')})\b"
)
_SEPARATORS: Final = re.compile(r"(?<=\d)(?:[ ,.'\u00a0\u202f\u2009{}\\!]){1,6}(?=\d)")
_NUMBER: Final = re.compile(r"\d+")


def working_in(
    documents: Sequence[Document], sections: Iterable[Section], style: NumberStyle, decimal: str
) -> tuple[WorkedLine, ...]:
    """Return the equations in some sections; a symbol that one defines holds in those that follow."""
    ledger = Ledger(decimal)
    found: list[WorkedLine] = []
    for section in sections:
        for row in _rows(statements(section.lines)):
            several = [style.of_statement(each, may_be_sizes=False) for each in row]
            first = several[0]
            is_aside = any(_ASIDE.search(each.text.lower()) for each in several)
            if len(several) > 1:
                equations = ledger.add_row([each.text for each in several], is_aside=is_aside)
            else:
                equations = ledger.add(first.text, is_aside=is_aside)
            lines = [line for _, line in first.places]
            for equation in equations:
                lines = _from(lines, equation)
                place = Evidence(documents[first.file].file, lines[0].place, lines[0].text)
                found.append(WorkedLine(place, equation))
    return tuple(found)


def _rows(several: Iterable[Statement]) -> Iterator[list[Statement]]:
    """Yield the statements that hold text, the cells of a row of a table together."""
    for _, group in groupby(several, key=lambda each: (each.file, each.places[0][1].place, each.kind == "table")):
        row = [each for each in group if each.kind not in _NO_TEXT]
        if row and row[0].kind == "table":
            yield row
        else:
            yield from ([each] for each in row)


def _from(lines: list[Line], equation: Equation) -> list[Line]:
    """Return the lines from the one on that has the numbers of an equation; all where none has."""
    if len(lines) == 1:
        return lines
    for side in (equation.expression, equation.result):
        wanted = _digits(side)
        counts = [len(wanted & _digits(line.text)) for line in lines]
        if best := max(counts):
            return lines[counts.index(best) :]
    return lines


def _digits(text: str) -> set[str]:
    """Return the numbers of a text as their digits."""
    return set(_NUMBER.findall(_SEPARATORS.sub("", text)))
