"""Decodes the bytes of a text file: no invisible characters, newlines at the ends of lines, no pictures in it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from checker.text.plain import INVISIBLE_SIGNS
from checker.writeups.document import DocumentUnreadable

UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")

SIGNS: Final = str.maketrans("⋅∙", "··") | INVISIBLE_SIGNS
"""The dots that multiply in equations, as one sign, and the signs there that are not shown."""
UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202c\u2060-\u206f\ud800-\udfff\ufeff]"
    "|\xad(?! ?[\\d.,(])"
)
"""Control characters such as form feeds, zero-width characters, marks of the direction of writing, and hyphenation.

What shows signs in another order than they are written in stays: no number with it is read (see `plain`).
"""


class Decoded(NamedTuple):
    """The text of a file, and notes on its characters."""

    text: str
    notes: tuple[str, ...] = ()


def decoded(data: bytes) -> Decoded:
    """Return the text in the bytes of a file: UTF-8, UTF-16 or Windows-1252. Raise DocumentUnreadable if it is none."""
    if data.startswith(UTF_16):
        return _of_text(data.decode("utf-16", "replace"))
    beginning = data[:100_000]
    # a file with a larger share of control characters is no text
    if b"\0" in data or len(re.findall(rb"[\x00-\x06\x0e-\x1a]", beginning)) > 0.05 * len(beginning):
        raise DocumentUnreadable("this is no text file; export it as text, and hand that in")
    try:
        return _of_text(data.decode())
    except UnicodeDecodeError:
        return _of_another_encoding(data)


def cleaned(text: str) -> str:
    """Return a text without invisible characters, in which every line ends with a newline character alone.

    No-break spaces become spaces, other dots that multiply become `·`.  A soft hyphen before a number stays:
    it may be a lost minus.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        text = text.translate(SIGNS)
    return UNSEEN.sub("", re.sub("[\x85\xa0\u2028\u2029]", " ", text))


def _of_text(text: str, *notes: str) -> Decoded:
    return Decoded(re.sub(r"\bdata:image/[^\s\"'<>()]*", "data:", cleaned(text)), notes)


def _of_another_encoding(data: bytes) -> Decoded:
    """Return a text that is not all UTF-8: either a few of its bytes are broken, or it is from an older Windows."""
    text = data.decode(errors="replace")
    broken = text.count("\ufffd")
    whole = len(text) - broken - sum(map(str.isascii, text))
    if whole > broken:
        return _of_text(text, "some characters are broken; save the file as UTF-8")
    return _of_text(data.decode("cp1252", "replace"), "this file is not UTF-8; it was read as Windows-1252")
