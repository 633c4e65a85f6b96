"""Files that a command writes: one, several in a folder, or several in a zip; each as a whole or not at all."""

from __future__ import annotations

import secrets
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

import click

FIRST_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The time of all entries, so that the same files give the same zip."""


def write_files(files: Mapping[str, bytes], place: Path, *, is_folder: bool) -> list[str]:
    """Write files to a place: a folder or a zip for several, a file for one.  Raise UsageError.

    Return the names of files of this sort that are in the folder, but were not written now.
    """
    try:
        if not is_folder:
            (data,) = files.values()
            _write(place, data)
        elif place.suffix.lower() == ".zip":
            _write(place, zipped(files))
        else:
            for name, data in files.items():
                _write(place / name, data)
            suffixes = {Path(name).suffix for name in files}
            return sorted(each.name for each in place.iterdir() if each.suffix in suffixes and each.name not in files)
    except OSError as error:
        raise click.UsageError(f"cannot write {place}: {error.strerror or error}") from None
    return []


def _write(path: Path, data: bytes) -> None:
    """Write a file next to its place first, so that no half of a file is ever there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip with these files."""
    found = BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, FIRST_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return found.getvalue()
