"""Removes what an HTML page does not show: elements hidden by a tag, an attribute, a style or a rule of the page.

Markdown may have such elements, too. They are blanked out before the text is read, so that its lines keep their
numbers. `blanked` and `notes_on_hidden` note hidden text that holds results, for all formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final, NamedTuple

from checker.writeups.formats._html_tokens import Tag, placed_tags

_SUSPECT: Final = re.compile(
    r"<(?:template|dialog|details|datalist|style|video|audio|canvas|noembed|noframes)\b|\bhidden\b|style\s*=|color\s*=|size\s*=|\b(?:d-none|sr-only|accesshide|screen-reader)",
    re.IGNORECASE,
)
_FORMULA: Final = re.compile(r"katex|mathjax|mjx", re.IGNORECASE)
"""Classes and elements of formulas: what they hide from the eye repeats what they show."""
_ALWAYS: Final = frozenset(("template", "datalist", "video", "audio", "canvas", "noembed", "noframes"))
"""Elements whose text is never shown, or only by very old browsers.  Scripts and styles are left out by the readers,
since some scripts hold formulas."""
_CLOSED: Final = frozenset({"dialog", "details"})
"""Elements that are shown only where they are open."""
_VOID: Final = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
_FLOW: Final = "p|div|ul|ol|dl|table|pre|h[1-6]|blockquote|section|article|form|hr|header|footer|figure"
_ENDED_BY: Final = {
    "p": rf"</?(?:{_FLOW})\b",
    "li": r"<li\b|</[uo]l\b",
    "td": r"</?t[dhr]\b|</table\b",
    "th": r"</?t[dhr]\b|</table\b",
    "tr": r"<tr\b|</table\b",
    "dd": r"</?d[dtl]\b",
    "dt": r"</?d[dtl]\b",
    "option": r"</?(?:option|select)\b",
}
"""By element whose end tag may be missing: the tags that end it."""
_RULES: Final = re.compile(r"<style\b[^<>]*>(.*?)</style\s*>", re.DOTALL | re.IGNORECASE)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_PRINT: Final = re.compile(r"@media\s+print\s*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.IGNORECASE)
_RULE: Final = re.compile(r"([^{};]+)\{([^{}]*)\}")
_SIMPLE: Final = re.compile(r"(?P<tag>[a-z][a-z0-9]*)?(?P<names>(?:[.#][\w-]+)*)", re.IGNORECASE)
_WHITE: Final = (
    r"(?:#f{3,4}\b|#f{6}(?:f{2})?\b|(?:ghost)?white\b|snow\b|ivory\b|transparent\b|rgba?\(\s*(?:25[0-5]|24\d)\s*,?\s*(?:25[0-5]|24\d)"
    r"\s*,?\s*(?:25[0-5]|24\d)|rgba\([^)]*[,/]\s*0?\.?0+\s*\)|hsla?\([^)]*,\s*100%)"
)
_UNSEEN: Final = re.compile(
    r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*(?:0?\.0\d*|0)(?![\d.])"
    r"|content-visibility\s*:\s*hidden|font-size\s*:\s*(?:[01](?:\.\d+)?(?:px|pt)|0?\.[01]\d*\w*|0\w*)\s*(?:;|!|$)"
    r"|text-indent\s*:\s*-\s*\d{3,}|(?:left|right|top|bottom|margin(?:-\w+)?)\s*:\s*-\s*\d{3,}|clip(?:-path)?\s*:\s*(?:rect\(|inset\()"
    r"|transform\s*:[^;]*(?:scale[XY]?\(\s*0|translate\w*\([^)]*-\s*\d{4})|font\s*:\s*0)",
    re.IGNORECASE,
)
_CUT_OFF: Final = re.compile(
    r"(?<![\w-])(?:max-)?(?:height|width)\s*:\s*[01](?:px|pt|em|rem)?\s*(?:;|!|$)", re.IGNORECASE
)
_OVERFLOW: Final = re.compile(r"overflow\s*:\s*hidden", re.IGNORECASE)
_BACKGROUND: Final = re.compile(
    rf"(?<![\w-])(?:background(?:-color)?\s*:(?!\s*(?:{_WHITE}|none|inherit))|text-shadow\s*:)|\bbgcolor\s*=",
    re.IGNORECASE,
)
"""A background, on which white text is shown."""
_COLOURED: Final = re.compile(rf"(?<![\w-])(?:-webkit-text-fill-)?color\s*:\s*{_WHITE}", re.IGNORECASE)
_HIDDEN_CLASS: Final = re.compile(
    r"(?:^|\s)(?:d-none|sr-only|visually-hidden|screen-reader-only|accesshide|hidden)(?=\s|$)"
)
"""Classes by which the styles of platforms hide text; without these styles it is shown."""
_CODE: Final = re.compile(
    r"^([ \t]*)(`{3,}|~{3,})[^\n]*\n(?:.*\n)*?[ \t]*\2[`~]*[ \t]*$|(`+)(?!`)[^\n]*?(?<!`)\3(?!`)", re.MULTILINE
)
"""Code in Markdown, whose tags are shown."""
_INK: Final = re.compile(r"[^\n]")
_SUMMARY: Final = re.compile(r"\s*<summary\b.*?</summary\s*>", re.IGNORECASE | re.DOTALL)
_RESULT: Final = re.compile(r"\d|[∞π√]|\b[A-Z]\b")
_MARKUP: Final = re.compile(r"<[^<>]*>")
_QUOTED: Final = 60
_MOST: Final = 5
HIDDEN: Final = "hidden text was not read: “{}”"
UNSURE: Final = "Some text of this file may be hidden, so it was not read: “{}”."


class Shown(NamedTuple):
    """A text without what its page hides, since no answer is graded by text that no reader sees; and notes on that."""

    text: str
    notes: tuple[str, ...] = ()
    """Notes on hidden text that holds results."""
    unread: tuple[str, ...] = ()
    """Sentences on text that a reader of the page may or may not see."""


class Hidden(NamedTuple):
    """A piece of a text that is hidden, or perhaps hidden (`is_certain` False)."""

    start: int
    end: int
    is_certain: bool


def without_hidden(source: str, *, is_markdown: bool = False) -> Shown:
    """Return HTML, or Markdown with HTML in it, without its hidden elements, and notes; lines keep their numbers."""
    if "<" not in source or not _SUSPECT.search(source):
        return Shown(source)
    return blanked(
        Shown(source), _hidden(_CODE.sub(lambda code: _INK.sub(" ", code[0]), source) if is_markdown else source)
    )


def blanked(shown: Shown, hidden: Iterable[Hidden]) -> Shown:
    """Return a text with these pieces replaced by empty lines, and notes on those that hold results.

    Lines keep their numbers.  A piece that is only perhaps hidden stays if it holds no result.
    """
    source, notes, unread = shown.text, [*shown.notes], [*shown.unread]
    pieces, place = [], 0
    for start, end, is_certain in hidden:
        inside = _beginning(unescape(_MARKUP.sub(" ", source[start:end][: 20 * _QUOTED])))
        has_result = bool(_RESULT.search(inside))
        if start < place or not (is_certain or has_result):
            continue
        pieces += [source[place:start], "\n" * source.count("\n", start, end)]
        place = end
        if has_result and is_certain and len(notes) < _MOST:
            notes.append(HIDDEN.format(inside))
        elif has_result and len(unread) < _MOST:
            unread.append(UNSURE.format(inside))
    return Shown("".join((*pieces, source[place:])), tuple(notes), tuple(unread))


def notes_on_hidden(texts: Iterable[tuple[str, bool]]) -> Shown:
    """Return notes on hidden texts that hold results, with an empty text.

    Each text comes with whether it is surely hidden.
    """
    notes: list[str] = []
    unread: list[str] = []
    for text, is_certain in texts:
        if _RESULT.search(text):
            (notes if is_certain else unread).append((HIDDEN if is_certain else UNSURE).format(_beginning(text)))
    return Shown("", tuple(notes[:_MOST]), tuple(unread[:_MOST]))


def _beginning(text: str) -> str:
    """Return the first 60 characters of a text, on one line, for a note."""
    text = " ".join(text[: 20 * _QUOTED].split())
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


def _hidden(source: str) -> Iterator[Hidden]:
    """Yield the elements that are not shown, none of them within another."""
    rules = _Rules(source)
    place = 0
    for start, inside, _, tag in placed_tags(source):
        if start < place or tag is None or tag.ends or _FORMULA.search(source, start, inside):
            continue
        certain = _hides(tag, rules)
        if certain is None:
            continue
        place = _end_of(tag.name, source, inside)
        yield Hidden(_after_summary(source, inside) if tag.name == "details" else start, place, certain)


def _after_summary(source: str, place: int) -> int:
    """Return where the content of a `<details>` element begins, after its `<summary>`, which is always shown."""
    summary = _SUMMARY.match(source, place)
    return summary.end() if summary else place


def _hides(tag: Tag, rules: _Rules) -> bool | None:
    """Return whether an element is surely hidden, or False if perhaps; None if it is shown."""
    if tag.name in _ALWAYS:
        return True
    found = tag.attributes
    if tag.name in _CLOSED:
        return None if "open" in found else tag.name == "dialog"
    style = found.get("style", "")
    if tag.name == "font":
        style += f";color:{found.get('color', '')};font-size:{found.get('size', '3')}px"
    if "hidden" in found or (verdict := rules.hides(style)):
        return True
    if verdict is False or (verdict := rules.verdict(tag)) is not None:
        return verdict
    return False if _HIDDEN_CLASS.search(found.get("class", "")) else None


def _end_of(name: str, source: str, place: int) -> int:
    """Return where an element ends; at the end of the text if nothing ends it."""
    if name in _VOID:
        return place
    if name in _ENDED_BY:
        found = re.compile(_ENDED_BY[name], re.IGNORECASE).search(source, place)
        if found is None:
            return len(source)
        closing = re.compile(rf"</{name}\s*>", re.IGNORECASE).match(source, found.start())
        return closing.end() if closing else found.start()
    depth = 1
    for found in re.compile(rf"<(/?){name}\b[^<>]*>", re.IGNORECASE).finditer(source, place):
        depth += -1 if found[1] else 1
        if not depth:
            return found.end()
    return len(source)


class _Rules:
    """The rules of a page that hide elements."""

    def __init__(self, source: str) -> None:
        self.has_backgrounds = bool(_BACKGROUND.search(source))
        self._rules: dict[str, dict[tuple[str, frozenset[str]], bool]] = {}
        """By a class or an id (or else the tag): the tag (or empty), all names, and whether the rule surely hides."""
        for style in _RULES.findall(source):
            self._read(_PRINT.sub("", _COMMENT.sub("", style)))

    def _read(self, text: str) -> None:
        """Remember the rules of a style sheet that hide elements, or perhaps hide them."""
        for selectors, style in _RULE.findall(text):
            certain = self.hides(style)
            for selector in selectors.split(",") if certain is not None else ():
                *around, last = selector.split() or [""]
                simple = _SIMPLE.fullmatch(last)
                if simple and last:
                    names = frozenset(re.findall(r"[.#][\w-]+", simple["names"]))
                    tag = (simple["tag"] or "").lower()
                    rules = self._rules.setdefault(min(names, default=tag), {})
                    rules[tag, names] = rules.get((tag, names), False) or (bool(certain) and not around)

    def hides(self, style: str) -> bool | None:
        """Return whether a style hides its element: True if surely, False if perhaps, None if not."""
        if _UNSEEN.search(style) or (_CUT_OFF.search(style) and _OVERFLOW.search(style)):
            return True
        return not self.has_backgrounds if _COLOURED.search(style) else None

    def verdict(self, tag: Tag) -> bool | None:
        """Return whether a rule of the page hides an element: True if surely, False if perhaps, None if not."""
        if not self._rules:
            return None
        names = {f".{each}" for each in tag.attributes.get("class", "").split()} | {f"#{tag.attributes.get('id', '')}"}
        found = [
            certain
            for key in (*names, tag.name)
            for (name, wanted), certain in self._rules.get(key, {}).items()
            if name in {"", tag.name} and wanted <= names
        ]
        return any(found) if found else None
