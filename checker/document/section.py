"""`Section`, the base class of the mappings that problem files consist of."""

from __future__ import annotations

from typing import Any, ClassVar


class Section:
    """A mapping in a file; the names that a subclass annotates are its keys, which validate.py checks."""

    noun: ClassVar[str]
    """The mapping in messages: "an example"."""
    required: ClassVar[tuple[str, ...]] = ()
    as_text: ClassVar[tuple[str, ...]] = ()
    """Keys whose values are taken as written: an id `1`, an answer `27,648`, a key `[0.60, 0.20]`."""
    texts_in: ClassVar[tuple[str, ...]] = ("conventions",)
    """Keys with mappings whose values are taken as written: the option `0` of first_position."""
    as_decimal: ClassVar[tuple[str, ...]] = ()
    """Keys whose values are taken as the decimal that is written: 0.1 is exactly 0.1."""
    sections: ClassVar[dict[str, type[Section]]] = {}
    """Keys with a mapping, or a list of mappings, that is a section itself."""
    max_entries: ClassVar[dict[str, int]] = {}
    """Maximum number of entries of a list, by its key."""

    def __init__(self, data: dict[str, Any] | None = None) -> None:
        self.data = data or {}
        """The values of the keys that are in the file."""
        self.__dict__.update(self.data)
