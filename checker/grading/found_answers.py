"""Records of the answers that were found in the documents of a hand-in, with their places and the lines of working.

What is in doubt is left to a person, such as a wrong answer that would be right for another part.  The solution settles
some doubts: a result that answers another part, is a step of the solution or is worked with on the way to another
result is no answer to the part in doubt.  If one result is left that may answer it, there is no doubt.  The truth never
chooses between two results that a student offers for one part: these go to a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, floor, isfinite
from typing import Any, Final

from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.model import Record
from checker.grading.records import OURS, Marker, Reason, not_seen, problem_in_error, waiting
from checker.kinds import Kind, is_blank
from checker.marking.mark import WRONG, Status
from checker.problems import QuestionKey
from checker.working.amounts import numbers_behind
from checker.writeups.document import Document, Evidence, Place
from checker.writeups.language.words import numbers_in
from checker.writeups.parts.evidence import TypedCandidate
from checker.writeups.records import BoundAnswer, FoundQuestion
from checker.writeups.section_answers import AllResults
from checker.writeups.sheets import is_worked_out_from

_LIKELY: Final = 0.3
"""Chance from which a result may answer a part though words near it name another one."""
_LIKELY_SHORT: Final = 0.7
"""Chance from which a right result of few digits is the answer: it may be right by chance."""
_IN_VIEW: Final = 0.01
"""Chance from which a result that is announced may be the answer, too."""
_CLEAR: Final = 0.9
"""Chance from which a result is the answer, whatever it is."""
_LIKELIEST: Final = 0.6
"""Confidence from which a wrong result is the answer if no other may be."""
_EXPLAINED: Final = 0.5
"""The same for a wrong result that a known mistake gives."""
_PLAIN: Final = re.compile(r"\d[\d.,' \u00a0\u2009\u202f]*\d|\d")
_PIECES: Final = re.compile(r"[.;!?]\s|,\s|\n|\b(?:or|oder|ou|o|and|und|et|y|e)\b")
"""What divides a line into equations."""
_WORKED: Final = re.compile(r"[=≈×·*/+→]|\d\s*[-−–]\s*\d|\b(?:gives?|by|ergibt|donne|da|dà|geeft)\b", re.IGNORECASE)


def _counts_if_right(answer: BoundAnswer) -> bool:
    """Return whether a likely result is the answer if it turns out right.

    It is not if something speaks against it, or if an announced result below may replace it.
    """
    own = next((each for each in answer.offers if each.text == answer.text), None)
    if not answer.is_likely or own is None:
        return answer.is_likely and not answer.offers
    others = (each for each in answer.offers if each.text != own.text and each.is_announced and each.may_be_meant)
    return own.may_be_meant and not any(each.chance >= _LIKELY and own.order < each.order for each in others)


class _Offers:
    """The results that may answer a part, and what the solution says of each."""

    def __init__(
        self,
        answer: BoundAnswer,
        column: GradeColumn,
        columns: Iterable[GradeColumn],
        marker: Marker,
        sure: set[tuple[str, Place, str]],
    ) -> None:
        assert column.part  # noqa: S101 - for mypy
        self._kind: Kind = column.part.answer_kind
        self._answer, self._column, self._marker, self._sure = answer, column, marker, sure
        self._siblings = [each for each in columns if each.id == column.id and each is not column]
        self._right = [each for each in answer.offers if marker.is_right(column, each.text)]

    def settled(self) -> BoundAnswer:
        """Return the answer to the part; without its doubt if only one result can answer it."""
        answer = self._answer
        if not answer.doubt and self._marker.is_right(self._column, answer.text):
            return answer
        chosen = self._chosen_right() if self._right else self._chosen_wrong()
        if chosen is None or not (answer.doubt or self._read_leads_to(chosen)):
            return answer
        return answer._replace(text=chosen.text, evidence=(chosen.evidence,), doubt="", candidates=())

    def _read_leads_to(self, chosen: TypedCandidate) -> bool:
        """Return whether the result that was read as the answer is only a step on the way to `chosen`."""
        read = next((each for each in self._answer.offers if each.text == self._answer.text), None)
        if read is None or read.order >= chosen.order:
            return False
        return _is_used(read, chosen) or _is_rounded(read, chosen)

    def _chosen_right(self) -> TypedCandidate | None:
        """Return the right result that is the answer; None if something speaks against it, or for another one."""
        best = max(self._right, key=lambda each: (each.is_plain, each.chance))
        others = [each for each in self._answer.offers if each.may_be_meant and each not in self._right]
        is_rounded = any(_is_rounded(each, best) for each in self._answer.offers)
        if not all(each.is_plain for each in self._right):
            return None
        if (best.is_anothers and best.chance < _LIKELY) or any(self._is_rival(each, best) for each in others):
            return None
        if best.chance < _IN_VIEW * 3 and any(each.chance > _CLEAR and not _is_used(each, best) for each in others):
            return None
        is_short = not self._kind.is_telling(best.text) and best.chance < _LIKELY_SHORT
        return best if not is_short or is_rounded or all(map(self._is_known, others)) else None

    def _chosen_wrong(self) -> TypedCandidate | None:
        """Return the likeliest result if it must be the answer, because each other one is known; else None."""
        offers = [each for each in self._answer.offers if each.may_be_meant]
        best = max(offers, key=lambda each: each.chance, default=None)
        if best is None or not self._answer.doubt or best.text != self._answer.text:
            return None
        if not best.is_plain or best.is_anothers or not self._kind.is_of_numbers:
            return None
        if not self._kind.is_telling(best.text) or self._is_known(best):
            return None
        others = [each for each in offers if each.text != best.text and self._kind.is_telling(each.text)]
        if not all(self._is_explained(each, best) for each in others):
            return None
        least = _EXPLAINED if self._marker.is_explained(self._column, best.text) else _LIKELIEST
        is_end = len(others) > 1 and all(_is_used(each, best) for each in others)
        return best if self._answer.confidence >= (_LIKELY if is_end else least) else None

    def _is_rival(self, other: TypedCandidate, best: TypedCandidate) -> bool:
        """Return whether `other` may be the answer instead of `best`: it is likely, not known, and no step to it."""
        if other.is_anothers:
            return False
        if not self._kind.is_telling(other.text):  # a competing `12` beside a right `8`
            is_later = best.order < other.order and other.chance > _IN_VIEW
            is_offered = other.is_named or (other.is_announced and other.chance > best.chance / 2) or is_later
            return is_offered and not self._kind.is_telling(best.text) and not self._is_known(other)
        is_likely = other.chance > best.chance or (other.is_announced and other.chance > _IN_VIEW)
        may_be_meant = is_likely or other.is_named or other.is_offered
        return may_be_meant and not self._is_explained(other, best)

    def _is_explained(self, other: TypedCandidate, best: TypedCandidate) -> bool:
        """Return whether `other` is surely not the answer: it is known, or `best` is worked out from it.

        A result that is worked out from `best` is no step to it, whatever value the steps of the solution have.
        """
        return (
            (self._is_anothers(other) if _is_used(best, other) else self._is_known(other))
            or _is_used(other, best)
            or _is_rounded(other, best)
        )

    def _is_anothers(self, other: TypedCandidate) -> bool:
        is_sure = (other.evidence.file, other.evidence.place, other.text) in self._sure
        return is_sure or any(self._marker.is_right(each, other.text) for each in self._siblings)

    def _is_known(self, other: TypedCandidate) -> bool:
        """Return whether a result is the answer to another part, or a step of this question's solutions."""
        columns = (self._column, *self._siblings)
        return self._is_anothers(other) or any(self._marker.is_another_step(each, other.text) for each in columns)


def _is_rounded(other: TypedCandidate, best: TypedCandidate) -> bool:
    """Return whether a result is the one before it, rounded up or down to a whole number: `19.03, so 20`."""
    one, two = (numbers_in(found[0]) if (found := _PLAIN.match(each.text)) else () for each in (other, best))
    if len(one) != 1 or len(two) != 1 or other.order >= best.order:
        return False
    value, whole = float(next(iter(one))), float(next(iter(two)))
    return isfinite(value) and not value.is_integer() and whole in {floor(value), ceil(value)}


def _is_used(other: TypedCandidate, best: TypedCandidate) -> bool:
    """Return whether another result is worked with in the equation, or the calculation, that gives a result."""
    begins = _PLAIN.match(best.text.lstrip("[("))
    if other.order >= best.order or begins is None:
        return False
    line = best.evidence.text
    found = re.search(rf"(?<![\d.,]){re.escape(begins[0])}(?![\d])", line)  # not as a part of a longer number
    own = _PIECES.split(line[: found.start()])[-1] if found else ""
    return bool(numbers_in(other.text) & numbers_in(own)) and _WORKED.search(own) is not None


_NOT_IN_FULL: Final = "Signs of an equation in this section could not be read."
FOLLOWS: Final = "This answer may follow from the one to {}, which waits for a person."
SCANNED: Final = Reason("scan", "A person must look at the pages of this hand-in that have no text.")


@dataclass
class Understood:
    """What was understood of the documents of a student."""

    student: str
    documents: list[Document] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    """Of the files that were read: what was decided about an answer that is not in them holds for no others."""
    scans: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """By file, its pages without text, such as scans, which a person reads as pictures."""
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
    def status(self) -> Status:
        return Status(self.record["status"])

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
            yield each.record | ({"values": [*values][:5]} if values else {})


class _FoundAnswers:
    """Marks the answers in documents; each pass after that leaves more of them to a person."""

    def __init__(self, read: Understood, assignment: AssignmentColumns, marker: Marker) -> None:
        self._read, self._marker = read, marker
        found = self._settled(assignment)
        self._cells = [
            _Cell(column, found.get(key) or BoundAnswer(key, "", (), 0.0, ""), key in found)
            for key, column in assignment.keys.items()
        ]
        self._problems = [list(some) for _, some in groupby(self._cells, key=lambda cell: cell.column.id)]

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
        columns = assignment.keys
        for answer in (answer for question in self._read.questions for answer in question.answers):
            key = answer.key
            is_right = key in columns and _counts_if_right(answer) and self._marker.is_right(columns[key], answer.text)
            found[key] = answer._replace(doubt="") if is_right else answer
        known = [each for each in found.values() if each.text and not each.doubt and each.evidence]
        sure = {(each.evidence[0].file, each.evidence[0].place, each.text) for each in known}
        for key, answer in found.items():
            if answer.offers and key in columns and columns[key].part:
                found[key] = _Offers(answer, columns[key], columns.values(), self._marker, sure).settled()
        return found

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
        column, text = cell.column, cell.answer.text
        if column.error:
            return not_seen(column, problem_in_error(column))  # it is on no sheet: no answer was looked for
        if doubt := self._doubt(cell):
            is_shown = doubt.candidates or text
            return self._marker.for_person(column, text, doubt) if is_shown else self._to_look_for(column, doubt)
        reason = self._read.missing or self._read.doubt
        if reason is None or not is_blank(text):
            return None
        if reason.code in OURS:
            return not_seen(column, reason)
        if reason.code == SCANNED.code:
            return self._to_look_for(column, reason)
        return waiting(self._marker.for_person(column, "", reason) | {"unseen": True}, reason)

    def _to_look_for(self, column: GradeColumn, reason: Reason) -> Record:
        """Return the record of an answer to look for in documents and pictures; a decision is on this student."""
        pages = [(file, page) for file, pages in self._read.scans.items() for page in pages][:40]
        shown = [{"file": file, "line": 1, "where": f"page {page}", "text": "a picture"} for file, page in pages]
        seen = "".join(f" {each}" for each in self._read.digests)
        record = self._marker.for_person(column, "", reason._replace(student=self._read.student, seen=seen))
        return record | {"unseen": True} | ({"candidates": shown} if shown else {})

    def _leave(self, cell: _Cell, doubt: str, candidates: Sequence[Evidence]) -> None:
        cell.answer = cell.answer._replace(doubt=doubt, candidates=tuple(candidates))
        cell.put(self._marker.for_person(cell.column, cell.answer.text, _reason(cell.answer)))

    def _leave_what_answers_another(self, cells: Sequence[_Cell]) -> None:
        """Leave a wrong part if its result is right for another part, from which it may have been taken."""
        missing = [each for each in cells if each.status == Status.NOT_ANSWERED]
        in_order = missing + [each for each in cells if each not in missing]
        for cell in (each for each in cells if each.may_be_wrong):
            answer, others = cell.answer, (each for each in in_order if each is not cell)
            if meant := next((each for each in others if self._marker.is_right(each.column, answer.text)), None):
                for each in (cell, meant) if meant in missing else (cell,):
                    self._leave(each, f"This result would be right for {meant.column.name}.", answer.evidence)

    def _leave_what_is_passed_over(self) -> None:
        """Leave a wrong or missing answer if the documents have a right result, or a wrong one has no right form."""
        results, is_right = self._read.results, self._marker.is_right
        if results is None:
            return
        right = [each.answer for each in self._cells if each.status == Status.CORRECT]
        led = {place for question in self._read.questions for place in _places_behind(question, right)}
        claimed = {(each.text, place) for each in right for place in each.evidence[:1]}
        for cell in self._cells:
            column, answer = cell.column, cell.answer
            if cell.may_be_wrong and not self._marker.has_the_form(column, answer.text):
                self._leave(cell, "What was read has another form or unit than the answer.", answer.evidence)
            elif cell.may_be_wrong or (cell.status == Status.NOT_ANSWERED and not answer.is_marked):
                offered = results.for_part(column.key, answer.evidence)
                others = (each for each in offered if is_right(column, each[0]) and each not in claimed)
                if is_right(column, answer.text):  # only its unit is missing: another result has it
                    others = (each for each in others if self._marker.record(column, each[0])["status"] == "correct")
                own = {each[:2] for each in answer.evidence}
                if passed := next((each for each in others if each[1][:2] in own or each[1][:2] not in led), None):
                    text, where = passed
                    cell.passed = [(where[:2], text)]
                    self._leave(cell, "Another result in the document would be right.", (*answer.evidence[:1], where))

    def _leave_what_was_not_read(self) -> None:
        """Leave a wrong answer if an equation in its section could not be read in full: it may be there."""
        questions = self._read.questions
        starts = sorted((each.file, each.place.line, one.problem) for one in questions for each in one.evidence)
        for document in self._read.documents:
            for line in (line for block in document.blocks if block.kind == "unread" for line in block.lines):
                above = [start for start in starts if start[0] == document.file and start[1] <= line.place.line]
                for cell in (each for each in self._cells if each.may_be_wrong):
                    if not above or above[-1][2] == cell.column.id:
                        self._leave(cell, _NOT_IN_FULL, cell.answer.evidence)

    def _leave_what_follows(self, cells: Sequence[_Cell]) -> None:
        """Leave a wrong part if an earlier part waits whose error may be carried forward to it."""
        waiting: list[GradeColumn] = []
        for cell in cells:
            column = cell.column
            if cell.record["points"] is None:
                waiting.append(column)
            elif cell.status in WRONG and (needed := [each for each in waiting if _follows(column, each)]):
                reason = Reason("follows", FOLLOWS.format(needed[0].name), student=self._read.student)
                cell.put(self._marker.for_person(column, cell.answer.text, reason))

    def _add_working(self, question: FoundQuestion, cells: Sequence[_Cell]) -> None:
        judged = (each for each in cells if each.is_found and each.record["points"] is not None)
        given = {each.column.part_id: each.answer.text for each in judged}
        equations = [each.equation for each in question.working]
        credited, read_lines = self._marker.credited_by_working([each.column for each in cells], given, equations)
        ends = [(_position(each.answer.evidence[-1]), each.column.part_id) for each in cells if each.answer.evidence]
        lines: dict[str | None, list[Record]] = {}
        for each, line in zip(question.working, read_lines, strict=True):  # a line is of the first answer not above it
            below = [end for end in ends if end[0] >= _position(each.evidence)]
            part = min(below)[1] if below else cells[-1].column.part_id
            lines.setdefault(part, []).append(line | each.evidence.where)
        for cell in cells:
            part = cell.column.part_id
            if part in credited and cell.status in WRONG:
                cell.put(credited[part])
            cell.record |= {"working": lines[part]} if part in lines else {}


def _position(evidence: Evidence) -> tuple[str, int, int]:
    return evidence.file, evidence.place.cell or 0, evidence.place.line


def _reason(answer: BoundAnswer) -> Reason:
    return Reason("doubt", answer.doubt, " | ".join(dict.fromkeys(each.text for each in answer.candidates)))


def _follows(column: GradeColumn, earlier: GradeColumn) -> bool:
    part, before = column.part, earlier.part
    return bool(part and before and part.follow_through and is_worked_out_from(part, before))


def _places_behind(question: FoundQuestion, answers: Iterable[BoundAnswer]) -> set[tuple[str, Place]]:
    """Return the file and place of each line of working that leads to one of these answers."""
    equations = [each.equation for each in question.working]
    ends = {each.evidence[-1][:2] for each in answers if each.key.problem == question.problem and each.evidence}
    found: set[int] = set()
    for each in question.working:
        if each.evidence[:2] in ends:
            found |= {*numbers_behind(equations, each.equation)} - {each.equation.number}
    return {each.evidence[:2] for each in question.working if each.equation.number in found}
