"""Sections: the lines that belong to each question, found over the whole document at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from checker.writeups.document import Document
from checker.writeups.questions.labels import Components
from checker.writeups.questions.section_evidence import SectionEvidence
from checker.writeups.questions.section_lines import SectionLine, section_lines
from checker.writeups.questions.sequence import Scores, decode
from checker.writeups.questions.sheet_index import SheetIndex

_NEXT, _LATER, _EARLIER, _AWAY, _FROM_NOTHING, _LATE = -2.0, -3.0, -4.5, -3.5, -2.0, -4.0
"""What it costs to go on to the next question, to a later one, back, to no question, and from none; what it costs that
a document begins with a question."""


class Section(NamedTuple):
    """Successive lines that belong to one question."""

    question: int
    """Its place on the sheet."""
    lines: tuple[SectionLine, ...]
    confidence: float
    reason: str
    label: Components
    """Its label in the document; empty where it has none."""

    @property
    def file(self) -> int | None:
        """Return the file in which it begins; None where no line is left of it."""
        return self.lines[0].file if self.lines else None


def find_sections(documents: Sequence[Document], index: SheetIndex) -> list[Section]:
    """Return the sections of all documents, in their order."""
    lines = list(section_lines(documents, index))
    if not lines or not index.sheet.questions:
        return []
    evidence = SectionEvidence(lines, index)
    states = len(index.sheet.questions) + 1
    labelled = (bool(evidence.label_at(0, question)) for question in range(states - 1))
    start = np.array([0.0, *(_LATE / 2 if has_label else _LATE for has_label in labelled)])
    begins = evidence.gates[:, None] + evidence.entries
    decoded = decode(evidence.scores, _moves(states), start + evidence.entries[0], begins)
    sections: list[Section] = []
    begin = 0
    for state, steps in groupby(decoded.path):
        end = begin + len(list(steps))
        if state:
            chance = float(np.mean(decoded.chances[begin:end, state]))
            reason = evidence.reason(begin, end, state - 1)
            label = evidence.label_at(begin, state - 1)
            sections.append(Section(state - 1, tuple(lines[begin:end]), chance, reason, label))
        begin = end
    return _with_text(sections, index)


def _with_text(sections: Sequence[Section], index: SheetIndex) -> list[Section]:
    """Return the sections; one with nothing but its heading has the text below, whatever its words fit."""
    found: list[Section] = []
    for each in sections:
        before = found[-1] if found else None
        is_headless = not each.label and not _is_title(each.lines[0])
        if before and before.file == each.file and is_headless and _is_heading_only(before, index):
            found[-1] = before._replace(lines=before.lines + each.lines)
        else:
            found.append(each)
    return found


def _is_heading_only(section: Section, index: SheetIndex) -> bool:
    """Return whether a section has only its heading, perhaps a plain line: `Question 3: A street camera`."""
    lines = section.lines
    is_label = len(lines) == 1 and index.is_label(section.question, lines[0].line.text)
    return is_label or all(map(_is_title, lines))


def _is_title(line: SectionLine) -> bool:
    return line.is_heading or line.starts_bold


def _moves(states: int) -> Scores:
    """Return the costs of going from one question to another; state 0 is no question."""
    moves = np.full((states, states), _EARLIER)
    moves[np.triu_indices(states, 1)] = _LATER
    moves[range(states - 1), range(1, states)] = _NEXT
    moves[:, 0] = _AWAY
    moves[0] = _FROM_NOTHING
    np.fill_diagonal(moves, 0.0)
    return moves
