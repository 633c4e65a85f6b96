"""Grades that a new run would lower, kept as they were: the student did nothing, and no person decided."""

from __future__ import annotations

from collections.abc import Iterable

from checker.grading.results.course_results import CourseResults
from checker.grading.store import Standing, Store


def keep_higher(results: CourseResults, before: Iterable[Standing], store: Store) -> int:
    """Put back the marks that earned more points for the same answer; return their number."""
    names = {each.stored_name: each.name for each in results.course.assignments.values()}
    count = 0
    for old in before:
        about = names.get(old.assignment, old.assignment), old.student
        row = results.rows.get(about)
        if row is None or not row.path:
            continue
        cells, marks = list(row.cells), list(row.marks)
        keys = store.marks.keys(old.marks)
        columns = results.course.assignments[about[0]].columns
        places = {(column.id, column.part_id): place for place, column in enumerate(columns)}
        for mark in old.marks[: len(old.counted)]:
            place = places.get(keys[mark][:2])
            if place is None or marks[place] == mark or results.has_conflict(old.student, columns[place]):
                continue
            if _is_lower(store, mark, marks[place], columns[place].points):
                cell = store.marks.marked(mark, columns[place].index).cell
                cells[place] = (
                    cell if columns[place].part else cell._replace(label="", answer="")
                )  # nobody can explain it
                marks[place] = mark
                count += 1
        results.rows[about] = row._replace(cells=tuple(cells), marks=tuple(marks))
    return count


def _is_lower(store: Store, before: int, after: int, most: float | None) -> bool:
    """Return whether a mark gives fewer points for the same answer, without a person who wanted that.

    More points than the answer can earn now are not kept.
    """
    records = store.marks.fields((before, after))
    old, new = records[before], records[after]
    if old["points"] is None or old["given"] != new["given"] or "review" in old or "review" in new:
        return False
    if most is not None and old["points"] > most:
        return False
    return bool(old["points"] > (new["points"] or 0.0))  # of 0 points nothing is lost if a person looks at it
