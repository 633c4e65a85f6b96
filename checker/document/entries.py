"""Entries of a mapping of answers, as people write them in YAML and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.document.nodes import DocumentNode, Mapping, Scalar, Sequence
from checker.document.tree import THOUSANDS
from checker.notation.typed import typed

NULLS: Final = frozenset(("", "~", "null", "Null", "NULL"))


def answer_entries(answers: Mapping) -> Iterator[tuple[str, tuple[Scalar, DocumentNode]]]:
    """Yield the entries, with numbers joined that braces split: `{a: 27,648}` has a key 648 without a value."""
    last: tuple[str, tuple[Scalar, DocumentNode]] | None = None
    for key, (name, node) in answers.entries.items():
        if last and THOUSANDS.fullmatch(key) and not name.quoted and not answer_text(node):
            before = last[1][1]
            if isinstance(before, Scalar) and not before.quoted:
                joined = Scalar(f"{before.text},{key}", before.mark, None)
                last = last[0], (last[1][0], joined)
                continue
        if last:
            yield last
        last = key, (name, node)
    if last:
        yield last


def given_text(node: DocumentNode) -> str:
    """Return an answer as it was written; a number, or a list of numbers only, as a TypedNumber."""
    text = answer_text(node)
    return typed(text) if _is_numeric(node) else text


def _is_numeric(node: DocumentNode) -> bool:
    """Return whether this is a number for YAML, or a list of such numbers."""
    if isinstance(node, Sequence):
        return all(map(_is_numeric, node.items))
    return isinstance(node, Scalar) and isinstance(node.value, int | float)


def answer_text(node: DocumentNode | None) -> str:
    """Return a node as it was written; "" for an empty one."""
    if isinstance(node, Scalar):
        return "" if node.text in NULLS and not node.quoted else node.text
    return "" if node is None or (isinstance(node, Mapping) and not node.entries) else node.text
