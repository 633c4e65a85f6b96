"""Answers found in documents, marked: with their places, and with the doubts that a person has to settle."""

from __future__ import annotations

from typing import Final

from checker.answers import is_blank
from checker.diagnosis.steps import is_computed_from
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.answer_marker import WRONG, AnswerMarker
from checker.grading.grader.mark import OURS, Mark, Reason, alone, of_one_student, problem_in_error, unseen
from checker.grading.grader.settled import is_offered, settled
from checker.grading.grader.worked import places_behind, with_places, with_working
from checker.grading.grader.write_ups import ReadHandIn
from checker.problems import QuestionKey
from checker.writeups.reading import BoundAnswer
from checker.writeups.sheets import PartKey

PASSED_OVER: Final = "Another result in the document would be right."
NOT_READ: Final = "Signs of an equation in this section could not be read."
NO_ANSWER: Final = "What was read has another shape or dimension than the answer."
OF_ANOTHER_PART: Final = "This result would be right for {}."
FOLLOWS: Final = "This answer may follow from the one to {}, which waits for a person."


def marks_of(read: ReadHandIn, assignment: AssignmentColumns, marker: AnswerMarker) -> list[Mark]:
    """Return the answers of a hand-in to all questions of an assignment, marked."""
    found = _found(read, assignment, marker)
    doubts = {key: doubt for key, each in found.items() if (doubt := read.doubt or _doubt(each))}
    marks = marker.marks(assignment, {key: each.text for key, each in found.items() if key not in doubts})
    for place, (key, column) in enumerate(assignment.keys.items()):
        answer = found.get(key)
        if column.part is None:
            marks[place] = unseen(column, problem_in_error(column))  # it is on no sheet, so nobody looked for it
        elif doubt := doubts.get(key):
            marks[place] = marker.mark(column, found[key].text, doubt)
            if not doubt.candidates and not found[key].text:
                marks[place] = of_one_student(marks[place], column, read.who.student)._replace(digest="")
        elif (answer is None or is_blank(answer.text)) and (reason := read.missing or read.doubt):
            marks[place] = _missing(column, reason, marker)
        if answer:
            marks[place] = with_places(marks[place], answer)
    _leave_what_answers_another(assignment, found, marks, marker)
    _leave_what_is_passed_over(read, assignment, found, marks, marker)
    _leave_what_was_not_read(read, assignment, found, marks, marker)
    _leave_what_follows(read.who.student, assignment, found, marks, marker)
    return with_working(read, assignment, found, marks, marker)


def _found(read: ReadHandIn, assignment: AssignmentColumns, marker: AnswerMarker) -> dict[QuestionKey, BoundAnswer]:
    """Return the answers that were found; what is only likely is not in doubt any more if it is right."""
    found: dict[QuestionKey, BoundAnswer] = {}
    for answer in (answer for question in read.questions for answer in question.answers):
        key = answer.problem, answer.part
        column = assignment.keys.get(key)
        is_right = column is not None and is_offered(answer) and marker.is_right(column, answer.text)
        found[key] = answer._replace(doubt="") if is_right else answer
    return settled(found, assignment, marker)


def _doubt(answer: BoundAnswer) -> Reason | None:
    """Return why a person has to find an answer; students with equal candidates are in one group."""
    candidates = " | ".join(dict.fromkeys(each.text for each in answer.candidates))
    return Reason("doubt", answer.doubt, candidates=candidates) if answer.doubt else None


def _missing(column: GradeColumn, reason: Reason, marker: AnswerMarker) -> Mark:
    """Return an answer that was not found, which is not to say that there is none."""
    if reason.code in OURS:
        return unseen(column, reason)
    return alone(marker.mark(column, "", reason))._replace(digest="")


def _leave_what_is_passed_over(
    read: ReadHandIn,
    assignment: AssignmentColumns,
    found: dict[QuestionKey, BoundAnswer],
    marks: list[Mark],
    marker: AnswerMarker,
) -> None:
    """Leave a wrong answer, or a missing one, to a person where the document holds a result that would be right."""
    if read.results is None:
        return
    right_ones = {key for key, mark in zip(assignment.keys, marks, strict=False) if mark.status == "correct"}
    led = {
        place
        for question in read.questions
        for place in places_behind(question, [each for key, each in found.items() if key in right_ones])
    }
    claimed = {(each.text, place) for key, each in found.items() if key in right_ones for place in each.evidence[:1]}
    for place, (key, column) in enumerate(assignment.keys.items()):
        answer, status = found.get(key), marks[place].status
        if answer is None or status not in {*WRONG, "not_answered"} or answer.is_marked:
            continue
        if status in WRONG and not marker.has_the_form(column, answer.text):
            marks[place] = _with_doubt(column, answer._replace(doubt=NO_ANSWER, candidates=answer.evidence), marker)
            continue
        results = read.results.for_part(PartKey(*key), answer.evidence)
        right = (each for each in results if marker.is_right(column, each[0]))
        others = (where for text, where in right if (text, where) not in claimed)
        if passed := next((where for where in others if (where.file, where.place) not in led), None):
            doubted = answer._replace(doubt=PASSED_OVER, candidates=(*answer.evidence[:1], passed))
            marks[place] = _with_doubt(column, doubted, marker)


def _leave_what_was_not_read(
    read: ReadHandIn,
    assignment: AssignmentColumns,
    found: dict[QuestionKey, BoundAnswer],
    marks: list[Mark],
    marker: AnswerMarker,
) -> None:
    """Leave a wrong answer to a person where signs of an equation in its section are lost: the answer may be there."""
    starts = sorted(
        (each.file, each.place.line, question.problem) for question in read.questions for each in question.evidence
    )
    doubtful: set[str] = set()
    for document in read.documents:
        for line in (line for block in document.blocks if block.kind == "unread" for line in block.lines):
            above = [problem for file, start, problem in starts if file == document.file and start <= line.place.line]
            doubtful |= set(above[-1:]) or {question.problem for question in read.questions}
    for place, (key, column) in enumerate(assignment.keys.items()):
        answer = found.get(key)
        if answer and column.id in doubtful and not answer.is_marked and marks[place].status in WRONG:
            marks[place] = _with_doubt(column, answer._replace(doubt=NOT_READ, candidates=answer.evidence), marker)


def _leave_what_answers_another(
    assignment: AssignmentColumns,
    found: dict[QuestionKey, BoundAnswer],
    marks: list[Mark],
    marker: AnswerMarker,
) -> None:
    """Leave a wrong part to a person if its result is right for another part: it may have been taken for this one."""
    for places in assignment.multipart:
        missing = [place for place in places if marks[place].status == "not_answered"]
        for place in places:
            column = assignment.columns[place]
            answer = found.get((column.id, column.part_id))
            if answer is None or answer.is_marked or marks[place].status not in WRONG:
                continue
            others = sorted((each for each in places if each != place), key=lambda each: each not in missing)
            right = (each for each in others if marker.is_right(assignment.columns[each], answer.text))
            if (meant := next(right, None)) is None:
                continue
            doubt = OF_ANOTHER_PART.format(assignment.columns[meant].name)
            for each in (place, meant) if meant in missing else (place,):
                own = assignment.columns[each]
                doubted = found[own.id, own.part_id]._replace(doubt=doubt, candidates=answer.evidence)
                marks[each] = _with_doubt(own, doubted, marker)


def _with_doubt(column: GradeColumn, answer: BoundAnswer, marker: AnswerMarker) -> Mark:
    """Return an answer that a person has to decide on."""
    return with_places(marker.mark(column, answer.text, _doubt(answer)), answer)


def _leave_what_follows(
    student: str,
    assignment: AssignmentColumns,
    found: dict[QuestionKey, BoundAnswer],
    marks: list[Mark],
    marker: AnswerMarker,
) -> None:
    """Leave a wrong part to a person where an earlier one waits that it may follow from."""
    for places in assignment.multipart:
        waiting: list[GradeColumn] = []
        for place in places:
            column, status = assignment.columns[place], marks[place].status
            if marks[place].points is None:
                waiting.append(column)
            elif status in WRONG and (needed := [one.name for one in waiting if _follows(column, one)]):
                answer = found[column.id, column.part_id]
                reason = Reason("follows", FOLLOWS.format(needed[0]))
                mark = of_one_student(marker.mark(column, answer.text, reason), column, student)
                marks[place] = with_places(mark, answer)


def _follows(column: GradeColumn, earlier: GradeColumn) -> bool:
    """Return whether an error in an earlier part is carried forward to this one."""
    part, before = column.part, earlier.part
    if part is None or before is None or not part.follow_through:
        return False
    same = part.variant.key() == before.variant.key()
    return same and part.step != before.step and is_computed_from(part.variant, part.step, before.step)
