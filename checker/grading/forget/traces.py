"""Traces of a student in files of any kind: the ids and names, as each medium writes them."""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Final
from unicodedata import normalize

from checker.document import DocumentError, read_bytes
from checker.lms.cells import UTF_16, ZIP
from checker.notation.spreadsheet import safe, writable
from checker.notation.steering import escaped_in_markdown, without_steering
from checker.notation.words import in_line, shortened

DISTINCT: Final = 4
"""Minimum number of characters of a number that is looked for anywhere; shorter ones are in every file."""

LARGEST: Final = 1_000_000_000
"""Maximum size in bytes of a file, and of the contents of a zip, that is looked through."""

DEEPEST: Final = 3
"""Maximum number of zips in each other."""

UNREADABLE: Final = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError, ValueError)
"""Errors of zips that are damaged, or that have a password."""

SEPARATORS: Final = re.compile(r"[/\\]")
"""Between the parts of a path in a zip."""

AS_CELL: Final = r'(?:^"?|(?<!=)"|>){}(?="|[,;\t]|</t>)'
"""A short number as the first cell of a row, or as a text of JSON or of a workbook; no attribute of HTML."""

COMPRESSED: Final = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"\x28\xb5\x2f\xfd")
"""The first bytes of compressed files that are not looked through."""

HTML: Final = re.compile(
    r"\ufeff?\s*+(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype html|html)\b", re.IGNORECASE | re.DOTALL
)
CODE: Final = re.compile(
    r"<style\b.*?</style\s*>|<script(?![^>]*json)\b.*?</script\s*>|</?[a-z](?:\"[^\"]*\"|'[^']*'|[^'\"<>])*+>",
    re.IGNORECASE | re.DOTALL,
)
"""What nobody reads on a page of HTML: styles, scripts without data, and tags with their attributes."""

WRITERS: Final[tuple[Callable[[str], str], ...]] = (
    str,
    safe,
    escaped_in_markdown,
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
        patterns = {each: re.compile(_pattern(each), re.MULTILINE) for each in texts}
        self._common = {each: pattern for each, pattern in patterns.items() if is_common(each)}
        self._distinct = {
            each: pattern for each, pattern in patterns.items() if not is_common(each) and "@" not in each
        }
        emails = {each.casefold() for each in texts if "@" in each}
        self._emails = {each: re.compile(_pattern(each), re.MULTILINE) for each in emails}

    def are_in(self, path: Path, top: Path) -> bool:
        """Return whether a file shows the student, by its path below `top` or in it; also if it cannot be read."""
        if any(map(self._in_name, path.relative_to(top).parts)):
            return True
        try:
            return self._in_data(read_bytes(path, limit=LARGEST))
        except DocumentError:
            return True

    def are_in_text(self, text: str) -> bool:
        """Return whether a text shows the student."""
        text = text if text.isascii() else normalize("NFC", text)
        if _is_any_in(self._distinct, text) or (self._emails and _is_any_in(self._emails, text.casefold())):
            return True
        if not _is_any_in(self._common, text):
            return False
        return not HTML.match(text) or _is_any_in(self._common, CODE.sub(" ", text))

    def _in_name(self, name: str) -> bool:
        return name.partition(".")[0] in self._file_names or self.are_in_text(Path(name).stem)

    def _in_data(self, data: bytes, depth: int = 0) -> bool:
        if data.startswith(COMPRESSED):
            return True
        if data.startswith(ZIP):
            try:
                with zipfile.ZipFile(BytesIO(data)) as archive:
                    entries = archive.infolist()
                    if depth == DEEPEST or sum(each.file_size for each in entries) > LARGEST:
                        return True
                    return any(
                        any(map(self._in_name, SEPARATORS.split(each.filename)))
                        or self._in_data(archive.read(each), depth + 1)
                        for each in entries
                    )
            except UNREADABLE:
                return True
        return self.are_in_text(data.decode(UTF_16.get(data[:2], "utf-8"), "replace"))


def is_common(name: str) -> bool:
    """Return whether a name may stand in a file for something else: a word, a number or a few signs."""
    name = name.strip()
    return name.isdecimal() or (name.isascii() and name.isalnum() and (name.isalpha() or len(name) < DISTINCT))


def _is_any_in(patterns: Mapping[str, re.Pattern[str]], text: str) -> bool:
    return any(pattern.search(text) for written, pattern in patterns.items() if written in text)


def _written(name: str) -> Iterator[str]:
    """Yield a name as files may have it."""
    texts = {name, " ".join(name.split()), in_line(name), shortened(name)}
    texts.add(name.replace("\r\n", "\n").replace("\r", "\n"))
    texts |= set(map(writable, texts))
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
