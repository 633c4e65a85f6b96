"""Text for libyaml: decoded, and with substitutes for characters that it would misread; all keep their places."""

from __future__ import annotations

import re
from typing import Final

from checker.document.errors import DocumentError, place

BOM: Final = "\ufeff"
CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")

# libyaml implements YAML 1.1: it takes some of these for line ends and refuses the others.  In YAML 1.2 and JSON they
# are plain content, and text pasted from web pages contains them.
ODD: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

JSON: Final = frozenset('{["')
"""First characters of a JSON document; only there every backslash is in double quotes."""

PAIR: Final = re.compile(r"(?<!\\)((?:\\\\)*)(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})")
"""Both halves of a character beyond U+FFFF, as JSON escapes it; libyaml refuses them."""


def decode(data: bytes, source: str) -> str:
    """Return the text of a UTF-8 file; raises DocumentError with the place where it is not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise DocumentError("is UTF-16; save it as UTF-8", source) from None
        before = data[: error.start].decode().removeprefix(BOM)
        message = f"is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}; save it as UTF-8"
        raise DocumentError(message, source, *place(before, len(before))) from None


def substituted(text: str) -> tuple[str, dict[int, str | None]]:
    """Return a text in which single characters stand for those that libyaml misreads, and a table to undo this.

    Each substitute is one character that the text does not contain, so that places stay right.
    """
    if text.isascii() and "\\u" not in text and "\x7f" not in text:
        return text, {}
    table: dict[int, str | None] = {}
    spare = (mark for mark in map(chr, range(0x10FFFD, 0x100000, -1)) if mark not in text)
    for odd in sorted(set(ODD.findall(text))):
        substitute = next(spare)
        text = text.replace(odd, substitute)
        table[ord(substitute)] = odd
    if text.lstrip()[:1] in JSON and PAIR.search(text):
        nothing = next(spare)
        text = PAIR.sub(lambda pair: pair[1] + _character(pair[2]).ljust(12, nothing), text)
        table[ord(nothing)] = None
    return text, table


def _character(pair: str) -> str:
    halves = chr(int(pair[2:6], 16)) + chr(int(pair[8:12], 16))
    return halves.encode("utf-16", "surrogatepass").decode("utf-16")
