"""The headings that the questions of a course may have in a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checker.grading.course import Course, GradeColumn
from checker.grading.submissions import ColumnNames, Meant, plain_words
from checker.problems import QuestionKey


def column_names(course: Course) -> ColumnNames:
    """Return what the headings of tables mean: ids, labels, titles and prompts, and what assignments list."""
    ids: dict[str, QuestionKey] = {}
    words: dict[str, dict[Meant, None]] = {}
    settings: dict[str, dict[Meant, None]] = {}
    for column in course.columns:
        ids.setdefault(column.id, (column.id, None))
        ids[column.name] = column.id, column.part_id
        for heading, key in _headings(column):
            words.setdefault(plain_words(heading), {})[Meant(column.assignment, key)] = None
    for assignment in course.assignments.values():
        for heading, setting in assignment.settings.column_headings.items():
            settings.setdefault(plain_words(heading), {})[Meant(assignment.name, setting)] = None
    for assignment in course.assignments.values():
        if of_ids := assignment.settings.roster_headings.get("id"):  # a table may have it, too
            settings.setdefault(plain_words(of_ids), {Meant(assignment.name, "id"): None})
    questions = {
        assignment.name: () if any(column.problem is None for column in assignment.columns) else tuple(assignment.keys)
        for assignment in course.assignments.values()
        if not assignment.is_earlier
    }
    return ColumnNames(ids, _tuples(words), _tuples(settings), course.folder_names, questions)


def _headings(column: GradeColumn) -> Iterator[tuple[str, QuestionKey]]:
    """Yield the headings that a question may have."""
    problem = column.problem
    if problem is None:
        yield column.id, (column.id, None)
        return
    label, title = problem.label, problem.title
    names = [each for each in (column.id, label, title, f"{label} {title}" if label else "") if each]
    for name in (*names, problem.prompt):
        yield name, (column.id, None)
    if column.part_id is not None:
        for name in names:
            yield f"{name} {column.part_id}", (column.id, column.part_id)


def _tuples(found: Mapping[str, Mapping[Meant, None]]) -> dict[str, tuple[Meant, ...]]:
    return {heading: tuple(meant) for heading, meant in found.items() if heading}
