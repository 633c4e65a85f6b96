"""What an instructor sees of a graded folder: who, what went wrong most, what needs a person, and where all is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Final

from checker.cli.views.layout import Style, hanging, labelled, table
from checker.grading.cell import UNEXPLAINED
from checker.grading.output.gradebook import number
from checker.grading.output.summary import QuestionSummary, Sheet, Student, Summary, Tally
from checker.grading.output.write import FILES, GRADES, NEEDS, SUMMARY
from checker.notation.words import counted, shortened

MOST_STUDENTS: Final = 40
MOST_NEEDS: Final = 12
MOST_MISTAKES: Final = 3
MOST_SHARED: Final = 5
MOST_ALIKE: Final = 5
MOST_NAMED: Final = 3
"""Students that are named; more are counted."""

HEAPS: Final = {"right": "right", "partial": "partial", "wrong": "wrong", "blank": "no answer", "you": "you"}
ALWAYS: Final = ("right", "wrong", "you")


def lines(summary: Summary, folder: str, errors: Sequence[str], style: Style) -> list[str]:
    """The whole.  `folder`: where the files are; `errors`: what is wrong with problem files."""
    shown = [line for sheet in summary.sheets for line in _sheet(summary, sheet, folder, style)]
    needs = list(_needs(summary))
    if len(needs) > MOST_NEEDS:
        needs[MOST_NEEDS:] = [("", f"and {len(needs) - MOST_NEEDS} more; see {folder}/{NEEDS}")]
    shown += _section("needs you", summary.people, needs, style)
    keys = [(suspicion.column.name, suspicion.message) for suspicion in summary.suspicions]
    shown += _section("a suspicious key" if len(keys) == 1 else "suspicious keys", len(keys), keys, style)
    shown += _section("unexplained, and shared by several", len(summary.shared), _shared(summary, folder), style)
    ids = [("", _alike(students)) for students in summary.alike[:MOST_ALIKE]]
    if len(summary.alike) > MOST_ALIKE:
        ids.append(("", f"and {len(summary.alike) - MOST_ALIKE} more; see {folder}/{SUMMARY}"))
    shown += _section("ids that look alike", len(summary.alike), ids, style)
    shown += _section("problem files in error", len(errors), [("", error) for error in errors], style)
    files = [f"{folder}/{file}" for file in FILES]
    if style.plain:
        return [*shown, *(f"Written: {file}" for file in files)]
    return [*shown, "", *hanging("", "   ".join(files), style, 2)]


def _sheet(summary: Summary, sheet: Sheet, folder: str, style: Style) -> list[str]:
    title = sheet.assignment.title or sheet.assignment.name or "One assignment"
    count = f"{counted(sheet.students, 'student')} · {counted(len(sheet.questions), 'question')}"
    students = list(islice(summary.students(sheet.assignment), MOST_STUDENTS))
    left = sheet.students - len(students)
    more = [f"and {left} more; all are in {folder}/{GRADES}"] if left else []
    if style.plain:
        rows = [("Assignment", f"{title}: {count.replace(' · ', ', ')}")]
        rows += [
            (f"Student {shortened(each.student)}", f"{_points(each)} points; {_said(each.tally)}") for each in students
        ]
        rows += [("Students", line) for line in more]
        rows += [(f"Problem {each.column.name}", _said(each.tally) + _plainly(each)) for each in sheet.questions]
        return labelled(rows, style)
    heaps = [heap for heap in HEAPS if heap in ALWAYS or any(getattr(each.tally, heap) for each in sheet.questions)]
    head = [HEAPS[heap] for heap in heaps]
    people = [("student", "points", *head)]
    people += [(shortened(each.student), _points(each), *_cells(each.tally, heaps)) for each in students]
    problems = [("problem", *head), *((each.column.name, *_cells(each.tally, heaps)) for each in sheet.questions)]
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
            for line in _beside(row.ljust(width), _told(question, MOST_MISTAKES), style)
        ),
    ]


def _section(title: str, count: int, rows: Sequence[tuple[str, str]], style: Style) -> list[str]:
    """A heading and what is below it; nothing where there is nothing."""
    if not rows:
        return []
    if style.plain:
        return [f"{title.capitalize()}: {': '.join(filter(None, row))}".replace("\n", " ") for row in rows]
    column = max(len(label) for label, _ in rows) + 2
    below = [line for label, text in rows for line in hanging(label, text, style, 4, column if label else 0)]
    return ["", f"  {title} ({count})", *below]


def _needs(summary: Summary) -> Iterator[tuple[str, str]]:
    """What a person has to see, the gravest first: what was not read, who handed in twice, then single answers."""
    for need in (*summary.needs, *summary.unapplied):
        yield "", ": ".join(filter(None, (need.place, need.student and shortened(need.student), need.message)))
    for (_, student), reason in summary.twice.items():
        yield "", f"{shortened(student)}: {reason}"
    alike: dict[tuple[str, str], dict[str, None]] = {}
    for group in summary.groups:
        alike.setdefault((group.name, group.reason), {}).update(dict.fromkeys(group.students))
    for (problem, reason), students in alike.items():
        yield problem, f"{_people(students)}: {reason}"


def _alike(students: Sequence[str]) -> str:
    """Ids that look alike, with what cannot be seen; each is graded as a student of its own."""
    some = ", ".join(shortened(ascii(each)[1:-1]) for each in students[:MOST_NAMED])
    more = f" and {len(students) - MOST_NAMED} more" if len(students) > MOST_NAMED else ""
    return f"{some}{more}: graded as {len(students)} students; if they are one, mend the id"


def _shared(summary: Summary, folder: str) -> list[tuple[str, str]]:
    """The commonest unexplained answers that several gave, and how to teach them."""
    commonest = sorted(summary.shared, key=lambda each: -each.gave)
    rows = [(each.column.name, "\n".join(filter(None, (each.message, each.next)))) for each in commonest[:MOST_SHARED]]
    more = [("", f"and {left} more; see {folder}/{SUMMARY}")] if (left := len(commonest) - len(rows)) else []
    return rows + more


def _people(students: Collection[str]) -> str:
    """Who gave such answers; of many only how many."""
    if len(students) > MOST_NAMED:
        return f"{len(students)} students"
    return ", ".join(map(shortened, students))


def _told(question: QuestionSummary, most: int) -> list[str]:
    """The commonest mistakes and how often each was made; last what nothing known explains."""
    known = [mistake for mistake in question.mistakes if mistake[0] != UNEXPLAINED][:most]
    known += [mistake for mistake in question.mistakes if mistake[0] == UNEXPLAINED]
    return [f"{label} {count}" for label, count in known]


def _beside(row: str, told: Sequence[str], style: Style) -> list[str]:
    """A row of a table, and beside it some pieces in as many lines as they need."""
    lines = [row]
    for piece in told:
        is_first = len(lines[-1]) == len(row)
        if not is_first and len(lines[-1]) + len(f" · {piece}") > style.width:
            lines[-1] += " ·"
            lines.append(" " * len(row))
            is_first = True
        lines[-1] += piece if is_first else f" · {piece}"
    return [line.rstrip() for line in lines]


def _plainly(question: QuestionSummary) -> str:
    told = _told(question, MOST_MISTAKES)
    return f"; most common mistakes: {', '.join(told)}" if told else ""


def _points(student: Student) -> str:
    return f"{number(student.points)}/{number(student.max_points)}"


def _cells(tally: Tally, heaps: Sequence[str]) -> list[str]:
    return [str(getattr(tally, heap) or "-") for heap in heaps]


def _said(tally: Tally) -> str:
    """`22 right, 17 wrong, 1 for you`."""
    words = {**HEAPS, "you": "for you"}
    return ", ".join(f"{count} {words[heap]}" for heap in HEAPS if (count := getattr(tally, heap)))
