"""Question type on a text that a person grades by a rubric: its solver, which reads the rubric, and examples.

It has no mistakes to explain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, NotRequired, TypedDict

from checker.engine.bounds import Ge, Le, MaxLen, MinLen
from checker.engine.errors import ParameterError
from checker.engine.trace import step
from checker.engine.values.rubric import Criterion, Rubric

Phrases = Annotated[list[Annotated[str, MinLen(1), MaxLen(200)]], MaxLen(30)]
_WORD = re.compile(r"[^\W_]")


class RubricPoint(TypedDict):
    """A point of the rubric as a problem file has it, with phrases that find sentences about it."""

    point: Annotated[str, MinLen(1), MaxLen(200)]
    points: Annotated[float, Ge(0), Le(1_000_000)]
    ideas: NotRequired[Phrases]
    wrong: NotRequired[Phrases]


def essay(rubric: Annotated[list[RubricPoint], MinLen(1), MaxLen(30)]) -> Rubric:
    """Return the rubric of a text that a person grades.

    Formula: none.  For each point of `rubric` the grader sees the sentences that match one of its `ideas` or a known
        `wrong` claim.  Matches never give or take points.
    Sizes: each entry of `rubric` is {point, points, ideas, wrong}; `ideas` and `wrong` may be left out.  A sentence
        matches a phrase if it has all of its words, in any order and form.
    Answer: a text.  It is worth the sum of the rubric's points, unless the problem sets `points`.
    Source: the author of the problem.

    >>> str(essay(rubric=[{"point": "names √d_k", "points": 1, "ideas": ["divide by √d_k"]}]))
    'names √d_k (1)'
    """
    names = [_normalised(each["point"]) for each in rubric]
    if len(set(names)) < len(names):
        raise ParameterError("rubric", "must not have the same point twice")
    criteria = [
        Criterion(
            " ".join(each["point"].split()), each["points"], _phrases(each.get("ideas")), _phrases(each.get("wrong"))
        )
        for each in rubric
    ]
    return step("total", Rubric(criteria), how="as a person decides")


def _phrases(texts: Iterable[str] | None) -> tuple[str, ...]:
    """Return the phrases with single spaces.  Raise ParameterError for a phrase without words."""
    phrases = tuple(" ".join(text.split()) for text in texts or ())
    if wordless := next((phrase for phrase in phrases if not _WORD.search(phrase)), None):
        raise ParameterError("rubric", f"has the phrase {wordless!r} without words")
    return phrases


def _normalised(text: str) -> str:
    """Return the text in lower case with single spaces.  Raise ParameterError if it has no words."""
    if not _WORD.search(text):
        raise ParameterError("rubric", "must describe each point in words")
    return " ".join(text.casefold().split())


secret = ("rubric",)

examples: list[dict[str, Any]] = [
    {
        "rubric": [
            {
                "point": "says what grows",
                "points": 2,
                "ideas": ["dot product grows with d_k", "variance of the scores"],
                "wrong": ["values grow"],
            },
            {"point": "says what that does to softmax", "points": 1, "ideas": ["softmax saturates", "small gradients"]},
        ]
    }
]
