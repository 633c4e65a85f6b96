"""The lines of a student's documents, and which of them the student wrote as an answer (`own_lines`).

A copied prompt, an answer key and the text of a platform are not; nor is what is below a heading such as `Example` or
`Wrong attempts`.  `quoted_lines` yields what may hold an answer, but is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from checker.writeups.document import NOT_OWN, Block, Document, Evidence, Line
from checker.writeups.language.words import one_of, tokens
from checker.writeups.questions.sheet_index import SheetIndex, may_be_copied

_OWN: Final = re.compile(rf"\W*{one_of('own-sentences')}\b", re.IGNORECASE)
_LONGEST: Final = 5_000
"""Characters of a line that is read at once."""
_PIECE: Final = re.compile(rf".{{1,{_LONGEST}}}(?!\S)|.{{1,{_LONGEST}}}(?<![\d.,])|[\d.,]+", re.DOTALL)
"""A piece ends before a space, or else after any sign that cannot be in a number."""

_PLATFORM: Final = re.compile(rf"\W*+{one_of('platform')}", re.IGNORECASE)
_REVEALED: Final = re.compile(rf"\W*+{one_of('revealed')}", re.IGNORECASE)
"""A platform, or the student, names the right answer."""
_EXPECTED: Final = re.compile(r"[^\W_][\w-]*: .+; [\d.]+ points?")
"""The line of a part on a sheet that was handed out: `shape: a shape; 1 point`."""
_TICKED: Final = re.compile(r"\W{0,3}?(?:[\[(][xX✓✔•][\])]|[☑☒✅●])")
EMPTY_BOX: Final = re.compile(r"\W{0,3}?(?:[\[(]\s*[\])]|[☐□○◯])")
_OTHERS: Final = re.compile(rf"\W*+{one_of('others-headings')}(?![^\W\d_]|\W{{0,3}}\d)", re.IGNORECASE)
_QUESTION: Final = re.compile(rf"\W*{one_of('questions')}\W{{0,3}}\d", re.IGNORECASE)
"""The title of a question, also in bold below a heading: `**Question 3**`."""
_KEY: Final = re.compile(rf"\W*+{one_of('keys')}\b[^\d\[(]{{0,20}}:?\s*$", re.IGNORECASE)
"""The heading of a line that quotes the right answer."""


class SectionLine(NamedTuple):
    """A line of a document, with its block and the name of its file."""

    file: str
    block: Block
    line: Line
    is_prompt: bool
    """It repeats the prompt."""
    starts_block: bool

    @property
    def evidence(self) -> Evidence:
        """Return the line with its place in the student's files."""
        return Evidence(self.file, self.line.place, self.line.text)

    @property
    def is_heading(self) -> bool:
        """Return whether it is a line of a heading."""
        return self.block.kind == "heading"

    @property
    def bold_start(self) -> str:
        """Return the bold text that it begins with; empty if there is none."""
        strong = self.line.strong[0] if self.line.strong else ""
        # characters of bold text by which it is recognized at the start of a line
        return strong if strong and self.line.text.lstrip(" (-*#").startswith(strong[:20]) else ""


def section_lines(documents: Sequence[Document], index: SheetIndex) -> Iterator[SectionLine]:
    """Yield the lines of all documents that are not blank; long lines in pieces."""
    for document in documents:
        for block in document.blocks:
            for number, line in enumerate(block.lines):
                for place, piece in enumerate(_pieces(line)):
                    if piece.text.strip():
                        yield SectionLine(document.file, block, piece, _is_copied(piece, index), number + place == 0)


def _is_copied(line: Line, index: SheetIndex) -> bool:
    if index.questions_with_option(line.text):
        return False
    if index.has_line(line.text):
        return True
    if _OWN.match(line.text):
        return False
    words = tokens(line.text)
    # share of a line's words that repeat a prompt, from which it is a copy of it
    return may_be_copied(words) and max(index.copied_shares(words), default=0.0) >= 0.7


def _pieces(line: Line) -> Iterator[Line]:
    """Yield a line, or a long one in pieces that keep its place; a row of a table keeps its first cells.

    A number or cell that is longer than the limit is left out.
    """
    if len(line.text) <= _LONGEST:
        yield line
        return
    cells = tuple(cell if len(cell) <= _LONGEST else "" for cell in line.cells[:200])
    line = line._replace(strong=line.strong[:50], cells=cells)
    if cells:
        yield line._replace(text=" | ".join(cells)[:_LONGEST])
        return
    yield from (line._replace(text=found[0]) for found in _PIECE.finditer(line.text) if len(found[0]) <= _LONGEST)


def own_lines(lines: Iterable[SectionLine]) -> Iterator[SectionLine]:
    """Yield the lines that the student wrote: no prompt, quote or text of a platform, no line below `Correct answer:`.

    If some boxes are ticked, lines with an empty box are left out.
    """
    lines = list(_own_sections(lines))
    has_ticks = any(_TICKED.match(each.line.text) for each in lines)
    is_key = False
    for each in lines:
        if has_ticks and EMPTY_BOX.match(each.line.text):
            continue
        if _KEY.match(each.line.text):
            is_key = True
        elif _is_by_others(each):
            continue
        elif is_key:
            is_key = False
        elif not each.is_prompt and each.block.kind not in NOT_OWN:
            yield each


def _own_sections(lines: Iterable[SectionLine]) -> Iterator[SectionLine]:
    """Yield the lines that are not below a heading such as "Wrong attempts" or "Example", up to the next heading."""
    others_level: int | None = None
    for each in lines:
        is_title = each.is_heading or bool(
            each.bold_start and each.line.text.strip(" *:.") == each.bold_start.strip(" *:.")
        )
        level = each.block.level if each.is_heading else 9  # level of a line in bold, below all headings
        is_question = is_title and bool(_QUESTION.match(each.line.text))
        if is_title and (others_level is None or level <= others_level or is_question):
            others_level = level if _OTHERS.match(each.line.text) else None
        if others_level is None:
            yield each


def quoted_lines(lines: Iterable[SectionLine]) -> Iterator[SectionLine]:
    """Yield the lines in block quotes that the student may have written, and those like `Correct answer: 5`."""
    for each in lines:
        is_quote = each.block.kind == "quote" and not _is_by_others(each)
        if not each.is_prompt and (is_quote or _REVEALED.match(each.line.text)):
            yield each


def _is_by_others(each: SectionLine) -> bool:
    """Return whether a line comes from a platform or the sheet, or names the right answer."""
    text = each.line.text
    found = _PLATFORM.match(text) or _REVEALED.match(text)
    return bool(found or ("point" in text and _EXPECTED.fullmatch(text)))  # searching for the word alone is fast
