"""Markdown in which no text that somebody typed is more than text."""

from __future__ import annotations

from typing import Final

from checker.notation.words import shortened

ESCAPES: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|"})
"""Characters that mean something in Markdown, escaped."""


def escaped(text: str) -> str:
    """Return a text in one line, with the characters that mean something in Markdown escaped."""
    return " ".join(text.split()).translate(ESCAPES) if text.isprintable() else shortened(text).translate(ESCAPES)
