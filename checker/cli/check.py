"""`checker check`: checks one answer, a document, or a stream of answers, and shows what is wrong."""

from __future__ import annotations

import re
import shlex
import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from checker.cli import answer_input, options
from checker.cli.student_documents import assignment_option, read_documents
from checker.cli.views import terminal
from checker.text.words import in_line, nearest

if TYPE_CHECKING:
    from checker.marking.result import Result
    from checker.problems import Problem

OPTION: Final = re.compile(r"--[a-z][a-z-]*")

EXAMPLES = """\b
Examples:
  checker check encoder-layer 27648
  checker check head-output shape="(32, 16)" elements=512
  checker check --part elements head-output 512
  checker check --document homework/s1042.md --assignment 000
"""


@click.command(context_settings={"allow_interspersed_args": False}, epilog=EXAMPLES)
@click.argument("problem", required=False)
@click.argument("answer", nargs=-1, type=click.UNPROCESSED)
@options.problems_option
@options.file_option("--answer-file", "Read the answer from a file.")
@options.file_option("--document", "Check every question of your document.")
@assignment_option
@options.part_option
@options.student_option
@options.roster_option
@click.option(
    "--jsonl",
    is_flag=True,
    help='Read lines of {"id", "problem", "part", "answer", "student"}, write one result for each.',
)
@options.format_option
@answer_input.feedback_option
@options.plain_option
def check(  # noqa: PLR0913, PLR0917 - as many as the command has options
    problem: str | None,
    answer: tuple[str, ...],
    problems: Path,
    answer_file: Path | None,
    document: Path | None,
    assignment: str | None,
    part: str | None,
    student: str | None,
    roster: Path | None,
    jsonl: bool,  # noqa: FBT001
    format_: str,
    feedback: str,
    plain: bool,  # noqa: FBT001
) -> int:
    """Check one answer, or a stream of them.

    PROBLEM is a file, or the id of a problem in --problems. Everything after it is the answer. Without an answer, or
    with a single "-", the answer is read from standard input. For a problem with several parts, give part=answer pairs.

    With --document, every question of a write-up is checked: a Markdown, text, LaTeX or HTML file, or a notebook.

    Where a problem draws its numbers, --student names the student whose they are; a document names its own,
    with --roster by any id of the student there.

    With --jsonl, `problem` is an id or a path in --problems; no other file is opened. A line may ask for less feedback
    than --feedback, never for more.

    The exit code is 0 for a right answer, 1 for one that is not fully right or has too few digits, 2 for a wrong
    command line or a problem file with errors, 3 for an answer that could not be graded, and 4 for a fault of checker
    itself.
    """
    if jsonl:
        _refuse(
            "--jsonl takes problems, parts, answers and students from the stream; leave them out",
            problem,
            part,
            answer_file,
            document,
            student,
            roster,
        )
        from checker.cli.stream import stream

        return stream(sys.stdin.buffer if sys.stdin else BytesIO(), problems, feedback)
    if document is not None:
        _refuse(
            "--document takes problems, parts and answers from the document; leave them out", problem, part, answer_file
        )
        from checker.cli.checked_document import check_document

        read = read_documents([document], problems, assignment, student, roster)
        return check_document(read, feedback, format_, plain=plain)
    _refuse("--roster goes with --document; name the student with --student", roster)
    _refuse("--assignment is for a --document; leave it out", assignment)
    if problem is None:
        raise click.UsageError("no problem given; give a file or an id, then the answer")
    try:
        found = options.load_variant(problem, problems, student)
        options.check_part(found, part)
        given = answer_input.given(found, part, answer, answer_file)
    except click.UsageError as error:
        if not (advice := _advice_on_options(problem, answer)):
            raise
        raise click.UsageError(f"{error.message}. {advice}") from None
    results = _results(found, given, feedback)
    exit_code = options.worst(options.exit_code(result.status) for result in results)
    if format_ == "json":
        terminal.write_json({"schema": options.SCHEMA, "results": [result.record(student) for result in results]})
    else:
        from checker.cli.views import screen

        style = terminal.style(plain=plain)
        terminal.write(screen.check(found, results, style), style)
    if exit_code and (advice := _advice_on_options(problem, answer)):
        terminal.note(advice)
    return exit_code


def _refuse(reason: str, *given: object) -> None:
    """Raise UsageError with this reason, if any of these options or arguments was given (is not None)."""
    if any(each is not None for each in given):
        raise click.UsageError(reason)


def _advice_on_options(problem: str, words: tuple[str, ...]) -> str:
    """Return advice on an option among the `words` of the answer, with the corrected command; empty if there is none.

    `problem` is the argument PROBLEM, which comes after the options in that command.
    """
    context = click.get_current_context()
    params = context.command.get_params(context)
    takes_value = {name: not getattr(param, "is_flag", False) for param in params for name in param.opts}
    known = tuple(name for name in takes_value if name.startswith("--"))
    for place, word in enumerate(words):
        name, sign, value = word.partition("=")
        if OPTION.fullmatch(name) and (option := name if name in known else next(iter(nearest(name, known, 1)), "")):
            end = place + 1 + (not sign and takes_value[option])
            moved = in_line(
                shlex.join([option + sign + value, *words[place + 1 : end], problem, *words[:place], *words[end:]])
            )
            return (
                f"{in_line(word)} was read as part of the answer. Options go before the problem: checker check {moved}"
            )
    return ""


def _results(problem: Problem, given: dict[str | None, str], feedback: str) -> list[Result]:
    """Return the results of a student's answers to parts of a problem, marked together."""
    from checker.marking.parts import Questions
    from checker.marking.told import told

    return [told(outcome, feedback) for outcome in Questions(problem).mark(given).values()]
