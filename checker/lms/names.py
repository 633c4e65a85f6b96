"""File names in downloads: which system a download is from, and whose each file is; and safe names for files."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Literal, NamedTuple

from checker.lms.systems import declared

Lms = str
"""The name of a system, such as `canvas`."""
FileKind = Literal["file", "text", "link", "receipt"]


class Owner(NamedTuple):
    """Who handed a file in, and in which attempt, as far as the path of the file says."""

    lms: Lms
    id: str
    """The student's id in that system.  In Moodle it is the participant's number in this assignment, or the group's.
    Canvas names the work of a group by one member.  In Gradescope it is the number of the submission; the file
    `submission_metadata.yml` names its students."""
    name: str
    """The name as the system writes it; Canvas joins its words (`leeana`).  Empty where the path has none."""
    file: str
    """The file name that the student chose, with folders.  The system names texts, links and receipts."""
    kind: FileKind = "file"
    """`text` was typed into a text box, `link` leads to a page, `receipt` is Blackboard's note on an attempt."""
    is_late: bool = False
    """Only Canvas writes this into the name."""
    attempt: str = ""
    """Blackboard: the time of the attempt, `2026-10-05-12-00-59`.  Sorted as text, the last one is the latest."""
    is_anonymous: bool = False
    """The instructor hid the names: the id belongs to the assignment, and no roster has it."""
    attachment: str = ""
    """Canvas: the id of the uploaded file, which a feedback zip has to repeat."""
    other_ids: tuple[str, ...] = ()
    """Ids that the path may mean instead, because a name or a title has underscores.  A roster can rule them out."""


class Naming(NamedTuple):
    """The rule by which one system names the files of a download."""

    lms: Lms
    looseness: int
    owner_of: Callable[[Sequence[str]], Owner | None]
    """Returns the owner of the file with these folder and file names; None where they break the rule."""
    is_plausible: Callable[[Sequence[Owner]], bool] = bool
    """Returns whether files that keep the rule are a download of this system, not files that look so by chance."""
    names_no_student: Callable[[Sequence[str]], bool] = lambda _: False
    """Returns whether only this system names a file so, but for no student: Moodle's default group."""


def is_number(text: str) -> bool:
    """Return whether a text has only the digits 0 to 9, as numbers of systems do."""
    return text.isascii() and text.isdigit()


_LONGEST = 100  # bytes: every file system allows 255, also with an extension and with accents apart
_HASH = "~"  # no other name has one
_HASH_DIGITS = (8, 16, 32, 64)  # as many as it takes

_HARMLESS_SIGNS = frozenset(" _-.,@+'()")
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_LEADING = re.compile(r"\A[. -]+")  # hidden files, and options of commands
_TRAILING = re.compile(r"[. ]+\Z")  # which Windows drops
_PORTS = "0123456789¹²³"
_RESERVED = frozenset(  # by Windows, with any extension
    {"con", "prn", "aux", "nul", "conin$", "conout$"} | {f"{port}{n}" for port in ("com", "lpt") for n in _PORTS}
)


def safe_names(ids: Iterable[str]) -> dict[str, str]:
    """Return a file name for each id, without extension.

    An id keeps its text if that is a good file name everywhere.  Otherwise each bad character becomes `_`, and a short
    hash of the id is added; it is also added to all ids that a file system may take for one name (`Lee` and `lee`, or
    accents written in two ways).  Names have at most 100 bytes.

    The names depend on the set of ids, not on their order.  A further id changes no name but those it clashes with.
    """
    names = {id_: _readable(id_) for id_ in ids}
    keys = Counter(_folded(name) for id_, name in names.items() if _is_unchanged(id_, name))
    unsettled = [id_ for id_, name in names.items() if not _is_unchanged(id_, name) or keys[_folded(name)] > 1]
    for digits in _HASH_DIGITS:
        names.update((id_, _hashed(id_, digits)) for id_ in unsettled)
        keys = Counter(_folded(names[id_]) for id_ in unsettled)
        unsettled = [id_ for id_ in unsettled if keys[_folded(names[id_])] > 1]
    return names


def safe_name(id_: str, taken: Iterable[str] = ()) -> str:
    """Return a file name for an id that is none of the names in `taken`.

    Without `taken` it depends on the id alone.  If all ids are known, use `safe_names`, which treats them alike.
    """
    used = {_folded(name) for name in taken}
    name = _readable(id_)
    names = [name] if _is_unchanged(id_, name) else []
    names += (_hashed(id_, digits) for digits in _HASH_DIGITS)
    return next(each for each in names if _folded(each) not in used)


def _is_unchanged(id_: str, name: str) -> bool:
    """Return whether a file name is still the id itself."""
    return name == unicodedata.normalize("NFC", id_)


def _readable(id_: str) -> str:
    """Return the id as a file name that is good everywhere, but perhaps not the only one."""
    text = _INVISIBLE.sub("_", unicodedata.normalize("NFC", id_))
    name = "".join(char if _is_harmless(char) else "_" for char in text)
    name = _TRAILING.sub("_", _LEADING.sub("_", name)) or "_"
    if name.partition(".")[0].rstrip().casefold() in _RESERVED:
        name = f"_{name}"
    return _cut(name, _LONGEST)


def _is_harmless(char: str) -> bool:
    return char in _HARMLESS_SIGNS or unicodedata.category(char)[0] in "LMN"


def _hashed(id_: str, digits: int) -> str:
    found = hashlib.sha256(id_.encode("utf-8", "surrogatepass")).hexdigest()[:digits]
    return f"{_cut(_readable(id_), _LONGEST - digits - len(_HASH))}{_HASH}{found}"


def _cut(name: str, longest: int) -> str:
    """Return a name shortened to at most `longest` bytes, without a dot or space at its end."""
    return name.encode()[:longest].decode(errors="ignore").rstrip(". ")


def _folded(name: str) -> str:
    """Return a form of a name in which two names are equal if some file system takes them for one."""
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())
    return unicodedata.normalize("NFD", folded.upper().casefold())


_MAC_FOLDER = "__MACOSX"
_JUNK_FILES = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_JUNK_PREFIXES = ("._", "~$")  # of macOS, and of documents open in Office


@cache
def _namings() -> list[Naming]:
    """Return the rules, the loosest last."""
    return sorted(declared("NAMING"), key=lambda naming: naming.looseness)


def owner_of(parts: Sequence[str], lms: Lms | None = None) -> Owner | None:
    """Return whose a file is, by its folder and file names; None where they fit no system's rule.

    A student may name a file the way Canvas does.  So call `recognised` with the whole download first, and pass its
    answer as `lms`; then only the rule of that system counts.
    """
    if not parts or _MAC_FOLDER in parts:
        return None
    found = (naming.owner_of(parts) for naming in _namings() if lms in {None, naming.lms})
    owner = next((each for each in found if each is not None), None)
    return None if owner is None or is_junk(owner.file.split("/")) else owner  # a name may begin with a dot


def recognised(paths: Iterable[Sequence[str]]) -> Lms | None:
    """Return the system that a download is from, by the names of most files; None where it is no download.

    Paths are relative to the download.  Students' files may look like those of Canvas by chance, so a download of
    Canvas or Gradescope must have at least two students.  One file is enough for Moodle and Blackboard.
    """
    files = [parts for parts in paths if parts and not is_junk(parts)]
    for naming in _namings():
        owners = [owner for owner in map(naming.owner_of, files) if owner is not None]
        of_nobody = sum(map(naming.names_no_student, files))
        is_plausible = of_nobody > 0 or naming.is_plausible(owners)
        if 2 * (len(owners) + of_nobody) > len(files) and is_plausible:
            return naming.lms
    return None


def names_no_student(parts: Sequence[str], lms: Lms) -> bool:
    """Return whether a file name is one that only this system makes and that names no student.

    Moodle makes such names for its default group.
    """
    return any(naming.names_no_student(parts) for naming in _namings() if naming.lms == lms)


def is_junk(parts: Sequence[str]) -> bool:
    """Return whether an operating system or an editor left the file, so that it is no submission."""
    *folders, file = parts
    is_hidden = any(folder.startswith(".") or folder == _MAC_FOLDER for folder in folders)
    return is_hidden or file.startswith(_JUNK_PREFIXES) or file.lower() in _JUNK_FILES
