"""What is wrong with a document, where, and what to do about it."""

from __future__ import annotations

from typing import Any, Final

QUOTED: Final = 40
"""Characters of a document that a message quotes at most."""


class DocumentError(Exception):
    """A file cannot be read as YAML or JSON; `str` gives `source:line:column  message`, parts left out when unknown."""

    def __init__(self, message: str, source: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, source, line, column)
        self.message = message
        self.source = source.encode("utf-8", "backslashreplace").decode()  # a file's name need not be printable
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)
        return f"{place}  {self.message}"


def place(text: str, index: int) -> tuple[int, int]:
    """Line and column, from 1, of a character; CR, LF and CRLF end a line."""
    before = text[:index].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def quote(text: str) -> str:
    """A piece of a document, short and printable enough for a message."""
    shown = text if text.isprintable() else repr(text)[1:-1]
    return f"`{shown if len(shown) <= QUOTED else shown[: QUOTED - 1] + '…'}`"


CLOSING: Final = {"[": "]", "{": "}"}
COMPLAINTS: Final = (
    # what a complaint holds, whether its cause is where the construct began, and what to say; the first that fits counts
    ("tab character", False, "a tab cannot indent a line; use spaces"),
    ("cannot start any token", False, "a value cannot begin with {found}; put it in quotes"),
    (
        "sequence entries are not allowed",
        False,
        "a list begins on a line of its own; if this is a value, put it in quotes",
    ),
    (
        "Unicode character escape",
        True,
        "an escape in this text is half a character, or none; write the character itself",
    ),
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
        "the document has ended above; begin its keys in one column, and keep one document in a file",
    ),
)


def explain(error: Any, text: str, source: str) -> DocumentError:
    """A parser's complaint in plain English, placed at its cause, with the commonest cure.

    libyaml and PyYAML's own parser word a complaint differently; what is looked for here stands in both.
    """
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return DocumentError(f"is not valid YAML: {error}", source)
    start = error.context_mark or mark
    complaint = f"{error.context}: {error.problem}"
    message, at_start = _cause(complaint, text, mark, start)
    where = start if at_start else mark
    return DocumentError(message, source, where.line + 1, where.column + 1)


def _cause(complaint: str, text: str, mark: Any, start: Any) -> tuple[str, bool]:
    found, opening = text[mark.index : mark.index + 1], text[start.index : start.index + 1]
    before = text[mark.index - mark.column : mark.index]  # on the same line
    if found == "\t":
        return COMPLAINTS[0][2], False
    if "while parsing a flow" in complaint and opening in CLOSING:
        if not text[mark.index :].strip():
            return f"the `{opening}` that opens here is never closed; if it belongs to a text, put that in quotes", True
        opened = f"the `{opening}` of line {start.line + 1} is still open"
        return f"expected `,` or `{CLOSING[opening]}`, as {opened}; put texts in quotes", False
    if "mapping values are not allowed" in complaint:
        if ": " in before:
            return "a value with `: ` in it must be put in quotes", False
        return "a key has no place here; mend the indentation, or put the value above in quotes", False
    if not found and "node content" in complaint:
        return "the file ends inside brackets; close them, and put a text with `#` in quotes", False
    for words, at_start, message in COMPLAINTS:
        if words in complaint:
            return message.format(found=quote(found), opening=quote(opening)), at_start
    if before.strip():
        return "nothing may follow a closing quote or bracket; put the whole value in quotes", False
    return (
        "the indentation fits no line above, or the value above has ended; align it, or put that value in quotes",
        False,
    )
