"""YAML and JSON documents as trees of nodes with places: `read` a file, `parse` a text, get a node as Python values.

They follow the YAML 1.2 core schema.  Limits keep a file from crashing, blocking or filling the machine, and everything
that is wrong with a file is a DocumentError.
"""

from checker.document.errors import DocumentError
from checker.document.files import LIMIT, NotAFileError, beginning, read, read_bytes
from checker.document.nodes import DocumentNode, Mapping, Scalar, Sequence, Value, to_python
from checker.document.tree import parse

__all__ = [
    "LIMIT",
    "DocumentError",
    "DocumentNode",
    "Mapping",
    "NotAFileError",
    "Scalar",
    "Sequence",
    "Value",
    "beginning",
    "parse",
    "read",
    "read_bytes",
    "to_python",
]
