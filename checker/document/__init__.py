"""YAML and JSON files as trees of located nodes: `read` a file, `parse` a text, `plain` Python values of a node.

By the YAML 1.2 core schema, in one flat loop over the parser's events, and with limits: no file can crash, hang or fill
the machine, and whatever is wrong with it is a DocumentError.
"""

from checker.document.errors import DocumentError
from checker.document.files import LIMIT, NotAFileError, beginning, read, read_bytes
from checker.document.nodes import DocumentNode, Mapping, Scalar, Sequence, Value, plain
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
    "plain",
    "read",
    "read_bytes",
]
