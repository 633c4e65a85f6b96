"""What `checker forget` reports: as lines for people, and as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any, Final

from checker.cli.views.layout import Style, hanging
from checker.grading.forget.student import ForgetReport, LeftFile, What
from checker.text.words import counted, enumerated, in_line, shortened

SCHEMA: Final = "checker.forget/1"

ROSTER: Final = "the roster, if it still lists the student"
COPIES: Final = (
    "Handouts with their variants.csv are not touched, and neither is what was printed, sent or uploaded: delete what"
    " shows {} yourself."
)
ALSO_THERE: Final = (
    "These files still have a name of {}, or the same number or word. To remove it, edit the submission or the decision"
    " that it comes from, and grade again:"
)
LONGEST_PATH: Final = 200
MOST_NAMED: Final = 20
"""Maximum number of files that are named on the screen."""


def record(student: str, report: ForgetReport | None, results: str) -> dict[str, Any]:
    """Return the report as a mapping for JSON; None as a report means that the student was let in again."""
    if report is None:
        return {"schema": SCHEMA, "student": student, "is_left_out": False}
    removed, remade = report.removed, report.remade
    return {
        "schema": SCHEMA,
        "student": report.student,
        "is_left_out": True,
        "was_forgotten": report.was_forgotten,
        "removed": {"grades": removed.grades, "submissions": removed.submissions, "answers": removed.answers},
        "written": [f"{results}/{name}" for name in remade.written],
        "not_written": remade.why_not or None,
        "deleted": [{"path": f"{results}/{each.name}", "command": each.command or None} for each in report.deleted],
        "left": [
            {"what": each.what, "path": each.path or None, "command": each.command or None} for each in report.left
        ],
    }


def lines(student: str, report: ForgetReport | None, results: str, style: Style) -> list[str]:
    """Return the report as lines for people."""
    texts = [UNDONE.format(shortened(student))] if report is None else list(_paragraphs(report, results))
    return texts if style.plain else [line for text in texts for line in hanging("", text, style, 0)]


UNDONE: Final = "{} is no longer left out: the next `checker grade` grades the files that are there."


def _paragraphs(report: ForgetReport, results: str) -> Iterator[str]:
    """Yield the report as paragraphs: what was removed, written again or deleted, and which files still hold data."""
    who, removed, remade = shortened(report.student), report.removed, report.remade
    if report.was_forgotten:
        yield f"{who} was already forgotten in {results}."
    else:
        counts = (
            counted(removed.grades, "row of grades", "rows of grades"),
            counted(removed.submissions, "submission"),
            counted(removed.answers, "answer"),
        )
        yield f"Removed {who} from {results}: {enumerated(counts)} that nobody else gave."
    if remade.written:
        yield f"Written again without {who}: {', '.join(remade.written)}"
    if remade.why_not:
        yield f"Deleted the files of the class, because {remade.why_not}. `checker grade` writes them again."
    for each in report.deleted:
        yield f"Deleted {results}/{each.name}{_remade_by(each.command)}"
    yield from _listed(
        f"These files are yours and stay. They may still hold data about {who}:",
        [_shown_left(each) for each in report.left if each.what not in {"file", "mentioned in", "mention"}],
    )
    yield from _listed(
        f"These files in {results} still show {who}, or the same number or word. Delete them, or repeat the command"
        " that wrote them:",
        _paths(report, "file"),
    )
    sources, mentions = _paths(report, "mentioned in"), _paths(report, "mention")
    yield from _listed(
        f"Other students wrote a name of {who}, or the same number or word, in these submissions:", sources
    )
    if sources:
        again = shortened(shlex.join(["checker", "forget", report.student, results]), LONGEST_PATH)
        yield (
            f"To remove it, edit these submissions, grade again, and repeat the commands that wrote the files below."
            f" Then repeat `{again}`."
        )
    yield from _listed("These files have it from there:" if sources else ALSO_THERE.format(who), mentions)
    yield COPIES.format(who)
    yield f"Later runs leave {who} out. With --undo, the next run grades {who} again."


def _listed(head: str, rows: Sequence[str]) -> Iterator[str]:
    """Yield a heading and the rows below it; nothing where there are no rows."""
    if rows:
        yield head
        yield from (f"  {row}" for row in rows[:MOST_NAMED])
    if len(rows) > MOST_NAMED:
        yield f"  and {len(rows) - MOST_NAMED:,} more; --format json lists all"


def _paths(report: ForgetReport, what: What) -> list[str]:
    """Return a line for each file of this sort that stays."""
    return [_path(each) for each in report.left if each.what == what]


def _shown_left(each: LeftFile) -> str:
    """Return a file that stays, with what it is and how to make it again."""
    return ROSTER if each.what == "roster" else _path(each, f" ({each.what})")


def _path(each: LeftFile, more: str = "") -> str:
    """Return the path of a file, `more` about it, and how to make it again."""
    return f"{shortened(each.path, LONGEST_PATH)}{more}{_remade_by(each.command)}"


def _remade_by(command: str) -> str:
    """Return `; ... writes it again`; empty without a command."""
    return f"; `{in_line(command)}` writes it again" if command else ""
