"""`StudentFeedback`: feedback on graded answers, at a level that students may read, for pages and exports.

The instructor's records are full.  Answers are marked again for students, so that below the level `full` no number is
left that gives the solution away; only those to an older version of a problem, or decided by a person, are not.  What
is said to equal answers is kept (`take_found`), so that later pages need not mark them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from checker.engine.memory import Memory
from checker.grading.course import AssignmentColumns, Course
from checker.grading.grader.answer_marker import DECIDED, READ, feedback_json, is_judged, key_of
from checker.grading.results.identity import Identities, relative_to_results
from checker.grading.store import Store
from checker.grading.store.database import from_json
from checker.grading.versions import Versions, content_of
from checker.marking.feedback import Feedback, no_answer
from checker.marking.parts import Outcomes, Questions
from checker.marking.result import Result
from checker.marking.told import has_numbers, told
from checker.marking.working import Line, review, told_again
from checker.problems import Collection, Problem, QuestionKey
from checker.text.words import in_one_line
from checker.working.equation import Equation
from checker.working.ledger import Ledger

MOST_QUESTIONS: Final = 256
"""Maximum number of problems and variants whose questions are remembered."""

WAITING: Final = "A person will look at this answer."
OTHER_QUESTION: Final = "This grade is from another version of the question than the one of today."

Graded = Literal["as today", "by another checker", "as another question"]
"""How an answer was graded: against the problem of today, with other code of checker, or against another problem."""


class GradedProblems(NamedTuple):
    """The problems that a store has grades of, with their versions and assignments."""

    problems: Mapping[str, Problem]
    versions: Mapping[str, str]
    """By problem, its version of today."""
    assignments: Mapping[str, AssignmentColumns]
    """By their names in the store."""

    @classmethod
    def of(cls, collection: Collection, folder: Path, store: Store) -> GradedProblems:
        """Return the problems of a folder, and the ids under which the store has grades of its assignments."""
        course = Course(collection)
        versions = Versions(course)
        results = store.path.parent
        Identities(course, store, versions, relative_to_results(folder, results), str(results.resolve())).adopt()
        collection = collection.with_ids({name: each.stored_name for name, each in course.assignments.items()})
        assignments = {each.stored_name: each for each in course.assignments.values()}
        return cls(collection.problems, versions.problems, assignments)


class LineRemark(NamedTuple):
    """A wrong line of a student's working, and what is wrong with it."""

    line: Mapping[str, Any]
    """The line in the record: its text and its place."""
    message: str


class AnswerFeedback(NamedTuple):
    """The feedback to one answer, as far as a student may read it."""

    status: str
    """One of `checker.marking.result.STATUSES`, at the level of the feedback."""
    feedback: Feedback
    result: Result | None = None
    """None where a person decided or decides, where only the verdict is known, and where the feedback was kept."""
    remark: str = ""
    """The decision of a person, in their words."""
    is_other_question: bool = False
    """The grade is from another version of the question."""
    working: tuple[LineRemark, ...] = ()
    """The lines of working that lead to the answer and are not right."""
    reading: str = ""
    """How the answer was read, as far as that is known."""

    @property
    def message(self) -> str:
        """Return all parts of the feedback as one running text."""
        message = self.remark or self.feedback.message
        return f"{OTHER_QUESTION} {message}".rstrip() if self.is_other_question else message


Told = tuple[dict[QuestionKey, AnswerFeedback], dict[QuestionKey, tuple[LineRemark, ...]]]
"""What is said to answers, and to the lines of their working."""


class StudentFeedback:
    """Makes the feedback to students' answers at one level, and keeps what was made before."""

    def __init__(
        self,
        problems: Mapping[str, Problem],
        versions: Mapping[str, str],
        level: str,
        kept: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        """Take the problems with their versions of today: an answer to another version has its verdict only.

        `kept`: returns what was said to answers before, as `take_found` had it.
        """
        self._kept = kept
        self._found: dict[str, str] = {}
        self._problems = problems
        self._versions = versions
        self._level = level
        self._questions: Memory[tuple[str, str], Questions] = Memory(MOST_QUESTIONS)
        self._graded_by: dict[int, Graded] = {}
        self.faults: list[str] = []
        """Faults of checker; the answers have their verdicts."""

    def take_found(self) -> dict[str, str]:
        """Return the feedback that was made since the last call, by key, for the store to keep."""
        taken, self._found = self._found, {}
        return taken

    def graded(self, marks: Sequence[int], store: Store) -> list[Graded]:
        """Return how each mark was graded: `as today`, `by another checker`, or `as another question`."""
        missing = [mark for mark in marks if mark not in self._graded_by]
        for mark, key in store.marks.keys(missing).items():
            self._graded_by[mark] = _graded_by(key.version, self._versions.get(key.problem))
        return [self._graded_by[mark] for mark in marks]

    def __call__(
        self, student: str, records: Sequence[Mapping[str, Any]], graded: Sequence[Graded]
    ) -> list[AnswerFeedback]:
        """Return the feedback to each record of a student."""
        by_problem: dict[str, list[Mapping[str, Any]]] = {}
        for record, how in zip(records, graded, strict=True):
            if how == "as today" and record["problem"] in self._problems:
                by_problem.setdefault(record["problem"], []).append(record)
        told: dict[QuestionKey, AnswerFeedback] = {}
        remarks: dict[QuestionKey, tuple[LineRemark, ...]] = {}
        for id_, some in by_problem.items():
            try:
                found, of_lines = self._told_to(self._problems[id_].of_student(student), some)
                told |= found
                remarks |= of_lines
            except Exception as error:  # noqa: BLE001 - a fault in one answer must not cost a class its feedback
                given = ", ".join(in_one_line(each["given"]) for each in some if each["given"])
                self.faults.append(f"{id_}, answer {given}: {type(error).__name__}: {error}")
        return [
            self._feedback(each, told.get(key := (each["problem"], each["part"])))._replace(
                is_other_question=how == "as another question" and each["status"] != "not_answered",
                working=remarks.get(key, ()),
            )
            for each, how in zip(records, graded, strict=True)
        ]

    def _told_to(self, problem: Problem, records: Sequence[Mapping[str, Any]]) -> Told:
        """Return what is said to the answers to one problem and to their working: as it was kept, or marked again."""
        has_findings = any(line["finding"] for each in records for line in each.get("working", ()))
        if not has_findings and not any(map(is_judged, records)):
            return {}, {}
        given = {each["part"]: each["given"] for each in records if each["status"] in READ}
        if has_findings or has_numbers(self._level):  # these show more than what is said
            return self._marked(problem, records, given, has_findings=has_findings)
        key = key_of(self._level, problem, self._versions.get(problem.id), given)
        kept = self._found.get(key) or self._kept(key)
        if not kept:
            kept = self._found[key] = feedback_json(self._of(problem).mark(given), self._level)
        return {(problem.id, part): _from_kept(*fields) for part, *fields in from_json(kept, list)}, {}

    def _of(self, problem: Problem) -> Questions:
        return self._questions.get((problem.id, problem.drawn), lambda: Questions(problem))

    def _marked(
        self,
        problem: Problem,
        records: Sequence[Mapping[str, Any]],
        given: Mapping[str | None, str],
        *,
        has_findings: bool,
    ) -> Told:
        """Mark the answers to one problem again, all of them, since one may follow from another, with their working."""
        outcomes: Outcomes = self._of(problem).mark(given) if any(map(is_judged, records)) else {}
        remarks: dict[QuestionKey, tuple[LineRemark, ...]] = {}
        if has_findings:
            lines, equations = _rebuilt(problem, records)
            credited, reviewed = review(equations, outcomes)
            outcomes = outcomes | credited
            shown = {line: reviewed[number] for line, number in lines.items()}
            for each in records:
                remarks[problem.id, each["part"]] = tuple(self._remarks(each, shown))
        results = {part: told(each, self._level, is_graded=True) for part, each in outcomes.items()}
        feedback = {
            (problem.id, part): AnswerFeedback(each.status, each.feedback, each, reading=each.shown_reading)
            for part, each in results.items()
        }
        return feedback, remarks

    def _remarks(self, record: Mapping[str, Any], lines: Mapping[int, Line]) -> Iterator[LineRemark]:
        """Yield the lines of the working in a record that are not right, each with what the student reads about it."""
        for written in record.get("working", ()):
            if message := told_again(written, lines.get(id(written)), self._level):
                yield LineRemark(written, message)

    def _feedback(self, record: Mapping[str, Any], told: AnswerFeedback | None) -> AnswerFeedback:
        """Return what a student reads about an answer: the words of a person who decided, or the feedback in `told`.

        What waits has a general sentence; where the grade is not that of the marking, only the verdict is left.
        """
        status, message = record["status"], str(record["message"])
        if "review" in record:
            return AnswerFeedback(status, Feedback(""), remark=message)
        if status == "not_answered":
            return AnswerFeedback(status, Feedback(no_answer(record["given"])))
        if status not in DECIDED:
            return AnswerFeedback(status, Feedback(WAITING))
        if told is None or told.status not in {status, "too_coarse"}:  # other parts were graded with it
            return AnswerFeedback(status, Feedback(message if has_numbers(self._level) else ""))
        return told


def _from_kept(status: str, feedback: Sequence[Any], reading: str) -> AnswerFeedback:
    headline, why, *others = feedback
    return AnswerFeedback(status, Feedback(headline, tuple(why), *others), reading=reading)


def _rebuilt(problem: Problem, records: Sequence[Mapping[str, Any]]) -> tuple[dict[int, int], Sequence[Equation]]:
    """Return the equations in the working of these records, and by Python's `id` of a line its equation's number."""
    ledger = Ledger(next((part.decimal for part in problem.parts if part.decimal), "point"))
    lines = [line for record in records for line in record.get("working", ())]
    numbers: dict[int, int] = {}
    for line in sorted(lines, key=lambda each: (each.get("file", ""), each.get("cell", 0), each["line"])):
        text = line["text"]
        label = line.get("label", "")
        found = ledger.add(text, called=label) or ledger.add(text.rpartition(" = ")[2])  # an abbreviation stands alone
        numbers |= {id(line): each.number for each in found if each.text == text}
    return numbers, ledger.equations


def _graded_by(version: str, today: str | None) -> Graded:
    """Return how a mark of this version was graded, given the problem's version of today (None if it is gone)."""
    if version == today:
        return "as today"
    is_other = today is not None and content_of(version) != content_of(today)
    return "as another question" if is_other else "by another checker"
