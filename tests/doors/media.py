"""Checks of everything that leaves: a terminal, files by their kinds, and the names of files."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from io import BytesIO, StringIO
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import yaml
from markdown_it import MarkdownIt

FORGED = "FORGED"
"""The word behind a line end in a hostile text: no line of an output may begin with it."""

STEERING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
FORMULA = re.compile(r"[\s\u200b]*[=+\-@＝＋－＠]")
NUMBER = re.compile(r"-?[0-9.]+|-")
FORGED_LINE = re.compile(rf"^[\s>#*-]*{FORGED}", re.MULTILINE)
BAD_NAME = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"|?*\\/=`\[\]\u202a-\u202e\u2066-\u2069]|^[. ]|[. ]$|^(CON|NUL)(\.|$)')
OURS = {"html", "head", "meta", "title", "style", "body", "main", "nav", "header", "footer", "section", "article", "div", "span", "bdi", "p",
        "h1", "h2", "h3", "h4", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "thead", "tbody", "tr", "th", "td", "a", "em", "strong",
        "code", "pre", "blockquote", "details", "summary", "figure", "figcaption", "svg", "g", "path", "use", "text", "defs", "desc", "small",
        "math", "mrow", "mi", "mn", "mo", "mtext", "br", "hr", "mark", "label", "input", "button", "form", "fieldset", "legend", "kbd", "img", "template", "s", "rect", "line", "circle", "clippath"}  # fmt: skip
"""Elements of pages; no text of a student or an author makes one with an address in it."""


def terminal(text: str) -> None:
    """Assert that a text is shown as it is, and only by us."""
    assert not (found := STEERING.search(text)), around(text, found)
    assert not (found := FORGED_LINE.search(text)), around(text, found)


def around(text: str, found: re.Match[str]) -> str:
    """Return what is around a match."""
    return repr(text[max(0, found.start() - 150) : found.end() + 50])


def written(name: str, data: bytes) -> None:
    """Assert that a file harms nobody who opens it."""
    kind = PurePosixPath(name).suffix
    if kind == ".zip":
        with ZipFile(BytesIO(data)) as archive:
            for each in archive.namelist():
                file_name(each)
                written(each, archive.read(each))
    else:
        text = data.decode()
        assert not (found := STEERING.search(text)), (name, around(text, found))
        KINDS[kind](text)


def _csv(text: str) -> None:
    rows = list(csv.reader(StringIO(text, newline="")))
    assert len({len(row) for row in rows}) == 1
    for cell in (cell for row in rows for cell in row):
        assert not FORMULA.match(cell) or NUMBER.fullmatch(cell), cell


def _json(text: str) -> None:
    json.loads(text)


def _jsonl(text: str) -> None:
    for line in text.splitlines():
        json.loads(line)


def _yaml(text: str) -> None:
    assert not FORGED_LINE.search(text)
    assert {key for each in yaml.safe_load(text) for key in each} <= {
        "group",
        "student",
        "answer",
        "problem",
        "part",
        "question",
        "points",
        "comment",
        "at",
    }


def _markdown(text: str) -> None:
    mark, _, rest = text.partition("-->") if text.startswith("<!--") else ("", "", text)
    assert mark in {"", "<!-- checker: the next run replaces this file "}
    if rest.startswith("---\n"):  # the front matter of a sheet
        _, front, rest = rest.split("---\n", 2)
        assert {*yaml.safe_load(front)} == {"student", "assignment"}
        assert front.count("\n") == len(("student", "assignment"))
        assert not re.search(r"[]<>`*~()!|]", front)
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(rest)
    inline = [child for token in tokens for child in token.children or ()]
    assert {each.type for each in (*tokens, *inline)}.isdisjoint(
        {"link_open", "image", "html_block", "html_inline", "code_inline", "em_open", "s_open", "code_block"}
    ), [each.content for each in (*tokens, *inline)]
    for token in tokens:
        if token.type == "inline":
            assert not token.content.lstrip().startswith(FORGED)
    assert not any(each.type == "heading_open" and each.markup in {"=", "-"} for each in tokens)


class _Page(HTMLParser):
    def handle_starttag(self, tag, attrs):
        assert tag in {*OURS, "script"}, self.get_starttag_text()
        for name, value in attrs:
            assert not name.startswith("on"), self.get_starttag_text()
            assert name not in {"href", "src"} or str(value).startswith("#"), self.get_starttag_text()


def _html(text: str) -> None:
    _Page().feed(text)
    assert text.count("<script") == text.count("<script>") <= 1


KINDS = {".csv": _csv, ".json": _json, ".jsonl": _jsonl, ".yaml": _yaml, ".md": _markdown, ".html": _html}


def file_name(name: str) -> None:
    """Assert that a path leads nowhere else, and is a name on every system."""
    for piece in name.split("/"):
        assert not BAD_NAME.search(piece), name
        assert len(piece.encode()) < 200


def folder(path: Path) -> set[str]:
    """Assert that all files below a folder are harmless; return their names."""
    found = {each.relative_to(path).as_posix() for each in path.rglob("*") if each.is_file()}
    for name in sorted(found - {"cache.db"}):
        file_name(name)
        written(name, (path / name).read_bytes())
    return found
