"""Splits the lines for a question into statements, which are searched for answers: sentences, and table cells.

Sentences that are wrapped over several lines are joined. Each has the titles above it and the letter of its part;
copied prompts and what others wrote are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise, zip_longest
from typing import Final, NamedTuple

from checker.units.reading import may_be_unit
from checker.writeups.document import CODE, BlockKind, Evidence, Line
from checker.writeups.language.words import plain
from checker.writeups.questions.labels import ALONE, Components, labels_of, part_mark, without_label
from checker.writeups.questions.lines import SectionLine, own_lines

ROW_OPENINGS: Final = "|⎡⎢⎣⎛⎜⎝"
ROW_ENDINGS: Final = "|⎤⎥⎦⎞⎟⎠"
"""Signs around each row of a matrix that is drawn over several lines, besides brackets."""
_END: Final = 80
"""Characters of the end of a line that is looked at."""
_STARTS_ANEW: Final = re.compile(r"\s*(?:\(?\w{1,2}[).:]|[-*•]\s|\w+\s*[:=])")
_ROW: Final = r"\s*+[-−–]?[\d.]+(?:/\d+)?(?:[\s,;|&]+[-−–]?[\d.]+(?:/\d+)?)+\s*"
_NUMBERS_ONLY: Final = re.compile(rf"\s*+(?:[\[({ROW_OPENINGS}]{{0,2}}{_ROW}[\]){ROW_ENDINGS}]{{0,2}})[,;]?\s*")
"""A row of a matrix, which may have brackets of its own."""
_FIRST_ROW: Final = re.compile(
    rf"[^=≈:\d]{{1,40}}(?:\^\{{?-1\}}?\s?)?[=≈:]\s*[\[({ROW_OPENINGS}]{{1,2}}{_ROW}[\]){ROW_ENDINGS}]?[,;]?\s*"
)
"""The first row of a matrix, with its name: `QKᵀ = | 3 2 |`."""
_LEADERS: Final = re.compile(r"(?<=[^\W_])[)\]]?\s?(?:\.{4,}|(?:\. ){3,}\.?)\s*(?=[-−–+√]?[\w(\[])")
_LETTER: Final = re.compile(r"(?:(?<=[\s,;.])|^)\(?([a-hA-H])\)(?=\s)")
_MINE: Final = re.compile(r"\W*(?:me|mine|ich|moi|yo|io|eu|ik)\W*", re.IGNORECASE)
"""The heading of the column of the student, next to those of others."""


class Statement(NamedTuple):
    """A piece of a student's text that is searched for answers as one: a sentence, or a cell of a table."""

    text: str
    """In signs, see `plain`."""
    places: tuple[tuple[int, Line], ...]
    """The lines that it is made of, each with the place in the text where it begins."""
    file: str
    kind: BlockKind
    mark: str
    """The letter of the part under which it is written."""
    above: tuple[str, ...]
    """The headings and list items above it, the nearest first."""
    strong: tuple[str, ...]
    """The bold and boxed pieces of it."""
    row: tuple[str, ...] = ()
    """Of a table's cell: the label of its row and the heading of its column."""
    block: int = 0
    """The number of its block in the section."""
    is_last: bool = False
    """It is the last cell of its row with anything in it."""

    def evidence_at(self, place: int) -> Evidence:
        """Return the line, with its place, of the part of the text that begins at `place`."""
        line = self.line_at(place)
        return Evidence(self.file, line.place, line.text)

    def line_at(self, place: int) -> Line:
        """Return the line of the document in which a place of the text is."""
        found = self.places[0][1]
        for start, line in self.places:
            if start > place:
                break
            found = line
        return found


def statements(lines: Iterable[SectionLine], label: Components = ()) -> Iterator[Statement]:
    """Yield the sentences and table cells in the lines for a question, without copies of its prompt.

    `label`: that of the first line.
    """
    lines = list(lines)
    titles: list[tuple[int, str]] = []
    mark = ""
    groups = [list(group) for _, group in groupby(own_lines(lines), lambda each: id(each.block))]
    for number, group in enumerate(groups):
        mark = _mark(group[0]) or mark
        title = _title(group)
        kind, level = group[0].block.kind, group[0].block.level
        depth = level if kind == "heading" else 10 + level if kind == "item" else 9
        if title:
            titles = [each for each in titles if each[0] < depth]
        above = tuple(text for _, text in reversed(titles))
        labels = labels_of(group[0].line.text, kind) if title else []
        if title and all(label.strength < ALONE for label in labels):  # that of its question says nothing of a part
            titles.append((depth, plain(title)))
        if kind == "table":
            yield from _cells(group, mark, above, number)
            continue
        for joined in _joined(group):
            mark = _mark(joined[0]) or mark
            for each in _by_letters(_statement(joined, mark, above, number, (lines[0], label))):
                mark = each.mark
                yield each


def _joined(group: list[SectionLine]) -> Iterator[list[SectionLine]]:
    """Yield groups of lines that form one statement: a bracket or an end is open, or a line was wrapped."""
    run: list[SectionLine] = []
    depth = length = 0
    for each in group:
        text = each.line.text
        is_full = len(run) > 60 or length > 10_000
        if run and (is_full or (depth <= 0 and not _goes_on(run[-1].line.text, text, each.block.kind))):
            yield run
            run, depth, length = [], 0, 0
        run.append(each)
        length += len(text)
        depth = max(0, depth + sum(text.count(sign) for sign in "([") - sum(text.count(sign) for sign in ")]"))
    if run:
        yield run


def _goes_on(last: str, text: str, kind: BlockKind) -> bool:
    if _NUMBERS_ONLY.fullmatch(text) and (_NUMBERS_ONLY.fullmatch(last) or _FIRST_ROW.fullmatch(last)):
        return True
    if kind in CODE:
        return False
    if re.search(r"(?:[=≈×·*+/(,⇒→–-]|=>|->|:)\s*$", last[-_END:]):
        return not last.rstrip().endswith(":") or not _STARTS_ANEW.match(text)
    if _STARTS_ANEW.match(text):
        return False
    # characters of a line that was probably wrapped
    is_wrapped = kind in {"paragraph", "item"} and len(last) > 60 and not re.search(r"[.!?:;\d]\W*$", last[-_END:])
    return is_wrapped or bool(re.match(r"\s*(?:[=≈×·*+/⇒→)\]}]|->|=>|~=|[-−]\s)", text))


def _statement(
    lines: list[SectionLine], mark: str, above: tuple[str, ...], block: int, labelled: tuple[SectionLine, Components]
) -> Statement:
    """Return the statement of some lines, without the label of the question; `labelled` is its line with its parts."""
    texts: list[str] = []
    places: list[tuple[int, Line]] = []
    strong: list[str] = []
    length = 0
    for each in lines:
        line = each.line
        text = plain(_without_label(each, labelled[1] if each is labelled[0] else None))
        text = _LEADERS.sub(": ", text) if "..." in text or ". . ." in text else text
        places.append((length, line))
        texts.append(text)
        length += len(text) + 1
        strong += map(plain, line.strong)
    first = lines[0]
    return Statement(
        "\n".join(texts), tuple(places), first.file, first.block.kind, mark, above, tuple(strong), block=block
    )


def _by_letters(statement: Statement) -> Iterator[Statement]:
    """Yield the pieces of a statement that begin with letters in their order: `(a) 32 × 16 (b) 512`."""
    found = list(_LETTER.finditer(statement.text)) if statement.kind not in CODE else []
    letters = [each[1].lower() for each in found]
    if len(letters) <= 1 or any(ord(later) - ord(one) != 1 for one, later in pairwise(letters)):
        yield statement
        return
    if statement.text[: found[0].start()].strip():
        yield _piece(statement, 0, found[0].start(), statement.mark)
    for each, after in zip_longest(found, found[1:]):
        yield _piece(statement, each.start(), after.start() if after else len(statement.text), each[1].lower())


def _piece(statement: Statement, begin: int, end: int, mark: str) -> Statement:
    later = ((start - begin, line) for start, line in statement.places if begin < start < end)
    places = ((0, statement.line_at(begin)), *later)
    return statement._replace(text=statement.text[begin:end].rstrip(), places=places, mark=mark)


def _without_label(each: SectionLine, label: Components | None) -> str:
    """Return the text of a line without a label; a number alone is one only in the first line or in a heading.

    `label`: that of the first line of the section; None for another line.
    """
    line = each.line
    begin = line.strong[0] if line.strong and line.text.lstrip().startswith(line.strong[0]) else ""
    text = without_label(line.text, each.block.kind, begin, begins=each.starts_block, known=label or ())
    is_value = not text.strip() or may_be_unit(text.strip(" .*_"))  # `50.2 m` is no question 50.2
    return line.text if is_value and label is None and not each.is_heading else text


def _cells(group: list[SectionLine], mark: str, above: tuple[str, ...], block: int) -> Iterator[Statement]:
    """Yield the cells of a table, each with the label of its row and the heading of its column."""
    head = group[0].block.lines[0]
    headings = [plain(cell) for cell in head.cells]
    mine = next((column for column, heading in enumerate(headings) if column and _MINE.fullmatch(heading)), 0)
    for each in group:
        cells = each.line.cells
        label = plain(cells[0]) if cells else ""
        if cells[2:] and label.strip(" .)").isdigit() and not any(map(str.isdigit, cells[1])):
            label += f" {plain(cells[1])}"  # the name next to a number
        # `3b`, the label of a row
        numbered = re.match(r"\W*\d{1,2}\s?\(?([a-hA-H])(?!\w)", label)
        row_mark = part_mark(label) or (numbered[1].lower() if numbered else mark)
        row_strong = tuple(plain(piece) for piece in each.line.strong)
        last = max((column for column, cell in enumerate(cells) if cell.strip()), default=0)
        for column, cell in enumerate(cells):
            text = plain(cell)
            if not text.strip() or (mine and column not in {0, mine}):
                continue
            heading = headings[column] if each.line is not head and column < len(headings) else ""
            row = (label if column else "", heading)
            places = ((0, each.line),)
            yield Statement(
                text, places, each.file, "table", row_mark, above, row_strong, row, block, is_last=column == last
            )


def _title(group: list[SectionLine]) -> str:
    """Return the title in a block: a heading, a list item, `For the CNN:`, or the bold start of a paragraph."""
    line, kind = group[0].line, group[0].block.kind
    if kind in {"heading", "item"}:
        return line.text
    text = line.text.strip()
    if kind != "paragraph" or not text:
        return ""
    strong = line.strong[0] if line.strong else ""
    if strong and text.startswith(strong) and _may_be_title(strong):
        return strong
    return text if len(group) == 1 and text.endswith(":") and _may_be_title(text) else ""


def _may_be_title(text: str) -> bool:
    # characters of a paragraph, or of its bold start, that may be a title
    return len(text) < 80 and not re.search(r"\d{3}", text)


def _mark(each: SectionLine) -> str:
    """Return the letter of a part at the start of a line, also after a question's number: `3 b) ...`."""
    number = r"\A\W*(?:q(?:uestion|n)?\W*)?\d{1,2}\W{0,2}(?=\(?[a-h][).:])"
    return part_mark(re.sub(number, "", each.line.text, flags=re.IGNORECASE))
