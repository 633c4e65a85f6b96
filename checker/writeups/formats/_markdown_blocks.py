"""Reads a Markdown text into the blocks of a document (`read_blocks`).

HTML comments, references and phantoms are not read; a table is read again from its source.  Notes say what is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from markdown_it.tree import SyntaxTreeNode

from checker.writeups.document import Block, Place
from checker.writeups.formats._markdown_parser import parse_blocks, shallow
from checker.writeups.formats._markdown_text import MarkdownText
from checker.writeups.formats._mathematics import mathematics_at
from checker.writeups.formats._spans import BlockBuilder, row

COMMENT: Final = ("<!--", "-->")
UNSEEN: Final = re.compile(
    r"^ {0,3}\[[^\]\n]{1,80}\]:[ \t]+(?:https?:\S+|#\S*|<[^>\n]*>|/\S*)"
    r"(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$"
    r"|\\[vh]?phantom[ \t]*\{(?:[^{}\n]|\{[^{}\n]*\}){0,200}\}",
    re.MULTILINE,
)
"""The definition of a link, and mathematics that only takes space."""
_CELL: Final = re.compile(r"\\.|`[^`]*`|[|$]")


def read_blocks(text: str, cell: int | None = None) -> tuple[tuple[Block, ...], tuple[str, ...]]:
    """Return the blocks of a Markdown text, and notes on what was not read."""
    text, deep = shallow(_without_comments(text))
    reader = _Reader(text, cell)
    reader.read(SyntaxTreeNode(parse_blocks(text)))
    notes = ("lines nested too deeply were read with at most 16 levels",) if deep else ()
    return tuple(reader.found), notes


def _without_comments(text: str) -> str:
    """Return a text without what a page does not show: HTML comments, references, phantoms; their lines stay."""
    text = UNSEEN.sub("", text)
    begin, end = COMMENT
    pieces, place = [], 0
    while (start := text.find(begin, place)) >= 0 and (stop := text.find(end, start + len(begin))) >= 0:
        pieces += [text[place:start], "\n" * text.count("\n", start, stop)]
        place = stop + len(end)
    return "".join((*pieces, text[place:])) if pieces else text


class _Reader(BlockBuilder):
    """Turns the parser's tree into blocks, with the lines where they begin."""

    def __init__(self, text: str, cell: int | None) -> None:
        super().__init__(cell)
        self.source = text.split("\n")

    def read(self, inside: SyntaxTreeNode) -> None:
        for node in inside.children:
            first, after = node.map or (0, 0)
            self.line = first + 1
            match node.type:
                case "paragraph":
                    self.paragraph(node.children[0].content, first + 1)
                case "heading":
                    self.heading(node, first, after)
                case "blockquote":
                    self.quote(node)
                case "bullet_list" | "ordered_list":
                    self.items(self.marked(node))
                case "fence":
                    self.line += 1
                    (self.formula if "math" in node.info.split() else self.code)(node.content)
                case "formula":
                    self.formula(node.content)
                    self.paragraph(node.info, after)
                case "table":
                    self.rows(first, after)

    def marked(self, node: SyntaxTreeNode) -> Iterator[tuple[str, SyntaxTreeNode]]:
        """Yield the items of a list, each with its number, and go to the line where it begins."""
        for each in node.children:
            self.line = (each.map or (0, 0))[0] + 1
            yield _marker(each), each

    def paragraph(self, content: str, line: int, level: int = 0) -> None:
        """Read a paragraph, or a heading, that begins at a line of the source; nothing without text."""
        self.inlines(MarkdownText(content, line), level)

    def inlines(self, text: MarkdownText, level: int = 0) -> None:
        """Add a text, and its pictures after it."""
        self.line = text.line
        self.text(text.spans, level)
        for description, self.line in text.pictures:
            self.picture(description)

    def heading(self, node: SyntaxTreeNode, first: int, after: int) -> None:
        """Read a heading; lines above a short underline, or above one that ends several lines, are text."""
        content, below = node.children[0].content, self.source[after - 1].lstrip("> \t").rstrip()
        if node.markup.startswith("#"):
            self.paragraph(content, first + 1, int(node.tag[1]))
        elif len(below) < 3:  # fewest signs of a line that makes a heading of the one above it
            self.paragraph(f"{content}\n{below}", first + 1)
        else:
            is_heading = "\n" not in content and (re.search(r"[^\W\d_]", content) or node.markup == "=")
            self.paragraph(content, first + 1, int(node.tag[1]) if is_heading else 0)

    def rows(self, first: int, after: int) -> None:
        """Read a table from its source, as the parser would split `$P(a|b)$` and drop surplus cells."""
        rows: list[list[MarkdownText]] = []
        rest: list[tuple[str, int]] = []
        for number in (first, *range(first + 2, after)):
            line = re.sub(r"\A[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]+|>)*", "", self.source[number], count=1).strip()
            if "|" in line:
                rows.append([MarkdownText(cell, number + 1) for cell in _cells(line)])
            else:
                rest.append((line, number + 1))
        if sum(map(len, rows)) == 1:  # a frame around text
            self.inlines(rows[0][0])
        else:
            lines = [
                row((cell.spans for cell in cells), Place(cells[0].line, self.notebook_cell)) for cells in rows if cells
            ]
            self.table(lines)
            for description, self.line in (each for cells in rows for cell in cells for each in cell.pictures):
                self.picture(description)
        for each in rest:
            self.paragraph(*each)


def _marker(item: SyntaxTreeNode) -> str:
    """Return the number of a list item; the sign of a bullet only if it stands alone or may be that of a sum's term."""
    if item.info:
        return f"{item.info}{item.markup}"
    content = next((each.content for each in item.walk() if each.type == "inline"), "")
    return item.markup if not item.children or (item.markup == "+" and re.match(r"[\d$]", content)) else ""


def _cells(line: str) -> Iterator[str]:
    line = line.removeprefix("|")
    start = place = 0
    while found := _CELL.search(line, place):
        place = found.end()
        if found[0] == "$" and (mathematics := mathematics_at(line, found.start())):
            place = mathematics.end()
        elif found[0] == "|":
            yield line[start : found.start()].strip().replace(r"\|", "|")
            start = place
    if rest := line[start:].strip():
        yield rest.replace(r"\|", "|")
