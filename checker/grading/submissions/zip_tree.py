"""`ZipTree`: reads a zip of submissions in place; nothing is unpacked, and no entry can lead outside.

Entries that are damaged, encrypted, links or suspiciously dense are reported and not read.
"""

from __future__ import annotations

import re
import stat
import struct
import zlib
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import zip_longest
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from checker.document import DocumentError, beginning, too_large
from checker.grading.submissions.model import FoundFile, printable
from checker.grading.submissions.walk import (
    EMPTY_FOLDER,
    LIKE_A_FILE,
    RESULT_FILES,
    RESULTS_SUMMARY,
    SPECIAL,
    Tree,
    is_submission_name,
    natural,
    reason,
)

MOST_ENTRIES: Final = 100_000
MOST_BYTES: Final = 2_000_000_000
"""Maximum number of bytes that are read from one zip."""
MOST_RATIO: Final = 500
"""Maximum number of times that an entry may be larger than it is in the zip."""
NEVER_TOO_DENSE: Final = 1_000_000
"""Number of bytes up to which an entry may be as dense as it likes."""
ENCRYPTED: Final = 0x1
BROKEN: Final = (
    *(BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, OverflowError),
    *(OSError, struct.error, zlib.error),
)
"""Errors of zipfile in a damaged archive; a name that is no UTF-8 is a ValueError."""
SIGNATURE: Final = b"PK"

NO_ZIP: Final = "is no zip, whatever its name says; give a folder, or a zip as it was downloaded"
CUT: Final = "is damaged or not complete; download it again"
TOO_MANY: Final = f"has more than {MOST_ENTRIES:,} files; unpack it, and grade it in parts"
LINK: Final = "is a link, which is not followed in a zip; put the file in its place"
LOCKED: Final = "is encrypted; unpack it with its password, and hand in the file itself"
TWICE: Final = "is in the zip more than once; keep one of them"
DAMAGED: Final = "is damaged in the zip; download it again"
TOO_MUCH: Final = f"is not read: the files of the zip have more than {MOST_BYTES / 1e9:g} GB; grade it in parts"
TOO_DENSE: Final = f"is more than {MOST_RATIO} times as large as in the zip, as no answer is; hand in the file itself"
UNKNOWN_METHOD: Final = "is compressed in a way that I cannot read; unpack it, and hand in the file itself"

IS_UTF_8: Final = 0x800
"""The flag of an entry whose name is UTF-8; without it the name is in the code page of an old PC."""
UNICODE_PATH: Final = 0x7075
"""The extra field in which Info-ZIP repeats a name in UTF-8, with a checksum of the other one."""
NOT_READ: Final = "so it is not read; ask for the file itself"
DRIVE: Final = re.compile(r"[A-Za-z]:")


class ZipTree(Tree):
    """A zip of submissions, or one file with an error if it cannot be read.

    If one folder holds all entries, paths begin below it, unless it is an assignment (`assignments`) or its name
    gives a student.
    """

    def __init__(self, path: str, assignments: Collection[str] = ()) -> None:
        super().__init__(path)
        self._entries: dict[str, ZipInfo] = {}
        """By path, the entries that are files."""
        self._files: list[FoundFile] = []
        self._bytes = 0
        """Number of bytes that were read."""
        self._zip: ZipFile | None = None
        try:
            self._zip = ZipFile(path)
        except PermissionError as error:
            self._files.append(FoundFile(path, None, reason(path, error)))
        except BROKEN:
            self._files.append(FoundFile(path, None, CUT if _is_signed(path) else NO_ZIP))
        else:
            self._list(self._zip.infolist(), assignments)

    def close(self) -> None:
        """Close the zip."""
        if self._zip is not None:
            self._zip.close()

    def walk(self) -> Iterator[FoundFile]:
        """Yield the zip's entries as files in natural order, without their contents."""
        yield from self._files

    def beginning(self, path: str, most: int) -> bytes:
        """Return at most `most` bytes from the beginning of a file.  Raise OSError."""
        try:
            return self._data(path, most)
        except (*BROKEN, KeyError) as error:
            raise OSError(str(error)) from None

    def contents(self, path: str, limit: int) -> bytes:
        """Return the contents of a file of at most `limit` bytes.  Raise DocumentError."""
        entry = self._entries[path]
        if entry.file_size > limit:
            raise DocumentError(too_large(limit), path)
        if self._bytes + entry.file_size > MOST_BYTES:
            raise DocumentError(TOO_MUCH, path)
        self._bytes += entry.file_size
        try:
            return self._data(path, limit + 1)
        except BROKEN:
            raise DocumentError(DAMAGED, path) from None

    def size(self, path: str) -> int:
        """Return the number of bytes of a file; 0 if that is not known."""
        return self._entries[path].file_size if path in self._entries else 0

    def is_folder(self, path: str) -> bool:
        """Return whether a path is that of a folder."""
        return any(each.startswith(f"{path}/") for each in self._entries)

    def _data(self, path: str, most: int) -> bytes:
        assert self._zip is not None  # noqa: S101 - for mypy: it has this entry
        with self._zip.open(self._entries[path]) as file:
            return file.read(most)

    def _list(self, entries: list[ZipInfo], assignments: Collection[str]) -> None:
        """Find the files, and those that are not read."""
        if len(entries) > MOST_ENTRIES:
            self._files.append(FoundFile(self.root, None, TOO_MANY))
            return
        names: Counter[tuple[str, ...]] = Counter()
        found: dict[tuple[str, ...], ZipInfo] = {}
        for entry in entries:
            name = name_of(entry)
            if message := outside(name):
                key = printable(name).lstrip("/")
                self.strays.append(FoundFile(f"{self.root}/{key}", None, message, key=key))
                continue
            parts = tuple(part for part in name.split("/") if part not in {"", "."})
            if parts and all(map(is_submission_name, parts)):
                found[parts] = entry
                names[parts] += not entry.is_dir()
        if top := _top(list(found), assignments):
            self.root = f"{self.root}/{top}"
        skip = len([top] if top else [])
        in_order = sorted(found, key=lambda parts: [natural(part) for part in parts])
        for parts, after in zip_longest(in_order, in_order[1:], fillvalue=()):
            path = "/".join((self.root, *parts[skip:]))
            hint = parts[skip] if parts[skip + 1 :] else None
            if not found[parts].is_dir():
                self._entries[path] = found[parts]
                self._files.append(FoundFile(path, hint, TWICE if names[parts] > 1 else _error(found[parts])))
            elif after[: len(parts)] != parts and LIKE_A_FILE.fullmatch(parts[-1]):
                self._files.append(FoundFile(path, hint, EMPTY_FOLDER))
        self._files = [each for each in self._files if not self._is_result(each.path)]

    def _is_result(self, path: str) -> bool:
        """Return whether an earlier run wrote a file: its summary is next to it, and begins with the schema."""
        folder, _, name = path.rpartition("/")
        summary = f"{folder}/summary.json"
        if not RESULT_FILES.fullmatch(name) or not {summary, f"{folder}/results.jsonl"} <= self._entries.keys():
            return False
        try:
            return bool(RESULTS_SUMMARY.match(self.beginning(summary, 1_000)))
        except OSError:
            return False


def _is_signed(path: str) -> bool:
    """Return whether a file begins as a zip does."""
    try:
        return beginning(path, len(SIGNATURE)) == SIGNATURE
    except OSError:
        return False


def _top(found: list[tuple[str, ...]], assignments: Collection[str]) -> str:
    """Return the one folder that holds all files; empty if there is none, or if it is an assignment or a student's."""
    from checker.lms.systems import owner_of

    tops = {parts[0] for parts in found}
    top = next(iter(tops)) if len(tops) == 1 and max(map(len, found)) > 1 else ""
    is_assignment = any(name.split("/")[0] == top for name in assignments)
    if not top or is_assignment or any(owner_of((top, "file"), lms) for lms in ("moodle", "gradescope")):
        return ""
    return top


def _error(entry: ZipInfo) -> str:
    """Return why an entry is not read; empty if it can be."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if stat.S_ISLNK(kind):
        return LINK
    if kind and not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        return SPECIAL
    if entry.flag_bits & ENCRYPTED:
        return LOCKED
    if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        return UNKNOWN_METHOD
    is_dense = entry.file_size > max(NEVER_TOO_DENSE, MOST_RATIO * entry.compress_size)
    return TOO_DENSE if is_dense else ""


def name_of(entry: ZipInfo) -> str:
    """Return the name of a zip's entry, decoded."""
    name = entry.orig_filename
    if entry.flag_bits & IS_UTF_8 or name.isascii():
        return name
    try:
        raw = name.encode("cp437")
    except UnicodeEncodeError:  # decoded by other rules already
        return name
    try:
        return _unicode_name(entry.extra, raw) or raw.decode()  # macOS writes UTF-8 and does not say so
    except UnicodeDecodeError:
        return name


def outside(name: str) -> str:
    """Return why the name of an entry may lead out of the zip; empty if it does not."""
    if "\0" in name or "\\" in name:
        return f"has a name with a character that no name in a zip may have, {NOT_READ}"
    if name.startswith("/") or DRIVE.match(name) or ".." in name.split("/"):
        return f"has a path that leads out of the zip, {NOT_READ}"
    return ""


def _unicode_name(extra: bytes, raw: bytes) -> str:
    """Return the Unicode name in the extra fields of an entry; empty if there is none for the name `raw`."""
    while len(extra) >= 4:  # noqa: PLR2004 - the bytes of a header
        kind, size = struct.unpack_from("<HH", extra)
        field, extra = extra[4 : 4 + size], extra[4 + size :]
        if kind == UNICODE_PATH and len(field) > 5 and field[0] == 1:  # noqa: PLR2004 - the version and the checksum
            (checksum,) = struct.unpack_from("<L", field, 1)
            if checksum == zlib.crc32(raw):
                return field[5:].decode()
    return ""
