"""Moodle's import of feedback files from a zip, by the rules of its source in three generations."""

from __future__ import annotations

import re
from collections.abc import Mapping

VERSIONS = ("3.0", "4.0", "4.1")
"""The last version that reads only the name of a file, the last that splits the whole path at once, and the next."""

PLUGINS = {
    ("assignsubmission", "file"),
    ("assignsubmission", "onlinetext"),
    ("assignsubmission", "comments"),
    ("assignfeedback", "file"),
    ("assignfeedback", "comments"),
    ("assignfeedback", "offline"),
}

Files = dict[tuple[int, str], bytes]
"""The feedback files by participant and name, with folders."""


def imported(entries: Mapping[str, bytes], participants: set[int], version: str, before: Files | None = None) -> Files:
    """Return the feedback files after an import."""
    files = dict(before or {})
    extracted = {}
    for path, data in entries.items():
        extracted.setdefault(_cleaned(path), data)  # of equal names the first counts
    for path, data in extracted.items():
        *folders, name = path.split("/")
        if name == "" or name.startswith((".", "~")):
            continue
        read = {"3.0": _by_name, "4.0": _by_path, "4.1": _by_parts}[version]
        found = read([*folders, name], participants)
        if found is not None and found[1] != "":
            files[found] = data
    return files


def _cleaned(path):
    path = re.sub(r"[\x00-\x1f\x7f&<>\"`|':]", "", path.replace("\\", "/"))
    return re.sub("//+", "/", re.sub(r"\.\.+", "", path)).lstrip("/")


def _by_name(parts, participants):
    return _split(parts[-1].split("_", 4), participants)


def _by_path(parts, participants):
    return _split("/".join(["/import", *parts]).split("_", 4), participants)


def _by_parts(parts, participants):
    for place, part in enumerate(parts):
        info = part.split("_", 4)
        if len(info) >= 4 and (found := _split([*info, ""][:5], participants)) is not None:
            return found[0], "/".join([found[1], *parts[place + 1 :]])
    return None


def _split(info, participants):
    if len(info) < 5 or not _is_numeric(info[1]) or (info[2], info[3]) not in PLUGINS:
        return None
    number = int(info[1]) if info[1].isdigit() else int(float(info[1]))
    return (number, info[4]) if number in participants else None


def _is_numeric(text):
    """Return whether PHP takes a text for a number."""
    return (
        re.fullmatch(r"[ \t\n\r\v\f]*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?\s*", text, re.ASCII)
        is not None
    )
