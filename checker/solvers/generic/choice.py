"""Question type on choosing one or several of listed options: its solver, the author's wrong choices, and examples."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from checker.engine.bounds import MaxLen, MinLen
from checker.engine.errors import ParameterError
from checker.engine.trace import step
from checker.engine.values import SelectedOptions
from checker.solvers.generic import _author_answers as author_answers

Texts = Annotated[list[author_answers.Text], MinLen(1), MaxLen(author_answers.MAX_LISTED)]


class WrongChoice(TypedDict):
    """A wrong choice that an author lists, and its sentence for students."""

    answer: author_answers.Text | Texts
    says: author_answers.Text


def choice(
    options: Texts,
    correct: author_answers.Text | Texts,
    mistakes: Annotated[list[WrongChoice], MaxLen(author_answers.MAX_LISTED)] | None = None,
) -> SelectedOptions:
    """Return one or several of some options.

    Formula: the answer is `correct`.
    Sizes: `options` are texts, `correct` is one or several of them.  `mistakes` are wrong choices, each with a
        sentence for the student.
    Answer: a choice: the option's letter, its number, or its text; several with commas between them.
    Source: the author of the problem.

    >>> str(choice(options=["queries", "keys", "values"], correct="keys"))
    'keys'
    """
    if len({" ".join(option.casefold().split()) for option in options}) < len(options):
        raise ParameterError("options", "must differ from each other")
    wrong = mistakes or []
    right = _read_choice(correct, options, "correct")
    answers = [_read_choice(each["answer"], options, "mistakes") for each in wrong]
    if any(each.code == right.code for each in answers):
        raise ParameterError("mistakes", "must not list the right answer")
    return step("total", author_answers.choose_answer(right, answers, wrong), how="as the problem gives it")


def _read_choice(texts: str | list[str], options: list[str], name: str) -> SelectedOptions:
    """Return the selected options.  Raise ParameterError for a text that is not an option."""
    texts = [texts] if isinstance(texts, str) else texts
    if unknown := next((text for text in texts if text not in options), None):
        raise ParameterError(name, f"has {unknown!r}, which is not one of the options; write the text of an option")
    return SelectedOptions(tuple(options), map(options.index, texts))


secret = ("correct", "mistakes")

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
