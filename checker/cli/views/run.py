"""What `checker grade` prints about a run: its summary as a page, and as a record; also the changes of grades."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.cli.output import Page, Table, Text
from checker.grading.changes import SCHEMA
from checker.grading.files import GRADES, NEEDS, SUMMARY
from checker.grading.grade import Run
from checker.grading.published import change_groups
from checker.grading.records import UNEXPLAINED
from checker.grading.totals import format_points
from checker.problems import question_name
from checker.text.words import counted, in_line, shortened

Record = Mapping[str, Any]
"""A part of the summary as scripts get it."""

MOST_STUDENTS: Final = 40
MOST_MATCHES: Final = 40
MOST_ROWS: Final = 12
"""Maximum number of rows of a list; the files have the others."""
MOST_SHARED: Final = 5
MOST_MISTAKES: Final = 3
MOST_NAMED: Final = 3
"""Maximum number of students that are named; more are counted."""

HEADERS: Final = {
    **{each: each for each in ("right", "partial", "wrong")},
    "blank": "no answer",
    "to_review": "to review",
}
"""By field of a record, the header of its column."""
ALWAYS: Final = ("right", "wrong", "to_review")
"""Columns that are shown although they are empty."""


class Report(NamedTuple):
    """The results of a run, and where its files are."""

    run: Run
    root: str
    """The folder or zip of submissions."""
    out: str
    """The folder of results."""
    errors: Sequence[str]
    """Those of problem files."""
    files: Sequence[str]
    """The names of the files that were written; empty where nothing was."""


def record(report: Report) -> dict[str, Any]:
    """Return the summary of a run as a mapping for JSON."""
    more: dict[str, Any] = {
        "problem_files_in_error": list(report.errors),
        "files": [f"{report.out}/{file}" for file in report.files],
        "graded_now": report.run.graded,
        "changes": report.run.changes,
    }
    if not report.files:
        more["matches"] = [
            {
                "file": row.answers.file,
                "line": row.answers.line,
                "student": row.who.id,
                "name": row.who.name,
                "assignment": row.assignment.id,
            }
            for row in report.run.book.rows.values()
        ]
    return report.run.summary | more


def page(report: Report) -> Page:
    """Yield the blocks of the summary; of a dry run, what it would do."""
    summary, out, is_draft = report.run.summary, report.out, not report.files
    if is_draft:
        yield from _hand_ins(report)
    for sheet in summary["assignments"]:
        yield from _assignment(sheet, out)
    for title, count, rows in _sections(report):
        if rows:
            yield ""
            yield Text(f"{title} ({count})", "")
            if len(rows[0]) > 1:
                yield Table(rows, "lw", label=title.capitalize(), indent=4)
            else:
                yield from (Text(row, title.capitalize(), indent=4) for (row,) in rows)
    where, verb = ("--format json", "would change") if is_draft else ("`checker changes`", "changed")
    yield from change_blocks(report.run.changes, MOST_ROWS, where, verb)
    for note in _notes(report):
        yield ""
        yield note
    if report.files:
        yield ""
        yield Text("   ".join(f"{out}/{name}" for name in report.files), "Written")


def change_blocks(
    changes: Sequence[Mapping[str, Any]], most: int = sys.maxsize, where: str = "", verb: str = "changed"
) -> Page:
    """Yield changes of grades, equal ones together with their students; `where`: what shows all of them."""
    if not changes:
        return
    groups = change_groups(changes)
    people = counted(len({each["student"] for each in changes}), "student")
    yield ""
    yield Text(f"{counted(len(changes), 'grade')} {verb}, of {people}", "Changes")
    rows = [(name, f"{what}  ({why})", _people(who, most)) for name, what, why, who in groups[:most]]
    yield Table(rows, "llw", label="Changed", indent=4)
    if (left := len(groups) - most) > 0:
        yield f"    and {left:,} other changes; {where} shows them"


def _hand_ins(report: Report) -> Page:
    """Yield the file of each hand-in and the student whose it is."""
    rows = list(report.run.book.rows.values())
    yield ""
    yield f"{counted(len(rows), 'hand-in')} in {report.root}, and whose they are"
    shown = [(in_line(row.place.removeprefix(report.root).lstrip("/")), _who(row.who.id, row.who.name)) for row in rows]
    yield Table(shown[:MOST_MATCHES], "lw", indent=4)
    if (more := len(rows) - MOST_MATCHES) > 0:
        yield f"    and {more:,} more; --format json lists all"


def _assignment(sheet: Record, folder: str) -> Page:
    """Yield an assignment: its students, and its questions with their mistakes."""
    questions, handed_in = sheet["questions"], [each for each in sheet["students"] if each["handed_in"]]
    title = in_line(sheet["title"] or sheet["folder"] or "One assignment")
    yield ""
    yield Text(f"{title}   {counted(len(handed_in), 'student')} · {counted(len(questions), 'question')}", "Assignment")
    fields = [name for name in HEADERS if name in ALWAYS or any(each[name] for each in questions)]
    heads = [HEADERS[name] for name in fields]
    people = [
        (
            _who(each["student"], each["name"]),
            f"{format_points(each['points'])}/{format_points(each['max_points'])}",
            *_cells(each, fields),
        )
        for each in handed_in[:MOST_STUDENTS]
    ]
    yield ""
    yield Table(people, f"lr{'r' * len(fields)}", ("student", "points", *heads), "Student")
    if (left := len(handed_in) - MOST_STUDENTS) > 0:
        yield f"and {left} more; see {folder}/{GRADES}"
    rows = [(_name(each), *_cells(each, fields), " · ".join(_mistakes(each))) for each in questions]
    yield ""
    yield Table(rows, f"l{'r' * len(fields)}w", ("problem", *heads, "most common mistakes"), "Problem")


def _sections(report: Report) -> Iterator[tuple[str, int, list[tuple[str, ...]]]]:
    """Yield title, number and rows of each list of what a person should look at."""
    summary, out = report.run.summary, report.out
    needs = summary["needs_person"]
    yield "to review", needs["count"], _capped(list(_to_review(needs)), MOST_ROWS, f"{out}/{NEEDS}")
    late = [
        (_who(each["student"], each["name"]), each["late_reason"])
        for sheet in summary["assignments"]
        for each in sheet["students"]
        if each["late_reason"]
    ]
    yield "handed in late", len(late), _capped(late, MOST_ROWS, f"{out}/{GRADES}")
    differ: list[tuple[str, ...]] = [(_name(each), each["message"]) for each in summary["keys_that_differ"]]
    yield f"{'a key that differs' if len(differ) == 1 else 'keys that differ'} from the solver", len(differ), differ
    keys: list[tuple[str, ...]] = [(_name(each), each["message"]) for each in summary["suspicious_keys"]]
    yield "a suspicious key" if len(keys) == 1 else "suspicious keys", len(keys), keys
    shared = [_shared(each) for each in sorted(summary["shared_answers"], key=lambda each: -each["count"])]
    rows = _capped(shared, MOST_SHARED, f"{out}/{SUMMARY}")
    yield "unexplained, and shared by several students", len(shared), rows
    neighbours = [(_name(each), each["message"]) for each in summary["neighbours_answers"]]
    rows = _capped(neighbours, MOST_SHARED, f"{out}/{SUMMARY}")
    yield "right for the numbers of another student", len(neighbours), rows
    ids = [(_similar(students),) for students in summary["ids_that_look_alike"]]
    yield "ids that look alike", len(ids), _capped(ids, MOST_SHARED, f"{out}/{SUMMARY}")
    yield "problem files in error", len(report.errors), [(each,) for each in report.errors]


def _to_review(needs: Record) -> Iterator[tuple[str, str]]:
    """Yield what needs a person: unread files first, then students who handed in twice, then single answers."""
    for issue in needs["others"]:
        who = issue["student"] and shortened(issue["student"])
        yield in_line(issue["place"]), ": ".join(filter(None, (who, issue["message"])))
    for each in needs["more_than_once"]:
        yield shortened(each["student"]), each["message"]
    equal: dict[tuple[str, str], dict[str, None]] = {}
    for group in needs["answers"]:
        equal.setdefault((group["name"], group["reason"]), {}).update(dict.fromkeys(group["students"]))
    for (problem, reason), students in equal.items():
        names = list(students)
        yield problem, f"{f'{len(names)} students' if len(names) > MOST_NAMED else _people(names)}: {reason}"


def _similar(students: Sequence[str]) -> str:
    """Return ids that look alike, with their invisible signs."""
    some = ", ".join(shortened(ascii(each)[1:-1]) for each in students[:MOST_NAMED])
    more = f" and {len(students) - MOST_NAMED} more" if len(students) > MOST_NAMED else ""
    return f"{some}{more}: graded as {len(students)} students; if they are one student, use one id in all files"


def _shared(answer: Record) -> tuple[str, str]:
    """Return an unexplained answer that several students gave, and how to explain it."""
    add = answer["add"]
    advice = f"To explain it, write below `mistakes:` {add['where']}:\n{add['yaml']}" if add else ""
    return _name(answer), "\n".join(filter(None, (answer["message"], advice)))


def _capped(rows: Sequence[tuple[str, ...]], most: int, file: str) -> list[tuple[str, ...]]:
    """Return the first rows, and where the others are."""
    more = len(rows) - most
    last = (*[""] * (len(rows[0]) - 1), f"and {more} more; see {file}") if more > 0 else ()
    return [*rows[:most], *([last] if last else [])]


def _notes(report: Report) -> Iterator[str]:
    """Yield sentences on absent, late and left-out students, several formats, and grades that stayed."""
    summary = report.run.summary
    sheets = summary["assignments"]
    for sheet in sheets:
        where = f" for {shortened(sheet['assignment'])}" if len(sheets) > 1 else ""
        if absent := sheet["absent"]:
            yield f"{counted(len(absent), 'student')} on the roster handed nothing in{where}{_named(absent)}."
        if count := sheet["without_time"]:
            yield f"{counted(count, 'hand-in')} without a time{where}: counted as on time."
        if count := sheet["marked_late"]:
            yield (
                f"{counted(count, 'hand-in')}{where} {'is' if count == 1 else 'are'} marked as late, and nothing is "
                "taken off. To take points off, write `due` and `late` into assignment.yaml."
            )
    if some := list(dict.fromkeys(student for sheet in sheets for student in sheet["several_formats"])):
        yield (
            f"{counted(len(some), 'student')} handed in one document in several formats{_named(some)}. "
            "Where these are read differently, text counts before Word, and Word before PDF."
        )
    if summary["left_out"]:
        yield f"{left_out_students(summary['left_out'])}."
    if kept := summary["kept_higher"]:
        yield f"{counted(kept, 'grade')} would be lower now and stayed as they were."
    if not report.files:
        yield "Nothing was written."


def left_out_students(count: int) -> str:
    """Return the sentence that `count` forgotten students are not graded, without its full stop."""
    return f"{counted(count, 'student')} {'is' if count == 1 else 'are'} left out, as `checker forget` was asked"


def _named(students: Collection[str]) -> str:
    return f": {', '.join(map(shortened, students))}" if len(students) <= MOST_NAMED else ""


def _people(students: Sequence[str], most: int = sys.maxsize) -> str:
    """Return the names of students, or of a few and the number of the others."""
    left = len(students) - most
    return ", ".join(map(shortened, students[:most])) + (f" and {left:,} more" if left > 0 else "")


def _who(student: str, name: str | None) -> str:
    """Return `1042 Ana Lee`, or the id alone if there is no other name."""
    return shortened(" ".join(filter(None, (student, name if name != student else None))))


def _name(about: Record) -> str:
    return question_name(about["problem"], about["part"])


def _mistakes(question: Record) -> list[str]:
    """Return the three most common mistakes with their numbers; unexplained answers come last, besides these."""
    mistakes = question["mistakes"]
    known = [each for each in mistakes if each["label"] != UNEXPLAINED][:MOST_MISTAKES]
    known += [each for each in mistakes if each["label"] == UNEXPLAINED]
    return [f"{each['label']} {each['count']}" for each in known]


def _cells(counts: Record, fields: Sequence[str]) -> list[str]:
    """Return the counts of these fields as cells of a table, with `-` for 0."""
    return [str(counts[name] or "-") for name in fields]


def changes_record(changes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return changes of grades as a mapping for JSON."""
    return {"schema": SCHEMA, "changes": list(changes)}
