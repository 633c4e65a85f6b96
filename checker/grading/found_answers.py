"""Records of the answers that were found in the documents of a hand-in, with their places and the lines of working.

What is in doubt is left to a person, such as a wrong answer that would be right for another part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from checker.diagnosis.mistakes import is_computed_from
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.model import Record
from checker.grading.records import OURS, Marker, Reason, not_seen, of_one_student, problem_in_error, without_group
from checker.grading.settled import counts_if_right, settled
from checker.kinds import is_blank
from checker.marking.result import WRONG
from checker.marking.told_record import UNREAD
from checker.problems import QuestionKey
from checker.working.equation import numbers_behind
from checker.writeups.all_results import AllResults
from checker.writeups.document import Document, Place
from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion
from checker.writeups.sheets import PartKey

MOST_VALUES: Final = 5
"""Maximum number of results in one place that are named."""
MOST_PAGES: Final = 40

PICTURE: Final = "a picture"
PASSED_OVER: Final = "Another result in the document would be right."
NOT_IN_FULL: Final = "Signs of an equation in this section could not be read."
NO_ANSWER: Final = "What was read has another form or unit than the answer."
OF_ANOTHER_PART: Final = "This result would be right for {}."
FOLLOWS: Final = "This answer may follow from the one to {}, which waits for a person."
NOT_READ: Final = Reason(UNREAD, "A file of this hand-in was not read; the answer may be in it.")
SCANNED: Final = Reason("scan", "A person must look at the pages of this hand-in that have no text.")


class Scan(NamedTuple):
    """Pages of a file without text, such as scans, which a person reads as pictures."""

    file: str
    pages: tuple[int, ...]


@dataclass
class Understood:
    """What was understood of the documents of a student."""

    student: str
    documents: list[Document] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    """Of the files that were read: what was decided about an answer that is not in them holds for no others."""
    scans: list[Scan] = field(default_factory=list)
    questions: Sequence[FoundQuestion] = ()
    results: AllResults | None = None
    """Everything in the documents that could answer a part."""
    missing: Reason | None = None
    """Why an answer that was not found waits; None where it is simply not answered."""
    doubt: Reason | None = None
    """Why every answer needs a person; None where that is not so."""


def records_of(understood: Understood, assignment: AssignmentColumns, marker: Marker) -> list[Record]:
    """Return the record of each column; an answer waits if another result in the documents speaks against it."""
    return _FoundAnswers(understood, assignment, marker).records()


@dataclass(eq=False)
class _Cell:
    """A question with the answer that was found, and its record so far."""

    column: GradeColumn
    answer: BoundAnswer
    """A blank one where none was found."""
    is_found: bool
    record: Record = field(default_factory=dict)
    passed: Sequence[tuple[Any, str]] = ()
    """A result that would be right, with its place."""

    @property
    def status(self) -> str:
        return str(self.record["status"])

    @property
    def may_be_wrong(self) -> bool:
        """Return whether the answer is wrong and no answer line gives it."""
        return self.status in WRONG and not self.answer.is_marked

    def put(self, record: Record) -> None:
        """Set the record, with the places of the answer and of what else it may be."""
        places = [*(each.record for each in dict.fromkeys(self.answer.evidence)), *record.get("evidence", ())]
        candidates = [*self._candidates()] if self.answer.doubt else []
        added = {"evidence": places} if places else {}
        self.record = record | added | ({"candidates": candidates} if candidates else {})

    def _candidates(self) -> Iterator[dict[str, Any]]:
        offers = [(each.evidence[:2], each.text) for each in sorted(self.answer.offers, key=lambda each: -each.chance)]
        for each in dict.fromkeys(self.answer.candidates):
            values = dict.fromkeys(text for place, text in [*self.passed, *offers] if place == each[:2])
            yield each.record | ({"values": [*values][:MOST_VALUES]} if values else {})


class _FoundAnswers:
    """Marks the answers in documents; each pass after that leaves more of them to a person."""

    def __init__(self, read: Understood, assignment: AssignmentColumns, marker: Marker) -> None:
        self._read, self._marker = read, marker
        found = self._settled(assignment)
        keys = [(column.id, column.part_id) for column in assignment.columns]
        answers = [found.get(key) or BoundAnswer(*key, "", (), 0.0, "") for key in keys]
        self._cells = [*map(_Cell, assignment.columns, answers, (key in found for key in keys))]
        self._problems = [self._cells[places.start : places.stop] for places in assignment.by_problem]

    def records(self) -> list[Record]:
        """Return the record of each column."""
        for cells in self._problems:
            self._mark(cells)
            self._leave_what_answers_another(cells)
        self._leave_what_is_passed_over()
        self._leave_what_was_not_read()
        for cells in self._problems:
            self._leave_what_follows(cells)
            for question in self._read.questions:
                if question.working and question.problem == cells[0].column.id:
                    self._add_working(question, cells)
        return [cell.record for cell in self._cells]

    def _settled(self, assignment: AssignmentColumns) -> dict[QuestionKey, BoundAnswer]:
        """Return the answers by question; a likely one has no doubt if it is right, or if the solution settles it."""
        found: dict[QuestionKey, BoundAnswer] = {}
        for answer in (answer for question in self._read.questions for answer in question.answers):
            key = answer.problem, answer.part
            column = assignment.keys.get(key)
            is_right = column is not None and counts_if_right(answer) and self._marker.is_right(column, answer.text)
            found[key] = answer._replace(doubt="") if is_right else answer
        return settled(found, assignment, self._marker)

    def _mark(self, cells: Sequence[_Cell]) -> None:
        columns = [each.column for each in cells]
        texts = {each.column.part_id: each.answer.text for each in cells if not self._doubt(each)}
        for cell, record in zip(cells, self._marker.records(columns, texts), strict=True):
            cell.put(self._waiting(cell) or record)

    def _doubt(self, cell: _Cell) -> Reason | None:
        if not cell.is_found:
            return None
        return self._read.doubt or (_reason(cell.answer) if cell.answer.doubt else None)

    def _waiting(self, cell: _Cell) -> Record | None:
        """Return the record of an answer that waits from the beginning; None of another one."""
        column, text = cell.column, cell.answer.text
        if column.error:
            return not_seen(column, problem_in_error(column))  # it is on no sheet: no answer was looked for
        if doubt := self._doubt(cell):
            record = self._marker.for_person(column, text, doubt)
            return record if doubt.candidates or text else self._to_look_for(column, record)
        reason = self._read.missing or self._read.doubt
        if reason is None or not is_blank(text):
            return None
        if reason.code in OURS:
            return not_seen(column, reason)
        record = self._marker.for_person(column, "", reason)
        return (
            self._to_look_for(column, record)
            if reason.code == SCANNED.code
            else without_group(record | {"unseen": True})
        )

    def _to_look_for(self, column: GradeColumn, record: Record) -> Record:
        """Return the record of an answer to look for in documents and pictures; a decision is on this student."""
        scans = self._read.scans
        pages = [(each.file, page) for each in scans for page in each.pages][:MOST_PAGES]
        shown = [{"file": file, "line": 1, "where": f"page {page}", "text": PICTURE} for file, page in pages]
        record = record | {"unseen": True} | ({"candidates": shown} if shown else {})
        return of_one_student(record, column, self._read.student, "".join(f" {each}" for each in self._read.digests))

    def _leave(self, cell: _Cell, doubt: str, candidates: Sequence[Evidence]) -> None:
        cell.answer = cell.answer._replace(doubt=doubt, candidates=tuple(candidates))
        cell.put(self._marker.for_person(cell.column, cell.answer.text, _reason(cell.answer)))

    def _leave_what_answers_another(self, cells: Sequence[_Cell]) -> None:
        """Leave a wrong part if its result is right for another part, from which it may have been taken."""
        missing = [each for each in cells if each.status == "not_answered"]
        in_order = missing + [each for each in cells if each not in missing]
        for cell in (each for each in cells if each.may_be_wrong):
            answer, others = cell.answer, (each for each in in_order if each is not cell)
            if meant := next((each for each in others if self._marker.is_right(each.column, answer.text)), None):
                for each in (cell, meant) if meant in missing else (cell,):
                    self._leave(each, OF_ANOTHER_PART.format(meant.column.name), answer.evidence)

    def _leave_what_is_passed_over(self) -> None:
        """Leave a wrong or missing answer if the documents have a right result, or a wrong one has no right form."""
        results, is_right = self._read.results, self._marker.is_right
        if results is None:
            return
        right = [each.answer for each in self._cells if each.status == "correct"]
        led = {place for question in self._read.questions for place in places_behind(question, right)}
        claimed = {(each.text, place) for each in right for place in each.evidence[:1]}
        for cell in self._cells:
            column, answer = cell.column, cell.answer
            if cell.may_be_wrong and not self._marker.has_the_form(column, answer.text):
                self._leave(cell, NO_ANSWER, answer.evidence)
            elif cell.may_be_wrong or (cell.status == "not_answered" and not answer.is_marked):
                offered = results.for_part(PartKey(column.id, column.part_id), answer.evidence)
                others = (each for each in offered if is_right(column, each[0]) and each not in claimed)
                if passed := next((each for each in others if each[1][:2] not in led), None):
                    text, where = passed
                    cell.passed = [(where[:2], text)]
                    self._leave(cell, PASSED_OVER, (*answer.evidence[:1], where))

    def _leave_what_was_not_read(self) -> None:
        """Leave a wrong answer if an equation in its section could not be read in full: it may be there."""
        questions = self._read.questions
        starts = sorted((each.file, each.place.line, one.problem) for one in questions for each in one.evidence)
        for document in self._read.documents:
            for line in (line for block in document.blocks if block.kind == "unread" for line in block.lines):
                above = [start for start in starts if start[0] == document.file and start[1] <= line.place.line]
                for cell in (each for each in self._cells if each.may_be_wrong):
                    if not above or above[-1][2] == cell.column.id:
                        self._leave(cell, NOT_IN_FULL, cell.answer.evidence)

    def _leave_what_follows(self, cells: Sequence[_Cell]) -> None:
        """Leave a wrong part if an earlier part waits whose error may be carried forward to it."""
        waiting: list[GradeColumn] = []
        for cell in cells:
            column = cell.column
            if cell.record["points"] is None:
                waiting.append(column)
            elif cell.status in WRONG and (needed := [each for each in waiting if _follows(column, each)]):
                reason = Reason("follows", FOLLOWS.format(needed[0].name))
                record = self._marker.for_person(column, cell.answer.text, reason)
                cell.put(of_one_student(record, column, self._read.student))

    def _add_working(self, question: FoundQuestion, cells: Sequence[_Cell]) -> None:
        judged = (each for each in cells if each.is_found and each.record["points"] is not None)
        given = {each.column.part_id: each.answer.text for each in judged}
        equations = [each.equation for each in question.working]
        credited, read_lines = self._marker.credited_by_working([each.column for each in cells], given, equations)
        lines: dict[str | None, list[Record]] = {}
        for each, line in zip(question.working, read_lines, strict=True):
            lines.setdefault(_part_of(each.evidence, cells), []).append(line | each.evidence.where)
        for cell in cells:
            part = cell.column.part_id
            if part in credited and cell.status in WRONG:
                cell.put(credited[part])
            cell.record |= {"working": lines[part]} if part in lines else {}


def _reason(answer: BoundAnswer) -> Reason:
    return Reason("doubt", answer.doubt, " | ".join(dict.fromkeys(each.text for each in answer.candidates)))


def _follows(column: GradeColumn, earlier: GradeColumn) -> bool:
    part, before = column.part, earlier.part
    if part is None or before is None or not part.follow_through:
        return False
    same = part.variant.key() == before.variant.key()
    return same and part.step != before.step and is_computed_from(part.variant, part.step, before.step)


def places_behind(question: FoundQuestion, answers: Iterable[BoundAnswer]) -> set[tuple[str, Place]]:
    """Return the file and place of each line of working that leads to one of these answers."""
    equations = [each.equation for each in question.working]
    ends = {each.evidence[-1][:2] for each in answers if each.problem == question.problem and each.evidence}
    found: set[int] = set()
    for each in question.working:
        if each.evidence[:2] in ends:
            found |= numbers_behind(equations, each.equation) - {each.equation.number}
    return {each.evidence[:2] for each in question.working if each.equation.number in found}


def _part_of(line: Evidence, cells: Sequence[_Cell]) -> str | None:
    """Return the part that a line of working belongs to: the first one whose answer is not above it, or the last."""
    ends = [(_position(each.answer.evidence[-1]), each.column.part_id) for each in cells if each.answer.evidence]
    below = [end for end in ends if end[0] >= _position(line)]
    return min(below)[1] if below else cells[-1].column.part_id


def _position(evidence: Evidence) -> tuple[str, int, int]:
    return evidence.file, evidence.place.cell or 0, evidence.place.line
