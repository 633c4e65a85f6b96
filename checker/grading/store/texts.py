"""Texts in SQLite, which takes no lone half of a character: JSON files may hold one; and JSON in its texts."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def to_sql(text: str | None) -> str | bytes | None:
    """Return a text as SQLite takes it."""
    if text is None or text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def from_sql(value: str | bytes) -> str:
    """Return a text that `to_sql` made storable."""
    return value if isinstance(value, str) else value.decode("utf-8", "surrogatepass")


def from_json(text: str, make: Callable[[Any], T]) -> T:
    """Return what `make` makes of a JSON text in the store.  Raise DatabaseError if the text is damaged."""
    try:
        return make(json.loads(text))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise sqlite3.DatabaseError(f"a record cannot be read ({type(error).__name__}: {error})") from error


def mapping_of(value: Any) -> dict[str, Any]:
    """Return a value that has to be a mapping.  Raise TypeError."""
    if not isinstance(value, dict):
        raise TypeError("this is no mapping")
    return value


def numbers_in(text: str) -> list[int]:
    """Return the numbers in a text such as `3,14`.  Raise DatabaseError if the text is damaged."""
    try:
        return [int(each) for each in text.split(",") if each]
    except ValueError as error:
        raise sqlite3.DatabaseError(f"a list of numbers cannot be read ({error})") from error
