"""Names of the entries in a zip: decoded as the program meant that wrote them, and none that leads outside."""

from __future__ import annotations

import re
import struct
import zlib
from typing import Final
from zipfile import ZipInfo

IS_UTF_8: Final = 0x800
"""The flag of an entry whose name is UTF-8; without it the name is in the code page of an old PC."""
UNICODE_PATH: Final = 0x7075
"""The extra field in which Info-ZIP repeats a name in UTF-8, with a checksum of the other one."""
NOT_READ: Final = "so it is not read; ask for the file itself"
DRIVE: Final = re.compile(r"[A-Za-z]:")


def name_of(entry: ZipInfo) -> str:
    """Return the name of an entry."""
    name = entry.orig_filename
    if entry.flag_bits & IS_UTF_8 or name.isascii():
        return name
    try:
        raw = name.encode("cp437")
    except UnicodeEncodeError:  # decoded by other rules already
        return name
    try:
        return _repeated(entry.extra, raw) or raw.decode()  # macOS writes UTF-8 and does not say so
    except UnicodeDecodeError:
        return name


def outside(name: str) -> str:
    """Return why a name may lead out of the archive; empty if it does not."""
    if "\0" in name or "\\" in name:
        return f"has a name with a character that no name in a zip may have, {NOT_READ}"
    if name.startswith("/") or DRIVE.match(name) or ".." in name.split("/"):
        return f"has a path that leads out of the zip, {NOT_READ}"
    return ""


def _repeated(extra: bytes, raw: bytes) -> str:
    """Return the name in the extra fields of an entry; empty if there is none for this one."""
    while len(extra) >= 4:  # noqa: PLR2004 - the bytes of a header
        kind, size = struct.unpack_from("<HH", extra)
        field, extra = extra[4 : 4 + size], extra[4 + size :]
        if kind == UNICODE_PATH and len(field) > 5 and field[0] == 1:  # noqa: PLR2004 - the version and the checksum
            (checksum,) = struct.unpack_from("<L", field, 1)
            if checksum == zlib.crc32(raw):
                return field[5:].decode()
    return ""
