"""Titles of questions in headings, which may contradict the number next to them."""

from __future__ import annotations

from typing import Final

from checker.writeups.language.words import tokens
from checker.writeups.questions.sections import Section
from checker.writeups.sheets import Sheet

_FEWEST: Final = 2
"""Telling words of a title that name a question."""


class Titles:
    """The titles of the questions of a sheet, by their telling words."""

    def __init__(self, sheet: Sheet) -> None:
        self._titles = [frozenset(tokens(question.title)) for question in sheet.questions]

    def contradicts(self, section: Section) -> bool:
        """Return whether the label of a section is one question's, and the title next to it another one's."""
        if not section.label or not section.lines:
            return False
        words = frozenset(tokens(section.lines[0].line.text))
        own = len(self._titles[section.question] & words)
        others = (title for place, title in enumerate(self._titles) if place != section.question)
        return any(len(title) >= _FEWEST and title <= words and len(title) > own for title in others)
