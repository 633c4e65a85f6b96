"""Markdown in which typed text is never more than text."""

from __future__ import annotations

import re
from typing import Final

from checker.notation.steering import without_steering

SIGNS: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|$~"} | {"&": "&amp;"})
"""Characters that mean something in Markdown with mathematics, escaped."""

BEGINNING: Final = re.compile(r"\A([-+=]+|\d+[.)])(?=\s|\Z)")
"""The beginning of a line that makes it an entry of a list, or makes a heading of the line above."""


def escaped(text: str) -> str:
    r"""Return a text in one line, with the characters that mean something in Markdown escaped.

    >>> escaped("[a](b)\n<i>"), escaped("1. x"), escaped("- x"), escaped("-1.5")
    ('\\[a\\](b) \\<i\\>', '1\\. x', '\\- x', '-1.5')
    """
    line = " ".join(without_steering(text).split()).translate(SIGNS)
    return BEGINNING.sub(lambda found: f"{found[1][:-1]}\\{found[1][-1]}", line)
