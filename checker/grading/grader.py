"""The grader of submissions: records, rows and issues of what the students handed in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from checker.grading.answer_marker import AnswerMarker
from checker.grading.cell import MarkedAnswer, in_error
from checker.grading.chunk import Chunk, RecordRow, ReviewView
from checker.grading.course import AssignmentColumns, Course
from checker.grading.decisions import MatchedDecisions, decided
from checker.grading.issues import MOST_DIFFERENT
from checker.grading.reviews import Reviews
from checker.grading.submissions import FoundSubmissions, HandIn, Submission, Trouble, Who
from checker.grading.unmatched import Unmatched, UnmatchedAnswer, UnmatchedAnswers
from checker.marking.essay_matches import EssayMatch
from checker.marking.record import record_prefix
from checker.notation.words import shortened

if TYPE_CHECKING:
    from checker.grading.write_ups import ReadHandIn, WriteUpReader

LONGEST_VIEW: Final = 5_000
"""Maximum number of characters of an answer that are shown to the person who decides."""

LONGEST_CANDIDATE: Final = 200

ANSWER: Final = " (the answer: "
"""Text between an issue and the answer that has it."""

NO_PROBLEM: Final = "answers no problem of any assignment; check the ids of the problems"


class SubmissionGrader:
    """Grades submissions one after the other, and remembers the answers."""

    def __init__(self, course: Course, reviews: Reviews | None = None) -> None:
        self.course = course
        self.reviews = reviews or Reviews()
        self.marker = AnswerMarker(course)
        self._unmatched = UnmatchedAnswers(course)
        self._reader: WriteUpReader | None = None

    def grade(self, found: Iterable[FoundSubmissions | HandIn]) -> Chunk:
        """Grade all of these."""
        lines: list[str] = []
        self.marker.findings = {}
        chunk = Chunk.empty()._replace(findings=self.marker.findings)
        for each in found:
            if isinstance(each, Trouble):
                chunk.issues.add(each.student, str(each.path), each.line, each.message)
            elif isinstance(each, HandIn):
                self._grade_hand_in(self._read(each), lines, chunk)
            else:
                self._grade(each, lines, chunk)
        return chunk._replace(records="".join(lines).encode())

    def _grade(self, submission: Submission, lines: list[str], chunk: Chunk) -> None:
        student, name, email, path, given, _ = submission
        file, line, issues = str(path), given[0].line if given else None, chunk.issues
        answers = {(problem, part): text for problem, part, text, _, _ in given}
        assignments = self.course.fitting(submission)
        unmatched, more = Unmatched([])
        if not answers.keys() <= {key for assignment in assignments for key in assignment.keys}:
            unmatched, more = self._unmatched.of(submission, assignments)
        for assignment in assignments:
            marks = self.marker.marks(assignment, answers)
            if unmatched:
                unmatched = self._place(unmatched, assignment, marks)
            self._record(Who(student, name, email), (file, line), assignment, marks, lines, chunk)
        if not assignments and not unmatched:
            issues.add(student, file, None, NO_PROBLEM)
        for answer, reason, _ in unmatched[:MOST_DIFFERENT]:
            issues.add(student, answer.file, answer.line, reason.sentence, f"{ANSWER}{shortened(answer.text)})")
        if more := more + len(unmatched[MOST_DIFFERENT:]):
            issues.add_rest(student, file, more)

    def _read(self, hand_in: HandIn) -> ReadHandIn:
        """Read the documents of a hand-in."""
        if self._reader is None:
            from checker.grading.write_ups import WriteUpReader  # here, because structured files need none of it

            self._reader = WriteUpReader(self.course)
        return self._reader.read(hand_in)

    def _grade_hand_in(self, read: ReadHandIn, lines: list[str], chunk: Chunk) -> None:
        from checker.grading.found_answers import marks_of
        from checker.grading.remarks import remarked

        for submission in read.submissions:
            self._grade(submission, lines, chunk)
        for trouble in read.troubles:
            chunk.issues.add(trouble.student, str(trouble.path), trouble.line, trouble.message)
        chunk.other_faults.extend(read.faults)
        for assignment in read.assignments:
            marks = marks_of(read, assignment, self.marker)
            self._record(read.who, (str(read.path), None), assignment, marks, lines, chunk)
            if read.documents:
                chunk.write_ups.append(remarked(read, assignment, marks))

    def _record(  # noqa: PLR0913, PLR0917 - whose, from where, what it is and where it goes
        self,
        who: Who,
        place: tuple[str, int | None],
        assignment: AssignmentColumns,
        marks: list[MarkedAnswer],
        lines: list[str],
        chunk: Chunk,
    ) -> None:
        """Add the record of each answer, and the row; `marks` become as people decided them."""
        if self.reviews.decisions:
            self._apply_decisions(who.student, assignment, marks, chunk.decisions)
        beginning = record_prefix(who.student)
        lines += [f"{beginning},{mark.record}\n" for mark in marks]
        in_columns = marks[: len(assignment.columns)]
        cells, digests = tuple([mark.cell for mark in in_columns]), tuple([mark.digest for mark in in_columns])
        _add_views(marks, chunk.views)
        chunk.rows.append(RecordRow(assignment.name, *who, *place, cells, digests))

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
                marks[place] = (
                    self.marker.mark(column, text, answer.reason) if column.part else in_error(column, text, part)
                )
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
            matches = tuple(EssayMatch(**each) for each in record.get("evidence", ()) if "file" not in each)
            candidates = tuple(map(_shown, record.get("candidates", ())))
            views[mark.cell.group] = ReviewView(
                mark.cell.column, given[:LONGEST_VIEW], len(given[LONGEST_VIEW:]), matches, candidates
            )


def _shown(candidate: Mapping[str, Any]) -> str:
    """Return `s1.md, line 12: 27,648`."""
    cell = f"cell {candidate['cell']}, " if "cell" in candidate else ""
    return f"{candidate['file']}, {cell}line {candidate['line']}: {shortened(candidate['text'], LONGEST_CANDIDATE)}"
