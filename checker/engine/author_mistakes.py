"""Wrong answers that an author lists: how their options are named, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence

from checker.engine.recording import AUTHOR_LISTED


def option_name(place: int) -> str:
    """The name of the option at this place, counted from 0: people count from 1."""
    return f"mistake_{place + 1}"


def author_sentences(says: Sequence[str]) -> dict[str, str]:
    """The sentences by mistake id."""
    return {f"{AUTHOR_LISTED}.{option_name(place)}": _sentence(text) for place, text in enumerate(says)}


def _sentence(text: str) -> str:
    """As a sentence in one line."""
    text = " ".join(text.split())
    return f"{text[:1].upper()}{text[1:]}" if text.endswith((".", "!", "?", ")")) else f"{text[:1].upper()}{text[1:]}."
