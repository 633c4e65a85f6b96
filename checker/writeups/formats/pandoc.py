"""Reads the documents that pandoc reads: Word, OpenDocument, HTML, LaTeX and others, one line of `FORMATS` each.

What the document itself hides is taken out before.  Pandoc runs with limits: it does not end by itself on some short
files, such as macros within macros.
"""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from shutil import which
from typing import Any, Final

from checker.writeups.document import Document, DocumentUnreadable, NotInstalled
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._hidden import prepared as prepared_page
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._limited import OUTPUT, Limits, run
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
MEGABYTES: Final = 448
"""Maximum size of pandoc's heap."""


_TOO_OLD: Final = "the program pandoc on this machine is too old to read it; install pandoc 3 or later, and grade again"
SLOW: Final = "reading this file takes more than 2 s of processor time; save it as PDF, and hand that in"
LARGE: Final = "reading this file takes more than {} MB of memory; save it as PDF, and hand that in"
TREE: Final = "the text of this file has more than {} MB; hand in a shorter document"
ERROR: Final = "this file has an error near line {}; fix it, or save it as PDF, and hand that in"
BROKEN: Final = "this file is broken; open it, save it again, and hand that in"
LONG: Final = "the text of this file has more than 2 MB; hand in a shorter document"


def read(data: bytes, file: str, suffix: str) -> Document:
    """Return the document in the bytes of a file of the format with this suffix."""
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
        from checker.writeups.formats._office import without_hidden as shown_office

        return shown_office(data, is_word=form == "docx")
    source = decoded(data)
    if len(source.text) > 2_000_000:  # maximum number of characters of a source, without the pictures in it
        raise DocumentUnreadable(LONG)
    if form == "html":
        source = without_hidden(source)
        source = source._replace(text=prepared_page(source.text))
    elif form == "latex":
        from checker.writeups.formats._tex_source import prepared

        source = prepared(source)
    return source.text.encode(), source.notes


def tree_of(data: bytes, form: str) -> tuple[dict[str, Any], str]:
    """Return pandoc's tree of a file in one of its formats, such as `html`, and its log.

    Raises DocumentUnreadable, or ModuleNotFoundError if there is no pandoc.
    """
    command = [program(), "-f", form, "-t", "json", "--sandbox", "--verbose", "+RTS", f"-M{MEGABYTES}m", "-RTS"]
    code, tree, log = run(command, data, Limits(seconds=2), SLOW)
    if len(tree) >= OUTPUT:
        raise DocumentUnreadable(TREE.format(OUTPUT // 1_000_000))
    if code == 251:  # the exit code of a Haskell program whose heap is full
        raise DocumentUnreadable(LARGE.format(MEGABYTES))
    if code == 91:  # the exit code of pandoc for macros that call themselves, or too many others
        raise DocumentUnreadable("the macros of this file have no end; fix them, or save it as PDF, and hand that in")
    if code == 6:  # the exit code of a pandoc that does not know one of our options
        raise NotInstalled(_TOO_OLD)
    if code:
        place = re.search(r"^Error at .*\(line (\d{1,9}),", log, flags=re.MULTILINE)
        raise DocumentUnreadable(ERROR.format(place[1]), int(place[1])) if place else DocumentUnreadable(BROKEN)
    return json.loads(tree), log


def program() -> str:
    """Return the path of pandoc: the one on PATH, or that of the package `pypandoc_binary`."""
    package = find_spec("pypandoc")
    files = Path(package.origin or "").with_name("files") if package else None
    if found := which("pandoc") or (which("pandoc", path=str(files)) if files else None):
        return found
    raise ModuleNotFoundError("pandoc is not installed", name="pypandoc")
