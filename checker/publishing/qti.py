"""QTI: a package of items of version 2.1.  Each condition is written out, so tolerances and credit are exact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from checker.lms.names import safe_names
from checker.publishing.bank import BankPart, BankQuestion, Category, ListedAnswer
from checker.publishing.moodle import ELSE, NUMBERS, with_losses
from checker.reports.prose import html_with_tex
from checker.text.steering import without_steering

NOTES: Final = (
    "Canvas's importer may give every listed number full credit; try one question there with an answer that is wrong",
)

FIRST_TIME: Final = (1980, 1, 1, 0, 0, 0)
ITEM: Final = "http://www.imsglobal.org/xsd/imsqti_v2p1"
TYPE: Final = "imsqti_item_xmlv2p1"
PACKAGE: Final = "http://www.imsglobal.org/xsd/imscp_v1p1"
NO_SIGN: Final = re.compile(r"[^A-Za-z0-9.]+")
"""Signs that addresses in a manifest would have to escape."""


def differences(question: BankQuestion) -> Iterator[str]:
    """Yield sentences on answers that a system would grade differently because of the format."""
    if len(question.parts) > 1 and any(part.is_essay for part in question.parts):
        yield "the essay among the parts is marked apart from the others"


def written(categories: Sequence[Category]) -> bytes:
    """Return the bank as a zip: a manifest, and an XML file for each question in the folder of its category."""
    folders = {path: NO_SIGN.sub("-", "-".join(path)).strip("-") for path, _ in categories}
    names = safe_names(folders.values())
    files: dict[str, bytes] = {}
    for path, questions in categories:
        ids = safe_names({each.id for each in questions})
        files |= {f"{names[folders[path]]}/{ids[each.id]}.xml": _Item().made(each) for each in questions}
    found = BytesIO()
    with ZipFile(found, "w", ZIP_DEFLATED) as archive:
        for name, data in {"imsmanifest.xml": _manifest(list(files)), **files}.items():
            entry = ZipInfo(name, FIRST_TIME)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, data)
    return found.getvalue()


def _manifest(files: Sequence[str]) -> bytes:
    root = ET.Element("manifest", xmlns=PACKAGE, identifier="checker")
    metadata = ET.SubElement(root, "metadata")
    _add(metadata, "schema", "QTIv2.1 Package")
    _add(metadata, "schemaversion", "1.0.0")
    _add(root, "organizations")
    resources = _add(root, "resources")
    for number, name in enumerate(files, 1):
        made = _add(resources, "resource", identifier=f"item-{number}", type=TYPE, href=name)
        _add(made, "file", href=name)
    return _xml(root)


def _add(parent: ET.Element, tag: str, text: str | None = None, /, **attributes: str) -> ET.Element:
    """Add an element with a text and attributes to another one, and return it."""
    found = ET.SubElement(parent, tag, attributes)
    found.text = text if text is None else without_steering(text)
    return found


class _Item:
    """Builds the XML of one question, whose elements have to be in a given order."""

    def __init__(self) -> None:
        self._body = ET.Element("itemBody")
        self._declarations: list[ET.Element] = []
        self._outcomes: list[ET.Element] = []
        self._processing = ET.Element("responseProcessing")
        self._feedback: list[ET.Element] = []

    def made(self, question: BankQuestion) -> bytes:
        """Return the item of a question, with all elements in the order that QTI demands."""
        total = self._outcome("SCORE", "float")
        total.attrib["normalMaximum"] = f"{sum(part.points for part in question.parts):g}"
        if question.solution:
            _add(_add(self._body, "rubricBlock", view="scorer author"), "pre", question.solution)
        self._body.append(_html(html_with_tex(question.prompt)))
        for part in question.parts:
            self._add_part(part)
        scores = [each.attrib["identifier"] for each in self._outcomes[1:] if each.attrib["baseType"] == "float"]
        if scores:
            addition = _add(_add(self._processing, "setOutcomeValue", identifier="SCORE"), "sum")
            for name in scores:
                _add(addition, "variable", identifier=name)
        item = ET.Element("assessmentItem", identifier=f"q-{question.id}", title=without_steering(question.name))
        item.attrib |= {"adaptive": "false", "timeDependent": "false", "xml:lang": "en", "xmlns": ITEM}
        item.extend([*self._declarations, *self._outcomes, self._body, self._processing, *self._feedback])
        return _xml(item)

    def _add_part(self, part: BankPart) -> None:
        """Add a part of the question: its prompt, its inputs and how they are scored."""
        name = f"{part.id}: " if part.id else ""
        hint = f" {NUMBERS}" if any(field.is_whole for field in part.fields) else ""
        _add(self._body, "p", f"{name}{part.asked}{hint}")
        for field in part.fields:
            response = self._declare("float", f"{field.answers[0].middle:f}")
            self._add_box(field.label, response)
            tests = [_is_between(response, each) for each in field.answers]
            self._score(response, tests, field.answers, part.points / len(part.fields))
        if part.options:
            self._add_choice(part)
        elif part.spellings:
            response = self._declare("string", part.spellings[0].value)
            self._add_box("", response)
            tests = [
                _comparison("stringMatch", response, "string", each.value, caseSensitive="false")
                for each in part.spellings
            ]
            self._score(response, tests, part.spellings, part.points)
        elif part.is_essay:
            _add(self._body, "extendedTextInteraction", responseIdentifier=self._declare("string"))

    def _declare(self, base: str, *right: str, cardinality: str = "single") -> str:
        """Declare one more response with its right answer, and return its identifier: `R1`, `R2` and so on."""
        name = f"R{len(self._declarations) + 1}"
        found = ET.Element("responseDeclaration", identifier=name, cardinality=cardinality, baseType=base)
        self._declarations.append(found)
        if right:
            correct = _add(found, "correctResponse")
            for each in right:
                _add(correct, "value", each)
        return name

    def _outcome(self, name: str, base: str) -> ET.Element:
        found = ET.Element("outcomeDeclaration", identifier=name, cardinality="single", baseType=base)
        self._outcomes.append(found)
        return found

    def _add_box(self, label: str, response: str) -> None:
        """Add a line with a label and a text box for a response."""
        line = _add(self._body, "p", f"{label} " if label else "")
        _add(line, "textEntryInteraction", responseIdentifier=response, expectedLength="15")

    def _add_choice(self, part: BankPart) -> None:
        """Add a choice: if one option is right, each has its points and its sentence.

        If several are right, the points of all ticked options are added up, and wrong ones take some off.
        """
        right = [f"c{place}" for place, each in enumerate(part.options) if each.share]
        cardinality, most = ("single", "1") if part.is_single else ("multiple", "0")
        response = self._declare("identifier", *right, cardinality=cardinality)
        attributes = {"responseIdentifier": response, "shuffle": "false", "maxChoices": most}
        choice = _add(self._body, "choiceInteraction", **attributes)
        for place, each in enumerate(part.options):
            _add(choice, "simpleChoice", each.value, identifier=f"c{place}")
        if part.is_single:
            places = range(len(part.options))
            tests = [_comparison("match", response, "identifier", f"c{place}") for place in places]
            self._score(response, tests, part.options, part.points)
            return
        mapping = _add(self._declarations[-1], "mapping", lowerBound="0", defaultValue="0")
        for place, each in enumerate(with_losses(part)):
            _add(mapping, "mapEntry", mapKey=f"c{place}", mappedValue=f"{each.share * part.points:.10g}")
        self._outcome(f"SCORE-{response}", "float")
        score = _add(self._processing, "setOutcomeValue", identifier=f"SCORE-{response}")
        _add(score, "mapResponse", identifier=response)

    def _score(
        self, response: str, tests: Sequence[ET.Element], answers: Sequence[ListedAnswer], points: float
    ) -> None:
        """Add what each answer earns and says; the first whose test fits counts."""
        self._outcome(f"SCORE-{response}", "float")
        self._outcome(f"FEEDBACK-{response}", "identifier")
        condition = _add(self._processing, "responseCondition")
        for number, (test, listed) in enumerate(zip(tests, answers, strict=True)):
            branch = _add(condition, "responseElseIf" if number else "responseIf")
            branch.append(test)
            self._add_result(branch, response, listed.share * points, listed.says, f"a{number}")
        self._add_result(_add(condition, "responseElse"), response, 0.0, ELSE, "other")

    def _add_result(self, branch: ET.Element, response: str, score: float, says: str, answer: str) -> None:
        """Add to a branch what an answer does: it sets the score of a response, and shows a sentence."""
        name = f"FEEDBACK-{response}"
        for identifier, base, value in (
            (f"SCORE-{response}", "float", f"{score:.10g}"),
            (name, "identifier", answer),
        ):
            _add(_add(branch, "setOutcomeValue", identifier=identifier), "baseValue", value, baseType=base)
        if says:
            told = ET.Element("modalFeedback", outcomeIdentifier=name, showHide="show", identifier=answer)
            _add(told, "p", says)
            self._feedback.append(told)


def _is_between(response: str, listed: ListedAnswer) -> ET.Element:
    """Return the test of whether a number counts as a listed answer."""
    both = ET.Element("and")
    for sign, bound in (("gte", listed.low), ("lte", listed.high)):
        both.append(_comparison(sign, response, "float", f"{bound:f}"))
    return both


def _comparison(sign: str, response: str, base: str, value: str, **more: str) -> ET.Element:
    """Return the test that compares a response with a value by a sign, such as `match`."""
    found = ET.Element(sign, more)
    _add(found, "variable", identifier=response)
    _add(found, "baseValue", value, baseType=base)
    return found


def _html(html: str) -> ET.Element:
    """Return HTML as an element; attributes that items may not have are left out."""
    found = ET.fromstring(f"<div>{html}</div>")  # noqa: S314 - made by the parser of Markdown, without entities
    for element in found.iter():
        for name in set(element.attrib) - {"class", "href"}:
            del element.attrib[name]
    return found


def _xml(root: ET.Element) -> bytes:
    data: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return data
