"""Divides a student's documents into sections: the lines that belong to each question, found over the whole at once.

`line_labels` finds the labels of all lines, judged together because one line alone says little.  `SectionEvidence` says
how strongly labels, titles, words and numbers of a line speak for each question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Final

import numpy as np

from checker.writeups.document import Document
from checker.writeups.language.words import one_of, tokens
from checker.writeups.questions.labels import (
    ALONE,
    BARE,
    BOLD,
    HEADED,
    IN_NUMBER,
    SIGNED,
    TITLE,
    Components,
    Label,
    labels_of,
    sheet_components,
)
from checker.writeups.questions.lines import SectionLine, section_lines
from checker.writeups.questions.sequence import Scores, decode
from checker.writeups.questions.sheet_index import SheetIndex, may_be_copied
from checker.writeups.questions.statements import Statement, statements

_MOSTLY: Final = 0.7
"""Share of different numbers among the labels that count up."""
_IN_LINE: Final = re.compile(
    r"(\d{1,2})([a-h])?(?:[).:]?\s++|(?<=[a-h])[).:])(?![×·*+/^=%≈~²x]|[-−–]\s?\d|\d{3}(?!\d))"
)
"""A number at the start of a line, perhaps with a letter, that does not go on as a calculation or as `3 845`."""
_BEFORE_TITLE: Final = re.compile(rf"[\W_]*(?:{one_of('questions')}(?![^\W\d_])[\W_]*)?", re.IGNORECASE)
_AFTER_TITLE: Final = re.compile(
    r"[\s\W]*(?:\([\w.-]+\))?(?P<end>[\W_]*$)|\W{0,3}\s?(?:\([\w.-]+\))?[*_ ]*[:=–—/|]"
    r"|[*_ ]*(?:\([\w.-]+\))?\s*[,(–—-]\s*[^\W\d_][^\d=:]{0,30}$"
)
"""What may follow a title: nothing but signs and the question's id, a sign before the answer, or the name of a part."""
_NUMBERS_HEADING: Final = re.compile(rf"\W*{one_of('question-columns')}?\W*", re.IGNORECASE)
_NUMBERED: Final = frozenset((BARE, SIGNED, BOLD, HEADED))
"""Strengths of labels that are only a number at the start of a line."""


def line_labels(lines: Sequence[SectionLine], index: SheetIndex) -> list[list[Label]]:
    """Return for each line the labels with which it may begin, such as `Q3` or `2 b)`.

    Where numbers stand before the titles of other questions, they count the headings, and no questions.
    """
    found = [labels_of(each.line.text, each.block.kind, each.bold_start, begins=each.starts_block) for each in lines]
    _settle_groups(found)
    names = [_name(each, labels, index) for each, labels in zip(lines, found, strict=True)]
    others = 0
    for labels, name in zip(found, names, strict=True):
        named = index.fits(name.components).keys() if name else ()
        others += bool(name and labels) and not any({*named} & index.fits(each.components).keys() for each in labels)
    is_headed = False
    for each, labels, name in zip(lines, found, names, strict=True):
        if others > 1:
            labels[:] = [label for label in labels if label.strength not in _NUMBERED]
        if name and not labels:
            labels.append(name)
        labels.extend(_row_label(each, is_headed=is_headed))
        is_headed |= each.is_heading and any(label.strength >= SIGNED for label in labels)
    is_marked = any(label.strength >= BOLD for labels in found for label in labels)
    _trust_runs(lines, found, index)
    if not is_marked:
        _trust_lines(lines, found, index)
    return found


def _settle_groups(found: list[list[Label]]) -> None:
    """Take `3` in **3 600 m** for a label if all of this sort count up from 1, else for digits; change `found`."""
    bold = [label for labels in found for label in labels if label.strength in {IN_NUMBER, BOLD, HEADED}]
    is_run = len(bold) > 2 and all(label.components == (number,) for number, label in enumerate(bold, 1))
    for labels in found:
        labels[:] = [
            label._replace(strength=BOLD) if label.strength == IN_NUMBER else label
            for label in labels
            if is_run or label.strength != IN_NUMBER
        ]


def _name(each: SectionLine, labels: Sequence[Label], index: SheetIndex) -> Label | None:
    """Return a label for the question whose title or id begins a line, or follows a number and ends the line."""
    if labels and any(label.strength > HEADED for label in labels):
        return None
    if not labels and each.is_prompt:
        return None
    line = each.line.text.lstrip()
    line = line.removeprefix(labels[0].shown) if labels else line
    texts = (re.sub(r"[\W_]*", "", line, count=1), _BEFORE_TITLE.sub("", line, count=1))
    several = [
        (len(name), name, text) for text in texts for name in index.names if text[: len(name)].casefold() == name
    ]
    length, name, text = max(several, default=(0, "", ""))
    rest = _AFTER_TITLE.match(text, length) if name else None
    is_whole = rest is not None and rest["end"] is not None
    components = index.labels[index.names[name]] if name else ()
    if not components or not rest or not (is_whole or (each.starts_block and not labels)):
        return None
    return Label(components, TITLE if is_whole else HEADED, text[:length], is_name=True)


def _row_label(each: SectionLine, *, is_headed: bool) -> Iterator[Label]:
    """Yield the label of a row in a table of answers, whose first column has the numbers of the questions.

    Below headings that have labels, rows are only numbered, unless their column says that these are questions.
    """
    if each.block.kind != "table" or not each.line.cells:
        return
    heading = each.block.lines[0].cells[0]
    if _NUMBERS_HEADING.fullmatch(heading) and (not is_headed or any(map(str.isalpha, heading))):
        cell = re.match(r"\W*(?:q\W?)?\d{1,2}(?:\.\d)?\s?\(?[a-h]?(?!\w)", each.line.cells[0], flags=re.IGNORECASE)
        if cell:
            yield Label(sheet_components(cell[0]), HEADED, cell[0].strip())


def _trust_runs(lines: Sequence[SectionLine], found: list[list[Label]], index: SheetIndex) -> None:
    """Make labels that are only numbers strong if they count up through the document. `found` is changed."""
    bare = [
        (place, label)
        for place, labels in enumerate(found)
        for label in labels
        if label.strength <= SIGNED
        and lines[place].starts_block
        # how well a number fits a question at least: `3`, or `3 a)` where question 3 has parts
        and max(index.fits(label.components).values(), default=0) >= 0.9
    ]
    numbers = {label.components for _, label in bare}
    better = {label.components for labels in found for label in labels if label.strength > BOLD}
    if len(better) > 2 or len(numbers) < 3 or len(numbers) < _MOSTLY * len(bare):
        return
    for place, label in bare:
        found[place] = [each._replace(strength=BOLD) if each is label else each for each in found[place]]


def _trust_lines(lines: Sequence[SectionLine], found: list[list[Label]], index: SheetIndex) -> None:
    """Put strong labels on lines that begin with numbers in order, through most of the sheet; change `found`."""
    order = {label: place for place, label in enumerate(index.labels)}
    numbered = []
    for place, each in enumerate(lines):
        start = _IN_LINE.match(each.line.text) if each.block.kind == "paragraph" else None
        components: Components = (int(start[1]), *filter(None, [start[2]])) if start else ()
        question = order.get(components, order.get(components[:1]))
        if start and question is not None:
            numbered.append((place, (question, start[2] or ""), Label(components, BOLD, start[0].strip())))
    # number of parts of a question on average, at most
    if _MOSTLY * len(numbered) > 4 * len(index.labels):  # no run can be that long
        return
    run = _longest_run([question for _, question, _ in numbered])
    reached = {numbered[number][1][0] for number in run}
    # number of labels in a run of lines at least, and their share of the questions on the sheet
    if len(run) < max(5, _MOSTLY * len(numbered)) or len(reached) < 0.6 * len(index.labels):
        return
    for number in run:
        place, _, label = numbered[number]
        found[place] = [label]


def _longest_run(several: Sequence[tuple[int, str]]) -> list[int]:
    runs: list[list[int]] = []
    for place, number in enumerate(several):
        before = max((run for run in runs if several[run[-1]] < number), key=len, default=[])
        runs.append([*before, place])
    return max(runs, key=len, default=[])


_LATE: Final = -4.0
"""What it costs that a document begins with a question."""


@dataclass(frozen=True)
class Section:
    """Successive lines of one document that answer one question, and how sure that is."""

    question: int
    """Its place on the sheet."""
    lines: tuple[SectionLine, ...]
    confidence: float
    reason: str
    label: Components
    """Its label in the document; empty where it has none."""

    @cached_property
    def statements(self) -> list[Statement]:
        """Return its sentences and table cells."""
        return list(statements(self.lines, self.label))

    @property
    def file(self) -> str | None:
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
    path, chances = decode(evidence.scores, _moves(states), start + evidence.entries[0], begins)
    sections: list[Section] = []
    begin = 0
    for (state, _), steps in groupby(zip(path, (each.file for each in lines), strict=True)):
        end = begin + len(list(steps))
        if state:
            chance = float(np.mean(chances[begin:end, state]))
            reason = evidence.reason(begin, end, state - 1)
            label = evidence.label_at(begin, state - 1)
            sections.append(Section(state - 1, tuple(lines[begin:end]), chance, reason, label))
        begin = end
    return _with_text(sections)


def _with_text(sections: Sequence[Section]) -> list[Section]:
    """Return the sections; one that is only a heading, or the prompt, takes over one below it that begins with text."""
    found: list[Section] = []
    for each in sections:
        before = found[-1] if found else None
        begins_with_text = not each.label and not _is_title(each.lines[0])
        if (
            before
            and before.file == each.file
            and begins_with_text
            and all(_is_title(line) or line.is_prompt for line in before.lines)
        ):
            found[-1] = replace(before, lines=before.lines + each.lines)
        else:
            found.append(each)
    return found


def _is_title(line: SectionLine) -> bool:
    return line.is_heading or bool(line.bold_start)


def _moves(states: int) -> Scores:
    """Return the costs of going from one question to another; state 0 is no question."""
    moves = np.full((states, states), -4.5)  # back
    moves[np.triu_indices(states, 1)] = -3.0  # to a later one
    moves[range(states - 1), range(1, states)] = -2.0  # to the next one
    moves[:, 0] = -3.5
    moves[0] = -2.0
    np.fill_diagonal(moves, 0.0)
    return moves


_SHUT, _AJAR, _OPEN = -4.0, -1.0, 0.0
"""What it costs to change the question in the middle of a block, where a block begins, and at a heading or label."""
_DOUBTED: Final = 0.3
"""What is left of the strength of a label where the document has better ones."""


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
        # number of questions with sure labels, from which those without a noun are doubted
        self._are_worded = sure >= 2
        self._is_labelled = sure > 0
        for place, each in enumerate(lines):
            self._add_words(place, each)
            if each.starts_block or _is_title(each):
                is_title = _is_title(each) and self.entries[place].any()
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
            if strength < 0.6 * best or (label.strength == ALONE and best >= HEADED):
                strength = min(strength, label.strength * _DOUBTED)
            # it speaks for its question, and for it to begin in this line
            self.scores[place, question + 1] += 0.4 * strength * fit
            self.entries[place, question + 1] += 0.6 * strength * fit
            if fit == 1 or (place, question) not in self._reasons:
                self._reasons[place, question] = f"the label “{label.shown.rstrip(' -–(')}”"
        if fits and strength >= BARE:
            self.gates[place] = max(self.gates[place], _OPEN if strength >= ALONE or is_alone else _AJAR)
            others = [state for state in range(1, self.scores.shape[1]) if state - 1 not in fits]
            # share of a label's strength that speaks against the other questions
            self.scores[place, others] -= strength * 0.5 * max(fits.values())

    def _add_words(self, place: int, each: SectionLine) -> None:
        index = self._index
        if questions := index.questions_with_option(each.line.text):
            self.scores[place, [question + 1 for question in questions]] += 2.0
            return
        found = tokens(each.line.text)
        words = dict.fromkeys(found)  # in their order, so that the sums are always the same
        # share of a heading's words that are in the title of the sheet, above which it is that title
        if not found or (each.is_heading and len(words.keys() & index.title) > 0.6 * len(words)):
            return
        # characters of a line that may be a title though nothing marks it as one
        is_short = each.starts_block and len(each.line.text) < 30
        may_be_title = _is_title(each) or is_short
        lead = [word for word in dict.fromkeys(found[:8]) if len(index.questions_with.get(word, ())) == 1]
        leads = index.word_scores(lead) if each.starts_block else {}
        # numbers that no other question has, of two digits or more
        own_numbers = (word for word in words if word[0].isdigit() and len(word.strip("0.")) > 1)
        several = [] if self._is_labelled else [index.questions_with.get(each, ()) for each in own_numbers]
        counts = Counter(questions[0] for questions in several if len(questions) == 1)
        numbers = {question: count for question, count in counts.items() if count > 1}  # one may be there by chance
        copied = index.copied_shares(found) if may_be_copied(words) else []
        for question, total in index.word_scores(words).items():
            own = min(3.0, 0.8 * numbers.get(question, 0))
            score = min(1.5, 0.3 * total) + own
            entry = min(2.5, 0.5 * leads.get(question, 0.0) + (own if each.starts_block else 0.0))
            if may_be_title and (share := index.title_share(question, words)):
                entry += 5.0 * share  # what a heading in the words of a question's title speaks for it
                self._reasons.setdefault((place, question), "a heading in the words of its title")
            if copied and copied[question] > 0.5:
                score += 3.0 * copied[question]
                entry += 3.0 * copied[question]
                self.gates[place] = max(self.gates[place], _AJAR)
                self._reasons.setdefault((place, question), "the words of the question, repeated")
            self.scores[place, question + 1] += score
            if entry:
                self.entries[place, question + 1] += entry
            if score >= 1.0:
                self._reasons.setdefault((place, question), "words and numbers of the question")
