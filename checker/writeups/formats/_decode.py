"""Decodes the bytes of a text file: no invisible characters, newlines at the ends of lines, cut off if huge.

Other readers use `cleaned` and the limits, too: `readable_length` cuts off a text that repeats a sign too often.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final, NamedTuple

from checker.text.plain import INVISIBLE_SIGNS
from checker.writeups.document import DocumentUnreadable

MAX_CHARACTERS: Final = 2_000_000
MAX_LINES: Final = 5_000
"""Maximum number of lines, a hundred pages, so that a document takes two seconds at most."""
LONG: Final = 50_000
"""Number of characters from which signs are counted."""
_MAX_SIGNS: Final = {"|": 50_000, "[": 50_000, "]": 50_000, "{": 100_000, "<": 50_000, "$": 50_000, "*": 100_000}
_MAX_OTHERS: Final = 120_000
"""Maximum number of each other sign, and of numbers, so that a document takes seconds at most, whatever it holds."""
COUNTED: Final = "`_~!\\(#>&"
NUMBER: Final = re.compile(r"\d+")

UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_MOST_BINARY: Final = 0.05
"""A file with a larger share of control characters is no text."""

SIGNS: Final = str.maketrans("⋅∙", "··") | INVISIBLE_SIGNS
"""The dots that multiply in equations, as one sign, and the signs there that are not shown."""
SPACES: Final = re.compile("[\x85\xa0\u2028\u2029]")
UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202c\u2060-\u206f\ud800-\udfff\ufeff]"
    "|\xad(?! ?[\\d.,(])"
)
"""Control characters such as form feeds, zero-width characters, marks of the direction of writing, and hyphenation.

What shows signs in another order than they are written in stays: no number with it is read (see `plain`).
"""


class Decoded(NamedTuple):
    """The text of a file, and notes on characters that were left out and on where it was cut off."""

    text: str
    notes: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    """The notes on limits at which the text was cut off."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the lines of the text."""
        return tuple(self.text.split("\n"))


def decoded(data: bytes) -> Decoded:
    """Return the text in the bytes of a file: UTF-8, UTF-16 or Windows-1252. Raise DocumentUnreadable if it is none."""
    if data.startswith(UTF_16):
        return _limited(cleaned(data.decode("utf-16", "replace")))
    beginning = data[:100_000]
    if b"\0" in data or len(re.findall(rb"[\x00-\x06\x0e-\x1a]", beginning)) > _MOST_BINARY * len(beginning):
        raise DocumentUnreadable("this is no text file; export it as text, and hand that in")
    try:
        return _limited(cleaned(data.decode()))
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
    return UNSEEN.sub("", SPACES.sub(" ", text))


def _of_another_encoding(data: bytes) -> Decoded:
    """Return a text that is not all UTF-8: either a few of its bytes are broken, or it is from an older Windows."""
    text = data.decode(errors="replace")
    broken = text.count("\ufffd")
    whole = len(text) - broken - sum(map(str.isascii, text))
    if whole > broken:
        return _limited(cleaned(text), "some characters are broken; save the file as UTF-8")
    windows = cleaned(data.decode("cp1252", "replace"))
    return _limited(windows, "this file is not UTF-8; it was read as Windows-1252")


def readable_length(text: str) -> int:
    """Return how many characters of a text to read: not all if it repeats one sign, or holds numbers, too often."""
    text = text[:MAX_CHARACTERS]
    if len(text) <= LONG:
        return len(text)
    end = len(text)
    for sign in (*_MAX_SIGNS, *COUNTED):
        most = _MAX_SIGNS.get(sign, _MAX_OTHERS)
        if text.count(sign, 0, end) > most:
            end = next(islice(re.finditer(re.escape(sign), text), most, None)).start()
    if end < 2 * _MAX_OTHERS:  # a number and the sign after it
        return end
    last = next(islice(NUMBER.finditer(text, 0, end), _MAX_OTHERS, None), None)
    return last.start() if last else end


def _limited(text: str, *notes: str) -> Decoded:
    """Return a text up to the maximum numbers of characters and lines, with these notes and one for each limit met."""
    cut: tuple[str, ...] = ()
    end = readable_length(text)
    if end < len(text):
        text = text[:end]
        cut = (f"only the first {end:,} characters were read",)
    if text.count("\n", 0, -1) >= MAX_LINES:
        text = "\n".join(text.split("\n", MAX_LINES)[:MAX_LINES])
        cut = (*cut, f"only the first {MAX_LINES:,} lines were read")
    return Decoded(text, (*notes, *cut), cut)
