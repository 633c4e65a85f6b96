"""Doubts about questions without an answer, where it may be in a picture or in a piece that was not read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from checker.writeups.document import Block, Document, Line
from checker.writeups.questions.sections import Section
from checker.writeups.questions.sheet_index import SheetIndex
from checker.writeups.reading import BoundAnswer, Evidence

PICTURE: Final = "There is a picture in this section; a person must look at it."
EQUATION: Final = "Signs of an equation in this section could not be read; a person must look at it."
EQUATION_ELSEWHERE: Final = "Signs of an equation in this document could not be read; a person must look at it."
INCLUDED: Final = "This section includes another file, {}, which was not read; a person must look at it."
PICTURE_ELSEWHERE: Final = "There is a picture in this document; a person must check whether it has the answer."
INCLUDED_ELSEWHERE: Final = "This document includes another file, {}, which was not read; a person must look at it."


class Unread:
    """What was not read of a student's documents."""

    def __init__(self, documents: Sequence[Document], index: SheetIndex) -> None:
        self._documents = documents
        self._index = index
        self._everywhere = [(document, block, line) for document in documents for block, line in document.lines]
        self._pieces = [sentence for document in documents for sentence in document.unread][:1]

    def doubt_in(self, sections: Iterable[Section]) -> tuple[str, tuple[Evidence, ...]]:
        """Return why an answer may be in these sections though none was found, and the place; or else nothing."""
        lines = ((self._documents[each.file], each.block, each.line) for section in sections for each in section.lines)
        return self._doubt(lines, PICTURE, INCLUDED, EQUATION)

    def doubt(self) -> tuple[str, tuple[Evidence, ...]]:
        """Return why an answer may be anywhere in the documents though none was found, and the place."""
        return self._doubt(self._everywhere, PICTURE_ELSEWHERE, INCLUDED_ELSEWHERE, EQUATION_ELSEWHERE)

    def _doubt(
        self, lines: Iterable[tuple[Document, Block, Line]], picture: str, included: str, equation: str
    ) -> tuple[str, tuple[Evidence, ...]]:
        for document, block, line in lines:
            if block.kind == "unread":
                return equation, (Evidence(document.file, line.place, line.text),)
            if block.kind in {"picture", "included"} and not self._is_of_the_sheet(document, line):
                sentence = picture if block.kind == "picture" else included.format(line.text)
                return sentence, (Evidence(document.file, line.place, line.text),)
        return (self._pieces[0] if self._pieces else ""), ()

    def _is_of_the_sheet(self, document: Document, line: Line) -> bool:
        """Return whether a picture is one that the question shows."""
        number = line.place.line
        is_known = line.place.cell is None and number <= len(document.source)
        return self._index.has_line(document.source[number - 1] if is_known else line.text)


def waiting(answer: BoundAnswer, doubt: tuple[str, tuple[Evidence, ...]]) -> BoundAnswer:
    """Return an answer, with a doubt if nothing was found that may be it, and it may be where nobody has read."""
    if answer.text or answer.candidates or not doubt[0]:
        return answer
    return answer._replace(doubt=doubt[0], evidence=answer.evidence or doubt[1])  # no candidates: nobody can choose it
