"""Fills the templates of HTML and Markdown pages, and converts what is in them: Markdown to HTML, TeX to MathML.

An HTML page needs no network, and runs no script but its own.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

import jinja2
from markupsafe import Markup

from checker.grading.grader.remarks import SourceLine
from checker.grading.submissions.walk import HTML_MARK, PAGE_MARK
from checker.text.steering import escaped_in_markdown, without_steering
from checker.text.words import counted

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
    """Return TeX as MathML; as code where it cannot be read.

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
    dollarmath_plugin(parser, allow_space=False, allow_digits=False, double_inline=True, renderer=_formula)
    parser.add_render_rule("image", _picture)
    return parser


def _formula(tex: str, options: Mapping[str, bool]) -> str:
    return mathematics(tex, is_block=options.get("display_mode", False))


def _picture(_self: object, tokens: list, place: int, *_: object) -> str:  # type: ignore[type-arg]
    """Return a picture's description: the page has nothing but itself."""
    return f"<em>[picture: {escape(tokens[place].content)}]</em>"


def _draw_fences(root: ET.Element) -> None:
    """Mark the brackets around tall parts of a formula, so that the style draws them as boxes.

    The characters stay in the page, for screen readers and for copying.
    """
    for element in list(root.iter()):
        for start, end in _fenced(list(element)):
            inner = list(element)[start:end]
            if any(each.tag in _TALL for one in inner for each in one.iter()):
                _draw(element, start, end)


def _fenced(children: Sequence[ET.Element]) -> list[tuple[int, int]]:
    r"""Return (start, end) of the children between brackets, from the last to the first.

    They are those of `\left` and `\right`, or else the matrices.
    """
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


def html_page(
    template: str,
    styles: Sequence[str],
    scripts: Sequence[str] = (),
    *,
    is_result: bool = True,
    is_served: bool = False,
    **values: Any,
) -> str:
    """Return an HTML page that needs no network and runs no script but its own.

    With `is_result` it has a mark by which `grade` ignores it if it is handed in again.  With `is_served` it may show
    pictures of its own server, and send forms to it.
    """
    style, script = _static_files(styles), _static_files(scripts)
    hashes = {"style-src": style, "script-src": script}
    allowed = [f"{name} 'sha256-{_digest(text)}'" for name, text in hashes.items() if text]
    own = ["img-src 'self'", "form-action 'self'"] if is_served else ["form-action 'none'"]
    policy = "; ".join(["default-src 'none'", *allowed, "base-uri 'none'", *own])
    beginning = HTML_MARK if is_result else "<!DOCTYPE html>"
    known = {"beginning": Markup(beginning), "policy": policy, "style": Markup(style), "script": Markup(script)}  # noqa: S704
    return _html().get_template(template).render(**known, **values)


def markdown_page(template: str, **values: Any) -> str:
    """Return a Markdown page made from a template; values in it are plain text, whatever signs they have."""
    return _markdown().get_template(template).render(beginning=Markup(PAGE_MARK), **values)  # noqa: S704 - a constant


@cache
def _html() -> jinja2.Environment:
    found = jinja2.Environment(**_options(), autoescape=True, finalize=_as_it_is)
    found.filters |= {"counted": counted, "prose": html}
    return found


@cache
def _markdown() -> jinja2.Environment:
    found = jinja2.Environment(**_options(), finalize=_as_text)  # noqa: S701 - `finalize` escapes, as Markdown does
    found.filters |= {"counted": counted, "numbered": _numbered, "quoted": _quoted}
    return found


def _options() -> dict[str, Any]:
    return {
        "loader": jinja2.PackageLoader("checker.reports"),
        "undefined": jinja2.StrictUndefined,
        "keep_trailing_newline": True,
        "lstrip_blocks": True,
        "trim_blocks": True,
    }


def _as_it_is(value: Any) -> Any:
    """Return a value of a template; in a plain text, control characters are replaced."""
    return without_steering(value) if type(value) is str else value


def _as_text(value: Any) -> str:
    """Return a value as Markdown in one line that shows it as it is."""
    return str(value) if isinstance(value, Markup) else escaped_in_markdown(str(value))


def _numbered(lines: Sequence[SourceLine], width: int) -> Markup:
    return Markup("\n".join(line.numbered(width) for line in lines))  # noqa: S704 - no line can end its block


def _quoted(prompt: str) -> Markup:
    """Return Markdown of the author as a quotation."""
    return Markup("\n".join(f"> {line}".rstrip() for line in without_steering(prompt).strip().splitlines()))  # noqa: S704 - an author's


@cache
def _static_files(names: Sequence[str]) -> str:
    """Return the texts of these files in the folder `static`, joined."""
    folder = files("checker.reports") / "static"
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


@cache
def _digest(text: str) -> str:
    return b64encode(hashlib.sha256(text.encode()).digest()).decode()
