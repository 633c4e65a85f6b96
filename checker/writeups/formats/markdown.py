"""Markdown, and plain text, which is read as Markdown too."""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.document import Document
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._front import take_front_matter

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
    if len(LATEX.findall(beginning)) >= FEWEST_COMMANDS and not HEADING.search(beginning):
        from checker.writeups.formats.latex import read as read_latex

        return read_latex(data, file)
    text, front, notes = take_front_matter(source.text, file)
    blocks, more = read_blocks(text)
    return Document(file, blocks, front, source.lines, (*source.notes, *notes, *more))
