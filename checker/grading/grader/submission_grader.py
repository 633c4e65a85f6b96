"""`SubmissionGrader`: reads sources into rows, marks responses, and looks into wrong answers that several gave.

Answers in tables and structured files stay unmarked in their rows, and equal ones are later marked once.  They are
marked at once only if some belong to no question, or the student's numbers are not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from checker.grading.course import AssignmentColumns, Course, column_names
from checker.grading.grader.answer_marker import AnswerMarker
from checker.grading.grader.graded_source import (
    MOST_DIFFERENT,
    GradedRow,
    GradedSource,
    Issue,
    Response,
    Unread,
    WrongAnswer,
)
from checker.grading.grader.mark import NO_OUTCOME, OURS, Mark, Reason, in_error, without_group
from checker.grading.grader.unmatched import UnmatchedAnswer, UnmatchedAnswers
from checker.grading.left_out import LeftOut
from checker.grading.submissions.model import (
    FilePiece,
    FoundFile,
    FoundSubmissions,
    HandIn,
    Hiding,
    NotRead,
    Scanned,
    Source,
    Submission,
    Trouble,
    Who,
    printable,
    student_of,
)
from checker.grading.submissions.read import read_file
from checker.grading.versions import Dependence, Versions
from checker.problems import QuestionKey
from checker.text.words import in_one_line

if TYPE_CHECKING:
    from checker.grading.grader.write_ups import ReadHandIn, WriteUpReader

ANSWER: Final = " (the answer: "
"""Text between an issue and the answer that has it."""

NO_NUMBERS: Final = Reason(
    "whose_numbers",
    "This student is not on the roster, so it is not certain which numbers these answers are about. Correct the id,"
    " or add the student to the roster.",
)
NO_PROBLEM: Final = "answers no problem of any assignment; check the ids of the problems"

Work = Source | Response | WrongAnswer
"""What is handed out: a source to read, a response to mark, or a wrong answer to look into."""
Graded = GradedSource | Response | WrongAnswer
"""What is handed back."""


class SubmissionGrader:
    """Grades sources and answers one after the other: a pure function of these and the problems."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.marker = AnswerMarker()
        self.versions = Versions(course)
        self.names = column_names(course)
        """What the columns of tables may be called."""
        self._unmatched = UnmatchedAnswers(course)
        self._reader: WriteUpReader | None = None

    def grade(self, task: Iterable[Work]) -> list[Graded]:
        """Return the results of a task: sources read, answers marked, and shared wrong answers looked into."""
        return [self._graded(each) for each in task]

    def _graded(self, work: Work) -> Graded:
        """Return the result of one item of a task, by its kind."""
        if isinstance(work, Response):
            return self._mark(work)
        if isinstance(work, WrongAnswer):
            return self.marker.looked_into(self.course.columns[work.column], work)
        if isinstance(work, HandIn):
            return self.of_read(self._read(work), work)
        return self._grade_file(work)

    def _mark(self, response: Response) -> Response:
        """Return a response with its marks, and with what pages will say about them."""
        columns = self.course.of_problem(response.problem, response.drawn)
        answers = dict(zip(columns.keys, response.texts, strict=True))
        marks = tuple(self.marker.marks(columns, answers))
        told = self.marker.page_feedback(columns.columns[0], marks, self.versions.problems[response.problem])
        return response._replace(marks=marks, told=told)

    def of_read(self, read: ReadHandIn, source: HandIn) -> GradedSource:
        """Return a hand-in that was read as a graded source, with its answers marked."""
        graded, left_out = GradedSource.empty(source), set[int]()
        if self.course.left_out:
            read = hand_in_of_others(read, self.course.left_out, left_out)
        self._grade_hand_in(read, graded)
        if read.missing and not left_out:
            graded = graded._replace(unread=(Unread.of(source, read.who.student),))
        return self._finished(graded, "documents", left_out, source.assignment_hint)

    def _grade_file(self, source: FoundFile | FilePiece) -> GradedSource:
        """Return the rows and issues of a structured file, or of a piece of a table."""
        graded, left_out = GradedSource.empty(source), set[int]()
        is_plain, troubles, has_answers = True, list[Trouble](), False
        everything: Iterable[FoundSubmissions]
        everything = source.found if isinstance(source, FilePiece) else read_file(source, names=self.names)
        if self.course.left_out:
            everything = of_others(everything, source, self.course.left_out, left_out)
        for found in everything:
            if isinstance(found, Trouble):
                troubles.append(found)
            elif isinstance(found, Submission):
                has_answers = True
                is_plain = self._grade(found, graded) and is_plain
        if troubles and not has_answers and source.sort != "table":
            is_plain = False
            graded = self._with_unread(source, troubles, graded)
        elif any(isinstance(each, Hiding) for each in troubles):
            graded = graded._replace(unread=(Unread(printable(source.path), source.hint),))
        for each in troubles:
            owner = graded.rows[0].student if graded.rows and not has_answers else None
            graded.issues.append(Issue(each.student, str(each.path), each.line, each.message, owner=owner))
        is_file = isinstance(source, FoundFile) and source.sort != "table"
        return self._finished(graded, ("questions" if is_file else "headings") if is_plain else "course", left_out)

    def _with_unread(
        self, source: FoundFile | FilePiece, troubles: Iterable[Trouble], graded: GradedSource
    ) -> GradedSource:
        """Return the result for a file of which nothing could be read; answers of a student's own file wait."""
        student = next(filter(None, (each.student for each in troubles)), "")
        is_kept_out = isinstance(source, FoundFile) and source.error  # not opened at all, for example if it is nobody's
        if source.sort == "structured" and (not is_kept_out or self.course.of_folder(source.hint)):
            self._leave_unread(source, student, graded)
        return graded._replace(unread=(Unread.of(source, student),))

    def _leave_unread(self, source: FoundFile | FilePiece, student: str, graded: GradedSource) -> None:
        """Add rows in which all answers of a student wait for a person, since the student's own file cannot be read."""
        from checker.grading.grader.write_ups import NOT_READ, not_read

        path = Path(printable(source.path))
        hint = source.hint if self.course.of_folder(source.hint) else None
        owner = Who(student) if student else student_of(path)
        read = not_read(HandIn(*owner, path, (), hint), self.course, NOT_READ)
        self._grade_hand_in(replace(read, troubles=[]), graded)

    def _finished(
        self, graded: GradedSource, dependence: Dependence, left_out: Iterable[int], hint: str | None = None
    ) -> GradedSource:
        """Return a graded source with the token of what it depends on; empty after a fault, to be graded again."""
        responses = (response for row in graded.rows for response in row.responses)
        reasons = (mark.reason for response in responses for mark in response.marks)
        has_fault = graded.faults or any(reason and reason.code in OURS for reason in reasons)
        depends_on = "" if has_fault else self.versions.token(dependence, hint)
        return graded._replace(depends_on=depends_on, left_out=frozenset(left_out))

    def _grade(self, submission: Submission, graded: GradedSource) -> bool:
        """Add the rows of a submission; return whether each of its answers belongs to a question."""
        student, name, email, path, given, *_ = submission
        file, line = str(path), given[0].line if given else None
        answers = {(each.problem, each.part): each.text for each in given}
        assignments = self.course.fitting(submission)
        unmatched, more = list[UnmatchedAnswer](), 0
        if not answers.keys() <= {key for assignment in assignments for key in assignment.keys}:
            unmatched, more = self._unmatched.of(submission, assignments)
        is_plain = bool(assignments) and not unmatched
        known = self.course.owner(student, submission.delivery.other_ids)
        for assignment in (self.course.of_student(each, known) for each in assignments):
            if unmatched or self._has_unknown_numbers(assignment, known):
                marks = self.marker.marks(assignment, answers)
                unmatched = self._put_unmatched(unmatched, assignment, marks)
                responses = marked_responses(assignment, self._held(assignment, marks, known))
            else:
                responses = responses_of(assignment, answers)
            row = GradedRow(assignment.name, student, name, email, file, line, submission.delivery, responses)
            graded.rows.append(row)
        if not assignments and not unmatched:
            graded.issues.append(Issue(student, file, None, NO_PROBLEM))
        for answer, reason, _ in unmatched[:MOST_DIFFERENT]:
            shown = f"{ANSWER}{in_one_line(answer.text)})"
            graded.issues.append(Issue(student, answer.file, answer.line, reason.sentence, shown))
        if more := more + len(unmatched[MOST_DIFFERENT:]):
            graded.issues.append(Issue(student, file, None, "", more=more))
        return is_plain

    def _read(self, hand_in: HandIn) -> ReadHandIn:
        """Read the documents of a hand-in."""
        if self._reader is None:
            from checker.grading.grader.write_ups import WriteUpReader  # here, because structured files need none of it

            self._reader = WriteUpReader(self.course)
        return self._reader.read(hand_in)

    def _grade_hand_in(self, read: ReadHandIn, graded: GradedSource) -> None:
        """Add the rows, issues and faults of a hand-in that was read."""
        from checker.grading.grader.found_answers import marks_of
        from checker.grading.grader.remarks import remarked

        for submission in read.submissions:
            self._grade(submission, graded)
        graded.faults.extend(read.faults)
        known = self.course.owner(read.who.student, read.delivery.other_ids)
        for assignment in (self.course.of_student(each, known) for each in read.assignments):
            marks = tuple(self._held(assignment, marks_of(read, assignment, self.marker), known))
            write_up = remarked(read, assignment, marks) if read.documents else None
            responses = marked_responses(assignment, marks)
            row = GradedRow(assignment.name, *read.who, str(read.path), None, read.delivery, responses, write_up)
            graded.rows.append(row)
        waits = any(mark.points is None for row in graded.rows for each in row.responses for mark in each.marks)
        for each in read.troubles:
            if waits and isinstance(each, Scanned):
                continue
            owner = read.who.student if isinstance(each, NotRead) else None
            graded.issues.append(Issue(each.student, str(each.path), each.line, each.message, owner=owner))

    def _has_unknown_numbers(self, assignment: AssignmentColumns, student: str) -> bool:
        """Return whether an assignment draws numbers but the roster does not have the student."""
        return self.course.is_unknown(student) and any(each.drawn for each in assignment.columns)

    def _held(self, assignment: AssignmentColumns, marks: Iterable[Mark], student: str) -> list[Mark]:
        """Return the marks; answers to drawn numbers wait if the roster does not have the student."""
        if not self._has_unknown_numbers(assignment, student):
            return list(marks)
        return [
            without_group(self.marker.mark(column, mark.fields["given"], NO_NUMBERS))
            if column.drawn and mark.status not in NO_OUTCOME
            else mark
            for column, mark in zip(assignment.columns, marks, strict=True)
        ]

    def _put_unmatched(
        self, unmatched: Sequence[UnmatchedAnswer], assignment: AssignmentColumns, marks: list[Mark]
    ) -> list[UnmatchedAnswer]:
        """Let unmatched answers wait in the free columns that they may be meant for; return those without one."""
        rest = []
        first = assignment.columns[0].index if assignment.columns else 0
        for answer in unmatched:
            text, part = answer.given.text, answer.given.part
            candidates = [each.index - first for each in answer.candidates if each.assignment == assignment.name]
            free = [place for place in candidates if marks[place].status == "not_answered"]
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


def responses_of(assignment: AssignmentColumns, answers: Mapping[QuestionKey, str]) -> tuple[Response, ...]:
    """Return a submission's answers as one unmarked response for each problem of an assignment."""
    texts = [answers.get(key, "") for key in assignment.keys]
    firsts = [assignment.columns[places.start] for places in assignment.by_problem]
    return tuple(
        Response(first.id, tuple(texts[places.start : places.stop]), drawn=first.drawn)
        for first, places in zip(firsts, assignment.by_problem, strict=True)
    )


def marked_responses(assignment: AssignmentColumns, marks: Sequence[Mark]) -> tuple[Response, ...]:
    """Return a response for each problem, then one for each mark of an answer that has no column of its own."""
    ids = [column.id for column in assignment.columns]
    first = assignment.columns[0].index if ids else 0
    found = [
        Response(ids[places.start], marks=tuple(marks[places.start : places.stop])) for places in assignment.by_problem
    ]
    return *found, *(Response(ids[mark.column - first], marks=(mark,)) for mark in marks[len(ids) :])


def of_others(
    found: Iterable[FoundSubmissions], source: Source, left_out: LeftOut, numbers: set[int]
) -> Iterator[FoundSubmissions]:
    """Yield what was found in a source, but for students who are left out; add their numbers to `numbers`."""
    everything = list(found)
    owner = _owner(source) if not any(isinstance(each, Submission) for each in everything) else ""
    for each in everything:
        student = each.student or (owner if isinstance(each, Trouble) else "")
        number = left_out.number(student)
        if number is None:
            yield each
        else:
            numbers.add(number)


def hand_in_of_others(read: ReadHandIn, left_out: LeftOut, numbers: set[int]) -> ReadHandIn:
    """Return a hand-in without what belongs to students who are left out; add their numbers to `numbers`."""
    number = left_out.number(read.who.student)
    if number is not None:
        numbers.add(number)
        read = type(read)(read.who, read.path, submissions=read.submissions, troubles=read.troubles)
    students = [each.student for each in read.submissions] + [each.student for each in read.troubles]
    numbers.update(number for each in students if (number := left_out.number(each)) is not None)
    return replace(
        read,
        submissions=[each for each in read.submissions if not left_out.has(each.student)],
        troubles=[each for each in read.troubles if not left_out.has(each.student)],
    )


def _owner(source: Source) -> str:
    """Return the name of a file without suffix, which may be a student's id; empty for a table or a hand-in."""
    return PurePath(source.key).stem if isinstance(source, FoundFile) and source.sort != "table" else ""
