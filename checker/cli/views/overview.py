"""The summary of a graded folder on the screen: students, common mistakes, what needs a person, and the files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Final

from checker.cli.views.layout import Style, hanging, labelled, table
from checker.grading.cell import UNEXPLAINED
from checker.grading.class_answers.shared import SharedAnswer
from checker.grading.output.gradebook import format_points
from checker.grading.output.summary import QuestionSummary, Sheet, Student, Summary, Tally
from checker.grading.output.write import GRADES, NEEDS, SUMMARY, written
from checker.notation.words import counted, shortened

MOST_STUDENTS: Final = 40
MOST_ISSUES: Final = 12
MOST_MISTAKES: Final = 3
MOST_SHARED: Final = 5
MOST_SIMILAR: Final = 5
MOST_NAMED: Final = 3
"""Maximum number of students that are named; more are counted."""

HEADERS: Final = {
    "right": "right",
    "partial": "partial",
    "wrong": "wrong",
    "blank": "no answer",
    "to_review": "to review",
}
"""By field of a tally, the header of its column."""
ALWAYS: Final = ("right", "wrong", "to_review")
"""Columns that are shown although they are empty."""


def lines(summary: Summary, folder: str, errors: Sequence[str], style: Style) -> list[str]:
    """Return the summary.  `folder` holds the files of the run; `errors` are those of problem files."""
    shown = [line for sheet in summary.sheets for line in _sheet(summary, sheet, folder, style)]
    keys = [(suspicion.column.name, suspicion.message) for suspicion in summary.suspicions]
    shared = sorted(summary.shared, key=lambda each: -each.gave)
    ids = [("", _similar(students)) for students in summary.similar_ids]
    summary_file = f"{folder}/{SUMMARY}"
    sections = (
        ("to review", summary.to_review, _capped(list(_to_review(summary)), MOST_ISSUES, f"{folder}/{NEEDS}")),
        ("a suspicious key" if len(keys) == 1 else "suspicious keys", len(keys), keys),
        (
            "unexplained, and shared by several students",
            len(shared),
            _capped(list(map(_shared, shared)), MOST_SHARED, summary_file),
        ),
        ("ids that look alike", len(ids), _capped(ids, MOST_SIMILAR, summary_file)),
        ("problem files in error", len(errors), [("", error) for error in errors]),
    )
    shown += [line for section in sections for line in _section(*section, style)]
    files = [f"{folder}/{file}" for file in written(summary.results)]
    if style.plain:
        return [*shown, *(f"Written: {file}" for file in files)]
    return [*shown, "", *hanging("", "   ".join(files), style, 2)]


def _sheet(summary: Summary, sheet: Sheet, folder: str, style: Style) -> list[str]:
    title = sheet.assignment.title or sheet.assignment.name or "One assignment"
    count = f"{counted(sheet.students, 'student')} · {counted(len(sheet.questions), 'question')}"
    students = list(islice(summary.students(sheet.assignment), MOST_STUDENTS))
    left = sheet.students - len(students)
    more = [f"and {left} more; see {folder}/{GRADES}"] if left else []
    if style.plain:
        rows = [("Assignment", f"{title}: {count.replace(' · ', ', ')}")]
        rows += [
            (f"Student {shortened(each.student)}", f"{_points(each)} points; {_counts(each.tally)}")
            for each in students
        ]
        rows += [("Students", line) for line in more]
        rows += [(f"Problem {each.column.name}", _counts(each.tally) + _plainly(each)) for each in sheet.questions]
        return labelled(rows, style)
    fields = [name for name in HEADERS if name in ALWAYS or any(getattr(each.tally, name) for each in sheet.questions)]
    head = [HEADERS[name] for name in fields]
    people = [("student", "points", *head)]
    people += [(shortened(each.student), _points(each), *_cells(each.tally, fields)) for each in students]
    problems = [("problem", *head), *((each.column.name, *_cells(each.tally, fields)) for each in sheet.questions)]
    header, *questions = table(problems)
    width = max(len(header), *map(len, questions)) + 3
    return [
        "",
        f"  {title}   {count}",
        "",
        *table(people),
        *(f"  {line}" for line in more),
        "",
        f"{header:<{width}}most common mistakes",
        *(
            line
            for row, question in zip(questions, sheet.questions, strict=True)
            for line in _with_pieces(row.ljust(width), _mistakes(question), style)
        ),
    ]


def _section(title: str, count: int, rows: Sequence[tuple[str, str]], style: Style) -> list[str]:
    """Return a heading and the rows below it; nothing where there are no rows."""
    if not rows:
        return []
    if style.plain:
        return [f"{title.capitalize()}: {': '.join(filter(None, row))}".replace("\n", " ") for row in rows]
    column = max(len(label) for label, _ in rows) + 2
    below = [line for label, text in rows for line in hanging(label, text, style, 4, column if label else 0)]
    return ["", f"  {title} ({count})", *below]


def _to_review(summary: Summary) -> Iterator[tuple[str, str]]:
    """Yield what needs a person: unread files first, then students who handed in twice, then single answers."""
    for issue in (*summary.issues, *summary.unapplied):
        yield "", ": ".join(filter(None, (issue.place, issue.student and shortened(issue.student), issue.message)))
    for (_, student), reason in summary.conflicts.items():
        yield "", f"{shortened(student)}: {reason}"
    equal: dict[tuple[str, str], dict[str, None]] = {}
    for group in summary.groups:
        equal.setdefault((group.name, group.reason), {}).update(dict.fromkeys(group.students))
    for (problem, reason), students in equal.items():
        yield problem, f"{_people(students)}: {reason}"


def _similar(students: Sequence[str]) -> str:
    """Return ids that look alike, with their invisible signs."""
    some = ", ".join(shortened(ascii(each)[1:-1]) for each in students[:MOST_NAMED])
    more = f" and {len(students) - MOST_NAMED} more" if len(students) > MOST_NAMED else ""
    return f"{some}{more}: graded as {len(students)} students; if they are one student, use one id in all files"


def _shared(answer: SharedAnswer) -> tuple[str, str]:
    """Return an unexplained answer that several students gave, and how to explain it."""
    return answer.column.name, "\n".join(filter(None, (answer.message, answer.next)))


def _capped(rows: list[tuple[str, str]], most: int, file: str) -> list[tuple[str, str]]:
    """Return the first rows, and where the others are."""
    more = len(rows) - most
    return [*rows[:most], ("", f"and {more} more; see {file}")] if more > 0 else rows


def _people(students: Collection[str]) -> str:
    """Return the names of a few students, or the number of many."""
    if len(students) > MOST_NAMED:
        return f"{len(students)} students"
    return ", ".join(map(shortened, students))


def _mistakes(question: QuestionSummary) -> list[str]:
    """Return the most common mistakes with their numbers; unexplained answers come last."""
    known = [mistake for mistake in question.mistakes if mistake[0] != UNEXPLAINED][:MOST_MISTAKES]
    known += [mistake for mistake in question.mistakes if mistake[0] == UNEXPLAINED]
    return [f"{label} {count}" for label, count in known]


def _with_pieces(row: str, pieces: Sequence[str], style: Style) -> list[str]:
    """Return a row of a table with pieces next to it, in as many lines as they need."""
    lines = [row]
    for piece in pieces:
        is_first = len(lines[-1]) == len(row)
        if not is_first and len(lines[-1]) + len(f" · {piece}") > style.width:
            lines[-1] += " ·"
            lines.append(" " * len(row))
            is_first = True
        lines[-1] += piece if is_first else f" · {piece}"
    return [line.rstrip() for line in lines]


def _plainly(question: QuestionSummary) -> str:
    mistakes = _mistakes(question)
    return f"; most common mistakes: {', '.join(mistakes)}" if mistakes else ""


def _points(student: Student) -> str:
    return f"{format_points(student.points)}/{format_points(student.max_points)}"


def _cells(tally: Tally, fields: Sequence[str]) -> list[str]:
    return [str(getattr(tally, name) or "-") for name in fields]


def _counts(tally: Tally) -> str:
    """Return `22 right, 17 wrong, 1 to review`."""
    return ", ".join(f"{count} {header}" for name, header in HEADERS.items() if (count := getattr(tally, name)))


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
