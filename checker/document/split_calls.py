"""Finds values that YAML cuts off at a comma: in `{expression: max(a, b)}`, the value is only `max(a`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.document.nodes import DocumentNode, Mapping, Scalar, Sequence

SPLIT: Final = "braces end this value at its comma; put the expression in quotes: {}"
_LONGEST: Final = 60


def split_calls(root: DocumentNode) -> Iterator[tuple[Scalar, str]]:
    """Yield each value that is cut off at a comma inside of brackets, with what to do about it."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Sequence):
            stack += node.items
        elif isinstance(node, Mapping):
            stack += (value for _, value in node.entries.values())
            yield from _split_in(node)


def _split_in(mapping: Mapping) -> Iterator[tuple[Scalar, str]]:
    """Yield the values of a mapping that the keys behind them, which have no values, belong to."""
    start: Scalar | None = None
    pieces: list[str] = []
    for key, value in mapping.entries.values():
        if start and isinstance(value, Scalar) and not (key.quoted or value.text):
            pieces.append(key.text)
            if not _open(", ".join(pieces)):
                written = ", ".join(pieces)
                shown = written if len(written) <= _LONGEST else f"{written[: _LONGEST - 1]}…"
                yield start, SPLIT.format(f'"{shown}"')
                start = None
            continue
        is_open = isinstance(value, Scalar) and not value.quoted and _open(value.text)
        start, pieces = (value, [value.text]) if is_open and isinstance(value, Scalar) else (None, [])


def _open(text: str) -> bool:
    """Return whether a round bracket is still open at the end of a text."""
    return text.count("(") > text.count(")")
