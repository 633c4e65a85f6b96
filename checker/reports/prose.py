"""Markdown as HTML, with its mathematics as MathML for pages, or as TeX for systems that draw it themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

from checker.text.steering import without_steering

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_MATHML: Final = "{http://www.w3.org/1998/Math/MathML}"

_KEPT: Final = frozenset(
    {
        "accent", "close", "columnalign", "columnlines", "columnspacing", "depth", "display", "displaystyle", "fence",
        "form", "height", "largeop", "linethickness", "lspace", "mathvariant", "maxsize", "minsize", "movablelimits",
        "open", "rowspacing", "rspace", "scriptlevel", "separators", "stretchy", "symmetric", "width",
    }
)  # fmt: skip
"""Attributes of MathML that stay; links, styles and handlers of events do not."""

_ELEMENTS: Final = frozenset(
    {
        "math", "menclose", "mfenced", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom",
        "mprescripts", "mroot", "mrow", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd",
        "mtext", "mtr", "munder", "munderover", "none",
    }
)  # fmt: skip
"""Elements of MathML; where the converter lets another one through, the TeX is shown instead."""

_HEADING: Final = re.compile(r"(</?h)([1-6])")

_SHAPES: Final[Mapping[str, str]] = {
    **dict.fromkeys("()", "round"),
    **dict.fromkeys("[]", "square"),
    **dict.fromkeys("{}", "brace"),
    "|": "bar",
    **dict.fromkeys("‖∥", "bars"),
    **dict.fromkeys("⌈⌉", "ceil"),
    **dict.fromkeys("⌊⌋", "floor"),
}
"""By bracket, the class of the page's style that draws it."""

_TALL: Final = frozenset({"mfrac", "mtable", "munder", "mover", "munderover"})
"""Elements that are taller than a line."""


@cache
def html(markdown: str) -> str:
    r"""Return Markdown as HTML for a page; tags in it are text, pictures only their description.

    Headings become lower ones than those of the page.

    >>> html("Let $x^2$.  **Give** `x`.")  # doctest: +ELLIPSIS
    '<p>Let <math ...><msup><mi>x</mi><mn>2</mn></msup>...</math>.  <strong>Give</strong> <code>x</code>.</p>\n'
    """
    found: str = _parser(as_mathml=True).render(without_steering(markdown))
    return _HEADING.sub(lambda match: match[1] + str(min(6, int(match[2]) + 3)), found)


def html_with_tex(markdown: str) -> str:
    r"""Return Markdown as HTML, with its mathematics as TeX between `\(` and `\)`; tags in it are text.

    >>> html_with_tex("Let $x^2$ < 1.")
    '<p>Let \\(x^2\\) &lt; 1.</p>'
    """
    return str(_parser(as_mathml=False).render(without_steering(markdown))).strip()


@cache
def mathematics(tex: str, *, is_block: bool = False) -> str:
    """Return TeX as MathML; as code where it cannot be read.

    >>> mathematics("d^2")
    '<math display="inline"><mrow><msup><mi>d</mi><mn>2</mn></msup></mrow></math>'
    """
    from latex2mathml.converter import convert

    try:
        root = ET.fromstring(convert(tex, display="block" if is_block else "inline"))  # noqa: S314 - our own
    except Exception:  # noqa: BLE001 - a formula that cannot be shown must not cost anyone a page
        return f"<code>{escape(tex)}</code>"
    for element in root.iter():
        element.tag = element.tag.removeprefix(_MATHML)
        element.attrib = {name: value for name, value in element.attrib.items() if name in _KEPT}
    if not {element.tag for element in root.iter()} <= _ELEMENTS:
        return f"<code>{escape(tex)}</code>"
    _draw_brackets(root)
    return ET.tostring(root, encoding="unicode")


@cache
def _parser(*, as_mathml: bool) -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    def formula(_self: object, tokens: Any, place: int, *_: object) -> str:
        tex, is_block = tokens[place].content.strip(), tokens[place].type != "math_inline"
        if as_mathml:
            return mathematics(tex, is_block=is_block)
        left, right = (r"\[", r"\]") if is_block else (r"\(", r"\)")
        return f"{left}{escape(tex, quote=False)}{right}"

    def picture(_self: object, tokens: Any, place: int, *_: object) -> str:
        """Return a picture's description: a page has nothing but itself."""
        return f"<em>[picture: {escape(tokens[place].content)}]</em>"

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    dollarmath_plugin(parser, allow_space=False, allow_digits=False, double_inline=True)
    for rule in ("math_inline", "math_inline_double", "math_block"):
        parser.add_render_rule(rule, formula)
    parser.add_render_rule("image", picture)
    return parser


def _draw_brackets(root: ET.Element) -> None:
    r"""Mark the brackets around tall parts of a formula, so that the style draws them as boxes.

    Few fonts have tall ones.  The characters stay in the page, for screen readers and for copying.
    """
    for element in list(root.iter()):
        children = list(element)
        if children and children[0].attrib.get("form") == "prefix":  # of \left and \right
            has_end = len(children) > 1 and children[-1].attrib.get("form") == "postfix"
            places = [(1, len(children) - has_end)]
        else:
            places = [(place, place + 1) for place, each in enumerate(children) if place and each.tag == "mtable"]
        for start, end in reversed(places):
            if any(each.tag in _TALL for one in children[start:end] for each in one.iter()):
                _draw(element, start, end)


def _draw(element: ET.Element, start: int, end: int) -> None:
    """Put the children from `start` to `end` into a row with the brackets next to them, which are drawn around it."""
    children = list(element)
    before, after = (_brackets(children[start - 1 : start]), _brackets(children[end : end + 1]))
    drawn = ET.Element("mrow")
    drawn.extend(children[start:end])
    for signs, side in ((after, "close"), (before, "open")):
        for sign in signs:
            outer = ET.Element("mrow", {"class": f"{side} {_SHAPES[sign.text or '']}"})
            outer.append(drawn)
            drawn = outer
            sign.attrib |= {"class": "unseen", "stretchy": "false", "lspace": "0", "rspace": "0"}
    row = ET.Element("mrow")
    row.extend([*before, drawn, *after])
    element[start - len(before) : end + len(after)] = [row]


def _brackets(some: Sequence[ET.Element]) -> list[ET.Element]:
    return [each for each in some if each.tag == "mo" and each.text in _SHAPES]
