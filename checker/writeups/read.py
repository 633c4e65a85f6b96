"""How the documents of a student are read: which assignment, which questions, which answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from checker.writeups.assignment import matcher_of
from checker.writeups.binding import SURE, Bound, bind
from checker.writeups.candidate import Candidate
from checker.writeups.candidates import candidates
from checker.writeups.choices import bind_choices
from checker.writeups.document import Document
from checker.writeups.front_matter import front_text
from checker.writeups.marks import Marks, explicit_answers
from checker.writeups.placeholders import is_empty, unanswered
from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion, WriteUpReading
from checker.writeups.section_lines import SectionLine
from checker.writeups.sections import Section, find_sections
from checker.writeups.sheet_index import SheetIndex, index_of
from checker.writeups.sheets import AskedPart, AskedQuestion, PartKey, Sheet
from checker.writeups.statements import Statement, statements

NOT_FOUND: Final = "not found in the document"
_MOSTLY: Final = 0.75
"""Share of the questions found that have labels, from which one that was not found is taken as not answered."""
_SURE_SECTION: Final = 0.5
UNSURE_SECTION: Final = "It is not sure that this section answers the question."
HIDDEN: Final = "This question was not found, and the document does not number its answers clearly."
_LISTS: Final = frozenset({"vector", "matrix", "shape"})
"""Kinds of answers that may be spread over several lines."""
SEVERAL_RESULTS: Final = "It is not clear which of several results is the answer."
NO_RESULT: Final = "No answer to this part could be found in the section."
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
        answers = _answers(documents, questions, own)
        evidence = tuple(_evidence(documents, section.lines[0]) for section in own)
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


def _answers(
    documents: Sequence[Document], questions: Sequence[AskedQuestion], sections: Sequence[Section]
) -> dict[PartKey, BoundAnswer]:
    """Return the answers to the parts of the questions that are answered in these sections."""
    lines = [line for section in sections for line in section.lines]
    parts = [part for question in questions for part in question.parts]
    valued = [part for part in parts if part.kind not in {"text", "choice"}]
    reads = [list(statements(section.lines)) for section in sections]
    read = [statement for each in reads for statement in each]
    nothing = is_empty(read)
    found = {}
    for part in parts:
        if part.kind == "text":
            found[part.key] = _text(part, read, _evidence(documents, lines[0]), is_empty=nothing)
    for question in questions:
        found |= _choices(documents, question, lines, read)
    if valued:
        kinds = frozenset(kind for part in valued for kind in _kinds(part))
        several = _candidates(sections, reads, kinds)
        open_parts = unanswered(valued, read)
        bound = bind(valued, several, "\n".join(question.prompt for question in questions), open_parts)
        for part, each in zip(valued, bound, strict=True):
            is_open = nothing or part.key in open_parts
            found[part.key] = _bound(documents, part, each, several, is_empty=is_open, alone=len(valued) == 1)
    return found


def _candidates(
    sections: Sequence[Section], reads: Sequence[Sequence[Statement]], kinds: frozenset[str]
) -> list[Candidate]:
    """Return the candidates of all sections of a question; those of a later section with a label correct the others."""
    found: list[Candidate] = []
    for number, (section, read) in enumerate(zip(sections, reads, strict=True)):
        more = candidates(read, kinds)
        if number and section.label:
            more = [each if each.is_correction else replace(each, cues=(*each.cues, "correction")) for each in more]
        found += [replace(each, order=len(found) + place) for place, each in enumerate(more)]
    return found


def _choices(
    documents: Sequence[Document], question: AskedQuestion, lines: Sequence[SectionLine], read: Sequence[Statement]
) -> dict[PartKey, BoundAnswer]:
    """Return the answers to the choices of a question."""
    parts = [part for part in question.parts if part.kind == "choice"]
    if not parts:
        return {}
    open_parts = {part.key for part in parts} if is_empty(read) else unanswered(parts, read)
    found = {}
    for key, chosen in bind_choices(parts, lines, question.prompt).items():
        seen = [each for each in (chosen.evidence, *chosen.others) if each]
        options = tuple(Evidence(documents[each.file].file, each.place, each.line) for each in seen)
        if not chosen.text:
            doubt = "" if key in open_parts else NO_RESULT
            found[key] = BoundAnswer(*key, "", (), 0.0, "no option is named", doubt)
        else:
            doubt = SEVERAL_RESULTS if chosen.confidence < SURE else ""
            found[key] = BoundAnswer(
                *key, chosen.text, options[:1], chosen.confidence, chosen.reason, doubt, options if doubt else ()
            )
    return found


def _kinds(part: AskedPart) -> tuple[str, ...]:
    return {
        "vector": ("vector", "matrix", "number"),
        "matrix": ("matrix", "vector"),
        "shape": ("shape", "vector"),
        "formula": ("formula", "number"),
    }.get(part.kind, (part.kind,))


def _bound(
    documents: Sequence[Document],
    part: AskedPart,
    bound: Bound,
    several: Sequence[Candidate],
    *,
    is_empty: bool,
    alone: bool,
) -> BoundAnswer:
    if bound.candidate is None:
        if is_empty:
            return BoundAnswer(*part.key, "", (), 1.0, "a placeholder, or nothing")
        if not alone and not bound.others and part.kind not in _LISTS:
            return BoundAnswer(*part.key, "", (), 0.6, "no result is left for it")
        options = _shown(documents, bound.others or several[:5])
        return BoundAnswer(*part.key, "", (), 0.0, "no result names it", NO_RESULT, options)
    evidence = _shown(documents, [bound.candidate])
    if bound.confidence < SURE:
        options = _shown(documents, [bound.candidate, *bound.others])
        return BoundAnswer(
            *part.key, bound.candidate.text, evidence, bound.confidence, bound.reason, SEVERAL_RESULTS, options
        )
    return BoundAnswer(*part.key, bound.candidate.text, evidence, bound.confidence, bound.reason)


def _shown(documents: Sequence[Document], several: Sequence[Candidate]) -> tuple[Evidence, ...]:
    return tuple(Evidence(documents[each.file].file, each.place, each.line) for each in several)


def _evidence(documents: Sequence[Document], each: SectionLine) -> Evidence:
    return Evidence(documents[each.file].file, each.line.place, each.line.text)


def _text(part: AskedPart, read: Sequence[Statement], evidence: Evidence, *, is_empty: bool) -> BoundAnswer:
    if is_empty:
        return BoundAnswer(*part.key, "", (), 1.0, "a placeholder, or nothing")
    written = "\n".join(statement.text for statement in read)
    return BoundAnswer(*part.key, written, (evidence,), 1.0, "the text of its section")
