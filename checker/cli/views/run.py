"""The text that `checker grade` prints about a run: its summary, the grades that it changed, and notes.

For a dry run also the files with the students whose they are. `checker changes` prints the changes of grades alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from checker.cli.views import overview
from checker.cli.views.layout import Style, columns, hanging, padded
from checker.grading.output.grades import change_groups
from checker.grading.run import RunReport
from checker.grading.store import GradeChange
from checker.text.words import counted, in_line, shortened

SCHEMA: Final = "checker.changes/1"


def changes_record(changes: Sequence[GradeChange]) -> dict[str, Any]:
    """Return changes of grades as a mapping for JSON."""
    return {
        "schema": SCHEMA,
        "changes": [
            {
                "student": each.student,
                "assignment": each.assignment,
                "problem": each.problem,
                "part": each.part,
                "from": {"status": each.from_status, "points": each.from_points},
                "to": {"status": each.to_status, "points": each.to_points},
                "why": each.why,
            }
            for each in changes
        ],
    }


class Limit(NamedTuple):
    """How many changes are shown at most, and where to find the others."""

    most: int
    """Number of different changes, and of students with the same one."""
    rest: str
    """The command or option that shows all of them."""


NO_LIMIT: Final = Limit(sys.maxsize, "")


def change_lines(
    changes: Sequence[GradeChange], style: Style, limit: Limit = NO_LIMIT, verb: str = "changed"
) -> list[str]:
    """Return changes of grades as lines, equal ones together with their students."""
    if not changes:
        return []
    groups = change_groups(changes)
    head = _head(changes, verb)
    if style.plain:
        rows = [f"{name}: {what}; {why}; {_people(who, limit)}" for name, what, why, who in groups]
        return [f"Changes: {head}", *rows[: limit.most], *_rest(len(groups), limit)]
    shown = ["", f"  {head}"]
    for name, what, why, who in groups[: limit.most]:
        shown += hanging("", f"{name}  {what}  ({why})", style, 4)
        shown += hanging("", _people(who, limit), style, 6)
    return [*shown, *(f"    {line}" for line in _rest(len(groups), limit))]


def _head(changes: Sequence[GradeChange], verb: str) -> str:
    """Return `3 grades changed, of 2 students`, and how many answers have another explanation."""
    grades = [each for each in changes if each.why != "explanation"]
    found = []
    if grades:
        count = counted(len({each.student for each in grades}), "student")
        found = [f"{counted(len(grades), 'grade')} {verb}, of {count}"]
    if anew := len(changes) - len(grades):
        have = "has" if anew == 1 else "have"
        found.append(f"{counted(anew, 'wrong answer')} {have} another explanation")
    return "; ".join(found)


def _rest(count: int, limit: Limit) -> list[str]:
    """Return a line that counts the changes beyond the limit; none if there are no more."""
    left = count - limit.most
    return [f"and {left:,} other changes; {limit.rest} shows them"] if left > 0 else []


def _people(students: Sequence[str], limit: Limit) -> str:
    """Return the names of students, or of a few and the number of the others."""
    left = len(students) - limit.most
    more = f" and {left:,} more; {limit.rest} names them" if left > 0 else ""
    return ", ".join(map(shortened, students[: limit.most])) + more


MOST_CHANGED: Final = 12
"""Maximum number of different changes, and of students that are named with the same one."""
MOST_MATCHES: Final = 40
MOST_NAMED: Final = 3
"""Maximum number of students that are named in a note."""


class Report(NamedTuple):
    """The results of a run, and where its files are."""

    finished: RunReport
    out: str
    """The folder of results."""
    errors: Sequence[str]
    """Those of problem files."""
    files: Sequence[str]
    """The names of the files that were written; empty where nothing was."""


def lines(report: Report, style: Style) -> list[str]:
    """Return the summary of a run as lines; of a dry run, what it would do."""
    finished, out, errors, files = report
    shown = [] if files else _hand_ins(finished, style)
    shown += overview.lines(finished.summary, out, errors, style)
    rest, verb = ("`checker changes`", "changed") if files else ("--format json", "would change")
    shown += change_lines(finished.changes, style, Limit(MOST_CHANGED, rest), verb)
    shown += _notes(finished, out, is_draft=not files, style=style)
    return shown + (overview.files(files, out, style) if files else [])


def record(report: Report) -> dict[str, Any]:
    """Return the summary of a run as a mapping for JSON."""
    finished, out, errors, files = report
    more: dict[str, Any] = {
        "problem_files_in_error": list(errors),
        "files": [f"{out}/{file}" for file in files],
        "graded_now": finished.graded,
        "changes": changes_record(finished.changes)["changes"],
    }
    if not files and finished.results:
        more["matches"] = [
            {"file": row.file, "line": row.line, "student": row.student, "name": row.name, "assignment": row.assignment}
            for row in finished.results.current_rows()
        ]
    return finished.summary | more


def _hand_ins(finished: RunReport, style: Style) -> list[str]:
    """Return lines with the file of each hand-in and the student whose it is."""
    rows = list(finished.results.current_rows()) if finished.results else []
    shown = [
        (
            f"{_relative(row.file, finished.root)}{'' if row.line is None else f':{row.line}'}",
            overview.who(row.student, row.name),
        )
        for row in rows[:MOST_MATCHES]
    ]
    more = [f"and {len(rows) - MOST_MATCHES:,} more; --format json lists all"] if len(rows) > MOST_MATCHES else []
    if style.plain:
        return [*(f"{file}: {who}" for file, who in shown), *more]
    width = max((columns(file) for file, _ in shown), default=0)
    head = f"  {counted(len(rows), 'hand-in')} in {finished.root}, and whose they are"
    files = [f"    {padded(file, width)}  {who}" for file, who in shown]
    return ["", head, *files, *(f"    {each}" for each in more)]


def _relative(file: str, root: str) -> str:
    """Return the path of a file relative to the folder of submissions, for a message."""
    return in_line(file.removeprefix(root).lstrip("/") or file)


def left_out_students(count: int) -> str:
    """Return the sentence that `count` forgotten students are not graded, without its full stop."""
    are = "is" if count == 1 else "are"
    return f"{counted(count, 'student')} {are} left out, as `checker forget` was asked"


def _notes(finished: RunReport, out: str, *, is_draft: bool, style: Style) -> list[str]:
    """Return sentences on absent, late and left-out students, several formats, and grades that stayed."""
    notes = []
    sheets = finished.summary["assignments"]
    for sheet in sheets:
        where = f" for {shortened(sheet['assignment'])}" if len(sheets) > 1 else ""
        if absent := sheet["absent"]:
            names = f": {', '.join(map(shortened, absent))}" if len(absent) <= MOST_NAMED else ""
            notes.append(f"{counted(len(absent), 'student')} on the roster handed nothing in{where}{names}.")
        if sheet["without_time"]:
            count = counted(sheet["without_time"], "hand-in")
            notes.append(f"{count} without a time{where}: counted as on time.")
        if sheet["marked_late"]:
            count = counted(sheet["marked_late"], "hand-in")
            verb = "is" if sheet["marked_late"] == 1 else "are"
            notes.append(
                f"{count}{where} {verb} marked as late, and nothing is taken off. To take points off, write `due` and "
                "`late` into assignment.yaml."
            )
    if some := list(dict.fromkeys(student for sheet in sheets for student in sheet["several_formats"])):
        names = f": {', '.join(map(shortened, some))}" if len(some) <= MOST_NAMED else ""
        notes.append(
            f"{counted(len(some), 'student')} handed in one document in several formats{names}. "
            "Where these are read differently, text counts before Word, and Word before PDF."
        )
    if left_out := finished.summary["left_out"]:
        notes.append(f"{left_out_students(left_out)}.")
    if finished.kept_higher:
        notes.append(f"{counted(finished.kept_higher, 'grade')} would be lower now and stayed as they were.")
    if names := finished.summary["not_graded_now"]:
        notes.append(f"{out} also holds the grades of {', '.join(map(shortened, names))}, which were not graded now.")
    if is_draft:
        notes.append("Nothing was written.")
    return notes if style.plain else [line for note in notes for line in ("", *hanging("", note, style, 2))]
