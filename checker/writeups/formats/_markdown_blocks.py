"""Reads a Markdown text into the blocks of a document (`read_blocks`), from the tokens of `_markdown_parser`.

HTML comments, references and phantoms are not read; a table is read again from its source. Notes say what was left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

from markdown_it.token import Token

from checker.writeups.document import Block, BlockKind, Line, Place
from checker.writeups.formats._inline import inline_spans, read_inline
from checker.writeups.formats._markdown_parser import parse_blocks, shallow
from checker.writeups.formats._mathematics import formula_lines, mathematics_at
from checker.writeups.formats._notes import SUFFIX, pictures_note
from checker.writeups.formats._spans import row

PYTHON: Final = ">>>"
PROMPT: Final = re.compile(rf"^{PYTHON}(?=[ \t])", re.MULTILINE)
KEPT_PROMPT: Final = "\ue000"
"""A sign in place of Python's prompt while Markdown is parsed, for which it would be a quote in a quote in a quote."""
COMMENT: Final = ("<!--", "-->")
UNSEEN: Final = re.compile(
    r"^ {0,3}\[[^\]\n]{1,80}\]:[ \t]+(?:https?:\S+|#\S*|<[^>\n]*>|/\S*)"
    r"(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$"
    r"|\\[vh]?phantom[ \t]*\{(?:[^{}\n]|\{[^{}\n]*\}){0,200}\}",
    re.MULTILINE,
)
"""The definition of a link, and mathematics that only takes space."""
UNDERLINE: Final = re.compile(r"(.*)\n(?:={3,})[ \t]*")
LETTER: Final = re.compile(r"[^\W\d_]")
NUMBER: Final = re.compile(r"[\d$]")
CONTAINERS: Final = re.compile(r"[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]+|>)*")
OTHER_PICTURE: Final = re.compile(
    r"!\[\[[^\]\n]{1,200}\]\]|!\[[^\]\n]{0,200}\]\[[^\]\n]{0,200}\]|<(?:svg|object|embed)\b"
    rf"|(?<!!)\[[^\]\n]{{1,200}}\]\((?!https?:[^)\s]{{1,500}}\.pdf\))[^)\s]{{1,500}}{SUFFIX}\)",
    re.IGNORECASE,
)
"""A picture in the notation of Obsidian, by a reference or in HTML, or a link to one."""
CELL: Final = re.compile(r"\\.|`[^`]*`|[|$]")


def read_blocks(text: str, cell: int | None = None) -> tuple[tuple[Block, ...], tuple[str, ...]]:
    """Return the blocks of a Markdown text, and notes on what was not read."""
    text, deep = shallow(PROMPT.sub(KEPT_PROMPT, _without_comments(text)))
    reader = _Reader(text, cell)
    for token in parse_blocks(text):
        reader.take(token)
    notes = ("lines nested too deeply were read with at most 16 levels",) if deep else ()
    blocks = [_with_prompts(block) for block in reader.blocks] if KEPT_PROMPT in text else reader.blocks
    return tuple(blocks), (*notes, *pictures_note(reader.blocks))


def _with_prompts(block: Block) -> Block:
    """Return a block with Python's prompt as it was written."""
    return block._replace(
        lines=tuple(line._replace(text=line.text.replace(KEPT_PROMPT, PYTHON)) for line in block.lines)
    )


def _without_comments(text: str) -> str:
    """Return a text without what a page does not show: HTML comments, references, phantoms; their lines stay."""
    text = UNSEEN.sub("", text)
    begin, end = COMMENT
    pieces, place = [], 0
    while (start := text.find(begin, place)) >= 0 and (stop := text.find(end, start + len(begin))) >= 0:
        pieces += [text[place:start], "\n" * text.count("\n", start, stop)]
        place = stop + len(end)
    return "".join((*pieces, text[place:])) if pieces else text


class _Reader:
    """Reads the parser's tokens one by one, and remembers the quotes and lists around them."""

    def __init__(self, text: str, cell: int | None) -> None:
        self.source = text.split("\n")
        self.cell = cell
        self.blocks: list[Block] = []
        self.quotes = 0
        self.depth = 0
        """How many lists are around the token."""
        self.markers: list[tuple[str, int]] = []
        """Markers of items, and their lines, whose text has not been met."""
        self.starts_item = False
        self.heading = 0
        """The level of the heading around the token; 0 outside of headings."""
        self.in_table = False

    def take(self, token: Token) -> None:
        if handler := _HANDLERS.get(token.type):
            handler(self, token)

    def add(self, kind: BlockKind, lines: Iterable[Line], level: int = 0) -> None:
        if lines := tuple(lines):
            self.blocks.append(Block(kind, lines, level))

    def place(self, line: int) -> Place:
        return Place(line, self.cell)

    def quote(self, token: Token) -> None:
        self.quotes += token.nesting

    def open_item(self, token: Token) -> None:
        """Note that a list item begins, with its number."""
        line = _first(token)
        if self.markers and self.markers[-1][1] != line:
            self.lone_markers()
        marker = f"{token.info}{token.markup} " if token.info else ""
        if token.markup == "+":
            marker = "+ "
        self.markers.append((marker, line))
        self.depth += 1
        self.starts_item = True

    def close_item(self, token: Token) -> None:
        """Note that a list item ends; one without text keeps its number."""
        if self.markers:
            self.lone_markers(token.markup)
        self.depth -= 1
        self.starts_item = False

    def lone_markers(self, bullet: str = "-") -> None:
        """Add the markers of items without text: `27648.` alone is a number, and `-` alone may be no answer."""
        marker = "".join(marker for marker, _ in self.markers).strip() or bullet
        line = self.markers[0][1]
        self.markers.clear()
        self.add(self.kind(), [Line(marker, self.place(line))], self.depth)

    def kind(self) -> BlockKind:
        """Return the kind of block that begins here: paragraph, list item, quote and so on."""
        if self.quotes:
            return "quote"
        return "item" if self.starts_item else "paragraph"

    def change_level(self, token: Token) -> None:
        """Note the level of the heading that begins, or that it ends."""
        self.heading = int(token.tag[1]) if token.nesting > 0 else 0

    def text(self, token: Token) -> None:
        if self.in_table:
            return
        first, content = _first(token), token.content
        level = self.heading
        if not level and (underlined := UNDERLINE.fullmatch(content)):
            level, content = 1, underlined[1]
        found = read_inline(content, first, self.cell)
        lines = self.marked(found.lines, first)
        if level:
            self.add("heading", lines, level)
        else:
            self.add_text(lines)
        for picture in found.pictures:
            self.add("picture", [picture])
        line = last = 0
        for other in OTHER_PICTURE.finditer(content):
            line, last = line + content.count("\n", last, other.start()), other.start()
            self.add("picture", [Line("picture", self.place(first + line))])
        self.starts_item = False

    def marked(self, lines: list[Line], first: int) -> list[Line]:
        """Return the lines of a list item, the first with the item's number before it."""
        marker = "".join(marker for marker, _ in self.markers)
        if marker.startswith("+") and not (lines and NUMBER.match(lines[0].text)):
            marker = marker[2:]  # a bullet; `+ 64` may be the next term of a sum
        self.markers.clear()
        if not marker:
            return lines
        if lines and lines[0].place.line == first:
            return [lines[0]._replace(text=f"{marker}{lines[0].text}".strip()), *lines[1:]]
        return [Line(marker.strip(), self.place(first)), *lines]

    def add_text(self, lines: list[Line]) -> None:
        """Add the block of a text; lines after a quote without `>` are not quoted, whatever Markdown thinks."""
        kind, level = self.kind(), self.depth if self.starts_item and not self.quotes else 0
        if kind == "quote":
            for is_quoted, together in groupby(lines, lambda line: ">" in self.prefix(line.place.line)):
                self.add("quote" if is_quoted else "paragraph", together)
        else:
            self.add(kind, lines, level)

    def prefix(self, line: int) -> str:
        """Return the markers (`>`, `-`, `1.`) at the beginning of a line of the source."""
        found = CONTAINERS.match(self.source[line - 1])
        return found[0] if found else ""

    def rule(self, token: Token) -> None:
        """Turn a line of text underlined with `-----` into a heading."""
        last = self.blocks[-1] if self.blocks else None
        if last is None or token.markup[0] != "-" or last.kind != "paragraph" or len(last.lines) > 1:
            return
        (line,) = last.lines
        if line.place.line == _first(token) - 1 and LETTER.search(line.text):
            self.blocks.pop()
            self.add("heading", [line], 2)

    def code(self, token: Token) -> None:
        first = _first(token)
        if "math" in token.info.split():
            self.add_formula(token.content, first + 1)
            return
        lines = token.content.removesuffix("\n").split("\n")
        self.add(
            "code", (Line(line.rstrip(), self.place(n)) for n, line in enumerate(lines, first + 1) if line.strip())
        )

    def formula(self, token: Token) -> None:
        """Add a formula, and the text behind it as a paragraph."""
        self.add_formula(token.content, _first(token))
        if token.info and token.map:
            self.add("paragraph", read_inline(token.info, token.map[1], self.cell).lines)

    def add_formula(self, latex: str, first: int) -> None:
        """Add a formula, with a line for each row."""
        if self.markers:
            self.lone_markers()
        self.add("formula", formula_lines(latex, self.place(first)))

    def table(self, token: Token) -> None:
        """Read a table from its source, as the parser would split `$P(a|b)$` and drop surplus cells; or end it."""
        self.in_table = token.nesting > 0
        if not self.in_table:
            return
        if self.markers:
            self.lone_markers()
        first, after = token.map or (0, 0)
        rows, rest, pictures = [], [], []
        for number in (first, *range(first + 2, after)):
            line = self.source[number].removeprefix(self.prefix(number + 1)).strip()
            if "|" in line:
                cells = [inline_spans(cell, number + 1) for cell in _cells(line)]
                rows.append(row((spans for spans, _ in cells), self.place(number + 1)))
                if any(found for _, found in cells):
                    pictures.append(Line("picture", self.place(number + 1)))
            else:
                rest += read_inline(line, number + 1, self.cell).lines
        self.add("table", rows)
        for each in pictures:
            self.add("picture", [each])
        self.add("paragraph", rest)


def _first(token: Token) -> int:
    return token.map[0] + 1 if token.map else 1


def _cells(line: str) -> Iterator[str]:
    line = line.removeprefix("|")
    start = place = 0
    while found := CELL.search(line, place):
        place = found.end()
        if found[0] == "$" and (mathematics := mathematics_at(line, found.start())):
            place = mathematics.end()
        elif found[0] == "|":
            yield line[start : found.start()].strip().replace(r"\|", "|")
            start = place
    if rest := line[start:].strip():
        yield rest.replace(r"\|", "|")


_HANDLERS: Final[dict[str, Callable[[_Reader, Token], None]]] = {
    **dict.fromkeys(("blockquote_open", "blockquote_close"), _Reader.quote),
    "list_item_open": _Reader.open_item,
    "list_item_close": _Reader.close_item,
    **dict.fromkeys(("heading_open", "heading_close"), _Reader.change_level),
    "inline": _Reader.text,
    "hr": _Reader.rule,
    "fence": _Reader.code,
    "formula": _Reader.formula,
    **dict.fromkeys(("table_open", "table_close"), _Reader.table),
}
