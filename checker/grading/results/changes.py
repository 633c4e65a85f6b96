"""Finds which grades and explanations changed since the last run, and why (`ChangeFinder`).

Reasons are the submission, the problem, a decision of a person, the dates, and the code of checker.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from checker.grading.results.standings import StandingKey
from checker.grading.reviews.decisions import is_disputed
from checker.grading.store import GradeChange, MarkKey, Standing, Store, Why
from checker.grading.versions import content_of
from checker.marking.result import WRONG


class _Grade(NamedTuple):
    """What one answer earned, as it counts."""

    mark: int
    status: str | None
    points: float | None


WAITING: Final = frozenset({"unreadable", "needs_review"})
_STRONGEST: Final[tuple[Why, ...]] = ("problem", "checker")

NO_GRADE: Final = _Grade(0, None, None)


class ChangeFinder:
    """Compares the grades of two runs, and looks up why they differ."""

    def __init__(self, store: Store, assignments: Collection[str]) -> None:
        """Take the names of the assignments that there are problems of."""
        self._store = store
        self._assignments = assignments
        self._known: dict[int, tuple[str, MarkKey]] = {}
        """By mark, its status and its question."""
        self._explained_anew: dict[tuple[int, int], bool] = {}
        """By the marks before and after, whether students read something else: many gave the same answer."""

    def changes(
        self, before: Iterable[Standing], after: Mapping[StandingKey, Standing], ended: Iterable[Standing]
    ) -> list[GradeChange]:
        """Return changed grades and new explanations, student by student, but for an assignment's first grades."""
        found: list[GradeChange] = []
        known = {(old.assignment, old.student): old for old in before}
        graded = {assignment for assignment, _ in known}
        readmitted = self._store.forgotten.readmitted()
        pairs = [(known[key], new) for key, new in after.items() if key in known]
        self._look_up({mark for pair in pairs if _differ(*pair) for each in pair for mark in each.marks})
        for key, new in after.items():
            if old := known.get(key):
                found += self._of_student(old, new)
            elif new.path and new.assignment in graded:
                is_back = any(map(readmitted.has, new.who.keys))
                found.append(_of_total(key, None, new, "forgotten" if is_back else "submission"))
        for old in ended:
            if old.path:
                why: Why = "submission" if old.assignment in self._assignments else "problem"
                found.append(_of_total((old.assignment, old.student), old, None, why))
        return found

    def _of_student(self, old: Standing, new: Standing) -> Iterator[GradeChange]:
        """Yield what changed for a student: only the total if a hand-in came or went.

        Else yield each question with another grade or explanation, and the total if late work keeps another share.
        """
        if not _differ(old, new):
            return
        who = old.assignment, old.student
        if bool(old.path) != bool(new.path):
            yield _of_total(who, old, new, "submission")
            return
        before, after = self._grades(old), self._grades(new)
        for question in dict.fromkeys((*before, *after)):
            first, second = before.get(question, NO_GRADE), after.get(question, NO_GRADE)
            if first[1:] != second[1:] and not _both_wait(first, second):
                is_same = (old.path, old.content) == (new.path, new.content)
                why = self._why(first, second, self._why_read_anew(before, after) if is_same else "submission")
                yield GradeChange(*who, *question, *first[1:], *second[1:], why)
            elif first.mark != second.mark and self._is_explained_anew(first, second):
                yield GradeChange(*who, *question, *first[1:], *second[1:], "explanation")
        if old.late_credit != new.late_credit and old.points != new.points:
            yield _of_total(who, old, new, "dates")

    def _look_up(self, marks: Collection[int]) -> None:
        """Look up all marks at once."""
        cells, keys = self._store.marks.cells(marks), self._store.marks.keys(marks)
        self._known = {mark: (cells[mark].status, keys[mark]) for mark in marks}

    def _grades(self, standing: Standing) -> dict[tuple[str, str | None], _Grade]:
        """Return the grades by question."""
        found = {}
        for mark, points in zip(standing.marks, standing.counted, strict=False):
            status, key = self._known[mark]
            found[key.problem, key.part] = _Grade(mark, status, points)
        return found

    def _is_explained_anew(self, first: _Grade, second: _Grade) -> bool:
        """Return whether the author changed what students read about the same wrong answer."""
        marks = first.mark, second.mark
        keys = [self._known[each][1] for each in marks]
        if second.status not in WRONG or content_of(keys[0].version) == content_of(keys[1].version):
            return False
        if marks not in self._explained_anew:
            records = self._store.marks.fields(marks)
            old, new = (records[each] for each in marks)
            is_same = old["given"] == new["given"] and "review" not in new
            self._explained_anew[marks] = bool(is_same and old["message"] != new["message"])
        return self._explained_anew[marks]

    def _why_read_anew(
        self, before: Mapping[tuple[str, str | None], _Grade], after: Mapping[tuple[str, str | None], _Grade]
    ) -> Why:
        """Return why a file that was read again gives other answers: a problem changed, or checker did.

        If neither changed, the files that were handed in did.
        """
        keys = [
            (self._known[before[each].mark][1], self._known[after[each].mark][1]) for each in before if each in after
        ]
        found = {_why_version_differs(*pair) for pair in keys}
        return next((why for why in _STRONGEST if why in found), "submission")

    def _why(self, first: _Grade, second: _Grade, read_anew: Why) -> Why:
        """Return why a grade changed; `read_anew` is why another answer is there."""
        if NO_GRADE in (first, second) or first.mark == second.mark:
            return "problem"  # the problem, or a rule of how it counts, is new or gone
        records = self._store.marks.fields((first.mark, second.mark))
        old, new = records[first.mark], records[second.mark]
        is_decided = old.get("review") != new.get("review")
        if is_decided and "review" in new:
            return "review"
        if is_disputed(new) and not is_disputed(old):
            return "disagreement"
        if old["given"] != new["given"]:
            return read_anew
        if is_decided or is_disputed(old):
            return "review"
        return _why_version_differs(self._known[first.mark][1], self._known[second.mark][1])


def _both_wait(first: _Grade, second: _Grade) -> bool:
    """Return whether a person decides before and after, whatever the reason is."""
    return first.status in WAITING and second.status in WAITING and first.points == second.points


def _differ(old: Standing, new: Standing) -> bool:
    return (old.marks, old.counted, old.points) != (new.marks, new.counted, new.points)


def _why_version_differs(before: MarkKey, after: MarkKey) -> Why:
    """Return `problem` if the author changed it, `checker` if the code changed, `submission` for equal versions."""
    if content_of(before.version) != content_of(after.version):
        return "problem"
    return "checker" if before.version != after.version else "submission"


def _of_total(who: StandingKey, old: Standing | None, new: Standing | None, why: Why) -> GradeChange:
    """Return a change of the whole; somebody who handed nothing in has no points."""
    points = (each.points if each and each.path else None for each in (old, new))
    return GradeChange(*who, None, None, None, next(points), None, next(points), why)
