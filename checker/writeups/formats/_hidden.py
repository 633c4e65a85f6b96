"""Splits HTML into tags, removes what a page hides by a tag, a style or a rule, and prepares it for pandoc.

No tree is built, so the cost is linear whatever is nested or left open: parsers that build one need more than a minute
for 100,000 nested `<div>`.  Markdown may have hidden elements, too.  They are blanked out before the text is read, so
that its lines keep their numbers.  `blanked` and `notes_on_hidden` note hidden text with results, for all formats.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape, unescape
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from checker.text.plain import brief
from checker.writeups.formats._decode import Decoded

TAG: Final = re.compile(
    r"<(?:!--|(/?)([a-zA-Z][^\s/<>]*+)(?:((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)|([^<>]*+))>|[!?/][^<>]*+>)"
)
UNSHOWN: Final = frozenset(("head", "style", "svg", "template", "button", "noscript", "object", "iframe"))
"""Elements whose contents are not shown."""
OPAQUE: Final = UNSHOWN | {"script", "math"}
"""Elements that are one token."""


class Tag(NamedTuple):
    """A tag of HTML, or a comment, which has no name, with its place in the source."""

    start: int
    inside: int
    """The place behind the tag."""
    end: int
    """The place behind the tag and the contents of an opaque element or a comment."""
    name: str = ""
    ends: bool = False
    """Whether it ends an element."""
    attributes: Mapping[str, str] = MappingProxyType({})


def tags(source: str) -> Iterator[Tag]:
    """Yield the tags and comments of HTML; none within an opaque element or a comment.

    What nothing ends is not searched again.
    """
    place = 0
    unclosed: set[str] = set()
    while found := TAG.search(source, place):
        inside = place = found.end()
        name = (found[2] or found[0]).lower()
        is_opaque = name == "<!--" or (name in OPAQUE and found[1] != "/")
        if is_opaque and name not in unclosed:
            closing = "-->" if name == "<!--" else rf"</{name}\s*>"
            stop = re.compile(closing, re.IGNORECASE).search(source, inside)
            unclosed |= set() if stop else {name}
            place = stop.end() if stop else inside
        own = (name, found[1] == "/", _attributes(found[3] or found[4] or "")) if found[2] else ()
        yield Tag(found.start(), inside, place, *own)


def _attributes(text: str) -> dict[str, str]:
    if not text or text.isspace():
        return {}
    found = re.finditer(r"([^\s=\"'/<>]++)\s*+(?:=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++)))?", text)
    return {each[1].lower(): unescape(each[2] or each[3] or each[4] or "") for each in found}


_SUSPECT: Final = re.compile(
    r"<(?:template|dialog|datalist|style|video|audio|canvas|noembed|noframes)\b|\bhidden\b|style\s*=",
    re.IGNORECASE,
)
_FORMULA: Final = re.compile(r"katex|mathjax|mjx", re.IGNORECASE)
"""Classes and elements of formulas: what they hide from the eye repeats what they show."""
_ALWAYS: Final = frozenset(("template", "datalist", "video", "audio", "canvas", "noembed", "noframes"))
"""Elements whose text is never shown, or only by very old browsers.  Scripts and styles are left out by the readers,
since some scripts hold formulas."""
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
_PRINT: Final = re.compile(r"@media\s+print\s*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.IGNORECASE)
_RULE: Final = re.compile(r"([^{};]+)\{([^{}]*)\}")
_UNSEEN: Final = re.compile(
    r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|text-decoration[^;}]*line-through)",
    re.IGNORECASE,
)
_CODE: Final = re.compile(
    r"^([ \t]*)(`{3,}|~{3,})[^\n]*\n(?:.*\n)*?[ \t]*\2[`~]*[ \t]*$|(`+)(?!`)[^\n]*?(?<!`)\3(?!`)", re.MULTILINE
)
"""Code in Markdown, whose tags are shown."""
_RESULT: Final = re.compile(r"\d|[∞π√]|\b[A-Z]\b")
_QUOTED: Final = 60
HIDDEN: Final = "hidden text was not read: “{}”"


Hidden = tuple[int, int]
"""Where a piece of a text that is hidden begins and ends."""


def without_hidden(source: Decoded, *, is_markdown: bool = False) -> Decoded:
    """Return HTML, or Markdown with HTML in it, without its hidden elements, and notes; lines keep their numbers.

    No answer is graded by text that no reader sees.
    """
    if "<" not in source.text or not _SUSPECT.search(source.text):
        return source
    text = _CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source.text) if is_markdown else source.text
    return blanked(source, _hidden(text))


def blanked(source: Decoded, hidden: Iterable[Hidden]) -> Decoded:
    """Return a text with these pieces replaced by empty lines, and notes on those that hold results.

    Lines keep their numbers.
    """
    text, pieces, place, texts = source.text, [], 0, []
    for start, end in hidden:
        if start >= place:
            texts.append(unescape(re.sub(r"<[^<>]*>", " ", text[start:end][: 20 * _QUOTED])))
            pieces += [text[place:start], "\n" * text.count("\n", start, end)]
            place = end
    notes = (*source.notes, *notes_on_hidden(texts))
    return source._replace(text="".join((*pieces, text[place:])), notes=notes)


def notes_on_hidden(texts: Iterable[str]) -> tuple[str, ...]:
    """Return notes on hidden texts that hold results."""
    return tuple(islice((HIDDEN.format(brief(text, _QUOTED)) for text in texts if _RESULT.search(text)), 5))


def _hidden(source: str) -> Iterator[Hidden]:
    """Yield the elements that are not shown, none of them within another."""
    rules = _hiding_rules(source)
    place = 0
    for tag in tags(source):
        is_formula = _FORMULA.search(source, tag.start, tag.inside)
        if tag.start >= place and tag.name and not tag.ends and not is_formula and _hides(tag, rules):
            place = end_of(tag.name, source, tag.inside)
            yield tag.start, place


def _hides(tag: Tag, rules: Collection[str]) -> bool:
    found = tag.attributes
    if tag.name in _ALWAYS or "hidden" in found or (tag.name == "dialog" and "open" not in found):
        return True
    names = (tag.name, f"#{found.get('id', '')}", *(f".{each}" for each in found.get("class", "").split()))
    return bool(_UNSEEN.search(found.get("style", ""))) or any(each in rules for each in names)


def end_of(name: str, source: str, place: int) -> int:
    """Return where an element ends; at the end of the text if nothing ends it."""
    if name in {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}:
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


def _hiding_rules(source: str) -> frozenset[str]:
    """Return the elements, classes and ids that a rule of the page hides: `.note`, `#key`."""
    styles = (_PRINT.sub("", re.sub(r"/\*.*?\*/", "", each, flags=re.DOTALL)) for each in _RULES.findall(source))
    rules = (selectors for style in styles for selectors, rule in _RULE.findall(style) if _UNSEEN.search(rule))
    return frozenset(each.strip() for selectors in rules for each in selectors.split(","))


_REPEATS: Final = re.compile(r"\b(?:katex-html|MathJax\w*|MJX[\w-]+|hidden-readable)(?![\w-])")
"""Classes of elements that repeat a formula for the eye, or for screen readers."""
EQUATION: Final = ("data-equation-content", "data-latex", "data-tex")
_ALTERNATIVE: Final = re.compile(r"(?:(?<!\s)\s++)?LaTeX:\s*", re.IGNORECASE)
TICKED, TYPED = frozenset({"radio", "checkbox"}), frozenset({"text", "number"})
TICK, NO_TICK = "☑ ", "☐ "
PICTURE: Final = '<img src="picture" alt="{}">'


def prepared(source: str) -> str:
    """Return a page as pandoc can read it, which knows neither forms nor the LaTeX in the attributes of pictures.

    Boxes become `☑` or `☐`, and menus what is selected.
    """
    pieces: list[str] = []
    place = 0
    is_rejected = False
    """Whether the current text is an option of a menu that is not selected."""
    for tag in tags(source):
        if tag.start < place:
            continue
        pieces.append("" if is_rejected else source[place : tag.start])
        place, found = tag.end, tag.attributes
        if found.get("aria-hidden") == "true" or _REPEATS.search(found.get("class", "")):
            place = end_of(tag.name, source, tag.inside)
        elif tag.name in {"option", "select"}:
            is_rejected = tag.name == "option" and not tag.ends and "selected" not in found
        elif tag.name and not is_rejected:
            pieces.append(_shown(tag, source[tag.start : tag.end]))
    return "".join((*pieces, source[place:]))


def _shown(tag: Tag, source: str) -> str:
    """Return what pandoc gets for a tag, or for an element such as `<math>` with its contents."""
    if tag.name in {"object", "embed"}:
        return "" if tag.ends else PICTURE.format("")
    if tag.name in UNSHOWN:
        return ""
    if tag.name == "textarea":
        return " "
    if tag.name == "input":
        return _typed(tag)
    if tag.name == "img":
        latex = _equation(tag)
        return f"\\({escape(latex)}\\)" if latex else PICTURE.format(escape(tag.attributes.get("alt", "")))
    return source


def _typed(tag: Tag) -> str:
    sort = tag.attributes.get("type", "text").lower()
    if sort in TICKED:
        return f"<br>{TICK if 'checked' in tag.attributes else NO_TICK}"
    return f" {escape(tag.attributes.get('value', ''))} " if sort in TYPED else ""


def _equation(tag: Tag) -> str:
    """Return the LaTeX of the equation that a picture shows; empty if it has none."""
    alternative = tag.attributes.get("alt", "")
    latex = next((tag.attributes[name] for name in EQUATION if name in tag.attributes), "")
    if not latex and ("equation" in tag.attributes.get("class", "") or _ALTERNATIVE.match(alternative)):
        latex = _ALTERNATIVE.sub("", alternative)
    return latex
