"""Wrong answers that an author lists, each with what to say to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeVar

from annotated_types import MaxLen, MinLen

from checker.engine.author_mistakes import option_name
from checker.engine.errors import ParameterError
from checker.engine.recording import AUTHOR_LISTED
from checker.engine.trace import choose

MOST: int = 100
Text = Annotated[str, MinLen(1), MaxLen(1000)]

_Value = TypeVar("_Value")


def chosen(right: _Value, wrong: Sequence[_Value]) -> _Value:
    """The right value, or one that the author lists: the choice point of them all."""
    return choose(AUTHOR_LISTED, right, **{option_name(place): value for place, value in enumerate(wrong)})


def check(says: Sequence[str]) -> None:
    """ParameterError where there is nothing to say."""
    if not all(text.strip() for text in says):
        raise ParameterError("mistakes", "must say something of each: `says: You forgot the minus.`")
