"""Reads the documents of a student: which assignment, where each question is answered, and the answer to each part.

What other modules find is put together here: marked answers count before others, and pictures or files that were not
read raise doubts. `_working_in` adds the equations of the working.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from checker.text import lazy_pattern
from checker.text.words import enumerated
from checker.working.ledger import Ledger
from checker.writeups.assignment import SEVERAL_NAMED, matcher_of
from checker.writeups.document import NO_TEXT, Block, Document, Evidence, Line, Place
from checker.writeups.front_matter import front_text
from checker.writeups.language.words import one_of
from checker.writeups.marks import ExplicitAnswers, cleaned_line, explicit_answers
from checker.writeups.number_style import NumberStyle, number_style
from checker.writeups.questions.lines import SectionLine
from checker.writeups.questions.sections import Section, find_sections
from checker.writeups.questions.sheet_index import SheetIndex, index_of
from checker.writeups.questions.statements import Statement
from checker.writeups.records import BoundAnswer, FoundQuestion, WorkedLine, WriteUpReading
from checker.writeups.section_answers import SectionAnswers, first_lines
from checker.writeups.sheets import AskedPart, AskedQuestion, Sheet

NOT_FOUND: Final = "not found in the document"
HIDDEN: Final = "This question was not found, and the document does not number its answers clearly."
_UNSURE_SECTION: Final = "It is not certain that this section answers the question."
EMPTY_LINE: Final = "The answer line is empty, but there is something in the section."
MISSPELT: Final = "A line that names no question of this assignment may be meant for it."
_MOST_PLACES: Final = 10
"""Number of pictures that are named where an answer may be in one of them."""
PICTURE: Final = "There is a picture; a person must look at it."
EQUATION: Final = "Signs of an equation could not be read; a person must look at it."
INCLUDED: Final = "Another file is included, {}, which was not read; a person must look at it."

Unread = tuple[str, tuple[Evidence, ...]]
"""Why an answer may be in what was not read, and where; empty if all was."""


def read_writeup(documents: Sequence[Document], sheets: Iterable[Sheet]) -> WriteUpReading:
    """Return which answers the documents of one student hold, given what each assignment asks.

    An assignment that the student's folder names is the only sheet given.
    """
    sheet, trouble = _sheet(documents, tuple(sheets))
    if sheet is None:
        return WriteUpReading(None, (), trouble)
    index = index_of(sheet)
    style = number_style(documents, sheet)
    marks = explicit_answers(documents, [sheet], style)
    unread = _unread(documents, index, [(each.file, *line) for each in documents for line in each.lines])
    found, is_clear = _found(documents, index, marks, style)
    questions = tuple(
        found.get(place) or _absent(question, marks, unread, is_clear=is_clear or bool(marks.answers))
        for place, question in enumerate(sheet.questions)
    )
    notes = tuple((each.evidence, each.message) for each in marks.troubles)
    return WriteUpReading(sheet.assignment, questions, notes=notes, remarks=tuple(filter(None, [style.note])))


def _sheet(documents: Sequence[Document], sheets: tuple[Sheet, ...]) -> tuple[Sheet | None, str]:
    """Return (sheet, "") for the one that is meant, else (None, what to do).

    It is the only one, the one that is named, that of the marked answers, or the one whose questions fit best.
    """
    if len(sheets) == 1:
        return sheets[0], ""
    named = {front_text(document, "assignment") for document in documents} - {""}
    if len(meant := [sheet for sheet in sheets if sheet.assignment in named]) == 1:
        return meant[0], ""
    if meant:
        return None, SEVERAL_NAMED.format(enumerated(sheet.assignment for sheet in meant))
    marked = {key.problem for key in explicit_answers(documents, sheets).answers}
    if len(meant := [sheet for sheet in sheets if marked & {each.problem for each in sheet.questions}]) == 1:
        return meant[0], ""
    return matcher_of(sheets).match(documents)


def _found(
    documents: Sequence[Document], index: SheetIndex, marks: ExplicitAnswers, style: NumberStyle
) -> tuple[dict[int, FoundQuestion], bool]:
    """Return what was found for each question, by its place on the sheet, and whether the sections are clear.

    They are if most have a label.
    """
    by_question: dict[int, list[Section]] = {}
    for section in find_sections(documents, index):
        by_question.setdefault(section.question, []).append(section)
    found: dict[int, FoundQuestion] = {}
    for place, sections in by_question.items():
        covered = [each for each in range(len(index.labels)) if each not in by_question and each not in found]
        more = {each for each in covered if any(index.covers(one.label, each) for one in sections)}
        together = sorted({place, *more})
        questions = [index.sheet.questions[each] for each in together]
        open_ = _without_marked(questions, marks)
        lines = _without_marks(sections, marks)
        answers = SectionAnswers(lines, style).find(open_)
        starts = first_lines(sections)
        declared = next((part.decimal for each in questions for part in each.parts if part.decimal), None)
        unread = _unread(documents, index, [each[:3] for one in sections for each in one.lines])
        worked = _working_in(sections, declared or style.decimal or "point")
        confidence = max(section.confidence for section in sections)
        for each, question in zip(together, questions, strict=True):
            reason = sections[0].reason if each == place else f"in the section of {index.sheet.questions[place].label}"
            bound = tuple(
                # confidence of a section, from which its answers are graded
                _perhaps_unread(_marked(answer if confidence >= 0.5 else _unsure(answer), marks), unread)
                for part in question.parts
                for answer in (answers.get(part.key) or marks.answers[part.key],)
            )
            working = worked if each == place else ()
            found[each] = FoundQuestion(question.problem, starts, confidence, reason, bound, working)
    labelled = sum(any(section.label for section in sections) for sections in by_question.values())
    # share of the questions found that have labels, from which one that was not found is taken as not answered
    return found, labelled >= 0.75 * max(1, len(by_question))


def _without_marked(questions: Sequence[AskedQuestion], marks: ExplicitAnswers) -> list[AskedQuestion]:
    """Return the questions without parts with a marked answer."""
    marked = {key for key, mark in marks.answers.items() if mark.text}

    def is_open(part: AskedPart) -> bool:
        return part.key not in marked or not part.answer_kind.has_working

    return [replace(each, parts=tuple(filter(is_open, each.parts))) for each in questions]


def _without_marks(sections: Sequence[Section], marks: ExplicitAnswers) -> list[Section]:
    """Return the sections without their answer lines: these belong to the parts that they name, and to no other."""
    marked: dict[tuple[str, Place], set[str]] = {}
    for mark in marks.answers.values():
        for each in (*mark.evidence, *mark.candidates):
            marked.setdefault(each[:2], set()).update(mark.text.splitlines())
    if not marked:
        return [*sections]
    return [replace(each, lines=tuple(_without_answer_lines(each.lines, marked))) for each in sections]


def _without_answer_lines(
    lines: Iterable[SectionLine], marked: Mapping[tuple[str, Place], Collection[str]]
) -> Iterator[SectionLine]:
    """Yield the lines that are no answer lines (their places are in `marked`) and do not go on with such an answer."""
    answer: Collection[str] = ()
    for each in lines:
        place = each.evidence[:2]
        if place in marked:
            answer = marked[place]
        elif cleaned_line(each.line) not in answer:
            answer = ()
            yield each


def _marked(answer: BoundAnswer, marks: ExplicitAnswers) -> BoundAnswer:
    """Return the answer that the student marked as such, if there is one, in place of the one that was found."""
    if meant := marks.meant_for(answer.key):
        candidates = tuple(dict.fromkeys((*meant, *answer.evidence, *answer.candidates)))
        return answer._replace(evidence=meant[:1], doubt=MISSPELT, candidates=candidates, offers=(), is_likely=False)
    mark = marks.answers.get(answer.key)
    if mark is None:
        return answer
    if mark.text or not (answer.text or answer.candidates):
        return mark
    doubted = answer if answer.doubt else answer._replace(doubt=EMPTY_LINE, candidates=answer.evidence)
    return doubted._replace(offers=(), is_likely=False)


def _unsure(answer: BoundAnswer) -> BoundAnswer:
    if not answer.text or answer.doubt:
        return answer._replace(offers=(), is_likely=False) if answer.text else answer
    return answer._replace(doubt=_UNSURE_SECTION, candidates=answer.evidence, is_likely=answer.is_telling)


def _absent(question: AskedQuestion, marks: ExplicitAnswers, unread: Unread, *, is_clear: bool) -> FoundQuestion:
    """Return a question that was not found: it is not answered, or hidden in a document without clear headings."""
    absent = [BoundAnswer(part.key, "", (), 0.0, NOT_FOUND) for part in question.parts]
    doubt, places = unread
    why = doubt or ("" if is_clear else HIDDEN), places
    answers = tuple(_perhaps_unread(_marked(each, marks), why) for each in absent)
    if not (evidence := tuple(place for answer in answers for place in answer.evidence)):
        return FoundQuestion(question.problem, (), 0.0, NOT_FOUND, answers)
    return FoundQuestion(question.problem, evidence[:1], 1.0, "an answer line of its parts", answers)


def _unread(documents: Sequence[Document], index: SheetIndex, lines: Iterable[tuple[str, Block, Line]]) -> Unread:
    """Return (doubt, places) if a picture, an included file or an equation in these lines was not read.

    `lines`: each with the name of its file.  The doubt may also be about a piece without a place, or is empty.
    """
    doubts = {"unread": EQUATION, "picture": PICTURE, "included": INCLUDED}
    found: dict[str, list[Evidence]] = {}
    sources = {each.file: each.source for each in documents}
    for file, block, line in lines:
        place, source = line.place, sources[file]
        written = source[place.line - 1] if place.cell is None and place.line <= len(source) else line.text
        if block.kind in doubts and not index.has_line(written):  # a picture of the sheet
            where = Evidence(file, line.place, line.text)
            found.setdefault(doubts[block.kind].format(line.text), []).append(where)
    for doubt, places in found.items():
        return doubt, tuple(places[:_MOST_PLACES])
    return next((sentence for document in documents for sentence in document.unread), ""), ()


def _perhaps_unread(answer: BoundAnswer, unread: Unread) -> BoundAnswer:
    """Return an answer; if nothing was found, with the doubt that it may be in a piece that was not read."""
    doubt, places = unread
    if answer.text or answer.candidates or not doubt:
        return answer
    return answer._replace(doubt=doubt, evidence=answer.evidence or places)  # no candidates: there is nothing to choose


_ASIDE: Final = lazy_pattern(
    rf"\b(?:{one_of('comparing-sentences')}|{one_of('unreal')}|{one_of('unreal-results')}|{one_of('comparisons')})\b"
)


def _working_in(sections: Iterable[Section], decimal: str) -> tuple[WorkedLine, ...]:
    """Return the equations in the lines for a question; a symbol that one of them defines is known in later ones."""
    ledger = Ledger(decimal)
    found: list[WorkedLine] = []
    for section in sections:
        for several in _rows(section.statements):
            first = several[0]
            is_aside = any(_ASIDE.search(each.text.lower()) for each in several)
            for equation in ledger.add_row([each.text for each in several], is_aside=is_aside):
                evidence = first.evidence_at(max(0, first.text.find(equation.expression)))
                found.append(WorkedLine(evidence, equation))
    return tuple(found)


def _rows(several: Iterable[Statement]) -> Iterator[list[Statement]]:
    """Yield the statements that hold text, the cells of a row of a table together."""
    for _, group in groupby(several, key=lambda each: (each.file, each.places[0][1].place, each.kind == "table")):
        row = [each for each in group if each.kind not in NO_TEXT]
        if row and row[0].kind == "table":
            yield row
        else:
            yield from ([each] for each in row)
