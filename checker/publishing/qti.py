"""QTI: a package of items of version 2.1.  Each condition is written out, so tolerances and credit are exact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from checker.lms.names import safe_names
from checker.publishing.bank import BankPart, BankQuestion, Category, Field, ListedAnswer
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
SCHEMA: Final = ("QTIv2.1 Package", "1.0.0")
_NO_SIGN: Final = re.compile(r"[^A-Za-z0-9.]+")
"""Signs that addresses in a manifest would have to escape."""


def differences(question: BankQuestion) -> Iterator[str]:
    """Yield sentences on answers that a system would grade differently because of the format."""
    if len(question.parts) > 1 and any(part.is_essay for part in question.parts):
        yield "the essay among the parts is marked apart from the others"


def written(categories: Sequence[Category]) -> bytes:
    """Return the bank as a zip: a manifest, and an XML file for each question in the folder of its category."""
    folders = {path: _NO_SIGN.sub("-", "-".join(path)).strip("-") for path, _ in categories}
    names = safe_names(folders.values())
    files: dict[str, bytes] = {}
    for path, questions in categories:
        ids = safe_names({each.id for each in questions})
        folder = names[folders[path]]
        files |= {f"{folder}/{ids[each.id]}.xml": _item(each) for each in questions}
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
    ET.SubElement(metadata, "schema").text, ET.SubElement(metadata, "schemaversion").text = SCHEMA
    ET.SubElement(root, "organizations")
    resources = ET.SubElement(root, "resources")
    for number, name in enumerate(files, 1):
        made = ET.SubElement(resources, "resource", identifier=f"item-{number}", type=TYPE, href=name)
        ET.SubElement(made, "file", href=name)
    return _xml(root)


def _item(question: BankQuestion) -> bytes:
    item = ET.Element("assessmentItem", identifier=f"q-{question.id}", title=without_steering(question.name))
    item.attrib |= {"adaptive": "false", "timeDependent": "false", "xml:lang": "en"}
    made = _Item(item)
    made.body.append(_html(html_with_tex(question.prompt)))
    for part in question.parts:
        made.add_part(part)
    made.finish(question, question.solution)
    item.attrib["xmlns"] = ITEM
    return _xml(item)


class _Item:
    """Builds the XML of one question, whose elements have to be in a given order."""

    def __init__(self, item: ET.Element) -> None:
        self._item = item
        self.body = ET.Element("itemBody")
        self._declarations: list[ET.Element] = []
        self._outcomes: list[ET.Element] = []
        self._processing = ET.Element("responseProcessing")
        self._feedback: list[ET.Element] = []
        self._count = 0

    def add_part(self, part: BankPart) -> None:
        """Add a part of the question: its prompt, its inputs and how they are scored."""
        name = f"{part.id}: " if part.id else ""
        hint = f" {NUMBERS}" if any(field.is_whole for field in part.fields) else ""
        ET.SubElement(self.body, "p").text = without_steering(f"{name}{part.asked}{hint}")
        for field in part.fields:
            self._add_number(field, part.points / len(part.fields))
        if part.options:
            self._add_choice(part)
        elif part.spellings:
            self._add_texts(part)
        elif part.is_essay:
            ET.SubElement(self.body, "extendedTextInteraction", responseIdentifier=self._declare_response("string"))

    def _declare_response(self, base: str, cardinality: str = "single") -> str:
        """Declare one more response and return its identifier: `R1`, `R2` and so on."""
        self._count += 1
        name = f"R{self._count}"
        self._declarations.append(
            ET.Element("responseDeclaration", identifier=name, cardinality=cardinality, baseType=base)
        )
        return name

    def _outcome(self, name: str, base: str) -> None:
        self._outcomes.append(ET.Element("outcomeDeclaration", identifier=name, cardinality="single", baseType=base))

    def _add_text_entry(self, label: str, name: str) -> None:
        """Add a line with a label and a text box for the response `name`."""
        line = ET.SubElement(self.body, "p")
        line.text = f"{label} " if label else ""
        ET.SubElement(line, "textEntryInteraction", responseIdentifier=name, expectedLength="15")

    def _add_number(self, field: Field, points: float) -> None:
        """Add a box for a number; a range of numbers counts as each listed answer."""
        name = self._declare_response("float")
        self._correct(f"{field.answers[0].middle:f}")
        self._add_text_entry(field.label, name)

        def fits(listed: ListedAnswer) -> ET.Element:
            both = ET.Element("and")
            both.extend(
                _comparison(sign, name, "float", f"{bound:f}")
                for sign, bound in (("gte", listed.low), ("lte", listed.high))
            )
            return both

        self._condition(name, [(fits(each), each) for each in field.answers], points)

    def _add_texts(self, part: BankPart) -> None:
        name = self._declare_response("string")
        self._correct(part.spellings[0].value)
        self._add_text_entry("", name)

        cases = [
            (_comparison("stringMatch", name, "string", each.value, caseSensitive="false"), each)
            for each in part.spellings
        ]
        self._condition(name, cases, part.points)

    def _add_choice(self, part: BankPart) -> None:
        """Add a choice: if one option is right, each has its points and its sentence.

        If several are right, the points of all ticked options are added up, and wrong ones take some off.
        """
        options, is_single = part.options, part.is_single
        name = self._declare_response("identifier", "single" if is_single else "multiple")
        self._correct(*(f"c{place}" for place, each in enumerate(options) if each.share))
        most = "1" if is_single else "0"
        choices = ET.SubElement(
            self.body, "choiceInteraction", responseIdentifier=name, shuffle="false", maxChoices=most
        )
        for place, each in enumerate(options):
            ET.SubElement(choices, "simpleChoice", identifier=f"c{place}").text = without_steering(each.value)
        if is_single:
            cases = [
                (_comparison("match", name, "identifier", f"c{place}"), each) for place, each in enumerate(options)
            ]
            self._condition(name, cases, part.points)
            return
        mapping = ET.SubElement(self._declarations[-1], "mapping", lowerBound="0", defaultValue="0")
        for place, each in enumerate(with_losses(part)):
            ET.SubElement(mapping, "mapEntry", mapKey=f"c{place}", mappedValue=f"{each.share * part.points:.10g}")
        self._outcome(f"SCORE-{name}", "float")
        score = ET.SubElement(self._processing, "setOutcomeValue", identifier=f"SCORE-{name}")
        ET.SubElement(score, "mapResponse", identifier=name)

    def _correct(self, *values: str) -> None:
        """Add the right answer to the last declared response."""
        correct = ET.SubElement(self._declarations[-1], "correctResponse")
        for each in values:
            ET.SubElement(correct, "value").text = each

    def _condition(self, name: str, cases: Sequence[tuple[ET.Element, ListedAnswer]], points: float) -> None:
        """Add what each answer earns and says; the first that fits counts."""
        self._outcome(f"SCORE-{name}", "float")
        self._outcome(f"FEEDBACK-{name}", "identifier")
        condition = ET.SubElement(self._processing, "responseCondition")
        for number, (test, listed) in enumerate(cases):
            branch = ET.SubElement(condition, "responseElseIf" if number else "responseIf")
            branch.append(test)
            self._add_result(branch, name, listed.share * points, listed.says, f"a{number}")
        self._add_result(ET.SubElement(condition, "responseElse"), name, 0.0, ELSE, "other")

    def _add_result(self, branch: ET.Element, name: str, score: float, says: str, answer: str) -> None:
        """Add to a branch what an answer does: it sets the score of the response `name` and shows a sentence."""
        for identifier, base, value in (
            (f"SCORE-{name}", "float", f"{score:.10g}"),
            (f"FEEDBACK-{name}", "identifier", answer),
        ):
            outcome = ET.SubElement(branch, "setOutcomeValue", identifier=identifier)
            ET.SubElement(outcome, "baseValue", baseType=base).text = value
        if says:
            told = ET.Element("modalFeedback", outcomeIdentifier=f"FEEDBACK-{name}", showHide="show", identifier=answer)
            ET.SubElement(told, "p").text = without_steering(says)
            self._feedback.append(told)

    def finish(self, question: BankQuestion, solution: str) -> None:
        """Put all elements into the order that QTI demands."""
        most = sum(part.points for part in question.parts)
        total = ET.Element("outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
        total.attrib["normalMaximum"] = f"{most:g}"
        scores = [each.attrib["identifier"] for each in self._outcomes if each.attrib["baseType"] == "float"]
        if scores:
            added = ET.SubElement(self._processing, "setOutcomeValue", identifier="SCORE")
            addition = ET.SubElement(added, "sum")
            for name in scores:
                ET.SubElement(addition, "variable", identifier=name)
        if solution:
            rubric = ET.Element("rubricBlock", view="scorer author")
            ET.SubElement(rubric, "pre").text = without_steering(solution)
            self.body.insert(0, rubric)
        self._item.extend([*self._declarations, total, *self._outcomes, self.body, self._processing, *self._feedback])


def _comparison(sign: str, response: str, base: str, value: str, **more: str) -> ET.Element:
    """Return the test that compares a response with a value by a sign, such as `match`."""
    found = ET.Element(sign, more)
    ET.SubElement(found, "variable", identifier=response)
    ET.SubElement(found, "baseValue", baseType=base).text = value
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
