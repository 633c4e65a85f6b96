"""Markdown as HTML, with its mathematics as MathML for pages, or as TeX for systems that draw it themselves."""

from __future__ import annotations

import re
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
