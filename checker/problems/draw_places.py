"""Finds the draws in a problem file (values chosen for each student), and puts other values in their places."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as AnyMapping
from typing import Final

from checker.document import DocumentNode, Mapping, Scalar, Sequence
from checker.document.findings import DataPath

MARKS: Final = frozenset({"choose", "from", "to", "like"})
"""Keys by which a mapping is known as a draw."""

Values = AnyMapping[DataPath, DocumentNode]
"""Drawn values, by their paths in the file."""


def has_draws(root: DocumentNode) -> bool:
    """Return whether a problem file draws any value for each student, or has conditions on draws."""
    return any(
        any(draws_below(root, (*section, "parameters")))
        or any(node_at(root, (*section, key)) for key in ("where", "draw"))
        for section in sections_of(root)
    )


def replaced(node: DocumentNode, values: Values, path: DataPath = ()) -> DocumentNode:
    """Return a document with other values at some paths; a missing key is added."""
    if path in values:
        return values[path]
    below = [each for each in values if each[: len(path)] == path]
    if not below or isinstance(node, Scalar):
        return node
    if isinstance(node, Sequence):
        sequence = Sequence(node.mark, None)
        sequence.items = [replaced(each, values, (*path, place)) for place, each in enumerate(node.items)]
        return sequence
    mapping = Mapping(node.mark, None)
    mapping.entries = {key: (name, replaced(each, values, (*path, key))) for key, (name, each) in node.entries.items()}
    for each in below:
        key = str(each[len(path)])
        if key not in mapping.entries:
            added = replaced(Mapping(node.mark, None), values, (*path, key))
            mapping.entries[key] = (Scalar(key, node.mark, None), added)
    return mapping


def sections_of(root: DocumentNode) -> Iterator[DataPath]:
    """Yield the paths of the sections of a problem file: the problem itself, then each part."""
    yield ()
    parts = node_at(root, ("parts",))
    for number, part in enumerate(parts.items if isinstance(parts, Sequence) else ()):
        if isinstance(part, Mapping):
            yield "parts", number


def draws_below(root: DocumentNode, path: DataPath) -> Iterator[tuple[DataPath, Mapping]]:
    """Yield the path and the node of each draw at or below a path.

    A parameter or a symbol may be called `from` or `choose`: such a name does not make the mapping that has it a draw.
    """
    node = node_at(root, path)
    if isinstance(node, Sequence):
        for place in range(len(node.items)):
            yield from draws_below(root, (*path, place))
    elif isinstance(node, Mapping):
        if path[-1] != "parameters" and path[-2:] != ("parameters", "symbols") and MARKS & node.entries.keys():
            yield path, node
        else:
            for key in node.entries:
                yield from draws_below(root, (*path, key))


def entries_of(node: DocumentNode | None) -> Iterator[tuple[str, DocumentNode]]:
    """Yield the keys and values of a mapping; nothing for any other node."""
    for key, (_, value) in node.entries.items() if isinstance(node, Mapping) else ():
        yield key, value


def node_at(node: DocumentNode | None, path: DataPath) -> DocumentNode | None:
    """Return the node at a path; None where there is none."""
    for key in path:
        if isinstance(node, Sequence) and isinstance(key, int):
            node = node.items[key] if key < len(node.items) else None
        else:
            node = node.get(str(key)) if isinstance(node, Mapping) else None
    return node
