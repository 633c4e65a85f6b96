"""`checker check`: checks one answer, a document, or a stream of answers, and shows what is wrong.

Answers, also those to `checker next`, are read from the command line, a file, a pipe or a terminal, by part (`asked`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import click

from checker.cli import options, output
from checker.cli.answer_pages import question, verdicts
from checker.cli.options import load_variant, typed_option
from checker.document import DocumentError, MappingNode, NotAFileError, beginning, parse_document
from checker.marking import api
from checker.marking.told import LEVELS
from checker.problems import NoProblemError, Problem
from checker.problems.model import NoPartError
from checker.text.plain import MAX_ANSWER_LENGTH
from checker.text.words import did_you_mean, nearest

_MOST: Final = 4 * MAX_ANSWER_LENGTH + 1
"""Maximum number of bytes read: enough to see that an answer has too many characters."""

_WORD: Final = re.compile(r"(?<!\S)([A-Za-z][\w-]*) ?=")
"""A word that may be the id of a part."""

_OPTION: Final = re.compile(r"--[a-z][a-z-]*")

feedback_option = typed_option(
    "--feedback", click.Choice(LEVELS), "explain", "How much to explain; only `full` shows the expected numbers."
)
"""The level of feedback; not among `options`, since most commands need none of what it loads."""


@options.command(
    "check encoder-layer 27648",
    'check head-output shape="(32, 16)" elements=512',
    "check --part elements head-output 512",
    "check --document homework/s1042.docx --assignment 000",
    context_settings={"allow_interspersed_args": False},
)
@click.argument("problem", required=False, shell_complete=options.complete_problems)
@click.argument("answer", nargs=-1, type=click.UNPROCESSED, shell_complete=options.complete_answers)
@options.problems_option
@options.file_option("--answer-file", "Read the answer from a file.")
@options.file_option("--document", "Check every question of your document.")
@options.assignment_option
@options.part_option
@options.student_option
@click.option("--jsonl", is_flag=True, help="Check a stream: a JSON object a line.")
@options.format_option
@feedback_option
@options.plain_option
def check(**words: Any) -> int:
    """Check one answer, a document, or a stream of answers.

    PROBLEM is a file, or the id of a problem in --problems. Everything after it is the answer. Without an answer, or
    with a single "-", it is read from standard input. For a problem with several parts, give part=answer pairs.

    With --document, every question of a write-up is checked: Markdown, text, LaTeX, HTML, a notebook, Word,
    OpenDocument or PDF.

    With --jsonl, lines of {"id", "problem", "part", "answer", "student", "feedback"} are read, and a result written for
    each. `problem` is an id or a path in --problems, and `feedback` never raises --feedback.

    Exit code: 0 right, 1 not fully right or too few digits, 2 a wrong command line or a problem file with errors, 3 not
    graded, 4 a fault of checker.
    """
    given = SimpleNamespace(**words)
    if given.jsonl:
        _refuse(
            "--jsonl takes problems, parts, answers and students from the stream; leave them out",
            (given.problem, given.part, given.answer_file, given.document, given.student),
        )
        from checker.cli.stream import stream

        return stream(sys.stdin.buffer if sys.stdin else BytesIO(), given.problems, given.feedback)
    if given.document is not None:
        _refuse(
            "--document takes problems, parts and answers from the document; leave them out",
            (given.problem, given.part, given.answer_file),
        )
        from checker.cli.read import check_document, read_as_one

        read = read_as_one([given.document], given.problems, given.assignment, given.student)
        return check_document(read, given.feedback)
    _refuse("--assignment is for a --document; leave it out", (given.assignment,))
    if given.problem is None:
        raise click.UsageError("no problem given; give a file or an id, then the answer")
    found, answers = asked(given, given.answer_file)
    answered = api.check(found, answers, feedback=given.feedback)
    results = list(answered.parts.values())
    output.show(lambda: answered.record(given.student), lambda: verdicts(found, results))
    return advised(options.worst(each.status.exit_code for each in results), given.answer)


def _refuse(reason: str, given: Sequence[object]) -> None:
    if any(each is not None for each in given):
        raise click.UsageError(reason)


def asked(given: SimpleNamespace, file: Path | None = None) -> tuple[Problem, dict[str | None, str]]:
    """Return a problem and the answer to each part, by its id, from the command line or a file; ask for it if needed.

    Raise ProblemError and UsageError, with advice on options among the words.
    """
    try:
        problem, part = load_variant(given.problem, given.problems, given.student), given.part
        if part is not None:
            problem.part(part)
        if (text := _read(given.answer, file)) is None:
            return problem, _ask(problem, part)
        return problem, {part: text} if part is not None or not problem.is_multipart else _by_part(problem, text)
    except (NoPartError, NoProblemError, click.UsageError) as error:
        message = error.message if isinstance(error, click.UsageError) else str(error)
        advice = _advice_on_options(given.answer)
        raise click.UsageError(f"{message}. {advice}" if advice else message) from None


def advised(exit_code: int, words: Sequence[str]) -> int:
    """Print advice on options among the words of an answer that is not right; return the exit code."""
    if exit_code and (advice := _advice_on_options(words)):
        output.note(advice)
    return exit_code


def _read(words: Sequence[str], file: Path | None) -> str | None:
    """Return the answer as it was written, from words, file or pipe; None if the user has to be asked for it."""
    words = words[1:] if words[:1] == ("--",) else words
    what = "standard input" if file is None else f"--answer-file {file}"
    if file is not None and words:
        raise click.UsageError("there are two answers; give one on the command line or --answer-file, not both")
    if words and words != ("-",):
        return " ".join(words)
    if file is None and sys.stdin is None:  # closed
        return ""
    if file is None and not words and sys.stdin.isatty():
        return None
    try:
        data = sys.stdin.buffer.read(_MOST) if file is None else beginning(file, _MOST)
    except NotAFileError:  # opening a pipe would block until somebody writes
        raise click.UsageError(f"{what} is not a regular file; to read a pipe, give `-` as the answer") from None
    except OSError as error:
        raise click.UsageError(f"{what} cannot be read: {error.strerror}") from None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # of PowerShell
        text = data.decode("utf-16", "replace")
    else:
        text = data.decode("utf-8-sig", "surrogateescape")  # what is no text is kept
    return text.removesuffix("\n").removesuffix("\r")


def _ask(problem: Problem, part: str | None) -> dict[str | None, str]:
    """Print the question, and return what the user types for each part; the first is empty if none is answered."""
    output.print_page(question(problem), err=True)
    ids = [each.id for each in problem.parts if part in (None, each.id)]
    typed = {}
    for id_ in ids:
        output.write([f"{id_ or 'Your answer'}: "], err=True, is_open=True)
        typed[id_] = sys.stdin.readline(_MOST).strip()
    return {id_: text for id_, text in typed.items() if text} or {ids[0]: ""}


def _by_part(problem: Problem, text: str) -> dict[str | None, str]:
    """Return the answer to each part, from `part=answer` pairs or a mapping.  Raise NoPartError, UsageError."""
    ids = problem.part_ids
    if not (answers := _pairs(text, ids)):
        root = None
        try:
            root = parse_document(text, source="the answer")
        except DocumentError as error:
            if text.lstrip().startswith("{"):
                raise click.UsageError(str(error)) from None
        if isinstance(root, MappingNode):
            answers = {problem.part(key).id or "": node.text for key, (_, node) in root.entries.items()}
    if not answers:
        first, *others = ids
        pairs = " ".join(f"{part}=..." for part in (first, *others[:1]))
        raise click.UsageError(
            f"{problem.id} has the parts {', '.join(ids)}. Say which part you answer: {pairs}, or --part {first}"
        )
    return {part: answers[part] for part in ids if part in answers}


def _pairs(text: str, ids: Sequence[str]) -> dict[str, str]:
    """Return the answers behind each part's id and `=`; empty without any.  Raise UsageError for other words."""
    for word in _WORD.findall(text):
        if word not in ids and nearest(word, tuple(ids)):
            raise click.UsageError(f"{word} is not a part{did_you_mean(word, ids)}")
    before, *found = re.split(rf"(?<!\S)({'|'.join(map(re.escape, ids))}) ?=", text)
    if found and before.strip():
        raise click.UsageError(f'"{before.strip()[:60]}" comes before the first part; write part=answer')
    parts = found[::2]
    if twice := next((part for part in parts if parts.count(part) > 1), ""):
        raise click.UsageError(f"{twice} has two answers; give one")
    return dict(zip(parts, map(str.strip, found[1::2]), strict=True))


def _advice_on_options(words: Sequence[str]) -> str:
    """Return advice on an option among the words of the answer; empty without any."""
    context = click.get_current_context()
    known = tuple(name for option in context.command.get_params(context) for name in option.opts)
    names = (word.partition("=")[0] for word in words)
    misplaced = next((each for each in names if _OPTION.fullmatch(each) and nearest(each, known)), "")
    usage = f"{context.command_path} OPTIONS PROBLEM ANSWER"
    return misplaced and f"{misplaced} was read as part of the answer. Options go before the problem: {usage}"
