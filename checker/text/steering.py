"""Replaces or escapes characters that control a terminal or the direction of text, or mean something in Markdown."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from checker.text import lazy_pattern

CONTROLS: Final = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"""Control characters except tabs and line ends."""

DIRECTIONS: Final = r"\u202a-\u202e\u2066-\u2069"
"""Signs that turn the direction of all text behind them.  Marks, which Hebrew and Arabic names have, turn none."""

HALVES: Final = r"\ud800-\udfff\ufffe\uffff"
"""Halves of characters, and numbers that are no character: UTF-8 or XML has no place for them."""

STEERING: Final = lazy_pattern(rf"[\r{CONTROLS}{DIRECTIONS}{HALVES}]")

_MARKDOWN_SIGNS: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|$~"} | {"&": "&amp;"})
"""Characters that mean something in Markdown with mathematics, escaped."""


def without_steering(text: str) -> str:
    r"""Return a text with a replacement character for each control character; line ends and tabs stay.

    >>> without_steering("a\x1b[2J\n\u202eb")
    'a\ufffd[2J\n\ufffdb'
    """
    return text if text.isprintable() else STEERING.sub("\ufffd", text)


def escaped_in_json(text: str) -> str:
    r"""Return JSON with the same meaning, in which control characters are escapes, and halves of characters replaced.

    >>> escaped_in_json('"a\x9bb\u202e\ud800"')
    '"a\\u009bb\\u202e\\ufffd"'
    """

    def escaped(sign: re.Match[str]) -> str:
        return r"\ufffd" if "\ud800" <= sign[0] <= "\udfff" else f"\\u{ord(sign[0]):04x}"

    return text if text.isascii() else STEERING.sub(escaped, text)


_HALF: Final = lazy_pattern(r"(?i)(\\\\|\\ud[89ab]..\\ud[c-f]..)|\\ud[89a-f]..")
"""A backslash or a whole character beyond 16 bits, or half of one alone."""


def without_halves(text: str) -> str:
    r"""Return JSON in which escapes for halves of characters, which no reader takes, are replaced.

    >>> print(without_halves(r'["\ud800", "\ud83d\ude00"]'))
    ["\ufffd", "\ud83d\ude00"]
    """
    return _HALF.sub(lambda found: found[1] or r"\ufffd", text) if r"\u" in text else text


def ascii_json(value: Any, **form: Any) -> str:
    r"""Return a value as JSON of printable ASCII characters, without halves of characters.

    >>> print(ascii_json(["é", "\ud800"]))
    ["\u00e9", "\ufffd"]
    """
    return without_halves(json.dumps(value, **form)).replace("\x7f", r"\u007f")


def escaped_in_markdown(text: str) -> str:
    r"""Return a text on one line, in which characters that mean something in Markdown are escaped.

    >>> escaped_in_markdown("[a](b)\n<i>"), escaped_in_markdown("1. x"), escaped_in_markdown("-1.5")
    ('\\[a\\](b) \\<i\\>', '1\\. x', '-1.5')
    """
    line = " ".join(without_steering(text).split()).translate(_MARKDOWN_SIGNS)
    # the beginning of a line that makes it an entry of a list, or makes a heading of the line above
    return re.sub(r"\A([-+=]+|\d+[.)])(?=\s|\Z)", lambda found: f"{found[1][:-1]}\\{found[1][-1]}", line)
