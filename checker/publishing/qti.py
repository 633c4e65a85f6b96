"""QTI: packages of items of version 2.1.  Each condition is written out, so tolerances and credit are exact."""

from __future__ import annotations

import re
from typing import Any, Final
from xml.etree import ElementTree as ET

from markupsafe import Markup

from checker.lms.names import safe_names
from checker.publishing.bank import ELSE, Categories, Field, filled
from checker.reports.prose import html_with_tex

CANVAS: Final = (
    "Canvas's importer may give every listed number full credit; try one question there with an answer that is wrong"
)


def written(categories: Categories) -> dict[str, bytes]:
    """Return the files of a package: a manifest, and one for each question in the folder of its category."""
    # signs that addresses in a manifest would have to escape
    folders = {path: re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(path)).strip("-") for path in categories}
    names = safe_names(folders.values())
    files: dict[str, bytes] = {}
    for path, questions in categories.items():
        ids = safe_names(each.id for each in questions)
        for each in questions:
            prompt = _allowed_html(html_with_tex(each.prompt))
            responses = [_response(f"R{number}", field) for number, field in enumerate(each.fields, 1)]
            item = filled("qti.xml", question=each, prompt=prompt, responses=responses, ELSE=ELSE)
            files[f"{names[folders[path]]}/{ids[each.id]}.xml"] = item
    return {"imsmanifest.xml": filled("imsmanifest.xml", names=files), **files}


def _response(name: str, field: Field) -> dict[str, Any]:
    answers = [(f"a{at}", f"{each.share * field.points:.10g}", each) for at, each in enumerate(field.answers)]
    if field.is_choice:
        right = [answer for answer, _, each in answers if each.share > 0]
    else:
        right = [f"{each.middle:f}" if field.kind == "number" else each.value for each in field.answers[:1]]
    base = {"number": "float", "choice": "identifier", "choices": "identifier"}.get(field.kind, "string")
    return {"name": name, "field": field, "base": base, "answers": answers, "right": right}


def _allowed_html(html: str) -> Markup:
    """Return HTML without attributes that items may not have."""
    found = ET.fromstring(f"<div>{html}</div>")  # noqa: S314 - made by the parser of Markdown, without entities
    for each in found.iter():
        for name in set(each.attrib) - {"class", "href"}:
            del each.attrib[name]
    return Markup(ET.tostring(found, encoding="unicode"))  # noqa: S704 - likewise
