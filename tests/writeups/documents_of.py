"""Documents and sections made from a few lines of Markdown, and the sheets that they answer."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from checker.problems import load_problems
from checker.writeups.document import Document
from checker.writeups.formats import read_document
from checker.writeups.questions.lines import SectionLine, section_lines
from checker.writeups.questions.sheet_index import index_of
from checker.writeups.sheets import Sheet, sheet_of
from tests.bank import BANK


def markdown(text: str, name: str = "s1.md") -> Document:
    """Return the document with this text."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8")
        return read_document(str(path), name)


def lines_of(text: str, assignment: str = "000") -> list[SectionLine]:
    """Return the lines of a text."""
    return list(section_lines([markdown(text)], index_of(sheet_named(assignment))))


@cache
def sheet_named(assignment: str) -> Sheet:
    """Return the sheet of an assignment of this repository; loading all of them takes longer than reading documents."""
    (folder,) = load_problems(BANK / assignment).assignments.values()
    return sheet_of(folder)
