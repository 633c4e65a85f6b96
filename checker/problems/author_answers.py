"""Answers that a problem file gives, in the form in which students write them, and the wrong ones that it lists.

A wrong answer is a value or a change of the formula (`author_rules`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from checker.document.findings import Issue
from checker.engine.errors import UnreadableAnswer
from checker.engine.recording import author_sentences, option_name
from checker.engine.values import EncodedValue
from checker.engine.weights import WEIGHTS
from checker.formula.value import MAX_NUMBER
from checker.kinds import Hints, Kind, fit_shape, flatten
from checker.problems.schema import Defaults, ProblemFile, QuestionSection, WrongAnswer, WrongRule
from checker.reading.show import nest
from checker.solvers.resized import ResizedVariants
from checker.solvers.variant import AuthorMistakes, Variant
from checker.text.words import shortened

_KEY: Final = "mistakes"


class AnswerContext(NamedTuple):
    """What is needed to read an answer in a problem file: the question, its step, and how answers are read."""

    variant: Variant
    step: str
    kind: Kind
    truth: Any
    hints: Hints
    symbols: Mapping[str, str]

    def read(self, text: str) -> tuple[Any, ...]:
        """Return the value of an answer in a file, or those of a formula at all sizes.  Raise UnreadableAnswer."""
        reading = fit_shape(self.kind.read(text, self.hints), flatten(self.truth)[0])
        if reading.refused:
            raise UnreadableAnswer(reading.refused)
        if self.hints.whole and any(number.half >= 1 for number in reading.numbers):
            raise UnreadableAnswer(f"{shortened(text)} can mean several numbers; write every digit")
        numbers = tuple(self.number(number.value) for number in reading.numbers)
        return numbers if self.kind.is_formula else (nest(reading.shape, numbers, tuple),)

    def fitting(self, value: Any) -> Any:
        """Return a value as an answer of the question.  Raise UnreadableAnswer if it has another shape."""
        shape, numbers = flatten(value)
        if shape != flatten(self.truth)[0]:
            raise UnreadableAnswer("what the change gives does not have the shape of the answer")
        return nest(shape, [*map(self.number, numbers)], tuple)

    def number(self, value: Any) -> int | float:
        """Return a number as the solver would: a whole one if its answers are whole."""
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            raise UnreadableAnswer(f"this must be between -{MAX_NUMBER:g} and {MAX_NUMBER:g}")
        is_whole = self.hints.whole or isinstance(self.truth, EncodedValue)
        return int(value) if is_whole and value == int(value) else float(value)


def mistake_ids(section: Defaults) -> tuple[str, ...]:
    """Return the ids by which `credit` names the wrong answers that a section lists: `listed.mistake_1` and so on.

    A problem gets as many as its longest list has, its own or that of a part; an assignment gets none.
    """
    if not isinstance(section, QuestionSection):
        return ()
    parts = section.parts if isinstance(section, ProblemFile) else ()
    most = max(len(each.mistakes) for each in (section, *parts))
    return tuple(author_sentences([""] * most))


def read_mistakes(
    own: tuple[WrongAnswer, ...], of_course: tuple[WrongRule, ...], context: AnswerContext
) -> tuple[AuthorMistakes | None, list[Issue]]:
    """Return the wrong answers that a file lists (None without any), and the issues of those that cannot be read.

    Rules `of_course` come after its own; those that do not fit the question are passed over.
    """
    type_, message = context.variant.solver.name, ""
    if context.kind.needs_person:
        message = f"a person marks the answers to {type_}; write wrong claims into the rubric, as `wrong`"
    elif _KEY in context.variant.arguments:
        message = f"mistakes of {type_} belong to its parameters; write `parameters: {{mistakes: [...]}}`"
    entries = own if message else (*own, *of_course)
    if message or not entries:
        return None, [Issue((_KEY,), message, at_key=True)] if entries else []
    answers: dict[str, tuple[Any, ...]] = {}
    weights: dict[str, int] = {}
    issues: list[Issue] = []
    for number, entry in enumerate(entries):
        key = "answer" if "answer" in entry.data else "change"
        try:
            values = context.read(entry.data[key]) if key == "answer" else _at_sizes(entry, context)
        except UnreadableAnswer as error:
            if number < len(own):
                issues.append(Issue((_KEY, number, key), error.message))
        else:
            option = option_name(number)
            answers[option], weights[option] = values, WEIGHTS[entry.weight]
        if "says" in entry.data and not entry.says.strip():
            issues.append(Issue((_KEY, number, "says"), "says must be a sentence for students who give this answer"))
    sentences = author_sentences([entry.says for entry in entries])
    at_sizes = tuple((option, values) for option, values in answers.items() if len(values) > 1)
    others = context.variant.variants[1:] if at_sizes and isinstance(context.variant, ResizedVariants) else ()
    by_weight = sorted(answers, key=lambda option: -weights[option])
    firsts = tuple((option, answers[option][0]) for option in by_weight)
    return AuthorMistakes(context.step, firsts, tuple(sentences.items()), at_sizes, others), issues


def _at_sizes(entry: WrongRule, context: AnswerContext) -> tuple[Any, ...]:
    """Compute what a change gives with the question's parameters, then with the sizes at which formulas are compared.

    If one of the others has no value, return only the first value; for a formula raise UnreadableAnswer.
    """
    from checker.problems.author_rules import changed_value  # here, because few problems have such changes

    variants = context.variant.variants if isinstance(context.variant, ResizedVariants) else (context.variant,)
    first, *others = [context._replace(variant=each) for each in variants]
    value = changed_value(entry, first)
    try:
        return (value, *(changed_value(entry, other) for other in others))
    except UnreadableAnswer:
        if context.kind.is_formula:
            raise UnreadableAnswer(
                "this has no value at other sizes, but formulas are compared at several; choose another change"
            ) from None
        return (value,)  # it can only explain numbers
