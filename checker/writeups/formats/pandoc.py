"""Reads the documents that pandoc reads: Word, OpenDocument, HTML, LaTeX and others, one line of `FORMATS` each.

What the document itself hides is taken out before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from checker.writeups.document import Document, DocumentUnreadable
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._notes import cut_off, first_lines, first_signs, pictures_note


class Prepared(NamedTuple):
    """A file as pandoc gets it, and what was left out."""

    data: bytes
    notes: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    """The notes on limits at which the text was cut off."""


def _page(data: bytes) -> Prepared:
    """Return an HTML page without what it hides."""
    from checker.writeups.formats._html_page import prepared

    source = decoded(data)
    shown = without_hidden(source.text)
    return Prepared(prepared(shown.text).encode(), (*source.notes, *shown.notes), source.cut)


def _tex(data: bytes) -> Prepared:
    """Return LaTeX without what is not printed."""
    from checker.writeups.formats._tex_source import prepared

    source = decoded(data)
    shown = prepared(source.text)
    return Prepared(shown.text.encode(), (*source.notes, *shown.notes), source.cut)


def _unknown(text: str, log: str) -> tuple[str, tuple[str, ...]]:
    """Return LaTeX in which pandoc reads the arguments of words that it does not know, and what stays unread."""
    from checker.writeups.formats._tex_source import with_unknown

    return with_unknown(text, log)


def _text(data: bytes) -> Prepared:
    """Return a text of another format as it is."""
    source = decoded(data)
    return Prepared(source.text.encode(), source.notes, source.cut)


def _word(data: bytes) -> Prepared:
    """Return a Word document without what it hides."""
    from checker.writeups.formats._office_hidden import without_hidden_word

    return Prepared(*without_hidden_word(data))


def _open_document(data: bytes) -> Prepared:
    """Return an OpenDocument text without what it hides."""
    from checker.writeups.formats._office_hidden import without_hidden_odt

    return Prepared(*without_hidden_odt(data))


class PandocFormat(NamedTuple):
    """A format as pandoc calls it, and the pass before pandoc."""

    name: str
    prepared: Callable[[bytes], Prepared]
    keeps_lines: bool = False
    """Whether people read the source, so that its lines are those of the document."""
    again: Callable[[str, str], tuple[str, tuple[str, ...]]] | None = None
    """Returns the text for another try, given pandoc's log (empty if none is needed), and what is unread."""


FORMATS: Final = {
    ".docx": PandocFormat("docx", _word),
    ".docm": PandocFormat("docx", _word),
    ".odt": PandocFormat("odt", _open_document),
    ".html": PandocFormat("html", _page),
    ".htm": PandocFormat("html", _page),
    ".xhtml": PandocFormat("html", _page),
    ".tex": PandocFormat("latex", _tex, keeps_lines=True, again=_unknown),
    ".latex": PandocFormat("latex", _tex, keeps_lines=True, again=_unknown),
    ".rst": PandocFormat("rst", _text, keeps_lines=True),
    ".org": PandocFormat("org", _text, keeps_lines=True),
    ".epub": PandocFormat("epub", Prepared),
}
SUFFIXES: Final = {suffix: f".{form.name}".replace(".latex", ".tex") for suffix, form in FORMATS.items()}
EXTRA: Final = "pandoc"
LIMITS: Final = dict.fromkeys((".docx", ".docm", ".odt", ".epub"), 50_000_000)
"""Maximum size of a file with pictures in bytes: most of it are these, which are not unpacked."""
DEEP: Final = "this file is nested too deeply; save it again, and hand that in"


def read(data: bytes, file: str, suffix: str) -> Document:
    """Return the document in the bytes of a file of the format with this suffix."""
    from checker.writeups.formats._pandoc_process import program, tree_of
    from checker.writeups.formats._pandoc_tree import blocks_of

    program()
    form = FORMATS[suffix]
    source = form.prepared(data)
    try:
        tree, log = tree_of(source.data, form.name)
        text, left = form.again(source.data.decode(), log) if form.again else ("", ())
        if text:
            tree, _ = tree_of(text.encode(), form.name)
        blocks = blocks_of(tree, keeps_lines=form.keeps_lines, all_displayed=form.name == "odt")
    except RecursionError:
        raise DocumentUnreadable(DEEP) from None
    blocks, more = first_lines(blocks)
    blocks, cut = first_signs(blocks)
    lines = tuple(line.text for block in blocks for line in block.lines)
    troubles, unread = cut_off((*source.cut, *more, *cut))
    notes = (*source.notes, *more, *cut, *pictures_note(blocks))
    return Document(file, tuple(blocks), None, lines, notes, troubles, (*unread, *left))
