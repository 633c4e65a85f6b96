"""Base of the mappings that a file may hold: their keys are annotated, and validate.py checks them."""

from __future__ import annotations

from typing import Any, ClassVar


class Section:
    """A mapping in a file, whose keys are the annotated names."""

    called: ClassVar[str]
    required: ClassVar[tuple[str, ...]] = ()
    as_text: ClassVar[tuple[str, ...]] = ()
    """Taken as it is written, whatever it looks like: an id `1`, an answer `27,648`, a key `[0.60, 0.20]`."""
    as_texts: ClassVar[tuple[str, ...]] = ("conventions",)
    """Mappings whose values are so taken: the option `0` of first_position."""
    as_decimal: ClassVar[tuple[str, ...]] = ()
    """Taken as the decimal that is written: 0.1 is exactly 0.1."""
    inner: ClassVar[dict[str, type[Section]]] = {}
    most: ClassVar[dict[str, int]] = {}
    """How many entries a list may have: what is asked for each part stays bounded."""

    def __init__(self, said: dict[str, Any] | None = None) -> None:
        self.said = said or {}
        self.__dict__.update(self.said)
