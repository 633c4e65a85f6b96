"""`checker check --jsonl`: reads one answer from each line, and writes one result a line, in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import click

from checker.cli import output
from checker.cli.options import FAULT, USAGE, check_part, exit_code, load, part_ids, worst
from checker.document import DocumentError, Mapping, Scalar, parse_document
from checker.document.entries import given_text
from checker.document.tree import decode
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.result import Result, dumps
from checker.marking.told import LEVELS, told
from checker.problems import Problem, ProblemError
from checker.text.steering import without_halves

LIMIT: Final = 1_000_000
"""Maximum number of bytes in a line."""
MOST_PROBLEMS: Final = 1024
MOST_QUESTIONS: Final = 64
"""Maximum number of problems and of parts kept ready; the index of a part takes up to some MB."""

NO_STUDENT: Final = "{} draws its numbers for each student. These are those of the student without an id{}."
"""The note on an answer of nobody; the numbers are those that the question shows."""


def stream(lines: BinaryIO, folder: Path, feedback: str) -> int:
    """Print a result for every line, and return the exit code of the worst one."""
    checked = StreamChecker(folder, feedback)
    codes = {0}
    for line in _lines(lines):
        answer, code = checked.line(line)
        output.write([answer])  # flushes, too
        codes.add(code)
    return worst(codes)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines, each cut just above the limit."""
    try:
        while line := stream.readline(LIMIT + 1):
            rest = line
            while len(rest) > LIMIT and not rest.endswith(b"\n"):
                rest = stream.readline(LIMIT + 1)
            yield line
    except OSError as error:
        raise click.UsageError(f"standard input cannot be read: {error.strerror}") from None


class StreamChecker:
    """Checks the lines of a stream, and remembers problems and questions for the next lines."""

    def __init__(self, folder: Path, feedback: str) -> None:
        self._folder = folder
        self._feedback = feedback
        self._problems: dict[str, Problem | click.UsageError | ProblemError] = {}
        self._questions: dict[tuple[str, str | None, str], Question] = {}

    def line(self, line: bytes) -> tuple[str, int]:
        """Return the JSON line with the result for an input line, or with what is wrong with it, and its exit code."""
        id_: Any = None
        try:
            asked = members(line)
            id_ = _id(asked)
            request = read_request(asked)
            problem = self._problem(request.problem).of_student(request.student or "")
            result = self._result(request, problem)
            record = result.record(request.student or None)
            if problem.variants and not request.student:
                record["note"] = " ".join(filter(None, (record.get("note"), _numbers(problem))))
            return dumps({"id": id_, **record}), exit_code(result.status)
        except ProblemError as error:
            code, message, left = error.code, str(error), USAGE
        except click.UsageError as error:
            code, message, left = "usage", error.message, USAGE
        except Exception as error:  # noqa: BLE001 - a fault of ours ends this line, not the stream
            code, message, left = "fault", output.fault(error), FAULT
        return dumps({"id": id_, **output.error_record(code, message)}), left

    def _result(self, request: Request, problem: Problem) -> Result:
        """Return the result of a line's answer; a question that was made before is used again.  Raise UsageError."""
        key = request.problem, request.part, problem.drawn
        if key not in self._questions:
            check_part(problem, request.part)
            if request.part is None and problem.is_multipart:
                raise click.UsageError(f"{problem.id} has the parts {', '.join(part_ids(problem))}; give one as `part`")
            if len(self._questions) >= MOST_QUESTIONS:
                self._questions.clear()
            self._questions[key] = Question.of(problem, problem.part(request.part))
        level = min(request.feedback or self._feedback, self._feedback, key=LEVELS.index)
        return told(mark(request.answer, self._questions[key]), level)

    def _problem(self, name: str) -> Problem:
        """Return the problem with this id or path, loaded once.  Raise UsageError or ProblemError, each time again."""
        if name not in self._problems:
            if len(self._problems) >= MOST_PROBLEMS:
                self._problems.clear()
            try:
                self._problems[name] = load(name, self._folder, only_below=True)
            except (click.UsageError, ProblemError) as error:
                self._problems[name] = error
        found = self._problems[name]
        if not isinstance(found, Problem):
            raise found.with_traceback(None)  # else each line would add its frames, and keep them
        return found


def _numbers(problem: Problem) -> str:
    """Return the note on the numbers that the answer of nobody was compared with."""
    shown = {name for part in problem.parts for name in part.shown}
    numbers = ", ".join(f"{name} {value}" for name, value in problem.values if name.partition("[")[0] in shown)
    return NO_STUDENT.format(problem.id, f": {numbers}" if numbers else "")


class Request(NamedTuple):
    """A line of the stream: the problem, the answer, the level of feedback and so on."""

    problem: str
    part: str | None
    answer: str
    feedback: str | None
    """The level of feedback, or None if the line gives none."""
    student: str | None
    """The student whose variant is answered, or None if the line names none."""


def members(line: bytes) -> Mapping:
    """Return the JSON object in a line; numbers stay as they are written.  Raise UsageError."""
    if len(line) > LIMIT:
        raise click.UsageError("the line is longer than 1 MB")
    if not line.strip():
        raise click.UsageError("the line is blank")
    try:
        asked = parse_document(without_halves(decode(line, "the line")), source="the line")
    except DocumentError as error:
        raise click.UsageError(f"the line cannot be read: {error.message}") from None
    if not isinstance(asked, Mapping):
        raise click.UsageError('the line is not an object {"id", "problem", "answer"}')
    return asked


def read_request(asked: Mapping) -> Request:
    """Return what a line asks for.  Raise UsageError if a key is missing or wrong."""
    problem = _text(asked, "problem", "the id of a problem, as text")
    if not problem:
        raise click.UsageError("`problem` is missing" if problem is None else "`problem` is empty")
    part = _text(asked, "part", "the id of a part, as text")
    feedback = _text(asked, "feedback", f"one of {', '.join(LEVELS)}")
    if feedback is not None and feedback not in LEVELS:
        raise click.UsageError(f"`feedback` must be one of {', '.join(LEVELS)}")
    student = asked.get("student")
    if student is not None and not isinstance(student, Scalar):
        raise click.UsageError("`student` must be the id of a student, as text or as a number")
    answer = asked.get("answer")
    if answer is None:
        raise click.UsageError("`answer` is missing")
    if isinstance(answer, Mapping):
        raise click.UsageError("`answer` must be a single answer; give each part its own line")
    return Request(problem, part, given_text(answer), feedback, given_text(student) if student else None)


def _text(asked: Mapping, key: str, what: str) -> str | None:
    """Return the text at a key; None if there is none, or null.  Raise UsageError for anything else."""
    node = asked.get(key)
    if node is None or (isinstance(node, Scalar) and node.value is None):
        return None
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        raise click.UsageError(f"`{key}` must be {what}")
    return node.value


def _id(asked: Mapping) -> Any:
    """Return the `id` of a line: None if there is none, and a number that fits no double as text.  Raise UsageError."""
    node = asked.get("id")
    if node is None:
        return None
    if not isinstance(node, Scalar) or isinstance(node.value, bool):
        raise click.UsageError("`id` must be a text or a number")
    return node.value if isinstance(node.value, str | None) or _fits_double(node.text) else node.text


def _fits_double(number: str) -> bool:
    """Return whether a double holds the number unchanged."""
    try:
        double = float(number)
        return isfinite(double) and Decimal(number) == Decimal(repr(double))
    except (InvalidOperation, ValueError):  # an exponent of twenty digits, or none of JSON
        return False
