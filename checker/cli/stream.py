"""`checker check --jsonl`: reads one answer from each line, and writes one result a line, in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import click

from checker.cli import output
from checker.cli.options import CODES, FAULT, USAGE, load, worst
from checker.document import DocumentError, Mapping, Scalar, parse_document
from checker.document.entries import given_text
from checker.document.tree import decode
from checker.engine.errors import UserError
from checker.marking.api import check
from checker.marking.result import dumps
from checker.marking.told import LEVELS
from checker.text.steering import without_halves

LIMIT: Final = 1_000_000
_LARGEST_ID: Final = 2**53
MOST_PROBLEMS: Final = 1024
"""Maximum number of problems kept ready."""

NO_STUDENT: Final = "{} draws its numbers for each student. These are those of the student without an id{}."
"""The note on an answer of nobody; the numbers are those that the question shows."""


def stream(lines: BinaryIO, folder: Path, feedback: str) -> int:
    """Print a result for every line, and return the exit code of the worst one."""
    problem_of = lru_cache(MOST_PROBLEMS)(partial(load, folder=folder, only_below=True))

    def answered(asked: Mapping) -> tuple[dict[str, Any], int]:
        request = read_request(asked)
        problem = problem_of(request.problem)
        has_draws = bool(problem.variants)
        problem = problem.of_student(request.student)
        level = min(request.feedback or feedback, feedback, key=LEVELS.index)
        result = check(problem, {request.part: request.answer}, feedback=level).parts[request.part]
        record = result.record(request.student or None)
        if has_draws and not request.student:
            shown = {name for part in problem.parts for name in part.shown}
            numbers = [f"{name} {value}" for name, value in problem.values if name.partition("[")[0] in shown]
            note = NO_STUDENT.format(problem.id, f": {', '.join(numbers)}" if numbers else "")
            record["note"] = " ".join(filter(None, (record.get("note"), note)))
        return record, CODES[result.status]

    codes = {0}
    for line in _lines(lines):
        id_ = None
        try:
            asked = members(line)
            id_ = _id(asked)
            record, code = answered(asked)
        except UserError as error:
            record, code = output.error_record(error.code, str(error)), USAGE
        except click.UsageError as error:
            record, code = output.error_record("usage", error.message), USAGE
        except Exception as error:  # noqa: BLE001 - a fault of ours ends this line, not the stream
            record, code = output.error_record("fault", output.fault(error)), FAULT
        output.write([dumps({"id": id_, **record})])  # flushes, too
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


class Request(NamedTuple):
    """What a line asks for; a level of feedback and a student only if it names them."""

    problem: str
    part: str | None
    answer: str
    feedback: str | None
    student: str


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
    return Request(problem, part, given_text(answer), feedback, given_text(student) if student else "")


def _text(asked: Mapping, key: str, what: str) -> str | None:
    """Return the text at a key; None if there is none, or null.  Raise UsageError for anything else."""
    node = asked.get(key)
    if node is None or (isinstance(node, Scalar) and node.value is None):
        return None
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        raise click.UsageError(f"`{key}` must be {what}")
    return node.value


def _id(asked: Mapping) -> str | int | None:
    """Return the `id` of a line; a number that readers of JSON could change is text.  Raise UsageError."""
    node = asked.get("id")
    if node is None:
        return None
    if not isinstance(node, Scalar) or isinstance(node.value, bool):
        raise click.UsageError("`id` must be a text or a number")
    is_safe = isinstance(node.value, int) and abs(node.value) <= _LARGEST_ID and str(node.value) == node.text
    return node.value if is_safe or node.value is None else node.text  # type: ignore[return-value]
