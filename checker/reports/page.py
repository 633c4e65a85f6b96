"""Fills the templates of HTML and Markdown pages; an HTML page needs no network, and runs no script but its own.

`table` makes every table of a page, as rows of cells that a template shows; what is blank is left out.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import jinja2
from markupsafe import Markup

from checker.grading.annotated import numbered
from checker.grading.own_files import HTML_MARK, PAGE_MARK
from checker.reports.prose import html
from checker.text.steering import escaped_in_markdown, without_steering
from checker.text.words import counted, shortened


def html_page(
    template: str, style: str, script: str = "", *, is_result: bool = True, is_served: bool = False, **values: Any
) -> str:
    """Return an HTML page made from a template, with its style and script, whose names are files of `static`.

    With `is_result` it has a mark by which `grade` ignores it if it is handed in again.  With `is_served` it may show
    pictures of its own server, and send forms to it.
    """
    texts = {"style": _static(f"page.css {style}"), "script": _static(script)}
    allowed = [f"{name}-src 'sha256-{_digest(text)}'" for name, text in texts.items() if text]
    own = ["img-src 'self'", "form-action 'self'"] if is_served else ["form-action 'none'"]
    policy = "; ".join(["default-src 'none'", *allowed, "base-uri 'none'", *own])
    texts["beginning"] = HTML_MARK if is_result else "<!DOCTYPE html>"
    ours = {name: Markup(text) for name, text in texts.items()}  # noqa: S704 - files of the package
    return environment("checker.reports").get_template(template).render(**ours, policy=policy, **values)


def markdown_page(template: str, **values: Any) -> str:
    """Return a Markdown page made from a template; values in it are plain text, whatever signs they have."""
    found = environment("checker.reports", is_markdown=True).get_template(template)
    return found.render(beginning=Markup(PAGE_MARK), **values)  # noqa: S704 - a constant


@cache
def environment(package: str, *, is_markdown: bool = False) -> jinja2.Environment:
    """Return how the templates of a package are filled, of HTML, XML or Markdown; all values are plain text."""
    found = jinja2.Environment(
        loader=jinja2.PackageLoader(package),
        undefined=jinja2.StrictUndefined,
        autoescape=not is_markdown,  # noqa: S701 - `_in_markdown` escapes
        finalize=_in_markdown if is_markdown else _as_it_is,
        keep_trailing_newline=True,
        lstrip_blocks=True,
        trim_blocks=True,
    )
    found.filters |= {
        "counted": counted,
        "shortened": shortened,
        "prose": lambda text: Markup(html(text)),  # noqa: S704 - made by the parser, which escapes what authors write
        "numbered": lambda lines, file: Markup("\n".join(numbered(lines, file))),  # noqa: S704 - none can end its block
        "quoted": _quoted,
    }
    return found


def _as_it_is(value: Any) -> Any:
    return without_steering(value) if type(value) is str else value


def _in_markdown(value: Any) -> str:
    """Return a value as Markdown in one line that shows it as it is."""
    return str(value) if isinstance(value, Markup) else escaped_in_markdown(str(value))


def _quoted(prompt: str) -> Markup:
    lines = without_steering(prompt).strip().splitlines()
    return Markup("\n".join(f"> {line}".rstrip() for line in lines))  # noqa: S704 - an author's


@cache
def _static(names: str) -> str:
    folder = files("checker.reports") / "static"
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names.split())


def _digest(text: str) -> str:
    return b64encode(hashlib.sha256(text.encode()).digest()).decode()


_NOTHING: Final = "–"
"""Shown where there is no number."""


class Cell(NamedTuple):
    """A cell of a table."""

    text: str = ""
    note: str = ""
    """A second line in smaller letters."""
    items: tuple[tuple[str, str], ...] = ()
    """A list, each entry with a remark in softer letters."""
    code: str = ""
    value: float | None = None
    """The number to sort by, if the text does not begin with it."""
    css: str = ""

    @property
    def is_blank(self) -> bool:
        """Return whether the cell shows nothing."""
        return self.text in {"", _NOTHING} and not self.items and not self.code


class Table(NamedTuple):
    """A table of a page; its first column names the rows."""

    title: str
    columns: tuple[tuple[str, str], ...]
    """The headings, each with the classes of its cells."""
    rows: tuple[tuple[Cell, ...], ...]
    css: str
    """`sortable`, `filtered` or both."""


def table(title: str, columns: Mapping[str, str], rows: Iterable[Iterable[Any]], css: str = "sortable") -> Table | None:
    """Return a table without its blank columns; None if only the names of the rows are left.

    `columns` are the headings with the classes of their cells.  A cell is a text, a `Cell`, a number, of which a 0 is
    blank, or None for a dash.

    >>> table("Points", {"Student": "", "Points": "number", "Late": ""}, [["s1", 2.0, ""]]).columns
    (('Student', ''), ('Points', 'number'))
    """
    found = [[_cell(each) for each in row] for row in rows]
    kept = [place for place in range(len(columns)) if not place or any(not row[place].is_blank for row in found)]
    if not found or kept == [0]:
        return None
    headings = list(columns.items())
    shown = tuple(tuple(row[place] for place in kept) for row in found)
    return Table(title, tuple(headings[place] for place in kept), shown, css)


def _cell(value: Any) -> Cell:
    if isinstance(value, Cell):
        return value
    if value is None:
        return Cell(_NOTHING)
    return Cell(value if isinstance(value, str) else f"{value:g}" if value else "")
