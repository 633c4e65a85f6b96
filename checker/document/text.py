"""From bytes to a text that libyaml reads as YAML 1.2 and JSON mean it, every character keeping its place."""

from __future__ import annotations

import re
from typing import Final

from checker.document.errors import DocumentError, place

BOM: Final = "\ufeff"
CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")

# libyaml speaks YAML 1.1: it takes some of these for line ends and refuses the others, though they are plain content
# in YAML 1.2 and JSON, and come with text pasted from web pages.
ODD: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

JSON: Final = frozenset('{["')
"""What a JSON document begins with: only there are backslashes sure to stand in double quotes."""

PAIR: Final = re.compile(r"(?<!\\)((?:\\\\)*)(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})")
"""Half and half of a character beyond U+FFFF, as JSON escapes it; libyaml refuses both halves."""


def decode(data: bytes, source: str) -> str:
    """The text of a file in UTF-8; raises DocumentError, located, where it is none."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise DocumentError("is UTF-16; save it as UTF-8", source) from None
        before = data[: error.start].decode().removeprefix(BOM)
        message = f"is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}; save it as UTF-8"
        raise DocumentError(message, source, *place(before, len(before))) from None


def mend(text: str) -> tuple[str, dict[int, str | None]]:
    """The text for libyaml, and the table that brings the original characters back into its scalars.

    Stand-ins are taken from characters that the text does not hold, one for one, so that marks stay right.
    """
    if text.isascii() and "\\u" not in text and "\x7f" not in text:
        return text, {}
    table: dict[int, str | None] = {}
    spare = (mark for mark in map(chr, range(0x10FFFD, 0x100000, -1)) if mark not in text)
    for odd in sorted(set(ODD.findall(text))):
        stand_in = next(spare)
        text = text.replace(odd, stand_in)
        table[ord(stand_in)] = odd
    if text.lstrip()[:1] in JSON and PAIR.search(text):
        nothing = next(spare)
        text = PAIR.sub(lambda pair: pair[1] + _character(pair[2]).ljust(12, nothing), text)
        table[ord(nothing)] = None
    return text, table


def _character(pair: str) -> str:
    halves = chr(int(pair[2:6], 16)) + chr(int(pair[8:12], 16))
    return halves.encode("utf-16", "surrogatepass").decode("utf-16")
