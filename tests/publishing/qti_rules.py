"""The rules of QTI 2.1 and of its packages, as far as we publish: which element goes where, and what names what.

Written in our own words and independent of checker; items that keep these rules are valid by the published schemas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

ITEM = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
PACKAGE = "{http://www.imsglobal.org/xsd/imscp_v1p1}"

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
    "responseProcessing|responseElse": RULES,
    "responseCondition": "responseIf responseElseIf* responseElse?",
    "responseIf|responseElseIf": f"({EXPRESSION}) {RULES}",
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

TYPES = {"float": r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?", "identifier": r"[A-Za-z_][\w.-]*", "string": r"(?s:.*)"}
NAME, FLOAT, BASE = TYPES["identifier"], TYPES["float"], "|".join(TYPES)
CARDINALITY, BOOLEAN, NUMBER, TEXT = "single|multiple|ordered", "true|false", r"\d+", r"(?s:.+)"
ATTRIBUTES = {
    "assessmentItem": {
        "identifier": NAME,
        "title": TEXT,
        "adaptive": BOOLEAN,
        "timeDependent": BOOLEAN,
        "{http://www.w3.org/XML/1998/namespace}lang?": "[a-z]{2}",
    },
    "responseDeclaration": {"identifier": NAME, "cardinality": CARDINALITY, "baseType": BASE},
    "outcomeDeclaration": {"identifier": NAME, "cardinality": CARDINALITY, "baseType": BASE, "normalMaximum?": FLOAT},
    "mapping": {"defaultValue": FLOAT, "lowerBound": FLOAT},
    "mapEntry": {"mapKey": TEXT, "mappedValue": FLOAT},
    "rubricBlock": {"view": "((author|scorer|tutor|proctor|testConstructor|candidate)( |$))+"},
    "choiceInteraction": {"responseIdentifier": NAME, "shuffle": BOOLEAN, "maxChoices": NUMBER},
    "textEntryInteraction": {"responseIdentifier": NAME, "expectedLength?": NUMBER},
    "extendedTextInteraction": {"responseIdentifier": NAME},
    **{each: {"identifier": NAME} for each in ("simpleChoice", "setOutcomeValue", "variable", "mapResponse")},
    "code": {"class?": TEXT},
    "baseValue": {"baseType": BASE},
    "stringMatch": {"caseSensitive": BOOLEAN},
    "modalFeedback": {"outcomeIdentifier": NAME, "showHide": "show|hide", "identifier": NAME},
    "a": {"href": TEXT},
}
"""By element, its attributes; those with a question mark may be missing."""


def breaches(files: dict[str, bytes]) -> list[str]:
    """Return which rules a package does not keep."""
    manifest = ET.fromstring(files["imsmanifest.xml"])
    items = {name: data for name, data in files.items() if name != "imsmanifest.xml"}
    metadata, organizations, resources = manifest
    listed = [each.attrib["href"] for each in resources]
    names = [each.attrib["identifier"] for each in (manifest, *resources)]
    found = {
        "elements": [each.tag for each in manifest] == [f"{PACKAGE}{each}" for each in ("metadata", "organizations", "resources")],
        "version": [each.text for each in metadata] == ["QTIv2.1 Package", "1.0.0"] and not len(organizations),
        "identifiers": len({*names}) == len(names) and all(re.fullmatch(NAME, each) for each in names),
        "files": sorted(listed) == sorted(items) and [each[0].attrib["href"] for each in resources] == listed,
        "addresses": all(re.fullmatch(r"[A-Za-z0-9._~/-]+", each) for each in listed),
        "type": {each.attrib["type"] for each in resources} == {"imsqti_item_xmlv2p1"},
    }  # fmt: skip
    wrong = [f"manifest: {name}" for name, is_kept in found.items() if not is_kept]
    return wrong + [f"{name}: {each}" for name, data in items.items() for each in item_breaches(data)]


def item_breaches(data: bytes) -> list[str]:
    """Return which rules an item does not keep."""
    root = ET.fromstring(data)
    found = []
    for element in root.iter():
        if not element.tag.startswith(ITEM):
            found.append(f"{element.tag} is in another namespace")
        element.tag = element.tag.rpartition("}")[2]
    found += [breach for element in root.iter() for breach in _of_element(element)]
    return found or [*_of_names(root)]


def _of_element(element: ET.Element) -> Iterator[str]:
    tag, children = element.tag, "".join(f"{each.tag}," for each in element)
    plain, mixed = (
        next((row for names, row in table.items() if tag in names.split("|")), None) for table in (CONTENT, MIXED)
    )
    content = mixed if plain is None else plain
    pattern = re.sub(r"[A-Za-z]\w*", lambda match: f"(?:{match[0]},)", content or "").replace(" ", "")
    if content is None or not re.fullmatch(pattern, children):
        yield f"{tag} holds {children}"
    if mixed is None and "".join([element.text or "", *(each.tail or "" for each in element)]).strip():
        yield f"{tag} holds text"
    rules = ATTRIBUTES.get(tag, {})
    for name in {each.removesuffix("?") for each in rules} | {*element.attrib}:
        rule, value = rules.get(name) or rules.get(f"{name}?"), element.attrib.get(name)
        if rule is None or (value is None and name in rules):
            yield f"{tag} has {'' if rule is None else 'no '}{name}"
        elif value is not None and not re.fullmatch(rule, value):
            yield f"{tag} has {name}={value!r}"
    if tag == "baseValue" and not re.fullmatch(TYPES[element.attrib["baseType"]], element.text or ""):
        yield f"{element.text!r} is no {element.attrib['baseType']}"


def _of_names(item: ET.Element) -> Iterator[str]:
    """Yield what is named and not there, or named twice, or of another type."""
    declared = [each.attrib["identifier"] for each in item if each.tag.endswith("Declaration")]
    if len({*declared}) < len(declared):
        yield "two variables have one name"
    used = [each.attrib["responseIdentifier"] for each in item.iter() if each.tag.endswith("Interaction")]
    if used != [each.attrib["identifier"] for each in item.findall("responseDeclaration")]:
        yield "responses are not those of the interactions"
    outcomes = {each.attrib["identifier"]: each.attrib for each in item.findall("outcomeDeclaration")}
    told = {
        (each.attrib["identifier"], each[0].text) for each in item.iter("setOutcomeValue") if each[0].tag == "baseValue"
    }
    for each in item.findall("modalFeedback"):
        name = each.attrib["outcomeIdentifier"]
        if outcomes.get(name, {}).get("baseType") != "identifier" or (name, each.attrib["identifier"]) not in told:
            yield f"feedback {each.attrib['identifier']} is never shown"
    if "normalMaximum" not in outcomes.get("SCORE", {}):
        yield "no SCORE with a maximum"
