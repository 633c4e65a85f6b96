"""`checker check`: checks one answer, a document, or a stream of answers, and shows what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import click

from checker.cli import answer_input, options, output

EXAMPLES = """\b
Examples:
  checker check encoder-layer 27648
  checker check head-output shape="(32, 16)" elements=512
  checker check --part elements head-output 512
  checker check --document homework/s1042.docx --assignment 000
"""


@click.command(context_settings={"allow_interspersed_args": False}, epilog=EXAMPLES)
@click.argument("problem", required=False)
@click.argument("answer", nargs=-1, type=click.UNPROCESSED)
@options.problems_option
@options.file_option("--answer-file", "Read the answer from a file.")
@options.file_option("--document", "Check every question of your document.")
@options.assignment_option
@options.part_option
@options.student_option
@click.option("--jsonl", is_flag=True, help="Check a stream: a JSON object a line.")
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
    jsonl: bool,  # noqa: FBT001
    format_: str,
    feedback: str,
    plain: bool,  # noqa: FBT001
) -> int:
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
    if jsonl:
        _refuse(
            "--jsonl takes problems, parts, answers and students from the stream; leave them out",
            (problem, part, answer_file, document, student),
        )
        from checker.cli.stream import stream

        return stream(sys.stdin.buffer if sys.stdin else BytesIO(), problems, feedback)
    if document is not None:
        _refuse(
            "--document takes problems, parts and answers from the document; leave them out",
            (problem, part, answer_file),
        )
        from checker.cli.read import check_document, read_documents

        read = read_documents([document], problems, assignment, student)
        return check_document(read, feedback, format_, plain=plain)
    _refuse("--assignment is for a --document; leave it out", (assignment,))
    if problem is None:
        raise click.UsageError("no problem given; give a file or an id, then the answer")
    found, given = answer_input.asked(problem, problems, student, part, answer, answer_file)
    from checker.cli.answer_pages import verdicts
    from checker.marking.parts import Questions
    from checker.marking.told import told

    results = [told(outcome, feedback) for outcome in Questions(found).mark(given).values()]
    output.show(
        format_,
        lambda: {"schema": options.SCHEMA, "results": [result.record(student) for result in results]},
        lambda: verdicts(found, results),
        plain=plain,
    )
    return answer_input.advised(
        options.worst(map(options.exit_code, (each.status for each in results))), problem, answer
    )


def _refuse(reason: str, given: Sequence[object]) -> None:
    if any(each is not None for each in given):
        raise click.UsageError(reason)
