"""`checker check --jsonl`: reads one answer from each line, and writes one result a line, in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Final

import click

from checker.cli import output
from checker.cli.options import FAULT, USAGE, worst
from checker.document import DocumentError, MappingNode, Scalar, parse_document
from checker.document.entries import given_text
from checker.document.tree import decode
from checker.engine.errors import UserError
from checker.marking.api import check
from checker.marking.result import dumps
from checker.marking.told import LEVELS
from checker.problems import Problem, find_below, load_problem
from checker.text.steering import without_halves
from checker.text.words import did_you_mean, shortened

_LIMIT: Final = 1_000_000
_TEXTS: Final = {
    "problem": "the id of a problem, as text",
    "part": "the id of a part, as text",
    "feedback": f"one of {', '.join(LEVELS)}",
}
"""The keys of a line that hold a text, and which."""

_KEYS: Final = ("id", "problem", "part", "answer", "student", "feedback")


def stream(lines: BinaryIO, folder: Path, feedback: str) -> int:
    """Print a result for every line, and return the exit code of the worst one."""
    problem_of = lru_cache(1024)(lambda name: load_problem(find_below(name, folder), problems=folder))
    codes = {0}
    for line in _lines(lines):
        id_ = None
        try:
            asked = members(line)
            id_ = _id(asked)
            record, code = _answered(asked, problem_of, feedback)
        except (UserError, click.UsageError) as error:
            record, code = output.error_record(getattr(error, "code", "usage"), str(error)), USAGE
        except Exception as error:  # noqa: BLE001 - a fault of ours ends this line, not the stream
            record, code = output.error_record("fault", output.fault(error)), FAULT
        output.write([dumps({"id": id_, **record})])  # flushes, too
        codes.add(code)
    return worst(codes)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines, each cut just above the limit."""
    try:
        while line := stream.readline(_LIMIT + 1):
            rest = line
            while len(rest) > _LIMIT and not rest.endswith(b"\n"):
                rest = stream.readline(_LIMIT + 1)
            yield line
    except OSError as error:
        raise click.UsageError(f"standard input cannot be read: {error.strerror}") from None


def members(line: bytes) -> MappingNode:
    """Return the JSON object in a line; numbers stay as they are written.  Raise UsageError."""
    if len(line) > _LIMIT:
        raise click.UsageError("the line is longer than 1 MB")
    if not line.strip():
        raise click.UsageError("the line is blank")
    try:
        asked = parse_document(without_halves(decode(line, "the line")), source="the line")
    except DocumentError as error:
        raise click.UsageError(f"the line cannot be read: {error.message}") from None
    if not isinstance(asked, MappingNode):
        raise click.UsageError('the line is not an object {"id", "problem", "answer"}')
    return asked


def _answered(asked: MappingNode, problem_of: Callable[[str], Problem], feedback: str) -> tuple[dict[str, Any], int]:
    """Return the result that a line asks for, and its exit code.  Raise UserError or UsageError."""
    if unknown := asked.entries.keys() - _KEYS:
        word = min(unknown)
        raise click.UsageError(f"`{shortened(word)}` is not a key of a line{did_you_mean(word, _KEYS)}")
    name, part, level = (_text(asked, key) for key in _TEXTS)
    if not name:
        raise click.UsageError("`problem` is missing" if name is None else "`problem` is empty")
    if level is not None and level not in LEVELS:
        raise click.UsageError(f"`feedback` must be {_TEXTS['feedback']}")
    who, answer = asked.get("student"), asked.get("answer")
    if who is not None and not isinstance(who, Scalar):
        raise click.UsageError("`student` must be the id of a student, as text or as a number")
    if answer is None or isinstance(answer, MappingNode):
        why = "is missing" if answer is None else "must be a single answer; give each part its own line"
        raise click.UsageError(f"`answer` {why}")
    student, found = given_text(who) if who else "", problem_of(name)
    problem = found.of_student(student)
    part = problem.part(part).id
    least = min(level or feedback, feedback, key=LEVELS.index)
    result = check(problem, {part: given_text(answer)}, feedback=least).parts[part]
    record = result.record(student or None)
    if found.variants and not student:
        shown = {name for each in problem.parts for name in each.shown}
        numbers = [f"{name} {value}" for name, value in problem.values if name.partition("[")[0] in shown]
        them = f": {', '.join(numbers)}" if numbers else ""
        mine = "draws its numbers for each student. These are those of the student without an id"
        record["note"] = " ".join(filter(None, (record.get("note"), f"{problem.id} {mine}{them}.")))
    return record, result.status.exit_code


def _text(asked: MappingNode, key: str) -> str | None:
    """Return the text at a key; None if there is none, or null.  Raise UsageError for anything else."""
    node = asked.get(key)
    if node is None or (isinstance(node, Scalar) and node.value is None):
        return None
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        raise click.UsageError(f"`{key}` must be {_TEXTS[key]}")
    return node.value


def _id(asked: MappingNode) -> str | int | None:
    """Return the `id` of a line; a number that readers of JSON could change is text.  Raise UsageError."""
    node = asked.get("id")
    if node is None:
        return None
    if not isinstance(node, Scalar) or isinstance(node.value, bool):
        raise click.UsageError("`id` must be a text or a number")
    is_safe = isinstance(node.value, int) and abs(node.value) <= 2**53 and str(node.value) == node.text
    return node.value if is_safe or node.value is None else node.text  # type: ignore[return-value]
