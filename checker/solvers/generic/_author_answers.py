"""Wrong answers that an author lists in a problem file, each with a sentence, as options of one choice point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar

from checker.engine.bounds import MaxLen, MinLen
from checker.engine.errors import ParameterError
from checker.engine.recording import AUTHOR_LISTED, author_sentences
from checker.engine.trace import choose, wrong

MAX_LISTED: Final = 100
Text = Annotated[str, MinLen(1), MaxLen(1000)]

_Value = TypeVar("_Value")


def choose_answer(right: _Value, answers: Sequence[_Value], mistakes: Sequence[Mapping[str, Any]]) -> _Value:
    """Return the right value, or the listed wrong one that the student of this run gives.

    Raise ParameterError for a mistake without a sentence.
    """
    if not all(each["says"].strip() for each in mistakes):
        raise ParameterError("mistakes", "must each say something, such as `says: You left out the minus.`")
    said = author_sentences([each["says"] for each in mistakes])
    options = {
        id_.partition(".")[2]: wrong(answer, says) for answer, (id_, says) in zip(answers, said.items(), strict=True)
    }
    return choose(AUTHOR_LISTED, right, **options)
