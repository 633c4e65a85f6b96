"""Statements: the lines of a section as they are to be read: wrapped sentences joined, tables cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from checker.writeups.document import BlockKind, Line
from checker.writeups.labels import labels_of, part_mark, without_label
from checker.writeups.plain import boxed, plain
from checker.writeups.sections import SectionLine

_MOST_LINES, _LONGEST = 60, 10_000
"""Lines and characters, at least one more of which begins another statement."""
_LONG_LINE: Final = 60
"""Characters of a line that was probably wrapped."""
_GOES_ON: Final = re.compile(r"\s*(?:[=≈×·*+/⇒→)\]}]|->|=>|~=|[-−]\s)")
_ENDS: Final = re.compile(r"[.!?:;\d]\W*$")
_OPEN_END: Final = re.compile(r"(?:[=≈×·*+/(,⇒→–-]|=>|->|:)\s*$")
_STARTS_ANEW: Final = re.compile(r"\s*(?:\(?\w{1,2}[).:]|[-*•]\s|\w+\s*[:=])")
_PLATFORM: Final = re.compile(
    r"\W*+(?:(?:yes|no|correct|incorrect)?,?\W*+(?:the|your) answer is (?:in)?correct|score\s*:|marks? for this submission|accepted answers?\b"
    r"|the correct answer is|correct answers?\s*:|type numeric\)|page \d+ of \d+|grade[sd]?\s*:|points?\s*:\s*\d|feedback\s*:|die richtige antwort|la réponse correcte)",
    re.I,
)
_PAGE: Final = re.compile(r"\bpage \d+ (?:of|/) \d+|\bseite \d+ von \d+", re.I)
_ASKED: Final = re.compile(r"\ban? (?:number|vector|matrix|shape|formula|choice|text|complexity)\b[^.]{0,40}\b\d+ points?\b", re.I)
"""The line of a part, copied from the sheet: `(a) embeddings - a number, 1 point`."""
_QUOTED: Final = re.compile(r"\W*(?:from|source|quoted? from|as in)\b.{0,30}\b(?:wikipedia|the paper|the docs|documentation|the book)\b", re.I)
_END: Final = 80
"""Characters of the end of a line that is looked at."""
_SHORT_LINE: Final = 100
_LONGEST_TITLE: Final = 80
_LARGE: Final = re.compile(r"\d{3}")
_SURELY_LABELLED: Final = 4.0
_KEY: Final = re.compile(r"\W*+(?:accepted answers?|correct answers?|model (?:answer|solution)|answer key|official (?:answer|solution)|musterlösung)\b[^\d\[(]{0,20}:?\s*$", re.I)


_NUMBERS_ONLY: Final = re.compile(r"[\[(]{0,2}\s*[-−–]?[\d.]+(?:/\d+)?(?:[\s,;|&]+[-−–]?[\d.]+(?:/\d+)?)+\s*[\])]{0,2},?\s*")


class Statement(NamedTuple):
    """A piece of text that is scanned for answers at once."""

    text: str
    """In signs, see `plain`."""
    places: tuple[tuple[int, Line], ...]
    """The lines that it is made of, each with the place in the text where it begins."""
    file: int
    kind: BlockKind
    mark: str
    """The letter of the part under which it stands."""
    above: tuple[str, ...]
    """The headings and list items above it, the nearest first."""
    strong: tuple[str, ...]
    """What is bold or boxed in it."""
    row: tuple[str, ...] = ()
    """Of a table's cell: the label of its row and the heading of its column."""
    block: int = 0
    """The number of its block in the section."""
    is_last: bool = False
    """It is the last cell of its row with anything in it."""

    def line_at(self, place: int) -> Line:
        """Return the line at a place of the text."""
        found = self.places[0][1]
        for start, line in self.places:
            if start > place:
                break
            found = line
        return found


def statements(lines: Iterable[SectionLine]) -> Iterator[Statement]:
    """Yield the statements of a section, without its prompt and what the platform wrote."""
    above: list[tuple[int, str]] = []
    mark = ""
    for number, group in enumerate(_blocks(_own(lines))):
        first = group[0]
        kind, level = first.block.kind, first.block.level
        text = first.line.text
        mark = part_mark(_without_number(text)) or mark
        if title := _title(group):
            depth = level if kind == "heading" else 10 + level if kind == "item" else 9
            above = [each for each in above if each[0] < depth]
            context = tuple(each for _, each in reversed(above))
            if not any(label.strength >= _SURELY_LABELLED for label in labels_of(text, kind, begins=True)):
                above.append((depth, plain(title)))
        else:
            context = tuple(each for _, each in reversed(above))
        if kind == "table":
            yield from _cells(group, mark, context, number)
        else:
            for joined in _joined(group):
                mark = part_mark(_without_number(joined[0].line.text)) or mark
                yield _statement(joined, mark, context, number)


def _own(lines: Iterable[SectionLine]) -> Iterator[SectionLine]:
    """Yield the lines that the student wrote: not the prompt, no quotation of a key, nothing of the platform."""
    key_lines = 0
    for each in lines:
        text = each.line.text
        if _KEY.match(text):
            key_lines = 1
            continue
        if _PLATFORM.match(text) or (len(text) < _SHORT_LINE and _PAGE.search(text)):
            continue
        if each.block.kind != "table" and (_ASKED.search(text) or _QUOTED.match(text)):
            continue
        if key_lines:
            key_lines -= 1
            continue
        if each.is_prompt or each.block.kind in {"picture", "quote"}:
            continue
        yield each


def _blocks(lines: Iterable[SectionLine]) -> Iterator[list[SectionLine]]:
    group: list[SectionLine] = []
    for each in lines:
        if group and each.block is not group[0].block:
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _joined(group: list[SectionLine]) -> Iterator[list[SectionLine]]:
    """Yield the lines that belong to one statement: an open bracket or an open end goes on, a wrapped line too."""
    run: list[SectionLine] = []
    depth = length = 0
    for each in group:
        text = each.line.text
        if run and not (depth > 0 or _goes_on(run[-1].line.text, text, each.block.kind)):
            yield run
            run, depth, length = [], 0, 0
        run.append(each)
        length += len(text)
        depth = max(0, depth + sum(text.count(sign) for sign in "([") - sum(text.count(sign) for sign in ")]"))
        if len(run) > _MOST_LINES or length > _LONGEST:
            yield run
            run, depth, length = [], 0, 0
    if run:
        yield run


def _goes_on(last: str, text: str, kind: BlockKind) -> bool:
    if _NUMBERS_ONLY.fullmatch(last) and _NUMBERS_ONLY.fullmatch(text):  # the rows of a matrix
        return True
    if kind in {"code", "output"}:
        return False
    if _OPEN_END.search(last[-_END:]):
        return not last.rstrip().endswith(":") or not _STARTS_ANEW.match(text)
    if _STARTS_ANEW.match(text) and not re.match(r"\s*[=≈]", text):
        return False
    return bool(_GOES_ON.match(text)) or (kind in {"paragraph", "item"} and len(last) > _LONG_LINE and not _ENDS.search(last[-_END:]))


def _statement(lines: list[SectionLine], mark: str, above: tuple[str, ...], block: int) -> Statement:
    texts, places, length = [], [], 0
    strong: list[str] = []
    for each in lines:
        strong_ = each.line.strong[0] if each.line.strong and each.line.text.lstrip().startswith(each.line.strong[0]) else ""
        text = plain(without_label(each.line.text, each.block.kind, strong_, begins=each.starts_block))
        places.append((length, each.line))
        texts.append(text)
        length += len(text) + 1
        strong += [plain(piece) for piece in (*each.line.strong, *boxed(each.line.text))]
    return Statement("\n".join(texts), tuple(places), lines[0].file, lines[0].block.kind, mark, above, tuple(strong), (), block)


def _cells(group: list[SectionLine], mark: str, above: tuple[str, ...], block: int) -> Iterator[Statement]:
    """Yield the cells of a table, each with the label of its row and the heading of its column."""
    headings = [plain(cell) for cell in group[0].line.cells]
    for each in group:
        cells = each.line.cells
        label = plain(cells[0]) if cells else ""
        row_strong = tuple(plain(piece) for piece in each.line.strong)
        last = max((column for column, cell in enumerate(cells) if cell.strip()), default=0)
        for column, cell in enumerate(cells):
            text = plain(cell)
            if not text.strip():
                continue
            heading = headings[column] if each is not group[0] and column < len(headings) else ""
            strong = (*row_strong, *map(plain, boxed(cell))) if "\\" in cell else row_strong
            yield Statement(text, ((0, each.line),), each.file, "table", part_mark(label) or mark, above, strong,
                            (label if column else "", heading), block, column == last)


def _title(group: list[SectionLine]) -> str:
    """Return what a block announces: the text of a heading or list item, `For the CNN:`, the bold start of a paragraph."""
    line, kind = group[0].line, group[0].block.kind
    if kind in {"heading", "item"}:
        return line.text
    text = line.text.strip()
    if kind != "paragraph" or not text:
        return ""
    if line.strong and text.startswith(line.strong[0]) and len(line.strong[0]) < _LONGEST_TITLE and not _LARGE.search(line.strong[0]):
        return line.strong[0]
    is_title = len(group) == 1 and text.endswith(":") and len(text) < _LONGEST_TITLE and not _LARGE.search(text)
    return text if is_title else ""


def _without_number(text: str) -> str:
    """Return a text without the number of its question: `3 b) ...` is under the mark b."""
    return re.sub(r"^\W*(?:q(?:uestion|n)?\W*)?\d{1,2}\W{0,2}(?=\(?[a-h][).:])", "", text, flags=re.I)
