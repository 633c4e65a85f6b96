"""`IssueLog`: what a person has to look at and that is in no answer's record, equal troubles of a file together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from checker.grading.model import Trouble

REPORTED_AS_ONE: Final = 3
"""Number of equal troubles in one file from which on they are reported as one."""

MOST_DIFFERENT: Final = 100
"""Maximum number of different messages about answers in one file that are shown; more are only counted."""

LINE: Final = re.compile(r"(:\d+){1,2}\Z")

REST: Final = "and {:,} more answers that belong to no problem"


def file_of(place: str) -> str:
    """Return the file of `class.csv:3` and of `ada.yaml:3:5`."""
    return LINE.sub("", place)


class GradingIssue(NamedTuple):
    """An issue as a person reads it."""

    student: str | None
    place: str
    message: str
    by_decisions: bool = False
    """It is settled once a person has decided on all answers of the student."""

    @classmethod
    def of(cls, trouble: Trouble) -> GradingIssue:
        """Return a trouble as an issue of its own."""
        place = trouble.file if trouble.line is None else f"{trouble.file}:{trouble.line}"
        return cls(trouble.student or None, place, f"{trouble.message}{trouble.answer}", bool(trouble.owner))


class IssueLog:
    """All troubles of a run, in the order in which people read them."""

    def __init__(self) -> None:
        self.found: list[Trouble] = []
        self.notes: dict[Trouble, None] = {}
        """What counts elsewhere."""

    def counts(self, *, of_unread: bool) -> Counter[str | None]:
        """Return the number of issues of each student, either of files that were not read or all others."""
        return Counter((each.owner or each.student) or None for each in self.found if bool(each.owner) == of_unread)

    def issues(self) -> Iterator[GradingIssue]:
        """Yield the issues as people read them, file by file, equal ones together."""
        files: dict[str, dict[str, list[Trouble]]] = {}
        for each in (*self.found, *self.notes):
            files.setdefault(each.file, {}).setdefault(each.message, []).append(each)
        for file, by_message in files.items():
            of_answers = [message for message, some in by_message.items() if some[0].answer]
            left_out = set(of_answers[MOST_DIFFERENT:])
            for message, some in by_message.items():
                if message in left_out:
                    continue
                if len(some) < REPORTED_AS_ONE:
                    yield from map(GradingIssue.of, some)
                else:
                    told = f"{message} ({len(some):,} rows)"
                    yield GradingIssue(None, file, told, bool(some[0].owner))
            if left_out:
                yield GradingIssue(None, file, REST.format(sum(len(by_message[each]) for each in left_out)))
