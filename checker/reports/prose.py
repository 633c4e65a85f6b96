"""Markdown as authors write it, with mathematics between dollar signs, as HTML that needs no network."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from markupsafe import Markup

from checker.notation.steering import without_steering

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

MATHML: Final = "http://www.w3.org/1998/Math/MathML"

KEPT: Final = frozenset(
    {
        "accent", "close", "columnalign", "columnlines", "columnspacing", "depth", "display", "displaystyle", "fence",
        "form", "height", "largeop", "linethickness", "lspace", "mathvariant", "maxsize", "minsize", "movablelimits",
        "open", "rowspacing", "rspace", "scriptlevel", "separators", "stretchy", "symmetric", "width",
    }
)  # fmt: skip
"""Attributes of MathML that stay; links, styles and handlers of events do not."""

ELEMENTS: Final = frozenset(
    {
        "math", "menclose", "mfenced", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom",
        "mprescripts", "mroot", "mrow", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd",
        "mtext", "mtr", "munder", "munderover", "none",
    }
)  # fmt: skip
"""Elements of MathML; where the converter lets another one through, the TeX is shown instead."""

HEADING: Final = re.compile(r"(</?h)([1-6])")
"""A heading of a prompt, which becomes one below those of the page."""

_SHAPES: Final[Mapping[str, str]] = {
    **dict.fromkeys("()", "round"),
    **dict.fromkeys("[]", "square"),
    **dict.fromkeys("{}", "brace"),
    "|": "bar",
    **dict.fromkeys("‖∥", "bars"),
    **dict.fromkeys("⌈⌉", "ceil"),
    **dict.fromkeys("⌊⌋", "floor"),
}
"""By sign, the class of the page's style that draws it."""

_TALL: Final = frozenset({"mfrac", "mtable", "munder", "mover", "munderover"})
"""Elements that are taller than a line."""


@cache
def html(text: str) -> Markup:
    r"""Return Markdown as HTML; tags in it are text, and pictures only their description.

    >>> html("Let $x^2$.  **Give** `x`.")  # doctest: +ELLIPSIS
    Markup('<p>Let <span ...><msup><mi>x</mi><mn>2</mn></msup>...</span>.  <strong>Give</strong> <code>x</code>.</p>\n')
    """
    found = HEADING.sub(
        lambda match: match[1] + str(min(6, int(match[2]) + 3)), _parser().render(without_steering(text))
    )
    return Markup(found)  # noqa: S704 - made by the parser, which escapes what authors write


def mathematics(tex: str, *, is_block: bool = False) -> str:
    """Return MathML for TeX, and the TeX itself as code where it cannot be read.

    >>> mathematics("d^2")
    '<math display="inline"><mrow><msup><mi>d</mi><mn>2</mn></msup></mrow></math>'
    """
    from latex2mathml.converter import convert

    try:
        root = ET.fromstring(convert(tex, display="block" if is_block else "inline"))  # noqa: S314 - our own
    except Exception:  # noqa: BLE001 - a formula that cannot be shown must not cost anyone a page
        return f"<code>{escape(tex)}</code>"
    if not {element.tag.removeprefix(f"{{{MATHML}}}") for element in root.iter()} <= ELEMENTS:
        return f"<code>{escape(tex)}</code>"
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{MATHML}}}")
        for name in [name for name in element.attrib if name not in KEPT]:
            del element.attrib[name]
    _draw_fences(root)
    return ET.tostring(root, encoding="unicode")


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    dollarmath_plugin(parser, allow_space=False, allow_digits=False, double_inline=True, renderer=_renderer())
    parser.add_render_rule("image", _picture)
    return parser


def _renderer() -> Callable[[str, dict[str, bool]], str]:
    return lambda tex, options: mathematics(tex, is_block=options.get("display_mode", False))


def _picture(_self: object, tokens: list, place: int, *_: object) -> str:  # type: ignore[type-arg]
    """Return a picture's description: the page has nothing but itself."""
    return f"<em>[picture: {escape(tokens[place].content)}]</em>"


def _draw_fences(root: ET.Element) -> None:
    """Mark the brackets around tall parts of a formula to be drawn.

    The signs stay in it for those who hear it or copy it.
    """
    for element in list(root.iter()):
        for start, end in _fenced(list(element)):
            inner = list(element)[start:end]
            if any(each.tag in _TALL for one in inner for each in one.iter()):
                _draw(element, start, end)


def _fenced(children: Sequence[ET.Element]) -> list[tuple[int, int]]:
    r"""Return where fenced children begin and end: those of `\left` and `\right`, or else the matrices; last first."""
    if children and children[0].attrib.get("form") == "prefix":
        has_end = len(children) > 1 and children[-1].attrib.get("form") == "postfix"
        return [(1, len(children) - has_end)]
    places = [place for place, each in enumerate(children) if each.tag == "mtable"]
    return [(place, place + 1) for place in reversed(places) if place and children[place - 1].tag == "mo"]


def _draw(element: ET.Element, start: int, end: int) -> None:
    """Put the children from `start` to `end` into a row with the brackets next to them, which are drawn around it."""
    children = list(element)
    drawn = ET.Element("mrow")
    drawn.extend(children[start:end])
    before, after = (
        [each for each in some if each.tag == "mo" and each.text in _SHAPES]
        for some in (children[start - 1 : start], children[end : end + 1])
    )
    for signs, side in ((after, "close"), (before, "open")):
        for sign in signs:
            outer = ET.Element("mrow", {"class": f"{side} {_SHAPES[sign.text or '']}"})
            outer.append(drawn)
            drawn = outer
            sign.attrib |= {"class": "unseen", "stretchy": "false", "lspace": "0", "rspace": "0"}
    row = ET.Element("mrow")
    row.extend([*before, drawn, *after])
    for each in [*before, *children[start:end], *after]:
        element.remove(each)
    element.insert(start - len(before), row)
