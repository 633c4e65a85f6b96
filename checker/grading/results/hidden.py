"""Students who seem to have handed nothing in, but may be in a file that could not be read: they wait until it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from checker.grading.course import AssignmentColumns
from checker.grading.grader.chunk import Unread
from checker.grading.results.course_results import CourseResults
from checker.grading.results.members import Members
from checker.notation.words import counted, shortened

MAY_BE_HERE: Final = (
    "{} on the roster handed in nothing else{} and may be in this file:"
    " no grade, and no 0, until you fix or remove it{}"
)
MOST_NAMED: Final = 3


def hide(results: CourseResults, members: Members, unread: Iterable[Unread]) -> None:
    """Note the students on the roster who may be in these files, and have nothing else."""
    everyone = [each.id for each in members.absent(())]
    of_anybody = []
    for file in unread:
        if named := [id_ for id_ in everyone if id_ in set(map(members.id_of, file.students))]:
            _hide(results, named, file)
        else:
            of_anybody.append(file)
    for file in of_anybody:
        _hide(results, everyone, file)


def _hide(results: CourseResults, students: Iterable[str], file: Unread) -> None:
    for assignment in _assignments(results, file):
        there = {row.student for row in results.of(assignment)}
        there |= {student for name, student in results.hidden if name == assignment.name}
        if new := [id_ for id_ in students if id_ not in there]:
            results.hidden.update({(assignment.name, id_): file.file for id_ in new})
            where = f" for {shortened(assignment.name)}" if assignment.name else ""
            names = f": {', '.join(map(shortened, new))}" if len(new) <= MOST_NAMED else ""
            results.log.note(file.file, MAY_BE_HERE.format(counted(len(new), "student"), where, names))


def _assignments(results: CourseResults, file: Unread) -> list[AssignmentColumns]:
    """Return the assignments that a file may be for: that of its folder, or those that somebody handed in for."""
    hinted = results.course.hinted(file.hint)
    if hinted and file.hint is not None:
        return hinted
    everything = [each for each in results.course.assignments.values() if each.columns]
    return [each for each in everything if any(results.of(each))] or everything
