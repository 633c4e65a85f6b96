"""Importers of question banks, written from what each system documents and does; nothing of checker is used here."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from io import BytesIO
from xml.etree import ElementTree as ET
from zipfile import ZipFile

SHARES = (100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5, 11.11111, 10, 5, 0)  # fmt: skip
NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(.*)", re.DOTALL)
EMBEDDED = re.compile(r"\{(\d*):([A-Z_]+):(.*?)(?<!\\)\}", re.DOTALL)


@dataclass
class Answer:
    text: str
    fraction: float
    feedback: str = ""
    tolerance: float | None = None


@dataclass
class Asked:
    """A question, or a field of one."""

    kind: str
    answers: list[Answer] = field(default_factory=list)
    weight: float = 1
    units: tuple[str, ...] = ()
    single: bool = True

    def grade(self, given: str) -> tuple[float, str]:
        """Return the fraction in percent and the feedback: of the first answer that fits."""
        for each in self.answers:
            if self._fits(each, given):
                return each.fraction, each.feedback
        return 0, ""

    def _fits(self, answer: Answer, given: str) -> bool:
        if self.kind == "numerical":
            return answer.text == "*" or _is_near(moodle_number(given, self.units), answer)
        if self.kind == "shortanswer":
            return _is_like(answer.text, given)
        return answer.text == given


@dataclass
class Question:
    kind: str
    name: str
    category: str
    text: str
    fields: list[Asked]
    points: float = 1
    general: str = ""

    @property
    def only(self) -> Asked:
        (found,) = self.fields
        return found


def moodle_number(text: str, units: tuple[str, ...] = ()) -> float | None:
    """Read a number as Moodle's numerical questions do: spaces go, one comma is a decimal point."""
    text = text.strip().replace(" ", "")
    if "." in text or text.count(",") > 1:
        text = text.replace(",", "")
    found = NUMBER.fullmatch(text.replace(",", "."))
    if not found or (found[2] and found[2] not in units):
        return None
    return float(found[1])


def _is_near(number: float | None, answer: Answer) -> bool:
    if number is None:
        return False
    middle = float(answer.text)
    tolerance = abs(answer.tolerance or 0) + 1e-14 * max(1, abs(middle))
    return middle - tolerance <= number <= middle + tolerance


def _is_like(pattern: str, given: str) -> bool:
    parts = re.split(r"(?<!\\)\*+", pattern)
    found = ".*".join(re.escape(part.replace(r"\*", "*")) for part in parts)
    return re.fullmatch(found, given.strip(), re.IGNORECASE | re.DOTALL) is not None


def _text(element: ET.Element | None) -> str:
    assert element is not None
    return element.findtext("text") or ""


def moodle(data: bytes) -> list[Question]:
    """Read Moodle's XML; shares that it does not know are refused."""
    found, category = [], ""
    for each in ET.fromstring(data):
        kind = each.attrib["type"]
        if kind == "category":
            category = _text(each.find("category"))
            continue
        text = _text(each.find("questiontext"))
        answers = [_moodle_answer(one) for one in each.findall("answer")]
        assert kind in {"essay", "cloze"} or max(one.fraction for one in answers) == 100 or kind == "multichoice"
        units = tuple(one.findtext("unit_name") or "" for one in each.iterfind("units/unit"))
        single = each.findtext("single") != "false"
        fields = list(_embedded(text)) if kind == "cloze" else [Asked(kind, answers, 1, units, single)]
        points = float(each.findtext("defaultgrade") or 1)
        general = _text(each.find("generalfeedback"))
        found.append(Question(kind, _text(each.find("name")), category, text, fields, points, general))
    return found


def _moodle_answer(element: ET.Element) -> Answer:
    fraction = float(element.attrib["fraction"])
    assert any(abs(abs(fraction) - share) < 0.001 for share in SHARES), fraction
    tolerance = element.findtext("tolerance")
    feedback = html.unescape(_text(element.find("feedback")))
    return Answer(element.findtext("text") or "", fraction, feedback, None if tolerance is None else float(tolerance))


def _embedded(text: str):
    """Yield embedded fields: entities of entities become entities, then an answer's and its feedback's are resolved."""
    text = re.sub(r"&amp;(.{2,9}?;)", r"&\1", text)
    for weight, kind, body in EMBEDDED.findall(text):
        answers = []
        for alternative in re.split(r"(?<!\\)~", body):
            share = re.match(r"=|%(-?[0-9.]+)%", alternative)
            fraction = float(share[1]) if share and share[1] else 100 if share else 0
            rest = alternative[share.end() :] if share else alternative
            answer, _, feedback = (each for each in _cut(rest))
            answer, feedback = html.unescape(answer), html.unescape(feedback)
            assert not re.search(r"<\w", feedback)  # what is left is shown as HTML
            tolerance = None
            if kind == "NUMERICAL" and answer != "*":
                answer, _, reach = answer.partition(":")
                tolerance = float(reach)
            answers.append(Answer(answer, fraction, html.unescape(feedback), tolerance))
        called = {"NUMERICAL": "numerical", "SHORTANSWER": "shortanswer"}.get(kind, "multichoice")
        yield Asked(called, answers, float(weight or 1))


def _cut(text: str) -> tuple[str, str, str]:
    """Cut at the first # that is no part of an entity."""
    found = re.search(r"(?<!\\)(?<!&)#", text)
    return (text[: found.start()], "#", text[found.end() :]) if found else (text, "", "")


def qti(data: bytes) -> list[Question]:
    """Read a package of QTI items and return questions that its processing rules grade."""
    found = []
    with ZipFile(BytesIO(data)) as archive:
        manifest = _bare(ET.fromstring(archive.read("imsmanifest.xml")))
        for resource in manifest.iter("resource"):
            name = resource.attrib["href"]
            assert resource.find("file").attrib["href"] == name
            item = _bare(ET.fromstring(archive.read(name)))
            found.append(_qti_question(item, name.rpartition("/")[0]))
        assert len(archive.namelist()) == len(found) + 1
    return found


ORDER = ("responseDeclaration", "outcomeDeclaration", "itemBody", "responseProcessing", "modalFeedback")
"""The order of the elements of an item."""


def _bare(root: ET.Element) -> ET.Element:
    """Return the elements without namespaces."""
    assert root.tag.startswith("{")
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def _qti_question(item: ET.Element, category: str) -> Question:
    assert item.tag == "assessmentItem"
    places = [ORDER.index(each.tag) for each in item]
    assert places == sorted(places)
    identifiers = [each.attrib["identifier"] for each in item if "Declaration" in each.tag]
    assert len(identifiers) == len(set(identifiers))
    fields = [ItemField(item, each) for each in item.findall("responseDeclaration")]
    body = item.find("itemBody")
    used = [each.attrib["responseIdentifier"] for each in body.iter() if "responseIdentifier" in each.attrib]
    assert used == [each.name for each in fields]
    text = "".join(body.itertext())
    (score,) = [each for each in item.findall("outcomeDeclaration") if each.attrib["identifier"] == "SCORE"]
    return Question("qti", item.attrib["title"], category, text, fields, float(score.attrib["normalMaximum"]))


class ItemField:
    """A response of an item, graded by running its response processing."""

    def __init__(self, item: ET.Element, declaration: ET.Element) -> None:
        self.item = item
        self.name = declaration.attrib["identifier"]
        self.base = declaration.attrib["baseType"]
        self.declaration = declaration
        self.answers: list[Answer] = []

    def score(self, given: str | set[str]) -> tuple[float, str]:
        """Return the score of this response, and the feedback that is shown."""
        value = _typed(given, self.base)
        outcomes: dict[str, object] = {}
        _process(self.item.find("responseProcessing"), {self.name: value}, outcomes, self.item)
        shown = [
            "".join(each.itertext()).strip()
            for each in self.item.findall("modalFeedback")
            if each.attrib["outcomeIdentifier"] == f"FEEDBACK-{self.name}"
            and outcomes.get(each.attrib["outcomeIdentifier"]) == each.attrib["identifier"]
        ]
        assert len(shown) < 2
        return float(outcomes.get(f"SCORE-{self.name}", 0)), shown[0] if shown else ""

    def grade(self, given: str | set[str]) -> tuple[float, str]:
        """Return the fraction in percent, and the feedback."""
        scores = [float(each.text) for each in self._scores()]
        most = max(scores, default=1) or 1
        score, feedback = self.score(given)
        return 100 * score / most, feedback

    def _scores(self):
        for each in self.item.iter("setOutcomeValue"):
            if each.attrib["identifier"] == f"SCORE-{self.name}" and each.find("baseValue") is not None:
                yield each.find("baseValue")


def _typed(given, base: str):
    if base != "float":
        return given
    try:
        return float(given.replace(" ", ""))
    except ValueError:
        return None


def _process(rules: ET.Element, responses, outcomes, item) -> None:
    for rule in rules:
        if rule.tag == "setOutcomeValue":
            outcomes[rule.attrib["identifier"]] = _value(rule[0], responses, outcomes, item)
        elif rule.tag == "responseCondition":
            for branch in rule:
                tests = [each for each in branch if each.tag not in {"setOutcomeValue", "responseCondition"}]
                if branch.tag == "responseElse" or _value(tests[0], responses, outcomes, item) is True:
                    _process([each for each in branch if each not in tests], responses, outcomes, item)
                    break
        else:
            raise AssertionError(rule.tag)


def _value(node: ET.Element, responses, outcomes, item):  # noqa: PLR0911 - one for each operator
    inner = [_value(each, responses, outcomes, item) for each in node]
    if node.tag == "baseValue":
        return float(node.text) if node.attrib["baseType"] == "float" else node.text
    if node.tag == "variable":
        name = node.attrib["identifier"]
        return responses.get(name) if name in responses else outcomes.get(name)
    if node.tag == "sum":
        return sum(float(each) for each in inner if each is not None)
    if node.tag == "mapResponse":
        name = node.attrib["identifier"]
        (declared,) = [each for each in item.findall("responseDeclaration") if each.attrib["identifier"] == name]
        mapping = declared.find("mapping")
        values = {each.attrib["mapKey"]: float(each.attrib["mappedValue"]) for each in mapping}
        total = sum(values.get(each, float(mapping.attrib["defaultValue"])) for each in responses.get(name) or ())
        return max(total, float(mapping.attrib.get("lowerBound", total)))
    if None in inner:
        return None
    if node.tag == "and":
        return all(inner)
    if node.tag == "stringMatch":
        assert node.attrib["caseSensitive"] == "false"
        return inner[0].strip().casefold() == inner[1].casefold()
    return {
        "gte": lambda: inner[0] >= inner[1],
        "lte": lambda: inner[0] <= inner[1],
        "match": lambda: inner[0] == inner[1],
    }[node.tag]()
