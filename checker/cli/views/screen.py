"""The text that `check` and `show` print: a question, and the verdict on an answer with the steps that explain it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from checker.cli.views.layout import Style, hanging, heading, labelled, paragraph, table
from checker.diagnosis.breakdown import Breakdown, Contribution, FormattedAmount
from checker.diagnosis.mistake_effects import product_of
from checker.diagnosis.products import Product
from checker.diagnosis.wording import named
from checker.kinds import flatten
from checker.marking.result import Result
from checker.marking.solution import DifferenceRow, rows_of, spelled
from checker.problems import Part, Problem
from checker.problems.prompt import conventions_sentence
from checker.reading.show import in_cell, legible
from checker.text.words import counted

INDENT: Final = 4

LABEL_WIDTH: Final = 14
"""Width of the label in front of the difference."""


def difference(account: Breakdown, style: Style) -> str:
    """Return by how much an answer is off, as a product of sizes: `4,096 too large = 64 · 64`."""
    size = f"{_number(account.total).removeprefix('-')} too {'large' if account.total > 0 else 'small'}"
    rounded = f" ({_number(account.value)} before rounding)" if account.is_rounded else ""
    if len(account.contributions) > 1:
        return f"{size}{rounded}, adding up in the order of the solution:"
    product = product_suffix(account.contributions[0].product, style.width - LABEL_WIDTH - len(size + rounded))
    return f"{size}{product}{rounded}"


def contributions(result: Result, account: Breakdown, style: Style) -> list[str]:
    """Return a line for each mistake with what it adds to the answer, and one for a slip after them.

    There are none if there is only one contribution.
    """
    found = account.contributions
    if len(found) == 1:
        return []
    names = [_name(result, each) for each in found]
    amounts = [f"{'+' if each.amount >= 0 else ''}{_number(each.amount)}" for each in found]
    if style.plain:
        rows = [f"{name}: {amount}" for name, amount in zip(names, amounts, strict=True)]
        return [row + product_suffix(each.product) for row, each in zip(rows, found, strict=True)]
    rows = table(list(zip(names, amounts, strict=True)), indent=INDENT)
    return [row + product_suffix(each.product, style.width - len(row)) for row, each in zip(rows, found, strict=True)]


def product_suffix(product: Product, width: int | None = None) -> str:
    """Return ` = 4 · 768 = 4 · d_model`, or its first side alone, or nothing, whichever fits into the width."""
    sides = [f" = {side}" for side in product if side]
    fitting = ("".join(sides[:count]) for count in (2, 1) if sides)
    return next((text for text in fitting if width is None or len(text) <= width), "")


def _name(result: Result, contribution: Contribution) -> str:
    """Return the stable name of a mistake or of the slip."""
    mistake = contribution.mistake
    if mistake is None:
        slip = result.diagnosis.explanations[0].slip if result.diagnosis else None
        return f"then a slip: {named(slip or '')}"
    return f"{named(mistake.point)} {named(mistake.option)}"


def _number(amount: FormattedAmount) -> str:
    """Return an amount as text, with separators between thousands."""
    return f"{amount:,}" if isinstance(amount, int) else f"{amount:,f}"


def compared_steps(part: Part, result: Result, style: Style) -> list[str]:
    """Return a table of the student's steps next to the right ones; empty if no known mistake gives the answer."""
    rows = rows_of(part, result)
    first = next((row for row in rows if row.differs), None)
    if first is None:
        return []
    cells = [(row.step, _cell(row.yours, part, row.path), _cell(row.expected, part, row.path)) for row in rows]
    mark = f"first difference{_amount(first)}"
    if style.plain:
        shown = [f"{step}: yours {yours}, expected {expected}" for step, yours, expected in cells]
        shown[rows.index(first)] += f", {mark}{product_suffix(_product(part, result, first))}"
        return shown
    shown = table([("step", "yours", "expected"), *cells])
    row = rows.index(first) + 1
    shown[row] += f"   ◀ {mark}"
    shown[row] += product_suffix(_product(part, result, first), style.width - len(shown[row]))
    return [*shown, *_first_difference_in_full(first, part, style)]


def _cell(value: Any, part: Part, path: str) -> str:
    """Return a value that fits into a column, or else its shape."""
    return in_cell(spelled(part, value, path)) or legible(flatten(value)[0])


def _amount(row: DifferenceRow) -> str:
    """Return the difference, where both values are whole numbers."""
    if isinstance(row.yours, int) and isinstance(row.expected, int):
        return f": {abs(row.yours - row.expected):,}"
    return ""


def _product(part: Part, result: Result, row: DifferenceRow) -> Product:
    """Return the difference of a row as a product of sizes, such as 4 · d_model; an empty one if it has none."""
    if not (_amount(row) and result.diagnosis):
        return Product()
    mistakes = result.diagnosis.explanations[0].mistakes
    return product_of(part.variant, row.path, mistakes, (), row.yours - row.expected)


def _first_difference_in_full(row: DifferenceRow, part: Part, style: Style) -> list[str]:
    """Return lines with both values of the first row that differs; none if they fit into the table."""
    if in_cell(spelled(part, row.expected, row.path)):
        return []
    lines = []
    for name, value in (("yours", row.yours), ("expected", row.expected)):
        lines += ["", f"  {row.step}, {name}", *paragraph(spelled(part, value, row.path), style, indent=4)]
    return lines


KEPT: Final = re.compile(r"\s|[-*+>|#]|\d+[.)]|```|\$\$")
"""Start of a Markdown line that is not joined to the line before."""


def show(problem: Problem, style: Style) -> list[str]:
    """Return a problem as lines: title, prompt, and parts with their points."""
    lines = heading(problem, style)
    for block in _blocks(problem.prompt.strip()):
        lines += paragraph(block, style) if block else [""]
    if problem.is_multipart:
        return [*lines, "", *labelled(((part.id or "", _expected_and_points(part)) for part in problem.parts), style)]
    return [*lines, "", *paragraph(_expected_and_points(problem.parts[0]), style)]


def _expected_and_points(part: Part) -> str:
    """Return which kind of answer a part takes, and its points."""
    points = counted(part.points, "point")
    return f"{part.expected_form}, {points}"


def _blocks(prompt: str) -> list[str]:
    """Join lines of running text, to be wrapped again; blank lines, lists and tables stay."""
    blocks: list[str] = []
    runs_on = False
    for line in prompt.splitlines():
        is_text = bool(line.strip()) and not KEPT.match(line)
        if is_text and runs_on:
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line.rstrip())
        runs_on = is_text
    return blocks


FACES: Final = {"correct": ":)", "carried": ":)", "incorrect": ":("}
NEITHER: Final = ":|"

WORDS: Final = {
    "correct": "Correct.",
    "too_coarse": "Too few digits.",
    "carried": "Correct, given your earlier answers.",
    "partial": "Partly correct.",
    "incorrect": "Incorrect.",
    "unreadable": "Not readable.",
    "not_answered": "Not answered.",
    "needs_review": "Not graded yet: a person will look at it.",
    "error": "Not graded.",
}
"""Verdicts in words, for screen readers."""

LONGEST_QUOTE: Final = 60
FACE_COLUMN: Final = 4
NOWHERE: Final[Mapping[str | None, str]] = {}


def check(
    problem: Problem, results: Sequence[Result], style: Style, found: Mapping[str | None, str] = NOWHERE
) -> list[str]:
    """Return the verdict on answers to one or several parts as lines; `found` has their places in a document."""
    parts = [problem.part(result.part_id) for result in results]
    stated = list(dict.fromkeys(conventions_sentence(part.variant) for part in parts))
    shared = stated[0] if len(stated) == 1 else ""
    head = heading(problem, style)
    if shared:
        head[-1:] = [head[-1], shared] if style.plain else [*paragraph(shared, style), ""]
    pairs = zip(parts, results, strict=True)
    answers = [
        line
        for part, result in pairs
        for line in _answer(part, result, style, found.get(part.id, ""), with_conventions=not shared)
    ]
    return [*head, *answers, *_not_given(problem, results, style, is_whole=bool(found))]


def _answer(part: Part, result: Result, style: Style, found: str, *, with_conventions: bool) -> list[str]:
    """Return the verdict on one answer as lines: how it was read, why, what next, and at `full` the steps."""
    feedback = result.feedback
    conventions = conventions_sentence(part.variant) if with_conventions else ""
    read, more = _how_read(result), _full(part, result, style)
    rows = [("Why", "\n".join(feedback.why)), ("Where", feedback.where), ("Next", feedback.next)]
    if style.plain:
        name = [f"Part: {part.id}"] if part.id else []
        headline = [feedback.headline] if result.status not in {"correct", "incorrect"} else []
        return [
            *name,
            *filter(None, [conventions]),
            WORDS[result.shown_status],
            *headline,
            *filter(None, [read, found]),
            *labelled(rows, style),
            *more,
        ]
    head = f"{part.id}: {feedback.headline}" if part.id else feedback.headline
    indent = 2 + FACE_COLUMN
    lines = hanging(FACES.get(result.status, NEITHER), head, style, column=FACE_COLUMN)
    lines += [line for text in (read, found, conventions) if text for line in paragraph(text, style, indent)]
    below = labelled(rows, style, indent)
    return [*lines, "", *(([*below, ""]) if below else []), *([*more, ""] if more else [])]


def _how_read(result: Result) -> str:
    """Return `I read: ...`, or `You gave: ...` if the answer could not be read.

    It is shown because a shell may change `$` and `^`.
    """
    if result.reading is not None:
        return f"I read: {result.shown_reading}"
    given = " ".join(result.given.split())
    return f"You gave: {given if len(given) <= LONGEST_QUOTE else f'{given[:LONGEST_QUOTE]}...'}" if given else ""


def _full(part: Part, result: Result, style: Style) -> list[str]:
    """Return the expected answer, the difference and the steps, next to the student's if known: only at level `full`.

    Nothing is returned for a right answer, and for one that a person grades.
    """
    if not result.has_numbers or result.status in {"correct", "needs_review"}:
        return []
    from checker.cli.views import solution
    from checker.marking.solution import expected_answer, steps

    counted = result.breakdown
    worked = compared_steps(part, result, style) or solution.shown(steps(part.variant, part.step), style, [part])
    worked = [] if part.answer_kind.has_options else worked
    rows = [("Expected", expected_answer(part, result.outcome.question.expected_formula))]
    rows += [("Difference", difference(counted, style))] if counted else []
    added = contributions(result, counted, style) if counted else []
    return [*labelled(rows, style), *added, *([] if style.plain else [""]), *worked]


def _not_given(problem: Problem, results: Sequence[Result], style: Style, *, is_whole: bool) -> list[str]:
    """Return a line that names the parts without an answer; none where one part alone was asked for."""
    answered = {result.part_id for result in results}
    missing = [part.id for part in problem.parts if part.id and part.id not in answered]
    return labelled([("Not given", ", ".join(missing))], style) if is_whole or len(results) > 1 else []
