"""Writes the files of a command whole, over any of the same name, into a folder or a zip."""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import click

from checker.grading.output_folder import OutputFolder


def write_files(files: Mapping[str, bytes], place: Path, *, is_folder: bool) -> list[str]:
    """Write files into a folder or a zip; if not `is_folder`, a single file to `place` itself.  Raise UsageError.

    Return the names of files in the folder that end like one of these but were not written now.
    """
    is_zip = is_folder and place.suffix.lower() == ".zip"
    folder, contents = place, files
    if is_zip or not is_folder:
        path = Path(os.path.realpath(place))
        folder, contents = path.parent, {path.name: zipped(files) if is_zip else next(iter(files.values()))}
    for path in [place / name for name in files] if folder == place else [place]:
        _refuse_irregular(path)
    with OutputFolder(folder, [*contents]) as output, output.disk_errors():
        for name, data in contents.items():
            with output.open(name) as file:
                file.write(data)
        output.publish()
    if folder != place:
        return []
    suffixes = {Path(name).suffix for name in files}
    return sorted(each.name for each in folder.iterdir() if each.suffix in suffixes and each.name not in files)


def _refuse_irregular(path: Path) -> None:
    """Raise UsageError where no regular file is, or a problem, a hand-in or a cache; links are followed."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise click.UsageError(f"cannot write {path}: {error.strerror or error}") from None
    if not stat.S_ISREG(mode):
        raise click.UsageError(f"cannot write {path}: it is {'a folder' if stat.S_ISDIR(mode) else 'no regular file'}")
    if Path(os.path.realpath(path)).suffix.lower() in {".yaml", ".yml", ".db"}:  # no export and no bank is one
        raise click.UsageError(f"cannot write {path}: it may be a problem or answers; move it or write elsewhere")


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
