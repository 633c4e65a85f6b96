"""One line of `checker check --jsonl`: from its JSON to what it asks for, each answer as it was written."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any, Final, NamedTuple

import click

from checker.document.errors import quote
from checker.document.nodes import FRAGILE
from checker.marking.feedback import LEVELS

LIMIT: Final = 1_000_000
"""Bytes that a line may have."""

DECODER: Final = json.JSONDecoder(parse_int=str)
BETWEEN: Final = " \t\r\n:,"
"""What stands between the keys and values of an object."""


class JsonNumber(str):
    """A number of the stream, as it was written."""

    __slots__ = ()


class JsonlLine(NamedTuple):
    """What one line asks for."""

    problem: str
    part: str | None
    answer: str
    feedback: str | None
    """The level of feedback; None where the line does not say."""


class Members(NamedTuple):
    """What an object holds by its keys, and those that it, or one inside of it, has twice."""

    found: dict[str, Any]
    twice: tuple[str, ...]


def members(line: bytes) -> Members:
    """The object of a line; its numbers stay as they are written."""
    if len(line) > LIMIT:
        raise click.UsageError("the line is longer than 1 MB")
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
            _text(line),
            parse_int=JsonNumber,
            parse_float=JsonNumber,
            parse_constant=JsonNumber,
            object_pairs_hook=collect,
        )
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "it is no text, or too deep"
        raise click.UsageError(f"the line is not JSON: {reason}") from None
    if not isinstance(asked, dict):
        raise click.UsageError('the line is not an object {"id", "problem", "answer"}')
    return Members(asked, tuple(twice))


def _text(line: bytes) -> str:
    return line.decode(json.detect_encoding(line), "surrogatepass")


def id_of(asked: Members) -> str:
    """The line's id, as JSON; a number that does not fit a double as text."""
    id_ = None if "id" in asked.twice else asked.found.get("id")
    if isinstance(id_, JsonNumber) and id_[-1].isdigit():
        return id_ if _fits(id_) else json.dumps(id_)
    if id_ is None or type(id_) is str:
        return json.dumps(id_)
    raise click.UsageError("`id` must be a text or a number")


def _fits(number: str) -> bool:
    """Whether a double holds the number, as it is read and written back."""
    double = float(number)
    try:
        return isfinite(double) and Decimal(number) == Decimal(repr(double))
    except InvalidOperation:  # an exponent of twenty digits
        return False


def read(asked: Members, line: bytes) -> JsonlLine:
    """What the line asks for; UsageError where it does not say."""
    if asked.twice:
        raise click.UsageError(f"a key is given twice: {quote(asked.twice[0])}")
    problem, part, answer, feedback = map(asked.found.get, ("problem", "part", "answer", "feedback"))
    if type(problem) is not str or not problem:
        raise click.UsageError("`problem` must be the id of a problem, as text")
    if part is not None and type(part) is not str:
        raise click.UsageError("`part` must be the id of a part, as text")
    if feedback is not None and (type(feedback) is not str or feedback not in LEVELS):
        raise click.UsageError(f"`feedback` must be one of {', '.join(LEVELS)}")
    if "answer" not in asked.found:
        raise click.UsageError("`answer` is missing")
    if isinstance(answer, dict):
        raise click.UsageError("`answer` must be one answer; give every part a line of its own")
    return JsonlLine(problem, part, _written(answer, line), feedback)


def _written(answer: Any, line: bytes) -> str:
    """The answer as it was written; a list with texts in it as it is in a submission, without their quotes."""
    if isinstance(answer, list):
        source = _source(_text(line))
        try:
            return _inner(answer) if '"' in source else source
        except RecursionError:
            raise click.UsageError("`answer` is nested too deep") from None
    return "" if answer is None else _word(answer)


def _source(line: str) -> str:
    """What stands at the key `answer` of a line that is an object with this key."""
    key, place = "", line.index("{") + 1
    while True:
        key, place = DECODER.raw_decode(line, _next(line, place))
        start = _next(line, place)
        _, place = DECODER.raw_decode(line, start)
        if key == "answer":
            return line[start:place]


def _next(line: str, place: int) -> int:
    while line[place] in BETWEEN:
        place += 1
    return place


def _inner(value: Any) -> str:
    """A value inside of a list."""
    if isinstance(value, list):
        return f"[{', '.join(map(_inner, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_inner(key)}: {_inner(inner)}' for key, inner in value.items())}}}"
    if value is None:
        return "null"
    word = _word(value)
    return json.dumps(word, ensure_ascii=False) if FRAGILE.search(word) else word or '""'


def _word(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
