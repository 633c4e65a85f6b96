"""Signs that steer a program or the direction of the text around them."""

from __future__ import annotations

import re
from typing import Final

STEERING: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Signs of control, signs that turn the direction of text, and halves of characters."""


def without_steering(text: str) -> str:
    r"""Return a text with a replacement for each sign that steers; line ends and tabs stay.

    >>> without_steering("a\x1b[2J\n\u202eb")
    'a\ufffd[2J\n\ufffdb'
    """
    return text if text.isprintable() else STEERING.sub("\ufffd", text)
