"""What is published of problems, and what importers of our own make of it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from checker.problems import load_problem
from checker.publishing.publish import Wanted, publish
from tests.bank import bank
from tests.publishing import importers

FORMS = {"moodle": importers.moodle, "qti": importers.qti}
ELSE = (0, "Not correct. Check the method, then the numbers.")

DRAWN = (Path(__file__).parents[2] / "docs/draws/week-1/block.yaml").read_text()
HOSTILE = {
    "colon": ":: a : b = c ~ d # e { f } g",
    "comment": "// no comment\n\n// and none\n\nafter a blank line",
    "nabla": r"$\nabla_{x} \frac{1}{2} \neq 3$ and \n \t",
    "embedded": "{1:NUMERICAL:=3#x} {2:SHORTANSWER:=%100%a}",
    "script": "<script>alert(1)</script> ]]> <![CDATA[ &amp; &lt;",
    "category": "$CATEGORY: top/x",
    "markdown": "**bold** `code` | a | b |\n\n- one\n- two",
    "weights": "%50% =%100%5 ~%-50%",
}


def loaded(problem):
    """Return the problem with this id of those that come along, or with this text or mapping."""
    if problem in bank().problems if isinstance(problem, str) else not isinstance(problem, dict):
        return bank().problems[problem] if isinstance(problem, str) else problem
    with TemporaryDirectory() as folder:
        path = Path(folder, "problem.yaml")
        path.write_text(problem if isinstance(problem, str) else json.dumps(problem))
        return load_problem(path)


def made(form, *problems, **wanted):
    """Return what is published of problems, and what is reported."""
    return publish([*map(loaded, problems)], Wanted("A / week", **wanted), form)


def read(form, *problems, **wanted):
    """Return the questions that an importer finds."""
    return FORMS[form](made(form, *problems, **wanted).files)


def truth(part):
    return part.variant.board[part.step].value


@cache
def some(form):
    """Return the question to some problems of the bank, by problem: what is published takes long, and many look at it."""
    found = ((id_, read(form, id_)) for id_ in sorted(bank().problems)[::12] if made(form, id_, mistakes=0).number)
    return {id_: question for id_, (question,) in found}


def numeric(**more):
    """Return a problem; its listed mistakes are parameters of this type."""
    parameters = {"value": 27648} | {key: more.pop(key) for key in ("mistakes",) if key in more}
    return {"id": "n", "title": "N", "type": "numeric", "prompt": "How many?", "parameters": parameters} | more
