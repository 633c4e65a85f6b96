"""`checker next`: finds the question to ask after a wrong answer, which best shows what led to it."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import click

from checker.cli import options, output
from checker.cli.check import advised, asked, feedback_option
from checker.cli.output import Block, Table
from checker.marking.expected import spelled
from checker.marking.next_question import WhatNext, in_words, other_numbers, what_next
from checker.marking.parts import Questions
from checker.marking.question import to_json
from checker.marking.told import told
from checker.problems import NoProblemError, Part, load_problems


@options.command(
    "next encoder-layer 31744",
    "next --part total small-bert 87000000 --feedback full",
    context_settings={"allow_interspersed_args": False},
)
@click.argument("problem")
@click.argument("answer", nargs=-1, type=click.UNPROCESSED)
@options.problems_option
@options.part_option
@options.student_option
@options.format_option
@feedback_option
@options.plain_option
def next(**words: Any) -> int:  # noqa: A001 - commands are found by their names
    """Find the question whose answer best shows what led to a wrong one.

    PROBLEM is a file, or the id of a problem in --problems. Everything after it is the answer. If several mistakes give
    this answer, each of them predicts an answer to the other questions of --problems, and to this one with other
    numbers: the best question is that in which they differ most.

    Exit code: that of `checker check`.
    """
    given = SimpleNamespace(**words)
    found, answers = asked(given)
    if len(answers) != 1:
        raise click.UsageError("give the answer to one part; say which with --part")
    ((part_id, outcome),) = Questions(found).mark(answers).items()
    about = found.part(part_id)
    try:
        bank = list(load_problems(given.problems, extensions=False).problems.values())
    except NoProblemError:
        bank = []
    result, what = told(outcome, given.feedback), what_next(found, about, outcome, given.feedback, bank)
    output.show(
        lambda: {
            "schema": "checker.next/1",
            "problem": about.problem,
            "part": about.id,
            "status": result.status,
            "feedback": result.level,
            "left": what.left or 0,
            "explanations": [{"message": text, "share": round(share, 3)} for text, share in what.reasons],
            "bits": round(what.bits, 3),
            "questions": [
                {
                    "problem": each.candidate.problem,
                    "part": each.candidate.part,
                    "parameters": other_numbers(each.candidate, about) if each.candidate.is_resized else None,
                    "bits": round(each.bits, 3),
                    "answers": list(map(to_json, each.answers)),
                }
                for each in what.questions
            ],
        },
        lambda: [*output.heading(found), "", result.feedback.headline, "", *_page(about, what)],
    )
    return advised(result.status.exit_code, given.answer)


def _page(part: Part, what: WhatNext) -> Iterator[Block]:
    """Yield the explanations that are left, the questions that tell them apart, and the answers that they predict."""
    if what.left is None:
        yield "There is nothing to tell apart."
    elif not what.left:
        yield "No known mistake explains this answer, so no question would tell more than the working does."
    elif what.left == 1:
        yield "One explanation is left, so no further question is needed."
    else:
        apart = "" if what.questions else ", and no question of the problems tells them apart"
        yield f"{what.left} explanations are left{apart}."
    yield from (f"· {text}" for text, _ in what.reasons)
    if what.questions:
        yield ""
        yield Table([("or" if at else "Ask next", in_words(each, part)) for at, each in enumerate(what.questions)])
    if what.questions and (answers := what.questions[0].answers):
        shown = [", ".join(spelled(part, each) for each in numbers) for _, numbers in answers]
        yield ""
        yield f"The answers that they give to {in_words(what.questions[0], part)}:"
        yield Table([(answer, text) for answer, (text, _) in zip(shown, what.reasons, strict=True)])
