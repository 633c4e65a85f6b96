"""Markdown, and plain text, which is read as Markdown too."""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.document import Document
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._front import take_front_matter
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._notes import cut_off

SUFFIXES: Final = {".md": ".md", ".markdown": ".md", ".txt": ".txt"}
LATEX: Final = re.compile(
    r"\\(?:textbf|emph|section|subsection|item|documentclass|usepackage)\b|\\begin\{(?:itemize|enumerate|document|tabular|align\*?)\}"
)
HEADING: Final = re.compile(r"^(?:#{1,4} |\*\*)", re.MULTILINE)
FEWEST_COMMANDS: Final = 6
"""Number of commands outside mathematics that make a text LaTeX, whatever its suffix."""
LOOKED_AT: Final = 20_000


def read(data: bytes, file: str) -> Document:
    """Return the document in a Markdown file."""
    from checker.writeups.formats._markdown_blocks import read_blocks

    source = decoded(data)
    beginning = source.text[:LOOKED_AT]
    found = take_front_matter(source.text, file)
    if len(LATEX.findall(beginning)) >= FEWEST_COMMANDS and not HEADING.search(beginning):
        from checker.writeups.formats.latex import read as read_latex

        document = read_latex(found.text.encode("utf-8", "replace"), file)
        document = document._replace(source=source.lines, notes=(*source.notes, *document.notes))
    else:
        shown = without_hidden(found.text, is_markdown=True)
        blocks, notes = read_blocks(shown.text)
        document = Document(
            file, blocks, None, source.lines, (*source.notes, *shown.notes, *notes), unread=shown.unread
        )
    troubles, unread = cut_off(source.cut)
    return document._replace(
        front=found.front,
        troubles=(*troubles, *found.troubles),
        unread=(*document.unread, *unread, *found.unread),
    )
