"""Pages of a question, and of the verdict on its answers with the steps that explain it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from checker.cli.output import Block, Table, Text, heading
from checker.diagnosis.breakdown import Breakdown, FormattedAmount, product_of
from checker.diagnosis.wording import named
from checker.engine.trace import TOTAL
from checker.kinds import flatten
from checker.marking.expected import expected_answer, formula_of, spelled
from checker.marking.mark import Status
from checker.marking.result import Result
from checker.marking.solution import SolutionLine, rows_of, steps
from checker.problems import Part, Problem
from checker.problems.prompt import conventions_sentence
from checker.reading.show import legible
from checker.text.plain import brief
from checker.text.words import counted

_KEPT: Final = re.compile(r"\s|[-*+>|#]|\d+[.)]|```|\$\$")
"""Start of a Markdown line that is not joined to the line before."""

_LONGEST: Final = 60, 200
"""Maximum number of characters of an answer that could not be read, and of a reading."""
_WIDEST: Final = 28
_INDENT: Final = 6
"""Width of the margin below a verdict: the text next to its face."""


def question(problem: Problem) -> list[Block]:
    """Return a question: title, prompt, and parts with their points."""
    forms = [f"{part.expected_form}, {counted(part.points, 'point')}" for part in problem.parts]
    if problem.is_multipart:
        asked: Block = Table([(part.id or "", form) for part, form in zip(problem.parts, forms, strict=True)])
    else:
        asked = forms[0]
    return [*heading(problem), "", *_blocks(problem.prompt.strip()), "", asked]


def _blocks(prompt: str) -> list[str]:
    """Join lines of running text, to be wrapped again; blank lines, lists and tables stay."""
    blocks: list[str] = []
    runs_on = False
    for line in prompt.splitlines():
        is_text = bool(line.strip()) and not _KEPT.match(line)
        if is_text and runs_on:
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line.rstrip())
        runs_on = is_text
    return blocks


def verdicts(problem: Problem, results: Sequence[Result], found: Mapping[str | None, str] | None = None) -> list[Block]:
    """Return the verdict on answers to one or several parts; `found` has their places in a document."""
    parts = [problem.part(result.part_id) for result in results]
    stated = list(dict.fromkeys(conventions_sentence(part.variant) for part in parts))
    page = [*heading(problem), *stated[: len(stated) == 1], ""]
    for part, result in zip(parts, results, strict=True):
        said, status = result.feedback, result.shown_status
        told = f"{part.id}: {said.headline}" if part.id else said.headline
        how_read = f"You gave: {brief(result.given, _LONGEST[0])}" if result.given.split() else ""
        if result.reading is not None:  # a shell may change `$` and `^`
            shown, most = result.shown_reading, _LONGEST[1]
            cut = shown[:most].rpartition(" ")[0] or shown[:most]
            how_read = f"I read: {shown if len(shown) <= most else f'{cut} …'}"
        sentences = [
            how_read,
            (found or {}).get(part.id, ""),
            conventions_sentence(part.variant) if len(stated) > 1 else "",
        ]
        page += [Text(told, "" if status.words in told else status.words, status.face)]
        page += [*(Text(text, indent=_INDENT) for text in sentences if text), ""]
        rows = [("Why", "\n".join(said.why)), ("Where", said.where), ("Next", said.next)]
        page += [Table(rows, indent=_INDENT), ""] if any(text for _, text in rows) else []
        page += _full(part, result)
    answered = {result.part_id for result in results}
    missing = ", ".join(part.id for part in problem.parts if part.id and part.id not in answered)
    return [*page, Table([("Not given", missing)])] if missing and (found is not None or len(results) > 1) else page


def _full(part: Part, result: Result) -> list[Block]:
    """Return what level `full` shows of an answer that is not right: the expected one, the difference, the steps."""
    if not result.has_numbers or result.status in {Status.CORRECT, Status.NEEDS_REVIEW}:
        return []

    account = result.breakdown
    rows = [("Expected", expected_answer(part, result.outcome.question.expected_formula))]
    page: list[Block] = [Table([*rows, ("Difference", _difference(account))] if account else rows)]
    if account and len(account.contributions) > 1:
        causes = []
        for each in account.contributions:
            if each.mistake:
                cause = f"{named(each.mistake.point)} {named(each.mistake.option)}"
            else:
                slip = result.diagnosis.explanations[0].slip if result.diagnosis else None
                cause = f"then a slip: {named(slip or '')}"
            amount = f"{'+' if each.amount >= 0 else ''}{_number(each.amount)}"
            causes.append((cause, amount, _equal(each.product[:1]).strip()))
        page += [Table(causes, "lrw", indent=4, between=" ")]
    if part.answer_kind.has_options:
        return [*page, ""]
    return [*page, "", *(_compared(part, result) or steps_shown(steps(part.variant, part.step), [part])), ""]


def _difference(account: Breakdown) -> str:
    """Return by how much an answer is off, as a product of sizes: `4,096 too large = 64 · 64`."""
    size = f"{_number(account.total).removeprefix('-')} too {'large' if account.total > 0 else 'small'}"
    rounded = f" ({_number(account.value)} before rounding)" if account.is_rounded else ""
    if len(account.contributions) > 1:
        return f"{size}{rounded}, adding up in the order of the solution:"
    return f"{size}{_equal(account.contributions[0].product)}{rounded}"


def _equal(sides: Sequence[str]) -> str:
    """Return ` = 4 · 768 = 4 · d_model`, or nothing."""
    return "".join(f" = {side}" for side in sides if side)


def _number(amount: FormattedAmount) -> str:
    return f"{amount:,}" if isinstance(amount, int) else f"{amount:,f}"


def _compared(part: Part, result: Result) -> list[Block]:
    """Return the student's steps next to the right ones; nothing if none differs."""
    steps = rows_of(part, result)
    first = next((row for row in steps if row.differs), None)
    if first is None:
        return []
    mistakes = result.diagnosis.explanations[0].mistakes if result.diagnosis else ()
    rows, large = [], []
    for row in steps:
        shown = [(spelled(part, value, row.path), value) for value in (row.yours, row.expected)]
        cells = [in_table(*each, _WIDEST) for each in shown]
        remark = ""
        if row is first:
            remark = "◀ first difference"
            if isinstance(row.yours, int) and isinstance(row.expected, int):
                off = row.yours - row.expected
                product = product_of(part.variant, row.path, mistakes, (), off)[:1] if mistakes else ()
                remark += f": {abs(off):,}{_equal(product)}"
            for name, (text, _), cell in zip(("yours", "expected"), shown, cells, strict=True):
                large += [(f"{row.step}, {name}", text)] if text != cell else []
        rows.append((row.step, *cells, remark))
    return [Table(rows, "lrrw", ("step", "yours", "expected", "")), "", Table(large, indent=4)]


_WIDEST_STEP: Final = 44
_HIGHEST: Final = 12
"""Maximum size of a value in a column, in characters and in lines."""


def solution(problem: Problem, parts: Sequence[Part]) -> list[Block]:
    """Return the worked solution of these parts: conventions, steps and answers.  Parts with one solution share it."""
    page = [*heading(problem), ""]
    variants = list(dict.fromkeys(part.variant for part in parts))
    formulas = {part.id: formula_of(problem, part) for part in parts}
    lines = [
        (part.id or "", found.line if (found := formulas[part.id]) and found.symbols else expected_answer(part))
        for part in parts
    ]
    for variant in variants:
        asked = [part for part in parts if part.variant is variant]
        page += [f"Part {', '.join(part.id or '' for part in asked)}:", ""] if len(variants) > 1 else []
        if len(asked) == 1 and (found := formulas[asked[0].id]):
            page += [Table(found.rows), ""]
        page += steps_shown(steps(variant, asked[0].step if len(asked) == 1 else TOTAL), asked)
        page += ["", conventions_sentence(variant)] if conventions_sentence(variant) else []
        if len(asked) > 1:
            page += ["", Table([line for part, line in zip(parts, lines, strict=True) if part in asked])]
        page += [""]
    return page[:-1]


def steps_shown(lines: Iterable[SolutionLine], parts: Sequence[Part]) -> list[Block]:
    """Return steps as a table, and below it the values that are too large for one.

    A step that one of the parts asks for has the digits that this part needs, and any other those of the first part.
    """
    asking = {part.step: part for part in reversed(parts)}
    rows, large = [], []
    for line in lines:
        value = spelled(asking.get(line.path, parts[0]), line.value, line.path)
        cell = in_table(value, line.value)
        rows.append(("  " * line.depth + line.name, "" if line.how == cell else line.how, cell))
        large += [(line.name, value)] if value != cell else []
    return [Table(rows, "lwr", between=" = "), "", Table(large, indent=4)]


def in_table(shown: str, value: Any, widest: int = _WIDEST_STEP) -> str:
    """Return a shown value if it is small enough for a column, else its shape."""
    lines = shown.split("\n")
    return shown if len(lines) <= _HIGHEST and max(map(len, lines)) <= widest else legible(flatten(value)[0])
