"""Reads a Markdown text into the blocks of a document (`read_blocks`), as a tree of pandoc's elements with their lines.

HTML comments, references and phantoms are not read; a table is read again from its source.  Notes say what is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from checker.writeups.document import Block
from checker.writeups.formats._markdown_parser import parse_blocks, parse_inline, shallow
from checker.writeups.formats._mathematics import mathematics_at
from checker.writeups.formats._notes import pictures_note
from checker.writeups.formats._pandoc_tree import Element, TreeReader
from checker.writeups.formats._spans import BREAK

COMMENT: Final = ("<!--", "-->")
UNSEEN: Final = re.compile(
    r"^ {0,3}\[[^\]\n]{1,80}\]:[ \t]+(?:https?:\S+|#\S*|<[^>\n]*>|/\S*)"
    r"(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$"
    r"|\\[vh]?phantom[ \t]*\{(?:[^{}\n]|\{[^{}\n]*\}){0,200}\}",
    re.MULTILINE,
)
"""The definition of a link, and mathematics that only takes space."""
LETTER: Final = re.compile(r"[^\W\d_]")
NUMBER: Final = re.compile(r"[\d$]")
_UNDERLINE: Final = 3
"""Fewest signs of a line that makes a heading of the one above it."""
_OTHER_PICTURE: Final = re.compile(
    r"!\[\[[^\]\n]{1,200}\]\]|!\[[^\]\n]{0,200}\]\[[^\]\n]{0,200}\]|<(?:svg|object|embed)\b", re.IGNORECASE
)
"""A picture in the notation of Obsidian, by a reference or in HTML."""
_CELL: Final = re.compile(r"\\.|`[^`]*`|[|$]")

STYLES: Final = {
    **dict.fromkeys(("**", "__", "***", "___", "<b", "<strong"), "Strong"),
    **dict.fromkeys(("~~", "<s", "<del", "<strike"), "Strikeout"),
    **dict.fromkeys(("*", "_"), "Emph"),
    "<sub": "Subscript",
    "<sup": "Superscript",
}
"""The element that signs or tags of HTML begin and end."""
TAG: Final = re.compile(r"<(/?)([a-z][a-z0-9]*)[\s/>]", re.IGNORECASE)
_NEW_LINE: Final = frozenset("blockquote br caption div h1 h2 h3 h4 h5 h6 hr li p pre tr".split())  # noqa: SIM905
_TAGS: Final = _NEW_LINE | frozenset(
    """a big center code dd details dl dt em font i img ins kbd mark ol samp section small span summary table tbody td
    tfoot th thead tt u ul var""".split()  # noqa: SIM905 - quotes would hide the names
)
"""Tags that are no text, besides those of STYLES."""
_MOST_OPEN: Final = 8
"""Maximum number of signs that wait for their partner; others stay as they are."""
_OPERAND_AFTER: Final = re.compile(r"\s{0,9}[\w(\[{]")
WORDS: Final = re.compile(r"(?=[^\d+*/=^<>|]*?[^\W\d_]{2})[^\d+*/=^<>|]*+")


def read_blocks(text: str, cell: int | None = None) -> tuple[tuple[Block, ...], tuple[str, ...]]:
    """Return the blocks of a Markdown text, and notes on what was not read."""
    text, deep = shallow(_without_comments(text))
    reader = TreeReader(BREAK, cell)
    reader.read(_Tree(text).elements(SyntaxTreeNode(parse_blocks(text))))
    notes = ("lines nested too deeply were read with at most 16 levels",) if deep else ()
    return tuple(reader.found), (*notes, *pictures_note(reader.found))


def _without_comments(text: str) -> str:
    """Return a text without what a page does not show: HTML comments, references, phantoms; their lines stay."""
    text = UNSEEN.sub("", text)
    begin, end = COMMENT
    pieces, place = [], 0
    while (start := text.find(begin, place)) >= 0 and (stop := text.find(end, start + len(begin))) >= 0:
        pieces += [text[place:start], "\n" * text.count("\n", start, stop)]
        place = stop + len(end)
    return "".join((*pieces, text[place:])) if pieces else text


def _element(kind: str, contents: Any) -> Element:
    return {"t": kind, "c": contents}


class _Tree:
    """Turns the parser's tree into pandoc's elements, with the lines where they begin."""

    def __init__(self, text: str) -> None:
        self.source = text.split("\n")

    def elements(self, parent: SyntaxTreeNode) -> Iterator[Element]:
        for node in parent.children:
            first, after = node.map or (0, 0)
            yield _element("Line", first + 1)
            match node.type:
                case "paragraph":
                    yield from paragraph(node.children[0].content, first + 1)
                case "heading":
                    yield from self.heading(node, first, after)
                case "blockquote":
                    yield _element("BlockQuote", self.elements(node))
                case "bullet_list" | "ordered_list":
                    yield _element("Items", [(_marker(each), self.item(each)) for each in node.children])
                case "fence" if "math" in node.info.split():
                    yield from (_element("Line", first + 2), _element("Formula", node.content))
                case "fence":
                    yield from (_element("Line", first + 2), _element("CodeBlock", [None, node.content]))
                case "formula":
                    yield _element("Formula", node.content)
                    yield from paragraph(node.info, after)
                case "table":
                    yield from self.table(first, after)

    def item(self, node: SyntaxTreeNode) -> Iterator[Element]:
        yield _element("Line", (node.map or (0, 0))[0] + 1)
        yield from self.elements(node)

    def heading(self, node: SyntaxTreeNode, first: int, after: int) -> Iterator[Element]:
        """Yield a heading; lines above a short underline, or above one that ends several lines, are text."""
        content, below = node.children[0].content, self.source[after - 1].lstrip("> \t").rstrip()
        if node.markup.startswith("#"):
            yield from paragraph(content, first + 1, int(node.tag[1]))
        elif len(below) < _UNDERLINE:
            yield from paragraph(f"{content}\n{below}", first + 1)
        else:
            is_heading = "\n" not in content and (LETTER.search(content) or node.markup == "=")
            yield from paragraph(content, first + 1, int(node.tag[1]) if is_heading else 0)

    def table(self, first: int, after: int) -> Iterator[Element]:
        """Yield a table from its source, as the parser would split `$P(a|b)$` and drop surplus cells."""
        rows: list[list[list[Element]]] = []
        rest: list[Element] = []
        for number in (first, *range(first + 2, after)):
            line = re.sub(r"\A[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]+|>)*", "", self.source[number], count=1).strip()
            if "|" in line:
                rows.append([[_element("Plain", _inlines(cell, number + 1))] for cell in _cells(line)])
            else:
                rest += paragraph(line, number + 1)
        yield _element("Rows", rows)
        yield from rest


def _marker(item: SyntaxTreeNode) -> str:
    """Return the number of a list item; the sign of a bullet only if it stands alone or may be that of a sum's term."""
    if item.info:
        return f"{item.info}{item.markup}"
    content = next((each.content for each in item.walk() if each.type == "inline"), "")
    return item.markup if not item.children or (item.markup == "+" and NUMBER.match(content)) else ""


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


def paragraph(content: str, line: int, level: int = 0) -> Iterator[Element]:
    """Yield a paragraph, or a heading, that begins at a line of the source; nothing without text."""
    if content:
        inlines = _inlines(content, line)
        yield _element("Header", [level, None, inlines]) if level else _element("Para", inlines)


class _Open(NamedTuple):
    """What follows a sign or tag that may begin emphasis, an index or an exponent."""

    sign: str
    text: str
    """The sign as it is read if nothing ends it."""
    place: int
    found: list[Element]


def _inlines(content: str, line: int) -> list[Element]:
    """Return the elements of a paragraph whose first line is this one, and a picture for each that it has."""
    return _Inlines(content, line).read()


class _Inlines:
    """Reads a paragraph's tokens one by one, and remembers the signs and tags that are open."""

    def __init__(self, content: str, line: int) -> None:
        self.content = content
        self.line = line
        self.open = [_Open("", "", 0, [])]

    def read(self) -> list[Element]:
        self.add("Line", self.line)
        for token in parse_inline(self.content):
            self.take(token)
        place, line = 0, self.line - self.content.count("\n")
        for other in _OTHER_PICTURE.finditer(self.content):
            place, line = other.start(), line + self.content.count("\n", place, other.start())
            self.add("Image", [None, [_element("Line", line)], ["", ""]])
        return self.closed(0)

    def add(self, kind: str, contents: Any) -> None:
        self.open[-1].found.append(_element(kind, contents))

    def take(self, token: Token) -> None:
        match token.type:
            case "softbreak" | "hardbreak":
                self.line += 1
                self.add("Line", self.line)
                self.open = [each._replace(sign="") if len(each.sign) == 1 else each for each in self.open]
            case "formula":
                self.add("Formula", token.content)
                self.line += token.content.count("\n")
            case "code_inline":
                self.add("Words", token.content.strip())
                self.line += token.meta["lines"]
            case "image" | "link":
                inlines = _inlines(token.content, self.line)
                self.add(token.type.title(), [None, inlines, [token.meta["target"], ""]])
                self.line += token.content.count("\n")
            case "html_inline":
                self.tag(token.content)
                self.line += token.content.count("\n")
            case "run":
                self.run(token)
            case "link_open" | "link_close":
                pass  # of an address
            case _:
                self.add("Words", token.content)

    def begin(self, sign: str, text: str, place: int = 0) -> None:
        """Note that a sign is open; the first of too many is one no more."""
        self.open.append(_Open(sign, text, place, []))
        if len(self.open) > _MOST_OPEN + 1:
            first = self.open.pop(1)
            self.open[0].found.extend((_element("Words", first.text), *first.found))

    def last(self, sign: str) -> int:
        """Return the place of the last sign like this one that is open; 0 if there is none."""
        return next((n for n in range(len(self.open) - 1, 0, -1) if self.open[n].sign == sign), 0)

    def closed(self, place: int) -> list[Element]:
        """Return what follows the sign at this place; later ones that are open are text."""
        found = self.open[place].found
        for each in self.open[place + 1 :]:
            found += [_element("Words", each.text), *each.found]
        del self.open[place:]
        return found

    def run(self, token: Token) -> None:
        sign, place = token.content, token.meta["place"]
        opener = self.last(sign) if sign in STYLES and token.meta["closes"] else 0
        if opener and not (len(sign) == 1 and self.is_product(self.open[opener].place, place)):
            self.add(STYLES[sign], self.closed(opener))
        elif sign in STYLES and token.meta["opens"]:
            self.begin(sign, sign, place)
        else:
            self.add("Words", sign)

    def is_product(self, opening: int, closing: int) -> bool:
        """Return whether two stars are signs of multiplication and not of emphasis: `3 *64 + 2* 5`."""
        before = self.content[max(0, opening - 10) : opening].rstrip()[-1:]
        return bool(
            (before.isalnum() or before in tuple(")]}"))
            and _OPERAND_AFTER.match(self.content, closing + 1)
            and not WORDS.fullmatch(self.content, opening + 1, closing)
        )

    def tag(self, source: str) -> None:
        found = TAG.match(source)
        ends, name = (found[1], found[2].lower()) if found else ("", "")
        if f"<{name}" in STYLES:
            if not ends:
                self.begin(f"<{name}", "")
            elif opener := self.last(f"<{name}"):
                self.add(STYLES[f"<{name}"], self.closed(opener))
        elif name not in _TAGS:
            self.add("Words", source)
        elif name == "img":
            self.add("Image", [None, [_element("Line", self.line)], ["", ""]])
        elif ends and name in {"td", "th"}:
            self.add("Words", " | ")
        elif name in _NEW_LINE:
            self.add("LineBreak", None)
