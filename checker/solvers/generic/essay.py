"""A text for a person to read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Annotated, Any, NotRequired, TypedDict

from annotated_types import Ge, Le, MaxLen, MinLen

from checker.engine.errors import ParameterError
from checker.engine.trace import step
from checker.engine.values.rubric import Criterion, Rubric

Phrase = Annotated[str, MinLen(1), MaxLen(200)]
Phrases = Annotated[list[Phrase], MaxLen(30)]
WORD = re.compile(r"[^\W_]")


class RubricPoint(TypedDict):
    """What earns points, and phrases by which sentences about it are found."""

    point: Annotated[str, MinLen(1), MaxLen(200)]
    points: Annotated[float, Ge(0), Le(1_000_000)]
    ideas: NotRequired[Phrases]
    wrong: NotRequired[Phrases]


def essay(rubric: Annotated[list[RubricPoint], MinLen(1), MaxLen(30)]) -> Rubric:
    """A text that a person reads and grades.

    Formula: none.  For each point of `rubric` the sentences that touch one of its `ideas`, or a known `wrong` claim,
        are laid out for the person who decides.  Nothing of it gives or takes points.
    Sizes: each entry of `rubric` is {point, points, ideas, wrong}; `ideas` and `wrong` may be left out.  A sentence
        touches a phrase when it has all of its words, in any order and form.
    Answer: a text.  It is worth the sum of the rubric's points, unless the problem says `points`.
    Source: the author of the problem.

    >>> str(essay(rubric=[{"point": "names √d_k", "points": 1, "ideas": ["divide by √d_k"]}]))
    'names √d_k (1)'
    """
    names = [_squashed(each["point"]) for each in rubric]
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
    phrases = tuple(" ".join(text.split()) for text in texts or ())
    if wordless := next((phrase for phrase in phrases if not WORD.search(phrase)), None):
        raise ParameterError("rubric", f"must have words in each phrase, which {wordless!r} has not")
    return phrases


def _squashed(text: str) -> str:
    if not WORD.search(text):
        raise ParameterError("rubric", "must say in words what earns the points")
    return " ".join(text.casefold().split())


explain: dict[str, str] = {}

secret = ("rubric",)

weights: dict[str, int] = {}

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


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters."""
    points = rng.sample(["queries", "keys", "values", "scores", "weights"], rng.randint(1, 5))
    rubric: list[dict[str, Any]] = [{"point": f"names the {each}", "points": rng.randint(0, 4) / 2} for each in points]
    for each, name in zip(rubric, points, strict=True):
        if rng.random() < 0.7:
            each["ideas"] = [name, f"what the {name} are"]
        if rng.random() < 0.3:
            each["wrong"] = [f"no {name}"]
    return {"rubric": rubric}
