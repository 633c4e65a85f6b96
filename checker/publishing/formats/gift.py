"""GIFT: Moodle's format of plain text, which other systems read too.  Each field is a question.

A question is written in one line: a blank line would end it, and a line that begins with // would vanish.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from checker.notation.steering import without_steering
from checker.publishing.bank import BankPart, BankQuestion, Category, ListedAnswer, Request
from checker.publishing.formats import BankFormat, moodle
from checker.publishing.formats.moodle import percent
from checker.publishing.texts import question_html, text_html

NOTES: Final = ("points: each question is worth 1 in the bank; set its points in the quiz",)

NO_UNIT: Final = "Leave the unit out."
MOST_LOST: Final = 90
"""Share in percent that a wrong option may take off: GIFT has no room for a third digit."""
SIGNS: Final = {ord(sign): f"\\{sign}" for sign in "\\#={}~:"}
"""Signs that mean something in GIFT, with a backslash."""
_FIRST: Final = ("[", "%")
"""Signs that mean something at the beginning of an answer: a format, a weight."""


def differences(question: BankQuestion) -> Iterator[str]:
    """Yield sentences on answers that Moodle would grade differently because of the format."""
    yield from moodle.differences(question)
    options = [each for part in question.parts if part.options for each in moodle.with_losses(part.options)]
    if any(100 * each.share < -MOST_LOST for each in options):
        yield f"the wrong option takes {MOST_LOST}% off, not all"


def written(categories: Sequence[Category], request: Request) -> bytes:
    """Return the bank with all questions as a GIFT file."""
    lines = []
    for path, questions in categories:
        lines.append(f"$CATEGORY: {_escaped(moodle.category_name(path))}")
        lines += [_question(question, request) for question in questions]
    return ("\n\n".join(lines) + "\n").encode()


def _question(question: BankQuestion, request: Request) -> str:
    (part,) = question.parts
    solution = request.solution(question)
    general = f"####{_one_line(f'<pre>{text_html(solution)}</pre>')}" if solution else ""
    return f"::{_escaped(question.name)}::[html]{_prompt(question, part)}{{{_answers(part)}{general}}}"


def _prompt(question: BankQuestion, part: BankPart) -> str:
    hint = f" {moodle.NUMBERS}" if part.fields and part.fields[0].is_whole else ""
    no_unit = f" {NO_UNIT}" if part.fields and part.unit else ""
    asked = f"Expected: {text_html(part.asked)}{no_unit}{hint}"
    return _one_line(f"{question_html(question.prompt)}<p>{asked}</p>")


def _answers(part: BankPart) -> str:
    """Return the answers of a part in GIFT: numbers, options, or texts as patterns."""
    if part.fields:
        (field,) = part.fields
        listed = [f"={_share(each)}{each.middle:f}:{each.reach:f}{_says(each)}" for each in moodle.field_answers(field)]
        return f"#{''.join(listed)}~#{_escaped_html(moodle.ELSE)}"
    if part.options:
        return "".join(
            f"{'=' if each.share == 1 else f'~{_share(each)}'}{_escaped_html(each.value)}{_says(each)}"
            for each in moodle.with_losses(part.options)
        )
    # a pattern: `*` stands for anything
    return "".join(
        f"={_share(each)}{_escaped(each.value.replace('*', chr(92) + '*'))}{_says(each)}" for each in part.spellings
    )


def _share(listed: ListedAnswer) -> str:
    """Return the weight of an answer in GIFT, in percent; empty for a right one."""
    if listed.share == 1:
        return ""
    if listed.share < 0:
        return f"%-{min(percent(-listed.share), MOST_LOST):.7g}%"
    return f"%{percent(listed.share):.7g}%"


def _says(listed: ListedAnswer) -> str:
    return f"#{_escaped_html(listed.says)}" if listed.says else ""


def _escaped_html(text: str) -> str:
    """Return a plain text as HTML in one line, with GIFT's signs escaped."""
    found = text_html(text)
    return _one_line(f"&#{ord(found[0])};{found[1:]}" if found[:1] in _FIRST else found)


def _one_line(html: str) -> str:
    return _escaped(html.replace("\n", "&#10;" if "<pre>" in html else " "))


def _escaped(text: str) -> str:
    return " ".join(without_steering(text).split()).translate(SIGNS)


FORMAT: Final = BankFormat(written, differences, NOTES, is_split=True)
