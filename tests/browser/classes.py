"""Classes whose pages the browser opens: that of the repository, a large one, and one that writes markup."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final

LONG: Final = "unbroken" * 37 + "end."
"""300 characters without a space."""

# ------------------------------------------------------------------------------------------ a large class

LAYER: Final = """\
id: encoder-layer
title: Parameters of one encoder layer
type: encoder_layer_parameters
prompt: How many weights does one encoder layer hold, with d_model = {d_model}? {conventions}
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
BLOCK: Final = """\
id: block
title: Attention, part by part
type: attention_parameters
parameters: {d_model: 200, num_heads: 2}
parts:
  - {id: queries, asks: queries}
  - {id: total, points: 2}
"""
SUM: Final = "id: sum\ntitle: A sum\ntype: numeric\nprompt: What is it?\nparameters: {value: 123456}\n"
ESSAY: Final = """\
id: why-scale
title: Why divide
type: essay
prompt: What for?
parameters:
  rubric: [{point: the scores grow with d_k, points: 2, ideas: [large scores]}]
"""
SETTINGS: Final = "title: Week 1\ndue: 2026-10-05 23:59\nlate: [{within: 24h, credit: 0.5}]\n"
SIZE: Final = 60
FIRST: Final = ("Ann", "Zoë", "Jürgen", "小明", "Noa", "Chloé", "Mara", "Luca", "Sana", "Priya")
LAST: Final = ("O'Brien", "Müller-Lüdenscheidt", "Lee", "王", "Okafor", "Dubois")


def large_class() -> dict[str, str]:
    """Return the files of a class that leaves nothing in the report empty."""
    problems = {"layer": LAYER, "block": BLOCK, "sum": SUM, "essay": ESSAY, "assignment": SETTINGS}
    return {
        **{f"problems/week-1/{name}.yaml": text for name, text in problems.items()},
        "roster.csv": _table(["id", "name"], ([_id(n), _name(n)] for n in range(SIZE + 2))),
        "submissions/week-1/answers.csv": _table(
            ["student", "submitted", "encoder-layer", "block.queries", "block.total", "sum", "why-scale"],
            map(_answers, range(SIZE)),
        ),
    }


def corrected() -> dict[str, str]:
    """Return what is other in the second run: a tolerance that makes wrong answers right."""
    return {"problems/week-1/block.yaml": f"{BLOCK}tolerance: {{relative: 0.01}}\n"}


def _id(number: int) -> str:
    return f"s{number:03}"


def _name(number: int) -> str:
    return f"{FIRST[number % len(FIRST)]} {LAST[number % len(LAST)]}"


def _answers(number: int) -> list[str]:
    """Return the row of a student: stronger students have higher numbers."""
    return [
        _id(number),
        "2026-10-06 09:00" if number % 12 == 5 else "2026-10-04 12:00",
        "27648" if number % 6 == 0 else "31744",
        "40200" if number > 20 else "1 or 2" if number % 5 == 0 else "40000",
        "160800" if number > 35 else str(1000 + number),
        "123456" if number > 30 else "99887" if number % 2 else "",
        f"Because {'large scores saturate it' if number % 3 else 'it is so'}, reason {number % 7}.",
    ]


def _table(header: list[str], rows: Iterable[list[str]]) -> str:
    lines = [header, *rows]
    quoted = [",".join('"' + each.replace('"', '""') + '"' for each in line) for line in lines]
    return "\n".join([*quoted, ""])


# ------------------------------------------------------------------------------------------ a hostile class

SCRIPT: Final = "<script>alert(1)</script>"
PICTURE: Final = '"><img src=x onerror=alert(1)>'
TEXTS: Final[Mapping[str, str]] = {
    "script": SCRIPT,
    "picture": PICTURE,
    "style": "</style></script></title><b id=hostile>x</b>",
    "template": "{{ 7*7 }} {% raw %} {% endraw %} ${7*7}",
    "link": "[click](javascript:alert(1)) <javascript:alert(1)>",
    "override": "right\u202eto left\u2066",
    "control": "nul\0esc\x1b[31mred",
    "long": LONG,
    "up": "../../x",
    "device": "CON",
    "event": "' onmouseover='alert(1)' x='",
    "entity": "&lt;script&gt; &amp; &#60;b&#62;",
}
"""Texts that could break out of a page, by what they try."""

PROMPT: Final = r"""
Let $\frac{QK^T}{\sqrt{d_k}}$ be the scores, and
$$\sum_{i=1}^{n} x_i$$

[click](javascript:alert(1)) and [data](data:text/html,<script>alert(1)</script>) and ![picture](https://example.org/x.png)
<script>alert(1)</script> <img src=x onerror=alert(1)> <b id=hostile>bold</b> `</style>` {{ 7*7 }}
$\href{javascript:alert(1)}{x}$ $\text{</style><script>alert(1)</script>}$
"""
NUMBER_PROBLEM: Final = {
    "id": "number",
    "title": f"{SCRIPT} {{{{ 7*7 }}}}",
    "type": "numeric",
    "prompt": PROMPT,
    "parameters": {"value": 7},
}
ESSAY_PROBLEM: Final = {
    "id": "essay",
    "title": PICTURE,
    "type": "essay",
    "prompt": LONG,
    "parameters": {"rubric": [{"point": SCRIPT, "points": 2, "ideas": ["scores"]}]},
}


def hostile_class() -> dict[str, str]:
    """Return the files of a class whose texts are not harmless anywhere."""
    students = [f"{name} {text}" for name, text in TEXTS.items()]
    texts = [text for text in TEXTS.values() if "\0" not in text]  # with it, a file is no text
    document = "\n\n".join([*texts, "Answer (number): 8", "Answer (essay): <b id=hostile>x</b>", ""])
    return {
        "problems/week-1/number.yaml": json.dumps(NUMBER_PROBLEM),
        "problems/week-1/essay.yaml": json.dumps(ESSAY_PROBLEM),
        "problems/week-1/assignment.yaml": json.dumps({"title": f"Week {SCRIPT}{PICTURE}"}),
        "roster.csv": _table(["id", "name"], ([id_, f"Name of {id_}"] for id_ in [*students, "document", "CON"])),
        **{
            f"submissions/week-1/{number}.json": json.dumps(
                {"student": id_, "answers": {"number": text, "essay": f"My essay.  {text}", f"unknown {text}": text}}
            )
            for number, (id_, text) in enumerate(zip(students, TEXTS.values(), strict=True))
        },
        f"submissions/week-1/document/{PICTURE}.md": document,
        f"submissions/week-1/document/{LONG[:200]}.md": "Nothing.\n",
        "submissions/week-1/CON.md": document,
    }
