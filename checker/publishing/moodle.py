"""Moodle's XML: one question of the type that fits, or one with embedded fields (`cloze`) for several answers.

Moodle takes the first answer in the list that fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from html import escape
from math import lcm
from typing import Any, Final

from checker.publishing.bank import ELSE, BankQuestion, Categories, Field, ListedAnswer, filled
from checker.reports.prose import html_with_tex

_TYPES: Final = {
    "number": ("numerical", "NUMERICAL"),
    "text": ("shortanswer", "SHORTANSWER"),
    "choice": ("multichoice", "MULTICHOICE_V"),
    "choices": ("multichoice", "MULTIRESPONSE"),
}
"""By kind of answer, the types of a question and of an embedded field."""

_SHARES: Final = (
    *(100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20),
    *(16.66667, 14.28571, 12.5, 11.11111, 10, 5, 0),
)
"""The shares in percent that Moodle imports."""

_BRACES: Final = {ord("{"): "&#123;", ord("}"): "&#125;"}
_FORBIDDEN: Final = {ord(sign): f"&#{ord(sign)};" for sign in '{}~#\\"='}
"""Signs that mean something among embedded answers, as HTML."""


_Answer = tuple[str, str, str, str]
"""A listed answer as Moodle has it: text, percentage, what the student reads, how far a number may be from the text."""


def _percent(share: float) -> float:
    """Return the percentage nearest to a share among those that Moodle allows; losses are negative.

    >>> _percent(1), _percent(0.5), _percent(1 / 3), _percent(-0.52)
    (100, 50, 33.33333, -50)
    """
    nearest = min(_SHARES, key=lambda each: abs(each - 100 * abs(share)))
    return nearest if share >= 0 else -nearest


def _weights(points: Iterable[float]) -> list[int]:
    """Return the smallest whole numbers in the ratio of these points.

    >>> _weights([0.5, 1, 1.5]), _weights([1 / 3, 1]), _weights([0, 0])
    ([1, 2, 3], [1, 3], [0, 0])
    """
    shares = [Fraction(each).limit_denominator(1000) for each in points]
    most = lcm(*(each.denominator for each in shares))
    return [int(each * most) for each in shares]


def differences(field: Field) -> Iterator[str]:
    """Yield which credit Moodle rounds."""
    for share in sorted({each.share for each in field.answers if not field.is_choice}):
        if abs(_percent(share) - 100 * share) >= 0.01:  # noqa: PLR2004 - Moodle has five decimals
            yield f"credit {share:g} becomes {_percent(share) / 100:g}, the nearest that Moodle imports"


def written(categories: Categories) -> dict[str, bytes]:
    """Return the bank as an XML file."""
    named = (
        ("/".join(each.replace("/", "//") for each in path), map(_question, questions))
        for path, questions in categories.items()
    )
    return {"bank.xml": filled("moodle.xml", categories=named)}


def _question(question: BankQuestion) -> dict[str, Any]:
    field, text, answers = question.fields[0], html_with_tex(question.prompt), list[_Answer]()
    if field.kind == "essay":  # all parts are essays, and share a box
        type_ = "essay"
    elif len(question.fields) == 1:
        type_ = _TYPES[field.kind][0]
        text = f"{text}\n<p>{_html(field.asked)}</p>"
        answers = list(_answers(field))
    else:
        type_, text = "cloze", "\n".join([text.translate(_BRACES), *_embedded(question.fields)])
    solution = f"<pre>{_html(question.solution)}</pre>" if question.solution else ""
    return {"type": type_, "question": question, "text": text, "solution": solution, "field": field, "answers": answers}


def _answers(field: Field) -> Iterator[_Answer]:
    """Yield the answers of a field, also right whole numbers as Moodle reads their comma, and one for all others."""
    listed = list(field.answers)
    for each in field.answers:
        is_whole = each.share == 1 and isinstance(each.value, int) and each.low == each.high
        if is_whole and each.value in range(1000, 1_000_000):  # that are written with one comma
            read = Decimal(each.value) / 1000
            if not any(other.low <= read <= other.high for other in field.answers):
                says = "Correct. Moodle reads one comma as a decimal point, so leave it out in whole numbers."
                listed.append(ListedAnswer(read, 1.0, says, read, read))
    for each in listed:
        text, reach = each.value, ""
        if field.kind == "number":
            text, reach = f"{each.middle:f}", f"{each.high - each.middle:f}"
        elif field.kind == "text":
            text = text.replace("*", r"\*")
        yield _html(text), f"{_percent(each.share):.7g}", _html(each.says), reach
    if not field.is_choice and listed:
        yield "*", "0", ELSE, ""


def _html(text: str) -> str:
    return escape(text, quote=False)


def _embedded(fields: Sequence[Field]) -> Iterator[str]:
    for field, weight in zip(fields, _weights(each.points for each in fields), strict=True):
        codes = []
        for text, share, says, reach in _answers(field):
            code = f"{text}:{reach}" if reach else _inert(text) if field.is_choice else text
            codes.append(f"%{share}%{code}#{_inert(says)}")
        asked = f"{_html(field.asked).translate(_BRACES)}<br>" if field.asked else ""
        label = f"{field.label} " if field.label else ""
        yield f"<p>{asked}{label}{{{weight}:{_TYPES[field.kind][1]}:{'~'.join(codes)}}}</p>"


def _inert(html: str) -> str:
    """Return HTML without signs that would end an embedded answer, with entities that are resolved twice."""
    return html.replace("&", "&amp;amp;").translate(_FORBIDDEN)
