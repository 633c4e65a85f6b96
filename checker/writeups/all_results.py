"""Lists everything in a student's documents that could answer a part, wherever it is, for a person to look at.

Nothing is graded by it: where the answer that was read is wrong, or none was found, and one of these would be right, a
person has to look. `why_misplaced` says if documents seem to be in the folder of another assignment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from checker.writeups.assignment import matcher_of
from checker.writeups.document import Document
from checker.writeups.front_matter import front_text
from checker.writeups.language.plain import plain
from checker.writeups.marks import explicit_answers
from checker.writeups.number_style import number_style
from checker.writeups.questions.lines import section_lines
from checker.writeups.questions.sections import Section
from checker.writeups.questions.sheet_index import index_of
from checker.writeups.reading import Evidence
from checker.writeups.section_answers import SectionAnswers
from checker.writeups.sheets import PartKey, Sheet

_LENGTHS: Final = range(2, 7)
"""Lengths of vectors whose entries are looked for one by one."""

_NAMES_ANOTHER: Final = (
    "It names assignment {}, but is in the folder of {}. Move it, or correct `assignment:` at its top."
)

_FITS_ANOTHER: Final = (
    "It fits assignment {} better than {}, in whose folder it is. Move it there; if it is in the right folder, write "
    "`assignment: {}` at its top between two lines `---`."
)


class AllResults:
    """All results in a student's documents that might answer some part; searched for on first use."""

    def __init__(self, documents: Sequence[Document], sheet: Sheet) -> None:
        self._documents = documents
        self._sheet = sheet

    def for_part(self, key: PartKey, found: Sequence[Evidence] = ()) -> Iterator[tuple[str, Evidence]]:
        """Yield each result that could answer a part, as (text, place).

        A result counts if a wrong one would hardly match it by chance, or if it is in a line of `found`, the places of
        the answer that was read. For vectors, neighbouring numbers, columns and rows are yielded together, too. Options
        of a choice are yielded only if `found` is empty.
        """
        part = self._sheet.parts.get(key)
        if part is None:
            return
        prompt = next(each.prompt for each in self._sheet.questions if each.problem == key.problem)
        if part.answer_kind.has_options:
            if not found:
                yield from self._options(part.options)
            return
        yield from self._all_lines.results(part, prompt, {(each.file, each.place) for each in found})
        if part.answer_kind.is_list:  # its entries may be told one by one
            yield from self._in_a_row
            yield from self._in_tables()

    def _options(self, options: Sequence[str]) -> Iterator[tuple[str, Evidence]]:
        """Yield the options of five characters or more that are in a line that does not repeat the question."""
        index = index_of(self._sheet)
        for each in section_lines(self._documents, index):
            text = each.line.text.casefold()
            for option in options:
                # characters of an option that is hardly in a line by chance
                if len(option) >= 5 and option.casefold() in text and not index.has_line(each.line.text):
                    yield option, Evidence(self._documents[each.file].file, each.line.place, each.line.text)

    @cached_property
    def _in_a_row(self) -> tuple[tuple[str, Evidence], ...]:
        """Return the runs of neighbouring numbers as vectors, `[160; 88; 35]`, each with the place of its first."""
        found = list(self._all_lines.numbers())
        return tuple(
            (f"[{'; '.join(text for text, _ in found[start : start + length])}]", found[start][1])
            for length in _LENGTHS
            for start in range(len(found) - length + 1)
        )

    def _in_tables(self) -> Iterator[tuple[str, Evidence]]:
        """Yield the columns and rows of tables without their headings as vectors, with the place of the first row."""
        for document in self._documents:
            for first, *others in (block.lines for block in document.blocks if block.kind == "table"):
                columns = zip(*(line.cells for line in others), strict=False)
                for cells in (*columns, *(line.cells[1:] for line in (first, *others))):
                    values = "; ".join(plain(cell).strip() for cell in cells)
                    yield f"[{values}]", Evidence(document.file, first.place, first.text)

    @cached_property
    def _all_lines(self) -> SectionAnswers:
        """Return what finds answers in all lines of the documents, taken as one section."""
        lines = tuple(section_lines(self._documents, index_of(self._sheet)))
        style = number_style(self._documents, self._sheet)
        return SectionAnswers(self._documents, [Section(0, lines, 1.0, "", ())], style)


def why_misplaced(documents: Sequence[Document], sheet: Sheet, sheets: Sequence[Sheet]) -> str:
    """Return why documents seem to be in the folder of a wrong assignment, and what to do; empty if they do not.

    `sheet`: what this assignment asks; `sheets`: those of all assignments.
    """
    named = {front_text(document, "assignment") for document in documents}
    if sheet.assignment in named or len(sheets) == 1:
        return ""
    if other := next((each for each in sheets if each.assignment in named), None):
        return _NAMES_ANOTHER.format(other.assignment, sheet.assignment)
    marked = explicit_answers(documents, sheets).answers
    homes = [each for each in sheets if any(key in each.parts for key in marked)]
    if sheet in homes:
        return ""
    better = homes[0] if homes else matcher_of(tuple(sheets)).better(documents, sheet)
    return _FITS_ANOTHER.format(better.assignment, sheet.assignment, sheet.assignment) if better else ""
