"""The part that the heading of a section names: `BERT-large (norms)`, `Question 3, total`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from checker.writeups.questions.sections import Section
from checker.writeups.sheets import AskedPart

_PIECE: Final = re.compile(r"[,;:()\[\]]|\s[–—-]+\s|[–—]")
"""Signs between the name of a question and that of its part."""
_SIGNS: Final = " *_#=.:"


def headed_part(section: Section, parts: Sequence[AskedPart]) -> AskedPart | None:
    """Return the part whose name ends the first line of a section, behind a sign; None where none does."""
    if not section.lines or len(parts) <= 1:
        return None
    pieces = [piece.strip(_SIGNS) for piece in _PIECE.split(section.lines[0].line.text)]
    last = next((piece for piece in reversed(pieces[1:]) if piece), "").casefold().replace(" ", "-")
    return next((part for part in parts if last and part.key.part == last), None)
