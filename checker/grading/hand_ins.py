"""Groups the files of a folder or zip into hand-ins: by download, by folder of a student, or file by file.

    hand_ins        a folder or a zip   to HandIn: the files of one student, or one file that names its students
    digest_of       a HandIn            to the digest of everything that decides what is read from it
    file_contents   the name of a file  to its bytes, to show it to a person

No more contents are held than those of the hand-in that is yielded; who gets one opens no file.  Our results are left
out.  Links that lead out of the folder, and files that cannot be read, are reported.  A zip is read in place, so that
no entry can lead outside.
"""

# Names are passed on as texts: a Path for each would cost as much as the walk.
# ruff: noqa: PTH112, PTH113, PTH114, PTH116, PTH118, PTH119, PTH120, PTH208
from __future__ import annotations

import os
import re
import stat
import struct
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import count, groupby
from pathlib import PurePosixPath
from typing import Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from checker.document import DocumentError, read_bytes, too_large
from checker.document.files import REASONS, SPECIAL, follow_link
from checker.document.nodes import quote
from checker.grading.model import File, FileSort, HandIn
from checker.grading.own_files import HANDOUTS, LEAST, OWN, PAGE_FOLDERS, SUMMARY, VARIANTS, holds_results, is_result
from checker.grading.times import parse_time
from checker.lms.names import natural
from checker.lms.students import Roster, Student
from checker.lms.system import is_junk
from checker.lms.systems import lists_owners, owner_of, read_download, recognised
from checker.writeups import formats

Parts = tuple[str, ...]
"""The names of the folders of a file and its own, as the system has them: they need not be text."""


class Found(NamedTuple):
    """A file below the root, without its contents."""

    parts: Parts
    error: str = ""
    is_folder: bool = False
    """It is a folder that is not read."""
    is_stray: bool = False
    """It belongs to nobody and is only reported, as it may lead outside."""
    name: str = ""
    """The path below the root, as text; no other file has it."""
    sort: FileSort = "other"
    assignment: str = ""
    """The folder named like a folder of problems; empty for none."""
    below: Parts = ()
    """The path below that."""


def _reason(path: str, error: OSError) -> str:
    """Return the message about a file or folder that cannot be read."""
    if isinstance(error, FileNotFoundError):
        return "is a link to a file that does not exist" if os.path.islink(path) else "does not exist"
    return REASONS.get(error.errno or 0, f"cannot be read: {error.strerror}")


class Tree(NamedTuple):
    """The files below a folder of submissions, or in a zip; or a single file."""

    files: Iterable[Found]
    contents: Callable[[Parts, int], bytes]
    """Returns the contents of a file of at most so many bytes.  Raises DocumentError."""


def _without_results(tree: Tree) -> Tree:
    """Leave out the folders of results of a run; if the root is one, only what checker wrote there."""
    files = list(tree.files)
    known, results = {each.parts for each in files if not each.is_stray}, set[Parts]()
    for folder in (parts[:-1] for parts in known if parts[-1:] == (SUMMARY,)):
        if all((*folder, name) in known for name in LEAST):
            with suppress(DocumentError):
                results |= {folder} if holds_results(tree.contents((*folder, SUMMARY), MOST_TOGETHER)) else set()

    def is_ours(parts: Parts) -> bool:
        below = any(parts[:depth] in results for depth in range(1, len(parts)))
        return below or (len(parts) == 1 and () in results and OWN.fullmatch(parts[0]) is not None)

    return tree._replace(files=[each for each in files if each.is_stray or not is_ours(each.parts)])


def _tree_of_folder(root: str, exclude: Collection[str] = ()) -> Tree:
    """Return the files below a folder, without results of a run; `exclude`: real paths of files that are left out."""
    folder, start = root.rstrip(os.sep) or root, Parts()
    if not os.path.isdir(folder):
        folder, start = os.path.dirname(folder), (os.path.basename(folder),)
    names = frozenset(map(os.path.basename, exclude))

    def is_left_out(each: Found) -> bool:
        # only a link has another name than its target, and to find the real path of each file would take too long
        path = os.path.join(folder, *each.parts)
        return (os.path.basename(path) in names or os.path.islink(path)) and os.path.realpath(path) in exclude

    def contents(parts: Parts, limit: int) -> bytes:
        return read_bytes(os.path.join(folder, *parts), limit=limit)

    # results first: the files by which a folder of them is known may be among those that are left out
    tree = _without_results(Tree(_walked(folder, start), contents))
    return tree._replace(files=(each for each in tree.files if not is_left_out(each)))


def _walked(folder: str, start: Parts) -> Iterator[Found]:
    """Yield the files below a folder.  Links to files in it are followed, but not those to folders."""
    top, stack = os.path.realpath(folder), [start]  # not recursion: folders may be nested 2,000 deep
    while stack:
        parts = stack.pop()
        path = os.path.join(folder, *parts)
        is_link = parts != start and os.path.islink(path)
        try:
            mode = os.stat(path).st_mode
            is_folder = stat.S_ISDIR(mode)
            names = os.listdir(path) if is_folder and not is_link else []
        except OSError as error:
            yield Found(parts, _reason(path, error), os.path.isdir(path))
            continue
        if is_link and follow_link(path, [top]):
            away = "is a link that leaves the folder of submissions; copy the file or folder to its place"
            yield Found(parts, away, is_folder)
        elif is_link and is_folder:
            yield Found(parts, "is a link to a folder that is read anyway, or to one around it; remove the link")
        elif not is_folder:
            yield Found(parts, "" if stat.S_ISREG(mode) else SPECIAL)
        else:
            own = (name for name in names if not is_junk((name,)))
            stack.extend((*parts, name) for name in sorted(own, key=natural, reverse=True))


_BROKEN: Final = (
    *(BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, OverflowError),
    *(OSError, struct.error, zlib.error),
)
"""Errors of zipfile in a damaged archive; a name that is no UTF-8 is a ValueError."""
_OUTSIDE: Final = re.compile(r"/|[A-Za-z]:|(?:.*/)?\.\.(?:/|\Z)", re.DOTALL)
"""The beginning of a name that may lead out of the zip."""

NO_ZIP: Final = "is no zip, whatever its name says; give a folder, or a zip as it was downloaded"
CUT: Final = "is damaged or not complete; download it again"
LOCKED: Final = "is encrypted; unpack it with its password, and hand in the file itself"
UNKNOWN_METHOD: Final = "is compressed in a way that I cannot read; unpack it, and hand in the file itself"


def _tree_of_zip(opened: ZipFile, assignments: Collection[str] = ()) -> Tree:
    """Return the files in a zip; `assignments`: names of folders that are assignments.

    If one folder holds all entries, paths begin below it, unless it is an assignment or its name gives a student.
    """
    files: list[Found] = []
    twice: set[Parts] = set()
    found: dict[Parts, ZipInfo] = {}
    for entry in opened.infolist():
        name = entry.orig_filename
        if not entry.flag_bits & 0x800:  # not marked as UTF-8, which macOS writes all the same
            with suppress(UnicodeError):
                name = name.encode("cp437").decode()
        parts = tuple(part for part in name.split("/") if part not in {"", "."})
        if "\0" in name or "\\" in name or _OUTSIDE.match(name):
            why = (
                "a path that leads out of the zip"
                if _OUTSIDE.match(name)
                else "a name with a character that no name in a zip may have"
            )
            files.append(Found(parts, f"has {why}, so it is not read; ask for the file itself", is_stray=True))
        elif parts and not (entry.is_dir() or is_junk(parts)):
            twice |= {parts} & found.keys()
            found[parts] = entry
    top = _folder_of_all(list(found), {name.split("/")[0] for name in assignments})
    entries: dict[Parts, ZipInfo] = {}
    for parts in sorted(found, key=lambda parts: [*map(natural, parts)]):
        error = "is in the zip more than once; keep one of them" if parts in twice else _error(found[parts])
        files.append(Found(parts[len(top) :], error))
        entries[parts[len(top) :]] = found[parts]

    def contents(parts: Parts, limit: int) -> bytes:
        if entries[parts].file_size > limit:
            raise DocumentError(too_large(limit), "/".join(parts))
        try:
            with opened.open(entries[parts]) as file:
                return file.read(limit + 1)
        except _BROKEN:
            raise DocumentError("is damaged in the zip; download it again", "/".join(parts)) from None

    return Tree(files, contents)


@contextmanager
def _opened(root: str, folders: Collection[str], exclude: Collection[str] = ()) -> Iterator[Tree]:
    if not (root.lower().endswith(".zip") and os.path.isfile(root)):
        yield _tree_of_folder(root, frozenset(exclude))
        return
    try:
        opened = ZipFile(root)
    except PermissionError as error:
        why = _reason(root, error)
    except _BROKEN:
        with open(root, "rb") as file:  # noqa: PTH123 - as above
            why = CUT if file.read(2) == b"PK" else NO_ZIP
    else:
        with opened:
            yield _without_results(_tree_of_zip(opened, folders))
        return
    yield _tree_of_folder(root)._replace(files=[Found((), why, is_stray=True)])


def _folder_of_all(found: Collection[Parts], assignments: Collection[str]) -> Parts:
    """Return the one folder that holds all files; none if it is that of an assignment or of a student."""
    tops = {parts[0] for parts in found}
    is_one = len(tops) == 1 and max(map(len, found)) > 1 and not tops & set(assignments)
    is_students = is_one and any(owner_of((*tops, "file"), lms) for lms in ("moodle", "gradescope"))
    return tuple(tops) if is_one and not is_students else ()


def _error(entry: ZipInfo) -> str:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if stat.S_ISLNK(kind):
        return "is a link, which is not followed in a zip; put the file in its place"
    if kind and not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        return SPECIAL
    if entry.flag_bits & 0x1:
        return LOCKED
    if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        return UNKNOWN_METHOD
    return ""


_LIMIT: Final = 10_000_000
MOST_TOGETHER: Final = 100_000_000
MOST_FILES: Final = 200

_SORTS: Final[dict[str, FileSort]] = {
    **dict.fromkeys((".yaml", ".yml", ".json"), "structured"),
    **dict.fromkeys((".csv", ".tsv"), "table"),
}

_ADVICE: Final = "hand in YAML, JSON, CSV, TSV or a document such as `.md`"
NO_HANDOUTS: Final = "is a folder of handouts, in which nothing is graded; rename it if students handed it in"
_WRITTEN: Final = "was written by checker; hand in the student's own file"
TOGETHER: Final = f"is not read, because the files of this hand-in have more than {MOST_TOGETHER / 1e6:g} MB together"
TOO_MANY: Final = (
    f"has more than {MOST_FILES} files, too many for one student; give each student a folder, or name the folder "
    "like a folder of problems. Its documents are not read"
)


def _printable(text: str) -> str:
    """Return a name in which bytes that are no UTF-8 are replaced, so that it can be written."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def hand_ins(
    root: str, folders: Collection[str], exclude: Collection[str] = (), roster: Roster | None = None
) -> Iterator[HandIn]:
    """Yield the hand-ins below a folder or in a zip, with the contents of their files, in natural order.

    `folders`: the names of folders of problems.  `exclude`: real paths of files that are left out.  In a folder that
    is named like nobody on the roster, each file that is named like a student there is a hand-in.
    """
    keys: set[str] = set()
    with _opened(root, folders, exclude) as tree:
        pieces = (name.split("/") for name in folders)
        known = {"/".join(each[:end]) for each in pieces for end in range(1, len(each) + 1)}  # of `a/b` also `a`
        for each in _hand_ins(tree, known, roster or Roster()):
            yield each._replace(key=_unused(each.key, keys))


def digest_of(hand_in: HandIn) -> str:
    """Return the digest of everything that decides what is read from a hand-in, except the names of columns."""
    files = [(*each[:2], len(each.data), each.error) for each in hand_in.files]
    digest = sha256(ascii((*hand_in._replace(key="", files=()), files)).encode())
    for each in hand_in.files:
        digest.update(each.data)
    return digest.hexdigest()


def file_contents(root: str, folders: Collection[str], name: str) -> bytes:
    """Return the contents of the document that has this name in a hand-in.  Raise DocumentError."""
    with _opened(root, folders) as tree:
        for each in _placed(tree, ()):
            if each.name == name and not each.error:
                return tree.contents(each.parts, formats.limit_of(name))
    raise DocumentError("does not exist", name)


def _unused(text: str, taken: set[str]) -> str:
    """Return a text that is not taken, and take it; only names that are no text, or look like an id, can be taken."""
    free = next(each for n in count(1) if (each := f"{text} ({n})" if n > 1 else text) not in taken)
    taken.add(free)
    return free


def _placed(tree: Tree, known: Collection[str]) -> Iterator[Found]:
    names: set[str] = set()
    for found in tree.files:
        parts = found.parts
        if found.is_stray:
            yield found._replace(name=_printable("/".join(parts)))
            continue
        sort = _SORTS.get(PurePosixPath(parts[-1]).suffix.lower())
        if sort is None and re.fullmatch(r"(?is)(readme|licen[sc]e|copying)(\..*)?", parts[-1]):
            continue
        depth = 0
        while depth < len(parts) - 1 and "/".join(parts[: depth + 1]) in known:
            depth += 1
        name = _unused(_printable("/".join(parts)), names)
        sort = sort or ("document" if formats.is_document(parts[-1]) else "other")
        yield found._replace(name=name, sort=sort, assignment="/".join(parts[:depth]), below=parts[depth:])


def _hand_ins(tree: Tree, known: Collection[str], roster: Roster) -> Iterator[HandIn]:
    by_assignment: dict[str, list[Found]] = {}
    handouts: dict[str, None] = {}
    strays: list[HandIn] = []
    for each in _placed(tree, known):
        if each.is_stray:
            strays.append(_not_read(each.name, each.error))
        elif folder := _handouts(each):
            handouts[folder] = None
        elif not _is_own_page(each, tree):
            by_assignment.setdefault(each.assignment, []).append(each)
    yield from (_not_read(name, NO_HANDOUTS) for name in handouts)
    yield from strays
    for assignment, listing in by_assignment.items():
        if lms := recognised(each.below for each in listing):
            yield from _of_download(listing, lms, tree, known)
        elif not any(each.sort == "document" for each in listing):
            yield from (_single(each, tree) for each in listing)
        else:
            for student, theirs in groupby(listing, key=lambda each: _folder(each, roster)):
                if student:
                    path = "/".join(filter(None, (assignment, student)))
                    yield from _of_folder(list(theirs), path, tree)
                else:
                    yield from (_between_folders(each, tree, known) for each in theirs)


def _not_read(name: str, error: str) -> HandIn:
    return HandIn(name, (File(name, error=error),), is_single=True)


def _folder(each: Found, roster: Roster) -> str:
    """Return the student's folder that a file is in; empty for a file that is a hand-in by itself."""
    folder, is_own = each.below[0], roster.find(PurePosixPath(each.below[-1]).stem) and not roster.find(each.below[0])
    return folder if each.below[1:] and not is_own else ""


def _handouts(each: Found) -> str:
    """Return the folder of handouts that a file is in, which no student handed in; empty for any other file."""
    above = [part.lower() for part in each.parts[:-1]]
    is_sheet = each.sort not in {"structured", "table"} or each.below[-1].casefold() == VARIANTS
    return _printable("/".join(each.parts[: above.index(HANDOUTS) + 1])) if is_sheet and HANDOUTS in above else ""


def _is_own_page(each: Found, tree: Tree) -> bool:
    is_page = each.sort == "document" and any(part.lower() in PAGE_FOLDERS for part in each.below[:-1])
    with suppress(DocumentError):
        return is_page and not each.error and is_result(each.name, tree.contents(each.parts, _LIMIT))
    return False


def _between_folders(each: Found, tree: Tree, known: Collection[str]) -> HandIn:
    """Return a file next to the students' folders; a folder that cannot be read is the hand-in of a student."""
    is_folder = each.is_folder and each.below[0] not in known
    if each.sort != "document" and not is_folder:
        return _single(each, tree)
    name = PurePosixPath(_printable(each.below[-1]))
    file = _loaded(each, tree)
    who = Student(name.name if is_folder else name.stem)
    return HandIn(each.name, (file,), who, each.assignment or None, is_single=file.error == _WRITTEN)


def _single(each: Found, tree: Tree) -> HandIn:
    first, *more = each.parts
    return HandIn(each.name, (_loaded(each, tree),), hint=_printable(first) if more else None, is_single=True)


def _of_folder(files: Sequence[Found], path: str, tree: Tree) -> Iterator[HandIn]:
    counts = Counter(each.sort for each in files)
    key = _printable(path)
    if not counts["document"]:
        yield from (_single(each, tree) for each in files)
    elif counts["document"] + counts["structured"] > MOST_FILES:
        yield _not_read(key, TOO_MANY)
        yield from (_single(each, tree) for each in files if each.sort != "document")
    else:
        yield from (_single(each, tree) for each in files if each.sort == "table")
        who = Student(_printable(files[0].below[0]))
        theirs = _all_loaded([each for each in files if each.sort != "table"], tree)
        yield HandIn(key, theirs, who, files[0].assignment or None)


def _of_download(listing: Sequence[Found], lms: str, tree: Tree, known: Collection[str]) -> Iterator[HandIn]:
    """Yield the hand-ins of a download, one for each attempt of a student; files of nobody come one by one.

    A submission by several students is a hand-in of each.
    """
    files = {each.below: each for each in listing}
    lists: dict[Parts, bytes] = {}
    for each in listing:
        if lists_owners(each.below, lms) and not each.error:
            with suppress(DocumentError):  # it is one of the others then
                lists[each.below] = tree.contents(each.parts, 50_000_000)
    download = read_download(list(files), lms, lists)
    for parts, fault in download.faults.items():
        files[parts] = files[parts]._replace(error=files[parts].error or fault)
    owned = {parts for each in download.attempts for parts in each.files}
    yield from (_single(files[parts], tree) for parts in download.faults if parts not in owned)
    yield from (_between_folders(files[parts], tree, known) for parts in download.others)
    for attempt_key, students, paths, delivery in download.attempts:
        theirs = _all_loaded([files[parts] for parts in paths], tree)
        names, other_ids = (tuple(map(_printable, each)) for each in (delivery.files, delivery.other_ids))
        said = delivery._replace(time=parse_time(delivery.time) or "", files=names, other_ids=other_ids)
        assignment = files[paths[0]].assignment
        for student in students:
            who = student._replace(id=_printable(student.id), name=_printable(student.name))
            key = filter(None, (assignment, _printable(attempt_key), who.id if students[1:] else ""))
            yield HandIn("/".join(key), theirs, who, assignment or None, is_certain=True, delivery=said)


def _all_loaded(files: Sequence[Found], tree: Tree) -> tuple[File, ...]:
    loaded: list[File] = []
    room = MOST_TOGETHER
    for each in files:
        loaded.append(_loaded(each, tree, room))
        room -= len(loaded[-1].data)
    return tuple(loaded)


def _loaded(each: Found, tree: Tree, room: int = MOST_TOGETHER) -> File:
    """Return a file with its contents if these are read and there is room for them, else with the reason.

    A picture has its hash instead, as a person looks at the file itself.
    """
    name, sort = each.name, each.sort
    if each.error or sort == "other":
        return File(name, sort, error=each.error or _unknown_format(each.parts[-1]))
    limit, is_picture = _LIMIT, False
    if sort == "document":
        limit, is_picture = formats.limit_of(name), formats.is_picture(name)
        if not (is_picture or formats.is_read(name)):
            return File(name, sort)
    try:
        data = tree.contents(each.parts, limit)
    except DocumentError as wrong:
        return File(name, sort, error=wrong.message)
    if is_result(name, data):
        return File(name, error=_WRITTEN)
    if len(data) > room:
        return File(name, sort, error=TOGETHER)
    return File(name, sort, sha256(data).digest() if is_picture else data)


def _unknown_format(name: str) -> str:
    suffix = _printable(PurePosixPath(name).suffix.lower())
    if suffix in {".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz"}:
        return "is an archive; unpack it here, or grade it on its own"
    return f"I cannot read {quote(suffix)} files; {_ADVICE}" if suffix else f"has no suffix; {_ADVICE}"
