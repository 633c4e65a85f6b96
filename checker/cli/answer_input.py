"""Reads answers for `checker check` and `next` from the command line, a file, a pipe or a terminal, by part.

Also the option `--feedback`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from checker.cli.options import choice_option, part_ids, suggestion, word_shown
from checker.document import DocumentError, Mapping, NotAFileError, beginning, parse_document
from checker.marking.told import LEVELS

if TYPE_CHECKING:
    from checker.problems import Problem

MOST: Final = 4 * 100_000 + 1
"""Maximum number of bytes read: enough to see that an answer has more than 100,000 characters."""

WORD: Final = re.compile(r"(?<!\S)([A-Za-z][\w-]*) ?=")
"""A word that may be the id of a part."""

ALIKE: Final = 0.75
"""Similarity from which a word before `=` is taken for a misspelt part id."""

feedback_option = choice_option(
    "--feedback", LEVELS, "explain", "How much to explain; only `full` shows the expected numbers."
)
"""The level of feedback; not among `options`, since most commands need none of what it loads."""


def read_answer(words: Sequence[str], file: Path | None) -> str | None:
    """Return the answer as it was written, from words, file or pipe; None if the user has to be asked for it."""
    words = words[1:] if words[:1] == ("--",) else words
    if file is not None:
        if words:
            raise click.UsageError("there are two answers; give one on the command line or --answer-file, not both")
        return _from_file(file)
    if words and words != ("-",):
        return " ".join(words)
    if sys.stdin is None:  # closed
        return ""
    if not words and sys.stdin.isatty():
        return None
    try:
        return _decoded(sys.stdin.buffer.read(MOST))
    except OSError as error:
        raise click.UsageError(f"standard input cannot be read: {error.strerror}") from None


def given(problem: Problem, part: str | None, words: Sequence[str], file: Path | None) -> dict[str | None, str]:
    """Return the answer to each part, by its id, from the command line or a file; ask for it if needed.

    Raise UsageError.
    """
    text = read_answer(words, file)
    if text is None:
        return ask(problem, part)
    return {part: text} if part is not None or not problem.is_multipart else dict(by_part(problem, text))


def ask(problem: Problem, part: str | None) -> dict[str | None, str]:
    """Print the question, and return what the user types for each part, or for this part.

    Parts without an answer are left out; if there is none at all, the first part has an empty one.
    """
    from checker.cli.views import screen, terminal

    style = terminal.style()
    terminal.write(screen.show(problem, style), style, err=True)
    ids = [each.id for each in problem.parts if part in (None, each.id)]
    given = {id_: _ask(id_) for id_ in ids}
    return {id_: text for id_, text in given.items() if text} or {ids[0]: ""}


def by_part(problem: Problem, text: str) -> dict[str | None, str]:
    """Return the answer to each part, from `part=answer` pairs or a mapping.  Raise UsageError for any other text."""
    ids = part_ids(problem)
    given = _pairs(text, ids) or _answers_in_mapping(text, ids, problem.id)
    if not given:
        first, *others = ids
        pairs = " ".join(f"{part}=..." for part in (first, *others[:1]))
        raise click.UsageError(
            f"{problem.id} has the parts {', '.join(ids)}. Say which part you answer: {pairs}, or --part {first}"
        )
    for part, answer in given.items():
        if word := _misspelt_part(problem, part, answer):
            raise click.UsageError(f"{word_shown(word)} is not a part; the parts are {', '.join(ids)}")
    return {part: given[part] for part in ids if part in given}


def _misspelt_part(problem: Problem, part: str, answer: str) -> str:
    """Return the word before `=`, inside an answer, probably meant as the next part's id: `prtb` in `12 prtb=13`.

    It is such a word if the text before it can be read as an answer, and the whole cannot.  Empty if there is none.
    """
    pairs = [(found[1], answer[: found.start()].strip()) for found in WORD.finditer(answer)]
    if not any(before for _, before in pairs):
        return ""
    from checker.marking.api import check

    def is_read(text: str) -> bool:
        return check(problem, text, part, feedback="verdict").status != "unreadable"

    if is_read(answer):
        return ""
    return next((word for word, before in pairs if before and is_read(before)), "")


def _pairs(text: str, ids: Sequence[str]) -> dict[str, str]:
    """Return the answers after each part id and `=`, by part; they may contain spaces. Empty if there is no such id.

    Raise UsageError for a misspelt id, an id that occurs twice, and text before the first.
    """
    for word in WORD.findall(text):
        if word not in ids and _is_like(word, ids):
            raise click.UsageError(f"{word} is not a part{suggestion(word, ids)}")
    before, *found = re.split(rf"(?<!\S)({'|'.join(map(re.escape, ids))}) ?=", text)
    if not found:
        return {}
    if before.strip():
        raise click.UsageError(f'"{before.strip()[:60]}" comes before the first part; write part=answer')
    given: dict[str, str] = {}
    for part, answer in zip(found[::2], found[1::2], strict=True):
        if part in given:
            raise click.UsageError(f"{part} has two answers; give one")
        given[part] = answer.strip()
    return given


def _answers_in_mapping(text: str, ids: Sequence[str], problem: str) -> dict[str, str]:
    """Return the answers in a text such as `{embeddings: 31114752}`, {part: answer as written}; empty for other texts.

    Raise UsageError for an unknown part, and for a text that begins like a mapping and cannot be read.
    """
    try:
        root = parse_document(text, source="the answer")
    except DocumentError as error:
        if text.lstrip().startswith("{"):
            raise click.UsageError(str(error)) from None
        return {}
    if not isinstance(root, Mapping):
        return {}
    for key in root.entries:
        if key not in ids:
            raise click.UsageError(f"{word_shown(key)} is not a part of {problem}{suggestion(key, ids)}")
    return {key: node.text for key, (_, node) in root.entries.items()}


def _is_like(word: str, ids: Sequence[str]) -> bool:
    """Return whether a word is nearly one of these ids."""
    from difflib import get_close_matches

    return bool(get_close_matches(word.lower(), ids, 1, ALIKE))


def _ask(part: str | None) -> str:
    """Return what the user types after the name of a part."""
    from checker.cli.views import terminal

    terminal.write([f"{part or 'Your answer'}: "], err=True, is_open=True)
    return sys.stdin.readline(MOST).strip()


def _from_file(file: Path) -> str:
    """Return the text of a regular file.  Opening a pipe would block until somebody writes."""
    try:
        return _decoded(beginning(file, MOST))
    except NotAFileError:
        why = "is not a regular file; to read a pipe, give `-` as the answer"
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
    raise click.UsageError(f"--answer-file {file} {why}")


def _decoded(data: bytes) -> str:
    """Return bytes as text, without the last line end; PowerShell writes UTF-16.

    Bytes that are no text are kept, as on a command line, so that the answer is reported as unreadable.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        text = data.decode("utf-8-sig", "surrogateescape")
    return text.removesuffix("\n").removesuffix("\r")
