"""The files below a folder of submissions, or a single file (`Folder`), or those of a zip (`Zip`), without our results.

Links that lead out of the folder are reported and not followed; files that cannot be read are reported.  A zip is read
in place, so that no entry can lead outside; what is damaged, encrypted or suspiciously dense is reported and not read.
"""

# Names are passed on as texts: a Path for each would cost as much as the walk.
# ruff: noqa: PTH112, PTH114, PTH116, PTH118, PTH119, PTH120, PTH208

from __future__ import annotations

import os
import re
import stat
import struct
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from checker.document import DocumentError, beginning, read_bytes, too_large
from checker.document.files import REASONS, SPECIAL, follow_link
from checker.grading.own_files import LEAST, OWN, SUMMARY, holds_results
from checker.lms.names import natural
from checker.lms.system import is_junk
from checker.lms.systems import owner_of

AWAY: Final = "is a link that leaves the folder of submissions; copy the file or folder to its place"
ANYWAY: Final = "is a link to a folder that is read anyway, or to one around it; remove the link"

Parts = tuple[str, ...]
"""The names of the folders of a file and its own, as the system has them: they need not be text."""


class Found(NamedTuple):
    """A file below the root, without its contents."""

    parts: Parts
    error: str = ""
    """Why it is not read; empty for a regular file."""
    is_folder: bool = False
    """It is a folder that is not read."""


def reason(path: str, error: OSError) -> str:
    """Return the message about a file or folder that cannot be read."""
    if isinstance(error, FileNotFoundError):
        return "is a link to a file that does not exist" if os.path.islink(path) else "does not exist"
    return REASONS.get(error.errno or 0, f"cannot be read: {error.strerror}")


def first_bytes(path: str) -> bytes:
    """Return the beginning of a file; empty if it cannot be read."""
    try:
        return beginning(path, 1_000)
    except OSError:
        return b""


class Folder:
    """A folder of submissions, or a single file."""

    def __init__(self, root: str, exclude: Collection[str] = ()) -> None:
        """`exclude`: real paths of files that are left out."""
        self.strays: Sequence[Found] = ()
        """Files that belong to nobody and are only reported."""
        root = root.rstrip(os.sep) or root
        is_folder = os.path.isdir(root)
        self._folder = root if is_folder else os.path.dirname(root)
        self._start: Parts = () if is_folder else (os.path.basename(root),)
        self._excluded = frozenset(exclude)
        self._names = set(map(os.path.basename, exclude))

    def close(self) -> None:
        """Close what is open; in a folder nothing is."""

    def contents(self, parts: Parts, limit: int) -> bytes:
        """Return the contents of a file of at most `limit` bytes.  Raise DocumentError."""
        return read_bytes(self._path(parts), limit=limit)

    def files(self) -> Iterator[Found]:
        """Yield all files.  Links to files in the folder are followed, but not those to folders."""
        top = os.path.realpath(self._folder)
        stack = [self._start]  # not recursion: folders may be nested 2,000 deep
        while stack:
            parts = stack.pop()
            path = self._path(parts)
            is_link = parts != self._start and os.path.islink(path)
            try:
                mode = os.stat(path).st_mode
                is_folder = stat.S_ISDIR(mode)
                names = self._names_in(path) if is_folder and not is_link else []
            except OSError as error:
                if not self._is_excluded(path, is_link=True):
                    yield Found(parts, reason(path, error), os.path.isdir(path))
                continue
            if not is_folder and self._is_excluded(path, is_link=is_link):
                continue
            if is_link and follow_link(path, [top]):
                yield Found(parts, AWAY, is_folder)
            elif is_link and is_folder:
                yield Found(parts, ANYWAY)
            elif not is_folder:
                yield Found(parts, "" if stat.S_ISREG(mode) else SPECIAL)
            else:
                stack.extend((*parts, name) for name in sorted(names, key=natural, reverse=True))

    def _path(self, parts: Parts) -> str:
        return os.path.join(self._folder, *parts)

    def _names_in(self, path: str) -> list[str]:
        """Return the names in a folder: none in one of results, unless it is the root, where ours are left out."""
        names = [name for name in os.listdir(path) if not is_junk((name,))]
        if LEAST.issubset(names) and holds_results(first_bytes(os.path.join(path, SUMMARY))):
            return [name for name in names if path == self._folder and not OWN.fullmatch(name)]
        return names

    def _is_excluded(self, path: str, *, is_link: bool) -> bool:
        # only a link has another name than its target, and to find the real path of each file would take too long
        return (is_link or os.path.basename(path) in self._names) and os.path.realpath(path) in self._excluded


MOST_ENTRIES: Final = 100_000
MOST_BYTES: Final = 2_000_000_000
"""Maximum number of bytes that are read from one zip."""
MOST_RATIO: Final = 500
"""Maximum number of times that an entry may be larger than it is in the zip."""
NEVER_TOO_DENSE: Final = 1_000_000
"""Number of bytes up to which an entry may be as dense as it likes."""
ENCRYPTED: Final = 0x1
IS_UTF_8: Final = 0x800
"""The flag of an entry whose name is UTF-8; without it the name is in the code page of an old PC."""
BROKEN: Final = (
    *(BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, OverflowError),
    *(OSError, struct.error, zlib.error),
)
"""Errors of zipfile in a damaged archive; a name that is no UTF-8 is a ValueError."""
OUTSIDE: Final = re.compile(r"/|[A-Za-z]:|(?:.*/)?\.\.(?:/|\Z)", re.DOTALL)
"""The beginning of a name that may lead out of the zip."""

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
ODD_NAME: Final = (
    "has a name with a character that no name in a zip may have, so it is not read; ask for the file itself"
)
OUTSIDE_NAME: Final = "has a path that leads out of the zip, so it is not read; ask for the file itself"


class Zip:
    """A zip of submissions, or one file with an error if it cannot be read.

    If one folder holds all entries, paths begin below it, unless it is an assignment or its name gives a student.
    """

    def __init__(self, path: str, assignments: Collection[str] = ()) -> None:
        """Open a zip; `assignments` are the names of folders that are assignments."""
        self.strays: list[Found] = []
        """Entries that may lead outside, which belong to nobody and are only reported."""
        self._entries: dict[Parts, ZipInfo] = {}
        self._found: list[Found] = []
        self._bytes = 0
        self._zip: ZipFile | None = None
        try:
            self._zip = ZipFile(path)
        except PermissionError as error:
            self.strays.append(Found((), reason(path, error)))
        except BROKEN:
            self.strays.append(Found((), CUT if first_bytes(path).startswith(b"PK") else NO_ZIP))
        else:
            entries = self._zip.infolist()
            if len(entries) > MOST_ENTRIES:
                self.strays.append(Found((), TOO_MANY))
            else:
                self._list(entries, {name.split("/")[0] for name in assignments})

    def close(self) -> None:
        """Close the zip."""
        if self._zip is not None:
            self._zip.close()

    def files(self) -> Iterator[Found]:
        """Yield all files."""
        yield from self._found

    def contents(self, parts: Parts, limit: int) -> bytes:
        """Return the contents of a file of at most `limit` bytes.  Raise DocumentError."""
        entry, name = self._entries[parts], "/".join(parts)
        if entry.file_size > limit:
            raise DocumentError(too_large(limit), name)
        if self._bytes + entry.file_size > MOST_BYTES:
            raise DocumentError(TOO_MUCH, name)
        self._bytes += entry.file_size
        try:
            return self._data(entry, limit + 1)
        except BROKEN:
            raise DocumentError(DAMAGED, name) from None

    def _data(self, entry: ZipInfo, most: int) -> bytes:
        assert self._zip is not None  # noqa: S101 - for mypy: it has this entry
        with self._zip.open(entry) as file:
            return file.read(most)

    def _list(self, entries: Iterable[ZipInfo], assignments: Collection[str]) -> None:
        """Find the files, and those that are not read."""
        counts: Counter[Parts] = Counter()
        found: dict[Parts, ZipInfo] = {}
        for entry in entries:
            name = name_of(entry)
            parts = tuple(part for part in name.split("/") if part not in {"", "."})
            if "\0" in name or "\\" in name or OUTSIDE.match(name):
                self.strays.append(Found(parts, OUTSIDE_NAME if OUTSIDE.match(name) else ODD_NAME))
            elif parts and not (entry.is_dir() or is_junk(parts)):
                found[parts] = entry
                counts[parts] += 1
        top = _folder_of_all(list(found), assignments)
        skip = len(top)
        self._entries = {
            parts[skip:]: found[parts] for parts in sorted(found, key=lambda parts: [*map(natural, parts)])
        }
        results = {parts[:-1] for parts in self._entries if parts[-1] == SUMMARY and self._holds_results(parts)}
        for parts, entry in self._entries.items():
            is_below = any(parts[:depth] in results for depth in range(1, len(parts)))
            if not is_below and not (parts[:-1] in results and OWN.fullmatch(parts[-1])):
                is_twice = counts[(*top, *parts)] > 1
                self._found.append(Found(parts, TWICE if is_twice else _error(entry)))

    def _holds_results(self, summary: Parts) -> bool:
        """Return whether an earlier run wrote the files next to a summary."""
        if not self._entries.keys() >= {(*summary[:-1], name) for name in LEAST}:
            return False
        try:
            return holds_results(self._data(self._entries[summary], 1_000))
        except BROKEN:
            return False


def _folder_of_all(found: Collection[Parts], assignments: Collection[str]) -> Parts:
    """Return the one folder that holds all files; none if it is that of an assignment or of a student."""
    tops = {parts[0] for parts in found}
    is_one = len(tops) == 1 and max(map(len, found)) > 1 and not tops & set(assignments)
    is_students = is_one and any(owner_of((*tops, "file"), lms) for lms in ("moodle", "gradescope"))
    return tuple(tops) if is_one and not is_students else ()


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
    """Return the name of a zip's entry, decoded; macOS writes UTF-8 and does not say so."""
    name = entry.orig_filename
    if entry.flag_bits & IS_UTF_8:
        return name
    try:
        return name.encode("cp437").decode()
    except UnicodeError:
        return name
