"""`checker check --jsonl`: one answer a line in, one result a line out, in the same order, whatever happens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import click

from checker.commands.options import ProblemInError, check_part, load, part_ids
from checker.document import DocumentError, Mapping, parse
from checker.grade import Marker
from checker.outcome import Outcome, Result
from checker.problem import Problem
from checker.report.error import fault, record
from checker.report.records import FAULT, USAGE, exit_code, worst

LIMIT: Final = 1_000_000
"""Bytes that a line may have."""

MOST_KEPT: Final = 1024
"""So many problems, and so many parts, are kept ready."""


class Number(str):
    """A number of the stream, as it was written."""

    __slots__ = ()


class Line(NamedTuple):
    """What one line asks for."""

    problem: str
    part: str | None
    answer: str


def stream(lines: BinaryIO, folder: Path, feedback: str) -> int:
    """Answer every line; gives back the worst exit code."""
    checked = Checked(folder, feedback)
    codes = {0}
    for line in _lines(lines):
        if not line.strip():
            continue
        answer, code = checked.line(line)
        click.echo(answer)  # flushes, too
        codes.add(code)
    return worst(codes)


class Checked:
    """Checks lines, and keeps the problems and the markers that it has met."""

    def __init__(self, folder: Path, feedback: str) -> None:
        self._folder = folder
        self._feedback = feedback
        self._problems: dict[str, Problem | click.ClickException] = {}
        self._markers: dict[tuple[str, str | None], Marker] = {}

    def line(self, line: bytes) -> tuple[str, int]:
        """The line to answer with, and its exit code."""
        id_ = "null"
        try:
            asked = _object(line)
            id_ = _id(asked)
            outcome = self._outcome(_line(asked, line))
            return _with_id(id_, Result(None, outcome).json()), exit_code(outcome.status)
        except ProblemInError as error:
            code, message, left = "problem", error.message, USAGE
        except click.UsageError as error:
            code, message, left = "usage", error.message, USAGE
        except Exception as error:  # noqa: BLE001 - a fault of ours ends this line, not the stream
            code, message, left = "fault", fault(error), FAULT
        return _with_id(id_, json.dumps(record(code, message))), left

    def _outcome(self, line: Line) -> Outcome:
        key = line.problem, line.part
        if key not in self._markers:
            problem = self._problem(line.problem)
            check_part(problem, line.part)
            if line.part is None and problem.is_multipart:
                raise click.UsageError(f"{problem.id} has the parts {', '.join(part_ids(problem))}; give one as `part`")
            _bound(self._markers)
            self._markers[key] = Marker(problem, problem.part(line.part), self._feedback)
        return self._markers[key].mark(line.answer)

    def _problem(self, name: str) -> Problem:
        if name not in self._problems:
            _bound(self._problems)
            try:
                self._problems[name] = load(name, self._folder)
            except click.ClickException as error:
                self._problems[name] = error
        found = self._problems[name]
        if isinstance(found, click.ClickException):
            raise found
        return found


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines, of which no more is kept than the limit and one byte."""
    while line := stream.readline(LIMIT + 1):
        rest = line
        while len(rest) > LIMIT and not rest.endswith(b"\n"):
            rest = stream.readline(LIMIT + 1)
        yield line


def _object(line: bytes) -> dict[str, Any]:
    """The object of a line; its numbers stay as they are written."""
    if len(line) > LIMIT:
        raise click.UsageError("the line is longer than 1 MB")
    try:
        asked = json.loads(line, parse_int=Number, parse_float=Number, parse_constant=Number)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "it is no text, or too deep"
        raise click.UsageError(f"the line is not JSON: {reason}") from None
    if not isinstance(asked, dict):
        raise click.UsageError('the line is not an object {"id", "problem", "answer"}')
    return asked


def _id(asked: dict[str, Any]) -> str:
    """The line's id, as JSON."""
    id_ = asked.get("id")
    if isinstance(id_, Number) and id_[-1].isdigit():
        return id_
    if id_ is None or type(id_) is str:
        return json.dumps(id_)
    raise click.UsageError("`id` must be a text or a number")


def _line(asked: dict[str, Any], line: bytes) -> Line:
    problem, part, answer = asked.get("problem"), asked.get("part"), asked.get("answer")
    if type(problem) is not str or not problem:
        raise click.UsageError("`problem` must be the id of a problem, as text")
    if part is not None and type(part) is not str:
        raise click.UsageError("`part` must be the id of a part, as text")
    if "answer" not in asked:
        raise click.UsageError("`answer` is missing")
    if isinstance(answer, dict):
        raise click.UsageError("`answer` must be one answer; give every part a line of its own")
    return Line(problem, part, _written(answer, line))


def _written(answer: Any, line: bytes) -> str:
    """The answer as it was written."""
    if isinstance(answer, list):
        try:
            node = parse(line, source="the line")
        except DocumentError as error:
            raise click.UsageError(str(error)) from None
        answer = node.entries["answer"][1].text if isinstance(node, Mapping) else ""
    words = {None: "", True: "true", False: "false"}
    return words[answer] if answer is None or isinstance(answer, bool) else str(answer)


def _with_id(id_: str, answer: str) -> str:
    return f'{{"id": {id_}, {answer[1:]}'


def _bound(kept: dict[Any, Any]) -> None:
    if len(kept) >= MOST_KEPT:
        kept.clear()
