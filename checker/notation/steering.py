"""Signs that steer a program or the direction of the text around them."""

from __future__ import annotations

import re
from typing import Final

CONTROLS: Final = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"""Control characters except tabs and line ends."""

DIRECTIONS: Final = r"\u202a-\u202e\u2066-\u2069"
"""Signs that turn the direction of all text behind them.  Marks, which Hebrew and Arabic names have, turn none."""

HALVES: Final = r"\ud800-\udfff\ufffe\uffff"
"""Halves of characters, and numbers that are no character: UTF-8 or XML has no place for them."""

STEERING: Final = re.compile(rf"[\r{CONTROLS}{DIRECTIONS}{HALVES}]")


def without_steering(text: str) -> str:
    r"""Return a text with a replacement for each sign that steers; line ends and tabs stay.

    >>> without_steering("a\x1b[2J\n\u202eb")
    'a\ufffd[2J\n\ufffdb'
    """
    return text if text.isprintable() else STEERING.sub("\ufffd", text)


def escaped_in_json(text: str) -> str:
    r"""Return JSON that means the same, with an escape for each sign that steers.

    >>> escaped_in_json('"a\x9bb\u202e"')
    '"a\\u009bb\\u202e"'
    """
    return text if text.isascii() else STEERING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)
