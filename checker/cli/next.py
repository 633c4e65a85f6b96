"""`checker next`: finds the question to ask after a wrong answer, which best shows what led to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from checker.cli import answer_input, options
from checker.cli.views import terminal
from checker.cli.views.layout import Style, hanging, heading, labelled

if TYPE_CHECKING:
    from checker.marking.next_question import WhatNext
    from checker.marking.result import Result
    from checker.problems import Part, Problem

SCHEMA: Final = "checker.next/1"

EPILOG: Final = """\b
Examples:
  checker next encoder-layer 31744
  checker next --part total small-bert 87000000 --feedback full
"""


@click.command(context_settings={"allow_interspersed_args": False}, epilog=EPILOG)
@click.argument("problem")
@click.argument("answer", nargs=-1, type=click.UNPROCESSED)
@options.problems_option
@options.part_option
@options.student_option
@options.format_option
@answer_input.feedback_option
@options.plain_option
def next(  # noqa: A001, PLR0913, PLR0917 - commands are found by their names; as many as the command has options
    problem: str,
    answer: tuple[str, ...],
    problems: Path,
    part: str | None,
    student: str | None,
    format_: str,
    feedback: str,
    plain: bool,  # noqa: FBT001
) -> int:
    """Find the question whose answer best shows what led to a wrong one.

    PROBLEM is a file, or the id of a problem in --problems. Everything after it is the answer. If several mistakes give
    this answer, each of them predicts an answer to the other questions of --problems, and to this one with other
    numbers: the best question is that in which they differ most.

    The exit code is that of `checker check`.
    """
    from checker.marking.next_question import what_next
    from checker.marking.parts import Questions
    from checker.marking.told import told
    from checker.problems import NoProblemError, load_problems

    found = options.load_variant(problem, problems, student)
    options.check_part(found, part)
    given = answer_input.given(found, part, answer, None)
    if len(given) != 1:
        raise click.UsageError("give the answer to one part; say which with --part")
    ((part_id, outcome),) = Questions(found).mark(given).items()
    asked = found.part(part_id)
    try:
        bank = list(load_problems(problems, extensions=False).problems.values())
    except NoProblemError:
        bank = []
    result = told(outcome, feedback)
    what = what_next(found, asked, result if result.explains else told(outcome, "explain"), bank)
    shown = found, asked, result, what
    terminal.show(format_, lambda: _record(*shown), lambda style: _lines(*shown, style), plain=plain)
    return options.exit_code(result.status)


def _lines(problem: Problem, part: Part, result: Result, what: WhatNext, style: Style) -> list[str]:
    """Return as lines the verdict, the explanations that are left, and the questions that tell them apart."""
    from checker.marking.next_question import in_words

    lines = [*heading(problem, style), *hanging("", result.feedback.headline, style), ""]
    lines += hanging("", _explanations_left(result, what), style)
    if result.explains:
        lines += [line for text, _ in what.reasons for line in hanging("", f"· {text}", style)]
    if what.questions:
        rows = [("Ask next" if not place else "or", in_words(each, part)) for place, each in enumerate(what.questions)]
        lines += ["", *labelled(rows, style)]
        if result.has_numbers:
            lines += ["", *hanging("", f"The answers that they give to {in_words(what.questions[0], part)}:", style)]
            lines += _predicted(what, part, style)
    return lines


def _explanations_left(result: Result, what: WhatNext) -> str:
    """Return a sentence on how many explanations of the answer are left to tell apart."""
    if result.outcome.diagnosis is None:
        return "There is nothing to tell apart."
    if not what.reasons:
        return "No known mistake explains this answer, so no question would tell more than the working does."
    if len(what.reasons) == 1:
        return "One explanation is left, so no further question is needed."
    if not what.questions:
        return f"{len(what.reasons)} explanations are left, and no question of the problems tells them apart."
    return f"{len(what.reasons)} explanations are left."


def _predicted(what: WhatNext, part: Part, style: Style) -> Sequence[str]:
    """Return a line for each explanation, with the answer that it predicts to the best question."""
    from checker.marking.solution import spelled

    best = what.questions[0]
    rows = []
    for (text, _), (shape, numbers) in zip(what.reasons, best.answers, strict=True):
        shown = spelled(part, numbers[0]) if not shape else ", ".join(spelled(part, each) for each in numbers)
        rows.append((shown, text))
    return labelled(rows, style)


def _record(problem: Problem, part: Part, result: Result, what: WhatNext) -> dict[str, Any]:
    """Return the same for JSON; explanations and predicted answers only at the levels of feedback that show them."""
    from checker.marking.next_question import other_numbers
    from checker.marking.question import to_json

    explanations = [{"message": text, "share": round(share, 3)} for text, share in what.reasons]
    return {
        "schema": SCHEMA,
        "problem": problem.id,
        "part": part.id,
        "status": result.status,
        "feedback": result.level,
        "left": len(what.reasons),
        "explanations": explanations if result.explains else [],
        "bits": round(what.bits, 3),
        "questions": [
            {
                "problem": each.candidate.problem,
                "part": each.candidate.part,
                "parameters": other_numbers(each.candidate, part) if each.candidate.is_resized else None,
                "bits": round(each.bits, 3),
                "answers": [to_json(value) for value in each.answers] if result.has_numbers else [],
            }
            for each in what.questions
        ],
    }
