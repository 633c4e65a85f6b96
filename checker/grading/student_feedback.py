"""What students may read about their answers, at a level of feedback.

Records are the instructor's and full.  Answers are marked again for students, so that below that level no number is
left that gives the solution away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from checker.grading.course import AssignmentColumns, Course
from checker.grading.results.identity import Identities, relative_to_results
from checker.grading.store import Store
from checker.grading.versions import Versions, content_of
from checker.marking.feedback import Feedback, no_answer
from checker.marking.outcome import Outcome
from checker.marking.parts import PartsMarker
from checker.notation.words import in_one_line
from checker.problems import Collection, Problem, QuestionKey

DECIDED: Final = frozenset({"correct", "carried", "partial", "incorrect"})
READ: Final = DECIDED | {"unreadable"}
WAITING: Final = "A person will look at this answer."
OTHER_QUESTION: Final = "This grade is from another version of the question than the one of today."

Graded = Literal["as today", "by another checker", "as another question"]
"""How an answer was graded: against the problem of today, with other code of checker, or against another problem."""


class GradedProblems(NamedTuple):
    """The problems that grades are about, from one folder or from several."""

    problems: Mapping[str, Problem]
    versions: Mapping[str, str]
    """By problem, its version of today."""
    assignments: Mapping[str, AssignmentColumns]
    """By their names in the store."""

    @classmethod
    def of(cls, collection: Collection, folder: Path, store: Store) -> GradedProblems:
        """Return the problems of a folder, with the ids by which the store knows its assignments."""
        course = Course(collection)
        versions = Versions(course)
        results = store.path.parent
        Identities(course, store, versions, relative_to_results(folder, results), str(results.resolve())).adopt()
        collection = collection.with_ids({name: each.stored_name for name, each in course.assignments.items()})
        assignments = {each.stored_name: each for each in course.assignments.values()}
        return cls(collection.problems, versions.problems, assignments)


class AnswerFeedback(NamedTuple):
    """What a student may read about one answer."""

    status: str
    """One of `checker.marking.outcome.STATUSES`, at the level of the feedback."""
    feedback: Feedback
    outcome: Outcome | None = None
    """None where a person decided or decides, where nothing was answered, and where only the verdict is known."""
    remark: str = ""
    """The decision of a person, in their words."""
    is_other_question: bool = False
    """The grade is from another version of the question."""

    @property
    def message(self) -> str:
        """Return the whole as running text."""
        message = self.remark or self.feedback.message
        return f"{OTHER_QUESTION} {message}".rstrip() if self.is_other_question else message


class StudentFeedback:
    """The feedback to answers of a course."""

    def __init__(self, problems: Mapping[str, Problem], versions: Mapping[str, str], level: str) -> None:
        """Take the problems with their versions of today: an answer to another version has its verdict only."""
        self._problems = problems
        self._versions = versions
        self._level = level
        self._markers: dict[str, PartsMarker] = {}
        self._graded: dict[int, Graded] = {}
        self.faults: list[str] = []
        """Faults of checker; the answers have their verdicts."""

    def graded(self, marks: Sequence[int], store: Store) -> list[Graded]:
        """Return for each mark in the store how it was graded."""
        missing = [mark for mark in marks if mark not in self._graded]
        for mark, key in store.marks.keys(missing).items():
            self._graded[mark] = _graded(key.version, self._versions.get(key.problem))
        return [self._graded[mark] for mark in marks]

    def __call__(self, records: Sequence[Mapping[str, Any]], graded: Sequence[Graded]) -> list[AnswerFeedback]:
        """Return the feedback to each record of one student."""
        by_problem: dict[str, list[Mapping[str, Any]]] = {}
        for record, how in zip(records, graded, strict=True):
            if how == "as today" and record["problem"] in self._problems:
                by_problem.setdefault(record["problem"], []).append(record)
        outcomes: dict[QuestionKey, Outcome] = {}
        for id_, some in by_problem.items():
            try:
                outcomes |= self._outcomes(self._problems[id_], some)
            except Exception as error:  # noqa: BLE001 - a fault in one answer must not cost a class its feedback
                given = ", ".join(in_one_line(each["given"]) for each in some if each["given"])
                self.faults.append(f"{id_}, answer {given}: {type(error).__name__}: {error}")
        found = [self._feedback(each, outcomes.get((each["problem"], each["part"]))) for each in records]
        return [
            each._replace(is_other_question=how == "as another question" and each.status != "not_answered")
            for each, how in zip(found, graded, strict=True)
        ]

    def _outcomes(self, problem: Problem, records: Sequence[Mapping[str, Any]]) -> dict[QuestionKey, Outcome]:
        """Mark the answers to one problem again: all of them, since one may follow from another."""
        given = {each["part"]: each["given"] for each in records if each["status"] in READ}
        if not any(map(_is_judged, records)):
            return {}
        if problem.id not in self._markers:
            self._markers[problem.id] = PartsMarker(problem, self._level, is_graded=True)
        return {(problem.id, part): outcome for part, outcome in self._markers[problem.id].mark(given).items()}

    def _feedback(self, record: Mapping[str, Any], outcome: Outcome | None) -> AnswerFeedback:
        status, message = record["status"], str(record["message"])
        if "review" in record:
            return AnswerFeedback(status, Feedback(""), remark=message)
        if status == "not_answered":
            return AnswerFeedback(status, Feedback(no_answer(record["given"])))
        if status not in DECIDED:
            return AnswerFeedback(status, Feedback(WAITING))
        if outcome is None or outcome.status not in {status, "too_coarse"}:  # other parts were graded with it
            return AnswerFeedback(status, Feedback(message if self._level == "full" else ""))
        return AnswerFeedback(outcome.status, outcome.feedback, outcome)


def _graded(version: str, today: str | None) -> Graded:
    if version == today:
        return "as today"
    is_other = today is not None and content_of(version) != content_of(today)
    return "as another question" if is_other else "by another checker"


def _is_judged(record: Mapping[str, Any]) -> bool:
    return record["status"] in DECIDED and "review" not in record
