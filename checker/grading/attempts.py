"""Decides between several hand-ins of one student: one attempt counts, or equal answers count once.

Different answers go to a person.  A blank answer is none, and one that may be in a file that nobody could read waits
unless another hand-in has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from checker.grading.model import Record
from checker.grading.records import SEVERAL, answer_digest
from checker.grading.rows import Row
from checker.text.words import first_of

Attempts = Literal["last", "best", "first"]

MOST_PLACES: Final = 10


class Worth(NamedTuple):
    """What a hand-in is worth: its points so far, and the most that decisions may still make of them."""

    least: float
    most: float


def counting(rows: Sequence[Row], rule: Attempts, worth: Callable[[Row], Worth]) -> list[Row]:
    """Return the hand-ins of a student that count: of numbered attempts the best, first or last, by the rule.

    Attempts are compared within a download, or within a table.  Hand-ins without a number, or with the same, all count.
    """
    attempts: dict[str, list[Row]] = {}
    for row in rows:
        delivery = row.answers.delivery
        series = "download" if delivery.files else row.answers.file
        attempts.setdefault(series if delivery.attempt else "", []).append(row)
    left: set[int] = set()
    for series, some in attempts.items():
        if series and len({row.answers.delivery.attempt for row in some}) == len(some) > 1:
            in_order = sorted(some, key=lambda row: row.answers.delivery.attempt)
            one = _best(in_order, worth) if rule == "best" else in_order[0 if rule == "first" else -1]
            left.update(id(row) for row in some if row is not one)
    return [row for row in rows if id(row) not in left]


def _best(rows: Sequence[Row], worth: Callable[[Row], Worth]) -> Row:
    """Return the best hand-in, of equally good ones the earliest.

    If one that waits could still become better, return that one, so that a person decides on it.
    """
    known = [(worth(row), row) for row in rows]
    sure = max(each.least for each, _ in known)
    best = max(known, key=lambda each: (each[0].most, each[0].least))
    return best[1] if best[0].most > sure else next(row for each, row in known if each.least == sure)


def together(rows: Sequence[Row]) -> tuple[Row, str]:
    """Return one row of all hand-ins of a student to an assignment, and why a person has to choose, else no text.

    Where answers differ, each waits: the first in its column, the others behind.
    """
    first, *others = rows
    if not others:
        return first, ""
    columns = [list(each) for each in zip(*(row.records for row in rows), strict=True)]
    digests = [list(map(answer_digest, each)) for each in columns]
    answered = [row for at, row in enumerate(rows) if any(column[at] for column in digests)]
    reason = _reason(answered) if answered else ""
    first.more = [record for row in rows for record in row.more]
    first.documents = [document for row in rows for document in row.documents]
    first.who = first.who._replace(
        name=next((row.who.name for row in rows if row.who.name), ""),
        email=next((row.who.email for row in rows if row.who.email), ""),
    )
    differ = False
    for place, (records, found) in enumerate(zip(columns, digests, strict=True)):
        answers = {digest: record for digest, record in zip(reversed(found), reversed(records), strict=True) if digest}
        unseen = (record for record in records if record["status"] != "not_answered")
        first.records[place] = next(reversed(answers.values()), next(unseen, records[0]))
        if len(answers) > 1:
            differ = True
            places = {digest: row.place for digest, row in zip(reversed(found), reversed(rows), strict=True)}
            several = reversed(answers.items())
            first.records[place], *more = [_undecided(each, reason, places[digest]) for digest, each in several]
            first.more += more
    return first, reason if differ else ""


def _undecided(record: Record, reason: str, place: str) -> Record:
    waits = {"code": SEVERAL, "sentence": reason, "group": "", "place": place}
    kept = {name: each for name, each in record.items() if name not in {"review", "label"}}
    return kept | {"status": "needs_review", "points": None, "message": reason, "waits": waits}


def _reason(rows: Sequence[Row]) -> str:
    files = Counter(row.answers.file for row in rows)
    places = [row.place if files[row.answers.file] > 1 else row.answers.file for row in rows]
    named = first_of(places, MOST_PLACES)
    return f"Handed in more than once: {named}. Keep one of them, remove the others and grade again."
