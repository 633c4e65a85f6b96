"""`checker check --jsonl`: reads one answer from each line, and writes one result a line, in the same order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import click

from checker.cli.options import FAULT, USAGE, check_part, exit_code, load, part_ids, worst
from checker.cli.views import terminal
from checker.cli.views.error import error_record, fault
from checker.document.errors import quote
from checker.document.nodes import FRAGILE
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.result import Result, dumps
from checker.marking.told import LEVELS, told
from checker.problems import Problem, ProblemError
from checker.text.number import typed

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
        terminal.write([answer])  # flushes, too
        codes.add(code)
    return worst(codes)


class StreamChecker:
    """Checks the lines of a stream, and remembers problems and questions for the next lines."""

    def __init__(self, folder: Path, feedback: str) -> None:
        self._folder = folder
        self._feedback = feedback
        self._problems: dict[str, Problem | click.UsageError | ProblemError] = {}
        self._questions: dict[tuple[str, str | None, str], Question] = {}

    def line(self, line: bytes) -> tuple[str, int]:
        """Return the JSON line with the result for an input line, or with what is wrong with it, and its exit code."""
        id_ = "null"
        try:
            asked = members(line)
            id_ = id_of(asked)
            request = read_request(asked, line)
            problem = self._problem(request.problem).of_student(request.student or "")
            result = self._result(request, problem)
            student = request.student or None
            written = result.json(student) if student or not problem.variants else _with_numbers(result, problem)
            return _with_id(id_, written), exit_code(result.status)
        except ProblemError as error:
            code, message, left = error.code, str(error), USAGE
        except click.UsageError as error:
            code, message, left = "usage", error.message, USAGE
        except Exception as error:  # noqa: BLE001 - a fault of ours ends this line, not the stream
            code, message, left = "fault", fault(error), FAULT
        return _with_id(id_, json.dumps(error_record(code, message))), left

    def _result(self, line: JsonlLine, problem: Problem) -> Result:
        """Return the result of a line's answer; a question that was made before is used again. Raise UsageError."""
        key = line.problem, line.part, problem.drawn
        if key not in self._questions:
            check_part(problem, line.part)
            if line.part is None and problem.is_multipart:
                raise click.UsageError(f"{problem.id} has the parts {', '.join(part_ids(problem))}; give one as `part`")
            if len(self._questions) >= MOST_QUESTIONS:
                self._questions.clear()
            self._questions[key] = Question.of(problem, problem.part(line.part))
        level = min(line.feedback or self._feedback, self._feedback, key=LEVELS.index)
        return told(mark(line.answer, self._questions[key]), level)

    def _problem(self, name: str) -> Problem:
        """Return the problem with this id or path, loaded once. Raise UsageError or ProblemError, each time again."""
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


def _with_numbers(result: Result, problem: Problem) -> str:
    """Return the JSON of a result that names no student, with a note on the numbers that it was compared with."""
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
    """Return a JSON object with this id, which is JSON itself, as its first key."""
    return f'{{"id": {id_}, {answer[1:]}'


LIMIT: Final = 1_000_000
"""Maximum number of bytes in a line."""

DECODER: Final = json.JSONDecoder(parse_int=str)
BETWEEN: Final = " \t\r\n:,"
"""Characters between the keys and values of an object."""


class JsonNumber(str):
    """A number as it was written in the stream."""

    __slots__ = ()


class JsonlLine(NamedTuple):
    """A line of the stream: the problem, the answer, the level of feedback and so on."""

    problem: str
    part: str | None
    answer: str
    feedback: str | None
    """The level of feedback, or None if the line gives none."""
    student: str | None = None
    """The student whose variant is answered, or None if the line names none."""


class Members(NamedTuple):
    """The members of a JSON object, and its keys that occur twice."""

    found: dict[str, Any]
    twice: tuple[str, ...]


def members(line: bytes) -> Members:
    """Return the members of the JSON object in a line; numbers stay as they are written. Raise UsageError."""
    if len(line) > LIMIT:
        raise click.UsageError("the line is longer than 1 MB")
    if not line.strip():
        raise click.UsageError("the line is blank")
    twice: list[str] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                twice.append(key)
            found[key] = value
        return found

    try:
        asked = json.loads(
            _decoded_line(line),
            parse_int=JsonNumber,
            parse_float=JsonNumber,
            parse_constant=JsonNumber,
            object_pairs_hook=collect,
        )
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "it is not text, or nested too deeply"
        raise click.UsageError(f"the line is not JSON: {reason}") from None
    if not isinstance(asked, dict):
        raise click.UsageError('the line is not an object {"id", "problem", "answer"}')
    return Members(asked, tuple(twice))


def _decoded_line(line: bytes) -> str:
    """Return a line as text, from UTF-8, UTF-16 or UTF-32."""
    return line.decode(json.detect_encoding(line), "surrogatepass")


def id_of(request: Members) -> str:
    """Return the `id` of a line as JSON, for its result: null if there is none or two. Raise UsageError.

    A number that fits no double becomes text.
    """
    id_ = None if "id" in request.twice else request.found.get("id")
    if isinstance(id_, JsonNumber) and id_[-1].isdigit():
        return id_ if _fits_double(id_) else json.dumps(id_)
    if id_ is None or type(id_) is str:
        return json.dumps(id_)
    raise click.UsageError("`id` must be a text or a number")


def _fits_double(number: str) -> bool:
    """Return whether a double holds the number unchanged."""
    double = float(number)
    try:
        return isfinite(double) and Decimal(number) == Decimal(repr(double))
    except InvalidOperation:  # an exponent of twenty digits
        return False


def read_request(request: Members, line: bytes) -> JsonlLine:
    """Return what a line asks for, from its JSON members.  Raise UsageError if a key is missing or wrong."""
    if request.twice:
        raise click.UsageError(f"the line has the key {quote(request.twice[0])} twice")
    problem, part, answer, feedback, student = map(
        request.found.get, ("problem", "part", "answer", "feedback", "student")
    )
    if "problem" not in request.found:
        raise click.UsageError("`problem` is missing")
    if type(problem) is not str or not problem:
        raise click.UsageError("`problem` must be the id of a problem, as text")
    if part is not None and type(part) is not str:
        raise click.UsageError("`part` must be the id of a part, as text")
    if feedback is not None and (type(feedback) is not str or feedback not in LEVELS):
        raise click.UsageError(f"`feedback` must be one of {', '.join(LEVELS)}")
    if "answer" not in request.found:
        raise click.UsageError("`answer` is missing")
    if isinstance(answer, dict):
        raise click.UsageError("`answer` must be a single answer; give each part its own line")
    if student is not None and not isinstance(student, str):
        raise click.UsageError("`student` must be the id of a student, as text or as a number")
    return JsonlLine(problem, part, _written(answer, line), feedback, student)


def _written(answer: Any, line: bytes) -> str:
    """Return the `answer` of a line as text, with numbers as they are written.

    In a list, texts have no quotes unless they need them, as in a submission file.
    """
    if isinstance(answer, JsonNumber):
        return typed(str(answer))
    if isinstance(answer, list):
        source = _source(_decoded_line(line))
        try:
            return _inner(answer) if '"' in source else typed(source)
        except RecursionError:
            raise click.UsageError("`answer` is nested too deeply") from None
    return "" if answer is None else _word(answer)


def _source(line: str) -> str:
    """Return the source text of the key `answer` in a line."""
    key, place = "", line.index("{") + 1
    while True:
        key, place = DECODER.raw_decode(line, _skip_space(line, place))
        start = _skip_space(line, place)
        _, place = DECODER.raw_decode(line, start)
        if key == "answer":
            return line[start:place]


def _skip_space(line: str, place: int) -> int:
    """Return the first place from `place` on that is no space or separator."""
    while line[place] in BETWEEN:
        place += 1
    return place


def _inner(value: Any) -> str:
    """Return the text of a value inside a list."""
    if isinstance(value, list):
        return f"[{', '.join(map(_inner, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_inner(key)}: {_inner(inner)}' for key, inner in value.items())}}}"
    if value is None:
        return "null"
    word = _word(value)
    return json.dumps(word, ensure_ascii=False) if FRAGILE.search(word) else word or '""'


def _word(value: Any) -> str:
    """Return a JSON value that is no list as text: `true`, `27,648`."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
