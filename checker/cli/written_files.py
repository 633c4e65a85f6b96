"""Writes the files of a command whole, over any of the same name, into a folder or a zip."""

from __future__ import annotations

import os
import secrets
import stat
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

import click

from checker.grading.own_files import UNFINISHED

_KEPT: Final = frozenset({".yaml", ".yml", ".db"})
"""Suffixes of files that people and checker read: no export and no bank is one."""


def write_files(files: Mapping[str, bytes], place: Path, *, is_folder: bool) -> list[str]:
    """Write files into a folder or a zip; if not `is_folder`, a single file to `place` itself.  Raise UsageError.

    Return the names of files in the folder that end like one of these but were not written now.
    """
    is_zip = is_folder and place.suffix.lower() == ".zip"
    targets = {place / name: data for name, data in files.items()}
    if is_zip or not is_folder:
        targets = {place: zipped(files) if is_zip else next(iter(files.values()))}
    path = place
    try:
        for path in targets:
            _refuse_irregular(path)
        for path, data in targets.items():
            _write(path, data)
        suffixes = {Path(name).suffix for name in files}
        there = place.iterdir() if is_folder and not is_zip else ()
        return sorted(each.name for each in there if each.suffix in suffixes and each.name not in files)
    except OSError as error:
        raise click.UsageError(f"cannot write {path}: {error.strerror or error}") from None


def _refuse_irregular(path: Path) -> None:
    """Raise UsageError where no regular file is, or a problem, a hand-in or a cache; links are followed."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise click.UsageError(f"cannot write {path}: it is {'a folder' if stat.S_ISDIR(mode) else 'no regular file'}")
    if Path(os.path.realpath(path)).suffix.lower() in _KEPT:
        raise click.UsageError(f"cannot write {path}: it may be a problem or answers; choose another name")


def _write(path: Path, data: bytes) -> None:
    """Write a file next to its place first, so that no half of one is there, and remove what a killed command left."""
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    name = path.name[:100]
    for each in path.parent.iterdir():
        if (left := UNFINISHED.fullmatch(each.name)) and left["name"] == name:
            each.unlink(missing_ok=True)
    temporary = path.with_name(f".{name}.{secrets.token_hex(8)}")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return the bytes of a zip with these files."""
    found = BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # so that the same files give the same zip
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return found.getvalue()
