"""Turns errors of the YAML parsers into plain English, with the most common solution."""

from __future__ import annotations

from typing import Any, Final

from checker.document.nodes import DocumentError, quote

_CLOSING: Final = {"[": "]", "{": "}"}
_TAB: Final = "a tab cannot indent a line; use spaces"
_COMPLAINTS: Final = (
    # what the parser's message contains, whether its cause is where the construct begins, and our message; first match
    ("tab character", False, _TAB),
    ("nesting depth", False, "nested more than 64 deep"),  # libyaml stops at 1,000 before tree.py can
    ("cannot start any token", False, "a value cannot begin with {found}; put it in quotes"),
    ("sequence entries are not allowed", False, "a list must begin on a new line; put a value with `- ` in quotes"),
    ("Unicode character escape", True, "an escape in this text is not a whole character; write the character itself"),
    (
        "escape character",
        True,
        "`\\` begins an escape in double quotes, and this is not one; use single quotes, or write `\\\\`",
    ),
    ("hex", True, "`\\x`, `\\u` and `\\U` need 2, 4 and 8 hexadecimal digits; use single quotes, or write `\\\\`"),
    ("quoted scalar", True, "the quote that opens here is never closed"),
    ("block scalar", True, "{opening} begins a block of lines; if it belongs to the value, put it in quotes"),
    (
        "a simple key",
        True,
        "expected `key: value`; if this continues the line above, indent it or put the whole in quotes",
    ),
    ("an alias", True, "a value cannot begin with `*`; put it in quotes"),
    ("an anchor", True, "a value cannot begin with `&`; put it in quotes"),
    ("a tag", True, "a value cannot begin with `!`; put it in quotes"),
    ("directive", True, "a line cannot begin with `%`; put the value in quotes"),
    ("incompatible", False, "this version of YAML is not known; remove the line"),
    ("node content", False, "a value cannot begin with {found}; put it in quotes"),
    (
        "document start",
        False,
        "the document ends above this line; begin its keys in one column, and keep one document per file",
    ),
)


def document_error(error: Any, text: str, source: str) -> DocumentError:
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
    if "while parsing a flow" in complaint and opening in _CLOSING:
        if not text[mark.index :].strip():
            return f"the `{opening}` that opens here is never closed; if it belongs to a text, put that in quotes", True
        opened = f"the `{opening}` of line {start.line + 1} is still open"
        return f"expected `,` or `{_CLOSING[opening]}`, as {opened}; put texts in quotes", False
    if "mapping values are not allowed" in complaint:
        if ": " in before:
            return "a value with `: ` in it must be put in quotes", False
        return "a key is not allowed here; fix the indentation, or put the value above in quotes", False
    if not found and "node content" in complaint:
        return "the file ends inside brackets; close them, and put a text with `#` in quotes", False
    for words, at_start, message in _COMPLAINTS:
        if words in complaint:
            return message.format(found=quote(found), opening=quote(opening)), at_start
    if before.strip():
        return "nothing may follow a closing quote or bracket; put the whole value in quotes", False
    return (
        "the indentation matches no line above, or the value above has ended; align it, or put that value in quotes",
        False,
    )
