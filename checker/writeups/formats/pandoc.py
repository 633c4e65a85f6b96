"""Reads the documents that pandoc reads: Word, OpenDocument, HTML, LaTeX and others, one line of `FORMATS` each.

What the document itself hides is taken out before.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from checker.writeups.document import Document, DocumentUnreadable
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._notes import MAX_LINES

FORMATS: Final = {
    ".docx": "docx",
    ".docm": "docx",
    ".odt": "odt",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".tex": "latex",
    ".latex": "latex",
    ".rst": "rst",
    ".org": "org",
    ".epub": "epub",
}
"""The name of each format in pandoc."""
SUFFIXES: Final = {suffix: f".{name}".replace(".latex", ".tex") for suffix, name in FORMATS.items()}
EXTRA: Final = "pandoc"
LIMITS: Final = dict.fromkeys((".docx", ".docm", ".odt", ".epub"), 50_000_000)
"""Maximum size of a file with pictures in bytes: most of it are these, which are not unpacked."""
LONG: Final = "the text of this file has more than 2 MB; hand in a shorter document"


def read(data: bytes, file: str, suffix: str) -> Document:
    """Return the document in the bytes of a file of the format with this suffix."""
    from checker.writeups.formats._pandoc_process import program, tree_of
    from checker.writeups.formats._pandoc_tree import blocks_of

    program()
    form = FORMATS[suffix]
    left: tuple[str, ...] = ()
    try:
        data, notes = _shown(data, form)
        tree, log = tree_of(data, form)
        if form == "latex":
            from checker.writeups.formats._tex_source import with_unknown

            text, left = with_unknown(data.decode(), log)
            tree = tree_of(text.encode(), form)[0] if text else tree
        # formats of which people read the source, so that its lines are those of the document
        found = blocks_of(tree, keeps_lines=form in {"latex", "rst", "org"}, all_displayed=form == "odt")
    except RecursionError:
        raise DocumentUnreadable("this file is nested too deeply; save it again, and hand that in") from None
    return Document(file, tuple(islice(found, MAX_LINES + 1)), notes=notes, unread=left)


def _shown(data: bytes, form: str) -> tuple[bytes, tuple[str, ...]]:
    """Return a file as pandoc gets it, without what it hides, and notes on that."""
    if form == "epub":
        return data, ()
    if form in {"docx", "odt"}:
        from checker.writeups.formats._office_hidden import without_hidden as shown_office

        return shown_office(data, is_word=form == "docx")
    source = decoded(data)
    if len(source.text) > 2_000_000:  # maximum number of characters of a source, without the pictures in it
        raise DocumentUnreadable(LONG)
    if form == "html":
        from checker.writeups.formats._html_page import prepared as prepared_page

        source = without_hidden(source)
        source = source._replace(text=prepared_page(source.text))
    elif form == "latex":
        from checker.writeups.formats._tex_source import prepared

        source = prepared(source)
    return source.text.encode(), source.notes
