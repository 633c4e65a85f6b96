"""`report_page`: the report on a class as an HTML page; `class_report`: what it shows, from the results.

`Who` is what students are called in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from statistics import correlation, fmean, median, stdev
from typing import Any, Final, NamedTuple

from checker.grading.model import Record, question_of
from checker.grading.published import GradedAssignment, Results, change_groups
from checker.grading.records import UNEXPLAINED
from checker.grading.summary import working_tallies
from checker.grading.totals import StudentResult
from checker.lms.students import Student
from checker.marking.mark import WRONG, Status
from checker.marking.told import told_record
from checker.problems import QuestionKey
from checker.reports.beliefs import Belief, Beliefs
from checker.reports.page import Cell, Table, html_page, table
from checker.text.words import counted, first_of

_MOST_GROUPS: Final = 60
"""Maximum number of groups of answers, of other issues, and of changes that are listed."""
_MOST_NAMED: Final = 40
_LONGEST_ALIKE: Final = 60

_TALLY: Final = {
    "right": "Right",
    "partial": "Partly right",
    "wrong": "Wrong",
    "blank": "No answer",
    "to_review": "To review",
}
"""The counts of a question, and what they are called."""
_FILTERED: Final = "sortable filtered"
SLIP, THINKING = "Slip in the arithmetic", "Mistake in thinking"
FEWEST: Final = 10
"""Minimum number of students for a discrimination: with fewer, chance decides it."""


class Who:
    """What the students of a class are called in a report: by id, or by id and name.

    Ids and names are never searched for in sentences of checker, because a student may be called `7` or `Norm`.
    """

    def __init__(self, students: Sequence[Student], *, with_names: bool) -> None:
        self.with_names = with_names
        self._names = {each.id: each.name for each in students if with_names}
        words = {word for each in students for word in (each.name, each.email) if word != each.id and not with_names}
        telling = [word for word in words if " " in word.strip() or "@" in word]  # one word may be an ordinary one
        self._hidden = sorted(telling, key=len, reverse=True)

    def name_of(self, student: str) -> str:
        """Return a student's name; empty where the report does not show names."""
        return self._names.get(student, "")

    def told(self, student: str) -> str:
        """Return what the report calls a student: the id with the name, as far as it is shown."""
        name = self.name_of(student)
        return f"{student} {name}" if name and name != student else student

    def without_names(self, text: str) -> str:
        """Return a text with `…` for full names and email addresses of students, unless the report shows names."""
        for word in self._hidden:
            if word in text:
                text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "…", text)
        return text


def _equal_answers(records: Sequence[Record], shared: Mapping[str, Mapping[str, Any]]) -> Iterator[list[Any]]:
    """Yield a row for each of the most common wrong or partly right answers to a question that several gave.

    `shared`: by answer, what summary.json says of unexplained ones that several gave.
    """
    found: dict[str, list[Record]] = {}
    for each in records:  # equal answers to other numbers are not equal cases
        answer = "" if "drawn" in each else each.get("reading", "")
        if each["status"] in WRONG and 0 < len(answer) <= _LONGEST_ALIKE:
            found.setdefault(answer, []).append(each)
    answered = sum(each["status"] != Status.NOT_ANSWERED for each in records)
    for answer, some in sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))[:8]:
        if (count := len(some)) == 1:
            return
        number = Cell(f"{count} ({round(100 * count / answered)}%)", value=count)
        labels = Counter(label for each in some if (label := each.get("label", "")) != UNEXPLAINED)
        if not labels and (remark := shared.get(answer)):
            add = remark["add"] or {}
            where = f" For {add['where'].removeprefix('in ')}:" if add else ""
            known = ": ".join(filter(None, ("Nobody knows this one yet", remark["relation"])))
            yield [answer, number, Cell(f"{known}.{where}", code=add.get("yaml", ""))]
            continue
        ((label, same),) = labels.most_common(1) or [(UNEXPLAINED, count)]
        record = next(each for each in some if each.get("label", "") == label)
        told = told_record(record, "explain")
        said = "A person decided." if "review" in record else " ".join(map(str.strip, told.why)) or told.headline
        of_all = "" if same == count else f" This is what {same} of {counted(count, 'student')} read."
        yield [answer, number, Cell(f"{said}{of_all}")]


class Spread(NamedTuple):
    """How the students' shares of the points are distributed."""

    number: int
    mean: float
    median: float
    deviation: float
    """The standard deviation of a sample; 0 of one student."""
    bins: tuple[int, ...]
    """Numbers of students in each tenth; the last has those with all points and with more, too."""


def spread(shares: Sequence[float]) -> Spread | None:
    """Return how shares of the points are distributed; None without students.

    >>> spread([0.0, 0.5, 1.0])
    Spread(number=3, mean=0.5, median=0.5, deviation=0.5, bins=(1, 0, 0, 0, 0, 1, 0, 0, 0, 1))
    """
    if not shares:
        return None
    tenths = Counter(min(9, int(round(10 * max(share, 0.0), 8))) for share in shares)
    deviation = stdev(shares) if len(shares) > 1 else 0.0
    return Spread(len(shares), fmean(shares), median(shares), deviation, tuple(tenths[each] for each in range(10)))


def of_question(
    place: int, shares: Sequence[Sequence[float | None]], weights: Sequence[float]
) -> tuple[float | None, float | None]:
    """Return the difficulty and the discrimination of the question at this place.

    `shares` of the points have a row for each student and a column for each question; None where an answer waits.
    The difficulty is the mean share; None where nobody has any.  The discrimination is the correlation of the share
    with that of all other questions, each of which is worth its weight; None where there are too few students, or where
    all have the same.  Source: corrected item-total correlation, Crocker and Algina, Introduction to Classical and
    Modern Test Theory (1986), chapter 14.
    """
    asked = [(own, row) for row in shares if (own := row[place]) is not None]
    pairs = []
    for own, row in asked:
        others = [
            (share, weight)
            for at, (share, weight) in enumerate(zip(row, weights, strict=True))
            if at != place and share is not None
        ]
        if most := sum(weight for _, weight in others):
            pairs.append((own, sum(share * weight for share, weight in others) / most))
    is_known = len(pairs) >= FEWEST and all(max(each) - min(each) > 1e-9 for each in zip(*pairs, strict=True))  # noqa: PLR2004 - rounding
    discrimination = correlation(*zip(*pairs, strict=True)) if is_known else None
    return fmean(own for own, _ in asked) if asked else None, discrimination


class QuestionRow(NamedTuple):
    """The statistics of one question of an assignment."""

    name: str
    about: Mapping[str, Any]
    difficulty: float | None
    """The mean share of the points; None where no answer is graded."""
    discrimination: float | None

    @property
    def total(self) -> int:
        """Return the number of students."""
        return sum(self.about[field] for field in _TALLY)

    def percent(self, field: str) -> float:
        """Return the percentage of the answers that are, for example, `right`."""
        return 100 * int(self.about[field]) / max(1, self.total)

    def cells(self, fields: Iterable[str]) -> list[Any]:
        """Return the row of a table, with the counts in these fields."""
        about, said = self.about, None if self.discrimination is None else round(self.discrimination, 2) + 0
        answered = max(1, self.total - about["blank"])
        mistakes = [
            (each["label"], f"{each['count']} ({100 * each['count'] / answered:.0f}%)")
            for each in about["mistakes"][:5]
        ]
        return [
            Cell(self.name, about["title"]),
            "" if about["max_points"] is None else f"{about['max_points']:g}",
            None if self.difficulty is None else f"{self.difficulty:.0%}",
            None if said is None else Cell(f"{said:.2f}", css="low" if said < 0 else ""),
            *(about[field] for field in fields),
            Cell(items=tuple(mistakes), value=about["mistakes"][0]["count"] if mistakes else 0),
        ]


def report_page(results: Results, *, with_names: bool = False) -> str:
    """Return the report on the results in a folder as an HTML page."""
    found = class_report(results, with_names=with_names)
    return html_page("report.html", "report.css", "report.js", fewest=FEWEST, **found)


def class_report(results: Results, *, with_names: bool = False) -> dict[str, Any]:
    """Return what the report shows, by the names that its template has for it."""
    return _Builder(results, with_names=with_names).report()


class _Builder:
    """Collects what the report shows."""

    def __init__(self, results: Results, *, with_names: bool) -> None:
        self._results, self._summary = results, results.summary
        self._students: dict[str, list[StudentResult]] = {}
        for each in (student for assignment in results.assignments for student in assignment.students):
            self._students.setdefault(each.who.id, []).append(each)
        self._who = Who([some[0].who for some in self._students.values()], with_names=with_names)

    def report(self) -> dict[str, Any]:
        results, needs, run = self._results, self._summary["needs_person"], self._summary["run"]
        keys = results.keys_that_differ(results.assignments)
        found = self._summary["suspicious_keys"]
        suspicions = [(str(question_of(each)), each["message"]) for each in found]
        assignments = [self._assignment(each, number) for number, each in enumerate(results.assignments, 1)]
        shown = self._who.without_names
        waiting = [
            (str(question_of(each)), shown(each["answer"]), shown(each["reason"]), each["students"])
            for each in needs["answers"]
        ]
        issues = [*needs["more_than_once"], *needs["others"], *needs["not_applied"]]
        others = [
            f"{each['place'] if each['student'] is None else self._who.told(each['student'])}: {shown(each['message'])}"
            for each in issues[:_MOST_GROUPS]
        ]
        if left := len(issues) - len(others):
            others.append(f"{counted(left, 'more issue')} that no answer belongs to: see needs-review.md.")
        ended = datetime.fromisoformat(run["started"]) + timedelta(seconds=run["seconds"])
        changes = change_groups(results.changes)
        return {
            "title": assignments[0]["title"] if len(assignments) == 1 else counted(len(assignments), "assignment"),
            "graded": f"{ended.astimezone(UTC):%Y-%m-%d %H:%M} UTC",
            "with_names": self._who.with_names,
            "keys_that_differ": keys,
            "suspicions": suspicions,
            "assignments": assignments,
            "beliefs": self._beliefs(),
            "waiting": self._groups("What needs a person", {"Answer": "given", "Reason": ""}, waiting),
            "more_waiting": max(0, len(waiting) - _MOST_GROUPS),
            "others": others,
            "changes": self._groups("Changes in the last run", {"Change": "", "Why": ""}, changes),
        }

    def _groups(self, title: str, columns: Mapping[str, str], groups: Sequence[Sequence[Any]]) -> Table | None:
        rows = ([*texts, len(students), self._named(students)] for *texts, students in groups[:_MOST_GROUPS])
        return table(title, {"Question": "", **columns, "Students": "number", "Who": ""}, rows, _FILTERED)

    def _named(self, students: Sequence[str]) -> str:
        return first_of([*map(self._who.told, students)], _MOST_NAMED)

    def _beliefs(self) -> Table | None:
        beliefs = Beliefs(self._results)
        found: dict[str, dict[str, Belief]] = {}
        for student, some in self._students.items():
            for belief in beliefs.of(some):
                found.setdefault(belief.id, {})[student] = belief
        rows = []
        for held in sorted(found.values(), key=len, reverse=True)[:12]:
            questions = Counter(str(question) for each in held.values() for _, question in each.questions)
            sentence = Counter(each.sentence for each in held.values()).most_common(1)[0][0]
            places = ", ".join(f"{name} ({number})" for name, number in questions.most_common())
            rows.append([sentence, len(held), places, self._named(list(held))])
        return table("Beliefs", {"Belief": "", "Students": "number", "Questions": "", "Who": ""}, rows)

    def _assignment(self, assignment: GradedAssignment, number: int) -> dict[str, Any]:
        """Return what the report shows about an assignment.

        Its numbers of hand-ins, spread of points and difficulties leave out students who are not on the roster.
        """
        there = [each for each in assignment.students if each.handed_in]
        of_course = [each for each in there if each.on_roster]
        found = spread([share for each in of_course if (share := _share(each)) is not None])
        questions = list(_questions(assignment, of_course))
        tally = {field: name for field, name in _TALLY.items() if any(row.about[field] for row in questions)}
        numbers = dict.fromkeys(("Points", "Mean", "Discrimination", *tally.values()), "number")
        columns = {"Question": "", **numbers, "Most common mistakes": "numeric"}
        title = assignment.title
        working, all_working = _working(title, there)
        return {
            "anchor": f"assignment-{number}",
            "title": title,
            "handed_in": len(of_course),
            "absent": len(assignment.students) - len(there),
            "waiting": sum(each.waiting for each in there),
            "ungraded": sum(bool(each.waiting) for each in of_course),
            "strangers": len(there) - len(of_course),
            "spread": found,
            "tally": tally,
            "charted": questions[:60],  # the table has all
            "questions": table(f"Questions: {title}", columns, (row.cells(tally) for row in questions)),
            "working": working,
            "all_working": all_working,
            "clusters": self._clusters(assignment, there),
            "students": self._table(title, assignment.students),
        }

    def _clusters(self, assignment: GradedAssignment, there: Sequence[StudentResult]) -> Table | None:
        shared: dict[QuestionKey, dict[str, Mapping[str, Any]]] = {}
        for each in self._summary["shared_answers"]:
            shared.setdefault(question_of(each), {})[each["answer"]] = each
        rows = []
        for place, question in enumerate(assignment.questions):
            key = question_of(question)
            found = _equal_answers([student.records[place] for student in there], shared.get(key, {}))
            rows += [[str(key), *each] for each in found]
        columns = {"Question": "", "Answer": "given numeric", "Students": "number", "What students read": ""}
        return table(f"Equal wrong answers: {assignment.title}", columns, rows, _FILTERED)

    def _table(self, title: str, students: Iterable[StudentResult]) -> Table | None:
        numbers = dict.fromkeys(("Points", "Of", "Share", "To review"), "number")
        rows = []
        for each in students:
            who, share = each.who.id, _share(each) if each.handed_in else None
            is_graded = each.handed_in and not (each.waiting and share is None)  # else all that would count waits
            points = f"{each.points:g}" if is_graded else None, f"{each.max_points:g}"
            shown = None if share is None else f"{share:.0%}"
            to_review = each.waiting + each.issues
            rows.append([who, self._who.name_of(who), *points, shown, to_review, each.late_reason])
        return table(f"Students: {title}", {"Student": "", "Name": "", **numbers, "Late": ""}, rows, _FILTERED)


def _share(student: StudentResult) -> float | None:
    most = student.max_points
    if student.waiting:
        most = sum(each["max_points"] or 0.0 for each in student.records if each["counted"] is not None)
    return student.points / most if most else None


def _working(title: str, there: Iterable[StudentResult]) -> tuple[Table | None, str]:
    """Return the numbers of students who showed working, by what was wrong in it: a row a problem, and a sentence."""
    tallies = working_tallies((each.who.id, record) for each in there for record in each.records)
    if not tallies:
        return None, ""
    rows = []
    for problem, each in tallies.items():
        most, *numbers = map(len, each.values())
        shown = [f"{number} ({100 * number / most:.0f}%)" if number else "" for number in numbers]
        rows += [[problem, most, *shown]] * any(numbers)
    students, arithmetic, mistake = (
        len(set().union(*some)) for some in zip(*(each.values() for each in tallies.values()), strict=True)
    )
    slips = f"{arithmetic} of {counted(students, 'student')} with working made a slip in the arithmetic"
    columns = {"Problem": ""} | dict.fromkeys(("With working", SLIP, THINKING), "number")
    return table(f"Working: {title}", columns, rows), f"{slips}, {mistake} a mistake in thinking."


def _questions(assignment: GradedAssignment, students: Sequence[StudentResult]) -> Iterator[QuestionRow]:
    shares = [
        [
            each["counted"] / each["max_points"] if each["counted"] is not None and each["max_points"] else None
            for each in student.records
        ]
        for student in students
    ]
    weights = [each["max_points"] or 0.0 for each in assignment.questions]
    for place, about in enumerate(assignment.questions):
        is_graded = about["right"] + about["partial"] + about["wrong"] > 0 or not about["to_review"]
        numbers = of_question(place, shares, weights) if is_graded else (None, None)
        yield QuestionRow(str(question_of(about)), about, *numbers)
