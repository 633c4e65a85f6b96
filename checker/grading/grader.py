"""The grader of submissions.  Equal answers are marked once, and a fault of checker affects one answer only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from checker.engine.memory import Memory
from checker.grading.cell import Cell, MarkedAnswer, faulty, in_error, marked
from checker.grading.course import AssignmentColumns, Course, GradeColumn, QuestionKey
from checker.grading.decisions import MatchedDecisions, decided
from checker.grading.finding import FindingKey, MarkingFinding
from checker.grading.groups import Reason
from checker.grading.issues import MOST_DIFFERENT, IssueLog
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

LONGEST_VIEW: Final = 5_000
"""Maximum number of characters of an answer that are shown to the person who decides."""

ANSWER: Final = " (the answer: "
"""Text between an issue and the answer that has it."""

WRONG: Final = ("incorrect", "partial")

NO_PROBLEM: Final = "answers no problem of any assignment; check the ids of the problems"


class RecordRow(NamedTuple):
    """One submission to one assignment, for the tables."""

    assignment: str
    student: str
    name: str | None
    email: str | None
    file: str
    line: int | None
    cells: tuple[Cell, ...]
    """One for each column of the assignment."""
    digests: tuple[str, ...]
    """For each column the digest of the answer; empty where there is none."""


class ReviewView(NamedTuple):
    """An answer as a person who decides sees it."""

    column: int
    given: str
    """The answer, or its beginning."""
    omitted: int
    """The number of characters that are not shown."""
    matches: tuple[EssayMatch, ...]


class Chunk(NamedTuple):
    """The results of some submissions: their records as lines of JSON, their rows, and what else needs a person."""

    records: bytes
    rows: list[RecordRow]
    issues: IssueLog
    views: dict[str, ReviewView]
    """By review group."""
    decisions: MatchedDecisions
    findings: dict[FindingKey, MarkingFinding]
    """Findings on the wrong answers that this grader had not marked before."""
    ended_workers: tuple[str, ...] = ()
    """The submissions and files that ended their worker process twice, each with its place."""


class SubmissionGrader:
    """Marks submissions one after the other, and remembers the answers."""

    def __init__(self, course: Course, reviews: Reviews | None = None) -> None:
        self.course = course
        self.reviews = reviews or Reviews()
        self._unmatched = UnmatchedAnswers(course)
        self._markers: dict[str, PartsMarker] = {}
        self._outcomes: OutcomeMemory = Memory(MOST_SHARED)
        self._known: list[dict[str, MarkedAnswer]] = [{} for _ in course.columns]
        """By column, the marked answers by their text."""
        self._known_count = 0
        self._findings: dict[FindingKey, MarkingFinding] = {}

    def grade(self, found: Iterable[FoundSubmissions]) -> Chunk:
        """Mark all of these."""
        lines: list[str] = []
        self._findings = {}
        chunk = Chunk(b"", [], IssueLog(), {}, MatchedDecisions(), self._findings)
        for each in found:
            if isinstance(each, Trouble):
                chunk.issues.add(each.student, str(each.path), each.line, each.message)
            else:
                self._grade(each, lines, chunk)
        return chunk._replace(records="".join(lines).encode())

    def _grade(self, submission: Submission, lines: list[str], chunk: Chunk) -> None:
        student, name, email, path, given, _ = submission
        file, line, issues = str(path), given[0].line if given else None, chunk.issues
        beginning = record_prefix(student)
        answers = {(problem, part): text for problem, part, text, _, _ in given}
        assignments = self.course.fitting(submission)
        unmatched, more = Unmatched([])
        if not answers.keys() <= {key for assignment in assignments for key in assignment.keys}:
            unmatched, more = self._unmatched.of(submission, assignments)
        for assignment in assignments:
            marks = []
            for key, column in assignment.keys.items():
                text = answers.get(key, "")
                marks.append(self._known[column.index].get(text) or self._mark_and_remember(column, text))
            self._mark_parts_together(assignment, answers, marks)
            if unmatched:
                unmatched = self._place(unmatched, assignment, marks)
            if self.reviews.decisions:
                self._apply_decisions(student, assignment, marks, chunk.decisions)
            lines += [f"{beginning},{mark.record}\n" for mark in marks]
            in_columns = marks[: len(assignment.columns)]
            cells, digests = tuple([mark.cell for mark in in_columns]), tuple([mark.digest for mark in in_columns])
            _add_views(marks, chunk.views)
            chunk.rows.append(RecordRow(assignment.name, student, name, email, file, line, cells, digests))
        if not assignments and not unmatched:
            issues.add(student, file, None, NO_PROBLEM)
        for answer, reason, _ in unmatched[:MOST_DIFFERENT]:
            issues.add(student, answer.file, answer.line, reason.sentence, f"{ANSWER}{shortened(answer.text)})")
        if more := more + len(unmatched[MOST_DIFFERENT:]):
            issues.add_rest(student, file, more)

    def _mark_and_remember(self, column: GradeColumn, text: str) -> MarkedAnswer:
        mark = self._mark(column, text)
        if len(text) <= LONGEST_REMEMBERED:
            if self._known_count >= MOST_SHARED:
                self._forget()
            self._known[column.index][text] = mark
            self._known_count += 1
        return mark

    def _forget(self) -> None:
        for known in self._known:
            known.clear()
        self._known_count = 0

    def _mark(self, column: GradeColumn, text: str, doubt: Reason | None = None) -> MarkedAnswer:
        """Mark an answer; leave it to a person where there is a doubt that it belongs here."""
        if column.part is None or column.problem is None:
            return in_error(column, text)
        try:
            marker = self._marker(column).markers[column.part_id]
            if doubt:
                outcome = Outcome(marker.marked_question, "needs_review", text, Feedback(doubt.sentence), points=None)
                return marked(column, outcome, doubt)
            return self._with_finding(column, marker.mark(text))
        except Exception as error:  # noqa: BLE001 - the one boundary: a fault of ours is reported, never a wrong answer
            return faulty(column, text, error)

    def _with_finding(self, column: GradeColumn, outcome: Outcome) -> MarkedAnswer:
        """Return the marked answer; of a wrong one keep what was found out, for the summary."""
        mark = marked(column, outcome)
        if mark.cell.status in WRONG and mark.cell.answer:
            self._findings.setdefault((column.index, mark.cell.answer), MarkingFinding.of(outcome))
        return mark

    def _mark_parts_together(
        self, assignment: AssignmentColumns, answers: Mapping[QuestionKey, str], marks: list[MarkedAnswer]
    ) -> None:
        """Mark the parts of a problem again, together, where one of them is wrong."""
        for places in assignment.multipart:
            if any(marks[place].cell.status in WRONG for place in places):
                columns = assignment.columns[places.start : places.stop]
                parts = marks[places.start : places.stop]
                marks[places.start : places.stop] = self._parts(columns, answers, parts)

    def _parts(
        self, columns: Sequence[GradeColumn], answers: Mapping[QuestionKey, str], marks: Sequence[MarkedAnswer]
    ) -> list[MarkedAnswer]:
        """Return the parts of a problem, marked together; a fault of ours is reported for the wrong ones only."""
        given = {
            column.part_id: answers.get((column.id, column.part_id), "")
            for column, mark in zip(columns, marks, strict=True)
            if mark.cell.status != "error"
        }
        try:
            outcomes = self._marker(columns[0]).mark(given)
        except Exception as error:  # noqa: BLE001 - as in _mark
            return [
                faulty(column, given[column.part_id], error) if mark.cell.status in WRONG else mark
                for column, mark in zip(columns, marks, strict=True)
            ]
        return [
            marked(column, outcomes[column.part_id]) if column.part_id in outcomes else mark
            for column, mark in zip(columns, marks, strict=True)
        ]

    def _marker(self, column: GradeColumn) -> PartsMarker:
        """Return the marker of a problem."""
        if column.id not in self._markers:
            assert column.problem is not None  # noqa: S101 - for mypy: who comes here has a part
            self._markers[column.id] = PartsMarker(column.problem, memory=self._outcomes)
        return self._markers[column.id]

    def _apply_decisions(
        self, student: str, assignment: AssignmentColumns, marks: list[MarkedAnswer], matched: MatchedDecisions
    ) -> None:
        """Replace what was found by what reviewers decided."""
        for place, column in enumerate(assignment.columns):
            marks[place] = decided(marks[place], column, student, self.reviews, matched)

    def _place(
        self, unmatched: Sequence[UnmatchedAnswer], assignment: AssignmentColumns, marks: list[MarkedAnswer]
    ) -> list[UnmatchedAnswer]:
        """Put unmatched answers into the free columns that they may belong to; return those without such a column."""
        rest = []
        first = assignment.columns[0].index if assignment.columns else 0
        for answer in unmatched:
            text, part = answer.given.text, answer.given.part
            candidates = [each.index - first for each in answer.candidates if each.assignment == assignment.name]
            free = [place for place in candidates if marks[place].cell.status == "not_answered"]
            for place in free:
                column = assignment.columns[place]
                marks[place] = self._mark(column, text, answer.reason) if column.part else in_error(column, text, part)
            if candidates and not free and not answer.reason.sentence:  # one more part of a problem in error
                marks.append(in_error(assignment.columns[candidates[0]], text, part))
            elif not free:
                rest.append(answer)
        return rest


def _add_views(marks: Iterable[MarkedAnswer], views: dict[str, ReviewView]) -> None:
    """Add what a person has to see, once for all equal answers."""
    for mark in marks:
        if mark.cell.group and mark.cell.group not in views:
            record = mark.fields
            given = record["given"]
            matches = tuple(EssayMatch(**each) for each in record.get("evidence", ()))
            views[mark.cell.group] = ReviewView(
                mark.cell.column, given[:LONGEST_VIEW], len(given[LONGEST_VIEW:]), matches
            )
