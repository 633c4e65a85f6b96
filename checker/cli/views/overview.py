"""Lines on a whole folder for `checker grade`: students, questions with common mistakes, and what needs a person.

Also late work, suspicious keys, wrong answers without an explanation, and the files that were written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from checker.cli.views.layout import Style, hanging, labelled, table
from checker.grading.grader.mark import UNEXPLAINED
from checker.grading.output.grades import format_points
from checker.grading.output.write import GRADES, NEEDS, SUMMARY
from checker.problems import question_name
from checker.text.words import counted, in_line, shortened

Record = Mapping[str, Any]
"""A part of the summary as scripts get it."""

MOST_STUDENTS: Final = 40
MOST_ISSUES: Final = 12
MOST_LATE: Final = 12
MOST_MISTAKES: Final = 3
MOST_SHARED: Final = 5
MOST_SIMILAR: Final = 5
MOST_NAMED: Final = 3
"""Maximum number of students that are named; more are counted."""

HEADERS: Final = {"right": "right", "partial": "partial", "wrong": "wrong", "blank": "no answer", "you": "to review"}
"""By field of a record, the header of its column."""
ALWAYS: Final = ("right", "wrong", "you")
"""Columns that are shown although they are empty."""


def lines(record: Record, folder: str, errors: Sequence[str], style: Style) -> list[str]:
    """Return the summary of a graded folder as lines.

    `folder` has the files of results, `errors` are those of problem files.
    """
    shown = [line for sheet in record["assignments"] for line in _assignment(sheet, folder, style)]
    differ = [(_name(each), each["message"]) for each in record["keys_that_differ"]]
    keys = [(_name(each), each["message"]) for each in record["suspicious_keys"]]
    shared: list[Record] = sorted(record["shared_answers"], key=lambda each: -each["count"])
    late = [
        (who(each["student"], each["name"]), each["late"])
        for sheet in record["assignments"]
        for each in sheet["grades"]
        if each["late"]
    ]
    neighbours = [(_name(each), each["message"]) for each in record.get("neighbours_answers", ())]
    ids = [("", _similar(students)) for students in record["ids_that_look_alike"]]
    summary_file = f"{folder}/{SUMMARY}"
    needs = record["needs_person"]
    sections: Sequence[tuple[str, int, Sequence[tuple[str, str]]]] = (
        ("to review", needs["count"], _capped(list(_to_review(needs)), MOST_ISSUES, f"{folder}/{NEEDS}")),
        ("handed in late", len(late), _capped(late, MOST_LATE, f"{folder}/{GRADES}")),
        (f"{'a key that differs' if len(differ) == 1 else 'keys that differ'} from the solver", len(differ), differ),
        ("a suspicious key" if len(keys) == 1 else "suspicious keys", len(keys), keys),
        (
            "unexplained, and shared by several students",
            len(shared),
            _capped(list(map(_shared, shared)), MOST_SHARED, summary_file),
        ),
        ("right for the numbers of another student", len(neighbours), _capped(neighbours, MOST_SHARED, summary_file)),
        ("ids that look alike", len(ids), _capped(ids, MOST_SIMILAR, summary_file)),
        ("problem files in error", len(errors), [("", error) for error in errors]),
    )
    return shown + [line for section in sections for line in _section(*section, style)]


def files(names: Sequence[str], folder: str, style: Style) -> list[str]:
    """Return lines with the names of the files that a run wrote."""
    paths = [f"{folder}/{name}" for name in names]
    if style.plain:
        return [f"Written: {path}" for path in paths]
    return ["", *hanging("", "   ".join(paths), style, 2)]


def _assignment(sheet: Record, folder: str, style: Style) -> list[str]:
    """Return the lines of one assignment: its students, and its questions with their mistakes."""
    title = in_line(sheet["title"] or sheet["assignment"] or "One assignment")
    questions = sheet["questions"]
    count = f"{counted(sheet['students'], 'student')} · {counted(len(questions), 'question')}"
    students = sheet["grades"][:MOST_STUDENTS]
    left = sheet["students"] - len(students)
    more = [f"and {left} more; see {folder}/{GRADES}"] if left > 0 else []
    if style.plain:
        rows = [("Assignment", f"{title}: {count.replace(' · ', ', ')}")]
        rows += [
            (f"Student {who(each['student'], each['name'])}", f"{_points(each)} points; {_counts(each)}")
            for each in students
        ]
        rows += [("Students", line) for line in more]
        rows += [(f"Problem {_name(each)}", _counts(each) + _mistakes_in_plain_text(each)) for each in questions]
        return labelled(rows, style)
    fields = [name for name in HEADERS if name in ALWAYS or any(each[name] for each in questions)]
    head = [HEADERS[name] for name in fields]
    people = [("student", "points", *head)]
    people += [(who(each["student"], each["name"]), _points(each), *_cells(each, fields)) for each in students]
    problems = [("problem", *head), *((_name(each), *_cells(each, fields)) for each in questions)]
    header, *rest = table(problems)
    width = max(len(header), *map(len, rest)) + 3
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
            for row, question in zip(rest, questions, strict=True)
            for line in _with_mistakes_beside(row.ljust(width), _mistakes(question), style)
        ),
    ]


def who(student: str, name: str | None) -> str:
    """Return `1042 Ana Lee`, or the id alone if there is no other name."""
    return shortened(" ".join(filter(None, (student, name if name != student else None))))


def _name(about: Record) -> str:
    """Return the name of the question that a record is about: `encoder-layer`, or with its part."""
    return question_name(about["problem"], about["part"])


def _section(title: str, count: int, rows: Sequence[tuple[str, str]], style: Style) -> list[str]:
    """Return a heading and the rows below it; nothing where there are no rows."""
    if not rows:
        return []
    if style.plain:
        return [f"{title.capitalize()}: {': '.join(filter(None, row))}".replace("\n", " ") for row in rows]
    column = max(len(label) for label, _ in rows) + 2
    below = [line for label, text in rows for line in hanging(label, text, style, 4, column if label else 0)]
    return ["", f"  {title} ({count})", *below]


def _to_review(needs: Record) -> Iterator[tuple[str, str]]:
    """Yield what needs a person: unread files first, then students who handed in twice, then single answers."""
    for issue in needs["others"]:
        who = issue["student"] and shortened(issue["student"])
        yield "", ": ".join(filter(None, (in_line(issue["place"]), who, issue["message"])))
    for each in needs["more_than_once"]:
        yield "", f"{shortened(each['student'])}: {each['message']}"
    equal: dict[tuple[str, str], dict[str, None]] = {}
    for group in needs["answers"]:
        equal.setdefault((group["name"], group["reason"]), {}).update(dict.fromkeys(group["students"]))
    for (problem, reason), students in equal.items():
        yield problem, f"{_people(students)}: {reason}"


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


def _capped(rows: list[tuple[str, str]], most: int, file: str) -> list[tuple[str, str]]:
    """Return the first rows, and where the others are."""
    more = len(rows) - most
    return [*rows[:most], ("", f"and {more} more; see {file}")] if more > 0 else rows


def _people(students: Collection[str]) -> str:
    """Return the names of a few students, or the number of many."""
    if len(students) > MOST_NAMED:
        return f"{len(students)} students"
    return ", ".join(map(shortened, students))


def _mistakes(question: Record) -> list[str]:
    """Return the three most common mistakes with their numbers; unexplained answers come last, besides these."""
    mistakes = question["mistakes"]
    known = [each for each in mistakes if each["label"] != UNEXPLAINED][:MOST_MISTAKES]
    known += [each for each in mistakes if each["label"] == UNEXPLAINED]
    return [f"{each['label']} {each['count']}" for each in known]


def _with_mistakes_beside(row: str, pieces: Sequence[str], style: Style) -> list[str]:
    """Return a row of a table with texts next to it, joined by ` · ` and wrapped."""
    lines = [row]
    for piece in pieces:
        is_first = len(lines[-1]) == len(row)
        if not is_first and len(lines[-1]) + len(f" · {piece}") > style.width:
            lines[-1] += " ·"
            lines.append(" " * len(row))
            is_first = True
        lines[-1] += piece if is_first else f" · {piece}"
    return [line.rstrip() for line in lines]


def _mistakes_in_plain_text(question: Record) -> str:
    """Return the mistakes as the end of a line; empty without any."""
    mistakes = _mistakes(question)
    return f"; most common mistakes: {', '.join(mistakes)}" if mistakes else ""


def _points(student: Record) -> str:
    """Return a student's points and the maximum: `3.5/4`."""
    return f"{format_points(student['points'])}/{format_points(student['max_points'])}"


def _cells(counts: Record, fields: Sequence[str]) -> list[str]:
    """Return the counts of these fields as cells of a table, with `-` for 0."""
    return [str(counts[name] or "-") for name in fields]


def _counts(counts: Record) -> str:
    """Return `22 right, 17 wrong, 1 to review`."""
    return ", ".join(f"{counts[name]} {header}" for name, header in HEADERS.items() if counts[name])
