"""Documents and sections made from a few lines of Markdown."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from checker.writeups.document import Document
from checker.writeups.formats import read_document
from checker.writeups.questions.section_lines import SectionLine, section_lines
from checker.writeups.questions.sheet_index import index_of
from tests.writeups.answer_keys import sheet_named


def markdown(text: str, name: str = "s1.md") -> Document:
    """Return the document with this text."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8")
        return read_document(str(path), name)


def lines_of(text: str, assignment: str = "000") -> list[SectionLine]:
    """Return the lines of a text."""
    return list(section_lines([markdown(text)], index_of(sheet_named(assignment))))
