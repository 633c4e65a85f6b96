"""`told_record`: what the reader at a level of feedback sees of the record of a graded answer.

A record of `grade` is full.  Pages, exports and messages for students take their words from here alone, so below full
feedback they have no number that gives the right answer away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.marking.feedback import Feedback, no_answer
from checker.marking.told import explains, has_numbers, hints

UNREAD: Final = "file_not_read"
"""The code of an answer that may be in a file that could not be read."""
NOT_READ: Final = "A file of this hand-in could not be read. "

VERDICTS: Final[Mapping[str, str]] = {
    "correct": "Correct",
    "carried": "Correct, given earlier answers",
    "partial": "Partly correct",
    "incorrect": "Not correct",
    "too_coarse": "Too few digits",
    "not_answered": "No answer",
}
"""What the status of an answer is called, where nobody has to look at it."""


class ToldAnswer(NamedTuple):
    """What a reader sees of a graded answer; an empty part is not shown."""

    status: str
    """As the reader knows it: one of `checker.marking.result.STATUSES`."""
    headline: str = ""
    why: Sequence[str] = ()
    """A first line, then a line for each thing that went wrong."""
    where: str = ""
    next: str = ""
    remark: str = ""
    """The decision of a person, in their words."""
    reading: str = ""

    @property
    def message(self) -> str:
        """Return all parts as one running text."""
        return self.remark or Feedback(self.headline, tuple(self.why), self.where, self.next).message


def told_record(record: Mapping[str, Any], level: str) -> ToldAnswer:
    """Return what the reader at a level of feedback sees of an answer, given its record."""
    status = record["status"]
    if "review" in record:
        is_unread = record.get("waits", {}).get("code") == UNREAD
        return ToldAnswer(status, remark=f"{NOT_READ if is_unread else ''}{record['message']}")
    if status == "not_answered":
        return ToldAnswer(status, no_answer(record["given"]))
    if "told" not in record or record["points"] is None:
        return ToldAnswer(status, "A person will look at this answer.")
    every = record["told"]
    parts = every["full"] if has_numbers(level) else every.get(level if hints(level) else "hint", every["full"])
    if not hints(level):
        return ToldAnswer(parts["status"], f"{VERDICTS[parts['status']]}.")
    return ToldAnswer(**parts, reading=record.get("reading", ""))


def told_lines(record: Mapping[str, Any], level: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield the lines of working in a record that the reader may know to be wrong, each with what is wrong in it."""
    for line in record.get("working", ()) if explains(level) else ():
        if line["finding"] and (message := line["message"] if has_numbers(level) else line["told"][level]):
            yield line, message
