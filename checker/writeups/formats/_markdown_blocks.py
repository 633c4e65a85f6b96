"""Reads a Markdown text into the blocks of a document (`read_blocks`).

It is CommonMark with tables and formulas, without the rules that misread plain text.  HTML comments, references and
phantoms are not read; a table is read again from its source.  Notes say what is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.blockquote import blockquote
from markdown_it.rules_block.fence import fence
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from checker.writeups.document import Block, Place
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
        text = MarkdownText(content, line)
        self.line = text.line
        self.text(text.spans, level)
        self.shown(text)

    def shown(self, *texts: MarkdownText) -> None:
        """Add the pictures of some texts after them."""
        for description, self.line in (each for text in texts for each in text.pictures):
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
            self.text(rows[0][0].spans)
            self.shown(rows[0][0])
        else:
            lines = [
                row((cell.spans for cell in cells), Place(cells[0].line, self.notebook_cell)) for cells in rows if cells
            ]
            self.table(lines)
            self.shown(*(cell for cells in rows for cell in cells))
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


_MISLEADING: Final = ("code", "html_block", "reference")
"""Rules that are not used: they would hide indented text, text in HTML, and text that looks like a link's address."""

_MAX_NESTING: Final = 200
_MAX_INDENTATION: Final = 40
_MAX_MARKERS: Final = 16
"""Maximum indentation, and number of nested markers at the beginning of a line; so _MAX_NESTING is never reached."""

_MARKER: Final = r"[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))"
INDENTED: Final = re.compile(rf"^[ \t]{{{_MAX_INDENTATION // 4},}}", re.MULTILINE)
DEEP: Final = re.compile(rf"^((?:{_MARKER}){{{_MAX_MARKERS}}})(?:{_MARKER})+[ \t]*", re.MULTILINE)


_CLOSING: Final = {"$$": "$$", r"\[": r"\]"}
_OPENING: Final = re.compile(
    r"\$\$|\\\[|\\begin\{(equation|align|gather|multline|eqnarray|displaymath|math|alignat|flalign)(\*?)\}"
)
PROMPT: Final = re.compile(r">>>[ \t]")


def parse_blocks(text: str) -> list[Token]:
    """Return the tokens of a text's blocks; the contents of paragraphs are not parsed."""
    tokens: list[Token] = []
    _parser().block.parse(text, _parser(), {}, tokens)
    return tokens


def shallow(text: str) -> tuple[str, int]:
    """Return a text with at most 16 nested markers in a line, and the number of the lines that had more."""
    text = INDENTED.sub(lambda blank: blank[0].expandtabs(4)[:_MAX_INDENTATION], text)
    return DEEP.subn(r"\1 ", text)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table").disable(_MISLEADING)
    every = ["paragraph", "blockquote", "list"]
    parser.block.ruler.at("fence", _closed_fence, {"alt": every})
    parser.block.ruler.at("blockquote", _quote, {"alt": every})
    parser.block.ruler.before("fence", "formula", _formula, {"alt": every})
    return parser


# Rules as markdown-it calls them: each reads what begins at a place, unless `silent`, and returns whether it is there.


def _closed_fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Parse code between fences.  A fence that is never closed is text: else it would swallow the rest."""
    sign = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]][:3]
    if sign not in {"```", "~~~"} or f"{sign}{end}" in state.env:
        return False
    if silent:
        return fence(state, start, end, silent)
    if not fence(state, start, end, silent):
        return False
    token = state.tokens[-1]
    first, after = token.map or (start, start)
    if token.content.count("\n") + 2 == after - first:
        return True
    state.tokens.pop()
    state.line = start
    state.env[f"{sign}{end}"] = start
    return False


def _quote(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Parse a quote; it ends at the first line without `>`, and Python's prompt is none."""
    if silent and state.parentType == "blockquote":
        return True
    is_prompt = not state.level and PROMPT.match(state.src, state.bMarks[start])
    return not is_prompt and blockquote(state, start, end, silent)


def _formula(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    opening = _OPENING.match(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start])
    if opening is None:
        return False
    closing = _CLOSING.get(opening[0]) or f"\\end{{{opening[1]}{opening[2]}}}"
    # maximum number of lines in a formula
    place = state.src.find(closing, opening.end(), state.eMarks[min(end, start + 100) - 1])
    if place < 0:
        return False
    last = start
    while state.eMarks[last] < place:
        last += 1
    after = state.src[place + len(closing) : state.eMarks[last]].strip(" \t.,;")
    if (after and last == start) or any(state.isEmpty(line) for line in range(start + 1, last)):
        return False  # mathematics in a line of text, or two signs that do not belong together
    if not silent:
        begin, stop = (opening.start(), place + len(closing)) if opening[1] else (opening.end(), place)
        token = state.push("formula", "math", 0)
        token.content, token.info, token.map = _between(state, begin, stop, start, last), after, [start, last + 1]
        state.line = last + 1
    return True


def _between(state: StateBlock, begin: int, stop: int, first: int, last: int) -> str:
    """Return the text between two places, without the marks of quotes and lists."""
    starts = (max(begin, state.bMarks[line] + state.tShift[line]) for line in range(first, last + 1))
    return "\n".join(state.src[start : min(stop, state.eMarks[line])] for line, start in enumerate(starts, first))
