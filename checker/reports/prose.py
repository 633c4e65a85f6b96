"""Markdown as authors write it, with mathematics between dollar signs, as HTML that needs no network."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from markupsafe import Markup

from checker.notation.steering import without_steering
from checker.reports.fences import draw_fences

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
    draw_fences(root)
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
