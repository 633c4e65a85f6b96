"""Sentence about what counts in a question, from the predicates of its declared conventions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from checker.notation.words import enumerated
from checker.questions.variant import Variant

FORMS: Final = (
    (re.compile(r"counts (?!only )(.+)"), "counts {}"),
    (re.compile(r"leaves (.+) out"), "leaves {} out"),
)


def clauses(variant: Variant) -> list[str]:
    """Return clauses such as `["counts the biases", "leaves the LayerNorms and the output projection W_O out"]`.

    A convention that only follows another one, as its biases follow all biases, is not repeated.
    """
    stated = dict(_stated(variant))
    excepted = {variant.menu[name].follows for name in stated}
    predicates = [
        variant.sentences[f"{name}.{option}"].replace(
            "the biases", "the other biases" if name in excepted else "the biases"
        )
        for name, option in stated.items()
    ]
    grouped = []
    for form, clause in FORMS:
        matches = [match for match in map(form.fullmatch, predicates) if match]
        predicates = [predicate for predicate in predicates if not form.fullmatch(predicate)]
        if matches:
            grouped.append(clause.format(enumerated(match[1] for match in matches)))
    return grouped + predicates


def sentence(variant: Variant) -> str:
    """Return `This question counts the biases; it leaves the LayerNorms out.`; empty if nothing is declared."""
    predicates = "; it ".join(clauses(variant))
    return f"This question {predicates}." if predicates else ""


def _stated(variant: Variant) -> Iterable[tuple[str, str]]:
    for name, point in variant.menu.items():
        option = variant.declared.get(name)
        if option is not None and (point.follows is None or variant.declared.get(point.follows) != option):
            yield name, option
