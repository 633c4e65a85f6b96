"""Zips as systems, programs and attackers write them."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from checker.grading.submissions import walk_sources
from checker.grading.submissions.model import FoundFile, HandIn


def zipped(path: Path, files: dict[str, str | bytes], method: int = ZIP_DEFLATED) -> Path:
    """Write a zip with these entries, and return its path."""
    with ZipFile(path, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def raw_zip(entries: list[tuple[bytes, bytes]], *, flags: int = 0, extra: bytes = b"", attributes: int = 0) -> bytes:
    """Return a zip whose entries have any bytes as names, which zipfile would not write."""
    out, central = BytesIO(), b""
    for name, data in entries:
        offset = out.tell()
        sizes = struct.pack("<LLLHH", zlib.crc32(data), len(data), len(data), len(name), len(extra))
        common = struct.pack("<HHHHH", 20, flags, 0, 0, 33) + sizes
        out.write(b"PK\3\4" + common + name + extra + data)
        central += b"PK\1\2\x14\3" + common + struct.pack("<HHHLL", 0, 0, 0, attributes, offset) + name + extra
    end = struct.pack("<4H2LH", 0, 0, len(entries), len(entries), len(central), out.tell(), 0)
    return out.getvalue() + central + b"PK\5\6" + end


def link(name: str) -> ZipInfo:
    """Return an entry that is a symbolic link."""
    entry = ZipInfo(name)
    entry.external_attr = 0o120777 << 16
    return entry


def found(path: Path, assignments: tuple[str, ...] = ("a",)) -> list[tuple]:
    """Return what is found: hand-ins as (key, student, texts or errors), other files as (key, error, contents)."""
    return [
        (each.key, each.student, [file.error or file.unread or file.data for file in each.files])
        if isinstance(each, HandIn)
        else (each.key, each.error or each.unread, each.data)
        if isinstance(each, FoundFile)
        else each
        for each in walk_sources(str(path), assignments)
    ]
