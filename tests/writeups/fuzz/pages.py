"""Lines of a write-up to documents of each format, and what each of them hides, strikes out or quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape

BOLD = re.compile(r"\*\*(.+?)\*\*")
PIECE = re.compile(r"(\$[^$]*\$|\*\*.+?\*\*)")
FORMATS = ("md", "txt", "tex", "html", "ipynb")
Section = tuple[str, list[str]]
"""A heading, and paragraphs; one that begins with a NUL is in the format's own markup."""

_MARKDOWN = {
    "a comment": "<!-- {} -->",
    "no display": '<div style="display:none">{}</div>',
    "a quotation": "> {}",
    "struck out": "~~{}~~",
    "a picture": "![{}](work.png)",
    "an empty box": "- [ ] {}",
    "a title of a link": '[my notes](notes.html "{}")',
}
HIDING = {
    "md": _MARKDOWN,
    "ipynb": _MARKDOWN,
    "txt": {"a quotation": "> {}", "struck out": "~~{}~~", "an empty box": "[ ] {}"},
    "html": {
        "a comment": "<!-- {} -->",
        "no display": '<p style="display:none">{}</p>',
        "hidden": "<p hidden>{}</p>",
        "invisible": '<div style="visibility: hidden">{}</div>',
        "a template": "<template>{}</template>",
        "struck out": "<p><s>{}</s></p>",
        "a quotation": "<blockquote>{}</blockquote>",
        "a picture": '<img src="work.png" alt="{}">',
        "a hidden field": '<input type="hidden" value="{}">',
        "a script": "<script>/* {} */</script>",
        "a title": '<p title="{}">See above.</p>',
        "an empty box": '<p><input type="checkbox"> {}</p>',
    },
    "tex": {
        "a comment": "% {}",
        "a false condition": "\\iffalse\n{}\n\\fi",
        "a phantom": "\\phantom{{{}}}",
        "struck out": "\\sout{{{}}}",
        "a quotation": "\\begin{{quote}}\n{}\n\\end{{quote}}",
        "a comment environment": "\\begin{{comment}}\n{}\n\\end{{comment}}",
        "an index": "\\index{{{}}}",
        "a label": "\\label{{{}}}",
    },
}


def hidden(text: str, form: str, kind: str) -> str:
    """Return a paragraph that is hidden, struck out or quoted."""
    return "\0" + HIDING[form][kind].format(_inline(text, form))


def page(sections: Sequence[Section], title: str, form: str, heading: int) -> str:
    """Return a document; `heading` chooses how headings are written."""
    if form == "ipynb":
        cells = [_markdown([each], heading) for each in sections]
        return json.dumps(
            {"cells": [_cell(each) for each in ([f"# {title}", *cells] if title else cells)], "metadata": {}}
            | {"nbformat": 4, "nbformat_minor": 5}
        )
    if form == "html":
        inside = [
            _block(each, form) for section in sections for each in (_html_heading(section[0], heading), *section[1])
        ]
        top = f"<h1>{title}</h1>" if title else ""
        return f"<!DOCTYPE html>\n<html><body>\n{top}\n" + "\n".join(inside) + "\n</body></html>\n"
    if form == "tex":
        name = ("section*", "subsection*", "section*", "paragraph")[heading]
        inside = [_block(each, form) for head, body in sections for each in (f"\0\\{name}{{{head}}}", *body)]
        top = f"\\title{{{title}}}\n\\maketitle\n" if title else ""
        return "\\documentclass{article}\n\\begin{document}\n" + top + "\n\n".join(inside) + "\n\\end{document}\n"
    top = f"# {title}\n\n" if title and form == "md" else f"{title}\n\n" if title else ""
    return top + (_markdown(sections, heading) if form == "md" else _text(sections, heading))


def _cell(source: str) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def _markdown(sections: Sequence[Section], heading: int) -> str:
    head = ("## {}", "### {}", "# {}", "**{}**")[heading]
    return "\n\n".join(_block(each, "md") for top, body in sections for each in (head.format(top), *body)) + "\n"


def _text(sections: Sequence[Section], heading: int) -> str:
    lines = []
    for top, body in sections:
        lines.append(f"{top}\n{'=-'[heading % 2] * len(top)}" if heading < 2 else top)
        lines += [_block(each, "txt") for each in body]
    return "\n\n".join(lines) + "\n"


def _html_heading(top: str, heading: int) -> str:
    return "\0" + ("<h2>{}</h2>", "<h3>{}</h3>", "<h4>{}</h4>", "<p><b>{}</b></p>")[heading].format(escape(top))


def _block(text: str, form: str) -> str:
    if text.startswith("\0"):
        return text[1:]
    return f"<p>{_inline(text, form)}</p>" if form == "html" else _inline(text, form)


def _inline(text: str, form: str) -> str:
    """Return a text in the markup of a format."""
    return "".join(_piece(each, form) for each in PIECE.split(text) if each)


def _piece(text: str, form: str) -> str:
    if form in {"md", "ipynb"}:
        return text
    if form == "txt":
        return BOLD.sub(r"\1", text)
    if bold := BOLD.fullmatch(text):
        inside = _inline(bold[1], form)
        return f"<strong>{inside}</strong>" if form == "html" else rf"\textbf{{{inside}}}"
    if text.startswith("$"):
        return rf"\({escape(text[1:-1])}\)" if form == "html" else text
    if form == "html":
        return escape(text, quote=True)
    for sign, macro in (("%", r"\%"), ("&", r"\&"), ("^2", "$^2$"), ("=>", r"$\Rightarrow$"), ("·", r"$\cdot$")):
        text = text.replace(sign, macro)
    return text
