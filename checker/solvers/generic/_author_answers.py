"""Wrong answers that an author lists, each with a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypeVar

from annotated_types import MaxLen, MinLen

from checker.engine.author_mistakes import option_name
from checker.engine.errors import ParameterError
from checker.engine.recording import AUTHOR_LISTED
from checker.engine.trace import choose

MAX_ENTRIES: Final = 100
Text = Annotated[str, MinLen(1), MaxLen(1000)]

_Value = TypeVar("_Value")


def choose_answer(right: _Value, wrong: Sequence[_Value]) -> _Value:
    """Return the right value or one that the author lists; all of them are options of one choice point."""
    return choose(AUTHOR_LISTED, right, **{option_name(place): value for place, value in enumerate(wrong)})


def check_sentences(says: Sequence[str]) -> None:
    """Raise ParameterError for an empty sentence."""
    if not all(text.strip() for text in says):
        raise ParameterError("mistakes", "must each say something, such as `says: You left out the minus.`")
