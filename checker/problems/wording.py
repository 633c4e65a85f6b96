"""Instructions about what counts in a question, from the sentences of its declared conventions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from checker.notation.words import either, enumerated
from checker.questions.variant import Variant

FORMS: Final = (
    (re.compile(r"counts (?!only )(.+)"), "Count {}.", enumerated),
    (re.compile(r"leaves (.+) out"), "Do not count {}.", either),
)
"""Forms of sentences that become one instruction, with the way to list its items."""


def conventions_sentence(variant: Variant) -> str:
    """Return instructions such as `Count the biases. Do not count the LayerNorms.`; empty if nothing is declared."""
    return " ".join(_instructions(variant))


def _instructions(variant: Variant) -> Iterator[str]:
    """Yield an instruction for each form, then a sentence with all other conventions."""
    predicates = list(_predicates(variant))
    for form, instruction, listed in FORMS:
        if items := [match[1] for match in map(form.fullmatch, predicates) if match]:
            yield instruction.format(listed(items))
    others = [each for each in predicates if not any(form.fullmatch(each) for form, _, _ in FORMS)]
    if others:
        yield f"This question {'; it '.join(others)}."


def _predicates(variant: Variant) -> Iterable[str]:
    """Yield what the question does by each declared convention: `counts the biases`.

    A convention that only follows another one, as its biases follow all biases, is not repeated.
    """
    declared, known = variant.declared, variant.conventions
    stated = {
        name: declared[name]
        for name, point in known.items()
        if name in declared and (point.follows is None or declared.get(point.follows) != declared[name])
    }
    excepted = {known[name].follows for name in stated}
    for name, option in stated.items():
        biases = "the other biases" if name in excepted else "the biases"
        yield variant.sentences[f"{name}.{option}"].replace("the biases", biases)
