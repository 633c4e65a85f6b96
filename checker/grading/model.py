"""Data of a class: what was handed in (`HandIn`), and what was read from it (`Contents`), with records of answers.

They are made of texts and numbers only, so that each can be kept as JSON and sent to another process.  `issues_of`
shows what a person has to look at and that is in no answer's record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from checker.lms.students import Student
from checker.lms.system import Delivery
from checker.problems import QuestionKey

Record = dict[str, Any]
"""The record of an answer, as results.jsonl has it."""


def question_of(record: Mapping[str, Any]) -> QuestionKey:
    """Return the question that a record, or what else names one, is about."""
    return QuestionKey(record["problem"], record["part"])


def code_of(record: Record) -> str:
    """Return the code of the reason why an answer waits; empty where it does not."""
    return str(record.get("waits", {}).get("code", ""))


FileSort = Literal["document", "structured", "table", "other"]
"""How a file is read: by `checker.writeups`, as YAML or JSON, as rows of a table, or not at all."""

TroubleKind = Literal["", "hides", "not_read", "scanned"]
"""`hides`: answers of unknown students.  `not_read`: a student's file was not read, so answers that are not found wait.
`scanned`: the same for pages without text; it is not told where an answer waits for them."""


class File(NamedTuple):
    """A file that was handed in, with its contents."""

    name: str
    """The path below the root, as text; no other file has it."""
    sort: FileSort = "other"
    data: bytes = b""
    error: str = ""


class HandIn(NamedTuple):
    """The files of one student, which are read together, or one file that names its students itself."""

    key: str
    """The path below the root, or the folder and the student's id in a download; no other hand-in has it."""
    files: tuple[File, ...]
    who: Student = Student("")
    """The student by the name of the folder or file; a document may name another id."""
    hint: str | None = None
    """The first folder below the root, which may be named like an assignment."""
    is_single: bool = False
    """It is one file, which names its students itself: YAML, JSON, a table, or one that is not read."""
    is_certain: bool = False
    """A learning management system names the student, whatever the documents say."""
    delivery: Delivery = Delivery()

    @property
    def place(self) -> str:
        """Return what messages call it: the name of its only file, or of its folder."""
        return self.files[0].name if len(self.files) == 1 else self.key


class Given(NamedTuple):
    """One answer exactly as it was written; an empty text is none."""

    problem: str
    part: str | None
    text: str
    line: int
    is_number: bool = False
    """It is a number of the file, and no text."""


class Trouble(NamedTuple):
    """What a person has to look at in a file, with what to do."""

    file: str
    """The name of the file; empty for the folder or zip itself."""
    line: int | None
    student: str
    message: str
    kind: TroubleKind = ""
    answer: str = ""
    """The answer that it is about, shown where there are few equal ones."""
    owner: str = ""
    """The student whose file was not read; answers that wait for this file count instead."""


@dataclass
class Answers:
    """What one student answers, in one file, one row of a table, or a folder of documents."""

    who: Student
    file: str
    line: int | None = None
    delivery: Delivery = field(default_factory=Delivery)
    hint: str | None = None
    given: Sequence[Given] = ()
    """The answers as they were written, to be marked."""
    assignment: str | None = None
    """The assignment that documents answer; their answers are marked where they are read."""
    records: Sequence[Record] = ()
    """One for each question of that assignment."""
    document: dict[str, Any] | None = None
    """The documents with remarks, as documents.jsonl has them."""
    content: str = ""
    """A hash of the hand-in, by which the next run sees whether it has changed."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids that the student may have."""
        return (self.who.id, *self.delivery.other_ids)


class Unread(NamedTuple):
    """A file that could not be read, or a part of one: students who seem to have handed nothing in may be in it."""

    file: str
    hint: str | None
    students: tuple[str, ...] = ()
    """Ids that its name and that of its folder may be; none where it may hold the answers of anybody."""


@dataclass
class Contents:
    """Everything that was read from a hand-in, or from those of a class."""

    answers: list[Answers] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Faults of checker: what it met waits for a person, and is not kept."""
    left_out: list[int] = field(default_factory=list)
    """The numbers of the forgotten students in it, of whom nothing else is here."""
    slow: list[str] = field(default_factory=list)
    """The files that met a time limit: they wait for a person."""
    is_final: bool = True
    """The next run reads the same from these files: no time limit was met, and nothing is missing that reads them."""

    def to_json(self) -> Any:
        """Return everything as lists and mappings, as the cache keeps it."""
        others = self.faults, self.left_out, self.slow, self.is_final
        return [list(map(vars, self.answers)), self.troubles, self.unread, *others]

    @classmethod
    def from_json(cls, kept: Any) -> Contents:
        """Return what `to_json` made."""
        answers, troubles, unread, *others = kept
        found = [
            Answers(
                **each
                | {"who": Student(*_tuples(each["who"])), "delivery": Delivery(*_tuples(each["delivery"]))}
                | {"given": [Given(*one) for one in each["given"]]}
            )
            for each in answers
        ]
        return cls(found, [Trouble(*each) for each in troubles], [Unread(*_tuples(each)) for each in unread], *others)


def _tuples(kept: Sequence[Any]) -> Iterator[Any]:
    return (tuple(each) if isinstance(each, list) else each for each in kept)


def file_of(place: str) -> str:
    """Return the file of `class.csv:3` and of `ada.yaml:3:5`."""
    return re.sub(r"(:\d+){1,2}\Z", "", place)


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


def issues_of(troubles: Iterable[Trouble]) -> Iterator[GradingIssue]:
    """Yield troubles as people read them, file by file, equal ones together."""
    files: dict[str, dict[str, list[Trouble]]] = {}
    for each in troubles:
        files.setdefault(each.file, {}).setdefault(each.message, []).append(each)
    for file, by_message in files.items():
        of_answers = [message for message, some in by_message.items() if some[0].answer]
        left_out = set(of_answers[100:])  # more are only counted
        for message, some in by_message.items():
            if message in left_out:
                continue
            if len(some) < 3:  # noqa: PLR2004
                yield from map(GradingIssue.of, some)
            else:
                told = f"{message} ({len(some):,} rows)"
                yield GradingIssue(None, file, told, bool(some[0].owner))
        if left_out:
            count = sum(len(by_message[each]) for each in left_out)
            yield GradingIssue(None, file, f"and {count:,} more answers that belong to no problem")
