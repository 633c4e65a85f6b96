"""Pages as people see them: their text, without tags, styles and scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

from checker.grading.published import Results
from checker.reports.feedback import pages


class _Parser(HTMLParser):
    def __init__(self, leave_out: Callable[[str, dict[str, str | None]], bool]) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: list[str] = []
        self._leave_out = leave_out
        self._hidden = 0
        self._open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag in {"meta", "link", "br", "input", "img", "hr"}:
            return
        hides = tag in {"style", "script", "title"} or self._leave_out(tag, dict(attrs))
        self._open.append(hides)
        self._hidden += hides

    def handle_endtag(self, tag: str) -> None:
        if self._open:
            self._hidden -= self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(data)


def text_of(page: str, leave_out: Callable[[str, dict[str, str | None]], bool] = lambda *_: False) -> str:
    """Return the text that people read, except in the elements to leave out."""
    parser = _Parser(leave_out)
    parser.feed(page)
    return "\n".join(filter(None, (" ".join(text.split()) for text in parser.texts)))


def tags_of(page: str) -> set[str]:
    """Return the names of all elements of a page."""
    parser = _Parser(lambda *_: False)
    parser.feed(page)
    return set(parser.tags)


def page_of(top: Path, student: str, level: str = "explain", form: str = "md") -> str:
    """Return the page of a student, from the results of a run; of Markdown as plain text, without its escapes."""
    results = Results(top / "results")
    found = pages(results, results.assignments, results.problems(), level, form)
    text = next(text for _, _, each, text in found if each.who.id == student)
    return unescape(re.sub(r"\\([^a-z0-9\s])", r"\1", text)) if form == "md" else text
