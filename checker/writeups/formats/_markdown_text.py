"""Reads the text of a paragraph of Markdown into spans: bold and struck-out text, code, formulas, links, pictures.

Signs that could be multiplication, powers or names stay as they are (`2**10`, `3 *64 + 2* 5`, `d_model`), and so does
`[0, 1](2)`.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final, NamedTuple

from checker.writeups.formats._decode import cleaned
from checker.writeups.formats._mathematics import mathematics_at
from checker.writeups.formats._notes import is_picture_link
from checker.writeups.formats._spans import BREAK, Span, script

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
