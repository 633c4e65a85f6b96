"""Reads the documents that pandoc reads: Word, OpenDocument, HTML, LaTeX and others, one line of `FORMATS` each.

What the document itself hides is taken out before.
"""

from __future__ import annotations

from typing import Final

from checker.writeups.document import Document, DocumentUnreadable
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._notes import cut_off, first_lines, first_signs, pictures_note

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
DEEP: Final = "this file is nested too deeply; save it again, and hand that in"


def read(data: bytes, file: str, suffix: str) -> Document:
    """Return the document in the bytes of a file of the format with this suffix."""
    from checker.writeups.formats._pandoc_process import program, tree_of
    from checker.writeups.formats._pandoc_tree import blocks_of

    program()
    form = FORMATS[suffix]
    data, noted, ends = _shown(data, form)
    left: tuple[str, ...] = ()
    try:
        tree, log = tree_of(data, form)
        if form == "latex":
            from checker.writeups.formats._tex_source import with_unknown

            text, left = with_unknown(data.decode(), log)
            tree = tree_of(text.encode(), form)[0] if text else tree
        # formats of which people read the source, so that its lines are those of the document
        found = blocks_of(tree, keeps_lines=form in {"latex", "rst", "org"}, all_displayed=form == "odt")
    except RecursionError:
        raise DocumentUnreadable(DEEP) from None
    blocks, more = first_lines(found)
    blocks, cut = first_signs(blocks)
    lines = tuple(line.text for block in blocks for line in block.lines)
    troubles, unread = cut_off((*ends, *more, *cut))
    notes = (*noted, *more, *cut, *pictures_note(blocks))
    return Document(file, tuple(blocks), None, lines, notes, troubles, (*unread, *left))


def _shown(data: bytes, form: str) -> tuple[bytes, tuple[str, ...], tuple[str, ...]]:
    """Return a file as pandoc gets it, without what it hides; and all notes, and those on limits that cut it off."""
    if form == "epub":
        return data, (), ()
    if form in {"docx", "odt"}:
        from checker.writeups.formats._office_hidden import without_hidden as shown_office

        return (*shown_office(data, is_word=form == "docx"), ())
    source = decoded(data)
    if form == "html":
        from checker.writeups.formats._html_page import prepared as prepared_page

        source = without_hidden(source)
        source = source._replace(text=prepared_page(source.text))
    elif form == "latex":
        from checker.writeups.formats._tex_source import prepared

        source = prepared(source)
    return source.text.encode(), source.notes, source.cut
