"""Sentences above a student's answers: about dates, late work, and what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Final

from checker.grading.store import Standing
from checker.lms.students import key
from checker.notation.words import as_sentence, counted, enumerated
from checker.problems import Dates
from checker.problems.duration import in_words
from checker.reports.feedback.answers import OPEN
from checker.reports.feedback.model import ShownAnswer

LOOK: Final = "A person has to look at something in your hand-in. Your grade may still change."


def notes(standing: Standing, dates: Dates, answers: Sequence[ShownAnswer]) -> Iterator[str]:
    """Yield the sentences about one assignment."""
    yield from _when(standing, dates)
    if standing.late_reason:
        yield from _lateness(standing, dates)
    if waiting := [answer.name for answer in answers if answer.verdict == OPEN]:
        verb = "waits" if len(waiting) == 1 else "wait"
        yield f"{counted(len(waiting), 'answer')} still {verb} for a person: {enumerated(waiting)}."
    if standing.issues:
        yield LOOK


def _when(standing: Standing, dates: Dates) -> Iterator[str]:
    """Yield when the work was due, and when it was handed in, as far as that is known."""
    theirs = standing.who.keys
    due = next((due for id_, due in dates.extensions.items() if key(id_) in theirs), dates.due)
    if due is None:
        return
    handed_in = f"; you handed in {_time(standing.submitted, dates.timezone)}" if standing.submitted else ""
    yield f"Due {_moment(due, dates.timezone)}{handed_in}."


def _lateness(standing: Standing, dates: Dates) -> Iterator[str]:
    yield as_sentence(standing.late_reason)
    if standing.raw_points != standing.points:
        verb = "counts" if standing.raw_points == 1 else "count"
        yield f"So {counted(standing.raw_points, 'point')} {verb} as {standing.points:g}."
    if dates.late and standing.late_credit < 1:
        steps = [f"{100 * step.credit:g}% of the points within {in_words(step.within)}" for step in dates.late]
        yield f"Late work earns {', '.join(steps)}, and none after that."


def _time(text: str, zone: tzinfo) -> str:
    """Return a time in the zone of the assignment; one without a zone is in it already."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return text
    return _moment(found.replace(tzinfo=found.tzinfo or zone), zone)


def _moment(time: datetime, zone: tzinfo) -> str:
    local = time.astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M} {local.tzname() or ''}".rstrip()
