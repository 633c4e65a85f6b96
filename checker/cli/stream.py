"""`checker check --jsonl`: read one answer a line, write one result a line, in the same order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

import click

from checker.cli.jsonl_line import LIMIT, JsonlLine, id_of, members, read_request
from checker.cli.options import ProblemInError, check_part, load, part_ids
from checker.cli.records import FAULT, USAGE, exit_code, worst
from checker.cli.views import terminal
from checker.cli.views.error import error_record, fault
from checker.engine.memory import Memory
from checker.marking.feedback import LEVELS
from checker.marking.marker import MOST_SHARED, Marker, OutcomeMemory
from checker.marking.outcome import Outcome, Result
from checker.marking.record import dumps
from checker.problems import Problem, ProblemError

MOST_PROBLEMS: Final = 1024
MOST_MARKERS: Final = 256
"""Maximum number of problems and of parts kept ready; the index of a part takes up to some MB."""


NO_STUDENT: Final = "{} draws its numbers for each student. These are those of the student without an id{}."
"""The note on an answer of nobody; the numbers are those that the question shows."""


def stream(lines: BinaryIO, folder: Path, feedback: str) -> int:
    """Answer every line and return the worst exit code."""
    checked = Checked(folder, feedback)
    codes = {0}
    for line in _lines(lines):
        answer, code = checked.line(line)
        terminal.write([answer])  # flushes, too
        codes.add(code)
    return worst(codes)


class Checked:
    """Checks lines, and remembers the problems and markers it needed."""

    def __init__(self, folder: Path, feedback: str) -> None:
        self._folder = folder
        self._feedback = feedback
        self._problems: dict[str, Problem | click.ClickException] = {}
        self._markers: dict[tuple[str, str | None, str, str], Marker] = {}
        self._outcomes: OutcomeMemory = Memory(MOST_SHARED)

    def line(self, line: bytes) -> tuple[str, int]:
        """Return the output line for an input line, and its exit code."""
        id_ = "null"
        try:
            asked = members(line)
            id_ = id_of(asked)
            request = read_request(asked, line)
            problem = self._variant(request)
            result = Result(request.student or None, self._outcome(request, problem))
            written = result.json() if request.student or not problem.variants else _with_numbers(result, problem)
            return _with_id(id_, written), exit_code(result.status)
        except ProblemInError as error:
            code, message, left = "problem", error.message, USAGE
        except click.UsageError as error:
            code, message, left = "usage", error.message, USAGE
        except Exception as error:  # noqa: BLE001 - a fault of ours ends this line, not the stream
            code, message, left = "fault", fault(error), FAULT
        return _with_id(id_, json.dumps(error_record(code, message))), left

    def _variant(self, line: JsonlLine) -> Problem:
        """Return the problem, in the variant of the student, or of the student without an id."""
        problem = self._problem(line.problem)
        try:
            return problem.of_student(line.student or "")
        except ProblemError as error:
            raise ProblemInError(str(error)) from None

    def _outcome(self, line: JsonlLine, problem: Problem) -> Outcome:
        level = min(line.feedback or self._feedback, self._feedback, key=LEVELS.index)
        key = line.problem, line.part, level, problem.drawn
        if key not in self._markers:
            check_part(problem, line.part)
            if line.part is None and problem.is_multipart:
                raise click.UsageError(f"{problem.id} has the parts {', '.join(part_ids(problem))}; give one as `part`")
            if len(self._markers) >= MOST_MARKERS:
                self._markers.clear()
                self._outcomes.clear()  # they keep their markers alive
            self._markers[key] = Marker(problem, problem.part(line.part), level, self._outcomes)
        return self._markers[key].mark(line.answer)

    def _problem(self, name: str) -> Problem:
        if name not in self._problems:
            if len(self._problems) >= MOST_PROBLEMS:
                self._problems.clear()
            try:
                self._problems[name] = load(name, self._folder, only_below=True)
            except click.ClickException as error:
                self._problems[name] = error
        found = self._problems[name]
        if isinstance(found, click.ClickException):
            raise found.with_traceback(None)  # else each line would add its frames, and keep them
        return found


def _with_numbers(result: Result, problem: Problem) -> str:
    """Return the record of an answer of nobody, with a note on the numbers that it is compared with."""
    shown = {name for part in problem.parts for name in part.shown}
    numbers = ", ".join(f"{name} {value}" for name, value in problem.values if name.partition("[")[0] in shown)
    record = result.record()
    note = NO_STUDENT.format(problem.id, f": {numbers}" if numbers else "")
    record["note"] = f"{record['note']} {note}" if record.get("note") else note
    return dumps(record)


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


def _with_id(id_: str, answer: str) -> str:
    return f'{{"id": {id_}, {answer[1:]}'
