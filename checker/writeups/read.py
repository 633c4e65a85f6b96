"""Reads the documents of a student: which assignment, where each question is answered, and the answer to each part.

What other modules find is put together here: marked answers count before others, and pictures or files that were not
read raise doubts. `working_in` adds the equations of the working.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

from checker.kinds import Kind
from checker.text import lazy_pattern
from checker.text.words import enumerated
from checker.working.equation import Equation
from checker.working.ledger import Ledger
from checker.writeups.assignment import SEVERAL_NAMED, matcher_of
from checker.writeups.document import NO_TEXT, Block, Document, Line, Place
from checker.writeups.front_matter import front_text
from checker.writeups.language.phrases import one_of
from checker.writeups.language.words import tokens
from checker.writeups.marked_value import cleaned_line
from checker.writeups.marks import ExplicitAnswers, explicit_answers
from checker.writeups.number_style import NumberStyle, number_style
from checker.writeups.questions.section_lines import SectionLine
from checker.writeups.questions.sections import Section, find_sections
from checker.writeups.questions.sheet_index import SheetIndex, index_of
from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion, WorkedLine, WriteUpReading
from checker.writeups.results.statements import SectionStatements, Statement
from checker.writeups.section_answers import Known, digits_in, first_lines
from checker.writeups.several_files import answers_in
from checker.writeups.sheets import AskedQuestion, PartKey, Sheet

NOT_FOUND: Final = "not found in the document"

HIDDEN: Final = "This question was not found, and the document does not number its answers clearly."

UNSURE_SECTION: Final = "It is not certain that this section answers the question."

TITLED: Final = "The heading has the number of this question and the title of another one."

EMPTY_LINE: Final = "The answer line is empty, but there is a result in the section."

BELOW: Final = "It has no answer, but the lines below it have no heading, so they may answer it."

MISSPELT: Final = "A line that names no question of this assignment may be meant for it."

EMPTY_ESSAY: Final = "The answer line is empty, but there is text in the section."

_MOST_PICTURES: Final = 10
"""Number of pictures that are named where an answer may be in one of them."""
_MOSTLY: Final = 0.75
"""Share of the questions found that have labels, from which one that was not found is taken as not answered."""
_LIKELY_SECTION: Final = 0.9
"""Confidence of a section without a label, below which its lines may belong to the question above it."""
_SURE_SECTION: Final = 0.5
"""Confidence of a section, from which its answers are graded."""
_FEWEST: Final = 2
"""Telling words of a title that name a question."""

PICTURE: Final = "There is a picture in this section; a person must look at it."

EQUATION: Final = "Signs of an equation could not be read; a person must look at it."

INCLUDED: Final = "This section includes another file, {}, which was not read; a person must look at it."

PICTURE_ELSEWHERE: Final = "There is a picture in this document; a person must check whether it has the answer."

_INCLUDED_ELSEWHERE: Final = "This document includes another file, {}, which was not read; a person must look at it."


def read_writeup(documents: Sequence[Document], sheets: Iterable[Sheet]) -> WriteUpReading:
    """Return which answers the documents of one student hold, given what each assignment asks.

    An assignment that the student's folder names is the only sheet given.
    """
    sheet, trouble = _sheet(documents, tuple(sheets))
    if sheet is None:
        return WriteUpReading(None, (), trouble)
    style = number_style(documents, sheet)
    marks = explicit_answers(documents, [sheet], style)
    unread = _Unread(documents, index_of(sheet))
    found, is_clear = _found(documents, index_of(sheet), marks, unread, style)
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
    documents: Sequence[Document], index: SheetIndex, marks: ExplicitAnswers, unread: _Unread, style: NumberStyle
) -> tuple[dict[int, FoundQuestion], bool]:
    """Return what was found for each question, by its place on the sheet, and whether the sections are clear.

    They are if most have a label and none has the title of another question.
    """
    by_question: dict[int, list[Section]] = {}
    in_order = find_sections(documents, index)
    for section in in_order:
        by_question.setdefault(section.question, []).append(section)
    found: dict[int, FoundQuestion] = {}
    read = SectionStatements()
    titles = [frozenset(tokens(question.title)) for question in index.sheet.questions]
    followed = _followed(in_order)
    named_otherwise = {section.question for section in in_order if _has_another_title(section, titles)}
    for place, sections in by_question.items():
        others = [each for each in _sharing(sections, index) if each not in by_question and each not in found]
        together = sorted([place, *others])
        questions = [index.sheet.questions[each] for each in together]
        open_, taken = _without_marked(questions, marks)
        lines = _without_marks(sections, documents, marks)
        answers = answers_in(documents, lines, open_, style, Known(index.sheet.words, taken, read))
        starts = first_lines(documents, sections)
        decimal = next((part.decimal for each in questions for part in each.parts if part.decimal), "point")
        worked = working_in(documents, sections, style, decimal, read)
        confidence = max(section.confidence for section in sections)
        for each, question in zip(together, questions, strict=True):
            reason = sections[0].reason if each == place else f"in the section of {index.sheet.questions[place].label}"
            doubt = TITLED if each in named_otherwise else UNSURE_SECTION if confidence < _SURE_SECTION else ""
            bound = tuple(
                _perhaps_unread(_marked(_doubted(answer, doubt), part.answer_kind, marks), unread.doubt_in(sections))
                for part in question.parts
                for answer in (answers.get(part.key) or marks.answers[part.key].bound(),)
            )
            if each in followed and not any(answer.text for answer in bound):
                bound = tuple(
                    answer if answer.doubt or answer.is_marked else answer._replace(doubt=BELOW) for answer in bound
                )
            working = worked if each == place else ()
            found[each] = FoundQuestion(question.problem, starts, confidence, reason, bound, working)
    labelled = sum(any(section.label for section in sections) for sections in by_question.values())
    return found, not named_otherwise and labelled >= _MOSTLY * max(1, len(by_question))


def _followed(sections: Sequence[Section]) -> set[int]:
    """Return the questions with a label before an unsure section without one, whose text may still belong to them."""
    return {
        one.question
        for one, other in pairwise(sections)
        if one.label and not other.label and one.file == other.file and other.confidence < _LIKELY_SECTION
    }


def _without_marked(
    questions: Sequence[AskedQuestion], marks: ExplicitAnswers
) -> tuple[list[AskedQuestion], frozenset[str]]:
    """Return the questions without parts with a marked answer, and the digits of these: they answer no other part."""
    marked = {key: mark.text for key, mark in marks.answers.items() if mark.text}
    open_ = [
        replace(
            each,
            parts=tuple(part for part in each.parts if part.key not in marked or not part.answer_kind.has_working),
        )
        for each in questions
    ]
    taken = {digits_in(marked[part.key]) for each in questions for part in each.parts if part.key in marked}
    return open_, frozenset(taken - {""})


def _sharing(sections: Sequence[Section], index: SheetIndex) -> list[int]:
    """Return the questions that these sections may answer too, by their labels."""
    return [
        question
        for question in range(len(index.labels))
        if any(index.covers(section.label, question) for section in sections)
    ]


def _without_marks(sections: Sequence[Section], documents: Sequence[Document], marks: ExplicitAnswers) -> list[Section]:
    """Return the sections without their answer lines: these belong to the parts that they name, and to no other."""
    marked: dict[tuple[str, Place], set[str]] = {}
    for mark in marks.answers.values():
        for each in (mark.evidence, *mark.earlier):
            marked.setdefault((each.file, each.place), set()).update(mark.text.splitlines())
    if not marked:
        return [*sections]
    return [
        section._replace(lines=tuple(_without_answer_lines(section.lines, documents, marked))) for section in sections
    ]


def _without_answer_lines(
    lines: Iterable[SectionLine], documents: Sequence[Document], marked: Mapping[tuple[str, Place], Collection[str]]
) -> Iterator[SectionLine]:
    """Yield the lines that are no answer lines (their places are in `marked`) and do not go on with such an answer."""
    answer: Collection[str] = ()
    for each in lines:
        place = documents[each.file].file, each.line.place
        if place in marked:
            answer = marked[place]
        elif cleaned_line(each.line) not in answer:
            answer = ()
            yield each


def _marked(answer: BoundAnswer, kind: Kind, marks: ExplicitAnswers) -> BoundAnswer:
    """Return the answer that the student marked as such, if there is one, in place of the one that was found."""
    key = PartKey(answer.problem, answer.part)
    if meant := marks.meant_for(key):
        candidates = tuple(dict.fromkeys((*meant, *answer.evidence, *answer.candidates)))
        return answer._replace(evidence=meant[:1], doubt=MISSPELT, candidates=candidates, offers=(), is_likely=False)
    mark = marks.answers.get(key)
    if mark is None:
        return answer
    if mark.text or not (answer.text or answer.candidates):
        return mark.bound()
    doubt = EMPTY_ESSAY if kind.needs_person else EMPTY_LINE
    doubted = answer if answer.doubt else answer._replace(doubt=doubt, candidates=answer.evidence)
    return doubted._replace(offers=(), is_likely=False)


def _doubted(answer: BoundAnswer, doubt: str) -> BoundAnswer:
    """Return an answer with a doubt about its section if it has a text; one with a doubt only loses its offers."""
    if not doubt or not answer.text:
        return answer
    if answer.doubt:
        return answer._replace(offers=(), is_likely=False)
    is_likely = doubt == UNSURE_SECTION and answer.is_telling
    return answer._replace(doubt=doubt, candidates=answer.evidence, is_likely=is_likely)


def _absent(question: AskedQuestion, marks: ExplicitAnswers, unread: _Unread, *, is_clear: bool) -> FoundQuestion:
    """Return a question that was not found: it is not answered, or hidden in a document without clear headings."""
    absent = [(BoundAnswer(*part.key, "", (), 0.0, NOT_FOUND), part.answer_kind) for part in question.parts]
    doubt, places = unread.doubt()
    answers = tuple(
        _perhaps_unread(_marked(*each, marks), (doubt or ("" if is_clear else HIDDEN), places)) for each in absent
    )
    if not (evidence := tuple(place for answer in answers for place in answer.evidence)):
        return FoundQuestion(question.problem, (), 0.0, NOT_FOUND, answers)
    return FoundQuestion(question.problem, evidence[:1], 1.0, "an answer line of its parts", answers)


def _has_another_title(section: Section, titles: Sequence[frozenset[str]]) -> bool:
    """Return whether a section has the label of its question, but next to it the title of another one.

    `titles`: the telling words of the title of each question.
    """
    if not section.label or not section.lines:
        return False
    words = frozenset(tokens(section.lines[0].line.text))
    own = len(titles[section.question] & words)
    others = (title for place, title in enumerate(titles) if place != section.question)
    return any(len(title) >= _FEWEST and title <= words and len(title) > own for title in others)


class _Unread:
    """Pieces of a student's documents that were not read."""

    def __init__(self, documents: Sequence[Document], index: SheetIndex) -> None:
        self._documents = documents
        self._index = index
        self._everywhere = [(document, block, line) for document in documents for block, line in document.lines]
        self._pieces = [sentence for document in documents for sentence in document.unread][:1]

    def doubt_in(self, sections: Iterable[Section]) -> tuple[str, tuple[Evidence, ...]]:
        """Return (doubt, places) if these sections have a picture, an included file or an equation that was not read.

        The doubt may also be about a piece of the document without a place; else it is empty.
        """
        lines = ((self._documents[each.file], each.block, each.line) for section in sections for each in section.lines)
        return self._doubt(lines, PICTURE, INCLUDED)

    def doubt(self) -> tuple[str, tuple[Evidence, ...]]:
        """Return why an answer may be in a part of the documents that could not be read, and where; else empty."""
        return self._doubt(self._everywhere, PICTURE_ELSEWHERE, _INCLUDED_ELSEWHERE)

    def _doubt(
        self, lines: Iterable[tuple[Document, Block, Line]], picture: str, included: str
    ) -> tuple[str, tuple[Evidence, ...]]:
        """Return (doubt, places) for what was not read in these lines; `picture` and `included` are the doubts.

        Without any, the doubt is about a piece of the documents without a place, or empty.
        """
        found: list[tuple[str, Evidence]] = []
        for document, block, line in lines:
            where = Evidence(document.file, line.place, line.text)
            if block.kind == "unread":
                found.append((EQUATION, where))
            elif block.kind in {"picture", "included"} and not self._is_of_the_sheet(document, line):
                found.append((picture if block.kind == "picture" else included.format(line.text), where))
        if found:
            same = [where for sentence, where in found if sentence == found[0][0]]
            return found[0][0], tuple(same[:_MOST_PICTURES] if found[0][0] == picture else same[:1])
        return (self._pieces[0] if self._pieces else ""), ()

    def _is_of_the_sheet(self, document: Document, line: Line) -> bool:
        """Return whether a picture is one that the question shows."""
        number = line.place.line
        is_known = line.place.cell is None and number <= len(document.source)
        return self._index.has_line(document.source[number - 1] if is_known else line.text)


def _perhaps_unread(answer: BoundAnswer, doubt: tuple[str, tuple[Evidence, ...]]) -> BoundAnswer:
    """Return an answer; if nothing was found, with the doubt that it may be in a piece that was not read."""
    if answer.text or answer.candidates or not doubt[0]:
        return answer
    return answer._replace(
        doubt=doubt[0], evidence=answer.evidence or doubt[1]
    )  # no candidates: there is nothing to choose


_ASIDE: Final = lazy_pattern(
    rf"\b(?:{one_of('comparing-sentences')}|{one_of('unreal')}|{one_of('unreal-results')}|{one_of('comparisons')})\b"
)
_SEPARATORS: Final = re.compile(r"(?<=\d)(?:[ ,.'\u00a0\u202f\u2009{}\\!]){1,6}(?=\d)")
_NUMBER: Final = re.compile(r"\d+")


def working_in(
    documents: Sequence[Document],
    sections: Iterable[Section],
    style: NumberStyle,
    decimal: str,
    read: SectionStatements,
) -> tuple[WorkedLine, ...]:
    """Return the equations in the lines for a question; a symbol that one of them defines is known in later ones."""
    ledger = Ledger(decimal)
    found: list[WorkedLine] = []
    for section in sections:
        for row in _rows(read.of(section.lines)):
            several = [style.of_statement(each, may_be_sizes=False) for each in row]
            first = several[0]
            is_aside = any(_ASIDE.search(each.text.lower()) for each in several)
            if len(several) > 1:
                equations = ledger.add_row([each.text for each in several], is_aside=is_aside)
            else:
                equations = ledger.add(first.text, is_aside=is_aside)
            lines = [line for _, line in first.places]
            for equation in equations:
                lines = _from(lines, equation)
                place = Evidence(documents[first.file].file, lines[0].place, lines[0].text)
                found.append(WorkedLine(place, equation))
    return tuple(found)


def _rows(several: Iterable[Statement]) -> Iterator[list[Statement]]:
    """Yield the statements that hold text, the cells of a row of a table together."""
    for _, group in groupby(several, key=lambda each: (each.file, each.places[0][1].place, each.kind == "table")):
        row = [each for each in group if each.kind not in NO_TEXT]
        if row and row[0].kind == "table":
            yield row
        else:
            yield from ([each] for each in row)


def _from(lines: list[Line], equation: Equation) -> list[Line]:
    """Return the lines from the first one that has the most numbers of an equation; all if none has any."""
    if len(lines) == 1:
        return lines
    for side in (equation.expression, equation.result):
        wanted = _digits(side)
        counts = [len(wanted & _digits(line.text)) for line in lines]
        if best := max(counts):
            return lines[counts.index(best) :]
    return lines


def _digits(text: str) -> set[str]:
    """Return the numbers of a text as their digits."""
    return set(_NUMBER.findall(_SEPARATORS.sub("", text)))
