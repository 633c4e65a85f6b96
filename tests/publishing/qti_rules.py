"""The rules of QTI 2.1 and of its packages, as far as we publish: which element goes where, and what names what.

Written in our own words and independent of checker; items that keep these rules are valid by the published schemas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from xml.etree import ElementTree as ET
from zipfile import ZipFile

ITEM = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
TYPE = "imsqti_item_xmlv2p1"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"

INLINE = "strong|em|code|span|a|sub|sup|br"
BLOCK = "p|div|pre|ul|ol|table|blockquote|hr|h1|h2|h3|h4|h5|h6"
EXPRESSION = "and|gte|lte|match|stringMatch|variable|baseValue|sum|mapResponse"
RULES = "(responseCondition|setOutcomeValue)*"
CONTENT = {
    "assessmentItem": "responseDeclaration* outcomeDeclaration* itemBody? responseProcessing? modalFeedback*",
    "responseDeclaration": "correctResponse? mapping?",
    "correctResponse": "value+",
    "mapping": "mapEntry+",
    "outcomeDeclaration|mapEntry|variable|br|hr|textEntryInteraction|extendedTextInteraction|mapResponse": "",
    "itemBody": f"({BLOCK}|rubricBlock|choiceInteraction|extendedTextInteraction)*",
    "choiceInteraction": "simpleChoice+",
    "responseProcessing": RULES,
    "responseCondition": "responseIf responseElseIf* responseElse?",
    "responseIf|responseElseIf": f"({EXPRESSION}) {RULES}",
    "responseElse": RULES,
    "setOutcomeValue": f"({EXPRESSION})",
    "and|sum": f"({EXPRESSION})+",
    "gte|lte|match|stringMatch": f"({EXPRESSION}) ({EXPRESSION})",
    "ul|ol": "li*",
    "table": "thead? tbody+",
    "thead|tbody": "tr+",
    "tr": "(th|td)*",
    "blockquote|modalFeedback|rubricBlock": f"({BLOCK})*",
}
"""By element, its children in their order."""
MIXED = {
    "value|baseValue": "",
    f"p|pre|h1|h2|h3|h4|h5|h6|{INLINE}": f"({INLINE}|textEntryInteraction)*",
    "div|li|th|td|simpleChoice": f"({BLOCK}|{INLINE})*",
}
"""The same for elements that hold text as well."""

NAME = r"[A-Za-z_][\w.-]*"
FLOAT = r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?"
TYPES = {"float": FLOAT, "identifier": NAME, "string": r"(?s:.*)"}
BASE = "|".join(TYPES)
CARDINALITY = "single|multiple|ordered"
BOOLEAN = "true|false"
SOME_TEXT = r"(?s:.+)"
ATTRIBUTES = {
    "assessmentItem": {"identifier": NAME, "title": SOME_TEXT, "adaptive": BOOLEAN, "timeDependent": BOOLEAN},
    "responseDeclaration": {"identifier": NAME, "cardinality": CARDINALITY, "baseType": BASE},
    "outcomeDeclaration": {"identifier": NAME, "cardinality": CARDINALITY, "baseType": BASE},
    "mapping": {"defaultValue": FLOAT},
    "mapEntry": {"mapKey": SOME_TEXT, "mappedValue": FLOAT},
    "rubricBlock": {"view": "((author|scorer|tutor|proctor|testConstructor|candidate)( |$))+"},
    "choiceInteraction": {"responseIdentifier": NAME, "shuffle": BOOLEAN, "maxChoices": r"\d+"},
    "simpleChoice": {"identifier": NAME},
    "textEntryInteraction": {"responseIdentifier": NAME},
    "extendedTextInteraction": {"responseIdentifier": NAME},
    "setOutcomeValue": {"identifier": NAME},
    "variable": {"identifier": NAME},
    "mapResponse": {"identifier": NAME},
    "baseValue": {"baseType": BASE},
    "stringMatch": {"caseSensitive": BOOLEAN},
    "modalFeedback": {"outcomeIdentifier": NAME, "showHide": "show|hide", "identifier": NAME},
    "a": {"href": SOME_TEXT},
}
"""By element, the attributes that it needs."""
OPTIONAL = {
    "assessmentItem": {LANGUAGE: "[a-z]{2}"},
    "outcomeDeclaration": {"normalMaximum": FLOAT},
    "mapping": {"lowerBound": FLOAT},
    "code": {"class": SOME_TEXT},
    "textEntryInteraction": {"expectedLength": r"\d+"},
}


def breaches(data: bytes) -> list[str]:
    """Return which rules a package does not keep."""
    with ZipFile(BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = ET.fromstring(files.pop("imsmanifest.xml"))
    found = [f"manifest: {each}" for each in _of_manifest(manifest, set(files))]
    return found + [f"{name}: {each}" for name, each_data in files.items() for each in item_breaches(each_data)]


def _of_manifest(root: ET.Element, files: set[str]) -> Iterator[str]:
    space = f"{{{PACKAGE}}}"
    if [each.tag for each in root] != [f"{space}{name}" for name in ("metadata", "organizations", "resources")]:
        yield "wrong elements"
        return
    schema = [each.text for each in root[0]]
    if schema != ["QTIv2.1 Package", "1.0.0"]:
        yield f"schema {schema}"
    names = [root.attrib.get("identifier", ""), *(each.attrib.get("identifier", "") for each in root[2])]
    if len({*names}) < len(names) or not all(re.fullmatch(NAME, each) for each in names):
        yield "identifiers"
    listed = [each.attrib["href"] for each in root[2]]
    if sorted(listed) != sorted(files) or [each[0].attrib["href"] for each in root[2]] != listed:
        yield "files"
    if any(re.search(r"[^A-Za-z0-9._~/-]", each) for each in listed):
        yield "an address that would be escaped"
    if {each.attrib["type"] for each in root[2]} - {TYPE}:
        yield "type"


def item_breaches(data: bytes) -> list[str]:
    """Return which rules an item does not keep."""
    root = ET.fromstring(data)
    names = {name for row in (CONTENT | MIXED).items() for text in row for name in re.findall(r"[A-Za-z]\w*", text)}
    found = []
    for element in root.iter():
        space, _, tag = element.tag.rpartition("}")
        element.tag = tag if tag in names else f"unknown {tag}"
        if space != f"{{{ITEM}":
            found.append(f"{tag} is in the namespace {space}")
    if root.tag != "assessmentItem":
        return [*found, f"{root.tag} is no item"]
    found += [breach for element in root.iter() for breach in _of_element(element)]
    return found or [*_of_names(root)]


def _row(table, tag: str):
    return next((value for names, value in table.items() if tag in names.split("|")), None)


def _of_element(element: ET.Element) -> Iterator[str]:
    tag = element.tag
    plain, mixed = _row(CONTENT, tag), _row(MIXED, tag)
    content = mixed if plain is None else plain
    if content is None:
        yield tag
        return
    pattern = re.sub(r"[A-Za-z]\w*", lambda match: f"(?:{match[0]},)", content).replace(" ", "")
    if not re.fullmatch(pattern, "".join(f"{each.tag}," for each in element)):
        yield f"{tag} holds {[each.tag for each in element]}"
    text = "".join([element.text or "", *(each.tail or "" for each in element)])
    if mixed is None and text.strip():
        yield f"{tag} holds text"
    needed = ATTRIBUTES.get(tag, {})
    known = needed | OPTIONAL.get(tag, {})
    values = {name: element.attrib.get(name) for name in known}
    if extra := {*element.attrib} - {*known}:
        yield f"{tag} has {sorted(extra)}"
    for name, rule in known.items():
        if values[name] is None and name in needed:
            yield f"{tag} has no {name}"
        if values[name] is not None and not re.fullmatch(rule, values[name]):
            yield f"{tag} has {name}={values[name]!r}"
    element.attrib = {name: value for name, value in values.items() if value is not None}
    if tag == "baseValue" and not re.fullmatch(TYPES.get(element.attrib.get("baseType", ""), ""), element.text or ""):
        yield f"{element.text!r} is no {element.attrib.get('baseType')}"


def _of_names(item: ET.Element) -> Iterator[str]:
    """Yield what is named and not there, or named twice, or of another type."""
    responses = {each.attrib["identifier"]: each for each in item.findall("responseDeclaration")}
    outcomes = {each.attrib["identifier"]: each for each in item.findall("outcomeDeclaration")}
    if len(responses) + len(outcomes) < len([each for each in item if each.tag.endswith("Declaration")]):
        yield "two variables have one name"
    if responses.keys() & outcomes.keys():
        yield "a response and an outcome have one name"
    used = [each for each in item.iter() if each.tag.endswith("Interaction")]
    if sorted(each.attrib["responseIdentifier"] for each in used) != sorted(responses):
        yield "responses are not those of the interactions"
        return
    told = {(each.attrib["identifier"], each.attrib["value"]) for each in _set_identifiers(item)}
    for each in item.findall("modalFeedback"):
        outcome = outcomes.get(each.attrib["outcomeIdentifier"])
        if outcome is None or outcome.attrib["baseType"] != "identifier":
            yield f"feedback depends on {each.attrib['outcomeIdentifier']}"
        if (each.attrib["outcomeIdentifier"], each.attrib["identifier"]) not in told:
            yield f"feedback {each.attrib['identifier']} is never shown"
    if "SCORE" not in outcomes or "normalMaximum" not in outcomes["SCORE"].attrib:
        yield "no SCORE with a maximum"


def _set_identifiers(item: ET.Element) -> Iterator[ET.Element]:
    for each in item.iter("setOutcomeValue"):
        if each[0].attrib.get("baseType") == "identifier":
            yield ET.Element("set", identifier=each.attrib["identifier"], value=each[0].text or "")
