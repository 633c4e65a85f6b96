"""Wrong answers that an author lists, each with what to say to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeVar

from annotated_types import MaxLen, MinLen

from checker.errors import ParameterError
from checker.survey import LISTED
from checker.trace import choose

MOST: int = 100
Text = Annotated[str, MinLen(1), MaxLen(1000)]

_Value = TypeVar("_Value")


def chosen(right: _Value, wrong: Sequence[_Value]) -> _Value:
    """The right value, or one that the author lists: the choice point of them all."""
    return choose(LISTED, right, **{option(place): value for place, value in enumerate(wrong)})


def option(place: int) -> str:
    """The name of the option at this place, counted from 0: people count from 1."""
    return f"mistake_{place + 1}"


def sentences(says: Sequence[str]) -> dict[str, str]:
    """The sentences by mistake id.  ParameterError for one that is no sentence."""
    return {f"{LISTED}.{option(place)}": _sentence(text) for place, text in enumerate(says)}


def check(says: Sequence[str]) -> None:
    """ParameterError where there is nothing to say."""
    if not all(text.strip() for text in says):
        raise ParameterError("mistakes", "must say something of each: `says: You forgot the minus.`")


def _sentence(text: str) -> str:
    """As a sentence in one line."""
    text = " ".join(text.split())
    return f"{text[:1].upper()}{text[1:]}" if text.endswith((".", "!", "?", ")")) else f"{text[:1].upper()}{text[1:]}."
