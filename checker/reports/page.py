"""Self-contained pages: a template, its style and its script, and a policy that lets nothing else in."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup

from checker.grading.grader.remarks import SourceLine
from checker.grading.submissions import HTML_MARK, PAGE_MARK
from checker.notation.steering import escaped_in_markdown, without_steering
from checker.notation.words import counted
from checker.reports import prose


def html_page(
    template: str,
    styles: Sequence[str],
    scripts: Sequence[str] = (),
    *,
    is_result: bool = True,
    is_served: bool = False,
    **values: Any,
) -> str:
    """Return a page of HTML that needs no network and runs no script but its own.

    What is no result, students may hand in again: it has no mark by which `grade` knows its own files.  A page that is
    served may show pictures of its own server, and send forms to it.
    """
    style, script = _joined(styles), _joined(scripts)
    hashes = {"style-src": style, "script-src": script}
    allowed = [f"{name} 'sha256-{_digest(text)}'" for name, text in hashes.items() if text]
    own = ["img-src 'self'", "form-action 'self'"] if is_served else ["form-action 'none'"]
    policy = "; ".join(["default-src 'none'", *allowed, "base-uri 'none'", *own])
    beginning = HTML_MARK if is_result else "<!DOCTYPE html>"
    known = {"beginning": Markup(beginning), "policy": policy, "style": Markup(style), "script": Markup(script)}  # noqa: S704
    return _html().get_template(template).render(**known, **values)


def markdown_page(template: str, **values: Any) -> str:
    """Return a page of Markdown; values are text, whatever signs are in them."""
    return _markdown().get_template(template).render(beginning=Markup(PAGE_MARK), **values)  # noqa: S704 - a constant


@cache
def _html() -> jinja2.Environment:
    found = jinja2.Environment(**_options(), autoescape=True, finalize=_as_it_is)
    found.filters |= {"counted": counted, "prose": prose.html}
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
def _joined(names: Sequence[str]) -> str:
    folder = files("checker.reports") / "static"
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


@cache
def _digest(text: str) -> str:
    return b64encode(hashlib.sha256(text.encode()).digest()).decode()
