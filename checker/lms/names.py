"""File names for ids, harmless on every system and a different one for each id, and the natural order of ids."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

_LONGEST = 100  # bytes: every file system allows 255, also with an extension and with accents apart
_HASH = "~"  # no other name has one
_HASH_DIGITS = 16

_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_DIGITS = re.compile(r"([0-9]+)")
_PORTS = {f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"}
_RESERVED = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$"} | _PORTS)  # by Windows, with any extension


def safe_names(ids: Iterable[str]) -> dict[str, str]:
    """Return a file name for each id, without extension.

    An id keeps its text if that is a good file name everywhere.  Otherwise each bad character becomes `_`, and a hash
    of the id is added; it is also added to all ids that a file system may take for one name (`Lee` and `lee`, or
    accents written in two ways).  Names have at most 100 bytes.

    The names depend on the set of ids, not on their order.  A further id changes no name but those it clashes with.
    """
    names = {id_: possible_names(id_) for id_ in ids}
    count = Counter(_folded(first) for first, _ in names.values())
    return {id_: first if count[_folded(first)] == 1 else second for id_, (first, second) in names.items()}


def possible_names(id_: str) -> tuple[str, str]:
    """Return the file name that an id has alone, and the one that it has next to an id that looks like it."""
    text = _INVISIBLE.sub("_", unicodedata.normalize("NFC", id_))
    name = "".join(char if char in " _-.,@+'()" or unicodedata.category(char)[0] in "LMN" else "_" for char in text)
    name = re.sub(r"[. ]+\Z", "_", re.sub(r"\A[. -]+", "_", name)) or "_"  # hidden, an option, or dropped by Windows
    if name.partition(".")[0].rstrip().casefold() in _RESERVED:
        name = f"_{name}"
    name = _cut(name, _LONGEST)
    found = hashlib.sha256(id_.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
    hashed = f"{_cut(name, _LONGEST - _HASH_DIGITS - len(_HASH))}{_HASH}{found}"
    return name if name == unicodedata.normalize("NFC", id_) else hashed, hashed


def natural(text: str) -> tuple[list[str | int], str]:
    """Return a sort key by which `s2` comes before `s10`."""
    pieces: list[str | int] = [*_DIGITS.split(text)]
    pieces[1::2] = map(int, pieces[1::2])
    return pieces, text


def _cut(name: str, longest: int) -> str:
    return name.encode()[:longest].decode(errors="ignore").rstrip(". ")


def _folded(name: str) -> str:
    """Return a form of a name in which two names are equal if some file system takes them for one."""
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())
    return unicodedata.normalize("NFD", folded.upper().casefold())
