"""Wrong answers that an author lists: the names of their options, and the sentences about them."""

from __future__ import annotations

from collections.abc import Sequence

from checker.engine.recording import AUTHOR_LISTED


def option_name(place: int) -> str:
    """Return the name of the option at this 0-based place; names count from 1."""
    return f"mistake_{place + 1}"


def author_sentences(texts: Sequence[str]) -> dict[str, str]:
    """Return the sentences of authors by mistake id."""
    return {f"{AUTHOR_LISTED}.{option_name(place)}": _sentence(text) for place, text in enumerate(texts)}


def _sentence(text: str) -> str:
    """Return the text as a sentence in one line."""
    text = " ".join(text.split())
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ")")) else ".")
