"""Moodle: `Ana Lee_1042_assignsubmission_file/homework 3.md`, a folder for each student and kind of submission.

The number is the participant's in this assignment, which the offline grading worksheet repeats.  Moodle up to 4.0 ends
the folder's name with an underscore; without folders the file is called
`Ana Lee_1042_assignsubmission_file_homework 3.md`.  A full name has no underscore, so a prefix such as `alee_` is
recognised and left out.  A default group has no number, and so no owner.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.lms.names.owner import FileKind, Naming, Owner

_PARTICIPANT = re.compile(r"_(?P<id>[0-9]+)_assignsubmission_(?P<plugin>file|onlinetext)(?=_|\Z)")
_GROUP = re.compile(r".+_assignsubmission_(?:file|onlinetext)(?=_|\Z)")
_HIDDEN = "Participant"  # in English; in other languages, too, all students then share one name
_PAGES = (".html", ".htm")


def _owner_of(parts: Sequence[str]) -> Owner | None:
    for place, part in enumerate(parts, 1):
        if found := _PARTICIPANT.search(part):
            rest = part[found.end() :]
            if place < len(parts):
                return _owner(found, "/".join(parts[place:])) if rest in {"", "_"} else None
            return _owner(found, rest[1:]) if len(rest) > 1 else None
    return None


def _owner(found: re.Match[str], file: str) -> Owner:
    name = found.string[: found.start()].rpartition("_")[2]
    is_typed = found["plugin"] == "onlinetext" and file.lower().endswith(_PAGES)  # pictures in the text are files
    kind: FileKind = "text" if is_typed else "file"
    return Owner("moodle", found["id"], name, file, kind, is_anonymous=name == _HIDDEN)


def _is_plausible(owners: Sequence[Owner]) -> bool:
    """Return whether any file keeps the rule: only this system names files this way."""
    return len(owners) > 0


def _is_of_nobody(parts: Sequence[str]) -> bool:
    return any(map(_GROUP.match, parts)) and _owner_of(parts) is None


NAMING = Naming("moodle", _owner_of, _is_plausible, _is_of_nobody)
