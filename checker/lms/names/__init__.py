"""File names: the system that a download is from, the owner of a file in it, and a safe file name for an id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from checker.lms.names.owner import FileKind, Lms, Naming, Owner
from checker.lms.names.safe import safe_name, safe_names
from checker.lms.systems import declared

__all__ = [
    "FileKind",
    "Lms",
    "Owner",
    "is_junk",
    "names_no_student",
    "owner_of",
    "recognised",
    "safe_name",
    "safe_names",
]

_MAC_FOLDER = "__MACOSX"
_JUNK_FILES = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_JUNK_PREFIXES = ("._", "~$")  # of macOS, and of documents open in Office


@cache
def _namings() -> list[Naming]:
    """Return the rules, the loosest last."""
    return sorted(declared("NAMING"), key=lambda naming: naming.looseness)


def owner_of(parts: Sequence[str], lms: Lms | None = None) -> Owner | None:
    """Return the owner of a file by its folder and file names, or None where they fit no rule.

    A student may name a file the way Canvas does.  So call `recognised` with the whole download first, and pass its
    answer as `lms`; then only the rule of that system counts.
    """
    if not parts or _MAC_FOLDER in parts:
        return None
    found = (naming.owner_of(parts) for naming in _namings() if lms in {None, naming.lms})
    owner = next((each for each in found if each is not None), None)
    return None if owner is None or is_junk(owner.file.split("/")) else owner  # a name may begin with a dot


def recognised(paths: Iterable[Sequence[str]]) -> Lms | None:
    """Return the system whose rule most files of a download keep, or None where it is no download.

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
    """Return whether this system names a file so, but for no student."""
    return any(naming.names_no_student(parts) for naming in _namings() if naming.lms == lms)


def is_junk(parts: Sequence[str]) -> bool:
    """Return whether a file was left by an operating system or an editor, and is no submission."""
    *folders, file = parts
    is_hidden = any(folder.startswith(".") or folder == _MAC_FOLDER for folder in folders)
    return is_hidden or file.startswith(_JUNK_PREFIXES) or file.lower() in _JUNK_FILES
