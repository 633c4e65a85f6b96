"""Divides a student's documents into sections: the lines that belong to each question, found over the whole at once.

`SectionEvidence` says how strongly labels, titles, words and numbers of a line speak for each question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from checker.writeups.document import Document
from checker.writeups.language.words import tokens
from checker.writeups.questions.labels import ALONE, BARE, BOLD, HEADED, SIGNED, Components, Label
from checker.writeups.questions.line_labels import line_labels
from checker.writeups.questions.section_lines import SectionLine, section_lines
from checker.writeups.questions.sequence import Scores, decode
from checker.writeups.questions.sheet_index import SheetIndex, may_be_copied

_NEXT, _LATER, _EARLIER, _AWAY, _FROM_NOTHING, _LATE = -2.0, -3.0, -4.5, -3.5, -2.0, -4.0
"""What it costs to go on to the next question, to a later one, back, to no question, and from none; what it costs that
a document begins with a question."""


class Section(NamedTuple):
    """Successive lines of one document that answer one question, and how sure that is."""

    question: int
    """Its place on the sheet."""
    lines: tuple[SectionLine, ...]
    confidence: float
    reason: str
    label: Components
    """Its label in the document; empty where it has none."""

    @property
    def file(self) -> int | None:
        """Return the number of the document in which it begins; None if no line is left in it."""
        return self.lines[0].file if self.lines else None


def find_sections(documents: Sequence[Document], index: SheetIndex) -> list[Section]:
    """Return the sections of a student's documents: successive lines that answer one question; without other lines."""
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
    for (state, _), steps in groupby(zip(decoded.path, (each.file for each in lines), strict=True)):
        end = begin + len(list(steps))
        if state:
            chance = float(np.mean(decoded.chances[begin:end, state]))
            reason = evidence.reason(begin, end, state - 1)
            label = evidence.label_at(begin, state - 1)
            sections.append(Section(state - 1, tuple(lines[begin:end]), chance, reason, label))
        begin = end
    return _with_text(sections)


def _with_text(sections: Sequence[Section]) -> list[Section]:
    """Return the sections; one that is only a heading takes over the section below it if that has no heading."""
    found: list[Section] = []
    for each in sections:
        before = found[-1] if found else None
        is_headless = not each.label and not _is_title(each.lines[0])
        if before and before.file == each.file and is_headless and all(map(_is_title, before.lines)):
            found[-1] = before._replace(lines=before.lines + each.lines)
        else:
            found.append(each)
    return found


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


_SHUT, _AJAR, _OPEN = -4.0, -1.0, 0.0
"""What it costs to change the question in the middle of a block, where a block begins, and at a heading or label."""
_HERE, _BEGINS = 0.4, 0.6
"""Shares of a label's strength that speak for its question, and for it to begin in this line."""
_AGAINST: Final = 0.5
"""Share of a label's strength that speaks against the other questions."""
_DOUBTED: Final = 0.3
"""What is left of the strength of a label where the document has better ones."""
_MUCH_BETTER: Final = 0.6
"""Share of the strength of a question's best label, below which another is doubted."""
_FEW_WORDED: Final = 2
"""Number of questions with sure labels, from which those without a noun are doubted."""
_WORD, _MOST_WORDS, _SEVERAL_WORDS = 0.3, 1.5, 1.0
"""What a word speaks for its question; the most that all words of a line do; what is given as a reason."""
_NUMBER, _MOST_NUMBERS = 0.8, 3.0
"""What a number of a question that no other one has speaks for it; the most that all numbers of a line do."""
_FEWEST_NUMBERS: Final = 2
"""Number of these in a line from which they count: one may be there by chance."""
_TELLING_DIGITS: Final = 2
"""Digits of a number from which it is hardly in a line by chance."""
_OPTION: Final = 2.0
"""What an option of a question, in a line of its own, speaks for it."""
_TITLE: Final = 5.0
"""What a heading in the words of a question's title speaks for it."""
_SHORT: Final = 30
"""Characters of a line that may be a title though nothing marks it as one."""
_SHEET_TITLE: Final = 0.6
"""Share of a heading's words that are in the title of the sheet, above which it is that title."""
_LEAD, _LEAD_WORD, _MOST_LEAD = 8, 0.5, 2.5
"""Number of words at the start of a paragraph that may name its question; what they speak for it, each and at most."""
_COPIED, _PROMPT = 0.5, 3.0
"""Share of a line's words, above which it may repeat a prompt; what that speaks for its question."""


class SectionEvidence:
    """Holds how strongly each line speaks for each question, by line and state: 0 is none, n + 1 is question n."""

    def __init__(self, lines: Sequence[SectionLine], index: SheetIndex) -> None:
        states = len(index.sheet.questions) + 1
        self.scores: Scores = np.zeros((len(lines), states))
        self.entries: Scores = np.zeros((len(lines), states))
        self.gates: Scores = np.full(len(lines), _SHUT)
        self._index = index
        self._reasons: dict[tuple[int, int], str] = {}
        self._labels = line_labels(lines, index)
        self._best = self._best_strengths()
        sure = sum(strength >= BOLD for strength in self._best.values())
        self._are_worded = sure >= _FEW_WORDED
        self._is_labelled = sure > 0
        for place, each in enumerate(lines):
            self._add_words(place, each)
            if each.starts_block or each.is_heading or each.starts_bold:
                is_title = (each.is_heading or each.starts_bold) and self.entries[place].any()
                self.gates[place] = _OPEN if is_title else _AJAR
            for label in self._labels[place]:
                self._add_label(place, label, is_alone=each.line.text.strip() == label.shown)

    def label_at(self, place: int, question: int) -> Components:
        """Return the label of a question at a line, by its parts, such as (3, "a"); empty where there is none."""
        numbered = (label for label in self._labels[place] if not label.is_name)
        fitting = [label for label in numbered if question in self._index.fits(label.components)]
        return max(fitting, key=lambda label: label.strength).components if fitting else ()

    def reason(self, begin: int, end: int, question: int) -> str:
        """Return why lines `begin` to `end` answer a question, in words: a label, words of the prompt, or the order."""
        for place in range(begin, min(end, begin + 3)):
            if reason := self._reasons.get((place, question)):
                return reason
        return "it comes after the question before it" if question else "its words fit"

    def _best_strengths(self) -> dict[int, float]:
        best: dict[int, float] = {}
        for label in (label for labels in self._labels for label in labels):
            for question, fit in self._index.fits(label.components).items():
                if fit == 1:
                    best[question] = max(best.get(question, 0.0), label.strength)
        return best

    def _add_label(self, place: int, label: Label, *, is_alone: bool) -> None:
        strength = label.strength
        if strength <= SIGNED and self._are_worded:
            strength *= _DOUBTED
        fits = self._index.fits(label.components)
        for question, fit in fits.items():
            best = self._best.get(question, 0.0)
            if strength < _MUCH_BETTER * best or (label.strength == ALONE and best >= HEADED):
                strength = min(strength, label.strength * _DOUBTED)
            self.scores[place, question + 1] += _HERE * strength * fit
            self.entries[place, question + 1] += _BEGINS * strength * fit
            if fit == 1 or (place, question) not in self._reasons:
                self._reasons[place, question] = f"the label “{label.shown.rstrip(' -–(')}”"
        if fits and strength >= BARE:
            self.gates[place] = max(self.gates[place], _OPEN if strength >= ALONE or is_alone else _AJAR)
            others = [state for state in range(1, self.scores.shape[1]) if state - 1 not in fits]
            self.scores[place, others] -= strength * _AGAINST * max(fits.values())

    def _add_words(self, place: int, each: SectionLine) -> None:
        index = self._index
        if questions := index.questions_with_option(each.line.text):
            self.scores[place, [question + 1 for question in questions]] += _OPTION
            return
        found = tokens(each.line.text)
        words = dict.fromkeys(found)  # in their order, so that the sums are always the same
        if not found or (each.is_heading and len(words.keys() & index.title) > _SHEET_TITLE * len(words)):
            return
        is_short = each.starts_block and len(each.line.text) < _SHORT
        may_be_title = each.is_heading or each.starts_bold or is_short
        lead = [word for word in dict.fromkeys(found[:_LEAD]) if len(index.questions_with.get(word, ())) == 1]
        leads = index.word_scores(lead) if each.starts_block else {}
        numbers = Counter[int]() if self._is_labelled else self._own_numbers(words)
        numbers = Counter({question: count for question, count in numbers.items() if count >= _FEWEST_NUMBERS})
        copied = index.copied_shares(found) if may_be_copied(words) else []
        for question, total in index.word_scores(words).items():
            own = min(_MOST_NUMBERS, _NUMBER * numbers.get(question, 0))
            score = min(_MOST_WORDS, _WORD * total) + own
            entry = min(_MOST_LEAD, _LEAD_WORD * leads.get(question, 0.0) + (own if each.starts_block else 0.0))
            if may_be_title and (share := index.title_share(question, words)):
                entry += _TITLE * share
                self._reasons.setdefault((place, question), "a heading in the words of its title")
            if copied and copied[question] > _COPIED:
                score += _PROMPT * copied[question]
                entry += _PROMPT * copied[question]
                self.gates[place] = max(self.gates[place], _AJAR)
                self._reasons.setdefault((place, question), "the words of the question, repeated")
            self.scores[place, question + 1] += score
            if entry:
                self.entries[place, question + 1] += entry
            if score >= _SEVERAL_WORDS:
                self._reasons.setdefault((place, question), "words and numbers of the question")

    def _own_numbers(self, words: Iterable[str]) -> Counter[int]:
        """Return for each question how many of its numbers, which no other question has, are among these words."""
        numbers = (word for word in words if word[0].isdigit() and len(word.strip("0.")) >= _TELLING_DIGITS)
        several = (self._index.questions_with.get(number, ()) for number in numbers)
        return Counter(questions[0] for questions in several if len(questions) == 1)
