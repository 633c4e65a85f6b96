"""Builds the data of a class report from the store (`ReportBuilder`).

These are questions with their mistakes, common wrong answers, mistakes that students repeat, keys that may be wrong,
what waits for a person, changes of grades, and the most important facts as sentences (`highlights`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

import numpy as np

from checker.grading.exports import GradedAssignment, graded_assignments, keys_that_differ
from checker.grading.grader.mark import TOO_COARSE, UNEXPLAINED, Mark, commonest
from checker.grading.output.grades import change_groups
from checker.grading.output.summary import Tally, counted_as, of_all, working_tallies
from checker.grading.store import Standing, Store
from checker.problems import Problem, QuestionKey, question_name
from checker.reports.beliefs import HeldBelief, StudentBeliefs
from checker.reports.class_report import model
from checker.reports.class_report.clusters import SharedAnswers, clusters, left_open, next_question
from checker.reports.class_report.model import AssignmentReport, GroupRow, QuestionRow, Suspicion, WorkingRow
from checker.text.words import counted

MOST_MISTAKES: Final = 5
"""Maximum number of mistakes that are listed for a question."""

MOST_BELIEFS: Final = 12
"""Maximum number of beliefs that are listed."""

MOST_WAITING: Final = 60
MOST_OTHERS: Final = 40
MOST_CHANGES: Final = 60
MOST_NAMED: Final = 40
"""Maximum numbers of groups of answers, of other issues, of changes, and of students in each, that are listed."""

ISSUES_ELSEWHERE: Final = "{} that no answer belongs to: see needs-review.md."


NOTHING: Final[Mapping[str, list[Any]]] = {"answers": [], "others": [], "more_than_once": []}

FEWEST_QUESTIONS: Final = 3
"""Minimum number of questions with the same wrong answer, or the same mistake, to be worth a sentence."""

FEWEST_DIGITS: Final = 3
"""Minimum number of digits of such an answer: short numbers are wrong answers to many questions by chance."""

MOST: Final = 2
"""Maximum number of mistakes, and of answers, that are named."""


class ReportBuilder:
    """Collects what the report shows about everything in a store."""

    def __init__(
        self, store: Store, naming: model.Naming, problems: Callable[[], Mapping[str, Problem]] = dict
    ) -> None:
        """Make the builder.

        `problems` loads the problems as they were graded, from which a question to ask next is proposed; called once,
        where there is something to ask about.
        """
        self._store, self._load_problems = store, problems
        self._assignments = graded_assignments(store)
        self._standings = list(store.history.standings())
        students = {each.student: each.who for each in self._standings}
        self._who = model.Who(list(students.values()), naming)
        self._summaries = [self._current(folder, run.summary) for folder, run in store.history.last_runs()]
        self._rosters = store.inputs.rosters()
        self._shared = self._findings("shared_answers")

    def report(self) -> model.ClassReport:
        """Return the data of the report."""
        groups = [each for summary in self._summaries for each in summary["needs_person"]["answers"]]
        last = self._store.history.last_run()
        keys = [Suspicion(*each) for each in keys_that_differ(self._store, self._assignments)]
        assignments = [self._assignment(each, number) for number, each in enumerate(self._assignments, 1)]
        suspicious = self._findings("suspicious_keys").items()
        suspicions = [Suspicion(question_name(*question), each["message"]) for (question, _), each in suspicious]
        return model.ClassReport(
            title=self._assignments[0].title
            if len(self._assignments) == 1
            else counted(len(self._assignments), "assignment"),
            graded=datetime.fromisoformat(last.ended).astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC") if last else "",
            highlights=tuple(highlights(assignments, [*keys, *suspicions])),
            keys_that_differ=tuple(keys),
            suspicions=tuple(suspicions),
            assignments=tuple(assignments),
            beliefs=tuple(self._beliefs()),
            waiting=tuple(map(self._waiting, groups[:MOST_WAITING])),
            more_waiting=max(0, len(groups) - MOST_WAITING),
            others=tuple(self._others()),
            changes=tuple(self._group(*each) for each in change_groups(self._store.history.changes())[:MOST_CHANGES]),
            naming=self._who.naming,
        )

    def _current(self, folder: str, summary: dict[str, Any]) -> dict[str, Any]:
        """Return the summary of a run on a folder without the students who handed in elsewhere since.

        Its lists are empty if none is left.
        """
        there = {each.student for each in self._standings if f"{each.path}/".startswith(f"{folder}/")}
        if not there:
            return {"suspicious_keys": [], "shared_answers": [], "needs_person": NOTHING}
        needs = summary["needs_person"]
        groups = (each | {"students": [*filter(there.__contains__, each["students"])]} for each in needs["answers"])
        answers = [each for each in groups if each["students"]]
        others = [each for each in needs["others"] if each["student"] is None or each["student"] in there]
        twice = [each for each in needs["more_than_once"] if each["student"] in there]
        return summary | {"needs_person": {"answers": answers, "others": others, "more_than_once": twice}}

    def _findings(self, key: str) -> SharedAnswers:
        """Return the findings under a key of the summaries, such as `shared_answers`, by question and answer.

        Of what was found in several folders of submissions, the last run counts.
        """
        found: dict[tuple[QuestionKey, str], Mapping[str, Any]] = {}
        for summary in self._summaries:  # the latest first
            for each in summary[key]:
                found.setdefault(((each["problem"], each["part"]), each["answer"]), each)
        return found

    def _waiting(self, group: Mapping[str, Any]) -> GroupRow:
        """Return equal answers that wait, as far as the report may show what students wrote."""
        answer, reason = self._who.without_names(group["answer"]), self._who.reason(group["reason"])
        return self._group(group["name"], answer, reason, group["students"])

    def _group(self, question: str, what: str, why: str, students: Sequence[str]) -> GroupRow:
        return GroupRow(question, what, why, len(students), self._named(students))

    def _named(self, students: Sequence[str]) -> str:
        """Return some students, and how many more there are."""
        names = ", ".join(map(self._who.told, self._who.in_order(students)[:MOST_NAMED]))
        left = len(students) - MOST_NAMED
        return f"{names} and {left:,} more" if left > 0 else names

    def _others(self) -> Iterator[str]:
        """Yield what else needs a person, such as files that could not be read; after 40, a sentence for the rest.

        An anonymous report has only their number.
        """
        needs = [summary["needs_person"] for summary in self._summaries]
        issues = [each for need in needs for each in (*need["more_than_once"], *need["others"])]
        if self._who.naming == "anonymous":  # paths and messages name people
            if issues:
                yield ISSUES_ELSEWHERE.format(counted(len(issues), "issue"))
            return
        for each in issues[:MOST_OTHERS]:
            about = self._who.told(each["student"]) if each["student"] is not None else each["place"]
            yield f"{about}: {self._who.without_names(each['message'])}"
        if len(issues) > MOST_OTHERS:
            yield ISSUES_ELSEWHERE.format(counted(len(issues) - MOST_OTHERS, "more issue"))

    def _beliefs(self) -> Iterator[model.BeliefRow]:
        """Yield the mistakes that students make in several answers: at most twelve, those of most students first."""
        by_student: dict[str, list[Standing]] = {}
        for each in self._standings:
            if each.path:
                by_student.setdefault(each.student, []).append(each)
        beliefs = StudentBeliefs(self._store)
        found: dict[str, dict[str, HeldBelief]] = {}
        for student, standings in by_student.items():
            for belief in beliefs.of(standings):
                found.setdefault(belief.id, {})[student] = belief
        for held in sorted(found.values(), key=len, reverse=True)[:MOST_BELIEFS]:
            questions = Counter(question_name(*question) for each in held.values() for _, question in each.places)
            sentence = Counter(each.sentence for each in held.values()).most_common(1)[0][0]
            yield model.BeliefRow(sentence, len(held), tuple(questions.most_common()), self._named(list(held)))

    def _assignment(self, assignment: GradedAssignment, number: int) -> AssignmentReport:
        """Return what the report shows about an assignment.

        Its numbers of hand-ins, spread of points and difficulties leave out students who are not on the roster.
        """
        everyone = [each for each in self._standings if each.assignment == assignment.name]
        there = [each for each in everyone if each.path]
        of_course = list(filter(self._is_of_course, there))
        marks = _marks_by_question(there, self._store)
        cells = self._store.marks.cells({mark for some in marks.values() for mark in some})
        shares = [each.points / each.max_points for each in of_course if each.max_points]
        found = model.spread(shares)
        rows = [*self._questions(assignment, of_course, marks, cells)]
        working = working_tallies([(each.student, each.marks[: len(each.counted)]) for each in there], self._store)
        return AssignmentReport(
            anchor=f"assignment-{number}",
            title=assignment.title,
            handed_in=len(of_course),
            absent=len(everyone) - len(there),
            facts=tuple(_facts(found, of_course, len(there) - len(of_course))) if found else (),
            spread=found,
            questions=tuple(rows),
            next_question=self._next_question(assignment, rows, marks, cells),
            clusters=tuple(self._clusters(assignment, marks, cells)),
            students=tuple(map(self._student, sorted(everyone, key=lambda each: self._who.place(each.student)))),
            waiting=sum(each.waiting for each in there),
            working=tuple(WorkingRow(**each.record()) for each in working),
            all_working=WorkingRow(**of_all(working).record()) if working else None,
        )

    def _is_of_course(self, standing: Standing) -> bool:
        """Return whether the student is on the roster of the hand-in's folder; True if it has no roster."""
        path = f"{standing.path}/"
        rosters = (ids for folder, ids in self._rosters.items() if path.startswith(f"{folder}/"))
        return standing.student in next(rosters, (standing.student,))

    def _questions(
        self,
        assignment: GradedAssignment,
        there: Sequence[Standing],
        marks: Mapping[QuestionKey, Counter[int]],
        cells: Mapping[int, Mark],
    ) -> Iterator[QuestionRow]:
        """Yield the statistics of each question, with its most common mistakes."""
        questions = [(problem, part) for problem, part, _, _ in assignment.parts]
        weights = [most or 0.0 for *_, most in assignment.parts]
        shares = self._shares(questions, there)
        both = zip(model.difficulties(shares), model.discriminations(shares, weights), strict=True)
        for (problem, part, title, most), (difficulty, discrimination) in zip(assignment.parts, both, strict=True):
            counts = marks.get((problem, part), Counter())
            tally = Tally()
            for mark, count in counts.items():
                tally.add(counted_as(cells[mark], most), count)
            is_graded = tally.right + tally.partial + tally.wrong > 0 or not tally.to_review
            yield QuestionRow(
                question_name(problem, part),
                title,
                most,
                tally,
                difficulty if is_graded else None,
                discrimination if is_graded else None,
                tuple(_mistakes(counts, cells, most)),
            )

    def _next_question(
        self,
        assignment: GradedAssignment,
        rows: Sequence[QuestionRow],
        marks: Mapping[QuestionKey, Counter[int]],
        cells: Mapping[int, Mark],
    ) -> str:
        """Return a sentence on which question to ask next; empty if none helps.

        It tells apart what led to the wrong answers to the hardest question.
        """
        graded = [(row.difficulty, place) for place, row in enumerate(rows) if row.difficulty is not None]
        if not graded or min(graded)[0] == 1:
            return ""
        problem, part, *_ = assignment.parts[min(graded)[1]]
        theirs = marks.get((problem, part), Counter())
        wrong = [mark for mark in theirs if cells[mark].status in {"partial", "incorrect"}]
        records = self._store.marks.fields(wrong)
        left = left_open((theirs[mark], records[mark]) for mark in wrong)
        return next_question((problem, part), left, self._problems) if len(left) > 1 else ""

    @cached_property
    def _problems(self) -> Mapping[str, Problem]:
        return self._load_problems()

    def _shares(
        self, questions: Sequence[QuestionKey], there: Sequence[Standing]
    ) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the share of the points of each student for each question; NaN where they do not count or wait."""
        found = np.full((len(there), len(questions)), np.nan)
        keys = self._store.marks.keys({mark for each in there for mark in each.marks})
        most = {mark: fields["max_points"] for mark, fields in self._store.marks.fields(keys).items()}
        places = {question: place for place, question in enumerate(questions)}
        for row, standing in enumerate(there):
            for mark, points in zip(standing.marks, standing.counted, strict=False):
                place = places.get(keys[mark][:2])
                if place is not None and points is not None and most[mark]:
                    found[row, place] = points / most[mark]
        return found

    def _clusters(
        self, assignment: GradedAssignment, marks: Mapping[QuestionKey, Counter[int]], cells: Mapping[int, Mark]
    ) -> Iterator[model.Cluster]:
        for problem, part, *_ in assignment.parts:
            question = problem, part
            yield from clusters(question, marks.get(question, Counter()), cells, self._shared, self._store)

    def _student(self, standing: Standing) -> model.StudentRow:
        handed_in = bool(standing.path)
        percent = round(100 * standing.points / standing.max_points) if handed_in and standing.max_points else None
        return model.StudentRow(
            self._who.id_of(standing.student),
            self._who.name_of(standing.student),
            standing.points if handed_in else None,
            standing.max_points,
            percent,
            standing.waiting + standing.issues,
            standing.late_reason,
        )


def _marks_by_question(there: Iterable[Standing], store: Store) -> dict[QuestionKey, Counter[int]]:
    """Return the number of students with each mark, by question."""
    counts = Counter(mark for each in there for mark in each.marks[: len(each.counted)])
    keys = store.marks.keys(counts)
    found: dict[QuestionKey, Counter[int]] = {}
    for mark, count in counts.items():
        found.setdefault(keys[mark][:2], Counter())[mark] = count
    return found


def _mistakes(counts: Mapping[int, int], cells: Mapping[int, Mark], most: float | None) -> Iterator[model.MistakeShare]:
    """Yield the most common mistakes with how many students made each, also in percent of those who answered."""
    answered = sum(count for mark, count in counts.items() if cells[mark].status != "not_answered")
    labels: Counter[str] = Counter()
    for mark, count in counts.items():
        if counted_as(cells[mark], most) in {"partial", "wrong"} and cells[mark].label:
            labels[cells[mark].label] += count
    for label, count in commonest(labels)[:MOST_MISTAKES]:
        yield model.MistakeShare(label, count, round(100 * count / answered))


def _facts(found: model.Spread, there: Sequence[Standing], strangers: int) -> Iterator[tuple[str, str]]:
    """Yield the names and values of facts on an assignment, such as the median of the points."""
    yield "mean", f"{found.mean:.0%}"
    yield "median", f"{found.median:.0%}"
    if found.number > 1:
        yield "standard deviation", f"{found.deviation:.0%}"
    if waiting := sum(1 for each in there if each.waiting):
        yield "with ungraded answers", counted(waiting, "student")
    if strangers:
        yield "not on the roster, left out here", counted(strangers, "student")


def highlights(assignments: Sequence[AssignmentReport], suspicions: Sequence[Suspicion]) -> Iterator[str]:
    """Yield the most important facts of the report, each as a sentence."""
    for each in assignments:
        everyone = each.handed_in + each.absent
        mean = f" They have {each.spread.mean:.0%} of the points on average." if each.spread else ""
        where = f"{each.title}: " if len(assignments) > 1 else ""
        yield f"{where}{each.handed_in} of {counted(everyone, 'student')} handed in.{mean}"
    if questions := {each.question for each in suspicions}:
        yield f"{counted(len(questions), 'question')} may have a wrong key: check it before you give the grades out."
    waiting = sum(each.waiting for each in assignments)
    if waiting:
        answers = "answer waits" if waiting == 1 else "answers wait"
        yield f"{waiting:,} {answers} for a person. Until then they count 0."
    mistakes = (
        (each.label, each.number)
        for assignment in assignments
        for row in assignment.questions
        for each in row.mistakes
        if each.label not in {UNEXPLAINED, TOO_COARSE} and not each.label.endswith("?")
    )
    for label, number, count in _repeated(mistakes):
        yield f"A mistake in {count} questions: {label} ({counted(number, 'answer')})."
    unexplained = (
        (each.answer, each.number)
        for assignment in assignments
        for each in assignment.clusters
        if not each.is_known and sum(map(str.isdigit, each.answer)) >= FEWEST_DIGITS
    )
    for answer, number, count in _repeated(unexplained):
        yield f"The same wrong answer to {count} questions: {answer} ({counted(number, 'time')}). Is it a placeholder?"


def _repeated(found: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int, int]]:
    """Yield at most two texts that at least three questions have, most first.

    Each comes with its number in all, and the number of its questions.
    """
    numbers: Counter[str] = Counter()
    questions: Counter[str] = Counter()
    for text, number in found:
        numbers[text] += number
        questions[text] += 1
    for text, number in sorted(numbers.items(), key=lambda item: (-item[1], item[0]))[:MOST]:
        if questions[text] >= FEWEST_QUESTIONS:
            yield text, number, questions[text]
