"""The working in the sections of a question: each equation with its place, recomputed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.working.ledger import Ledger
from checker.writeups.document import Document
from checker.writeups.number_style import NumberStyle
from checker.writeups.questions.sections import Section
from checker.writeups.reading import Evidence, WorkedLine
from checker.writeups.results.statements import statements

_NO_TEXT = frozenset({"code", "output", "picture", "included", "quote"})


def working_in(
    documents: Sequence[Document], sections: Iterable[Section], style: NumberStyle, decimal: str
) -> tuple[WorkedLine, ...]:
    """Return the equations in some sections; a symbol that one defines holds in those that follow."""
    ledger = Ledger(decimal)
    found: list[WorkedLine] = []
    for section in sections:
        for each in statements(section.lines):
            if each.kind in _NO_TEXT:
                continue
            statement = style.of_statement(each, may_be_sizes=False)
            for equation in ledger.add(statement.text):
                line = statement.line_at(max(0, statement.text.find(equation.expression)))
                place = Evidence(documents[each.file].file, line.place, line.text)
                found.append(WorkedLine(place, equation))
    return tuple(found)
