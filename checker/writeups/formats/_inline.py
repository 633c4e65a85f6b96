"""Reads Markdown inside of a paragraph: emphasis, mathematics, code, links and simple HTML.

Plain text is not always Markdown, so signs that could be multiplication, powers or names stay as they are: `2**10`, `3
*64 + 2* 5`, `d_model`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final, NamedTuple

from checker.writeups.document import Line
from checker.writeups.formats._mathematics import mathematics_at
from checker.writeups.formats._spans import BREAK, SCRIPTS, STYLED_TAGS, Span, lines_of

SIGN: Final = re.compile(
    r"(?P<newline>\n|\\{1,2}[ \t]*\n)"
    r"|(?P<formula>\\[(\[])"
    r"|(?P<escaped>\\[\\`*_{}\[\]()#+\-.|~<>$\"'&%])|(?P<dollar>\$)"
    r"|(?P<code>(?<!`)`+)"
    r"|(?P<link>!?\[(?P<label>[^\[\]]{0,200}(?:\[[^\[\]]{0,50}\][^\[\]]{0,200})?)\]"
    r"\((?P<target><[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)?)(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'))?\))"
    r"|(?P<web><(?:https?://|mailto:)[^\s<>]+>)"
    r"|(?P<tag><(?P<ends>/?)(?P<name>a|b|big|blockquote|br|caption|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]"
    r"|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|samp|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot"
    r"|th|thead|tr|tt|u|ul|var)(?:\s[^<>]*)?/?>)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});)"
    r"|(?P<run>\*+|_+|~+)",
    re.IGNORECASE,
)
LABEL_NUMBERS: Final = re.compile(r"[\d\s.,;:+\-−]*")
ADDRESS: Final = re.compile(r"<|[a-z][a-z0-9+.-]*:|www\.|[./#]|[\d.]*+[^/\s\d.][^/\s]*[./]", re.IGNORECASE)
STYLES: Final = {"**": "strong", "__": "strong", "***": "strong", "___": "strong", "~~": "struck"}
SIGNS: Final = frozenset((*STYLES, "*", "_"))
NEW_LINE: Final = frozenset(
    ["blockquote", "br", "caption", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "p", "pre", "tr"]
)
MOST_OPEN: Final = 8
"""Maximum number of signs that wait for their partner, and of backticks in a row; others stay as they are."""
LONGEST_SCRIPT: Final = 200
"""Maximum number of pieces in an index or an exponent."""
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
    reader = _Reader(content, line)
    reader.read(0, len(content))
    return list(reader.spans()), reader.pictures


class _Opener(NamedTuple):
    """A sign or tag that may begin emphasis, an index or an exponent."""

    sign: str
    output: int
    """Its place in the output."""
    place: int
    """Its place in the text."""
    line: int


class _Reader:
    """Goes through a paragraph once; signs that turn out to be markup are blanked in the output."""

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.out: list[tuple[str, int]] = []
        self.styles: dict[int, tuple[str, int]] = {}
        """Where in the output a style begins (1) or ends (-1)."""
        self.openers: list[_Opener] = []
        self.pictures: list[Span] = []
        self.absent: set[str] = set()
        """Signs that do not occur in the rest of the text."""

    def read(self, start: int, stop: int) -> None:
        while found := SIGN.search(self.text, start, stop):
            self.add(self.text[start : found.start()])
            start = self.take(found, stop)
            self.line += self.text.count("\n", found.start(), start) if found.lastgroup != "link" else 0
        self.add(self.text[start:stop])

    def take(self, found: re.Match[str], stop: int) -> int:
        if end := self.enclosed(found, stop):
            return end
        sign = found[0]
        match found.lastgroup:
            case "newline":
                self.openers = [each for each in self.openers if len(each.sign) > 1]
            case "escaped" | "formula":
                self.add(sign[1:])
            case "link":
                self.link(found)
            case "web":
                self.add(sign[1:-1])
            case "tag":
                self.tag(found["name"].lower(), ends=bool(found["ends"]))
            case "entity":
                self.add(unescape(sign).replace("\xa0", " "))
            case "run":
                self.emphasis(found)
            case _:
                self.add(sign)
        return found.end()

    def enclosed(self, found: re.Match[str], stop: int) -> int:
        """Read a formula or code; return the place behind it, or 0 if this sign begins none."""
        sign, start = found[0], found.end()
        closing = -1
        match found.lastgroup:
            case "dollar" if mathematics := mathematics_at(self.text, found.start()):
                self.add_formula(mathematics[2])
                return mathematics.end()
            case "formula":
                closing = self.find(r"\)" if sign == r"\(" else r"\]", start, stop)
                if closing >= 0:
                    self.add_formula(self.text[start:closing])
            case "code" if len(sign) <= MOST_OPEN:
                closing = self.closing_ticks(sign, start, stop)
                if closing >= 0:
                    self.add(" ".join(self.text[start:closing].split("\n")).strip())
        return closing + len(sign) if closing >= 0 else 0

    def find(self, sign: str, start: int, stop: int) -> int:
        """Return the next place of a sign, or -1; remember which signs do not occur any more."""
        found = -1 if sign in self.absent else self.text.find(sign, start)
        if found < 0:
            self.absent.add(sign)
        return found if found + len(sign) <= stop else -1

    def closing_ticks(self, ticks: str, start: int, stop: int) -> int:
        """Return the next place of as many backticks in a row, or -1."""
        while (found := self.find(ticks, start, stop)) >= 0:
            start = found + len(ticks)
            while self.text[start : start + 1] == "`":
                start += 1
            if start - found == len(ticks):
                return found
        return -1

    def spans(self) -> Iterator[Span]:
        depth = {"strong": 0, "struck": 0}
        for index, (text, line) in enumerate(self.out):
            if index in self.styles:
                style, step = self.styles[index]
                depth[style] += step
            if text:
                yield Span(text, line, depth["strong"] > 0, depth["struck"] > 0)

    def add(self, text: str) -> None:
        self.out.append((text, self.line))

    def add_formula(self, latex: str) -> None:
        """Add mathematics, on the line where it begins."""
        self.add(f"${' '.join(latex.split())}$")

    def link(self, found: re.Match[str]) -> None:
        """Read a picture, or a link: its text stays without its address, if that looks like one."""
        start, stop = found.span("label")
        if found[0].startswith("!"):
            described, _ = inline_spans(found["label"], self.line)
            self.pictures.append(Span("".join(each.text for each in described) or "picture", self.line))
            self.line += found[0].count("\n")
        elif found["label"] and ADDRESS.match(found["target"]) and not LABEL_NUMBERS.fullmatch(found["label"]):
            self.read(start, stop)
        else:
            self.add("[")
            self.read(start, stop)
            self.add(self.text[stop : found.end()])

    def emphasis(self, found: re.Match[str]) -> None:
        run, (start, end) = found[0], found.span()
        before, after = self.text[max(0, start - 1) : start], self.text[end : end + 1]
        if run in SIGNS:
            if _may_close(run, before, after) and self.close(run, start):
                return
            if _may_open(run, before, after):
                self.open(run, start)
        self.add(run)

    def open(self, sign: str, place: int = 0) -> None:
        self.openers.append(_Opener(sign, len(self.out), place, self.line))
        del self.openers[:-MOST_OPEN]

    def last(self, sign: str) -> _Opener | None:
        """Return the last unclosed sign like this one; None if there is none."""
        return next((opener for opener in reversed(self.openers) if opener.sign == sign), None)

    def close(self, run: str, place: int) -> bool:
        """End emphasis at this sign; return False if no such sign is open, or the two are signs of multiplication."""
        opener = self.last(run)
        if opener is None or (len(run) == 1 and self.is_product(opener.place, place)):
            return False
        self.out[opener.output] = ("", opener.line)
        self.end(opener, STYLES.get(run))
        return True

    def end(self, opener: _Opener, style: str | None) -> None:
        """End what a sign or a tag began; later ones that are open end, too."""
        del self.openers[self.openers.index(opener) :]
        if style:
            self.styles[opener.output] = (style, 1)
            self.styles[len(self.out)] = (style, -1)
        self.add("")

    def is_product(self, opening: int, closing: int) -> bool:
        """Return whether two stars are signs of multiplication and not of emphasis: `3 *64 + 2* 5`."""
        before = self.text[max(0, opening - 10) : opening].rstrip()[-1:]
        return bool(
            (before.isalnum() or before in tuple(")]}"))
            and OPERAND_AFTER.match(self.text, closing + 1)
            and not WORDS.fullmatch(self.text, opening + 1, closing)
        )

    def tag(self, name: str, *, ends: bool) -> None:
        if name in STYLED_TAGS or name in SCRIPTS:
            self.styled_tag(name, ends=ends)
        elif name == "img":
            self.pictures.append(Span("picture", self.line))
        elif name in {"td", "th"} and ends:
            self.add(" | ")
        elif name in NEW_LINE:
            self.add(BREAK)

    def styled_tag(self, name: str, *, ends: bool) -> None:
        if not ends:
            self.open(f"<{name}")
            self.add(SCRIPTS.get(name, ""))
            return
        found = self.last(f"<{name}")
        if found is None:
            return
        pieces = self.out[found.output + 1 :] if len(self.out) - found.output <= LONGEST_SCRIPT else []
        self.end(found, STYLED_TAGS.get(name))
        if name in SCRIPTS and sum(len(text) for text, _ in pieces) > 1:
            self.out[found.output] = (SCRIPTS[name] + "{", found.line)
            self.add("}")


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
