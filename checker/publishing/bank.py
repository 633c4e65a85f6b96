"""Problems as questions of a bank: right and wrong answers listed, each with its share of the points and a sentence.

Wrong answers are those of known mistakes, and of pairs of these.  Accepted answers are listed, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final, Literal, NamedTuple

from checker.diagnosis.values import Value
from checker.engine.values import SelectedOptions
from checker.engine.values.tolerance import bounds
from checker.kinds import flatten
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.told import told
from checker.marking.wrong_answers import rounded, wrong_answers
from checker.problems import Part, Problem
from checker.reading.show import nest
from checker.reports.page import environment
from checker.text.words import enumerated

ELSE: Final = "Not correct. Check the method, then the numbers."
"""What a student reads about a number or a shape that is not listed."""


class ListedAnswer(NamedTuple):
    """An answer that a bank lists."""

    value: Any
    """A number, or a text."""
    share: float
    """Its share of the points; negative for a wrong option where several are right."""
    says: str = ""
    """What the student reads about it."""
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)
    """The lowest and the highest number that counts as this answer."""

    @property
    def middle(self) -> Decimal:
        """Return the middle of the range of numbers that count as this answer."""
        return (self.low + self.high) / 2


class Field(NamedTuple):
    """A place for one answer: to a part, or to one entry of a vector or matrix."""

    kind: Literal["number", "text", "choice", "choices", "essay"]
    """`text`: spellings of a shape; `choices`: several options are right."""
    points: float
    answers: tuple[ListedAnswer, ...]
    """In the order in which they count."""
    asked: str = ""
    """The part and what it asks for; empty after its first field."""
    label: str = ""
    """Which entry it is."""
    unit: str = ""

    @property
    def is_choice(self) -> bool:
        """Return whether the answers are options."""
        return self.kind in {"choice", "choices"}


class BankQuestion(NamedTuple):
    """A problem, or one variant of it, as a question of a bank."""

    id: str
    name: str
    prompt: str
    """Markdown."""
    fields: tuple[Field, ...]
    solution: str = ""

    @property
    def points(self) -> str:
        """Return the points of all fields."""
        return f"{round(sum(field.points for field in self.fields), 9):g}"


Categories = dict[tuple[str, ...], list[BankQuestion]]
"""Questions by the names of the categories that they are in, the outermost first."""


def fields_of(problem: Problem, part: Part, most_pairs: int) -> list[Field]:
    """Return the fields for the answer to a part, with pairs of mistakes up to `most_pairs` wrong answers."""
    asked = f"{part.id or 'Expected'}: {part.expected_form.removesuffix('.')}."
    first, *others = _fields(Question.of(problem, part), most_pairs)
    return [first._replace(asked=asked, unit=part.variant.unit_of(part.step) or ""), *others]


def prompt_of(problem: Problem, kept: Sequence[Part], fields: Sequence[Field]) -> str:
    """Return the prompt with what else a student needs to know in a bank."""
    prompt = [problem.prompt.rstrip()]
    if len(kept) < len(problem.parts):
        names, verb = enumerated(part.id or "" for part in kept), "is" if len(kept) == 1 else "are"
        prompt.append(f"Here only {names} {verb} asked for.")
    if any(field.kind == "number" and isinstance(field.answers[0].value, int) for field in fields):
        prompt.append("Write whole numbers without separators, such as 1234567.")
    return "\n\n".join(prompt)


def _fields(question: Question, most_pairs: int) -> Iterator[Field]:
    kind, truth, points = question.kind, question.truth, question.part.points
    if kind.needs_person:
        yield Field("essay", points, ())
    elif isinstance(truth, SelectedOptions):
        yield Field("choice" if len(truth.places) == 1 else "choices", points, tuple(_options(truth, question)))
    elif kind.spellings(truth):
        listed = [(flatten(truth), 1.0, ""), *_wrong_answers(question, most_pairs)]
        spelled = (
            ListedAnswer(text, share, says) for value, share, says in listed for text in kind.spellings(nest(*value))
        )
        yield Field("text", points, tuple(spelled))
    else:
        yield from _number_fields(question.part, _wrong_answers(question, most_pairs))


def _options(truth: SelectedOptions, question: Question) -> Iterator[ListedAnswer]:
    """Yield the options; several right ones share the points, and wrong ones their loss, so that all earn none."""
    share, wrong = 1 / len(truth.places), len(truth.options) - len(truth.places)
    for place, option in enumerate(truth.options):
        if place in truth.places:
            yield ListedAnswer(option, share)
        elif share == 1:
            yield ListedAnswer(option, 0.0, told(mark(option, question), "explain", is_graded=True).message)
        else:
            yield ListedAnswer(option, -1 / wrong)


def _wrong_answers(question: Question, most_pairs: int) -> list[tuple[Value, float, str]]:
    return [
        (value, (found.outcome.points or 0.0) / question.part.points if question.part.points else 0.0, found.message)
        for value, found in wrong_answers(question, most_pairs)
    ]


def _number_fields(part: Part, wrong: Sequence[tuple[Value, float, str]]) -> Iterator[Field]:
    shape, numbers = flatten(part.truth)
    rights = [(bounds(numbers, width), share) for width, share in ((part.tolerance, 1.0), *part.rules.tolerances)]
    for place, number in enumerate(numbers):
        answers = [ListedAnswer(number, share, "", found[place].low, found[place].high) for found, share in rights]
        for (other_shape, others), share, says in wrong:
            if other_shape != shape:
                continue
            other = others[place]
            (found,) = bounds([other], rounded(part, [other]))
            if all((found.low, found.high) != (each.low, each.high) for each in answers):
                credit = share if len(numbers) == 1 else 0.0
                answers.append(ListedAnswer(other, credit, says, found.low, found.high))
        yield Field("number", part.points / len(numbers), tuple(answers), label=_entry_label(shape, place))


def _entry_label(shape: Sequence[int], place: int) -> str:
    """Return the label for an entry of a list or a table; empty for a single number.

    >>> _entry_label((3,), 1), _entry_label((2, 3), 4), _entry_label((), 0)
    ('entry 2', 'row 2, column 2', '')
    """
    if len(shape) < 2:  # noqa: PLR2004 - rows and columns
        return f"entry {place + 1}" if shape else ""
    return f"row {place // shape[1] + 1}, column {place % shape[1] + 1}"


def filled(template: str, **values: Any) -> bytes:
    """Return a file made from a template; values in it are plain text, whatever signs they have."""
    return environment("checker.publishing").get_template(template).render(**values).encode()
