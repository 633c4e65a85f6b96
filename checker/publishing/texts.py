"""Converts texts of questions to HTML for banks; mathematics stays TeX for systems that render it.

`questions_page` fills the page of a handout, or of a bank to read, in which mathematics is MathML.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from checker.text.steering import without_steering

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

    from checker.lms.students import Student


def questions_page(title: str, questions: Sequence[Mapping[str, Any]], student: Student | None = None) -> str:
    """Return an HTML page with questions; that of a student has the student's name and lines for answers."""
    from checker.reports.page import html_page  # here, because the other formats need no templates

    return html_page(
        "questions.html", "handout.css", is_result=False, title=title, student=student, questions=questions
    )


def question_html(markdown: str) -> str:
    r"""Return Markdown as HTML, with its mathematics as TeX between `\(` and `\)`; tags in it are text.

    >>> question_html("Let $x^2$ < 1.")
    '<p>Let \\(x^2\\) &lt; 1.</p>'
    """
    return str(_parser().render(without_steering(markdown))).strip()


def text_html(text: str) -> str:
    """Return a plain text as HTML, with special characters escaped."""
    return escape(without_steering(text), quote=False)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    dollarmath_plugin(parser, allow_space=False, allow_digits=False, double_inline=True)
    for rule, left, right in (
        ("math_inline", r"\(", r"\)"),
        ("math_inline_double", r"\[", r"\]"),
        ("math_block", r"\[", r"\]"),
    ):
        parser.add_render_rule(rule, _between(left, right))
    parser.add_render_rule("image", _picture)
    return parser


def _between(left: str, right: str) -> Any:
    """Return a renderer that puts a formula's TeX between two signs."""

    def render(_self: object, tokens: Any, place: int, *_: object) -> str:
        return f"{left}{escape(tokens[place].content.strip(), quote=False)}{right}"

    return render


def _picture(_self: object, tokens: Any, place: int, *_: object) -> str:
    """Return a picture's description: the bank has nothing but itself."""
    return f"<em>[picture: {escape(tokens[place].content)}]</em>"
