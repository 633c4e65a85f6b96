"""Importers of question banks, written from what each system documents and does; nothing of checker is used here.

Fields grade a text, or the texts of the options that are ticked, and return the share of the points and the feedback.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

SHARES = (100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5, 11.11111, 10, 5, 0)  # fmt: skip
NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(.*)", re.DOTALL)
EMBEDDED = re.compile(r"\{(\d*):([A-Z_]+):(.*?)(?<!\\)\}", re.DOTALL)
NAMES = {"NUMERICAL": "numerical", "SHORTANSWER": "shortanswer", "MULTICHOICE_V": "one", "MULTIRESPONSE": "several"}


@dataclass
class Question:
    name: str
    category: str
    text: str
    solution: str
    points: float
    fields: list
    kind: str = "qti"


@dataclass
class Answer:
    text: str
    share: float
    feedback: str
    tolerance: float

    def __post_init__(self):
        assert any(abs(abs(self.share) * 100 - each) < 0.001 for each in SHARES), self.share


@dataclass
class MoodleField:
    kind: str
    answers: list[Answer] = field(default_factory=list)
    weight: float = 1
    units: tuple[str, ...] = ()

    @property
    def options(self):
        return [each.text for each in self.answers]

    def grade(self, *given: str) -> tuple[float, str]:
        if self.kind == "several":
            return max(0, sum(each.share for each in self.answers if each.text in given)), ""
        return next(((each.share, each.feedback) for each in self.answers if self._fits(each, given[0])), (0, ""))

    def _fits(self, answer: Answer, given: str) -> bool:
        if self.kind == "numerical" and answer.text != "*":
            number, middle = moodle_number(given, self.units), float(answer.text)
            return number is not None and abs(number - middle) <= answer.tolerance + 1e-14 * max(1, abs(middle))
        pattern = ".*".join(re.escape(part.replace(r"\*", "*")) for part in re.split(r"(?<!\\)\*+", answer.text))
        is_option = self.kind == "one"
        return answer.text == given if is_option else bool(re.fullmatch(f"(?is){pattern}", given.strip()))


def moodle_number(text: str, units: tuple[str, ...] = ()) -> float | None:
    """Read a number as Moodle's numerical questions do: spaces go, one comma is a decimal point."""
    text = text.strip().replace(" ", "")
    if "." in text or text.count(",") > 1:
        text = text.replace(",", "")
    found = NUMBER.fullmatch(text.replace(",", "."))
    return float(found[1]) if found and (not found[2] or found[2] in units) else None


def moodle(files: dict[str, bytes]) -> list[Question]:
    """Read Moodle's XML; shares that it does not know are refused."""
    found, category = [], ""
    for each in ET.fromstring(*files.values()):
        kind, text = each.attrib["type"], each.findtext("questiontext/text") or ""
        if kind == "category":
            category = each.findtext("category/text")
            continue
        named = ("one" if each.findtext("single") == "true" else "several") if kind == "multichoice" else kind
        answers = []
        for one in each.findall("answer"):
            shown, says = one.findtext("text"), html.unescape(one.findtext("feedback/text") or "")
            share, tolerance = float(one.attrib["fraction"]) / 100, float(one.findtext("tolerance") or 0)
            answers.append(Answer(html.unescape(shown) if kind == "multichoice" else shown, share, says, tolerance))
        units = tuple(one.text for one in each.iterfind("units/unit/unit_name"))
        fields = list(_embedded(text)) if kind == "cloze" else [MoodleField(named, answers, 1, units)]
        for one in fields:
            assert kind == "essay" or one.kind == "several" or max(answer.share for answer in one.answers) == 1
        shown = re.sub(EMBEDDED, "", text) if kind == "cloze" else text
        name, solution = each.findtext("name/text"), each.findtext("generalfeedback/text")
        found.append(Question(name, category, shown, solution, float(each.findtext("defaultgrade")), fields, kind))
    return found


def _embedded(text: str):
    """Yield embedded fields: entities of entities become entities, then an answer's and its feedback's are resolved."""
    text = re.sub(r"&amp;(.{2,9}?;)", r"&\1", text)
    for weight, kind, body in EMBEDDED.findall(text):
        answers = []
        for alternative in re.split(r"(?<!\\)~", body):
            share, answer, feedback = re.fullmatch(r"(?s)%(-?[0-9.]+)%(.*?)(?<![\\&])#(.*)", alternative).groups()
            answer, feedback = html.unescape(answer), html.unescape(feedback)
            assert not re.search(r"<\w", feedback)  # what is left is shown as HTML
            answer, _, reach = answer.partition(":") if kind == "NUMERICAL" else (answer, "", "")
            answer = html.unescape(answer) if kind.startswith("MULTI") else answer
            answers.append(Answer(answer, float(share) / 100, html.unescape(feedback), float(reach or 0)))
        yield MoodleField(NAMES[kind], answers, float(weight or 1))


def qti(files: dict[str, bytes]) -> list[Question]:
    """Read a package of QTI items and return questions that its processing rules grade."""
    found = []
    for resource in _bare(files["imsmanifest.xml"]).iter("resource"):
        name = resource.attrib["href"]
        item = _bare(files[name])
        body, blocks = item.find("itemBody"), item.findall("itemBody/rubricBlock[@view='scorer author']")
        solution = "".join(text for block in blocks for text in block.itertext())
        text = "".join(body.itertext()).replace(solution, "", 1)
        (points,) = [
            float(each.attrib["normalMaximum"]) for each in item.iterfind("outcomeDeclaration[@normalMaximum]")
        ]
        fields = [ItemField(item, each) for each in item.findall("responseDeclaration")]
        found.append(Question(item.attrib["title"], name.rpartition("/")[0], text, solution, points, fields))
    return found


def _bare(data: bytes) -> ET.Element:
    """Return the elements without namespaces."""
    root = ET.fromstring(data)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


class ItemField:
    """A response of an item, graded by running its response processing."""

    def __init__(self, item: ET.Element, declaration: ET.Element) -> None:
        self.item, self.declaration = item, declaration
        self.name = declaration.attrib["identifier"]
        path = f".//choiceInteraction[@responseIdentifier='{self.name}']/simpleChoice"
        self.identifiers = {one.text: one.attrib["identifier"] for one in item.iterfind(path)}
        self.options = list(self.identifiers)
        self.mapped = {
            each.attrib["mapKey"]: float(each.attrib["mappedValue"]) for each in declaration.iter("mapEntry")
        }
        path = f".//setOutcomeValue[@identifier='SCORE-{self.name}']/baseValue"
        scores = [float(each.text) for each in item.iterfind(path)]
        self.weight = max(scores, default=sum(each for each in self.mapped.values() if each > 0))

    def grade(self, *given: str) -> tuple[float, str]:
        outcomes: dict[str, object] = {}
        self._process(self.item.find("responseProcessing"), self._response(*given), outcomes)
        answer = outcomes.get(f"FEEDBACK-{self.name}")
        path = f"modalFeedback[@outcomeIdentifier='FEEDBACK-{self.name}'][@identifier='{answer}']"
        shown = ["".join(each.itertext()) for each in self.item.iterfind(path)]
        assert len(shown) < 2
        return float(outcomes.get(f"SCORE-{self.name}", 0)) / (self.weight or 1), "".join(shown)

    def _response(self, *given: str):
        if self.declaration.attrib["cardinality"] == "multiple":
            return {self.identifiers[each] for each in given}
        if self.declaration.attrib["baseType"] != "float":
            return self.identifiers.get(given[0], given[0])
        try:
            return float(given[0].replace(" ", ""))
        except ValueError:
            return None

    def _process(self, rules, response, outcomes) -> None:
        for rule in rules:
            if rule.tag == "setOutcomeValue":
                outcomes[rule.attrib["identifier"]] = self._value(rule[0], response, outcomes)
                continue
            for branch in rule:
                tests = [] if branch.tag == "responseElse" else [branch[0]]
                if all(self._value(test, response, outcomes) is True for test in tests):
                    self._process(branch[len(tests) :], response, outcomes)
                    break

    def _value(self, node: ET.Element, response, outcomes):
        name, inner = node.attrib.get("identifier"), [self._value(each, response, outcomes) for each in node]
        operators = {
            "baseValue": lambda: float(node.text) if node.attrib["baseType"] == "float" else node.text,
            "variable": lambda: response if name == self.name else outcomes.get(name),
            "sum": lambda: sum(float(each) for each in inner if each is not None),
            "mapResponse": lambda: max(sum(self.mapped[each] for each in response), 0) if name == self.name else 0,
            "and": lambda: all(inner),
            "stringMatch": lambda: inner[0].strip().casefold() == inner[1].casefold(),
            "gte": lambda: inner[0] >= inner[1],
            "lte": lambda: inner[0] <= inner[1],
            "match": lambda: inner[0] == inner[1],
        }
        return None if None in inner and node.tag != "sum" else operators[node.tag]()
