"""One or several of a list."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, TypedDict

from annotated_types import MaxLen, MinLen

from checker.engine.author_mistakes import author_sentences
from checker.engine.errors import ParameterError
from checker.engine.trace import step
from checker.engine.values.choice import SelectedOptions
from checker.solvers.generic import _listed as listed

Texts = Annotated[list[listed.Text], MinLen(1), MaxLen(listed.MOST)]


class WrongChoice(TypedDict):
    """A wrong choice, and what to say to it."""

    answer: listed.Text | Texts
    says: listed.Text


def choice(
    options: Texts,
    correct: listed.Text | Texts,
    mistakes: Annotated[list[WrongChoice], MaxLen(listed.MOST)] | None = None,
) -> SelectedOptions:
    """One or several of some options.

    Formula: the answer is `correct`.
    Sizes: `options` are texts, `correct` is one or several of them.  `mistakes` are wrong choices, each with what to
        say to it.
    Answer: a choice: the option's letter, its number, or its text; several with commas between them.
    Source: the author of the problem.

    >>> str(choice(options=["queries", "keys", "values"], correct="keys"))
    'keys'
    """
    if len({" ".join(option.casefold().split()) for option in options}) < len(options):
        raise ParameterError("options", "must differ from each other")
    wrong = mistakes or []
    listed.check([each["says"] for each in wrong])
    right = _chosen(correct, options, "correct")
    answers = [_chosen(each["answer"], options, "mistakes") for each in wrong]
    if any(each.code == right.code for each in answers):
        raise ParameterError("mistakes", "must not list the right answer")
    return step("total", listed.chosen(right, answers), how="as the problem gives it")


def _chosen(texts: str | list[str], options: list[str], name: str) -> SelectedOptions:
    texts = [texts] if isinstance(texts, str) else texts
    if unknown := next((text for text in texts if text not in options), None):
        raise ParameterError(name, f"must be among the options, which {unknown!r} is not")
    return SelectedOptions(tuple(options), map(options.index, texts))


def explain(mistakes: list[WrongChoice] | None = None, **_: Any) -> dict[str, str]:
    """What the author says to each."""
    return author_sentences([each["says"] for each in mistakes or []])


secret = ("correct", "mistakes")

weights: dict[str, int] = {}

examples: list[dict[str, Any]] = [
    {
        "options": ["queries", "keys", "values"],
        "correct": "queries",
        "mistakes": [{"answer": "keys", "says": "Keys are what is compared with; who asks gives the queries."}],
    },
    {
        "options": ["ReLU", "a linear layer", "dropout"],
        "correct": ["ReLU", "dropout"],
        "mistakes": [{"answer": "ReLU", "says": "One more of them has nothing to learn."}],
    },
]


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters."""
    options = rng.sample(["alpha", "beta", "gamma", "delta", "epsilon"], rng.randint(3, 5))
    return {
        "options": options,
        "correct": options[0],
        "mistakes": [{"answer": options[1], "says": "That is another letter."}],
    }
