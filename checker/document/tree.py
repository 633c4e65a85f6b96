"""Parses YAML and JSON texts into nodes, in one flat loop over libyaml's events; its errors become plain English.

Anchors, types, a key that is given twice and a second document are refused with a DocumentError. `compose` and `load`
are never used: libyaml's composer recurses in C, and 100,000 brackets would crash the interpreter. Before that, a text
is decoded, and characters that libyaml would misread get substitutes; all keep their places.
"""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any, Final

from yaml import YAMLError
from yaml.cyaml import CParser  # type: ignore[attr-defined]
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from checker.document.nodes import DocumentError, DocumentNode, ListNode, MappingNode, Scalar, place, quote

_BOM: Final = "\ufeff"

# libyaml implements YAML 1.1: it takes some of these for line ends and refuses the others.  In YAML 1.2 and JSON they
# are plain content, and text pasted from web pages contains them.
_ODD: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

JSON: Final = frozenset('{["')
"""First characters of a JSON document; only there every backslash is in double quotes."""

_PAIR: Final = re.compile(r"(?<!\\)((?:\\\\)*)(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})")
"""Both halves of a character beyond U+FFFF, as JSON escapes it; libyaml refuses them."""
_MAX_DEPTH: Final = 64
_MAX_EVENTS: Final = 200_000
THOUSANDS: Final = re.compile(r"\d{3}", re.ASCII)
"""A key that is the end of a number: braces split `{a: 20,000}` at its comma."""
Entries = dict[str, tuple[Scalar, DocumentNode]]


def decode(data: bytes, source: str) -> str:
    """Return the text of a UTF-8 file.  Raise DocumentError, with the place, where it is not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise DocumentError("is UTF-16; save it as UTF-8", source) from None
        before = data[: error.start].decode().removeprefix(_BOM)
        message = f"is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}; save it as UTF-8"
        raise DocumentError(message, source, *place(before, len(before))) from None


def substituted(text: str) -> tuple[str, dict[int, str | None]]:
    """Return a text of equal length that libyaml does not misread, and what undoes this in str.translate."""
    if text.isascii() and "\\u" not in text and "\x7f" not in text:
        return text, {}
    table: dict[int, str | None] = {}
    spare = (mark for mark in map(chr, range(0x10FFFD, 0x100000, -1)) if mark not in text)
    for odd in sorted(set(_ODD.findall(text))):
        substitute = next(spare)
        text = text.replace(odd, substitute)
        table[ord(substitute)] = odd
    if text.lstrip()[:1] in JSON and _PAIR.search(text):
        nothing = next(spare)
        text = _PAIR.sub(lambda pair: pair[1] + json.loads(f'"{pair[2]}"').ljust(12, nothing), text)
        table[ord(nothing)] = None
    return text, table


def parse_document(text: str | bytes, *, source: str) -> DocumentNode:
    """Return the document in a YAML or JSON text; raises only DocumentError, with `source` as the file's name."""
    text = (decode(text, source) if isinstance(text, bytes) else text).removeprefix(_BOM)
    if directive := re.search(r"(?<![^\r\n])%TAG\b", text):  # libyaml needs quadratic time for them: 4 s for 1 MB
        raise DocumentError("%TAG is not supported; remove this line", source, *place(text, directive.start()))
    try:
        return _build(text, source)
    except (YAMLError, UnicodeEncodeError) as error:
        if control := re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]", text):  # these errors do not give its line
            message = f"control character U+{ord(control[0]):04X}; remove it, and save the file as UTF-8"
            raise DocumentError(message, source, *place(text, control.start())) from None
        raise _parser_error(error, text, source) from None


def _build(text: str, source: str) -> DocumentNode:  # noqa: C901, PLR0912, PLR0915 - calls would double its time
    """Return the document in a text. Raise DocumentError for what is not supported, and errors of the parser."""
    readable, table = substituted(text)
    documents: list[DocumentNode] = []
    # The next node goes to the end of `items`.  Inside a mapping it is the next `key`, or goes into `entries` at `key`.
    items: list[DocumentNode] = documents
    entries: Entries | None = None
    key: Scalar | None = None
    outer: list[tuple[ListNode | MappingNode, list[DocumentNode], Entries | None]] = []
    node: DocumentNode
    event: Any = None

    for event in islice(iter(CParser(readable).get_event, None), _MAX_EVENTS):
        kind = type(event)
        if kind is ScalarEvent:
            written = event.value.translate(table) if table else event.value
            node = Scalar(written, event.start_mark, event.style)
        elif kind is MappingStartEvent:
            node = MappingNode(event.start_mark, text if event.flow_style else None)
        elif kind is SequenceStartEvent:
            node = ListNode(event.start_mark, text if event.flow_style else None)
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            closed, items, entries = outer.pop()
            closed.end = event.end_mark
            continue
        elif kind is AliasEvent or (kind is DocumentStartEvent and documents):
            raise _unsupported(event, source)
        else:
            continue

        if event.anchor is not None or event.tag is not None:
            raise _unsupported(event, source)
        if entries is None:
            items.append(node)
        elif key is not None:
            entries[key.text] = (key, node)
            key = None
        elif type(node) is not Scalar:
            complaint = "a key must be a single text or number; if it begins with a bracket, put it in quotes"
            raise _error(complaint, event, source)
        elif node.text in entries:
            first, value = entries[node.text]
            hint = "; put numbers such as `20,000` in quotes" if THOUSANDS.fullmatch(node.text) else ""
            if not (hint or value.text) and node.text.isdecimal():  # braces split `{a: (2, 16, 16, 16)}` at its commas
                hint = "; put values such as `(32, 16)` in quotes"
            raise _error(f"the key {quote(node.text)} is given twice, first in line {first.line}{hint}", event, source)
        else:
            key = node

        if type(node) is not Scalar:
            if len(outer) == _MAX_DEPTH:
                raise _error(f"nested more than {_MAX_DEPTH} deep", event, source)
            outer.append((node, items, entries))
            if type(node) is MappingNode:
                entries = node.entries
            else:
                items, entries = node.items, None

    if type(event) is not StreamEndEvent:
        raise _error(f"too many values; the limit is about {_MAX_EVENTS:,}", event, source)
    if not documents:
        raise DocumentError("is empty", source)
    return documents[0]


def _unsupported(event: Any, source: str) -> DocumentError:
    """Return the error for an event that is not supported: anchors allow bombs and cycles, and types run code."""
    if type(event) is DocumentStartEvent:
        return _error("a second document begins here; keep one document per file", event, source)
    if type(event) is AliasEvent:
        sign = "`*` refers to an anchor"
    else:
        sign = "`!` sets a type" if event.anchor is None else "`&` sets an anchor"
    return _error(f"{sign}, which is not supported; put text in quotes", event, source)


def _error(message: str, event: Any, source: str) -> DocumentError:
    return DocumentError(message, source, event.start_mark.line + 1, event.start_mark.column + 1)


_TAB: Final = "a tab cannot indent a line; use spaces"
_AT_PLACE: Final = {
    "tab character": _TAB,
    "nesting depth": "nested more than 64 deep",  # libyaml stops at 1,000 before tree.py can
    "sequence entries are not allowed": "a list must begin on a new line; put a value with `- ` in quotes",
    "node content|cannot start any token": "a value cannot begin with {found}; put it in quotes",
    "incompatible": "this version of YAML is not known; remove the line",
    "document start": (
        "the document ends above this line; begin its keys in one column, and keep one document per file"
    ),
}
"""Messages at the place where the parser stops, by words in its own message; the first that fits counts."""

_AT_START: Final = {
    "Unicode character escape": "an escape in this text is not a whole character; write the character itself",
    "escape character": (
        r"`\` begins an escape in double quotes, and this is not one; use single quotes, or write `\\`"
    ),
    "hex": r"`\x`, `\u` and `\U` need 2, 4 and 8 hexadecimal digits; use single quotes, or write `\\`",
    "quoted scalar": "the quote that opens here is never closed",
    "block scalar": "{opening} begins a block of lines; if it belongs to the value, put it in quotes",
    "a simple key": "expected `key: value`; if this continues the line above, indent it or put the whole in quotes",
    "an alias|an anchor|a tag|directive": "a value cannot begin with {opening}; put it in quotes",
}
"""Messages at the beginning of what the parser could not end, by words in its own message."""


def _parser_error(error: Any, text: str, source: str) -> DocumentError:
    """Return the error to raise for a parser's error: in plain English, at the place of its cause."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return DocumentError(f"is not valid YAML: {error}", source)
    start = error.context_mark or mark
    message, at_start = _cause(f"{error.context}: {error.problem}", text, mark, start)
    where = start if at_start else mark
    return DocumentError(message, source, where.line + 1, where.column + 1)


def _cause(complaint: str, text: str, mark: Any, start: Any) -> tuple[str, bool]:
    """Return the message, and whether it is about the place where the bracket or the quote opens."""
    found, opening = text[mark.index : mark.index + 1], text[start.index : start.index + 1]
    before = text[mark.index - mark.column : mark.index]  # on the same line
    if found == "\t":
        return _TAB, False
    closing = {"[": "]", "{": "}"}.get(opening, "")
    if "while parsing a flow" in complaint and closing:
        if not text[mark.index :].strip():
            return f"the `{opening}` that opens here is never closed; if it belongs to a text, put that in quotes", True
        opened = f"the `{opening}` of line {start.line + 1} is still open"
        return f"expected `,` or `{closing}`, as {opened}; put texts in quotes", False
    if "mapping values are not allowed" in complaint:
        if ": " in before:
            return "a value with `: ` in it must be put in quotes", False
        return "a key is not allowed here; fix the indentation, or put the value above in quotes", False
    if not found and "node content" in complaint:
        return "the file ends inside brackets; close them, and put a text with `#` in quotes", False
    known = ((each, table) for table in (_AT_PLACE, _AT_START) for each in table)
    for words, table in known:
        if re.search(words, complaint):
            return table[words].format(found=quote(found), opening=quote(opening)), table is _AT_START
    if before.strip():
        return "nothing may follow a closing quote or bracket; put the whole value in quotes", False
    advice = "align it, or put that value in quotes"
    return f"the indentation matches no line above, or the value above has ended; {advice}", False
