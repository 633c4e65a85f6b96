"""`class_report`: what the report on a class shows, from the store; `report_page`: its HTML page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import numpy as np

from checker.grading.exports import GradedAssignment, graded_assignments, keys_that_differ
from checker.grading.grader.mark import commonest
from checker.grading.output.grades import change_groups
from checker.grading.output.summary import Tally, counted_as, of_all, working_tallies
from checker.grading.store import Standing, Store
from checker.problems import QuestionKey, question_name
from checker.reports.beliefs import HeldBelief, StudentBeliefs
from checker.reports.class_report.charts import Label, axis, chart_labels
from checker.reports.class_report.clusters import Cluster, Given, SharedAnswers, answered, clusters
from checker.reports.class_report.statistics import FEWEST, Shares, Spread, difficulties, discriminations, spread
from checker.reports.class_report.who import Naming, Who
from checker.reports.page import html_page
from checker.reports.table import Cell, Table, table
from checker.text.words import counted

MOST_MISTAKES: Final = 5
"""Maximum number of mistakes that are listed for a question."""

MOST_BELIEFS: Final = 12
"""Maximum number of beliefs that are listed."""

MOST_GROUPS: Final = 60
"""Maximum number of groups of answers, of other issues, and of changes that are listed."""

MOST_NAMED: Final = 40
"""Maximum number of students who are named in one place."""

ISSUES_ELSEWHERE: Final = "{} that no answer belongs to: see needs-review.md."

NOTHING: Final[Mapping[str, list[Any]]] = {"answers": [], "others": [], "more_than_once": []}

RESULTS: Final = {
    "right": "Right",
    "partial": "Partly right",
    "wrong": "Wrong",
    "blank": "No answer",
    "to_review": "To review",
}
"""The fields of a tally, and what they are called."""

MOST_IN_CHART: Final = 60
"""Maximum number of questions in a chart."""

FILTERED: Final = "sortable filtered"


class QuestionRow(NamedTuple):
    """The statistics of one question of an assignment."""

    name: str
    title: str
    max_points: float | None
    """None where the problem's file was in error."""
    tally: Tally
    difficulty: float | None
    """The mean share of the points; None where no answer is graded."""
    discrimination: float | None
    mistakes: tuple[tuple[str, int, int], ...]
    """The most common ones, with the number of students, also in percent of those who answered."""

    def percent(self, field: str) -> float:
        """Return the percentage of the answers that are, for example, `right`, by the name of the tally's field."""
        return 100 * int(getattr(self.tally, field)) / max(1, self.tally.total)


class AssignmentReport(NamedTuple):
    """What the report shows about one assignment."""

    anchor: str
    title: str
    handed_in: int
    absent: int
    waiting: int
    """Number of answers that count and wait for a person."""
    facts: tuple[tuple[str, str], ...]
    """Names and values, such as the median."""
    spread: Spread | None
    """The distribution of points; None where nobody has any."""
    questions: tuple[QuestionRow, ...]
    clusters: tuple[Cluster, ...]
    students: Table | None
    working: Table | None
    """By problem; None if nobody made a mistake in it."""
    all_working: str
    """The same for all problems together, as a sentence."""

    @property
    def results(self) -> dict[str, str]:
        """Return the fields of the tallies, such as `partial`, that are not 0 in all questions, and their names."""
        return {
            field: name for field, name in RESULTS.items() if any(getattr(row.tally, field) for row in self.questions)
        }

    @property
    def charted(self) -> tuple[QuestionRow, ...]:
        """Return the questions in charts; the table has all."""
        return self.questions[:MOST_IN_CHART]

    @property
    def difficulty(self) -> tuple[list[Label], float, float]:
        """Return the labels of the chart of difficulty and discrimination, and the ends of its axis."""
        rows = [(row.name, row.difficulty, row.discrimination) for row in self.charted]
        return chart_labels(rows), *axis([each for *_, each in rows if each is not None])

    @property
    def question_table(self) -> Table | None:
        """Return the table of the questions."""
        headings = {"Question": "", "Points": "number", "Mean": "number", "Discrimination": "number"}
        counts = dict.fromkeys(self.results.values(), "number")
        columns = headings | counts | {"Most common mistakes": "numeric"}
        return table(f"Questions: {self.title}", columns, map(self._question_cells, self.questions), "sortable")

    def _question_cells(self, row: QuestionRow) -> list[Any]:
        said = None if row.discrimination is None else round(row.discrimination, 2) + 0
        mistakes = tuple((label, f"{number} ({percent}%)") for label, number, percent in row.mistakes)
        return [
            Cell(row.name, row.title),
            "" if row.max_points is None else f"{row.max_points:g}",
            None if row.difficulty is None else f"{row.difficulty:.0%}",
            None if said is None else Cell(f"{said:.2f}", css="low" if said < 0 else ""),
            *(getattr(row.tally, field) for field in self.results),
            Cell(items=mistakes, value=row.mistakes[0][1] if mistakes else 0),
        ]

    @property
    def cluster_table(self) -> Table | None:
        """Return the table of equal wrong answers."""
        columns = {"Question": "", "Answer": "given numeric", "Students": "number", "What students read": ""}
        rows = (
            [
                each.question,
                each.answer,
                Cell(f"{each.number} ({each.percent}%)", value=each.number),
                Cell(f"{each.explanation}{f' For {each.where}:' if each.entry else ''}", code=each.entry),
            ]
            for each in self.clusters
        )
        return table(f"Equal wrong answers: {self.title}", columns, rows, FILTERED)


class ClassReport(NamedTuple):
    """The report on everything in a folder of results."""

    title: str
    graded: str
    """When the last run ended."""
    highlights: tuple[str, ...]
    """The most important facts, in a sentence each."""
    keys_that_differ: tuple[tuple[str, str], ...]
    """Questions whose key is not the solver's answer, each with a message."""
    suspicions: tuple[tuple[str, str], ...]
    """Questions whose key the class contradicts, each with a message."""
    assignments: tuple[AssignmentReport, ...]
    beliefs: Table | None
    waiting: Table | None
    """Answers that wait for a person, equal ones together."""
    more_waiting: int
    """Number of groups that are not listed."""
    others: tuple[str, ...]
    """What needs a person and is no answer."""
    changes: Table | None
    naming: Naming


def report_page(report: ClassReport) -> str:
    """Return a class report as an HTML page."""
    return html_page("report.html", "report.css", "report.js", report=report, fewest=FEWEST)


def class_report(store: Store, naming: Naming) -> ClassReport:
    """Return what the report shows about everything in a store."""
    return _Builder(store, naming).report()


class _Builder:
    """Collects what the report shows."""

    def __init__(self, store: Store, naming: Naming) -> None:
        self._store = store
        self._standings = list(store.history.standings())
        students = {each.student: each.who for each in self._standings}
        self._who = Who(list(students.values()), naming)
        self._last = store.history.last_run()
        self._summary = self._last.summary if self._last else {}
        self._needs = self._summary.get("needs_person", NOTHING)
        given = store.inputs.last()
        roster = given[1].roster if given else None
        self._roster = {each.id for each in roster.students} if roster else students.keys()
        self._shared = self._findings("shared_answers")
        marks = {mark for each in self._standings for mark in each.marks}
        self._marks, self._records = store.marks.cells(marks), store.marks.fields(marks)

    def report(self) -> ClassReport:
        graded = graded_assignments(self._store)
        keys = keys_that_differ(self._store, graded)
        found = self._findings("suspicious_keys").items()
        suspicions = [(question_name(*question), str(each["message"])) for (question, _), each in found]
        assignments = [self._assignment(each, number) for number, each in enumerate(graded, 1)]
        waiting = [
            (each["name"], self._who.without_names(each["answer"]), self._who.reason(each["reason"]), each["students"])
            for each in self._needs["answers"]
        ]
        changes = change_groups(self._store.history.changes())
        return ClassReport(
            title=graded[0].title if len(graded) == 1 else counted(len(graded), "assignment"),
            graded=_time(self._last.ended) if self._last else "",
            highlights=tuple(highlights(assignments, [*keys, *suspicions])),
            keys_that_differ=tuple(keys),
            suspicions=tuple(suspicions),
            assignments=tuple(assignments),
            beliefs=self._beliefs(),
            waiting=self._groups("What needs a person", {"Answer": "given", "Reason": ""}, waiting),
            more_waiting=max(0, len(waiting) - MOST_GROUPS),
            others=tuple(self._others()),
            changes=self._groups("Changes in the last run", {"Change": "", "Why": ""}, changes),
            naming=self._who.naming,
        )

    def _findings(self, key: str) -> SharedAnswers:
        """Return the findings under a key of the summary, such as `shared_answers`, by question and answer."""
        return {((each["problem"], each["part"]), each["answer"]): each for each in self._summary.get(key, ())}

    def _groups(
        self, title: str, columns: Mapping[str, str], groups: Sequence[tuple[str, str, str, Sequence[str]]]
    ) -> Table | None:
        """Return a table of students of whom the same is said: (question, what, why, students)."""
        rows = ([*texts, len(students), self._named(students)] for *texts, students in groups[:MOST_GROUPS])
        return table(title, {"Question": "", **columns, "Students": "number", "Who": ""}, rows, FILTERED)

    def _named(self, students: Sequence[str]) -> str:
        """Return some students, and how many more there are."""
        names = ", ".join(map(self._who.told, self._who.in_order(students)[:MOST_NAMED]))
        left = len(students) - MOST_NAMED
        return f"{names} and {left:,} more" if left > 0 else names

    def _others(self) -> Iterator[str]:
        """Yield what else needs a person, such as files that could not be read, and a sentence for what is too much.

        An anonymous report has only their number: paths and messages name people.
        """
        issues = [*self._needs["more_than_once"], *self._needs["others"]]
        listed = [] if self._who.naming == "anonymous" else issues[:MOST_GROUPS]
        for each in listed:
            about = self._who.told(each["student"]) if each["student"] is not None else each["place"]
            yield f"{about}: {self._who.without_names(each['message'])}"
        if left := len(issues) - len(listed):
            yield ISSUES_ELSEWHERE.format(counted(left, "more issue" if listed else "issue"))

    def _beliefs(self) -> Table | None:
        """Return the mistakes that students make in several answers: at most twelve, those of most students first."""
        by_student: dict[str, list[Standing]] = {}
        for each in self._standings:
            if each.path:
                by_student.setdefault(each.student, []).append(each)
        beliefs = StudentBeliefs(self._store)
        found: dict[str, dict[str, HeldBelief]] = {}
        for student, standings in by_student.items():
            for belief in beliefs.of(standings):
                found.setdefault(belief.id, {})[student] = belief
        rows = []
        for held in sorted(found.values(), key=len, reverse=True)[:MOST_BELIEFS]:
            questions = Counter(question_name(*question) for each in held.values() for _, question in each.places)
            sentence = Counter(each.sentence for each in held.values()).most_common(1)[0][0]
            places = ", ".join(f"{name} ({number})" for name, number in questions.most_common())
            rows.append([sentence, len(held), places, self._named(list(held))])
        return table("Beliefs", {"Belief": "", "Students": "number", "Questions": "", "Who": ""}, rows)

    def _assignment(self, assignment: GradedAssignment, number: int) -> AssignmentReport:
        """Return what the report shows about an assignment.

        Its numbers of hand-ins, spread of points and difficulties leave out students who are not on the roster.
        """
        everyone = [each for each in self._standings if each.assignment == assignment.name]
        there = [each for each in everyone if each.path]
        of_course = [each for each in there if each.student in self._roster]
        given = {student.student: self._given(student) for student in there}
        answers: dict[QuestionKey, list[Given]] = {(problem, part): [] for problem, part, *_ in assignment.parts}
        for some in given.values():
            for key, each in some.items():
                answers.setdefault(key, []).append(each)
        known = [share for each in of_course if (share := self._share(each)) is not None]
        found = spread(known)
        shares = _shares(assignment, [given[each.student] for each in of_course])
        rows = tuple(_questions(assignment, answers, shares))
        working = working_tallies([(each.student, each.marks[: len(each.counted)]) for each in there], self._store)
        every = of_all(working).record()
        wrong = [each for each in map(_working_cells, (one.record() for one in working)) if any(each[2:])]
        in_order = sorted(everyone, key=lambda each: self._who.place(each.student))
        return AssignmentReport(
            anchor=f"assignment-{number}",
            title=assignment.title,
            handed_in=len(of_course),
            absent=len(everyone) - len(there),
            waiting=sum(each.waiting for each in there),
            facts=tuple(_facts(found, of_course, len(there) - len(of_course))) if found else (),
            spread=found,
            questions=rows,
            clusters=tuple(each for key, some in answers.items() for each in clusters(key, some, self._shared)),
            students=self._students(assignment.title, in_order),
            working=table(f"Working: {assignment.title}", WORKING, wrong),
            all_working=WORKED.format(counted(every["students"], "student"), **every) if working else "",
        )

    def _given(self, standing: Standing) -> dict[QuestionKey, Given]:
        """Return a student's answers by question."""
        found = {}
        for mark, points in zip(standing.marks, standing.counted, strict=False):
            record = self._records[mark]
            found[record["problem"], record["part"]] = Given(standing.student, self._marks[mark], record, points)
        return found

    def _share(self, standing: Standing) -> float | None:
        """Return a student's share of the points; of one with answers that wait, that of the others."""
        if not standing.waiting:
            return standing.points / standing.max_points if standing.max_points else None
        graded = [each for each in self._given(standing).values() if each.points is not None]
        most = sum(each.record["max_points"] or 0.0 for each in graded)
        return standing.points / most if most else None

    def _students(self, title: str, standings: Iterable[Standing]) -> Table | None:
        numbers = dict.fromkeys(("Points", "Of", "Share", "To review"), "number")
        rows = []
        for each in standings:
            share = self._share(each) if each.path else None
            rows.append([
                self._who.id_of(each.student),
                self._who.name_of(each.student),
                f"{each.points:g}" if each.path else None,
                f"{each.max_points:g}",
                None if share is None else f"{share:.0%}",
                each.waiting + each.issues,
                each.late_reason,
            ])  # fmt: skip
        return table(f"Students: {title}", {"Student": "", "Name": "", **numbers, "Late": ""}, rows, FILTERED)


SLIP, THINKING = "Slip in the arithmetic", "Mistake in thinking"
WORKING: Final = {"Problem": "", "With working": "number", SLIP: "number", THINKING: "number"}
WORKED: Final = "{arithmetic} of {0} with working made a slip in the arithmetic, {mistake} a mistake in thinking."


def _time(written: str) -> str:
    return datetime.fromisoformat(written).astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def _working_cells(record: Mapping[str, Any]) -> list[Any]:
    """Return the numbers of students who showed working to one problem, by what was wrong in it."""
    students = record["students"]
    numbers = (record["arithmetic"], record["mistake"])
    shown = (f"{each} ({100 * each / students:.0f}%)" if each else "" for each in numbers)
    return [record["problem"], students, *shown]


def _shares(assignment: GradedAssignment, students: Sequence[Mapping[QuestionKey, Given]]) -> Shares:
    """Return each student's share of the points for each question; NaN where they do not count or wait."""
    found = np.full((len(students), len(assignment.parts)), np.nan)
    for row, answers in enumerate(students):
        for place, (problem, part, *_) in enumerate(assignment.parts):
            each = answers.get((problem, part))
            if each and each.points is not None and each.record["max_points"]:
                found[row, place] = each.points / each.record["max_points"]
    return found


def _questions(
    assignment: GradedAssignment, answers: Mapping[QuestionKey, Sequence[Given]], shares: Shares
) -> Iterator[QuestionRow]:
    """Yield the statistics of each question, with its most common mistakes."""
    weights = [most or 0.0 for *_, most in assignment.parts]
    both = zip(difficulties(shares), discriminations(shares, weights), strict=True)
    for (problem, part, title, most), (difficulty, discrimination) in zip(assignment.parts, both, strict=True):
        given = answers[problem, part]
        tally = Tally()
        labels: Counter[str] = Counter()
        for each in given:
            field = counted_as(each.mark, most)
            tally.add(field)
            if field in {"partial", "wrong"} and each.mark.label:
                labels[each.mark.label] += 1
        is_graded = tally.right + tally.partial + tally.wrong > 0 or not tally.to_review
        yield QuestionRow(
            question_name(problem, part),
            title,
            most,
            tally,
            difficulty if is_graded else None,
            discrimination if is_graded else None,
            tuple(
                (label, number, round(100 * number / answered(given)))
                for label, number in commonest(labels)[:MOST_MISTAKES]
            ),
        )


def _facts(found: Spread, there: Sequence[Standing], strangers: int) -> Iterator[tuple[str, str]]:
    """Yield the names and values of facts on an assignment, such as the median of the points."""
    waiting = sum(1 for each in there if each.waiting)
    yield f"mean{' of graded answers' if waiting else ''}", f"{found.mean:.0%}"
    yield "median", f"{found.median:.0%}"
    if found.number > 1:
        yield "standard deviation", f"{found.deviation:.0%}"
    if waiting:
        yield "with ungraded answers", counted(waiting, "student")
    if strangers:
        yield "not on the roster, left out here", counted(strangers, "student")


def highlights(assignments: Sequence[AssignmentReport], suspicions: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the most important facts of the report, each as a sentence."""
    for each in assignments:
        everyone = each.handed_in + each.absent
        without = ", without the answers that wait" if each.waiting else ""
        mean = f" They have {each.spread.mean:.0%} of the points on average{without}." if each.spread else ""
        where = f"{each.title}: " if len(assignments) > 1 else ""
        yield f"{where}{each.handed_in} of {counted(everyone, 'student')} handed in.{mean}"
    if questions := {question for question, _ in suspicions}:
        yield f"{counted(len(questions), 'question')} may have a wrong key: check it before you give the grades out."
    if waiting := sum(each.waiting for each in assignments):
        answers = "answer waits" if waiting == 1 else "answers wait"
        yield f"{waiting:,} {answers} for a person. Until then they count 0."
