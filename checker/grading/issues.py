"""`IssueLog`: what a person has to look at and that is in no answer's record, equal issues of a file together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

REPORTED_AS_ONE: Final = 3
"""Number of equal issues in one file from which on they are reported as one."""

MOST_DIFFERENT: Final = 100
"""Maximum number of different messages about answers in one file that are shown; more are only counted."""

LINE: Final = re.compile(r"(:\d+){1,2}\Z")

REST: Final = "and {:,} more answers that belong to no problem"


class Issue(NamedTuple):
    """Something in a submission that a person has to look at and that is in no answer's record."""

    student: str | None
    file: str
    line: int | None
    message: str
    answer: str = ""
    """The answer that it is about, shown where there are few equal issues."""
    owner: str | None = None
    """The student whose file was not read; answers that wait for this file count instead."""

    @property
    def shown(self) -> GradingIssue:
        """Return the issue as a person reads it."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return GradingIssue(self.student, place, f"{self.message}{self.answer}", self.owner is not None)


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


class IssueLog:
    """All issues of a run, in the order in which people read them."""

    def __init__(self) -> None:
        self.found: list[Issue] = []
        self.notes: dict[tuple[str, str], None] = {}
        """Files and messages about them that count elsewhere."""

    @property
    def counts(self) -> Counter[str | None]:
        """Return the number of issues of each student, but for files that were not read."""
        return Counter(each.student for each in self.found if each.owner is None)

    @property
    def unread(self) -> Counter[str]:
        """Return the number of each student's issues about files that were not read."""
        return Counter(each.owner for each in self.found if each.owner is not None)

    def issues(self) -> Iterator[GradingIssue]:
        """Yield the issues as people read them, file by file, equal ones together."""
        files: dict[str, dict[str, list[Issue]]] = {}
        for each in self.found:
            files.setdefault(each.file, {}).setdefault(each.message, []).append(each)
        for file, message in self.notes:
            files.setdefault(file, {}).setdefault(message, [Issue(None, file, None, message)])
        for file, by_message in files.items():
            of_answers = [message for message, some in by_message.items() if some[0].answer]
            left_out = set(of_answers[MOST_DIFFERENT:])
            for message, some in by_message.items():
                if message in left_out:
                    continue
                if len(some) < REPORTED_AS_ONE:
                    yield from (each.shown for each in some)
                else:
                    told = f"{message} ({len(some):,} rows)"
                    yield some[0].shown._replace(student=None, place=file, message=told)
            if left_out:
                yield GradingIssue(None, file, REST.format(sum(len(by_message[each]) for each in left_out)))
