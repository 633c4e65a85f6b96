"""Reads a Markdown text into the blocks of a document (`read_blocks`).

It is CommonMark with tables and formulas, without the rules that misread plain text.  HTML comments, references and
phantoms are not read; a table is read again from its source.  Notes say what is left out.
`MarkdownText` is the text of one paragraph.  Signs in it that could be multiplication, powers or names stay as they are
(`2**10`, `3 *64 + 2* 5`, `d_model`), and so does `[0, 1](2)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.blockquote import blockquote
from markdown_it.rules_block.fence import fence
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from checker.writeups.document import Block, Place
from checker.writeups.formats._decode import cleaned
from checker.writeups.formats._notes import is_picture_link
from checker.writeups.formats._spans import BREAK, BlockBuilder, Span, mathematics_at, row, script

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


_NEW_LINE: Final = "blockquote br caption div h[1-6] hr li p pre tr".replace(" ", "|")
_TAGS: Final = (
    "a|big|center|code|dd|details|dl|dt|em|font|i|img|ins|kbd|mark|ol|samp|section|small|span|summary|table|tbody|td|"
    "tfoot|th|thead|tt|u|ul|var"
)
"""Tags that are no text, besides those that begin a new line, and those of STYLES."""
STYLES: Final = {
    **dict.fromkeys(("**", "__", "***", "___", "<b", "<strong"), "strong"),
    **dict.fromkeys(("~~", "<s", "<del", "<strike"), "struck"),
    **dict.fromkeys(("*", "_"), ""),
    "<sub": "_",
    "<sup": "^",
}
"""How the text between signs or tags of HTML looks; that in italics looks like any other."""
_SIGN: Final = re.compile(
    r"(?P<line>(?:\\{1,2}|(?<![ \t]))[ \t]*\n)"
    r"|(?P<formula>\$|\\[(\[])"
    r"|\\(?P<escaped>[\\`*_{})\]#+\-.|~<>$\"'&%])"
    r"|(?P<code>`+)"
    r"|<(?P<address>[a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>"
    rf"|<(?P<ends>/?)(?P<tag>{_NEW_LINE}|{_TAGS}|b|strong|s|del|strike|sub|sup)(?:\s[^<>]*)?/?>"
    r"|(?P<entity>&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)"
    r"|(?P<picture>!?)\[(?P<label>(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]{0,50}\]){0,50}+\]){0,400}+)\]"
    r"\((?P<target><[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)?)(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'))?\)"
    r"|(?P<run>\*+|_+|~+)",
    re.IGNORECASE,
)
ADDRESS: Final = re.compile(r"<|[a-z][a-z0-9+.-]*:|www\.|[./#]|[\d.]*+[^/\s\d.][^/\s]*[./]", re.IGNORECASE)
_OTHER_PICTURE: Final = re.compile(
    r"!\[\[[^\]\n]{1,200}\]\]|!\[[^\]\n]{0,200}\]\[[^\]\n]{0,200}\]|<(?:svg|object|embed)\b", re.IGNORECASE
)
"""A picture in the notation of Obsidian, by a reference or in HTML."""
OPERAND: Final = tuple(")]}")
_OPERAND_AFTER: Final = re.compile(r"\s{0,9}[\w(\[{]")
WORDS: Final = re.compile(r"(?=[^\d+*/=^<>|]*?[^\W\d_]{2})[^\d+*/=^<>|]*+")


class _Open(NamedTuple):
    """A sign that waits for its partner, its place in the text, and that of its span."""

    sign: str
    place: int
    span: int


class MarkdownText:
    """The text of a paragraph that begins at a line of the source: its spans, and its pictures."""

    def __init__(self, content: str, line: int) -> None:
        self.content = content
        self.line = line
        self.spans: list[Span] = []
        self.pictures: list[tuple[list[Span], int]] = []
        """The description of each, and its line."""
        self._open: list[_Open] = []
        self._inside_line = 0
        """Line ends in formulas, code and tags of this line, which goes on behind them."""
        self._missing: set[str] = set()
        """Closing signs of which there are no more."""
        self._read()
        self.pictures += (
            ([], line + content.count("\n", 0, found.start())) for found in _OTHER_PICTURE.finditer(content)
        )

    def _read(self) -> None:
        place = 0
        while found := _SIGN.search(self.content, place):
            self._words(self.content[place : found.start()])
            place = self._take(found)
            if not place:
                self._words(found[0].removeprefix("\\"))
                place = found.end()
        self._words(self.content[place:])

    def _words(self, text: str) -> None:
        if text:
            self.spans.append(Span(text, self.line))

    def _take(self, found: re.Match[str]) -> int:
        """Read what begins with a sign, and return where it ends; 0 if the sign is text."""
        end = found.end()
        match found.lastgroup:
            case "line":
                self.line += 1 + self._inside_line
                self._inside_line = 0
                self._open = [each for each in self._open if len(each.sign) > 1]
            case "code" | "formula":
                end = self._between(found)
            case "tag":
                self._tag(found["tag"].lower(), end, ends=bool(found["ends"]))
                self._inside_line += found[0].count("\n")
            case "target":
                end = self._link(found)
            case "run":
                end = self._run(found)
            case _:
                self._words(
                    found["address"] or cleaned(unescape(found["entity"] or found["escaped"])).replace("\n", " ")
                )
        return end

    def _between(self, found: re.Match[str]) -> int:
        """Read a formula, or code, up to its closing sign, and return where it ends; 0 if nothing closes it."""
        sign, is_code = found[0], found[0][0] == "`"
        if sign == "$":
            formula = mathematics_at(self.content, found.start())
            text, end = (formula[2], formula.end()) if formula else ("", 0)
        else:
            closing = {r"\(": r"\)", r"\[": r"\]"}.get(sign, sign)
            pattern = re.compile(rf"(?<!`){sign}(?!`)" if is_code else re.escape(closing))
            stop = None if closing in self._missing else pattern.search(self.content, found.end())
            self._missing |= set() if stop else {closing}
            text, end = (self.content[found.end() : stop.start()], stop.end()) if stop else ("", 0)
        if end:
            self._words(text.replace("\n", " ").strip() if is_code else f"${' '.join(text.split())}$")
            self._inside_line += text.count("\n")
        return end

    def _link(self, found: re.Match[str]) -> int:
        """Read a picture, or a link: one whose text is a number, or to what is no address, is text."""
        label, is_picture = found["label"], bool(found["picture"])
        if not is_picture and (re.fullmatch(r"[\d\s.,;:+\-−]*", label) or not ADDRESS.match(found["target"])):
            return 0
        inside = MarkdownText(label, self.line)
        if is_picture:
            self.pictures.append((inside.spans, self.line))
        else:
            self.spans += inside.spans
            self.pictures += [([], self.line)] if is_picture_link(found["target"]) else []
        self.pictures += inside.pictures
        self.line += label.count("\n")
        return found.end()

    def _run(self, found: re.Match[str]) -> int:
        """Read signs that may begin or end emphasis."""
        sign, (start, end) = found[0], found.span()
        if sign not in STYLES:
            return 0
        before, after = self.content[max(0, start - 1) : start], self.content[end : end + 1]
        may_close = (not after.isalnum() and after not in tuple("([{")) if len(sign) == 1 else True
        closes = before.strip() and may_close and (sign == "~~" or not (before.isalnum() and after.isalnum()))
        opener = self._last(sign) if closes else None
        if opener and not (len(sign) == 1 and self._is_product(opener.place, start)):
            self._style(opener)
        elif after.strip() and (sign == "~~" or not (before.isalnum() or before in OPERAND)):
            self._begin(sign, start)
            self._words(sign)
        else:
            return 0
        return end

    def _tag(self, name: str, place: int, *, ends: bool) -> None:
        if f"<{name}" in STYLES:
            if not ends:
                self._begin(f"<{name}", place)
                self.spans.append(Span("", self.line))
            elif opener := self._last(f"<{name}"):
                self._style(opener)
        elif name == "img":
            self.pictures.append(([], self.line))
        elif ends and name in {"td", "th"}:
            self._words(" | ")
        elif re.fullmatch(_NEW_LINE, name):
            self._words(BREAK)

    def _begin(self, sign: str, place: int) -> None:
        # maximum number of signs that wait for their partner; others stay as they are
        self._open = [*self._open, _Open(sign, place, len(self.spans))][-8:]

    def _last(self, sign: str) -> _Open | None:
        """Return the last sign like this one that is open."""
        return next((each for each in reversed(self._open) if each.sign == sign), None)

    def _style(self, opener: _Open) -> None:
        """Give the text after an opening sign its style; later signs that are open are text."""
        del self._open[self._open.index(opener) :]
        style, inside = STYLES[opener.sign], self.spans[opener.span + 1 :]
        if style in {"_", "^"}:
            inside = [Span(script(style, "".join(each.text for each in inside)), self.line)]
        elif style:
            strong, struck = style == "strong", style == "struck"
            inside = [each._replace(strong=each.strong or strong, struck=each.struck or struck) for each in inside]
        self.spans[opener.span :] = inside

    def _is_product(self, opening: int, closing: int) -> bool:
        """Return whether two stars are signs of multiplication and not of emphasis: `3 *64 + 2* 5`."""
        before = self.content[max(0, opening - 10) : opening].rstrip()[-1:]
        return bool(
            (before.isalnum() or before in OPERAND)
            and _OPERAND_AFTER.match(self.content, closing + 1)
            and not WORDS.fullmatch(self.content, opening + 1, closing)
        )
