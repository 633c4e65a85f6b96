"""Ids and sentences of the wrong answers that an author lists in a problem file, each of which counts as a mistake."""

from __future__ import annotations

from collections.abc import Sequence

from checker.engine.recording import AUTHOR_LISTED


def option_name(place: int) -> str:
    """Return the name of the wrong answer at this place (from 0) of an author's list: `mistake_1` for place 0."""
    return f"mistake_{place + 1}"


def author_sentences(texts: Sequence[str]) -> dict[str, str]:
    """Return the authors' texts about their listed wrong answers as whole sentences, by the id of the mistake."""
    return {f"{AUTHOR_LISTED}.{option_name(place)}": _sentence(text) for place, text in enumerate(texts)}


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ")")) else ".")
