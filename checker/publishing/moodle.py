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
from typing import Final
from xml.etree import ElementTree as ET

from checker.publishing.bank import BankPart, BankQuestion, Category, Field, ListedAnswer
from checker.reports.prose import html_with_tex
from checker.text.steering import without_steering

SHARES: Final = (
    *(100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20),
    *(16.66667, 14.28571, 12.5, 11.11111, 10, 5, 0),
)
"""The shares in percent that Moodle imports."""

MOST_WEIGHT: Final = 1000


def percent(share: float) -> float:
    """Return the percentage nearest to a share among those that Moodle allows.

    >>> percent(1), percent(0.5), percent(1 / 3), percent(0.52)
    (100, 50, 33.33333, 50)
    """
    return min(SHARES, key=lambda each: abs(each - 100 * share))


def is_allowed(share: float) -> bool:
    """Return whether Moodle allows this share of the points.

    >>> is_allowed(1 / 3), is_allowed(0.52)
    (True, False)
    """
    return abs(percent(share) - 100 * share) < 0.01  # noqa: PLR2004 - it rounds to five decimals


def weights(points: Iterable[float]) -> list[int]:
    """Return the smallest whole numbers in the ratio of these points.

    >>> weights([0.5, 1, 1.5]), weights([1 / 3, 1]), weights([0, 0])
    ([1, 2, 3], [1, 3], [0, 0])
    """
    shares = [Fraction(each).limit_denominator(MOST_WEIGHT) for each in points]
    most = lcm(*(each.denominator for each in shares))
    return [int(each * most) for each in shares]


NOTES: Final = ()
NUMBERS: Final = "Write whole numbers without separators, such as 1234567."
ELSE: Final = "Not correct. Check the formula, then the numbers."
COMMA: Final = "Correct. Moodle reads one comma as a decimal point, so leave it out in whole numbers."
THOUSANDS: Final = range(1000, 1_000_000)
"""Whole numbers that are written with one comma."""

FORBIDDEN: Final = {ord(sign): f"&#{ord(sign)};" for sign in '{}~#\\"='}
"""Signs that mean something among embedded answers, as HTML."""


def written(categories: Sequence[Category]) -> bytes:
    """Return the bank with all questions as an XML file."""
    quiz = ET.Element("quiz")
    for path, questions in categories:
        category = ET.SubElement(quiz, "question", type="category")
        _text(ET.SubElement(category, "category"), f"$course$/top/{category_name(path)}")
        for question in questions:
            _add_of_its_type(quiz, question)
    ET.indent(quiz)
    data: bytes = ET.tostring(quiz, encoding="utf-8", xml_declaration=True)
    return data


def category_name(path: Sequence[str]) -> str:
    """Return the path of a category in Moodle; a slash in a name is written twice."""
    return "/".join(each.replace("/", "//") for each in path)


def differences(question: BankQuestion) -> Iterator[str]:
    """Yield how Moodle would grade a question differently: credit that it rounds, and parts that it cannot hold."""
    shares = {each.share for part in question.parts for field in part.fields for each in field.answers}
    shares |= {each.share for part in question.parts for each in part.spellings}
    for share in sorted(shares):
        if not is_allowed(share):
            yield f"credit {share:g} becomes {percent(share) / 100:g}, the nearest that Moodle imports"
    if len(question.parts) > 1 and any(part.is_essay for part in question.parts):
        yield "the essay among the parts is left out"


def _add_of_its_type(quiz: ET.Element, question: BankQuestion) -> None:
    """Add the question as the Moodle type that fits: cloze, numerical, multichoice, shortanswer or essay."""
    part = question.parts[0]
    if len(question.parts) > 1 or len(part.fields) > 1:
        made = _add_question(quiz, "cloze", question, _embedded(question))
    elif part.fields:
        made = _add_question(quiz, "numerical", question, _prompt(question, part))
        for each in field_answers(part.fields[0]):
            _answer(made, format(each.middle, "f"), each, tolerance=each.reach)
        _answer(made, "*", ListedAnswer("*", 0.0, ELSE))
        _units(made, part.unit)
    elif part.options:
        made = _add_question(quiz, "multichoice", question, _prompt(question, part))
        ET.SubElement(made, "single").text = "true" if part.is_single else "false"
        ET.SubElement(made, "shuffleanswers").text = "false"
        ET.SubElement(made, "answernumbering").text = "ABCD"
        for each in with_losses(part):
            _answer(made, text_html(each.value), each, "html")
    elif part.spellings:
        made = _add_question(quiz, "shortanswer", question, _prompt(question, part))
        ET.SubElement(made, "usecase").text = "0"
        for each in part.spellings:
            _answer(made, each.value.replace("*", r"\*"), each)
        _answer(made, "*", ListedAnswer("*", 0.0, ELSE))
    else:
        made = _add_question(quiz, "essay", question, _prompt(question, part))
        ET.SubElement(made, "responseformat").text = "editor"


def _add_question(quiz: ET.Element, type_: str, question: BankQuestion, html: str) -> ET.Element:
    """Add a question element of this type, with the name, text, solution, points and id, and return it."""
    made = ET.SubElement(quiz, "question", type=type_)
    _text(ET.SubElement(made, "name"), question.name)
    _text(ET.SubElement(made, "questiontext", format="html"), html)
    solution = question.solution
    _text(
        ET.SubElement(made, "generalfeedback", format="html"), f"<pre>{text_html(solution)}</pre>" if solution else ""
    )
    ET.SubElement(made, "defaultgrade").text = f"{sum(part.points for part in question.parts):g}"
    ET.SubElement(made, "penalty").text = "0.3333333"
    ET.SubElement(made, "hidden").text = "0"
    ET.SubElement(made, "idnumber").text = question.id
    return made


def _prompt(question: BankQuestion, part: BankPart) -> str:
    hint = f" {NUMBERS}" if part.fields and part.fields[0].is_whole else ""
    return f"{html_with_tex(question.prompt)}\n<p>Expected: {text_html(part.asked)}{hint}</p>"


def field_answers(field: Field) -> Iterator[ListedAnswer]:
    """Yield the answers to list for a box; after all others, those that a comma makes of right ones."""
    yield from field.answers
    for each in field.answers:
        if each.share == 1 and field.is_whole and each.value in THOUSANDS and not each.reach:
            read = Decimal(each.value) / 1000
            if not any(other.low <= read <= other.high for other in field.answers):
                yield each._replace(value=read, says=COMMA, low=read, high=read)


def _answer(
    made: ET.Element,
    text: str,
    listed: ListedAnswer,
    form: str = "moodle_auto_format",
    *,
    tolerance: Decimal | None = None,
) -> None:
    answer = ET.SubElement(made, "answer", fraction=_fraction(listed.share), format=form)
    _text(answer, text)
    _text(ET.SubElement(answer, "feedback", format="html"), text_html(listed.says))
    if tolerance is not None:
        ET.SubElement(answer, "tolerance").text = format(tolerance, "f")


def _units(made: ET.Element, unit: str) -> None:
    """Add the unit, which may be left out."""
    ET.SubElement(made, "unitgradingtype").text = "0"
    ET.SubElement(made, "unitpenalty").text = "0"
    ET.SubElement(made, "showunits").text = "0" if unit else "3"
    ET.SubElement(made, "unitsleft").text = "0"
    if unit:
        units = ET.SubElement(made, "units")
        each = ET.SubElement(units, "unit")
        ET.SubElement(each, "multiplier").text = "1"
        ET.SubElement(each, "unit_name").text = unit


def _embedded(question: BankQuestion) -> str:
    """Return the text with fields for all answers in it."""
    parts = [part for part in question.parts if not part.is_essay]
    shares = [part.points / _count(part) for part in parts for _ in range(_count(part))]
    left = iter(weights(shares))
    lines = [html_with_tex(question.prompt).translate({ord("{"): "&#123;", ord("}"): "&#125;"})]
    if any(field.is_whole for part in parts for field in part.fields):
        lines.append(f"<p>{NUMBERS}</p>")
    for part in parts:
        name = f"<strong>{text_html(part.id)}</strong>: " if part.id else ""
        asked = text_html(part.asked).translate({ord("{"): "&#123;", ord("}"): "&#125;"})
        fields = [f"{text_html(label)} {field}".strip() for label, field in _fields(part, left)]
        lines.append(f"<p>{name}{asked}<br>{'<br>'.join(fields)}</p>")
    return "\n".join(lines)


def _count(part: BankPart) -> int:
    return max(1, len(part.fields))


def _fields(part: BankPart, left: Iterator[int]) -> Iterator[tuple[str, str]]:
    """Yield the label and the Moodle code of each field of a part; `left` gives the weight of the next field."""
    otherwise = f"~%0%*#{_embedded_text(ELSE)}"
    for field in part.fields:
        numbers = [(f"{each.middle:f}:{each.reach:f}", each) for each in field_answers(field)]
        yield field.label, f"{{{next(left)}:NUMERICAL:{_embedded_answers(numbers)}{otherwise}}}"
    if part.spellings:
        # Moodle undoes one layer of entities here, and `*` would stand for anything
        texts = [(text_html(each.value).translate(FORBIDDEN).replace("*", r"\*"), each) for each in part.spellings]
        yield "", f"{{{next(left)}:SHORTANSWER:{_embedded_answers(texts)}{otherwise}}}"
    if part.options:
        kind = "MULTICHOICE_V" if part.is_single else "MULTIRESPONSE"
        options = [(_embedded_text(each.value), each) for each in with_losses(part)]
        yield "", f"{{{next(left)}:{kind}:{_embedded_answers(options)}}}"


def _embedded_answers(answers: Iterable[tuple[str, ListedAnswer]]) -> str:
    """Return the answers to list in an embedded field, each with its code, its share and its sentence."""
    return "~".join(f"%{_fraction(each.share)}%{code}#{_embedded_text(each.says)}" for code, each in answers)


def with_losses(part: BankPart) -> list[ListedAnswer]:
    """Return the options with their shares.

    If several are right, each wrong option gets a negative share, so that ticking all of them earns 0.
    """
    wrong = sum(not each.share for each in part.options)
    lost = 0.0 if part.is_single or not wrong else -1 / wrong
    return [each._replace(share=each.share or lost) for each in part.options]


def _embedded_text(text: str) -> str:
    """Return a text as HTML for an embedded answer.

    It is escaped twice, as Moodle decodes it twice, and has no sign that would end the answer.
    """
    return text_html(text).replace("&", "&amp;amp;").translate(FORBIDDEN)


def _fraction(share: float) -> str:
    """Return a share as a percentage that Moodle allows; losses are negative."""
    return f"{percent(share):.7g}" if share >= 0 else f"-{percent(-share):.7g}"


def text_html(text: str) -> str:
    """Return a plain text as HTML, with special characters escaped."""
    return escape(without_steering(text), quote=False)


def _text(element: ET.Element, text: str) -> None:
    ET.SubElement(element, "text").text = without_steering(text)
