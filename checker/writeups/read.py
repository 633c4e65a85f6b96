"""How the documents of a student are read: which assignment, which questions, which answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from checker.writeups.assignment import matcher_of
from checker.writeups.document import Document
from checker.writeups.front_matter import front_text
from checker.writeups.marks import Marks, explicit_answers
from checker.writeups.reading import BoundAnswer, FoundQuestion, WriteUpReading
from checker.writeups.section_answers import SectionAnswers, evidence_of
from checker.writeups.sections import Section, find_sections
from checker.writeups.sheet_index import SheetIndex, index_of
from checker.writeups.sheets import AskedQuestion, PartKey, Sheet

NOT_FOUND: Final = "not found in the document"
_MOSTLY: Final = 0.75
"""Share of the questions found that have labels, from which one that was not found is taken as not answered."""
_SURE_SECTION: Final = 0.5
"""Confidence from which a section answers its question."""
UNSURE_SECTION: Final = "It is not sure that this section answers the question."
HIDDEN: Final = "This question was not found, and the document does not number its answers clearly."
EMPTY_LINE: Final = "The answer line is empty, but there is a result in the section."


def read_writeup(documents: Sequence[Document], sheets: Iterable[Sheet]) -> WriteUpReading:
    """Return how the documents of one student are understood, against the one of these sheets that they fit.

    An assignment that the student's folder names is the only sheet given.
    """
    sheets = tuple(sheets)
    sheet, trouble = _sheet(documents, sheets)
    if sheet is None:
        return WriteUpReading(None, (), trouble)
    marks = explicit_answers(documents, [sheet])
    return _read(documents, index_of(sheet), marks)


def _sheet(documents: Sequence[Document], sheets: tuple[Sheet, ...]) -> tuple[Sheet | None, str]:
    """Return the sheet that is meant: the only one, the one that is named, or the one that the questions fit."""
    if len(sheets) == 1:
        return sheets[0], ""
    named = {front_text(document, "assignment") for document in documents} - {""}
    if len(meant := [sheet for sheet in sheets if sheet.assignment in named]) == 1:
        return meant[0], ""
    marked = {key.problem for key in explicit_answers(documents, sheets).answers}
    if marked and len(meant := [sheet for sheet in sheets if marked & {each.problem for each in sheet.questions}]) == 1:
        return meant[0], ""
    return matcher_of(sheets).match(documents)


def _read(documents: Sequence[Document], index: SheetIndex, marks: Marks) -> WriteUpReading:
    """Return how documents are understood against a sheet; an answer line counts before what else is found."""
    sections = find_sections(documents, index)
    by_question: dict[int, list[Section]] = {}
    for section in sections:
        by_question.setdefault(section.question, []).append(section)
    found: dict[int, FoundQuestion] = {}
    for place, own in by_question.items():
        sharing = [
            other
            for other in range(len(index.labels))
            if other not in by_question and any(index.covers(section.label, other) for section in own)
        ]
        together = sorted([place, *(other for other in sharing if other not in found)])
        questions = [index.sheet.questions[each] for each in together]
        answers = SectionAnswers(documents, own).answers(questions)
        evidence = tuple(evidence_of(documents, section.lines[0]) for section in own)
        confidence = max(section.confidence for section in own)
        for each, question in zip(together, questions, strict=True):
            reason = own[0].reason if each == place else f"in the section of {index.sheet.questions[place].label}"
            bound = tuple(_marked(_doubted(answers[part.key], confidence), marks) for part in question.parts)
            found[each] = FoundQuestion(question.problem, evidence, confidence, reason, bound)
    labelled = sum(any(section.label for section in own) for own in by_question.values())
    is_clear = bool(marks.answers) or labelled >= _MOSTLY * max(1, len(by_question))
    return WriteUpReading(
        index.sheet.assignment,
        tuple(
            found.get(place) or _absent(question, marks, is_clear=is_clear)
            for place, question in enumerate(index.sheet.questions)
        ),
        notes=tuple((each.evidence, each.message) for each in marks.troubles),
    )


def _marked(answer: BoundAnswer, marks: Marks) -> BoundAnswer:
    """Return the answer that the student marked as such, if there is one, in place of the one that was found."""
    mark = marks.answers.get(PartKey(answer.problem, answer.part))
    if mark is None:
        return answer
    if not mark.text and answer.text and not answer.doubt:
        return answer._replace(doubt=EMPTY_LINE, candidates=answer.evidence)
    return answer if not mark.text and answer.doubt else mark.bound()


def _doubted(answer: BoundAnswer, confidence: float) -> BoundAnswer:
    """Return an answer with a doubt, if it is not sure that its section answers the question."""
    if confidence >= _SURE_SECTION or answer.doubt or not answer.text:
        return answer
    return answer._replace(doubt=UNSURE_SECTION, candidates=answer.evidence)


def _absent(question: AskedQuestion, marks: Marks, *, is_clear: bool) -> FoundQuestion:
    """Return a question that was not found: it is not answered, or hidden in a document without clear headings."""
    doubt = "" if is_clear else HIDDEN
    answers = tuple(_marked(BoundAnswer(*part.key, "", (), 0.0, NOT_FOUND, doubt), marks) for part in question.parts)
    if not (evidence := tuple(place for answer in answers for place in answer.evidence)):
        return FoundQuestion(question.problem, (), 0.0, NOT_FOUND, answers)
    return FoundQuestion(question.problem, evidence[:1], 1.0, "an answer line of its parts", answers)
