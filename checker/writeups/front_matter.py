"""The front matter of a write-up: the student, the assignment, and answers as in a structured submission."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from checker.document import DocumentNode, Mapping
from checker.document.entries import answer_entries, answer_text, given_text
from checker.notation.typed import TypedNumber
from checker.writeups.document import Document, Place
from checker.writeups.front_keys import is_unknown, node_at
from checker.writeups.reading import Evidence


class FrontAnswer(NamedTuple):
    """An answer in the front matter."""

    name: str
    """The part as it is named there: `small-bert.total`."""
    text: str
    evidence: Evidence


def front_answers(document: Document) -> Iterator[FrontAnswer]:
    """Yield the answers of the front matter: `answers:` with `problem: answer`, or a mapping of its parts."""
    answers = node_at(document.front, "answers")
    for problem, (_, node) in answer_entries(answers) if isinstance(answers, Mapping) else ():
        if isinstance(node, Mapping) and node.entries:
            for part, (_, inner) in answer_entries(node):
                yield _front_answer(document, f"{problem}.{part}", inner)
        else:
            yield _front_answer(document, problem, node)


def unread_entries(document: Document) -> Iterator[FrontAnswer]:
    """Yield the entries next to `answers` whose keys are not known: one may be meant as an answer."""
    for key, (_, node) in document.front.entries.items() if document.front else ():
        if is_unknown(key) and answer_text(node).strip():
            yield _front_answer(document, key, node)


def front_text(document: Document, key: str) -> str:
    """Return the text at a key such as `student`, of a mapping that of its `id`; empty where there is none."""
    node = node_at(document.front, key)
    node = node.get("id") if isinstance(node, Mapping) else node
    return "" if isinstance(node, Mapping) else answer_text(node).strip()


def _front_answer(document: Document, name: str, node: DocumentNode) -> FrontAnswer:
    text = given_text(node)
    evidence = Evidence(document.file, Place(node.line), f"{name}: {text}")
    return FrontAnswer(name, text if isinstance(text, TypedNumber) else text.strip(), evidence)
