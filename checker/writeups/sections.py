"""Sections: the lines that belong to each question, found over the whole document at once."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from checker.writeups.document import Block, Document, Line
from checker.writeups.labels import Components, Label, labels_of, part_mark, sheet_components
from checker.writeups.long_lines import pieces
from checker.writeups.sequence import Scores, decode
from checker.writeups.sheets import AskedQuestion, Sheet
from checker.writeups.words import tokens, weights

_NEXT, _LATER, _EARLIER, _AWAY, _FROM_NOTHING = -2.0, -3.0, -4.5, -3.5, -2.0
"""What it costs to go on to the next question, to a later one, back, to no question, and from none."""
_GATE: Final = -4.0
"""What it costs to change the question where nothing begins."""
_COPIED: Final = 0.7
"""Share of a line's words that repeat a prompt, from which it is a copy of it."""
_FEWEST_COPIED: Final = 5
_BARE, _COUNTED, _RUN = 3.0, 5.0, 3
"""Strengths of a number without a word, alone and in a run of at least three."""
_NUMBERS_HEADING: Final = re.compile(
    r"\W*(?:q|qn|question|questions|no|nr|number|task|problem|exercise|ex|aufgabe|frage|pregunta|exercice)?\W*", re.IGNORECASE
)
_ROW_NUMBER: Final = re.compile(r"\W*(?:q\W?)?\d{1,2}(?:\.\d)?\s?\(?[a-h]?(?!\w)", re.IGNORECASE)
_ROW_STRENGTH: Final = 6.0
_LEAD: Final = 8
"""Number of words at the start of a paragraph that may name its question."""
_MOST_ENTRY: Final = 2.5
_TITLE: Final = 30
"""Characters of a line that may be a title though nothing marks it as one."""
_ELSEWHERE: Final = re.compile(
    r"\W*+(?:references?|bibliography|sources?|literatur\w*|quellen|bibliographie|notation|acknowledg\w*|general remarks?|anhang)\b",
    re.IGNORECASE,
)


class SectionLine(NamedTuple):
    """A line with its block and its document's place in the hand-in."""

    file: int
    block: Block
    line: Line
    is_prompt: bool
    """It repeats the prompt."""
    starts_block: bool


class Section(NamedTuple):
    """Successive lines that belong to one question."""

    question: int
    """Its place on the sheet."""
    lines: tuple[SectionLine, ...]
    confidence: float
    reason: str
    label: Components
    """Its label in the document; empty where it has none."""


class SheetIndex:
    """What is known of a sheet before any document: the words and labels of its questions."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.title = set(tokens(sheet.title))
        self.labels: list[Components] = [sheet_components(each.label) for each in sheet.questions]
        self.prompts = [tokens(each.prompt) for each in sheet.questions]
        self.titles = [set(tokens(f"{each.title} {each.label.partition(',')[2]}")) for each in sheet.questions]
        texts = [
            [*prompt, *title, *_part_words(each)]
            for prompt, title, each in zip(self.prompts, self.titles, sheet.questions, strict=True)
        ]
        self.vocabulary = [set(text) for text in texts]
        self.weights = weights(texts) if len(texts) > 1 else dict.fromkeys(self.vocabulary[0] if texts else (), 1.0)
        self.by_token: dict[str, list[int]] = {}
        for place, text in enumerate(self.vocabulary):
            for token in text:
                self.by_token.setdefault(token, []).append(place)
        self.pairs = [set(itertools.pairwise(prompt)) for prompt in self.prompts]

    def covers(self, label: Components, question: int) -> bool:
        """Return whether a section with this label may answer a question too: one headed `3` also `3b`."""
        return bool(label) and self.labels[question][: len(label)] == label and self._is_shared(label, question)

    def _is_shared(self, label: Components, question: int) -> bool:
        """Return whether several questions have a label, or none has it as its only one."""
        return self.labels[question] == label or label not in self.labels

    def fits(self, label: Components) -> dict[int, float]:
        """Return how well a label in a document fits each question's label."""
        exact: dict[int, float] = {}
        for place, each in enumerate(self.labels):
            if each and each == label:
                exact[place] = 0.7 if exact else 1.0  # of `1.2` and `1.2, table` the first
        found = dict(exact)
        for place, each in enumerate(self.labels):
            if place in exact or not each:
                continue
            if each[: len(label)] == label:  # Q3 for Q3a
                found[place] = 0.3 if exact else 0.7 if len(found) == 0 else 0.6
            elif label[: len(each)] == each:  # 3.1 for 3
                found[place] = 0.5 if not exact else 0.2
        return found


@lru_cache(64)
def index_of(sheet: Sheet) -> SheetIndex:
    """Return the index of a sheet."""
    return SheetIndex(sheet)


def find_sections(documents: Sequence[Document], index: SheetIndex) -> list[Section]:
    """Return the sections of all documents, in their order."""
    lines = list(_lines(documents, index))
    if not lines or not index.sheet.questions:
        return []
    evidence = _Gathered(lines, index)
    states = len(index.sheet.questions) + 1
    begins = evidence.gates[:, None] + evidence.entries
    decoded = decode(evidence.scores, _moves(states), _start(states) + evidence.entries[0], begins)
    sections: list[Section] = []
    begin = 0
    for end in range(1, len(lines) + 1):
        if end < len(lines) and decoded.path[end] == decoded.path[begin]:
            continue
        if state := decoded.path[begin]:
            chance = float(np.mean(decoded.chances[begin:end, state]))
            reason = evidence.reasons.get((begin, state - 1)) or evidence.best_reason(begin, end, state - 1)
            label = evidence.label_at(begin, state - 1)
            sections.append(Section(state - 1, tuple(lines[begin:end]), chance, reason, label))
        begin = end
    return sections


class _Gathered:
    """The evidence of all lines for all questions."""

    def __init__(self, lines: Sequence[SectionLine], index: SheetIndex) -> None:
        self.index = index
        states = len(index.sheet.questions) + 1
        self.scores: Scores = np.zeros((len(lines), states))
        self.entries: Scores = np.zeros((len(lines), states))
        self.gates: Scores = np.full(len(lines), _GATE)
        self.reasons: dict[tuple[int, int], str] = {}
        labels = [
            labels_of(
                each.line.text,
                each.block.kind,
                each.line.strong[0] if _is_strong(each) else "",
                begins=each.starts_block,
            )
            for each in lines
        ]
        self._add_letters(lines, labels)
        for place, each in enumerate(lines):
            labels[place] += _row_label(each)
        self._strengthen_runs(lines, labels)
        self.labels = labels
        best = self._best_strengths(labels)
        worded = sum(strength >= 5 for strength in best.values())
        for place, each in enumerate(lines):
            self._add_words(place, each)
            if each.starts_block or _is_strong(each) or each.block.kind == "heading":
                self.gates[place] = 0.0 if each.block.kind == "heading" or _is_strong(each) else -1.0
            for label in labels[place]:
                self._add_label(place, label, best, worded)
            if each.block.kind == "heading" and _ELSEWHERE.match(each.line.text):
                self.scores[place, 0] += 6.0
                self.gates[place] = 0.0

    def label_at(self, place: int, question: int) -> Components:
        """Return the label of a question at a line; empty where there is none."""
        fitting = [label for label in self.labels[place] if question in self.index.fits(label.components)]
        return max(fitting, key=lambda label: label.strength).components if fitting else ()

    def best_reason(self, begin: int, end: int, question: int) -> str:
        """Return the reason for a section that begins without one."""
        places = [place for place in range(begin, min(end, begin + 3)) if (place, question) in self.reasons]
        if places:
            return self.reasons[places[0], question]
        return "it comes after the question before it" if question else "its words fit"

    def _add_letters(self, lines: Sequence[SectionLine], labels: list[list[Label]]) -> None:
        """Add labels such as `b)` after `Question 3`."""
        number: Components = ()
        for place, each in enumerate(lines):
            for label in labels[place]:
                if label.strength >= 3:
                    number = tuple(component for component in label.components if isinstance(component, int))[:1]
            if number and not labels[place] and (letter := part_mark(each.line.text)):
                labels[place].append(Label((*number, letter), 4.0, f"{letter})"))

    def _strengthen_runs(self, lines: Sequence[SectionLine], labels: list[list[Label]]) -> None:
        """Trust numbers without a word where they count up through the document: `1 ...`, `2 ...`, `3 ...`."""
        bare = [
            (place, label)
            for place, each in enumerate(labels)
            for label in each
            if label.strength <= _BARE
            and lines[place].starts_block
            and 1.0 in self.index.fits(label.components).values()
        ]
        numbers = [label.components for _, label in bare]
        worded = {label.components for each in labels for label in each if label.strength > _COUNTED}
        if len(worded) < _RUN and len(set(numbers)) >= _RUN and len(set(numbers)) >= 0.7 * len(numbers):
            for place, label in bare:
                labels[place] = [each._replace(strength=_COUNTED) if each is label else each for each in labels[place]]

    def _best_strengths(self, labels: Sequence[Sequence[Label]]) -> dict[int, float]:
        best: dict[int, float] = {}
        for each in labels:
            for label in each:
                for question, fit in self.index.fits(label.components).items():
                    if fit == 1:
                        best[question] = max(best.get(question, 0.0), label.strength)
        return best

    def _add_label(self, place: int, label: Label, best: dict[int, float], worded: int) -> None:
        strength = label.strength
        if strength <= 3 and worded >= 2:
            strength *= 0.3
        fits = self.index.fits(label.components)
        for question, fit in fits.items():
            if strength < 0.6 * best.get(question, 0.0):
                strength = min(strength, label.strength * 0.3)
            self.scores[place, question + 1] += 0.4 * strength * fit
            self.entries[place, question + 1] += 0.6 * strength * fit
            if fit == 1 or (place, question) not in self.reasons:
                self.reasons[place, question] = f"the label “{label.shown.rstrip(' -–(')}”"
        if fits and strength >= 2:
            self.gates[place] = max(self.gates[place], 0.0 if strength >= 4 else -1.0)
            others = [state for state in range(1, self.scores.shape[1]) if state - 1 not in fits]
            self.scores[place, others] -= strength * 0.5 * max(fits.values())

    def _add_words(self, place: int, each: SectionLine) -> None:
        found = tokens(each.line.text)
        index = self.index
        unique = set(found)
        if not found or (each.block.kind == "heading" and len(unique & index.title) > 0.6 * len(unique)):
            return
        totals: dict[int, float] = {}
        for token in sorted(unique):  # in an order that is the same in each run
            for question in index.by_token.get(token, ()):
                totals[question] = totals.get(question, 0.0) + index.weights[token]
        is_head = (
            each.block.kind == "heading" or _is_strong(each) or (each.starts_block and len(each.line.text) < _TITLE)
        )
        lead = {token for token in found[:_LEAD] if len(index.by_token.get(token, ())) == 1}
        pairs = set(itertools.pairwise(found))
        may_be_copied = sum(not token[0].isdigit() for token in unique) >= _FEWEST_COPIED
        for question, total in totals.items():
            score, entry = min(1.5, 0.3 * total), 0.0
            title = index.titles[question]
            if is_head and (common := unique & title):
                share = sum(index.weights[token] for token in sorted(common)) / (
                    1 + sum(index.weights.get(token, 0.5) for token in sorted(title))
                )
                entry += 5.0 * share
                self.reasons.setdefault((place, question), "a heading in the words of its title")
            if each.starts_block:
                named = sum(index.weights[token] for token in sorted(lead & index.vocabulary[question]))
                entry += min(_MOST_ENTRY, named / 2)
            if may_be_copied:
                copied = len(pairs & index.pairs[question]) / len(pairs)
                if copied > 0.5:
                    score += 3.0 * copied
                    entry += 3.0 * copied
                    self.gates[place] = max(self.gates[place], -1.0)
                    self.reasons.setdefault((place, question), "the words of the question, repeated")
            self.scores[place, question + 1] += score
            self.entries[place, question + 1] += entry
            if score >= 1:
                self.reasons.setdefault((place, question), "words and numbers of the question")


def _lines(documents: Sequence[Document], index: SheetIndex) -> Iterator[SectionLine]:
    for file, document in enumerate(documents):
        for block in document.blocks:
            for number, line in enumerate(block.lines):
                for place, piece in enumerate(pieces(line)):
                    if piece.text.strip():
                        yield SectionLine(file, block, piece, _is_copied(piece, index), number + place == 0)


def _is_copied(line: Line, index: SheetIndex) -> bool:
    """Return whether a line repeats the words of a prompt."""
    found = tokens(line.text)
    pairs = set(itertools.pairwise(found))
    if sum(not token[0].isdigit() for token in found) < _FEWEST_COPIED:
        return False
    return any(len(pairs & known) >= _COPIED * len(pairs) for known in index.pairs)


def _row_label(each: SectionLine) -> list[Label]:
    """Return the label of a row in a table of answers, whose first column has the numbers of the questions."""
    if (
        each.block.kind != "table"
        or not each.line.cells
        or not _NUMBERS_HEADING.fullmatch(each.block.lines[0].cells[0])
    ):
        return []
    cell = _ROW_NUMBER.match(each.line.cells[0])
    return [Label(sheet_components(cell[0]), _ROW_STRENGTH, cell[0].strip())] if cell else []


def _is_strong(each: SectionLine) -> bool:
    strong = each.line.strong
    return bool(strong) and each.line.text.lstrip(" (-*#").startswith(strong[0][:20])


def _part_words(question: AskedQuestion) -> list[str]:
    return tokens(" ".join(part.key.part or "" for part in question.parts).replace("-", " "))


def _moves(states: int) -> Scores:
    """Return the costs of going from one question to another; state 0 is no question."""
    moves = np.zeros((states, states))
    for here in range(states):
        for there in range(states):
            if here == there:
                continue
            if there == 0:
                moves[here, there] = _AWAY
            elif here == 0:
                moves[here, there] = _FROM_NOTHING
            else:
                moves[here, there] = _NEXT if there == here + 1 else _LATER if there > here else _EARLIER
    return moves


def _start(states: int) -> Scores:
    start = np.full(states, -4.0)
    start[0] = 0.0
    return start
