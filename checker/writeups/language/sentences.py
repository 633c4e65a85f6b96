"""Splits texts into sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_END: Final = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bz\.B)(?<!\bresp)(?<!\bvs)[.!?;](?=\s|$)")


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text; a semicolon ends one, too.

    >>> list(sentences("We mask it. This is done after the softmax, i.e. at the end."))
    ['We mask it.', 'This is done after the softmax, i.e. at the end.']
    """
    start = 0
    for end in [*(found.end() for found in _END.finditer(text)), len(text)]:
        if piece := text[start:end].strip():
            yield piece
        start = end
