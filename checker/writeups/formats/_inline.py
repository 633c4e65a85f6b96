"""Reads Markdown inside of a paragraph: emphasis, mathematics, code, links and simple HTML.

Plain text is not always Markdown, so signs that could be multiplication, powers or names stay as they are: `2**10`, `3
*64 + 2* 5`, `d_model`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Final, NamedTuple

from checker.writeups.document import Line
from checker.writeups.formats._mathematics import mathematics_at
from checker.writeups.formats._spans import BREAK, SCRIPTS, STYLED_TAGS, Span, lines_of

SIGN: Final = re.compile(r"[\\`*_~$<&!\[\]\n]")
ESCAPED: Final = re.compile(r"\\([\\`*_{}\[\]()#+\-.|~<>$\"'&%])")
FORMULA: Final = {"(": r"\)", "[": r"\]"}
RUN: Final = {sign: re.compile(f"{re.escape(sign)}+") for sign in "`*_~"}
LINE_END: Final = re.compile(r"\\{1,2}[ \t]*(?=\n)")

LABEL_NUMBERS: Final = re.compile(r"[\d\s.,;:+\-−]*")
TARGET: Final = re.compile(r"\]\((<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)?)(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'))?\)")
ADDRESS: Final = re.compile(r"<|[a-z][a-z0-9+.-]*:|www\.|[./#]|[\d.]*+[^/\s\d.][^/\s]*[./]", re.IGNORECASE)
TAG: Final = re.compile(
    r"<(/?)(a|b|big|blockquote|br|caption|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark"
    r"|ol|p|pre|s|samp|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
WEB: Final = re.compile(r"<((?:https?://|mailto:)[^\s<>]+)>")
ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")

STYLES: Final = {"**": "strong", "__": "strong", "***": "strong", "___": "strong", "~~": "struck"}
SIGNS: Final = frozenset((*STYLES, "*", "_"))
NEW_LINE: Final = frozenset(
    ["blockquote", "br", "caption", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "p", "pre", "tr"]
)
CELLS: Final = frozenset(("td", "th"))

MOST_OPEN: Final = 8
"""Maximum number of signs that wait for their partner; older ones stay as they are."""
LONGEST_LABEL: Final = 200
"""Maximum number of pieces in the text of a link, or in an index."""
OPERAND_AFTER: Final = re.compile(r"\s{0,9}[\w(\[{]")
WORDS: Final = re.compile(r"(?=[^\d+*/=^<>|]*?[^\W\d_]{2})[^\d+*/=^<>|]*+")


class ParagraphText(NamedTuple):
    """The lines of a paragraph without markup, and the descriptions of its pictures."""

    lines: list[Line]
    pictures: list[Line]
    """The descriptions of its pictures."""


def read_inline(content: str, line: int, cell: int | None = None) -> ParagraphText:
    """Return the lines of a paragraph of Markdown without markup, and the descriptions of its pictures.

    The first line is at `line` of the source, in a notebook of `cell`.
    """
    spans, pictures = inline_spans(content, line)
    return ParagraphText(list(lines_of(spans, cell)), [each for span in pictures for each in lines_of([span], cell)])


def inline_spans(content: str, line: int) -> tuple[list[Span], list[Span]]:
    """Return a paragraph as pieces of text in one style, and a piece for each picture with its description.

    `line` is the number of its first line.
    """
    if not SIGN.search(content):
        return [Span(content, line)], []
    scanner = _Scanner(content, line)
    scanner.scan()
    return list(scanner.spans()), scanner.pictures


class _Opener(NamedTuple):
    """A sign or tag that may begin emphasis, an index or an exponent."""

    sign: str
    output: int
    """Its place in the output."""
    place: int
    """Its place in the text."""
    line: int


class _Scanner:
    """Goes through a paragraph once; signs that turn out to be markup are blanked in the output."""

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.place = 0
        self.out: list[tuple[str, int]] = []
        self.styles: dict[int, tuple[str, int]] = {}
        """Where in the output a style begins (1) or ends (-1)."""
        self.openers: list[_Opener] = []
        self.brackets: list[tuple[int, bool]] = []
        """Where in the output brackets are open, and whether they are those of a picture."""
        self.pictures: list[Span] = []
        self.absent: set[str] = set()
        """Signs that do not occur in the rest of the text."""

    def scan(self) -> None:
        """Read the whole paragraph into the output."""
        text = self.text
        while found := SIGN.search(text, self.place):
            if found.start() > self.place:
                self.add(text[self.place : found.start()])
            self.place = found.start()
            _HANDLERS[found[0]](self)
        self.add(text[self.place :])

    def spans(self) -> Iterator[Span]:
        """Yield the output as pieces of text, each with its style."""
        depth = {"strong": 0, "struck": 0}
        for index, (text, line) in enumerate(self.out):
            if index in self.styles:
                style, step = self.styles[index]
                depth[style] += step
            if text:
                yield Span(text, line, depth["strong"] > 0, depth["struck"] > 0)

    def add(self, text: str, length: int | None = None) -> None:
        """Add text to the output, and move on by `length` characters of the source; by those of the text if None."""
        self.out.append((text, self.line))
        self.place += len(text) if length is None else length

    def find(self, sign: str, start: int) -> int:
        """Return the next place of a sign from `start` on, or -1; remembers which signs do not occur any more."""
        if sign in self.absent:
            return -1
        found = self.text.find(sign, start)
        if found < 0:
            self.absent.add(sign)
        return found

    def newline(self) -> None:
        """Go to the next line, where `*` and `_` of earlier lines begin nothing any more."""
        self.place += 1
        self.line += 1
        self.openers = [opener for opener in self.openers if len(opener.sign) > 1]

    def backslash(self) -> None:
        r"""Read mathematics in `\(..\)` or `\[..\]`, a line end, or an escaped sign; any other backslash stays."""
        text, place = self.text, self.place
        closing = FORMULA.get(text[place + 1 : place + 2])
        if closing and (end := self.find(closing, place + 2)) > 0:
            self.mathematics(text[place + 2 : end], end + 2)
        elif found := LINE_END.match(text, place):
            self.place = found.end()
        elif found := ESCAPED.match(text, place):
            self.add(found[1], 2)
        else:
            self.add("\\")

    def dollar(self) -> None:
        """Read mathematics between dollar signs; the sign of a price stays."""
        if found := mathematics_at(self.text, self.place):
            self.mathematics(found[2], found.end())
        else:
            self.add("$")

    def mathematics(self, latex: str, end: int) -> None:
        """Add mathematics, on the line where it begins."""
        self.add(f"${' '.join(latex.split())}$", end - self.place)
        self.line += latex.count("\n")

    def backticks(self) -> None:
        """Read code between backticks; without a partner they stay."""
        run = self.run("`")
        if len(run) > MOST_OPEN:
            self.add(run)
            return
        end = self.find(run, self.place + len(run))
        while end > 0 and len(self.run("`", end)) != len(run):
            end = self.find(run, end + len(self.run("`", end)))
        if end < 0:
            self.absent.add(run)
            self.add(run)
            return
        code = self.text[self.place + len(run) : end]
        self.add(" ".join(code.split("\n")).strip(), 2 * len(run) + len(code))
        self.line += code.count("\n")

    def emphasis(self) -> None:
        """Read `*`, `_` or `~`, repeated or not, which may begin or end emphasis; else they stay."""
        run = self.run(self.text[self.place])
        before = self.text[self.place - 1 : self.place] if self.place else ""
        after = self.text[self.place + len(run) : self.place + len(run) + 1]
        if run in SIGNS:
            if _may_close(run, before, after) and self.close(run):
                return
            if _may_open(run, before, after):
                self.open(run)
        self.add(run)

    def open(self, sign: str) -> None:
        """Remember a sign, such as `*`, that may begin emphasis."""
        self.openers.append(_Opener(sign, len(self.out), self.place, self.line))
        del self.openers[:-MOST_OPEN]

    def last(self, sign: str) -> _Opener | None:
        """Return the last unclosed sign like this one; None if there is none."""
        return next((opener for opener in reversed(self.openers) if opener.sign == sign), None)

    def close(self, run: str) -> bool:
        """End emphasis at this sign; return False if no such sign is open, or the two are signs of multiplication."""
        opener = self.last(run)
        if opener is None or (len(run) == 1 and self.is_product(opener.place, self.place)):
            return False
        del self.openers[self.openers.index(opener) :]
        self.out[opener.output] = ("", opener.line)
        if run in STYLES:
            self.styles[opener.output] = (STYLES[run], 1)
            self.styles[len(self.out)] = (STYLES[run], -1)
        self.add("", len(run))
        return True

    def is_product(self, opening: int, closing: int) -> bool:
        """Return whether two stars are signs of multiplication and not of emphasis: `3 *64 + 2* 5`."""
        before = self.text[max(0, opening - 10) : opening].rstrip()[-1:]
        return bool(
            (before.isalnum() or before in tuple(")]}"))
            and OPERAND_AFTER.match(self.text, closing + 1)
            and not WORDS.fullmatch(self.text, opening + 1, closing)
        )

    def run(self, sign: str, place: int | None = None) -> str:
        """Return a sign as it is repeated at a place, such as `**`; empty if it is not there."""
        found = RUN[sign].match(self.text, self.place if place is None else place)
        return found[0] if found else ""

    def exclamation_mark(self) -> None:
        """Read an exclamation mark, which may begin a picture."""
        if self.text.startswith("![", self.place):
            self.brackets.append((len(self.out), True))
            self.add("![")
        else:
            self.add("!")

    def bracket(self) -> None:
        """Read a bracket that may begin a link."""
        self.brackets.append((len(self.out), False))
        self.add("[")

    def end_bracket(self) -> None:
        """Read the end of a link or a picture: a link's text stays without its address, if that looks like one."""
        index, is_picture = self.brackets.pop() if self.brackets else (None, False)
        found = TARGET.match(self.text, self.place) if index is not None else None
        if index is None or found is None or len(self.out) - index > LONGEST_LABEL:
            self.add("]")
            return
        label = "".join(text for text, _ in self.out[index + 1 :])
        line = self.out[index][1]
        if is_picture:
            self.pictures.append(Span(label or "picture", line))
            self.out[index:] = [("", line)] * (len(self.out) - index)
            self.add("", len(found[0]))
        elif label and ADDRESS.match(found[1]) and not LABEL_NUMBERS.fullmatch(label):
            self.out[index] = ("", line)
            self.brackets.clear()  # there are no links in links
            self.add("", len(found[0]))
        else:
            self.add("]")

    def tag(self) -> None:
        """Read an HTML tag or an address in `<>`; other signs `<` stay."""
        found = TAG.match(self.text, self.place)
        if found is None:
            web = WEB.match(self.text, self.place)
            self.add(web[1] if web else "<", len(web[0]) if web else 1)
            return
        ends, name = found[1] == "/", found[2].lower()
        self.place = found.end()
        self.line += found[0].count("\n")
        if name in STYLED_TAGS or name in SCRIPTS:
            self.styled_tag(name, ends=ends)
        elif name == "img":
            self.pictures.append(Span("picture", self.line))
        elif name in CELLS and ends:
            self.add(" | ", 0)
        elif name in NEW_LINE:
            self.add(BREAK, 0)

    def styled_tag(self, name: str, *, ends: bool) -> None:
        """Read a tag of bold or struck-out text, an index or an exponent."""
        if not ends:
            self.open(f"<{name}")
            self.add(SCRIPTS.get(name, ""), 0)
            return
        found = self.last(f"<{name}")
        if found is None:
            return
        del self.openers[self.openers.index(found) :]
        if name in STYLED_TAGS:
            self.styles[found.output] = (STYLED_TAGS[name], 1)
            self.styles[len(self.out)] = (STYLED_TAGS[name], -1)
            self.add("", 0)
            return
        pieces = self.out[found.output + 1 :] if len(self.out) - found.output <= LONGEST_LABEL else []
        if sum(len(text) for text, _ in pieces) > 1:
            self.out[found.output] = (SCRIPTS[name] + "{", found.line)
            self.add("}", 0)

    def entity(self) -> None:
        """Read an entity such as `&lt;`."""
        found = ENTITY.match(self.text, self.place)
        self.add(unescape(found[0]).replace("\xa0", " ") if found else "&", len(found[0]) if found else 1)


def _may_open(run: str, before: str, after: str) -> bool:
    """Return whether a sign may begin emphasis: text follows, and (except for `~~`) no name or number is before it."""
    if not after.strip():
        return False
    return run == "~~" or not (before.isalnum() or before in tuple(")]}"))


def _may_close(run: str, before: str, after: str) -> bool:
    """Return whether a sign may end emphasis: text is before it, and none follows that belongs to it."""
    if not before.strip():
        return False
    if len(run) == 1:
        return not after.isalnum() and after not in tuple("([{")
    return run == "~~" or not (before.isalnum() and after.isalnum())


_HANDLERS: Final[dict[str, Callable[[_Scanner], None]]] = {
    "\n": _Scanner.newline,
    "\\": _Scanner.backslash,
    "$": _Scanner.dollar,
    "`": _Scanner.backticks,
    "*": _Scanner.emphasis,
    "_": _Scanner.emphasis,
    "~": _Scanner.emphasis,
    "!": _Scanner.exclamation_mark,
    "[": _Scanner.bracket,
    "]": _Scanner.end_bracket,
    "<": _Scanner.tag,
    "&": _Scanner.entity,
}
