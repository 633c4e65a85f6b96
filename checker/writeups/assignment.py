"""Finds out which assignment a write-up answers, by comparing it with the questions of each.

Where none fits, or two do, it says what to do. It also finds documents that fit another assignment much better than
that of their folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import log
from typing import Final

from checker.writeups.document import Document
from checker.writeups.front_matter import front_text
from checker.writeups.language.words import tokens
from checker.writeups.marks import explicit_answers
from checker.writeups.questions.sections import find_sections
from checker.writeups.questions.sheet_index import index_of
from checker.writeups.sheets import AskedQuestion, Sheet

LEAST: Final = 0.05
"""How well an assignment fits at least."""
_MOST_COMPARED: Final = 4
"""Number of likely sheets whose questions are searched for in the document."""
NONE_FITS: Final = (
    "No assignment fits this document. Name it at the top of the document (`assignment: ...` between two lines `---`), "
    "or put the file into a folder with the assignment's name."
)
TWO_FIT: Final = (
    "This document fits two assignments, {}. Name one at the top of the document (`assignment: ...` between two lines "
    "`---`), or put the file into a folder with the assignment's name."
)
_FITS_ANOTHER: Final = (
    "It fits assignment {} better than {}, in whose folder it is. Move it there; if it is in the right folder, write "
    "`assignment: {}` at its top between two lines `---`."
)
SEVERAL_NAMED: Final = "Its files name several assignments, {}. Put the files of each into a folder with its name."


class AssignmentMatcher:
    """Compares a student's documents with the questions of several assignments."""

    def __init__(self, sheets: Sequence[Sheet]) -> None:
        self._sheets = sheets

    def match(self, documents: Sequence[Document]) -> tuple[Sheet | None, str]:
        """Return (sheet, "") for the sheet that documents answer; (None, what the student should do) without one."""
        scores = self.scores(documents)
        if not scores or scores[0][0] < LEAST:
            return None, NONE_FITS
        # how many times as well an assignment fits as the next one; closer ones need a person
        if len(scores) > 1 and scores[0][0] < 1.2 * scores[1][0]:
            names = " and ".join(sheet.assignment for _, sheet in scores[:2])
            return None, TWO_FIT.format(names)
        return scores[0][1], ""

    def scores(self, documents: Sequence[Document]) -> list[tuple[float, Sheet]]:
        """Return the sheets of questions that documents may answer, at most four, best first, each with a score."""
        found, titles = _words_of(documents)
        likely = sorted(self._sheets, key=lambda sheet: -self._score(sheet, found, titles))[:_MOST_COMPARED]
        scores = [(self._score(sheet, found, titles) * self._section_fit(sheet, documents), sheet) for sheet in likely]
        return sorted(scores, key=lambda each: -each[0])

    def better(self, documents: Sequence[Document], sheet: Sheet) -> Sheet | None:
        """Return another assignment's sheet if documents fit it much better than this one; else None."""
        found, titles = _words_of(documents)
        least = 1.1 * self._score(sheet, found, titles)
        if all(each is sheet or self._score(each, found, titles) < least for each in self._sheets):
            return None
        best, other = self.scores(documents)[0]
        own = self._score(sheet, found, titles) * self._section_fit(sheet, documents)
        return other if other is not sheet and best >= max(0.25, 1.4 * own) else None

    def _section_fit(self, sheet: Sheet, documents: Sequence[Document]) -> float:
        """Return a factor, from 0.5 to 1.5: how well the words of sections match a sheet's questions."""
        index = index_of(sheet)
        texts: dict[int, set[str]] = {}
        for section in find_sections(documents, index):
            words = {token for each in section.lines for token in tokens(each.line.text)}
            texts.setdefault(section.question, set()).update(words)
        shares = [
            self._weighted_share(self._words[sheet.assignment][question], words) for question, words in texts.items()
        ]
        return 0.5 + (sum(shares) / len(shares) if shares else 0.0)

    def _score(self, sheet: Sheet, found: set[str], titles: Sequence[Sequence[str]]) -> float:
        """Return the share of telling words found, in the better half of a sheet's questions, plus a title's bonus."""
        shares = sorted((self._weighted_share(words, found) for words in self._words[sheet.assignment]), reverse=True)
        best = shares[: max(1, (len(shares) + 1) // 2)]
        title = set(tokens(sheet.title))
        has_title = bool(title) and any(len(title & {*each}) >= max(1, 0.75 * len(title)) for each in titles)
        return sum(best) / len(best) + 0.3 * has_title if best else 0.0

    def _weighted_share(self, words: set[str], found: set[str]) -> float:
        whole = sum(self._weights[word] for word in sorted(words))
        return sum(self._weights[word] for word in sorted(words & found)) / whole if whole else 0.0

    @cached_property
    def _words(self) -> dict[str, list[set[str]]]:
        def telling(question: AskedQuestion) -> set[str]:
            found = tokens(f"{question.title} {question.prompt}")
            return {word for word in found if len(word) > 1 or not word.isdigit()}  # digits are everywhere

        return {sheet.assignment: [*map(telling, sheet.questions)] for sheet in self._sheets}

    @cached_property
    def _weights(self) -> dict[str, float]:
        questions = [words for each in self._words.values() for words in each]
        counts = Counter(word for words in questions for word in words)
        return {word: log(1 + len(questions) / count) for word, count in counts.items()}


def _words_of(documents: Sequence[Document]) -> tuple[set[str], list[list[str]]]:
    lines = [(block, tokens(line.text)) for document in documents for block, line in document.lines]
    return {token for _, words in lines for token in words}, [
        words for block, words in lines if block.kind == "heading"
    ]


matcher_of: Final = lru_cache(8)(AssignmentMatcher)
"""Returns what compares documents with a tuple of sheets, from a cache, since it is slow to make."""


def why_misplaced(documents: Sequence[Document], sheet: Sheet, sheets: Sequence[Sheet]) -> str:
    """Return why documents seem to be in the folder of a wrong assignment, and what to do; empty if they do not.

    `sheet`: what this assignment asks; `sheets`: those of all assignments.
    """
    named = {front_text(document, "assignment") for document in documents}
    if sheet.assignment in named or len(sheets) == 1:
        return ""
    if other := next((each for each in sheets if each.assignment in named), None):
        return (
            f"It names assignment {other.assignment}, but is in the folder of {sheet.assignment}. Move it, or correct "
            "`assignment:` at its top."
        )
    marked = explicit_answers(documents, sheets).answers
    homes = [each for each in sheets if any(key in each.parts for key in marked)]
    if sheet in homes:
        return ""
    better = homes[0] if homes else matcher_of(tuple(sheets)).better(documents, sheet)
    return _FITS_ANOTHER.format(better.assignment, sheet.assignment, sheet.assignment) if better else ""
