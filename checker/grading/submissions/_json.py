"""JSON that cannot be read as YAML: fixed, or else reported with its student and the reason."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Final

from checker.document import DocumentError, DocumentNode, parse_document
from checker.document.text import BOM, decode

LONGEST_KEY: Final = 1_000
"""Maximum number of characters of a key, with its escapes, that YAML reads."""


def fixed(data: bytes, file: str) -> DocumentNode | tuple[str | None, str]:
    """Return the document without tabs around it, or else the student, if JSON names one, and the error, if known."""
    try:
        text = decode(data, file).removeprefix(BOM)
    except DocumentError:
        return None, ""
    before = text[: len(text) - len(text.lstrip())]
    with suppress(DocumentError):
        return parse_document(before.replace("\t", " ") + text.strip(), source=file)
    keys = [0]

    def with_key_lengths(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys.extend(len(json.dumps(key)) for key, _ in pairs)
        return dict(pairs)

    try:
        document = json.loads(text, object_pairs_hook=with_key_lengths, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None, ""
    message = f"a key has {max(keys):,} characters; the limit is {LONGEST_KEY:,}" if max(keys) > LONGEST_KEY else ""
    return _student(document), message


def _student(document: Any) -> str | None:
    student = document.get("student") if isinstance(document, dict) else None
    student = student.get("id") if isinstance(student, dict) else student
    return student.encode("utf-8", "backslashreplace").decode() if isinstance(student, str) and student else None
