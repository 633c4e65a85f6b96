"""A digest of what is written in a document, however it is laid out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from typing import Any

from checker.document.nodes import DocumentNode, Mapping, Scalar, Sequence


def content_digest(*nodes: DocumentNode | None, only: Collection[str] = ()) -> str:
    """Return a hash of documents: equal if the same values are written.  `only`: keys of the outermost mapping.

    Comments, spaces and the sort of quotes do not count; `0.60` is not `0.6`, for its digits may matter.
    """
    found = [_plain(node, only) for node in nodes]
    return hashlib.sha256(json.dumps(found, separators=(",", ":")).encode()).hexdigest()[:16]


def _plain(node: DocumentNode | None, only: Collection[str] = ()) -> Any:
    if isinstance(node, Scalar):
        return [node.text] if node.quoted else node.text
    if isinstance(node, Sequence):
        return [None, *map(_plain, node.items)]
    if isinstance(node, Mapping):
        return {key: _plain(value) for key, (_, value) in node.entries.items() if not only or key in only}
    return None
