"""File names for ids: harmless on every system, and a different one for each id."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

_LONGEST = 100  # bytes: every file system allows 255, also with an extension and with accents apart
_HASH = "~"  # no other name has one
_HASH_DIGITS = (8, 16, 32, 64)  # as many as it takes

_HARMLESS_SIGNS = frozenset(" _-.,@+'()")
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_LEADING = re.compile(r"\A[. -]+")  # hidden files, and options of commands
_TRAILING = re.compile(r"[. ]+\Z")  # which Windows drops
_PORTS = "0123456789¹²³"
_RESERVED = frozenset(  # by Windows, with any extension
    {"con", "prn", "aux", "nul", "conin$", "conout$"} | {f"{port}{n}" for port in ("com", "lpt") for n in _PORTS}
)


def safe_names(ids: Iterable[str]) -> dict[str, str]:
    """Return a file name for each id, without extension.

    An id keeps its text if that is a good file name everywhere.  Otherwise each bad character becomes `_`, and a short
    hash of the id is added; it is also added to all ids that a file system may take for one name (`Lee` and `lee`, or
    accents written in two ways).  Names have at most 100 bytes.

    The names depend on the set of ids, not on their order.  A further id changes no name but those it clashes with.
    """
    names = {id_: _readable(id_) for id_ in ids}
    keys = Counter(_folded(name) for id_, name in names.items() if _is_unchanged(id_, name))
    unsettled = [id_ for id_, name in names.items() if not _is_unchanged(id_, name) or keys[_folded(name)] > 1]
    for digits in _HASH_DIGITS:
        names.update((id_, _hashed(id_, digits)) for id_ in unsettled)
        keys = Counter(_folded(names[id_]) for id_ in unsettled)
        unsettled = [id_ for id_ in unsettled if keys[_folded(names[id_])] > 1]
    return names


def safe_name(id_: str, taken: Iterable[str] = ()) -> str:
    """Return a file name for an id that is none of the names in `taken`.

    Without `taken` it depends on the id alone.  If all ids are known, use `safe_names`, which treats them alike.
    """
    used = {_folded(name) for name in taken}
    name = _readable(id_)
    names = [name] if _is_unchanged(id_, name) else []
    names += (_hashed(id_, digits) for digits in _HASH_DIGITS)
    return next(each for each in names if _folded(each) not in used)


def _is_unchanged(id_: str, name: str) -> bool:
    """Return whether a file name is still the id itself."""
    return name == unicodedata.normalize("NFC", id_)


def _readable(id_: str) -> str:
    """Return the id as a file name that is good everywhere, but perhaps not the only one."""
    text = _INVISIBLE.sub("_", unicodedata.normalize("NFC", id_))
    name = "".join(char if _is_harmless(char) else "_" for char in text)
    name = _TRAILING.sub("_", _LEADING.sub("_", name)) or "_"
    if name.partition(".")[0].rstrip().casefold() in _RESERVED:
        name = f"_{name}"
    return _cut(name, _LONGEST)


def _is_harmless(char: str) -> bool:
    return char in _HARMLESS_SIGNS or unicodedata.category(char)[0] in "LMN"


def _hashed(id_: str, digits: int) -> str:
    found = hashlib.sha256(id_.encode("utf-8", "surrogatepass")).hexdigest()[:digits]
    return f"{_cut(_readable(id_), _LONGEST - digits - len(_HASH))}{_HASH}{found}"


def _cut(name: str, longest: int) -> str:
    """Return a name shortened to at most `longest` bytes, without a dot or space at its end."""
    return name.encode()[:longest].decode(errors="ignore").rstrip(". ")


def _folded(name: str) -> str:
    """Return a form of a name in which two names are equal if some file system takes them for one."""
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())
    return unicodedata.normalize("NFD", folded.upper().casefold())
