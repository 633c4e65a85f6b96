"""Texts in SQLite, which takes no lone half of a character: JSON files may hold one."""

from __future__ import annotations


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
