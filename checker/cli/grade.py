"""`checker grade` grades a folder of submissions and shows a summary; `checker changes` whose grades it changed."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from checker.cli import options, output
from checker.cli.options import RIGHT, command, format_option, plain_option, results_argument
from checker.cli.output import Block, Page, Table, Text, capped, progress_bar
from checker.grading.api import NothingGraded, Options, gradable, run
from checker.grading.changes import SCHEMA
from checker.grading.own_files import FEEDBACK, GRADES, NEEDS, SUMMARY
from checker.grading.pipeline import GradedClass
from checker.grading.published import Results, change_groups
from checker.grading.records import UNEXPLAINED
from checker.grading.totals import format_points
from checker.problems import QuestionKey
from checker.text.words import counted, first_of, in_line, shortened

_MOST_STUDENTS: Final = 40
_MOST_ROWS: Final = 12
"""Maximum number of rows of a list; the files have the others."""
_MOST_NAMED: Final = 3
"""Maximum number of students, mistakes or decisions that are not applied, that are named; more are counted."""

_HEADERS: Final = {
    **{each: each for each in ("right", "partial", "wrong")},
    "blank": "no answer",
    "to_review": "to review",
}
"""By field of a record, the header of its column."""


@options.command(
    "grade submissions --problems problems", "grade downloads/week-3.zip --problems week-3 --roster gradebook.csv"
)
@click.argument("submissions", type=click.Path(path_type=Path))
@options.file_option("--problems", "Problem files; each folder is an assignment.", "DIR", "problems")
@options.types_option
@options.file_option("--out", "The results; other files there stay.", "DIR", "results")
@options.file_option(
    "--reviews",
    "Decisions, a file for each reviewer.  [default: reviews, if there is such a folder]",
    "DIR",
)
@options.file_option("--roster", "The students: a CSV file, or the gradebook of a learning management system.")
@options.typed_option("--attempts", click.Choice(["last", "best", "first"]), "last", "Which attempt counts.")
@click.option("--dry-run", "is_draft", is_flag=True, help="Show whose each file is and what would change.")
@click.option("--never-lower", is_flag=True, help="Leave grades that would become lower.")
@options.typed_option("--jobs", click.IntRange(1, 1_000), 1, "Processes that read and mark.", metavar="N")
@click.option("--dask", metavar="ADDRESS", help="Mark on a Dask cluster (extra `cluster`).")
@options.format_option
@options.plain_option
def grade(**given: Any) -> int:
    """Grade a folder of submissions, or the zip that a learning management system gives.

    SUBMISSIONS/a/... is graded against --problems DIR/a, other files against the assignments that they answer.
    Answers are YAML, JSON, tables (CSV) or documents: Markdown, text, LaTeX, HTML, notebooks, Word, OpenDocument, PDF.

    Results are grades.csv, results.jsonl (a record for each answer), needs-review.md, review.yaml, summary.json,
    changes.json, and of documents documents.jsonl and annotated/. The next run does only what is new (cache.db), and
    ends with the grades that changed. To decide what needs a person, use `checker review`, or fill in a copy of
    review.yaml in reviews.

    Exit codes: 0 all is graded, 3 something needs a person, 2 nothing is graded or written, 4 a fault of checker.
    """
    asked = Options(**given)
    found = gradable(asked)
    students = options.read_roster_of(asked.roster, found.assignments.values()) if asked.roster else None
    try:
        with progress_bar("submissions graded") as show:
            done = run(asked, found, students, show)
    except NothingGraded as nothing:
        raise click.UsageError(_nothing_graded(nothing.run, asked.submissions)) from None
    for file, count in done.book.rules.reviews.not_graded.items():
        are = "decision is about a problem that is" if count == 1 else "decisions are about problems that are"
        output.note(f"{file}: {count} {are} not graded now")
    _show(_Report(done, str(asked.submissions), str(asked.out), list(map(str, found.findings))))
    if done.changes and done.files and (asked.out / FEEDBACK).is_dir():
        command = shlex.join(["checker", "feedback", *([] if asked.out == Path("results") else [str(asked.out)])])
        output.note(f"The pages in {asked.out / FEEDBACK} are older than these grades. `{command}` writes them again.")
    if done.summary["faults"]:
        return options.FAULT
    return options.UNGRADED if done.summary["needs_person"]["count"] or found.broken else options.RIGHT


class _Report(NamedTuple):
    """The results of a run, and where its files are."""

    run: GradedClass
    root: str
    out: str
    errors: list[str]

    def where(self, file: str) -> str:
        """Return where all rows of a table are: in a file, unless none was written."""
        return f"see {self.out}/{file}" if self.run.files else "--format json lists all"


def _nothing_graded(run: GradedClass, submissions: Path) -> str:
    left_out = f"{_left_out(count)}; " if (count := run.summary["left_out"]) else ""
    issues = [f"  {in_line(issue.place)}: {issue.message}" for issue in run.book.issues()]
    if not issues:
        return f"{left_out}there are no {'other ' if left_out else ''}submissions in {submissions}"
    if len(issues) > _MOST_ROWS:
        issues[_MOST_ROWS:] = [f"  and {len(issues) - _MOST_ROWS:,} more"]
    return "\n".join([f"{left_out}nothing in {submissions} can be graded:", *issues])


def _show(report: _Report) -> None:
    """Show what a run found.  What cannot be shown is not lost: the results are written."""
    try:
        output.show(lambda: _record(report), lambda: _page(report))
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as failed:
        output.note(f"The summary could not be shown: {failed.strerror}. The results are in {report.out}.")
        with suppress(OSError, ValueError):  # so that Python does not try again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    output.note(*report.run.summary["faults"])


def _record(report: _Report) -> dict[str, Any]:
    run = report.run
    matches = [
        {
            "file": row.answers.file,
            "line": row.answers.line,
            "student": row.who.id,
            "name": row.who.name,
            "assignment": row.assignment.id,
        }
        for row in run.book.rows.values()
    ]
    return {
        **run.summary,
        "problem_files_in_error": report.errors,
        "files": [f"{report.out}/{file}" for file in run.files],
        "graded_now": run.graded,
        "changes": run.changes,
        **({} if run.files else {"matches": matches}),
    }


def _page(report: _Report) -> Page:
    run, summary, files = report.run, report.run.summary, report.run.files
    if not files:
        whose = [(row.place.removeprefix(report.root).lstrip("/"), row.who) for row in run.book.rows.values()]
        yield from ("", f"{counted(len(whose), 'hand-in')} in {report.root}, and whose they are")
        table = Table([(in_line(place), _who(who.id, who.name)) for place, who in whose], indent=4)
        yield from capped(table, _MOST_STUDENTS, "--format json lists all")
    for sheet in summary["assignments"]:
        yield from _assignment(sheet, report.where(GRADES))
    for title, count, rows, most, file in _sections(summary, report.errors):
        if rows:
            yield from ("", Text(f"{title} ({count})", ""))
            table = Table(rows, "lw"[-len(rows[0]) :], label=title.capitalize(), indent=4)
            yield from capped(table, most, report.where(file))
    where, verb = ("`checker changes`", "changed") if files else ("--format json", "would change")
    yield from changes_shown(run.changes, _MOST_ROWS, where, verb)
    for note in _notes(summary):
        yield from ("", note)
    for_people_first = ", ".join(sorted(files, key=lambda name: ".json" in name))
    yield from ("", f"Written to {report.out}: {for_people_first}" if files else "Nothing was written.")


def _assignment(sheet: Mapping[str, Any], where: str) -> Page:
    questions, handed_in = sheet["questions"], [each for each in sheet["students"] if each["handed_in"]]
    always = ("right", "wrong", "to_review")
    fields = [name for name in _HEADERS if name in always or any(each[name] for each in (*questions, *handed_in))]
    heads, numbers = [_HEADERS[name] for name in fields], "r" * len(fields)
    students, rows = [], []
    for each in handed_in:
        points = f"{format_points(each['points'])}/{format_points(each['max_points'])}"
        students.append((_who(each["student"], each["name"]), points, *(str(each[name] or "-") for name in fields)))
    for each in questions:
        known = [one for one in each["mistakes"] if one["label"] != UNEXPLAINED][:_MOST_NAMED]
        others = [one for one in each["mistakes"] if one["label"] == UNEXPLAINED]  # besides the three, and last
        mistakes = " · ".join(f"{one['label']} {one['count']}" for one in (*known, *others))
        rows.append((_name(each), *(str(each[name] or "-") for name in fields), mistakes))
    title = in_line(sheet["title"] or sheet["folder"] or "One assignment")
    about = f"{counted(len(handed_in), 'student')}, {counted(len(questions), 'question')}"
    yield from ("", Text(f"{title}: {about}", "Assignment"), "")
    students_table = Table(students, f"lr{numbers}", ("student", "points", *heads), "Student")
    yield from capped(students_table, _MOST_STUDENTS, where)
    yield from ("", Table(rows, f"l{numbers}w", ("problem", *heads, "most common mistakes"), "Problem"))


def _sections(
    summary: Mapping[str, Any], errors: Sequence[str]
) -> Iterator[tuple[str, int, Sequence[Sequence[str]], int, str]]:
    """Yield title, number, rows, how many are shown and the file of all, for each list of what to look at."""
    needs = summary["needs_person"]
    lost = [*map(_issue, needs["not_applied"])]
    yield "to review", needs["count"] - len(lost), [*_to_review(needs)], _MOST_ROWS, NEEDS
    yield "decisions that are not applied", len(lost), lost, _MOST_NAMED, NEEDS
    late = [
        (_who(each["student"], each["name"]), each["late_reason"])
        for sheet in summary["assignments"]
        for each in sheet["students"]
        if each["late_reason"]
    ]
    yield "handed in after the due date", len(late), late, _MOST_ROWS, GRADES

    def told(key: str, title: str, titles: str = "") -> tuple[str, int, Sequence[Sequence[str]], int, str]:
        rows = [(_name(each), each["message"]) for each in summary[key]]
        return (
            titles if titles and len(rows) != 1 else title,
            len(rows),
            rows,
            len(rows) if titles else _MOST_ROWS,
            SUMMARY,
        )

    yield told("keys_that_differ", "a key that differs from the solver", "keys that differ from the solver")
    yield told("suspicious_keys", "a suspicious key", "suspicious keys")
    shared = []
    for each in sorted(summary["shared_answers"], key=lambda each: -each["count"]):
        add = each["add"]
        advice = f"To explain it, write below `mistakes:` {add['where']}:\n{add['yaml']}" if add else ""
        shared.append((_name(each), "\n".join(filter(None, (each["message"], advice)))))
    yield "without a sure explanation, and shared by several students", len(shared), shared, _MOST_ROWS, SUMMARY
    yield told("neighbours_answers", "right for the numbers of another student")
    alike = []
    for students in summary["ids_that_look_alike"]:
        ids = first_of([ascii(each)[1:-1] for each in students], _MOST_NAMED)
        alike.append(f"{ids}: graded as {len(students)} students; if they are one student, use one id in all files")
    yield "ids that look alike", len(alike), [(each,) for each in alike], _MOST_ROWS, SUMMARY
    yield "problem files in error", len(errors), [(each,) for each in errors], len(errors), SUMMARY


def _to_review(needs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what needs a person: unread files first, then students who handed in twice, then single answers."""
    yield from map(_issue, needs["others"])
    told = {(each["student"], each["message"]) for each in needs["others"]}
    for each in needs["more_than_once"]:
        yield shortened(each["student"]), each["message"]
    same: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}  # of several parts of one problem
    for group in needs["answers"]:
        if all((student, group["reason"]) in told for student in group["students"]):
            continue  # it is about the whole hand-in, and was told
        same.setdefault((group["problem"], group["reason"], *group["students"]), []).append(group)
    equal: dict[tuple[str, str], dict[str, None]] = {}
    for (problem, reason, *who), groups in same.items():
        name = problem if len(groups) > 1 else _name(groups[0])
        equal.setdefault((name, reason), {}).update(dict.fromkeys(who))
    for (problem, reason), students in equal.items():
        yield problem, f"{_few(students) or counted(len(students), 'student')}: {reason}"


def _issue(issue: Mapping[str, Any]) -> tuple[str, str]:
    who = issue["student"] and shortened(issue["student"])
    return in_line(issue["place"]), ": ".join(filter(None, (who, issue["message"])))


def _notes(summary: Mapping[str, Any]) -> Iterator[str]:
    """Yield sentences on absent, late and left-out students, and grades that stayed."""
    sheets = summary["assignments"]
    for sheet in sheets:
        where = f" for {shortened(sheet['assignment'])}" if len(sheets) > 1 else ""
        if absent := sheet["absent"]:
            few = f": {_few(absent)}" if _few(absent) else ""
            yield f"{counted(len(absent), 'student')} on the roster handed nothing in{where}{few}."
        if count := sheet["without_time"]:
            yield f"{counted(count, 'hand-in')} without a time{where}: counted as on time."
        if count := sheet["marked_late"]:
            yield (
                f"{counted(count, 'hand-in')}{where} {'is' if count == 1 else 'are'} marked as late, and nothing is "
                "taken off. To take points off, write `due` and `late` into assignment.yaml."
            )
    if summary["left_out"]:
        yield f"{_left_out(summary['left_out'])}."
    if kept := summary["kept_higher"]:
        yield f"{counted(kept, 'grade')} would be lower now and stayed as they were."


def _left_out(count: int) -> str:
    """Return the sentence that `count` forgotten students are not graded, without its full stop."""
    return f"{counted(count, 'student')} {'is' if count == 1 else 'are'} left out, as `checker forget` was asked"


def _few(students: Collection[str]) -> str:
    """Return the names of students; empty if there are too many to name."""
    return ", ".join(map(shortened, students)) if len(students) <= _MOST_NAMED else ""


def _who(student: str, name: str | None) -> str:
    """Return `1042 Ana Lee`, or the id alone if there is no other name."""
    return shortened(" ".join(filter(None, (student, name if name != student else None))))


def _name(about: Mapping[str, Any]) -> str:
    return str(QuestionKey(about["problem"], about["part"]))


@command("changes", "changes results --format json")
@results_argument
@format_option
@plain_option
def changes(results: Path) -> int:
    """Show whose grades changed, and why.

    It shows the last complete run of `checker grade`: from what to what each grade changed, and the reason. RESULTS is
    the folder that it wrote.
    """
    found = Results(results).changes
    output.show(
        lambda: {"schema": SCHEMA, "changes": list(found)}, lambda: changes_shown(found) or ["No grade changed."]
    )
    return RIGHT


def changes_shown(
    changes: Sequence[Mapping[str, Any]], most: int = sys.maxsize, where: str = "", verb: str = "changed"
) -> list[Block]:
    """Return changes of grades, equal ones together with their students; `where`: what shows all of them."""
    if not changes:
        return []
    people = counted(len({each["student"] for each in changes}), "student")
    title = f"{counted(len(changes), 'grade')} {verb}, of {people}"
    rows = [
        (question, f"{what}  ({why})", first_of([*map(shortened, who)], most))
        for question, what, why, who in change_groups(changes)
    ]
    table = Table(rows, "llw", label="Changed", indent=4)
    return ["", Text(title, "Changes"), *capped(table, most, f"{where} shows them")]
