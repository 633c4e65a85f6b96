"""Traces of a student in files of any kind: the ids and names, as each medium writes them."""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Final
from unicodedata import normalize

from checker.document import DocumentError, read_bytes
from checker.lms.cells import UTF_16, ZIP
from checker.notation.markdown import escaped
from checker.notation.spreadsheet import safe, writable
from checker.notation.steering import without_steering
from checker.notation.words import in_line, shortened

DISTINCT: Final = 4
"""Minimum number of characters of a number that is looked for anywhere; shorter ones are in every file."""

LARGEST: Final = 1_000_000_000
"""Maximum size in bytes of a file, and of the contents of a zip, that is looked through."""

DEEPEST: Final = 3
"""Maximum number of zips in each other."""

UNREADABLE: Final = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError, ValueError)
"""Errors of zips that are damaged, or that have a password."""

AS_CELL: Final = r'(?:^"?|(?<!=)"|>){}(?="|[,;\t]|</t>)'
"""A short number as the first cell of a row, or as a text of JSON or of a workbook; no attribute of HTML."""

WRITERS: Final[tuple[Callable[[str], str], ...]] = (
    str,
    safe,
    escaped,
    without_steering,
    escape,
    lambda text: escape(text, quote=False),
    lambda text: escape(text, quote=False).replace("'", "&#39;").replace('"', "&#34;"),
    lambda text: json.dumps(text)[1:-1],
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
)
"""Ways to write a text into a file."""


class Traces:
    """Looks for a student's ids and names."""

    def __init__(self, names: Collection[str], file_names: Collection[str]) -> None:
        self._file_names = file_names
        """The names, without suffix, that files of the student may have."""
        texts = {each for name in names if name.strip() for each in _written(name)}
        self._patterns = {each: re.compile(_pattern(each), re.MULTILINE) for each in texts}

    def are_in(self, path: Path, top: Path) -> bool:
        """Return whether a file shows the student, by its path below `top` or in it; also if it cannot be read."""
        if any(map(self._in_name, path.relative_to(top).parts)):
            return True
        try:
            return self._in_data(read_bytes(path, limit=LARGEST))
        except DocumentError:
            return True

    def _in_name(self, name: str) -> bool:
        return name.partition(".")[0] in self._file_names or self._in_text(Path(name).stem)

    def _in_data(self, data: bytes, depth: int = 0) -> bool:
        if data.startswith(ZIP):
            try:
                with zipfile.ZipFile(BytesIO(data)) as archive:
                    entries = archive.infolist()
                    if depth == DEEPEST or sum(each.file_size for each in entries) > LARGEST:
                        return True
                    return any(
                        self._in_name(each.filename) or self._in_data(archive.read(each), depth + 1) for each in entries
                    )
            except UNREADABLE:
                return True
        return self._in_text(data.decode(UTF_16.get(data[:2], "utf-8"), "replace"))

    def _in_text(self, text: str) -> bool:
        text = text if text.isascii() else normalize("NFC", text)
        return any(pattern.search(text) for written, pattern in self._patterns.items() if written in text)


def _written(name: str) -> Iterator[str]:
    """Yield a name as files may have it."""
    texts = {name, " ".join(name.split()), in_line(name), shortened(name)}
    texts.add(name.replace("\r\n", "\n").replace("\r", "\n"))
    texts |= set(map(writable, texts))
    texts |= {each.casefold() for each in texts if "@" in each}
    texts |= {normalize("NFC", text) for text in texts}
    for text in {normalize("NFC", writer(text)) for text in texts for writer in WRITERS}:
        yield text
        yield text.replace('"', '""')


def _pattern(text: str) -> str:
    """Return the pattern of a whole word; signs of Chinese are words without space around them."""
    found = re.escape(text)
    if len(text) < DISTINCT and (text.isdecimal() or len(text) == 1):
        return AS_CELL.format(found)
    before = "(?<![0-9A-Za-z])" if _is_plain(text[0]) else ""
    return before + found + ("(?![0-9A-Za-z])" if _is_plain(text[-1]) else "")


def _is_plain(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()
