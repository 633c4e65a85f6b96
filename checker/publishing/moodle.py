"""Moodle's XML: numerical, multiple choice, short answer and essay questions; several fields as embedded answers.

Moodle takes the first answer in the list that fits.  It reads one comma as a decimal point: a whole number of thousands
is therefore also listed as that decimal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from html import escape
from math import lcm
from typing import Any, Final
from xml.etree import ElementTree as ET

from checker.publishing.bank import BankPart, BankQuestion, Category, Field, ListedAnswer
from checker.reports.prose import html_with_tex
from checker.text.steering import without_steering

NOTES: Final = ()

SHARES: Final = (
    *(100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20),
    *(16.66667, 14.28571, 12.5, 11.11111, 10, 5, 0),
)
"""The shares in percent that Moodle imports."""

MOST_WEIGHT: Final = 1000

NUMBERS: Final = "Write whole numbers without separators, such as 1234567."
ELSE: Final = "Not correct. Check the formula, then the numbers."
COMMA: Final = "Correct. Moodle reads one comma as a decimal point, so leave it out in whole numbers."
THOUSANDS: Final = range(1000, 1_000_000)
"""Whole numbers that are written with one comma."""

BRACES: Final = {ord("{"): "&#123;", ord("}"): "&#125;"}
FORBIDDEN: Final = {ord(sign): f"&#{ord(sign)};" for sign in '{}~#\\"='}
"""Signs that mean something among embedded answers, as HTML."""


def percent(share: float) -> float:
    """Return the percentage nearest to a share among those that Moodle allows; losses are negative.

    >>> percent(1), percent(0.5), percent(1 / 3), percent(-0.52)
    (100, 50, 33.33333, -50)
    """
    nearest = min(SHARES, key=lambda each: abs(each - 100 * abs(share)))
    return nearest if share >= 0 else -nearest


def weights(points: Iterable[float]) -> list[int]:
    """Return the smallest whole numbers in the ratio of these points.

    >>> weights([0.5, 1, 1.5]), weights([1 / 3, 1]), weights([0, 0])
    ([1, 2, 3], [1, 3], [0, 0])
    """
    shares = [Fraction(each).limit_denominator(MOST_WEIGHT) for each in points]
    most = lcm(*(each.denominator for each in shares))
    return [int(each * most) for each in shares]


def differences(question: BankQuestion) -> Iterator[str]:
    """Yield how Moodle would grade a question differently: credit that it rounds, and parts that it cannot hold."""
    listed = [each for part in question.parts for field in part.fields for each in field.answers]
    listed += [each for part in question.parts for each in part.spellings]
    for share in sorted({each.share for each in listed}):
        if abs(percent(share) - 100 * share) >= 0.01:  # noqa: PLR2004 - Moodle has five decimals
            yield f"credit {share:g} becomes {percent(share) / 100:g}, the nearest that Moodle imports"
    if len(question.parts) > 1 and any(part.is_essay for part in question.parts):
        yield "the essay among the parts is left out"


def written(categories: Sequence[Category]) -> bytes:
    """Return the bank with all questions as an XML file."""
    quiz = ET.Element("quiz")
    for path, questions in categories:
        category = ET.SubElement(quiz, "question", type="category")
        names = "/".join(each.replace("/", "//") for each in path)
        _text(category, "category", f"$course$/top/{names}")
        for question in questions:
            _add_question(quiz, question)
    ET.indent(quiz)
    data: bytes = ET.tostring(quiz, encoding="utf-8", xml_declaration=True)
    return data


def _add_question(quiz: ET.Element, question: BankQuestion) -> None:
    """Add a question as the Moodle type that fits: cloze, numerical, multichoice, shortanswer or essay."""
    part = question.parts[0]
    hint = f" {NUMBERS}" if part.fields and part.fields[0].is_whole else ""
    prompt = f"{html_with_tex(question.prompt)}\n<p>Expected: {text_html(part.asked)}{hint}</p>"
    if len(question.parts) > 1 or len(part.fields) > 1:
        _begin(quiz, "cloze", question, _embedded(question))
    elif part.fields:
        made = _begin(quiz, "numerical", question, prompt)
        for each in field_answers(part.fields[0]):
            _answer(made, f"{each.middle:f}", each, tolerance=f"{each.reach:f}")
        _answer(made, "*", ListedAnswer("*", 0.0, ELSE))
        _values(made, unitgradingtype=0, unitpenalty=0, showunits=0 if part.unit else 3, unitsleft=0)
        if part.unit:  # which may be left out
            _values(ET.SubElement(ET.SubElement(made, "units"), "unit"), multiplier=1, unit_name=part.unit)
    elif part.options:
        made = _begin(quiz, "multichoice", question, prompt)
        _values(made, single=str(part.is_single).lower(), shuffleanswers="false", answernumbering="ABCD")
        for each in with_losses(part):
            _answer(made, text_html(each.value), each, "html")
    elif part.spellings:
        made = _begin(quiz, "shortanswer", question, prompt)
        _values(made, usecase=0)
        for each in part.spellings:
            _answer(made, each.value.replace("*", r"\*"), each)
        _answer(made, "*", ListedAnswer("*", 0.0, ELSE))
    else:
        _values(_begin(quiz, "essay", question, prompt), responseformat="editor")


def _begin(quiz: ET.Element, type_: str, question: BankQuestion, html: str) -> ET.Element:
    """Add a question element of this type, with the name, text, solution, points and id, and return it."""
    made = ET.SubElement(quiz, "question", type=type_)
    _text(made, "name", question.name)
    _text(made, "questiontext", html, format="html")
    solution = f"<pre>{text_html(question.solution)}</pre>" if question.solution else ""
    _text(made, "generalfeedback", solution, format="html")
    points = sum(part.points for part in question.parts)
    _values(made, defaultgrade=f"{points:g}", penalty="0.3333333", hidden=0, idnumber=question.id)
    return made


def _values(element: ET.Element, **values: Any) -> None:
    """Add elements with these names and texts."""
    for name, value in values.items():
        ET.SubElement(element, name).text = str(value)


def _text(element: ET.Element, name: str, text: str, **attributes: str) -> None:
    ET.SubElement(ET.SubElement(element, name, attributes), "text").text = without_steering(text)


def text_html(text: str) -> str:
    """Return a plain text as HTML, with special characters escaped."""
    return escape(without_steering(text), quote=False)


def field_answers(field: Field) -> Iterator[ListedAnswer]:
    """Yield the answers to list for a box; after all others, those that a comma makes of right ones."""
    yield from field.answers
    for each in field.answers:
        if each.share == 1 and field.is_whole and each.value in THOUSANDS and not each.reach:
            read = Decimal(each.value) / 1000
            if not any(other.low <= read <= other.high for other in field.answers):
                yield each._replace(value=read, says=COMMA, low=read, high=read)


def _answer(
    made: ET.Element, text: str, listed: ListedAnswer, form: str = "moodle_auto_format", *, tolerance: str = ""
) -> None:
    answer = ET.SubElement(made, "answer", fraction=f"{percent(listed.share):.7g}", format=form)
    ET.SubElement(answer, "text").text = without_steering(text)
    _text(answer, "feedback", text_html(listed.says), format="html")
    if tolerance:
        _values(answer, tolerance=tolerance)


def _embedded(question: BankQuestion) -> str:
    """Return the text with fields for all answers in it."""
    parts = [part for part in question.parts if not part.is_essay]
    counts = [max(1, len(part.fields)) for part in parts]
    left = iter(weights(part.points / count for part, count in zip(parts, counts, strict=True) for _ in range(count)))
    lines = [html_with_tex(question.prompt).translate(BRACES)]
    if any(field.is_whole for part in parts for field in part.fields):
        lines.append(f"<p>{NUMBERS}</p>")
    for part in parts:
        name = f"<strong>{text_html(part.id)}</strong>: " if part.id else ""
        fields = [f"{text_html(label)} {{{next(left)}:{code}}}".strip() for label, code in _fields(part)]
        lines.append(f"<p>{name}{text_html(part.asked).translate(BRACES)}<br>{'<br>'.join(fields)}</p>")
    return "\n".join(lines)


def _fields(part: BankPart) -> Iterator[tuple[str, str]]:
    """Yield the label and the Moodle code of each field of a part, without its weight."""
    otherwise = f"~%0%*#{_embedded_text(ELSE)}"
    for field in part.fields:
        numbers = [(f"{each.middle:f}:{each.reach:f}", each) for each in field_answers(field)]
        yield field.label, f"NUMERICAL:{_embedded_answers(numbers)}{otherwise}"
    if part.spellings:
        # Moodle undoes one layer of entities here, and `*` would stand for anything
        texts = [(text_html(each.value).translate(FORBIDDEN).replace("*", r"\*"), each) for each in part.spellings]
        yield "", f"SHORTANSWER:{_embedded_answers(texts)}{otherwise}"
    if part.options:
        kind = "MULTICHOICE_V" if part.is_single else "MULTIRESPONSE"
        options = [(_embedded_text(each.value), each) for each in with_losses(part)]
        yield "", f"{kind}:{_embedded_answers(options)}"


def _embedded_answers(answers: Iterable[tuple[str, ListedAnswer]]) -> str:
    """Return the answers to list in an embedded field, each with its code, its share and its sentence."""
    return "~".join(f"%{percent(each.share):.7g}%{code}#{_embedded_text(each.says)}" for code, each in answers)


def _embedded_text(text: str) -> str:
    """Return a text as HTML for an embedded answer.

    It is escaped twice, as Moodle decodes it twice, and has no sign that would end the answer.
    """
    return text_html(text).replace("&", "&amp;amp;").translate(FORBIDDEN)


def with_losses(part: BankPart) -> list[ListedAnswer]:
    """Return the options with their shares.

    If several are right, each wrong option gets a negative share, so that ticking all of them earns 0.
    """
    wrong = sum(not each.share for each in part.options)
    lost = 0.0 if part.is_single or not wrong else -1 / wrong
    return [each._replace(share=each.share or lost) for each in part.options]
