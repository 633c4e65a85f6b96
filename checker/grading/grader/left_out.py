"""What is graded of a source without the students who are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from checker.grading.left_out import LeftOut
from checker.grading.submissions import FoundFile, FoundSubmissions, HandIn, Source, Submission, Trouble

if TYPE_CHECKING:
    from checker.grading.grader.write_ups import ReadHandIn


def of_others(
    found: Iterable[FoundSubmissions | HandIn], source: Source, left_out: LeftOut, numbers: set[int]
) -> Iterator[FoundSubmissions | HandIn]:
    """Yield what others handed in; the numbers of those who are left out are added to `numbers`."""
    everything = list(found)
    owner = _owner(source) if not any(isinstance(each, Submission) for each in everything) else ""
    for each in everything:
        student = each.student or (owner if isinstance(each, Trouble) else "")
        number = left_out.number(student)
        if number is None:
            yield each
        else:
            numbers.add(number)


def hand_in_of_others(read: ReadHandIn, left_out: LeftOut, numbers: set[int]) -> ReadHandIn:
    """Return what is graded of a hand-in: of a student who is left out only what its files hold of others."""
    number = left_out.number(read.who.student)
    if number is not None:
        numbers.add(number)
        read = type(read)(read.who, read.path, submissions=read.submissions, troubles=read.troubles)
    students = [each.student for each in read.submissions] + [each.student for each in read.troubles]
    numbers.update(number for each in students if (number := left_out.number(each)) is not None)
    return read._replace(
        submissions=tuple(each for each in read.submissions if not left_out.has(each.student)),
        troubles=tuple(each for each in read.troubles if not left_out.has(each.student)),
    )


def _owner(source: Source) -> str:
    """Return the student after whom a file is named, in which no student is found; empty for a table."""
    return PurePath(source.key).stem if isinstance(source, FoundFile) and source.sort != "table" else ""
