"""Finds the answers to questions in all files of a student; if several files have different ones, a person decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from checker.writeups.document import Document
from checker.writeups.marks import TWO_FILES
from checker.writeups.number_style import NumberStyle
from checker.writeups.parts.chosen_value import LIKELY
from checker.writeups.parts.stated_values import is_same
from checker.writeups.parts.typed_candidate import reading_of
from checker.writeups.questions.sections import Section
from checker.writeups.reading import BoundAnswer
from checker.writeups.section_answers import UNKNOWN, Known, SectionAnswers
from checker.writeups.sheets import AskedPart, AskedQuestion, PartKey

_DOUBTED: Final = 0.5
"""Confidence in one of several answers at most."""


def answers_in(
    documents: Sequence[Document],
    sections: Sequence[Section],
    questions: Sequence[AskedQuestion],
    style: NumberStyle,
    known: Known = UNKNOWN,
) -> dict[PartKey, BoundAnswer]:
    """Return the answer to each part of these questions, found in the lines for them in all files."""
    pieces = [piece for section in sections for piece in _by_file(section)]
    answers = SectionAnswers(documents, pieces, style, known).find(questions)
    files = sorted({piece.file for piece in pieces if piece.file is not None})
    if len(files) <= 1:
        return answers
    several = [
        SectionAnswers(documents, [piece for piece in pieces if piece.file == file], style, known).find(questions)
        for file in files
    ]
    parts = [part for question in questions for part in question.parts]
    return {part.key: _agreed(part, answers[part.key], [each[part.key] for each in several]) for part in parts}


def _by_file(section: Section) -> Iterator[Section]:
    """Yield the pieces of a section in one file each; only the first has its label."""
    if section.lines and all(each.file == section.file for each in section.lines):
        yield section
        return
    for number, (_, lines) in enumerate(groupby(section.lines, lambda each: each.file)):
        yield section._replace(lines=tuple(lines), label=() if number else section.label)


def _agreed(part: AskedPart, answer: BoundAnswer, several: Sequence[BoundAnswer]) -> BoundAnswer:
    """Return the answer to a part, with a doubt and all places if the files have different ones.

    An answer that a person marks stays as it is.
    """
    if part.answer_kind.needs_person:
        return answer
    found = [each for each in several if each.text and each.confidence >= LIKELY]
    if not found or all(_are_equal(part, found[0].text, each.text) for each in found[1:]):
        return answer
    places = tuple(place for each in found for place in each.evidence)
    confidence = min(answer.confidence, _DOUBTED)
    return answer._replace(confidence=confidence, doubt=TWO_FILES, candidates=places, offers=(), is_likely=False)


def _are_equal(part: AskedPart, one: str, other: str) -> bool:
    """Return whether two answers to a part say the same."""
    first, second = reading_of(part, one), reading_of(part, other)
    if first is None or second is None:
        return one.split() == other.split()
    return is_same(first, second)
