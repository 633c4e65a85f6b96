"""Marks submissions.  An answer given before costs a look-up; a fault of ours in one answer stays with that answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from checker.engine.memory import Memory
from checker.grading.cell import Cell, MarkedAnswer, faulty, in_error, marked
from checker.grading.course import AssignmentColumns, Course, GradeColumn, QuestionKey
from checker.grading.decisions import Met, decided
from checker.grading.finding import FindingKey as FoundKey
from checker.grading.finding import MarkingFinding
from checker.grading.issues import MOST, IssueLog
from checker.grading.reviews import Reviews
from checker.grading.submissions import FoundSubmissions, Submission, Trouble
from checker.grading.unmatched import Unmatched, UnmatchedAnswer, UnmatchedAnswers
from checker.marking.essay_matches import EssayMatch
from checker.marking.feedback import Feedback
from checker.marking.marker import LONGEST_REMEMBERED, MOST_SHARED, OutcomeMemory
from checker.marking.outcome import Outcome
from checker.marking.parts import PartsMarker
from checker.marking.record import record_prefix
from checker.notation.words import shortened

LONGEST_LAID: Final = 5_000
"""Characters of an answer that are laid out for the person who decides."""

ANSWER: Final = " (the answer: "
"""Between what is wrong and whose answer it is."""

JUDGED: Final = ("incorrect", "partial")

NOTHING: Final = "answers no problem of any assignment, so nobody can tell what to grade it against"


class RecordRow(NamedTuple):
    """One submission to one assignment, for the tables."""

    assignment: str
    student: str
    name: str | None
    email: str | None
    file: str
    line: int | None
    fates: tuple[Cell, ...]
    """One for each column of the assignment."""
    answers: tuple[str, ...]
    """For each column what tells different answers apart; empty where there is none."""


class Laid(NamedTuple):
    """What a person who decides has to see of an answer."""

    column: int
    given: str
    """The answer, as far as it is shown."""
    left: int
    """Characters that are not."""
    evidence: tuple[EssayMatch, ...]


class Chunk(NamedTuple):
    """What some submissions gave: their records as lines of JSON, their rows, and what else needs a person."""

    records: bytes
    rows: list[RecordRow]
    needs: IssueLog
    laid: dict[str, Laid]
    """By the group of answers that one decision can serve."""
    met: Met
    """The decisions that have been made on them."""
    findings: dict[FoundKey, MarkingFinding]
    """What was found out about the wrong answers that this desk had not met before."""
    ended: tuple[str, ...] = ()
    """What ended the process that worked on it, twice; each with its place."""


class SubmissionGrader:
    """Where submissions are marked, one after the other."""

    def __init__(self, course: Course, reviews: Reviews | None = None) -> None:
        self.course = course
        self.reviews = reviews or Reviews()
        self._strays = UnmatchedAnswers(course)
        self._rooms: dict[str, PartsMarker] = {}
        self._outcomes: OutcomeMemory = Memory(MOST_SHARED)
        self._known: list[dict[str, MarkedAnswer]] = [{} for _ in course.columns]
        self._count = 0
        """Of the answers that are known."""
        self._findings: dict[FoundKey, MarkingFinding] = {}

    def grade(self, found: Iterable[FoundSubmissions]) -> Chunk:
        """Mark all of these."""
        lines: list[str] = []
        self._findings = {}
        chunk = Chunk(b"", [], IssueLog(), {}, Met(), self._findings)
        for each in found:
            if isinstance(each, Trouble):
                chunk.needs.add(each.student, str(each.path), each.line, each.message)
            else:
                self._grade(each, lines, chunk)
        return chunk._replace(records="".join(lines).encode())

    def _grade(self, submission: Submission, lines: list[str], chunk: Chunk) -> None:
        student, person, email, path, given, _ = submission
        file, line, needs = str(path), given[0].line if given else None, chunk.needs
        beginning = record_prefix(student)
        answers = {(problem, part): text for problem, part, text, _, _ in given}
        assignments = self.course.fitting(submission)
        lost, more = Unmatched([])
        if not answers.keys() <= {key for assignment in assignments for key in assignment.keys}:
            lost, more = self._strays.of(submission, assignments)
        for assignment in assignments:
            marks = []
            for key, column in assignment.keys.items():
                text = answers.get(key, "")
                marks.append(self._known[column.index].get(text) or self._mark(column, text))
            self._judge_together(assignment, answers, marks)
            if lost:
                lost = self._placed(lost, assignment, marks)
            if self.reviews.decisions:
                self._decide(student, assignment, marks, chunk.met)
            lines += [f"{beginning},{mark.record}\n" for mark in marks]
            own = marks[: len(assignment.columns)]
            fates, same = tuple([mark.fate for mark in own]), tuple([mark.answer for mark in own])
            _lay_out(marks, chunk.laid)
            chunk.rows.append(RecordRow(assignment.name, student, person, email, file, line, fates, same))
        if not assignments and not lost:
            needs.add(student, file, None, NOTHING)
        for answer, message, _ in lost[:MOST]:
            needs.add(student, answer.file, answer.line, message, f"{ANSWER}{shortened(answer.text)})")
        if more := more + len(lost[MOST:]):
            needs.add_rest(student, file, more)

    def _mark(self, column: GradeColumn, text: str) -> MarkedAnswer:
        result = self._look_at(column, text)
        if len(text) <= LONGEST_REMEMBERED:
            if self._count >= MOST_SHARED:
                self._forget()
            self._known[column.index][text] = result
            self._count += 1
        return result

    def _forget(self) -> None:
        for known in self._known:
            known.clear()
        self._count = 0

    def _look_at(self, column: GradeColumn, text: str, doubt: str = "") -> MarkedAnswer:
        """Mark an answer; where there is a doubt whether it belongs here, leave that to a person."""
        if column.part is None or column.problem is None:
            return in_error(column, text)
        try:
            marker = self._room(column).markers[column.part_id]
            if doubt:
                return marked(
                    column, Outcome(marker.marked_question, "needs_review", text, Feedback(doubt), points=None)
                )
            return self._noted(column, marker.mark(text))
        except Exception as error:  # noqa: BLE001 - the one boundary: a fault of ours is told, and never a wrong answer
            return faulty(column, text, error)

    def _noted(self, column: GradeColumn, outcome: Outcome) -> MarkedAnswer:
        """Note what was found out about a wrong answer, for the summary."""
        mark = marked(column, outcome)
        if mark.fate.status in JUDGED and mark.fate.answer:
            self._findings.setdefault((column.index, mark.fate.answer), MarkingFinding.of(outcome))
        return mark

    def _judge_together(
        self, assignment: AssignmentColumns, answers: Mapping[QuestionKey, str], marks: list[MarkedAnswer]
    ) -> None:
        """Mark the parts of a problem anew, together, where one of them is wrong."""
        for places in assignment.multipart:
            if any(marks[place].fate.status in JUDGED for place in places):
                columns = assignment.columns[places.start : places.stop]
                own = marks[places.start : places.stop]
                marks[places.start : places.stop] = self._together(columns, answers, own)

    def _together(
        self, columns: Sequence[GradeColumn], answers: Mapping[QuestionKey, str], marks: Sequence[MarkedAnswer]
    ) -> list[MarkedAnswer]:
        """The parts anew; a fault of ours is told of the wrong ones, and those alone."""
        given = {
            column.part_id: answers.get((column.id, column.part_id), "")
            for column, mark in zip(columns, marks, strict=True)
            if mark.fate.status != "error"
        }
        try:
            outcomes = self._room(columns[0]).mark(given)
        except Exception as error:  # noqa: BLE001 - as in _look_at
            return [
                faulty(column, given[column.part_id], error) if mark.fate.status in JUDGED else mark
                for column, mark in zip(columns, marks, strict=True)
            ]
        return [
            marked(column, outcomes[column.part_id]) if column.part_id in outcomes else mark
            for column, mark in zip(columns, marks, strict=True)
        ]

    def _room(self, column: GradeColumn) -> PartsMarker:
        """Where the parts of a problem are marked."""
        if column.id not in self._rooms:
            assert column.problem is not None  # noqa: S101 - for mypy: who comes here has a part
            self._rooms[column.id] = PartsMarker(column.problem, memory=self._outcomes)
        return self._rooms[column.id]

    def _decide(self, student: str, assignment: AssignmentColumns, marks: list[MarkedAnswer], met: Met) -> None:
        """What reviewers decided takes the place of what was found."""
        for at, column in enumerate(assignment.columns):
            marks[at] = decided(marks[at], column, student, self.reviews, met)

    def _placed(
        self, lost: Sequence[UnmatchedAnswer], assignment: AssignmentColumns, marks: list[MarkedAnswer]
    ) -> list[UnmatchedAnswer]:
        """Put the strays where they may belong, one into each free column; gives back those that found no place."""
        rest = []
        first = assignment.columns[0].index if assignment.columns else 0
        for stray in lost:
            text, part = stray.given.text, stray.given.part
            meant = [column.index - first for column in stray.meant if column.assignment == assignment.name]
            free = [at for at in meant if marks[at].fate.status == "not_answered"]
            for at in free:
                column = assignment.columns[at]
                marks[at] = self._look_at(column, text, stray.message) if column.part else in_error(column, text, part)
            if meant and not free and not stray.message:  # one more part of a problem in error
                marks.append(in_error(assignment.columns[meant[0]], text, part))
            elif not free:
                rest.append(stray)
        return rest


def _lay_out(marks: Iterable[MarkedAnswer], laid: dict[str, Laid]) -> None:
    """Keep what a person has to see, once for all equal answers."""
    for mark in marks:
        if mark.fate.group and mark.fate.group not in laid:
            record = mark.whole
            given = record["given"]
            shown, left = given[:LONGEST_LAID], len(given[LONGEST_LAID:])
            evidence = tuple(EssayMatch(**each) for each in record.get("evidence", ()))
            laid[mark.fate.group] = Laid(mark.fate.column, shown, left, evidence)
