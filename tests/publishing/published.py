"""What is published of problems, and what importers of our own make of it."""

from __future__ import annotations

from functools import cache

import pytest

from checker.publishing import publish as publishing
from checker.publishing.bank import bank_question
from checker.publishing.publish import Wanted, publish
from tests.bank import bank
from tests.publishing import importers

SOME = sorted(bank().problems)[::12]
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


@cache
def question_of_bank(id_, most_pairs, name):
    return bank_question(bank().problems[id_], most_pairs, name)


def question(problem, most_pairs, name=""):
    """Return a problem as a bank question, one of the bank as it was made for another format: it takes long."""
    if bank().problems.get(problem.id) is problem:
        return question_of_bank(problem.id, most_pairs, name)
    return bank_question(problem, most_pairs, name)


def made(form, problems, **wanted):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publishing, "bank_question", question)
        return publish(problems, Wanted("A / week", **wanted), form)


def read(problems, **wanted):
    """Return what Moodle makes of these problems."""
    found = made("moodle", problems, **wanted)
    return importers.moodle(found.data) if found.number else []


@cache
def some():
    """Return the questions to some problems of the bank, by problem: what is published takes long, and many look at it."""
    return {id_: read([bank().problems[id_]]) for id_ in SOME}


def numeric(**more):
    """Return a problem; its listed mistakes are parameters of this type."""
    parameters = {"value": 27648} | {key: more.pop(key) for key in ("mistakes",) if key in more}
    found = {"id": "n", "title": "N", "type": "numeric", "prompt": "How many?", "parameters": parameters}
    return found | more
