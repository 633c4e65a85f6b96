"""Finds files that show a student whom `checker forget` removes: in their names, their text, or in zips (`Traces`).

Those that checker wrote into the results are deleted, and the others are returned, to be named to the user.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import normalize

from checker.document import DocumentError, read_bytes
from checker.grading.output import write
from checker.grading.output.output_folder import LOCK, TEMPORARY
from checker.grading.results.identity import relative_to_results
from checker.grading.store import STORE
from checker.grading.submissions.walk import is_result
from checker.lms.names import safe_name
from checker.lms.tables import UTF_16, ZIP, safe, writable
from checker.text.steering import escaped_in_markdown, without_steering
from checker.text.words import in_line, shortened

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
    """Finds out whether files show one of a student's ids or names."""

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
        """Return whether a file shows the student, in its path below `top` or in it; True also if it is unreadable."""
        if any(map(self._in_name, path.relative_to(top).parts)):
            return True
        try:
            return self._in_data(read_bytes(path, limit=LARGEST))
        except DocumentError:
            return True

    def are_in_text(self, text: str) -> bool:
        """Return whether a text has an id or a name of the student."""
        text = text if text.isascii() else normalize("NFC", text)
        if _is_any_in(self._distinct, text) or (self._emails and _is_any_in(self._emails, text.casefold())):
            return True
        if not _is_any_in(self._common, text):
            return False
        return not HTML.match(text) or _is_any_in(self._common, CODE.sub(" ", text))

    def _in_name(self, name: str) -> bool:
        return name.partition(".")[0] in self._file_names or self.are_in_text(Path(name).stem)

    def _in_data(self, data: bytes, depth: int = 0) -> bool:
        """Return whether a text, or a zip, shows the student; True also for data that cannot be looked through."""
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
    """Return whether a name, such as a word or a number, may occur in a file without meaning the student."""
    name = name.strip()
    return name.isdecimal() or (name.isascii() and name.isalnum() and (name.isalpha() or len(name) < DISTINCT))


def _is_any_in(patterns: Mapping[str, re.Pattern[str]], text: str) -> bool:
    return any(pattern.search(text) for written, pattern in patterns.items() if written in text)


def _written(name: str) -> Iterator[str]:
    """Yield the ways in which checker may have written a name into a file: shortened, quoted, escaped."""
    texts = {name, " ".join(name.split()), in_line(name), shortened(name)}
    texts.add(name.replace("\r\n", "\n").replace("\r", "\n"))
    texts |= set(map(writable, texts))
    texts |= {normalize("NFC", text) for text in texts}
    for text in {normalize("NFC", writer(text)) for text in texts for writer in WRITERS}:
        yield text
        yield text.replace('"', '""')


def _pattern(text: str) -> str:
    """Return the pattern of a whole word, or of a whole cell for a short number; Chinese has no space around words."""
    found = re.escape(text)
    if len(text) < DISTINCT and (text.isdecimal() or len(text) == 1):
        return AS_CELL.format(found)
    before = "(?<![0-9A-Za-z])" if _is_ascii_letter_or_digit(text[0]) else ""
    return before + found + ("(?![0-9A-Za-z])" if _is_ascii_letter_or_digit(text[-1]) else "")


def _is_ascii_letter_or_digit(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()


PAGES: Final = (".md", ".html")
SUFFIXES: Final = (*PAGES, ".json")
"""Those of files for one student."""


class Deleted(NamedTuple):
    """A file that was deleted because it shows, or may show, a forgotten student, and the command that writes it."""

    name: str
    """The path below the results."""
    command: str
    """The command that writes it again; empty for a file of this student alone."""


def file_names(ids: Iterable[str]) -> set[str]:
    """Return the names, without suffix, that files of a student with these ids may have."""
    found: set[str] = set()
    for id_ in ids:
        names: list[str] = []
        with suppress(StopIteration):  # the last way to name a file
            while True:
                names.append(safe_name(id_, names))
        found.update(names)
    return found


def delete_files(results: Path, commands: Mapping[str, str], names: Iterable[str]) -> list[Deleted]:
    """Delete the files that commands wrote into the results, whether they show the student or not; return them.

    Of a folder in `commands`, which has a file for each student, only the student's own files are deleted.
    """
    theirs = {f"{name}{suffix}" for name in names for suffix in SUFFIXES}
    deleted: list[Deleted] = []
    for name, command in commands.items():
        path = results / name
        if path.is_file() and _is_ours(path):
            path.unlink()
            deleted.append(Deleted(name, command))
        elif path.is_dir():
            for each in sorted(path.iterdir()):
                if each.name in theirs and each.is_file() and _is_ours(each):
                    each.unlink()
                    deleted.append(Deleted(f"{name}/{each.name}", ""))
            with suppress(OSError):  # other files are left in it
                path.rmdir()
    return deleted


def delete_mentions(
    results: Path,
    commands: Mapping[str, str],
    names: Collection[str],
    file_names: Collection[str],
    known: Iterable[str],
) -> tuple[list[Deleted], list[Path]]:
    """Delete every other file that a command wrote and that shows the student.

    Return these files, and those that may show the student but stay: files of no command, and files in which only a
    common word or number is found.
    """
    traces = Traces(names, file_names)
    certain = Traces([each for each in names if not is_common(each)], file_names)
    skipped = set(map(os.path.realpath, known))
    deleted: list[Deleted] = []
    left: list[Path] = []
    for path in _files(results):
        if os.path.realpath(path) in skipped or not traces.are_in(path, results):
            continue
        name = path.relative_to(results)
        command = _writer_of(path, results, commands)
        if command and certain.are_in(path, results):
            path.unlink()
            deleted.append(Deleted(name.as_posix(), command))
            with suppress(OSError):  # other files are left in it
                path.parent.rmdir()
        else:
            left.append(path)
    return deleted, left


def shown_outside(
    made: Mapping[Path, str], results: Path, names: Collection[str], file_names: Iterable[str]
) -> Iterator[tuple[Path, str]]:
    """Yield the files outside of the results that show the student, each with the command that writes it again.

    `made`: by path, the command that made a file or folder.  In a folder only files named after the student are
    yielded, with an empty command.
    """
    file_names = list(file_names)
    traces = Traces(names, file_names)
    for path, command in made.items():
        below = Path(relative_to_results(path, results))
        if not below.is_absolute() and below.parts[0] != os.pardir:
            continue
        if path.is_dir():
            theirs = (path / f"{name}{suffix}" for name in file_names for suffix in SUFFIXES)
            yield from ((each, "") for each in theirs if each.is_file())
        elif path.is_file() and traces.are_in(path, path.parent):
            yield path, command


def is_page_of(names: Collection[str], path: Path, results: Path, commands: Mapping[str, str]) -> bool:
    """Return whether a file is a page that checker wrote for a student whose files may have these names."""
    return path.stem in names and bool(_writer_of(path, results, commands))


def _writer_of(path: Path, results: Path, commands: Mapping[str, str]) -> str:
    """Return the command that writes a page for one student; an empty text for another file."""
    folder, *rest = path.relative_to(results).parts
    is_page = len(rest) == 1 and path.suffix in SUFFIXES and _is_ours(path)
    return {**commands, write.ANNOTATED: "checker grade"}.get(folder, "") if is_page else ""


def _files(results: Path) -> Iterator[Path]:
    """Yield the files in a folder of results, except the store and what other runs keep aside."""
    for folder, folders, names in os.walk(results):
        folders[:] = sorted(each for each in folders if not TEMPORARY.fullmatch(os.fsencode(each)))
        for name in sorted(names):
            path = Path(folder, name)
            is_of_store = path.parent == results and (name in {STORE, LOCK} or name.startswith(f"{STORE}.damaged-"))
            if not is_of_store and path.is_file():
                yield path


def _is_ours(path: Path) -> bool:
    """Return whether checker wrote a file: its pages (.md, .html) say so, and any other file counts as its own."""
    return path.suffix not in PAGES or is_result(str(path))
