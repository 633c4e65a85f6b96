"""Reads Markdown with its front matter, a YAML mapping at the top; plain text is read as Markdown, too.

A text with several commands of LaTeX is read as LaTeX, whatever its suffix.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from checker.document import DocumentError, MappingNode, parse_document
from checker.writeups.document import Document, DocumentTrouble
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._notes import first_text, with_limits
from checker.writeups.front_matter import is_front_matter, key_troubles

SUFFIXES: Final = {".md": ".md", ".markdown": ".md", ".txt": ".txt"}
LATEX: Final = re.compile(
    r"\\(?:textbf|emph|section|subsection|item|documentclass|usepackage)\b|\\begin\{(?:itemize|enumerate|document|tabular|align\*?)\}"
)

OURS: Final = re.compile(r"^[ \t]*(?:student|answers|assignment)[ \t]*:", re.MULTILINE | re.IGNORECASE)
"""A line with a key by which front matter is known, however broken it is."""
_NOT_CLOSED: Final = re.compile(
    r"^(?:student[ \t]*:|assignment[ \t]*:|answers:[ \t]*(?:\{|\Z|\n[ \t]))", re.MULTILINE | re.IGNORECASE
)
"""A line that no text has, by which front matter without its last line is known."""

UNREAD: Final = "The lines at the top of the document could not be read; the answer may be there."
BROKEN: Final = "the lines at the top of the document are not read: {}"
NO_MAPPING: Final = (
    "the lines at the top of the document are not read; write `key: value` in each, with a space after `:`"
)
NO_END: Final = "the lines at the top of the document are not read; write a line `---` below the last of them"


def read(data: bytes, file: str, _suffix: str = "") -> Document:
    """Return the document in the bytes of a Markdown or text file."""
    from checker.writeups.formats._markdown import read_blocks

    source = decoded(data)
    text, limits = first_text(source.text)
    beginning = text[:20_000]
    found = _take_front_matter(text, file)
    # number of commands outside mathematics that make a text LaTeX, whatever its suffix
    if len(LATEX.findall(beginning)) >= 6 and not re.search(r"^(?:#{1,4} |\*\*)", beginning, flags=re.MULTILINE):
        from checker.writeups.formats.pandoc import read as read_with_pandoc

        document = read_with_pandoc(found.text.encode("utf-8", "replace"), file, ".tex")
        notes: tuple[str, ...] = source.notes
    else:
        shown = without_hidden(source._replace(text=found.text), is_markdown=True)
        blocks, notes = read_blocks(shown.text)
        document, notes = Document(file, blocks), (*shown.notes, *notes)
    document = document._replace(
        front=found.front,
        source=tuple(text.split("\n")),
        notes=(*notes, *document.notes),
        troubles=found.troubles,
        unread=(*document.unread, *found.unread),
    )
    return with_limits(document, limits)


class FrontMatter(NamedTuple):
    """The front matter of a text, and the rest of it, with empty lines where it was."""

    text: str
    front: MappingNode | None = None
    troubles: tuple[DocumentTrouble, ...] = ()
    unread: tuple[str, ...] = ()
    """Why an answer that was not found may be here."""


def _take_front_matter(text: str, file: str) -> FrontMatter:
    """Return the front matter of a Markdown text (None without any), and the rest of the text.

    Lines between two rules are text if they have none of its keys.  Broken front matter is reported and left out; with
    a blank line in it, it is reported and kept, as its end may be a rule further down.
    """
    found = re.match(r"(\n*)---[ \t]*\n(.{0,100000}?)\n(?:---|\.\.\.)[ \t]*(?=\n|\Z)", text, flags=re.DOTALL)
    if found is None or not re.search(r"^[\w-]+:", found[2], flags=re.MULTILINE):
        return _without_end(text)
    before = "\n" * (found[1].count("\n") + 1)  # so that its lines have their numbers in the file
    rest = "\n" * found[0].count("\n") + text[found.end() :]
    is_ours = bool(OURS.search(found[2]))
    try:
        front = parse_document(before + found[2] + "\n", source=file)
    except DocumentError as error:
        if not is_ours:
            return FrontMatter(text)
        trouble = DocumentTrouble(error.line, BROKEN.format(error.message))
    else:
        if isinstance(front, MappingNode) and is_front_matter(front):
            troubles = list(key_troubles(front))
            has_answers = any(key == "answers" for key, _ in troubles)
            return FrontMatter(rest, front, tuple(each for _, each in troubles), (UNREAD,) if has_answers else ())
        if not is_ours:
            return FrontMatter(text)
        trouble = DocumentTrouble(front.line, NO_MAPPING)
    return FrontMatter(text if re.search(r"\n[ \t]*\n", found[2]) else rest, None, (trouble,), (UNREAD,))


def _without_end(text: str) -> FrontMatter:
    """Return a text without front matter, with a trouble if it begins with front matter that is never closed."""
    # the line at the top, and the lines below it up to a blank one or a heading
    found = re.match(r"\n*---[ \t]*\n((?:[ \t]*[^\s#][^\n]{0,1000}(?:\n|\Z)){1,200})", text)
    if found is None or not _NOT_CLOSED.search(found[1]):
        return FrontMatter(text)
    line = text.count("\n", 0, found.start(1)) + 1
    return FrontMatter(text, None, (DocumentTrouble(line, NO_END),), (UNREAD,))
