"""YAML and JSON documents as trees of nodes with places, read from a file or parsed from a text.

They follow the YAML 1.2 core schema.  Limits keep a file from crashing, blocking or filling the machine, and everything
that is wrong with a file is a DocumentError.
"""

from checker.document.files import LIMIT, NotAFileError, beginning, read_bytes, read_document, too_large
from checker.document.nodes import DocumentError, DocumentNode, ListNode, MappingNode, Scalar, Value, to_python
from checker.document.tree import parse_document

__all__ = [
    "LIMIT",
    "DocumentError",
    "DocumentNode",
    "ListNode",
    "MappingNode",
    "NotAFileError",
    "Scalar",
    "Value",
    "beginning",
    "parse_document",
    "read_bytes",
    "read_document",
    "to_python",
    "too_large",
]
