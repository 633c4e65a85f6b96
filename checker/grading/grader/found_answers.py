"""Marks answers that were found in documents; their places and the lines of working before them are in the records.

What is in doubt is left to a person, such as a wrong answer that would be right for another part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from checker.diagnosis.preceding_steps import is_computed_from
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.answer_marker import AnswerMarker
from checker.grading.grader.mark import OURS, Mark, Reason, of_one_student, problem_in_error, unseen, without_group
from checker.grading.grader.settled import counts_if_right, settled
from checker.grading.grader.write_ups import SCANNED, ReadHandIn, Scan
from checker.kinds import is_blank
from checker.marking.result import WRONG, dumps
from checker.marking.working import ToldLine
from checker.problems import QuestionKey
from checker.working.equation import numbers_behind
from checker.writeups.document import Place
from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion, WorkedLine
from checker.writeups.sheets import PartKey

PICTURE: Final = "a picture"
MOST_PAGES: Final = 40
"""Maximum number of pages that are named in a record."""

PASSED_OVER: Final = "Another result in the document would be right."
NOT_READ: Final = "Signs of an equation in this section could not be read."
NO_ANSWER: Final = "What was read has another shape or dimension than the answer."
OF_ANOTHER_PART: Final = "This result would be right for {}."
FOLLOWS: Final = "This answer may follow from the one to {}, which waits for a person."


def marks_of(read: ReadHandIn, assignment: AssignmentColumns, marker: AnswerMarker) -> list[Mark]:
    """Return the marks of the answers found in a hand-in's documents; what is in doubt waits for a person."""
    return _FoundAnswers(read, assignment, marker).marked()


class _FoundAnswers:
    """Marks the answers that were found in one hand-in to the questions of an assignment."""

    def __init__(self, read: ReadHandIn, assignment: AssignmentColumns, marker: AnswerMarker) -> None:
        self._read = read
        self._assignment = assignment
        self._marker = marker
        self._found = self._find()
        self._marks: list[Mark] = []

    def marked(self) -> list[Mark]:
        """Return the marks of all columns; an answer waits if another result in the documents speaks against it."""
        self._mark_each()
        self._leave_what_answers_another()
        self._leave_what_is_passed_over()
        self._leave_what_was_not_read()
        self._leave_what_follows()
        return with_working(self._read, self._assignment, self._found, self._marks, self._marker)

    def _find(self) -> dict[QuestionKey, BoundAnswer]:
        """Return the answers by question; a likely one has no doubt if it is right, or if the solution settles it."""
        found: dict[QuestionKey, BoundAnswer] = {}
        for answer in (answer for question in self._read.questions for answer in question.answers):
            key = answer.problem, answer.part
            column = self._assignment.keys.get(key)
            is_right = column is not None and counts_if_right(answer) and self._marker.is_right(column, answer.text)
            found[key] = answer._replace(doubt="") if is_right else answer
        return settled(found, self._assignment, self._marker)

    def _mark_each(self) -> None:
        """Set the mark of each column; an answer in doubt waits, and a missing one if a file was not read."""
        read, marker, found = self._read, self._marker, self._found
        doubts = {key: doubt for key, each in found.items() if (doubt := read.doubt or _doubt(each))}
        sure = {key: each.text for key, each in found.items() if key not in doubts}
        self._marks = marks = marker.marks(self._assignment, sure)
        for place, (key, column) in enumerate(self._assignment.keys.items()):
            answer = found.get(key)
            if column.part is None:
                marks[place] = unseen(column, problem_in_error(column))  # it is on no sheet: no answer was looked for
            elif doubt := doubts.get(key):
                marks[place] = marker.mark(column, found[key].text, doubt)
                if not doubt.candidates and not found[key].text:
                    marks[place] = self._unseen(column, doubt)
            elif (answer is None or is_blank(answer.text)) and (reason := read.missing or read.doubt):
                marks[place] = self._missing(column, reason)
            if answer:
                marks[place] = with_places(marks[place], answer)

    def _missing(self, column: GradeColumn, reason: Reason) -> Mark:
        """Return the mark of an answer that was not found but may be in a file: it waits for a person."""
        if reason.code in OURS:
            return unseen(column, reason)
        if reason.code == SCANNED.code:
            return self._unseen(column, reason)
        return without_group(self._marker.mark(column, "", reason))._replace(digest="")

    def _unseen(self, column: GradeColumn, reason: Reason) -> Mark:
        """Return the mark of an answer to look for in the documents and pictures; a decision is on this student."""
        scans = self._read.scans
        seen = "".join(f" {each.digest}" for each in scans)
        seen += "".join(f" {mark}" for document in self._read.documents for mark in document.pictures)
        mark = of_one_student(self._marker.mark(column, "", reason), column, self._read.who.student, seen)
        return with_pages(mark._replace(digest=""), scans)

    def _answer_at(self, place: int, *statuses: str) -> BoundAnswer | None:
        """Return the answer at a place if its mark has one of these statuses and no answer line gives it."""
        column = self._assignment.columns[place]
        answer = self._found.get((column.id, column.part_id))
        return answer if answer and not answer.is_marked and self._marks[place].status in statuses else None

    def _leave_to_person(self, place: int, doubt: str, candidates: Sequence[Evidence]) -> None:
        """Let an answer wait for a person, who reads the sentence `doubt` and decides between these candidates."""
        column = self._assignment.columns[place]
        answer = self._found[column.id, column.part_id]._replace(doubt=doubt, candidates=tuple(candidates))
        self._marks[place] = with_places(self._marker.mark(column, answer.text, _doubt(answer)), answer)

    def _leave_what_answers_another(self) -> None:
        """Leave a wrong part to a person if its result is right for another part, from which it may have been taken."""
        columns, marks = self._assignment.columns, self._marks
        for places in self._assignment.multipart:
            missing = [place for place in places if marks[place].status == "not_answered"]
            for place in places:
                if (answer := self._answer_at(place, *WRONG)) is None:
                    continue
                others = sorted((each for each in places if each != place), key=lambda each: each not in missing)
                right = (each for each in others if self._marker.is_right(columns[each], answer.text))
                if (meant := next(right, None)) is None:
                    continue
                for each in (place, meant) if meant in missing else (place,):
                    self._leave_to_person(each, OF_ANOTHER_PART.format(columns[meant].name), answer.evidence)

    def _leave_what_is_passed_over(self) -> None:
        """Let a wrong or missing answer wait if the documents have a right result, or a wrong one has no right form."""
        if self._read.results is None:
            return
        pairs = zip(self._assignment.keys, self._marks, strict=False)
        right = {key: each for key, mark in pairs if mark.status == "correct" and (each := self._found.get(key))}
        led = {place for question in self._read.questions for place in places_behind(question, list(right.values()))}
        claimed = {(each.text, place) for each in right.values() for place in each.evidence[:1]}
        for place, column in enumerate(self._assignment.columns):
            if (answer := self._answer_at(place, *WRONG, "not_answered")) is None:
                continue
            if self._marks[place].status in WRONG and not self._marker.has_the_form(column, answer.text):
                self._leave_to_person(place, NO_ANSWER, answer.evidence)
                continue
            results = self._read.results.for_part(PartKey(column.id, column.part_id), answer.evidence)
            others = (
                where for text, where in results if self._marker.is_right(column, text) and (text, where) not in claimed
            )
            if passed := next((where for where in others if (where.file, where.place) not in led), None):
                self._leave_to_person(place, PASSED_OVER, (*answer.evidence[:1], passed))

    def _leave_what_was_not_read(self) -> None:
        """Let a wrong answer wait if an equation in its section could not be read in full: it may be there."""
        questions = self._read.questions
        starts = sorted(
            (each.file, each.place.line, question.problem) for question in questions for each in question.evidence
        )
        doubtful: set[str] = set()
        for document in self._read.documents:
            for line in (line for block in document.blocks if block.kind == "unread" for line in block.lines):
                above = [
                    problem for file, start, problem in starts if file == document.file and start <= line.place.line
                ]
                doubtful |= set(above[-1:]) or {question.problem for question in questions}
        for place, column in enumerate(self._assignment.columns):
            if column.id in doubtful and (answer := self._answer_at(place, *WRONG)):
                self._leave_to_person(place, NOT_READ, answer.evidence)

    def _leave_what_follows(self) -> None:
        """Let a wrong part wait if an earlier part waits whose error may be carried forward to it."""
        for places in self._assignment.multipart:
            waiting: list[GradeColumn] = []
            for place in places:
                column, mark = self._assignment.columns[place], self._marks[place]
                if mark.points is None:
                    waiting.append(column)
                elif mark.status in WRONG and (needed := [one.name for one in waiting if _follows(column, one)]):
                    answer = self._found[column.id, column.part_id]
                    doubted = self._marker.mark(column, answer.text, Reason("follows", FOLLOWS.format(needed[0])))
                    self._marks[place] = with_places(of_one_student(doubted, column, self._read.who.student), answer)


def _doubt(answer: BoundAnswer) -> Reason | None:
    """Return why an answer waits, with its candidates, by which equal cases are grouped; None if it is not in doubt."""
    candidates = " | ".join(dict.fromkeys(each.text for each in answer.candidates))
    return Reason("doubt", answer.doubt, candidates=candidates) if answer.doubt else None


def _follows(column: GradeColumn, earlier: GradeColumn) -> bool:
    """Return whether an error in an earlier part is carried forward to this one."""
    part, before = column.part, earlier.part
    if part is None or before is None or not part.follow_through:
        return False
    same = part.variant.key() == before.variant.key()
    return same and part.step != before.step and is_computed_from(part.variant, part.step, before.step)


def with_working(
    read: ReadHandIn,
    assignment: AssignmentColumns,
    found: Mapping[QuestionKey, BoundAnswer],
    marks: Sequence[Mark],
    marker: AnswerMarker,
) -> list[Mark]:
    """Return a hand-in's marks with the lines of working in them; answers that earn more by these are marked anew."""
    told = list(marks)
    for question in read.questions:
        places = [place for place, column in enumerate(assignment.columns) if column.id == question.problem]
        if not question.working or not places:
            continue
        columns = [assignment.columns[place] for place in places]
        given = {
            column.part_id: found[column.id, column.part_id].text
            for place, column in zip(places, columns, strict=True)
            if (column.id, column.part_id) in found and marks[place].points is not None
        }
        equations = [each.equation for each in question.working]
        credited, read_lines = marker.credited_by_working(columns, given, equations)
        lines = _by_part(question, columns, read_lines)
        for place, column in zip(places, columns, strict=True):
            if column.part_id in credited and marks[place].status in WRONG:
                told[place] = with_places(credited[column.part_id], found[column.id, column.part_id])
            told[place] = told[place].with_working(lines[column.part_id])
    return told


def places_behind(question: FoundQuestion, answers: Iterable[BoundAnswer]) -> set[tuple[str, Place]]:
    """Return the file and place of each line of working that leads to one of these answers."""
    equations = [each.equation for each in question.working]
    found: set[int] = set()
    for answer in answers:
        if answer.problem == question.problem and answer.evidence:
            file, place, _ = answer.evidence[-1]
            ends = (each for each in question.working if each.evidence.file == file and each.evidence.place == place)
            for end in ends:
                found |= numbers_behind(equations, end.equation) - {end.equation.number}
    return {(each.evidence.file, each.evidence.place) for each in question.working if each.equation.number in found}


def _by_part(
    question: FoundQuestion, columns: Sequence[GradeColumn], read_lines: Sequence[ToldLine]
) -> dict[str | None, list[dict[str, Any]]]:
    """Return the records of lines by part: each line belongs to the first answer that is not above it, or the last."""
    answers = {each.part: each for each in question.answers}
    ends = [
        (_position(answer.evidence[-1]), column.part_id)
        for column in columns
        if (answer := answers.get(column.part_id)) and answer.evidence
    ]
    lines: dict[str | None, list[dict[str, Any]]] = {column.part_id: [] for column in columns}
    for each, line in zip(question.working, read_lines, strict=True):
        position = _position(each.evidence)
        below = [(end, part) for end, part in ends if end >= position]
        part = min(below)[1] if below else columns[-1].part_id
        lines[part].append(_line(each, line))
    return lines


def _position(evidence: Evidence) -> tuple[str, int, int]:
    return evidence.file, evidence.place.cell or 0, evidence.place.line


def _line(worked: WorkedLine, line: ToldLine) -> dict[str, Any]:
    """Return the record of a line."""
    file, place, _ = worked.evidence
    where = {"file": file, "line": place.line, "cell": place.cell, "where": place.shown or None}
    return line.record() | {key: value for key, value in where.items() if value is not None}


def with_places(mark: Mark, answer: BoundAnswer) -> Mark:
    """Return a mark whose record says where the answer was found, and what else it may be."""
    places, candidates = _places(answer.evidence), _places(answer.candidates) if answer.doubt else []
    if not places and not candidates:
        return mark
    added: dict[str, Any] = {"evidence": places} if places else {}
    if '"evidence":' in mark.record:
        added["evidence"] = [*places, *mark.fields.get("evidence", ())]
        return mark._replace(record=dumps(mark.fields | added | ({"candidates": candidates} if candidates else {}))[1:])
    if candidates:
        added["candidates"] = candidates
    return mark._replace(record=f"{mark.record[:-1]},{dumps(added)[1:]}")


def with_pages(mark: Mark, scans: Iterable[Scan]) -> Mark:
    """Return a mark of an answer that was not found, whose record lists the scanned pages that may hold it."""
    pages = [(each.file, page) for each in scans for page in each.pages][:MOST_PAGES]
    if not pages:
        return mark
    found = [{"file": file, "line": 1, "where": f"page {page}", "text": PICTURE} for file, page in pages]
    return mark._replace(record=f"{mark.record[:-1]},{dumps({'candidates': found})[1:]}")


def _places(found: Iterable[Evidence]) -> list[dict[str, Any]]:
    """Return places for JSON, each once: several candidates may be in one line."""
    return [
        {
            "file": file,
            "line": place.line,
            **({} if place.cell is None else {"cell": place.cell}),
            **({"where": place.shown} if place.shown else {}),
            "text": text,
        }
        for file, place, text in dict.fromkeys(found)
    ]
